import CSimd

/// `PixelKernels`' halving of pixels, eight pixels of the result at a time. Returns the number of pixels processed.
@inline(never)
public func halvePixels(
  _ destination: UnsafeMutableRawPointer, _ upper: UnsafeRawPointer, _ lower: UnsafeRawPointer, _ count: Int, _ row: Int
) -> Int {
  let even = Int16(1 &+ row & 1)
  let odd = 3 &- even
  let rounding = _mm256_setr_epi16(
    even, even, even, even, odd, odd, odd, odd, even, even, even, even, odd, odd, odd, odd)
  var index = 0
  while index &+ 8 <= count / 2 {
    let first = pixelSums(upper, lower, index &* 8)
    let second = pixelSums(upper, lower, index &* 8 &+ 32)
    store(destination, index &* 4, means(first, rounding), means(second, rounding))
    index &+= 8
  }
  return index
}

/// `PixelKernels`' halving of samples, 32 samples of the result at a time. Returns the number of samples processed.
@inline(never)
public func halveSamples(
  _ destination: UnsafeMutableRawPointer, _ upper: UnsafeRawPointer, _ lower: UnsafeRawPointer, _ count: Int, _ row: Int
) -> Int {
  let even = Int32(1 &+ row & 1)
  let rounding = _mm256_set1_epi32(even | (3 &- even) &<< 16)
  var index = 0
  while index &+ 32 <= count / 2 {
    let first = sampleSums(upper, lower, index &* 2)
    let second = sampleSums(upper, lower, index &* 2 &+ 32)
    store(destination, index, means(first, rounding), means(second, rounding))
    index &+= 32
  }
  return index
}

/// Returns the sums of four squares of pixels, as words.
@inline(__always)
private func pixelSums(_ upper: UnsafeRawPointer, _ lower: UnsafeRawPointer, _ offset: Int) -> __m256i {
  // The order that pairs the channels of two pixels.
  let pair = _mm256_setr_epi8(
    0, 4, 1, 5, 2, 6, 3, 7, 8, 12, 9, 13, 10, 14, 11, 15, 0, 4, 1, 5, 2, 6, 3, 7, 8, 12, 9, 13, 10, 14, 11, 15)
  let one = _mm256_set1_epi8(1)
  return _mm256_add_epi16(
    _mm256_maddubs_epi16(
      _mm256_shuffle_epi8(upper.loadUnaligned(fromByteOffset: offset, as: __m256i.self), pair), one),
    _mm256_maddubs_epi16(
      _mm256_shuffle_epi8(lower.loadUnaligned(fromByteOffset: offset, as: __m256i.self), pair), one))
}

/// Returns sixteen sums, each of 2 × 2 samples, as words.
@inline(__always)
private func sampleSums(_ upper: UnsafeRawPointer, _ lower: UnsafeRawPointer, _ offset: Int) -> __m256i {
  let one = _mm256_set1_epi8(1)
  return _mm256_add_epi16(
    _mm256_maddubs_epi16(upper.loadUnaligned(fromByteOffset: offset, as: __m256i.self), one),
    _mm256_maddubs_epi16(lower.loadUnaligned(fromByteOffset: offset, as: __m256i.self), one))
}

@inline(__always)
private func means(_ sums: __m256i, _ rounding: __m256i) -> __m256i {
  _mm256_srli_epi16(_mm256_add_epi16(sums, rounding), 2)
}

/// Stores two vectors of words as bytes.
@inline(__always)
private func store(_ destination: UnsafeMutableRawPointer, _ offset: Int, _ first: __m256i, _ second: __m256i) {
  // Restores the order after packing by halves.
  let order = _mm256_setr_epi32(0, 1, 4, 5, 2, 3, 6, 7)
  let bytes = _mm256_permutevar8x32_epi32(_mm256_packus_epi16(first, second), order)
  destination.storeBytes(of: bytes, toByteOffset: offset, as: __m256i.self)
}
