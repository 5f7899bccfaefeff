import CSimd

/// `PixelKernels`' vertical pass at 16 bits, eight pixels at a time. Returns the number of pixels processed.
///
/// `madd` does both taps of a pair of rows at once, on signed words. So a weight w is split into two words, w = 2¹⁰ ·
/// high + low with low in 0…1023. A channel c is used as c − 2¹⁵. Because the weights sum to 1, adding 2¹⁵ at the end
/// restores it. Low products are below 2²⁵, so their carry is moved to the high sums before 64 of them are added up.
/// High sums may wrap on the way. The whole sum is below 3 · 2³⁹, so its bits from bit 10 up fit in 32 bits.
@inline(never)
public func resampleVertically16(
  _ destination: UnsafeMutableRawPointer, _ rows: UnsafePointer<UnsafeRawPointer>, _ taps: UnsafePointer<Int32>,
  _ tapCount: Int, _ count: Int
) -> Int {
  let zero = _mm256_setzero_si256()
  // Half of the 2¹⁶ that are shifted out.
  let half = _mm256_set1_epi32(1 << 5)
  let sign = _mm256_set1_epi16(Int16.min)
  var index = 0
  while index &+ 8 <= count {
    // Pixels 0 and 2, 1 and 3, 4 and 6, 5 and 7.
    var (high0, high1, high2, high3) = (half, half, half, half)
    var (low0, low1, low2, low3) = (zero, zero, zero, zero)
    var tap = 0
    while tap < tapCount {
      let end = min(tap &+ 32, tapCount)
      while tap < end {
        // The last tap is followed by a weight of 0, which is applied to the last row again.
        let upper = rows[tap] + index &* 8
        let lower = rows[min(tap &+ 1, tapCount &- 1)] + index &* 8
        let upper0 = _mm256_xor_si256(upper.loadUnaligned(as: __m256i.self), sign)
        let lower0 = _mm256_xor_si256(lower.loadUnaligned(as: __m256i.self), sign)
        let upper1 = _mm256_xor_si256(upper.loadUnaligned(fromByteOffset: 32, as: __m256i.self), sign)
        let lower1 = _mm256_xor_si256(lower.loadUnaligned(fromByteOffset: 32, as: __m256i.self), sign)
        let (first, second) = (_mm256_unpacklo_epi16(upper0, lower0), _mm256_unpackhi_epi16(upper0, lower0))
        let (third, fourth) = (_mm256_unpacklo_epi16(upper1, lower1), _mm256_unpackhi_epi16(upper1, lower1))

        let (weight, next) = (taps[tap], taps[tap &+ 1])
        let high = _mm256_set1_epi32((weight &>> 10) & 0xFFFF | (next &>> 10) &<< 16)
        let low = _mm256_set1_epi32(weight & 0x3FF | (next & 0x3FF) &<< 16)
        high0 = _mm256_add_epi32(high0, _mm256_madd_epi16(first, high))
        high1 = _mm256_add_epi32(high1, _mm256_madd_epi16(second, high))
        high2 = _mm256_add_epi32(high2, _mm256_madd_epi16(third, high))
        high3 = _mm256_add_epi32(high3, _mm256_madd_epi16(fourth, high))
        low0 = _mm256_add_epi32(low0, _mm256_madd_epi16(first, low))
        low1 = _mm256_add_epi32(low1, _mm256_madd_epi16(second, low))
        low2 = _mm256_add_epi32(low2, _mm256_madd_epi16(third, low))
        low3 = _mm256_add_epi32(low3, _mm256_madd_epi16(fourth, low))
        tap &+= 2
      }
      (high0, low0) = carried(high0, low0)
      (high1, low1) = carried(high1, low1)
      (high2, low2) = carried(high2, low2)
      (high3, low3) = carried(high3, low3)
    }
    let (first, second, third, fourth) = (finished(high0), finished(high1), finished(high2), finished(high3))
    let pixels = destination + index &* 16
    pixels.storeBytes(of: csimd_low_halves_256(first, second), as: __m256i.self)
    pixels.storeBytes(of: csimd_high_halves_256(first, second), toByteOffset: 32, as: __m256i.self)
    pixels.storeBytes(of: csimd_low_halves_256(third, fourth), toByteOffset: 64, as: __m256i.self)
    pixels.storeBytes(of: csimd_high_halves_256(third, fourth), toByteOffset: 96, as: __m256i.self)
    index &+= 8
  }
  return index
}

