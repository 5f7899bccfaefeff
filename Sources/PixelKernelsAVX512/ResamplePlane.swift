import CSimd

/// `PixelKernels`' horizontal pass over a plane on whole groups of sixteen samples; returns how many it did.
///
/// A sample is a dot product over thirty-two taps at a time, or sixteen at the end; those of sixteen samples are added up crosswise.
@inline(never)
public func resamplePlaneHorizontally(
  _ destination: UnsafeMutableRawPointer, _ row: UnsafeRawPointer, _ taps: UnsafePointer<Int16>, _ tapStride: Int,
  _ firsts: UnsafePointer<Int32>, _ count: Int
) -> Int {
  // What packing in halves leaves: the groups of four of 0…3, 8…11, 4…7, 12…15.
  let order = _mm256_setr_epi32(0, 4, 1, 5, 0, 4, 1, 5)
  var index = 0
  while index &+ 16 <= count {
    let first = eight(row, taps, tapStride, firsts, index)
    let second = eight(row, taps, tapStride, firsts, index &+ 8)
    let words = _mm256_packs_epi32(first, second)
    let bytes = _mm256_permutevar8x32_epi32(_mm256_packus_epi16(words, words), order)
    destination.storeBytes(of: _mm256_castsi256_si128(bytes), toByteOffset: index, as: __m128i.self)
    index &+= 16
  }
  return index
}

/// Eight samples' sums, as whole levels: samples 0…3 in the low half, 4…7 in the high one.
@inline(__always)
private func eight(
  _ row: UnsafeRawPointer, _ taps: UnsafePointer<Int16>, _ tapStride: Int, _ firsts: UnsafePointer<Int32>, _ index: Int
) -> __m256i {
  let low = four(row, taps, tapStride, firsts, index)
  let high = four(row, taps, tapStride, firsts, index &+ 4)
  let sums = _mm256_add_epi32(csimd_low_halves_256(low, high), csimd_high_halves_256(low, high))
  return _mm256_srai_epi32(_mm256_add_epi32(sums, _mm256_set1_epi32(1 << 19)), 20)
}

/// Four samples' sums, each in two parts: one a half.
@inline(__always)
private func four(
  _ row: UnsafeRawPointer, _ taps: UnsafePointer<Int16>, _ tapStride: Int, _ firsts: UnsafePointer<Int32>, _ index: Int
) -> __m256i {
  let first = _mm256_hadd_epi32(
    dot(row, taps, tapStride, firsts, index), dot(row, taps, tapStride, firsts, index &+ 1))
  let second = _mm256_hadd_epi32(
    dot(row, taps, tapStride, firsts, index &+ 2), dot(row, taps, tapStride, firsts, index &+ 3))
  return _mm256_hadd_epi32(first, second)
}

/// One sample's sum, in eight parts.
@inline(__always)
private func dot(
  _ row: UnsafeRawPointer, _ taps: UnsafePointer<Int16>, _ tapStride: Int, _ firsts: UnsafePointer<Int32>,
  _ sample: Int
) -> __m256i {
  let samples = row + Int(firsts[sample]) &* 2
  let weights = UnsafeRawPointer(taps + sample &* tapStride)
  var total = _mm512_setzero_si512()
  var offset = 0
  while offset &+ 64 <= tapStride &* 2 {
    let product = _mm512_madd_epi16(
      samples.loadUnaligned(fromByteOffset: offset, as: __m512i.self),
      weights.loadUnaligned(fromByteOffset: offset, as: __m512i.self))
    total = _mm512_add_epi32(total, product)
    offset &+= 64
  }
  let parts = csimd_sum_of_halves_512(total)
  if offset == tapStride &* 2 { return parts }
  let product = _mm256_madd_epi16(
    samples.loadUnaligned(fromByteOffset: offset, as: __m256i.self),
    weights.loadUnaligned(fromByteOffset: offset, as: __m256i.self))
  return _mm256_add_epi32(parts, product)
}
