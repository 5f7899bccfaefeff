import CSimd

/// `PixelKernels`' scale of 16-bit pixels, four at a time. Returns the number of pixels processed. The factor, 0…1,
/// must be slightly too large, so that halves are rounded upwards.
@inline(never)
public func scale16(
  _ destination: UnsafeMutableRawPointer, _ source: UnsafeRawPointer, _ factor: Double, _ count: Int
) -> Int {
  let factors = _mm256_set1_pd(factor)
  let lowWord = _mm256_set1_epi64x(0xFFFF)
  var index = 0
  while index &+ 4 <= count {
    let pixels = source.loadUnaligned(fromByteOffset: index &* 8, as: __m256i.self)
    let faded = packed16(
      scaled(_mm256_and_si256(pixels, lowWord), factors),
      scaled(_mm256_and_si256(_mm256_srli_epi64(pixels, 16), lowWord), factors),
      scaled(_mm256_and_si256(_mm256_srli_epi64(pixels, 32), lowWord), factors),
      scaled(_mm256_srli_epi64(pixels, 48), factors))
    destination.storeBytes(of: faded, toByteOffset: index &* 8, as: __m256i.self)
    index &+= 4
  }
  return index
}
