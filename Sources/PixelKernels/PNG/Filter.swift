import CSimd

#if canImport(PixelKernelsAVX2)
  import PixelKernelsAVX2
#endif

extension Kernels {
  /// The filter that suits a row of a PNG best: the one with the least sum of absolute differences, taking a byte as −128
  /// to 127; the first one in the order of their numbers where sums are equal. That is the measure that the specification
  /// suggests (PNG, third edition, section 12.7) and libpng takes.
  ///
  /// - Parameters:
  ///   - above: The row above; zeros above the first.
  ///   - byteCount: Bytes of a row: whole pixels, one at least.
  ///   - bytesPerPixel: 1 to 8.
  public func bestFilter(
    _ row: UnsafeRawPointer, above: UnsafeRawPointer, byteCount: Int, bytesPerPixel: Int
  ) -> PNGFilter {
    withUnsafeTemporaryAllocation(of: UInt64.self, capacity: PNGFilter.allCases.count) { sums in
      sums.initialize(repeating: 0)
      let places = sums.baseAddress!
      let done =
        switch level {
        #if canImport(PixelKernelsAVX2)
          case .avx2, .avx512: PixelKernelsAVX2.addDifferences(places, row, above, byteCount, bytesPerPixel)
        #endif
        #if arch(x86_64)
          default: Self.addDifferencesBySixteen(places, row, above, byteCount, bytesPerPixel)
        #else
          default: bytesPerPixel
        #endif
        }
      Self.addDifferences(places, row, above, 0..<bytesPerPixel, bytesPerPixel)
      Self.addDifferences(places, row, above, done..<byteCount, bytesPerPixel)
      return PNGFilter.allCases.min { sums[Int($0.rawValue)] < sums[Int($1.rawValue)] }!
    }
  }

  /// Filters a row of a PNG: each byte of `destination` is the row's less its prediction. The parameters are those of
  /// ``bestFilter(_:above:byteCount:bytesPerPixel:)``.
  public func filter(
    _ destination: UnsafeMutableRawPointer, _ row: UnsafeRawPointer, above: UnsafeRawPointer, byteCount: Int,
    bytesPerPixel: Int, filter: PNGFilter
  ) {
    let done =
      switch level {
      #if canImport(PixelKernelsAVX2)
        case .avx2, .avx512:
          PixelKernelsAVX2.filter(destination, row, above, byteCount, bytesPerPixel, filter.rawValue)
      #endif
      #if arch(x86_64)
        default: Self.filterBySixteen(destination, row, above, byteCount, bytesPerPixel, filter)
      #else
        default: bytesPerPixel
      #endif
      }
    Self.filterBytes(destination, row, above, 0..<bytesPerPixel, bytesPerPixel, filter)
    Self.filterBytes(destination, row, above, done..<byteCount, bytesPerPixel, filter)
  }

  private static func filterBytes(
    _ destination: UnsafeMutableRawPointer, _ row: UnsafeRawPointer, _ above: UnsafeRawPointer, _ bytes: Range<Int>,
    _ step: Int, _ filter: PNGFilter
  ) {
    for index in bytes {
      let neighbours = Neighbours(row, above, index, step)
      destination.storeBytes(of: neighbours.byte &- neighbours.prediction(filter), toByteOffset: index, as: UInt8.self)
    }
  }

  /// Adds to each filter's sum.
  private static func addDifferences(
    _ sums: UnsafeMutablePointer<UInt64>, _ row: UnsafeRawPointer, _ above: UnsafeRawPointer, _ bytes: Range<Int>,
    _ step: Int
  ) {
    for index in bytes {
      let neighbours = Neighbours(row, above, index, step)
      for filter in PNGFilter.allCases {
        let difference = neighbours.byte &- neighbours.prediction(filter)
        sums[Int(filter.rawValue)] &+= UInt64(min(difference, 0 &- difference))
      }
    }
  }
}

/// A byte of a row, and those that it is predicted from.
private struct Neighbours {
  let byte, left, above, corner: UInt8

  @inline(__always)
  init(_ row: UnsafeRawPointer, _ above: UnsafeRawPointer, _ index: Int, _ step: Int) {
    byte = row.load(fromByteOffset: index, as: UInt8.self)
    self.above = above.load(fromByteOffset: index, as: UInt8.self)
    left = index < step ? 0 : row.load(fromByteOffset: index &- step, as: UInt8.self)
    corner = index < step ? 0 : above.load(fromByteOffset: index &- step, as: UInt8.self)
  }

  @inline(__always)
  func prediction(_ filter: PNGFilter) -> UInt8 {
    switch filter {
    case .none: 0
    case .sub: left
    case .up: above
    case .average: floorAverage(left, above)
    case .paeth: paeth(left, above, corner)
    }
  }
}

