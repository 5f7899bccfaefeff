import CSimd

/// `PixelKernels`' source-over on whole groups of sixteen pixels; returns how many pixels it did.
@inline(never)
public func sourceOver(
  _ destination: UnsafeMutableRawPointer, _ background: UnsafeRawPointer, _ foreground: UnsafeRawPointer, _ count: Int
) -> Int {
  let lowBytes = _mm512_set1_epi16(0xFF)
  let spread = alphaToEveryWord()
  var index = 0
  while index &+ 16 <= count {
    let over = foreground.loadUnaligned(fromByteOffset: index &* 4, as: __m512i.self)
    let under = background.loadUnaligned(fromByteOffset: index &* 4, as: __m512i.self)
    let transparency = _mm512_xor_si512(_mm512_shuffle_epi8(over, spread), lowBytes)
    let redBlue = dividedBy255(_mm512_mullo_epi16(_mm512_and_si512(under, lowBytes), transparency))
    let greenAlpha = dividedBy255(_mm512_mullo_epi16(_mm512_srli_epi16(under, 8), transparency))
    let shining = _mm512_or_si512(redBlue, _mm512_slli_epi16(greenAlpha, 8))
    destination.storeBytes(of: _mm512_adds_epu8(over, shining), toByteOffset: index &* 4, as: __m512i.self)
    index &+= 16
  }
  return index
}
