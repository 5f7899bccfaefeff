import CSimd

/// `PixelKernels`' premultiply on whole groups of eight pixels; returns how many pixels it did.
@inline(never)
public func premultiply(_ destination: UnsafeMutableRawPointer, _ source: UnsafeRawPointer, _ count: Int) -> Int {
  let lowBytes = _mm256_set1_epi16(0xFF)
  let spread = alphaToEveryWord()
  // Alpha itself is multiplied by 255, and so stays.
  let alphaWords = _mm256_set1_epi32(0x00FF_0000)
  var index = 0
  while index &+ 8 <= count {
    let pixels = source.loadUnaligned(fromByteOffset: index &* 4, as: __m256i.self)
    let alpha = _mm256_shuffle_epi8(pixels, spread)
    let redBlue = dividedBy255(_mm256_mullo_epi16(_mm256_and_si256(pixels, lowBytes), alpha))
    let greenAlpha = dividedBy255(
      _mm256_mullo_epi16(_mm256_srli_epi16(pixels, 8), _mm256_or_si256(alpha, alphaWords)))
    let product = _mm256_or_si256(redBlue, _mm256_slli_epi16(greenAlpha, 8))
    destination.storeBytes(of: product, toByteOffset: index &* 4, as: __m256i.self)
    index &+= 8
  }
  return index
}
