import CSimd

/// `PixelKernels`' premultiply on whole groups of sixteen pixels; returns how many pixels it did.
@inline(never)
public func premultiply(_ destination: UnsafeMutableRawPointer, _ source: UnsafeRawPointer, _ count: Int) -> Int {
  let lowBytes = _mm512_set1_epi16(0xFF)
  let spread = alphaToEveryWord()
  // Alpha itself is multiplied by 255, and so stays.
  let alphaWords = _mm512_set1_epi32(0x00FF_0000)
  var index = 0
  while index &+ 16 <= count {
    let pixels = source.loadUnaligned(fromByteOffset: index &* 4, as: __m512i.self)
    let alpha = _mm512_shuffle_epi8(pixels, spread)
    let redBlue = dividedBy255(_mm512_mullo_epi16(_mm512_and_si512(pixels, lowBytes), alpha))
    let greenAlpha = dividedBy255(
      _mm512_mullo_epi16(_mm512_srli_epi16(pixels, 8), _mm512_or_si512(alpha, alphaWords)))
    let product = _mm512_or_si512(redBlue, _mm512_slli_epi16(greenAlpha, 8))
    destination.storeBytes(of: product, toByteOffset: index &* 4, as: __m512i.self)
    index &+= 16
  }
  return index
}
