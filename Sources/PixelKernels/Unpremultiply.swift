import CSimd
import PixelCore

#if canImport(PixelKernelsAVX2)
  import PixelKernelsAVX2
  import PixelKernelsAVX512
#endif

extension Kernels {
  /// Premultiplied to straight alpha: each colour channel c becomes min(M, ⌊c · M / a + ½⌋), with M = 255 or
  /// 65535 the largest value of the depth, or 0 where alpha a is 0; alpha stays.
  ///
  /// Correctly rounded, ties upwards.
  public func unpremultiply(
    _ destination: UnsafeMutableRawPointer, _ source: UnsafeRawPointer, count: Int, depth: PixelFormat.Depth
  ) {
    switch depth {
    case .eight: unpremultiply8(destination, source, count)
    case .sixteen: unpremultiply16(destination, source, count)
    }
  }

  private func unpremultiply8(_ destination: UnsafeMutableRawPointer, _ source: UnsafeRawPointer, _ count: Int) {
    let done =
      switch level {
      #if canImport(PixelKernelsAVX2)
        case .avx2: PixelKernelsAVX2.unpremultiply(destination, source, count)
        case .avx512: PixelKernelsAVX512.unpremultiply(destination, source, count)
      #endif
      #if arch(x86_64)
        default: Self.unpremultiplyFours(destination, source, count)
      #else
        default: 0
      #endif
      }
    Self.reciprocals.withUnsafeBufferPointer { reciprocals in
      for index in done..<count {
        destination.setPixel(index, Self.unpremultiplied(source.pixel(index), reciprocals))
      }
    }
  }

  /// ⌈255 · 2¹⁸ / a⌉ for each alpha a, and 0 for 0.
  ///
  /// Times c ≤ a it is too large by less than 255 / 2¹⁸, and c · 255 / a + ½ lacks at least 1 / 510 to the next whole
  /// number, which is more: the floor is the right one. The product stays below 2²⁷.
  private static let reciprocals: [UInt32] = [0] + (1...255).map { alpha in (255 << 18 + alpha - 1) / alpha }

  private static func unpremultiplied(_ pixel: UInt32, _ reciprocals: UnsafeBufferPointer<UInt32>) -> UInt32 {
    let alpha = pixel &>> 24
    if alpha == 255 { return pixel }
    let reciprocal = reciprocals[Int(alpha)]
    let red = (min(pixel & 0xFF, alpha) &* reciprocal &+ 1 &<< 17) &>> 18
    let green = (min((pixel &>> 8) & 0xFF, alpha) &* reciprocal &+ 1 &<< 17) &>> 18
    let blue = (min((pixel &>> 16) & 0xFF, alpha) &* reciprocal &+ 1 &<< 17) &>> 18
    return red | green &<< 8 | blue &<< 16 | alpha &<< 24
  }
}

#if arch(x86_64)
  extension Kernels {
    /// The baseline: whole groups of four pixels; returns how many pixels it did.
    ///
    /// ⌊c · (255.001 / a) + ½⌋ in single precision is exact. The .001 adds at least 4·10⁻⁶ of the value, more than the
    /// three roundings can take away, so a tie is not missed; and at most .001 in all, while c · 255 / a + ½ lacks at least
    /// 1 / 510 to the next whole number.
    private static func unpremultiplyFours(
      _ destination: UnsafeMutableRawPointer, _ source: UnsafeRawPointer, _ count: Int
    ) -> Int {
      let byte = _mm_set1_epi32(0xFF)
      let numerator = _mm_set1_ps(255.001)
      var index = 0
      while index &+ 4 <= count {
        let pixels = source.loadUnaligned(fromByteOffset: index &* 4, as: __m128i.self)
        let alpha = _mm_srli_epi32(pixels, 24)
        // All four opaque: nothing to do.
        if _mm_movemask_epi8(_mm_cmpeq_epi32(alpha, byte)) == 0xFFFF {
          destination.storeBytes(of: pixels, toByteOffset: index &* 4, as: __m128i.self)
        } else {
          // Colour is 0 where alpha is, so that a divisor of 1 will do there.
          let divisor = _mm_max_epi16(alpha, _mm_set1_epi32(1))
          let reciprocal = _mm_div_ps(numerator, _mm_cvtepi32_ps(divisor))
          let red = straight(_mm_and_si128(pixels, byte), alpha, reciprocal)
          let green = straight(_mm_and_si128(_mm_srli_epi32(pixels, 8), byte), alpha, reciprocal)
          let blue = straight(_mm_and_si128(_mm_srli_epi32(pixels, 16), byte), alpha, reciprocal)
          let colour = _mm_or_si128(
            _mm_or_si128(red, _mm_slli_epi32(green, 8)),
            _mm_or_si128(_mm_slli_epi32(blue, 16), _mm_slli_epi32(alpha, 24)))
          destination.storeBytes(of: colour, toByteOffset: index &* 4, as: __m128i.self)
        }
        index &+= 4
      }
      return index
    }

    @inline(__always)
    private static func straight(_ channel: __m128i, _ alpha: __m128i, _ reciprocal: __m128) -> __m128i {
      let bounded = _mm_cvtepi32_ps(_mm_min_epi16(channel, alpha))
      return _mm_cvttps_epi32(_mm_add_ps(_mm_mul_ps(bounded, reciprocal), _mm_set1_ps(0.5)))
    }
  }
#endif
