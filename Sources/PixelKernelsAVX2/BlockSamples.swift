import CSimd

/// `PixelKernels`' samples of blocks of 4 × 4 values, two blocks at a time. Returns the number of blocks processed.
/// Supports single blocks and groups of an even number of blocks.
@inline(never)
public func makeBlockSamples4(
  _ destination: UnsafeMutableRawPointer, _ stride: Int, _ blocks: UnsafeRawPointer, _ across: Int, _ distance: Int,
  _ quantisers: UnsafePointer<Int16>, _ count: Int
) -> Int {
  if across != 1 && across & 1 != 0 { return 0 }
  let factors = UnsafeRawPointer(quantisers)
  let upperFactors = csimd_loaded_halves_256(factors, factors)
  let lowerFactors = csimd_loaded_halves_256(factors + 16, factors + 16)
  let middle = _mm256_set1_epi16(128)
  let other = across == 1 ? distance : 32
  var (block, left) = (blocks, across)
  var index = 0
  while index &+ 2 <= count {
    // Rows 0 and 1, then rows 2 and 3.
    let upper = _mm256_mullo_epi16(csimd_loaded_halves_256(block, block + other), upperFactors)
    let lower = _mm256_mullo_epi16(csimd_loaded_halves_256(block + 16, block + (other &+ 16)), lowerFactors)
    let down = transformed(
      _mm256_unpacklo_epi16(upper, lower), _mm256_unpackhi_epi16(upper, lower), _mm256_set1_epi32(1 << 10))
    let top = _mm256_packs_epi32(_mm256_srai_epi32(down.0, 11), _mm256_srai_epi32(down.1, 11))
    let bottom = _mm256_packs_epi32(_mm256_srai_epi32(down.2, 11), _mm256_srai_epi32(down.3, 11))
    // Columns 0 and 1 of all rows, then columns 2 and 3.
    let (low, high) = (_mm256_unpacklo_epi16(top, bottom), _mm256_unpackhi_epi16(top, bottom))
    let (left01, right23) = (_mm256_unpacklo_epi16(low, high), _mm256_unpackhi_epi16(low, high))
    let across4 = transformed(
      _mm256_unpacklo_epi16(left01, right23), _mm256_unpackhi_epi16(left01, right23), _mm256_set1_epi32(1 << 17))
    let columns01 = _mm256_packs_epi32(_mm256_srai_epi32(across4.0, 18), _mm256_srai_epi32(across4.1, 18))
    let columns23 = _mm256_packs_epi32(_mm256_srai_epi32(across4.2, 18), _mm256_srai_epi32(across4.3, 18))
    let columns02 = _mm256_unpacklo_epi16(columns01, columns23)
    let columns13 = _mm256_unpackhi_epi16(columns01, columns23)
    let rows = _mm256_packus_epi16(
      _mm256_add_epi16(_mm256_unpacklo_epi16(columns02, columns13), middle),
      _mm256_add_epi16(_mm256_unpackhi_epi16(columns02, columns13), middle))
    // Each row of the first block, beside the row of the second.
    let (one, two) = (_mm256_castsi256_si128(rows), _mm256_castsi256_si128(csimd_high_halves_256(rows, rows)))
    let place = destination + 4 &* index
    let (rows01, rows23) = (_mm_unpacklo_epi32(one, two), _mm_unpackhi_epi32(one, two))
    place.storeBytes(of: _mm_cvtsi128_si64(rows01), as: Int64.self)
    (place + stride).storeBytes(of: _mm_cvtsi128_si64(_mm_unpackhi_epi64(rows01, rows01)), as: Int64.self)
    (place + 2 &* stride).storeBytes(of: _mm_cvtsi128_si64(rows23), as: Int64.self)
    (place + 3 &* stride).storeBytes(of: _mm_cvtsi128_si64(_mm_unpackhi_epi64(rows23, rows23)), as: Int64.self)
    index &+= 2
    left &-= 2
    block += 2 &* other
    if left == 0 {
      left = across
      block += distance &- 32 &* across
    }
  }
  return index
}

/// Returns the inverse DCT of four values, scaled by 8192 · 2 · √2, with `rounding` added. The values are given as
/// pairs: the first and the third, the second and the fourth.
@inline(__always)
private func transformed(_ even: __m256i, _ odd: __m256i, _ rounding: __m256i) -> (__m256i, __m256i, __m256i, __m256i) {
  let outer = _mm256_add_epi32(_mm256_madd_epi16(even, _mm256_set1_epi16(8192)), rounding)
  let inner = _mm256_add_epi32(_mm256_madd_epi16(even, factors(8192, -8192)), rounding)
  let (steep, flat) = (_mm256_madd_epi16(odd, factors(10703, 4433)), _mm256_madd_epi16(odd, factors(4433, -10703)))
  return (
    _mm256_add_epi32(outer, steep), _mm256_add_epi32(inner, flat), _mm256_sub_epi32(inner, flat),
    _mm256_sub_epi32(outer, steep)
  )
}

/// Returns eight copies of a pair of factors.
@inline(__always)
private func factors(_ one: Int32, _ other: Int32) -> __m256i { _mm256_set1_epi32(one & 0xFFFF | other << 16) }
