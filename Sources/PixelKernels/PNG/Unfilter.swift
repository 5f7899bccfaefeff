import CSimd

#if canImport(PixelKernelsAVX2)
  import PixelKernelsAVX2
#endif

extension Kernels {
  /// Undoes a PNG filter on a row, in place.
  ///
  /// Every byte needs the result for the pixel before it, so that all filters but up go pixel by pixel: vectors hold the
  /// channels of one.
  ///
  /// - Parameters:
  ///   - above: The row above, unfiltered; zeros above the first.
  ///   - byteCount: Bytes of a row, without the number of its filter.
  ///   - bytesPerPixel: 1 to 8.
  public func unfilter(
    _ row: UnsafeMutableRawPointer, above: UnsafeRawPointer, byteCount: Int, bytesPerPixel: Int, filter: PNGFilter
  ) {
    #if arch(x86_64)
      let done = unfilterVectors(row, above, byteCount, bytesPerPixel, filter)
    #else
      let done = 0
    #endif
    Self.unfilterBytes(row, above, done..<byteCount, bytesPerPixel, filter)
  }

  private static func unfilterBytes(
    _ row: UnsafeMutableRawPointer, _ above: UnsafeRawPointer, _ bytes: Range<Int>, _ step: Int, _ filter: PNGFilter
  ) {
    let row = row.assumingMemoryBound(to: UInt8.self)
    let above = above.assumingMemoryBound(to: UInt8.self)
    // What of it has a pixel to the left.
    let second = min(max(step, bytes.lowerBound), bytes.upperBound)
    let (first, others) = (bytes.lowerBound..<second, second..<bytes.upperBound)
    switch filter {
    case .none: break
    case .sub:
      for index in others { row[index] &+= row[index &- step] }
    case .up:
      for index in bytes { row[index] &+= above[index] }
    case .average:
      for index in first { row[index] &+= above[index] &>> 1 }
      for index in others { row[index] &+= floorAverage(row[index &- step], above[index]) }
    case .paeth:
      for index in first { row[index] &+= above[index] }
      for index in others { row[index] &+= paeth(row[index &- step], above[index], above[index &- step]) }
    }
  }
}

