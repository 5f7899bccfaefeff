import CSimd

/// `PixelKernels`' source-over on whole groups of eight pixels; returns how many pixels it did.
@inline(never)
public func sourceOver(
  _ destination: UnsafeMutableRawPointer, _ background: UnsafeRawPointer, _ foreground: UnsafeRawPointer, _ count: Int
) -> Int {
  let lowBytes = _mm256_set1_epi16(0xFF)
  let spread = alphaToEveryWord()
  var index = 0
  while index &+ 8 <= count {
    let over = foreground.loadUnaligned(fromByteOffset: index &* 4, as: __m256i.self)
    let under = background.loadUnaligned(fromByteOffset: index &* 4, as: __m256i.self)
    let transparency = _mm256_xor_si256(_mm256_shuffle_epi8(over, spread), lowBytes)
    let redBlue = dividedBy255(_mm256_mullo_epi16(_mm256_and_si256(under, lowBytes), transparency))
    let greenAlpha = dividedBy255(_mm256_mullo_epi16(_mm256_srli_epi16(under, 8), transparency))
    let shining = _mm256_or_si256(redBlue, _mm256_slli_epi16(greenAlpha, 8))
    destination.storeBytes(of: _mm256_adds_epu8(over, shining), toByteOffset: index &* 4, as: __m256i.self)
    index &+= 8
  }
  return index
}