#if arch(x86_64)
  extension Kernels {
    /// The baseline, in whole vectors from the second pixel on; returns where it ends.
    private static func addDifferencesBySixteen(
      _ sums: UnsafeMutablePointer<UInt64>, _ row: UnsafeRawPointer, _ above: UnsafeRawPointer, _ byteCount: Int,
      _ step: Int
    ) -> Int {
      let zero = _mm_setzero_si128()
      var (none, sub, up, average, paethSum) = (zero, zero, zero, zero, zero)
      var index = step
      while index &+ 16 <= byteCount {
        let bytes = row.sixteen(index)
        let left = row.sixteen(index &- step)
        let over = above.sixteen(index)
        let corner = above.sixteen(index &- step)
        none = _mm_add_epi64(none, magnitudeSum(bytes))
        sub = _mm_add_epi64(sub, magnitudeSum(_mm_sub_epi8(bytes, left)))
        up = _mm_add_epi64(up, magnitudeSum(_mm_sub_epi8(bytes, over)))
        average = _mm_add_epi64(average, magnitudeSum(_mm_sub_epi8(bytes, floorAverage(left, over))))
        paethSum = _mm_add_epi64(paethSum, magnitudeSum(_mm_sub_epi8(bytes, paeth(left, over, corner))))
        index &+= 16
      }
      for (filter, sum) in [none, sub, up, average, paethSum].enumerated() {
        let halves = unsafeBitCast(sum, to: SIMD2<UInt64>.self)
        sums[filter] &+= halves[0] &+ halves[1]
      }
      return index
    }

    /// The baseline, in whole vectors from the second pixel on; returns where it ends.
    private static func filterBySixteen(
      _ destination: UnsafeMutableRawPointer, _ row: UnsafeRawPointer, _ above: UnsafeRawPointer, _ byteCount: Int,
      _ step: Int, _ filter: PNGFilter
    ) -> Int {
      var index = step
      while index &+ 16 <= byteCount {
        let prediction =
          switch filter {
          case .none: _mm_setzero_si128()
          case .sub: row.sixteen(index &- step)
          case .up: above.sixteen(index)
          case .average: floorAverage(row.sixteen(index &- step), above.sixteen(index))
          case .paeth: paeth(row.sixteen(index &- step), above.sixteen(index), above.sixteen(index &- step))
          }
        destination.storeBytes(
          of: _mm_sub_epi8(row.sixteen(index), prediction), toByteOffset: index, as: __m128i.self)
        index &+= 16
      }
      return index
    }

    /// The sums of eight bytes each, taken as −128 to 127 without their signs.
    @inline(__always)
    private static func magnitudeSum(_ bytes: __m128i) -> __m128i {
      let zero = _mm_setzero_si128()
      return _mm_sad_epu8(_mm_min_epu8(bytes, _mm_sub_epi8(zero, bytes)), zero)
    }
  }

  extension UnsafeRawPointer {
    /// Sixteen bytes from `offset` on.
    @inline(__always)
    fileprivate func sixteen(_ offset: Int) -> __m128i { loadUnaligned(fromByteOffset: offset, as: __m128i.self) }
  }

  /// Paeth's predictions without leaving bytes.
  ///
  /// With p = a − c and q = l − c, the distances are |p| to the left byte, |q| to the one above and |p + q| to the corner.
  /// Where p and q have one sign, |p + q| = |p| + |q| is less than neither, even if cut at 255; otherwise it is the
  /// difference of |p| and |q|.
  @inline(__always)
  private func paeth(_ left: __m128i, _ above: __m128i, _ corner: __m128i) -> __m128i {
    let (highAbove, highLeft) = (_mm_max_epu8(above, corner), _mm_max_epu8(left, corner))
    let toLeft = _mm_sub_epi8(highAbove, _mm_min_epu8(above, corner))
    let toAbove = _mm_sub_epi8(highLeft, _mm_min_epu8(left, corner))
    let haveOneSign = _mm_cmpeq_epi8(_mm_cmpeq_epi8(highAbove, above), _mm_cmpeq_epi8(highLeft, left))
    let nearer = _mm_min_epu8(toLeft, toAbove)
    let toCorner = chosen(
      _mm_adds_epu8(toLeft, toAbove), else: _mm_sub_epi8(_mm_max_epu8(toLeft, toAbove), nearer), where: haveOneSign)
    let least = _mm_min_epu8(nearer, toCorner)
    let other = chosen(above, else: corner, where: _mm_cmpeq_epi8(least, toAbove))
    return chosen(left, else: other, where: _mm_cmpeq_epi8(least, toLeft))
  }
#endif