#if arch(x86_64)
  extension Kernels {
    /// Up in whole vectors, the other filters on pixels of three or four bytes; returns how many bytes it did. Wider
    /// vectors are no help where a pixel is the whole of it, but AVX2 takes fewer steps to choose one of Paeth's sums.
    private func unfilterVectors(
      _ row: UnsafeMutableRawPointer, _ above: UnsafeRawPointer, _ byteCount: Int, _ step: Int, _ filter: PNGFilter
    ) -> Int {
      #if canImport(PixelKernelsAVX2)
        if level >= .avx2, filter == .up { return PixelKernelsAVX2.unfilterUp(row, above, byteCount) }
      #endif
      guard step == 3 || step == 4, byteCount >= 4 else { return 0 }
      switch filter {
      // The compiler makes vectors of the scalar loop.
      case .none, .up: return 0
      case .sub: return Self.unfilterSub(row, byteCount, step)
      case .average: return Self.unfilterAverage(row, above, byteCount, step)
      case .paeth:
        #if canImport(PixelKernelsAVX2)
          if level >= .avx2 { return PixelKernelsAVX2.unfilterPaeth(row, above, byteCount, step) }
        #endif
        return Self.unfilterPaeth(row, above, byteCount, step)
      }
    }

    /// Puts what `restore` makes of each stored pixel, and where it is, in its place, as far as four bytes can be loaded of the
    /// next one; returns how many bytes that are.
    ///
    /// Pixels of three bytes are stored as four. The first byte of the pixel behind has been loaded before, and is put back at
    /// the end.
    @inline(__always)
    private static func restorePixels(
      _ row: UnsafeMutableRawPointer, _ byteCount: Int, _ step: Int, _ restore: (__m128i, Int) -> __m128i
    ) -> Int {
      var stored = UnsafeRawPointer(row).pixel(at: 0)
      var index = 0
      while index &+ step &+ 4 <= byteCount {
        let next = UnsafeRawPointer(row).pixel(at: index &+ step)
        row.setPixel(restore(stored, index), at: index)
        stored = next
        index &+= step
      }
      row.setPixel(stored, at: index)
      return index
    }

    private static func unfilterSub(_ row: UnsafeMutableRawPointer, _ byteCount: Int, _ step: Int) -> Int {
      var left = _mm_setzero_si128()
      return restorePixels(row, byteCount, step) { stored, _ in
        left = _mm_add_epi8(left, stored)
        return left
      }
    }

    private static func unfilterAverage(
      _ row: UnsafeMutableRawPointer, _ above: UnsafeRawPointer, _ byteCount: Int, _ step: Int
    ) -> Int {
      var left = _mm_setzero_si128()
      return restorePixels(row, byteCount, step) { stored, index in
        left = _mm_add_epi8(stored, floorAverage(left, above.pixel(at: index)))
        return left
      }
    }

    /// In 16-bit words. What is added is chosen among three finished sums, so that the way from pixel to pixel is short.
    private static func unfilterPaeth(
      _ row: UnsafeMutableRawPointer, _ above: UnsafeRawPointer, _ byteCount: Int, _ step: Int
    ) -> Int {
      let zero = _mm_setzero_si128()
      var left = zero
      var corner = zero
      return restorePixels(row, byteCount, step) { stored, index in
        let difference = _mm_unpacklo_epi8(stored, zero)
        let up = _mm_unpacklo_epi8(above.pixel(at: index), zero)
        let fromAbove = _mm_sub_epi16(up, corner)
        let fromLeft = _mm_sub_epi16(left, corner)
        let toLeft = magnitude(fromAbove)
        let toAbove = magnitude(fromLeft)
        let least = _mm_min_epi16(magnitude(_mm_add_epi16(fromAbove, fromLeft)), _mm_min_epi16(toLeft, toAbove))
        let other = chosen(
          _mm_add_epi8(difference, up), else: _mm_add_epi8(difference, corner), where: _mm_cmpeq_epi16(least, toAbove))
        left = chosen(_mm_add_epi8(difference, left), else: other, where: _mm_cmpeq_epi16(least, toLeft))
        corner = up
        return _mm_packus_epi16(left, left)
      }
    }

    @inline(__always)
    private static func magnitude(_ words: __m128i) -> __m128i {
      _mm_max_epi16(words, _mm_sub_epi16(_mm_setzero_si128(), words))
    }
  }

  extension UnsafeRawPointer {
    /// The four bytes from `offset` on, and zeros.
    @inline(__always)
    fileprivate func pixel(at offset: Int) -> __m128i {
      _mm_cvtsi32_si128(loadUnaligned(fromByteOffset: offset, as: Int32.self))
    }
  }

  extension UnsafeMutableRawPointer {
    /// Stores the first four bytes of `pixel`.
    @inline(__always)
    fileprivate func setPixel(_ pixel: __m128i, at offset: Int) {
      storeBytes(of: _mm_cvtsi128_si32(pixel), toByteOffset: offset, as: Int32.self)
    }
  }

  /// Each byte of `first` where all bits of `mask` are set, of `second` where none is.
  @inline(__always)
  func chosen(_ first: __m128i, else second: __m128i, where mask: __m128i) -> __m128i {
    _mm_or_si128(_mm_and_si128(mask, first), _mm_andnot_si128(mask, second))
  }

  /// ⌊(a + b) / 2⌋ of bytes. The instruction rounds up.
  @inline(__always)
  func floorAverage(_ a: __m128i, _ b: __m128i) -> __m128i {
    _mm_sub_epi8(_mm_avg_epu8(a, b), _mm_and_si128(_mm_xor_si128(a, b), _mm_set1_epi8(1)))
  }
#endif
