import CSimd

/// `PixelKernels`' unpremultiply on whole groups of four pixels; returns how many pixels it did.
///
/// ⌊c · (255.001 / a) + ½⌋ in single precision is exact. The .001 adds at least 4·10⁻⁶ of the value, more than the three
/// roundings can take away, so a tie is not missed; and at most .001 in all, while c · 255 / a + ½ lacks at least
/// 1 / 510 to the next whole number.
@inline(never)
public func unpremultiply(_ destination: UnsafeMutableRawPointer, _ source: UnsafeRawPointer, _ count: Int) -> Int {
  let byte = _mm_set1_epi32(0xFF)
  let numerator = _mm_set1_ps(255.001)
  var index = 0
  while index &+ 4 <= count {
    let pixels = source.loadUnaligned(fromByteOffset: index &* 4, as: __m128i.self)
    let alpha = _mm_srli_epi32(pixels, 24)
    if areOpaque(alpha) {
      destination.storeBytes(of: pixels, toByteOffset: index &* 4, as: __m128i.self)
    } else {
      // Colour is 0 where alpha is, so that a divisor of 1 will do there.
      let divisor = _mm_max_epi16(alpha, _mm_set1_epi32(1))
      let reciprocal = _mm_div_ps(numerator, _mm_cvtepi32_ps(divisor))
      let red = straight(_mm_and_si128(pixels, byte), alpha, reciprocal)
      let green = straight(_mm_and_si128(_mm_srli_epi32(pixels, 8), byte), alpha, reciprocal)
      let blue = straight(_mm_and_si128(_mm_srli_epi32(pixels, 16), byte), alpha, reciprocal)
      let colour = packed(red, green, blue, alpha)
      destination.storeBytes(of: colour, toByteOffset: index &* 4, as: __m128i.self)
    }
    index &+= 4
  }
  return index
}

@inline(__always)
private func straight(_ channel: __m128i, _ alpha: __m128i, _ reciprocal: __m128) -> __m128i {
  let bounded = _mm_cvtepi32_ps(_mm_min_epi16(channel, alpha))
  return _mm_cvttps_epi32(_mm_add_ps(_mm_mul_ps(bounded, reciprocal), _mm_set1_ps(0.5)))
}
