import CSimd
import PixelCore

#if canImport(PixelKernelsAVX2)
  import PixelKernelsAVX2
  import PixelKernelsAVX512
#endif

extension Kernels {
  /// Premultiplied pixels faded: every channel c, alpha too, becomes ⌊c · f + ½⌋, with f in whole millionths, 0…10⁶.
  ///
  /// Correctly rounded, ties upwards. Colour stays at most alpha.
  public func scale(
    _ destination: UnsafeMutableRawPointer, _ source: UnsafeRawPointer, millionths: Int, count: Int,
    depth: PixelFormat.Depth
  ) {
    precondition((0...1_000_000).contains(millionths), "a scale is from 0 to 1")
    switch depth {
    case .eight: scale8(destination, source, millionths, count)
    case .sixteen: scale16(destination, source, millionths, count)
    }
  }

  private func scale8(
    _ destination: UnsafeMutableRawPointer, _ source: UnsafeRawPointer, _ millionths: Int, _ count: Int
  ) {
    let done =
      switch level {
      #if canImport(PixelKernelsAVX2)
        case .avx2: PixelKernelsAVX2.scale(destination, source, Int32(millionths), count)
        case .avx512: PixelKernelsAVX512.scale(destination, source, Int32(millionths), count)
      #endif
      #if arch(x86_64)
        default: Self.scaleFours(destination, source, millionths, count)
      #else
        default: 0
      #endif
      }
    let factor = UInt32(millionths)
    for index in done..<count {
      let pixel = source.pixel(index)
      let red = roundedMillionths((pixel & 0xFF) &* factor)
      let green = roundedMillionths(((pixel &>> 8) & 0xFF) &* factor)
      let blue = roundedMillionths(((pixel &>> 16) & 0xFF) &* factor)
      let alpha = roundedMillionths((pixel &>> 24) &* factor)
      destination.setPixel(index, red | green &<< 8 | blue &<< 16 | alpha &<< 24)
    }
  }
}

/// A sum of millionths as the nearest whole number, ties upwards.
func roundedMillionths(_ sum: UInt32) -> UInt32 { (sum &+ 500_000) / 1_000_000 }

#if arch(x86_64)
  extension Kernels {
    /// The baseline: whole groups of four pixels; returns how many pixels it did.
    ///
    /// With the factor as F = 2¹⁶ · high + low in 2³²nds, rounded up, 256ths of a result are
    ///
    ///     ⌊256 · c · F / 2³²⌋ = (c · high + ⌊c · low / 2¹⁶⌋) >> 8
    ///
    /// Rounding up adds less than 256 · 255 / 2³², which is less than the 1/15625 that 256 · c · f lacks at least to the
    /// next whole number. A factor of 1 falls short by one 2³²nd instead, which rounding to whole levels makes up for.
    private static func scaleFours(
      _ destination: UnsafeMutableRawPointer, _ source: UnsafeRawPointer, _ millionths: Int, _ count: Int
    ) -> Int {
      let factor = min((millionths << 32 + 999_999) / 1_000_000, 1 << 32 - 1)
      let high = _mm_set1_epi16(Int16(truncatingIfNeeded: factor >> 16))
      let low = _mm_set1_epi16(Int16(truncatingIfNeeded: factor))
      let lowBytes = _mm_set1_epi16(0xFF)
      let half = _mm_set1_epi16(128)
      /// Channels scaled, in the high bytes of the words.
      @inline(__always)
      func scaled(_ channels: __m128i, times256: __m128i) -> __m128i {
        let fraction = _mm_add_epi16(
          _mm_and_si128(_mm_mullo_epi16(channels, high), lowBytes), _mm_mulhi_epu16(channels, low))
        let parts = _mm_add_epi16(_mm_mulhi_epu16(times256, high), _mm_srli_epi16(fraction, 8))
        return _mm_add_epi16(parts, half)
      }

      var index = 0
      while index &+ 4 <= count {
        let pixels = source.loadUnaligned(fromByteOffset: index &* 4, as: __m128i.self)
        let redBlue = scaled(_mm_and_si128(pixels, lowBytes), times256: _mm_slli_epi16(pixels, 8))
        let greenAlpha = scaled(_mm_srli_epi16(pixels, 8), times256: _mm_andnot_si128(lowBytes, pixels))
        let faded = _mm_or_si128(_mm_srli_epi16(redBlue, 8), _mm_andnot_si128(lowBytes, greenAlpha))
        destination.storeBytes(of: faded, toByteOffset: index &* 4, as: __m128i.self)
        index &+= 4
      }
      return index
    }
  }
#endif
