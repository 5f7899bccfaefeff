import CSimd

/// `PixelKernels`' vertical pass, eight pixels at a time. Returns the number of pixels processed.
///
/// Rows are processed in pairs: their bytes are interleaved and widened, so that one `madd` does both taps of a
/// channel. The last tap is followed by a weight of 0, which is applied to the last row again.
@inline(never)
public func resampleVertically(
  _ destination: UnsafeMutableRawPointer, _ rows: UnsafePointer<UnsafeRawPointer>, _ taps: UnsafePointer<Int16>,
  _ tapCount: Int, _ count: Int
) -> Int {
  let zero = _mm256_setzero_si256()
  let half = _mm256_set1_epi32(1 << 7)
  var index = 0
  while index &+ 8 <= count {
    // Sums of channels 0…3, 4…7, 8…11 and 12…15 of each half of the vector.
    var (first, second, third, fourth) = (half, half, half, half)
    var tap = 0
    while tap < tapCount {
      let upper = rows[tap].loadUnaligned(fromByteOffset: index &* 4, as: __m256i.self)
      let lower = rows[min(tap &+ 1, tapCount &- 1)].loadUnaligned(fromByteOffset: index &* 4, as: __m256i.self)
      let weights = tapPair(taps + tap)
      let low = _mm256_unpacklo_epi8(upper, lower)
      let high = _mm256_unpackhi_epi8(upper, lower)
      first = _mm256_add_epi32(first, _mm256_madd_epi16(_mm256_unpacklo_epi8(low, zero), weights))
      second = _mm256_add_epi32(second, _mm256_madd_epi16(_mm256_unpackhi_epi8(low, zero), weights))
      third = _mm256_add_epi32(third, _mm256_madd_epi16(_mm256_unpacklo_epi8(high, zero), weights))
      fourth = _mm256_add_epi32(fourth, _mm256_madd_epi16(_mm256_unpackhi_epi8(high, zero), weights))
      tap &+= 2
    }
    let low = _mm256_packs_epi32(_mm256_srai_epi32(first, 8), _mm256_srai_epi32(second, 8))
    let high = _mm256_packs_epi32(_mm256_srai_epi32(third, 8), _mm256_srai_epi32(fourth, 8))
    destination.storeBytes(of: csimd_low_halves_256(low, high), toByteOffset: index &* 8, as: __m256i.self)
    destination.storeBytes(of: csimd_high_halves_256(low, high), toByteOffset: index &* 8 &+ 32, as: __m256i.self)
    index &+= 8
  }
  return index
}

/// Returns two adjacent weights in every 32-bit word.
@inline(__always)
private func tapPair(_ taps: UnsafePointer<Int16>) -> __m256i {
  _mm256_set1_epi32(UnsafeRawPointer(taps).loadUnaligned(as: Int32.self))
}

/// `PixelKernels`' horizontal pass, four samples at a time, up to the first group with a sample whose alpha exceeds
/// opaque. Returns the number of samples processed.
///
/// Four taps at a time: two adjacent pixels in each half, with their channels paired for `madd`.
@inline(never)
public func resampleHorizontally(
  _ destination: UnsafeMutableRawPointer, _ row: UnsafeRawPointer, _ taps: UnsafePointer<Int16>, _ tapStride: Int,
  _ firsts: UnsafePointer<Int32>, _ counts: UnsafePointer<Int32>, _ count: Int
) -> Int {
  // Samples 0, 2, 1, 3 of a group, each in the low or the high words of a half.
  let order = _mm256_setr_epi32(0, 4, 1, 5, 0, 4, 1, 5)
  let (any, most) = (Int32.max, Int32(255 << 20))
  let opaque = _mm256_setr_epi32(any, any, any, most, any, any, any, most)
  let spreadAlpha = _mm_setr_epi8(3, 3, 3, 3, 7, 7, 7, 7, 11, 11, 11, 11, 15, 15, 15, 15)
  var index = 0
  while index &+ 4 <= count {
    let first = sum(row, taps, tapStride, firsts, counts, index)
    let second = sum(row, taps, tapStride, firsts, counts, index &+ 1)
    let third = sum(row, taps, tapStride, firsts, counts, index &+ 2)
    let fourth = sum(row, taps, tapStride, firsts, counts, index &+ 3)
    let (firstTwo, lastTwo) = (added(first, second), added(third, fourth))
    let isMore = _mm256_or_si256(
      _mm256_cmpgt_epi32(firstTwo, opaque), _mm256_cmpgt_epi32(lastTwo, opaque))
    if _mm256_movemask_epi8(isMore) != 0 { return index }
    let words = _mm256_packs_epi32(rounded(firstTwo), rounded(lastTwo))
    let bytes = _mm256_permutevar8x32_epi32(_mm256_packus_epi16(words, words), order)
    let pixels = _mm256_castsi256_si128(bytes)
    // The alpha of each pixel limits its colour.
    let bounded = _mm_min_epu8(pixels, _mm_shuffle_epi8(pixels, spreadAlpha))
    destination.storeBytes(of: bounded, toByteOffset: index &* 4, as: __m128i.self)
    index &+= 4
  }
  return index
}

/// Returns the weighted sum of one sample: even pairs of taps in the low half, odd pairs in the high half.
@inline(__always)
private func sum(
  _ row: UnsafeRawPointer, _ taps: UnsafePointer<Int16>, _ tapStride: Int, _ firsts: UnsafePointer<Int32>,
  _ counts: UnsafePointer<Int32>, _ sample: Int
) -> __m256i {
  // The order that pairs the channels of two pixels.
  let pair = _mm256_setr_epi8(
    0, 1, 8, 9, 2, 3, 10, 11, 4, 5, 12, 13, 6, 7, 14, 15, 0, 1, 8, 9, 2, 3, 10, 11, 4, 5, 12, 13, 6, 7, 14, 15)
  let spread = _mm256_setr_epi32(0, 0, 0, 0, 1, 1, 1, 1)
  let pixels = row + Int(firsts[sample]) &* 8
  let weights = UnsafeRawPointer(taps + sample &* tapStride)
  let tapCount = Int(counts[sample])
  var total = _mm256_setzero_si256()
  var tap = 0
  while tap < tapCount {
    let channels = _mm256_shuffle_epi8(
      pixels.loadUnaligned(fromByteOffset: tap &* 8, as: __m256i.self), pair)
    let four = _mm256_set1_epi64x(weights.loadUnaligned(fromByteOffset: tap &* 2, as: Int64.self))
    total = _mm256_add_epi32(total, _mm256_madd_epi16(channels, _mm256_permutevar8x32_epi32(four, spread)))
    tap &+= 4
  }
  return total
}

/// Returns two samples' sums, each added up over its halves.
@inline(__always)
private func added(_ first: __m256i, _ second: __m256i) -> __m256i {
  _mm256_add_epi32(csimd_low_halves_256(first, second), csimd_high_halves_256(first, second))
}

/// Rounds sums to whole levels.
@inline(__always)
private func rounded(_ sums: __m256i) -> __m256i {
  _mm256_srai_epi32(_mm256_add_epi32(sums, _mm256_set1_epi32(1 << 19)), 20)
}
