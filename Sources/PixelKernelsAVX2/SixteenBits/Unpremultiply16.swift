import CSimd

/// `PixelKernels`' unpremultiply of 16-bit pixels, four at a time. Returns the number of pixels processed.
///
/// The numerator is slightly larger than 65535, as in the scalar loop, so that halves are rounded upwards.
@inline(never)
public func unpremultiply16(_ destination: UnsafeMutableRawPointer, _ source: UnsafeRawPointer, _ count: Int) -> Int {
  let lowWord = _mm256_set1_epi64x(0xFFFF)
  let alphaWord = _mm256_set1_epi64x(-0x0001_0000_0000_0000)
  let numerator = _mm256_set1_pd(65535 * (1 + 0x1p-50))
  var index = 0
  while index &+ 4 <= count {
    let pixels = source.loadUnaligned(fromByteOffset: index &* 8, as: __m256i.self)
    // Opaque pixels don't change.
    if _mm256_testc_si256(pixels, alphaWord) != 0 {
      destination.storeBytes(of: pixels, toByteOffset: index &* 8, as: __m256i.self)
    } else {
      let alpha = _mm256_srli_epi64(pixels, 48)
      // If alpha is 0, the colours are 0 too, so any divisor works.
      let divisor = _mm256_max_epi32(alpha, _mm256_set1_epi64x(1))
      let reciprocal = _mm256_div_pd(numerator, doubles(divisor))
      let red = _mm256_and_si256(pixels, lowWord)
      let green = _mm256_and_si256(_mm256_srli_epi64(pixels, 16), lowWord)
      let blue = _mm256_and_si256(_mm256_srli_epi64(pixels, 32), lowWord)
      let straight = packed16(
        scaled(_mm256_min_epi32(red, alpha), reciprocal), scaled(_mm256_min_epi32(green, alpha), reciprocal),
        scaled(_mm256_min_epi32(blue, alpha), reciprocal), alpha)
      destination.storeBytes(of: straight, toByteOffset: index &* 8, as: __m256i.self)
    }
    index &+= 4
  }
  return index
}