/// Moves the carry of the low sums to the high sums, so that the low sums are below 2¹⁰.
@inline(__always)
private func carried(_ high: __m256i, _ low: __m256i) -> (high: __m256i, low: __m256i) {
  (_mm256_add_epi32(high, _mm256_srai_epi32(low, 10)), _mm256_and_si256(low, _mm256_set1_epi32(0x3FF)))
}

/// Converts high sums to channels × 2⁸ for the second pass, adding back the 2¹⁵ subtracted from each channel.
@inline(__always)
private func finished(_ high: __m256i) -> __m256i {
  _mm256_add_epi32(_mm256_srai_epi32(high, 6), _mm256_set1_epi32(1 << 23))
}

/// `PixelKernels`' horizontal pass at 16 bits, two samples at a time, up to the first group with a sample whose alpha
/// exceeds opaque. Returns the number of samples processed.
@inline(never)
public func resampleHorizontally16(
  _ destination: UnsafeMutableRawPointer, _ row: UnsafeRawPointer, _ taps: UnsafePointer<Int32>, _ tapStride: Int,
  _ firsts: UnsafePointer<Int32>, _ counts: UnsafePointer<Int32>, _ count: Int
) -> Int {
  let highWords = _mm256_set1_epi64x(-1 << 32)
  let order = _mm256_setr_epi32(0, 2, 4, 6, 1, 3, 5, 7)
  // Sums include a half for rounding.
  let opaque = _mm256_setr_epi64x(.max, .max, .max, 65_535 << 32 + 1 << 31)
  let spreadAlpha = _mm_setr_epi8(6, 7, 6, 7, 6, 7, 6, 7, 14, 15, 14, 15, 14, 15, 14, 15)
  var index = 0
  while index &+ 2 <= count {
    let first = sum(row, taps, tapStride, firsts, counts, index)
    let second = sum(row, taps, tapStride, firsts, counts, index &+ 1)
    let isMore = _mm256_or_si256(_mm256_cmpgt_epi64(first, opaque), _mm256_cmpgt_epi64(second, opaque))
    if _mm256_movemask_epi8(isMore) != 0 { return index }
    // All 32 fractional bits are shifted out, so the levels are the high words of the sums.
    let levels = _mm256_permutevar8x32_epi32(
      _mm256_or_si256(_mm256_srli_epi64(first, 32), _mm256_and_si256(second, highWords)), order)
    let pixels = _mm_packus_epi32(
      _mm256_castsi256_si128(levels), _mm256_castsi256_si128(csimd_high_halves_256(levels, levels)))
    // The alpha of each pixel limits its colour.
    let bounded = _mm_min_epu16(pixels, _mm_shuffle_epi8(pixels, spreadAlpha))
    destination.storeBytes(of: bounded, toByteOffset: index &* 8, as: __m128i.self)
    index &+= 2
  }
  return index
}

/// Returns the weighted sum of one sample, plus a half.
@inline(__always)
private func sum(
  _ row: UnsafeRawPointer, _ taps: UnsafePointer<Int32>, _ tapStride: Int, _ firsts: UnsafePointer<Int32>,
  _ counts: UnsafePointer<Int32>, _ sample: Int
) -> __m256i {
  let pixels = row + Int(firsts[sample]) &* 16
  let weights = taps + sample &* tapStride
  let tapCount = Int(counts[sample])
  var total = _mm256_set1_epi64x(1 << 31)
  var tap = 0
  while tap < tapCount {
    let channels = _mm256_cvtepi32_epi64(pixels.loadUnaligned(fromByteOffset: tap &* 16, as: __m128i.self))
    total = _mm256_add_epi64(total, _mm256_mul_epi32(channels, _mm256_set1_epi32(weights[tap])))
    tap &+= 1
  }
  return total
}
