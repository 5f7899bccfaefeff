import CSimd

/// `PixelKernels`' unpremultiply on whole groups of eight pixels; returns how many pixels it did.
///
/// ⌊c · (255.001 / a) + ½⌋ in single precision is exact. The .001 adds at least 4·10⁻⁶ of the value, more than the three
/// roundings can take away, so a tie is not missed; and at most .001 in all, while c · 255 / a + ½ lacks at least
/// 1 / 510 to the next whole number.
@inline(never)
public func unpremultiply(_ destination: UnsafeMutableRawPointer, _ source: UnsafeRawPointer, _ count: Int) -> Int {
  let byte = _mm256_set1_epi32(0xFF)
  let alphaByte = _mm256_set1_epi32(-0x0100_0000)
  let numerator = _mm256_set1_ps(255.001)
  var index = 0
  while index &+ 8 <= count {
    let pixels = source.loadUnaligned(fromByteOffset: index &* 4, as: __m256i.self)
    // All eight opaque: nothing to do.
    if _mm256_testc_si256(pixels, alphaByte) != 0 {
      destination.storeBytes(of: pixels, toByteOffset: index &* 4, as: __m256i.self)
    } else {
      let alpha = _mm256_srli_epi32(pixels, 24)
      // Colour is 0 where alpha is, so that a divisor of 1 will do there.
      let divisor = _mm256_max_epi32(alpha, _mm256_set1_epi32(1))
      let reciprocal = _mm256_div_ps(numerator, _mm256_cvtepi32_ps(divisor))
      let red = straight(_mm256_and_si256(pixels, byte), alpha, reciprocal)
      let green = straight(_mm256_and_si256(_mm256_srli_epi32(pixels, 8), byte), alpha, reciprocal)
      let blue = straight(_mm256_and_si256(_mm256_srli_epi32(pixels, 16), byte), alpha, reciprocal)
      let colour = packed(red, green, blue, alpha)
      destination.storeBytes(of: colour, toByteOffset: index &* 4, as: __m256i.self)
    }
    index &+= 8
  }
  return index
}

@inline(__always)
private func straight(_ channel: __m256i, _ alpha: __m256i, _ reciprocal: __m256) -> __m256i {
  let bounded = _mm256_cvtepi32_ps(_mm256_min_epi32(channel, alpha))
  return _mm256_cvttps_epi32(_mm256_add_ps(_mm256_mul_ps(bounded, reciprocal), _mm256_set1_ps(0.5)))
}
