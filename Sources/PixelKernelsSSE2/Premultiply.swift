import CSimd

/// `PixelKernels`' premultiply on whole groups of four pixels; returns how many pixels it did.
@inline(never)
public func premultiply(_ destination: UnsafeMutableRawPointer, _ source: UnsafeRawPointer, _ count: Int) -> Int {
  let lowBytes = _mm_set1_epi16(0xFF)
  // Alpha itself is multiplied by 255, and so stays.
  let alphaWords = _mm_set1_epi32(0x00FF_0000)
  var index = 0
  while index &+ 4 <= count {
    let pixels = source.loadUnaligned(fromByteOffset: index &* 4, as: __m128i.self)
    let alpha = alphaInEveryWord(pixels)
    let redBlue = dividedBy255(_mm_mullo_epi16(_mm_and_si128(pixels, lowBytes), alpha))
    let greenAlpha = dividedBy255(_mm_mullo_epi16(_mm_srli_epi16(pixels, 8), _mm_or_si128(alpha, alphaWords)))
    let product = _mm_or_si128(redBlue, _mm_slli_epi16(greenAlpha, 8))
    destination.storeBytes(of: product, toByteOffset: index &* 4, as: __m128i.self)
    index &+= 4
  }
  return index
}
