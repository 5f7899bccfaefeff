import CSimd

/// `PixelKernels`' source-over of 16-bit pixels on whole groups of four; returns how many pixels it did.
@inline(never)
public func sourceOver16(
  _ destination: UnsafeMutableRawPointer, _ background: UnsafeRawPointer, _ foreground: UnsafeRawPointer, _ count: Int
) -> Int {
  let allBits = _mm256_set1_epi16(-1)
  let spread = alphaToEveryWord16()
  var index = 0
  while index &+ 4 <= count {
    let over = foreground.loadUnaligned(fromByteOffset: index &* 8, as: __m256i.self)
    let under = background.loadUnaligned(fromByteOffset: index &* 8, as: __m256i.self)
    let transparency = _mm256_xor_si256(_mm256_shuffle_epi8(over, spread), allBits)
    let shining = productDividedBy65535(under, transparency)
    destination.storeBytes(of: _mm256_adds_epu16(over, shining), toByteOffset: index &* 8, as: __m256i.self)
    index &+= 4
  }
  return index
}
