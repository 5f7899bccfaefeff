import CSimd

/// `PixelKernels`' interleaving of eight rows, four pairs of each at a time. Returns the number of pairs processed.
@inline(never)
public func weaveRows(
  _ destination: UnsafeMutableRawPointer, _ rows: UnsafeRawPointer, _ stride: Int, _ count: Int
) -> Int {
  var index = 0
  while index &+ 4 <= count / 2 {
    // Rows 0…3 in the low half, rows 4…7 in the high half; four pairs of each.
    let place = rows + index &* 4
    let first = csimd_loaded_halves_256(place, place + stride &* 4)
    let second = csimd_loaded_halves_256(place + stride, place + stride &* 5)
    let third = csimd_loaded_halves_256(place + stride &* 2, place + stride &* 6)
    let fourth = csimd_loaded_halves_256(place + stride &* 3, place + stride &* 7)
    let (upperLow, upperHigh) = (_mm256_unpacklo_epi32(first, second), _mm256_unpackhi_epi32(first, second))
    let (lowerLow, lowerHigh) = (_mm256_unpacklo_epi32(third, fourth), _mm256_unpackhi_epi32(third, fourth))
    let target = destination + index &* 32
    target.storeBytes(of: _mm256_unpacklo_epi64(upperLow, lowerLow), as: __m256i.self)
    target.storeBytes(of: _mm256_unpackhi_epi64(upperLow, lowerLow), toByteOffset: 32, as: __m256i.self)
    target.storeBytes(of: _mm256_unpacklo_epi64(upperHigh, lowerHigh), toByteOffset: 64, as: __m256i.self)
    target.storeBytes(of: _mm256_unpackhi_epi64(upperHigh, lowerHigh), toByteOffset: 96, as: __m256i.self)
    index &+= 4
  }
  return index
}

/// `PixelKernels`' horizontal pass over eight interleaved rows, four samples at a time. Returns the number of samples
/// processed.
@inline(never)
public func resamplePlaneHorizontally(
  _ destination: UnsafeMutableRawPointer, _ stride: Int, _ woven: UnsafeRawPointer, _ taps: UnsafePointer<Int16>,
  _ tapStride: Int, _ firsts: UnsafePointer<Int32>, _ counts: UnsafePointer<Int32>, _ count: Int
) -> Int {
  // In each half, four samples of four rows become four rows of four samples.
  let byRow = _mm256_setr_epi8(
    0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15, 0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15)
  var index = 0
  while index &+ 4 <= count {
    let first = eightRows(woven, taps, tapStride, firsts, counts, index)
    let second = eightRows(woven, taps, tapStride, firsts, counts, index &+ 1)
    let third = eightRows(woven, taps, tapStride, firsts, counts, index &+ 2)
    let fourth = eightRows(woven, taps, tapStride, firsts, counts, index &+ 3)
    let bytes = _mm256_packus_epi16(_mm256_packs_epi32(first, second), _mm256_packs_epi32(third, fourth))
    let rows = _mm256_shuffle_epi8(bytes, byRow)
    storeFour(destination + index, stride, _mm256_castsi256_si128(rows))
    storeFour(destination + index + stride &* 4, stride, _mm256_castsi256_si128(csimd_high_halves_256(rows, rows)))
    index &+= 4
  }
  return index
}

/// Returns one sample of each row, in whole levels.
@inline(__always)
private func eightRows(
  _ woven: UnsafeRawPointer, _ taps: UnsafePointer<Int16>, _ tapStride: Int, _ firsts: UnsafePointer<Int32>,
  _ counts: UnsafePointer<Int32>, _ sample: Int
) -> __m256i {
  // If a sample's first tap is the second of a pair, the sum starts with the zero weight before that tap.
  let first = Int(firsts[sample])
  var pair = woven + (first &>> 1) &* 32
  var weights = UnsafeRawPointer(taps + (sample &* tapStride &- (first & 1)))
  let end = weights + (Int(counts[sample]) &+ (first & 1)) &* 2
  var total = _mm256_set1_epi32(1 << 19)
  while weights < end {
    total = _mm256_add_epi32(
      total,
      _mm256_madd_epi16(pair.loadUnaligned(as: __m256i.self), _mm256_set1_epi32(weights.loadUnaligned(as: Int32.self))))
    pair += 32
    weights += 4
  }
  return _mm256_srai_epi32(total, 20)
}

/// Stores four rows of four samples.
@inline(__always)
private func storeFour(_ destination: UnsafeMutableRawPointer, _ stride: Int, _ rows: __m128i) {
  let lower = _mm_unpackhi_epi64(rows, rows)
  destination.storeBytes(of: _mm_cvtsi128_si32(rows), as: Int32.self)
  destination.storeBytes(of: _mm_cvtsi128_si32(_mm_srli_epi64(rows, 32)), toByteOffset: stride, as: Int32.self)
  destination.storeBytes(of: _mm_cvtsi128_si32(lower), toByteOffset: stride &* 2, as: Int32.self)
  destination.storeBytes(of: _mm_cvtsi128_si32(_mm_srli_epi64(lower, 32)), toByteOffset: stride &* 3, as: Int32.self)
}
