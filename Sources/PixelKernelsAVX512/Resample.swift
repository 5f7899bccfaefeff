import CSimd

/// `PixelKernels`' vertical pass, sixteen pixels at a time. Returns the number of pixels processed.
///
/// Rows are processed in pairs: their bytes are interleaved and widened, so that one `madd` does both taps of a
/// channel. The last tap is followed by a weight of 0, which is applied to the last row again.
@inline(never)
public func resampleVertically(
  _ destination: UnsafeMutableRawPointer, _ rows: UnsafePointer<UnsafeRawPointer>, _ taps: UnsafePointer<Int16>,
  _ tapCount: Int, _ count: Int
) -> Int {
  let zero = _mm512_setzero_si512()
  let half = _mm512_set1_epi32(1 << 7)
  // The order for quarters 0 and 1 of the results of low and high words, alternately; then for 2 and 3.
  let lowOrder = __m512i(0, 1, 8, 9, 2, 3, 10, 11)
  let highOrder = __m512i(4, 5, 12, 13, 6, 7, 14, 15)
  var index = 0
  while index &+ 16 <= count {
    // Sums of channels 0…3, 4…7, 8…11 and 12…15 of each quarter of the vector.
    var (first, second, third, fourth) = (half, half, half, half)
    var tap = 0
    while tap < tapCount {
      let upper = rows[tap].loadUnaligned(fromByteOffset: index &* 4, as: __m512i.self)
      let lower = rows[min(tap &+ 1, tapCount &- 1)].loadUnaligned(fromByteOffset: index &* 4, as: __m512i.self)
      let weights = _mm512_set1_epi32(UnsafeRawPointer(taps + tap).loadUnaligned(as: Int32.self))
      let low = _mm512_unpacklo_epi8(upper, lower)
      let high = _mm512_unpackhi_epi8(upper, lower)
      first = _mm512_add_epi32(first, _mm512_madd_epi16(_mm512_unpacklo_epi8(low, zero), weights))
      second = _mm512_add_epi32(second, _mm512_madd_epi16(_mm512_unpackhi_epi8(low, zero), weights))
      third = _mm512_add_epi32(third, _mm512_madd_epi16(_mm512_unpacklo_epi8(high, zero), weights))
      fourth = _mm512_add_epi32(fourth, _mm512_madd_epi16(_mm512_unpackhi_epi8(high, zero), weights))
      tap &+= 2
    }
    let low = _mm512_packs_epi32(_mm512_srai_epi32(first, 8), _mm512_srai_epi32(second, 8))
    let high = _mm512_packs_epi32(_mm512_srai_epi32(third, 8), _mm512_srai_epi32(fourth, 8))
    destination.storeBytes(
      of: _mm512_permutex2var_epi64(low, lowOrder, high), toByteOffset: index &* 8, as: __m512i.self)
    destination.storeBytes(
      of: _mm512_permutex2var_epi64(low, highOrder, high), toByteOffset: index &* 8 &+ 64, as: __m512i.self)
    index &+= 16
  }
  return index
}

/// `PixelKernels`' horizontal pass, four samples at a time, up to the first group with a sample whose alpha exceeds
/// opaque. Returns the number of samples processed.
///
/// Eight taps at a time: two adjacent pixels in each quarter, with their channels paired for `madd`.
@inline(never)
public func resampleHorizontally(
  _ destination: UnsafeMutableRawPointer, _ row: UnsafeRawPointer, _ taps: UnsafePointer<Int16>, _ tapStride: Int,
  _ firsts: UnsafePointer<Int32>, _ counts: UnsafePointer<Int32>, _ count: Int
) -> Int {
  let spreadAlpha = _mm_setr_epi8(3, 3, 3, 3, 7, 7, 7, 7, 11, 11, 11, 11, 15, 15, 15, 15)
  // The first three limits exceed any sum, but leave room to subtract a negative sum within 32 bits.
  let opaque = _mm512_broadcast_i32x4(_mm_setr_epi32(1 << 30, 1 << 30, 1 << 30, 255 << 20))
  var index = 0
  while index &+ 4 <= count {
    let first = sum(row, taps, tapStride, firsts, counts, index)
    let second = sum(row, taps, tapStride, firsts, counts, index &+ 1)
    let third = sum(row, taps, tapStride, firsts, counts, index &+ 2)
    let fourth = sum(row, taps, tapStride, firsts, counts, index &+ 3)
    let sums = added(added(first, second), added(third, fourth))
    if _mm512_movepi32_mask(_mm512_sub_epi32(opaque, sums)) != 0 { return index }
    let levels = _mm512_srai_epi32(_mm512_add_epi32(sums, _mm512_set1_epi32(1 << 19)), 20)
    let pixels = _mm512_cvtusepi32_epi8(_mm512_max_epi32(levels, _mm512_setzero_si512()))
    // The alpha of each pixel limits its colour.
    let bounded = _mm_min_epu8(pixels, _mm_shuffle_epi8(pixels, spreadAlpha))
    destination.storeBytes(of: bounded, toByteOffset: index &* 4, as: __m128i.self)
    index &+= 4
  }
  return index
}

/// Returns the weighted sum of one sample, a part of it in each quarter of the vector.
@inline(__always)
private func sum(
  _ row: UnsafeRawPointer, _ taps: UnsafePointer<Int16>, _ tapStride: Int, _ firsts: UnsafePointer<Int32>,
  _ counts: UnsafePointer<Int32>, _ sample: Int
) -> __m512i {
  // The order that pairs the channels of two pixels.
  let pair = _mm512_broadcast_i32x4(_mm_setr_epi8(0, 1, 8, 9, 2, 3, 10, 11, 4, 5, 12, 13, 6, 7, 14, 15))
  let spread = _mm512_set_epi32(3, 3, 3, 3, 2, 2, 2, 2, 1, 1, 1, 1, 0, 0, 0, 0)
  let pixels = row + Int(firsts[sample]) &* 8
  let weights = UnsafeRawPointer(taps + sample &* tapStride)
  let tapCount = Int(counts[sample])
  var total = _mm512_setzero_si512()
  var tap = 0
  while tap < tapCount {
    let channels = _mm512_shuffle_epi8(
      pixels.loadUnaligned(fromByteOffset: tap &* 8, as: __m512i.self), pair)
    let eight = _mm512_castsi128_si512(weights.loadUnaligned(fromByteOffset: tap &* 2, as: __m128i.self))
    total = _mm512_add_epi32(total, _mm512_madd_epi16(channels, _mm512_permutexvar_epi32(spread, eight)))
    tap &+= 8
  }
  return total
}

/// Adds adjacent quarters: two sums from `first`, two from `second`. Applied twice, it leaves one of four sums in each
/// quarter.
@inline(__always)
private func added(_ first: __m512i, _ second: __m512i) -> __m512i {
  _mm512_add_epi32(csimd_even_quarters_512(first, second), csimd_odd_quarters_512(first, second))
}
