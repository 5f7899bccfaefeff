import CSimd

/// `PixelKernels`' premultiply of 16-bit pixels, four at a time. Returns the number of pixels processed.
@inline(never)
public func premultiply16(_ destination: UnsafeMutableRawPointer, _ source: UnsafeRawPointer, _ count: Int) -> Int {
  let spread = alphaToEveryWord16()
  // Multiplies alpha itself by 65535, so that it doesn't change.
  let alphaWords = _mm256_set1_epi64x(-0x0001_0000_0000_0000)
  var index = 0
  while index &+ 4 <= count {
    let pixels = source.loadUnaligned(fromByteOffset: index &* 8, as: __m256i.self)
    let factors = _mm256_or_si256(_mm256_shuffle_epi8(pixels, spread), alphaWords)
    destination.storeBytes(of: productDividedBy65535(pixels, factors), toByteOffset: index &* 8, as: __m256i.self)
    index &+= 4
  }
  return index
}
