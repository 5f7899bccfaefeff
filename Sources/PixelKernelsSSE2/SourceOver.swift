import CSimd

/// `PixelKernels`' source-over on whole groups of four pixels; returns how many pixels it did.
@inline(never)
public func sourceOver(
  _ destination: UnsafeMutableRawPointer, _ background: UnsafeRawPointer, _ foreground: UnsafeRawPointer, _ count: Int
) -> Int {
  let lowBytes = _mm_set1_epi16(0xFF)
  var index = 0
  while index &+ 4 <= count {
    let over = foreground.loadUnaligned(fromByteOffset: index &* 4, as: __m128i.self)
    let under = background.loadUnaligned(fromByteOffset: index &* 4, as: __m128i.self)
    let transparency = _mm_xor_si128(alphaInEveryWord(over), lowBytes)
    let redBlue = dividedBy255(_mm_mullo_epi16(_mm_and_si128(under, lowBytes), transparency))
    let greenAlpha = dividedBy255(_mm_mullo_epi16(_mm_srli_epi16(under, 8), transparency))
    let shining = _mm_or_si128(redBlue, _mm_slli_epi16(greenAlpha, 8))
    destination.storeBytes(of: _mm_adds_epu8(over, shining), toByteOffset: index &* 4, as: __m128i.self)
    index &+= 4
  }
  return index
}
