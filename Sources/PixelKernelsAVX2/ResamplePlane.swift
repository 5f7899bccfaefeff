import CSimd

/// `PixelKernels`' weaving of four rows, sixteen samples of each at a time; returns how many it did.
@inline(never)
public func weaveRows(
  _ destination: UnsafeMutableRawPointer, _ rows: UnsafeRawPointer, _ stride: Int, _ count: Int
) -> Int {
  var index = 0
  while index &+ 16 <= count {
    let place = rows + index &* 2
    let first = place.loadUnaligned(as: __m256i.self)
    let second = place.loadUnaligned(fromByteOffset: stride, as: __m256i.self)
    let third = place.loadUnaligned(fromByteOffset: stride &* 2, as: __m256i.self)
    let fourth = place.loadUnaligned(fromByteOffset: stride &* 3, as: __m256i.self)
    let (upperLow, upperHigh) = (_mm256_unpacklo_epi16(first, second), _mm256_unpackhi_epi16(first, second))
    let (lowerLow, lowerHigh) = (_mm256_unpacklo_epi16(third, fourth), _mm256_unpackhi_epi16(third, fourth))
    // Samples 0, 1 and 8, 9; then 2, 3 and 10, 11, and so on.
    let (one, two) = (_mm256_unpacklo_epi32(upperLow, lowerLow), _mm256_unpackhi_epi32(upperLow, lowerLow))
    let (three, four) = (_mm256_unpacklo_epi32(upperHigh, lowerHigh), _mm256_unpackhi_epi32(upperHigh, lowerHigh))
    let target = destination + index &* 8
    target.storeBytes(of: csimd_low_halves_256(one, two), as: __m256i.self)
    target.storeBytes(of: csimd_low_halves_256(three, four), toByteOffset: 32, as: __m256i.self)
    target.storeBytes(of: csimd_high_halves_256(one, two), toByteOffset: 64, as: __m256i.self)
    target.storeBytes(of: csimd_high_halves_256(three, four), toByteOffset: 96, as: __m256i.self)
    index &+= 16
  }
  return index
}

/// `PixelKernels`' horizontal pass over four woven rows on whole groups of four samples; returns how many it did.
@inline(never)
public func resamplePlaneHorizontally(
  _ destination: UnsafeMutableRawPointer, _ stride: Int, _ woven: UnsafeRawPointer, _ taps: UnsafePointer<Int16>,
  _ tapStride: Int, _ firsts: UnsafePointer<Int32>, _ counts: UnsafePointer<Int32>, _ count: Int
) -> Int {
  // Samples 0, 2, 1, 3 of a group, each in the low or the high words of a half.
  let order = _mm256_setr_epi32(0, 4, 1, 5, 0, 4, 1, 5)
  let byRow = _mm_setr_epi8(0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15)
  var index = 0
  while index &+ 4 <= count {
    let first = weightedSum(woven, taps, tapStride, firsts, counts, index)
    let second = weightedSum(woven, taps, tapStride, firsts, counts, index &+ 1)
    let third = weightedSum(woven, taps, tapStride, firsts, counts, index &+ 2)
    let fourth = weightedSum(woven, taps, tapStride, firsts, counts, index &+ 3)
    let words = _mm256_packs_epi32(roundedSums(first, second), roundedSums(third, fourth))
    let bytes = _mm256_permutevar8x32_epi32(_mm256_packus_epi16(words, words), order)
    let rows = _mm_shuffle_epi8(_mm256_castsi256_si128(bytes), byRow)
    let lower = _mm_unpackhi_epi64(rows, rows)
    let place = destination + index
    place.storeBytes(of: _mm_cvtsi128_si32(rows), as: Int32.self)
    place.storeBytes(of: _mm_cvtsi128_si32(_mm_srli_epi64(rows, 32)), toByteOffset: stride, as: Int32.self)
    place.storeBytes(of: _mm_cvtsi128_si32(lower), toByteOffset: stride &* 2, as: Int32.self)
    place.storeBytes(of: _mm_cvtsi128_si32(_mm_srli_epi64(lower, 32)), toByteOffset: stride &* 3, as: Int32.self)
    index &+= 4
  }
  return index
}
