import CSimd

/// `PixelKernels`' samples of blocks of a single value, eight blocks at a time. Returns the number of blocks processed.
@inline(never)
public func makeBlockSamples1(
  _ destination: UnsafeMutableRawPointer, _ stride: Int, _ blocks: UnsafeRawPointer, _ across: Int, _ distance: Int,
  _ quantisers: UnsafePointer<Int16>, _ count: Int
) -> Int {
  // Eight must be a multiple of the number of adjacent blocks.
  guard across == 1 || across == 2 || across == 4 else { return 0 }
  let quantiser = _mm_set1_epi16(quantisers[0])
  // Offsets of the eight blocks from the first.
  let (step, pair) = (across == 1 ? distance : 2, across == 4 ? 4 : across == 2 ? distance : 2 &* distance)
  let half = across == 4 ? distance : 2 &* pair
  var place = blocks
  var index = 0
  @inline(__always) func value(_ offset: Int) -> Int16 { place.load(fromByteOffset: offset, as: Int16.self) }
  while index &+ 8 <= count {
    let values = _mm_set_epi16(
      value(half &+ pair &+ step), value(half &+ pair), value(half &+ step), value(half), value(pair &+ step),
      value(pair),
      value(step), value(0))
    let eighths = _mm_add_epi16(_mm_mullo_epi16(values, quantiser), _mm_set1_epi16(4))
    let samples = _mm_add_epi16(_mm_srai_epi16(eighths, 3), _mm_set1_epi16(128))
    (destination + index).storeBytes(of: _mm_cvtsi128_si64(_mm_packus_epi16(samples, samples)), as: Int64.self)
    index &+= 8
    place += 2 &* half
  }
  return index
}

/// `PixelKernels`' samples of blocks of 2 × 2 values, eight blocks at a time. Returns the number of blocks processed.
/// Supports single blocks and groups of an even number of blocks.
@inline(never)
public func makeBlockSamples2(
  _ destination: UnsafeMutableRawPointer, _ stride: Int, _ blocks: UnsafeRawPointer, _ across: Int, _ distance: Int,
  _ quantisers: UnsafePointer<Int16>, _ count: Int
) -> Int {
  if across != 1 && across & 1 != 0 { return 0 }
  let mean = _mm_set1_epi16(quantisers[0])
  let right = _mm_set1_epi16(quantisers[1])
  let down = _mm_set1_epi16(quantisers[2])
  let both = _mm_set1_epi16(quantisers[3])
  let middle = _mm_set1_epi16(128)
  var (place, left) = (blocks, across)
  var index = 0
  while index &+ 8 <= count {
    // Pairs of blocks become vectors of their first, second, third and fourth values.
    let a = nextPair(&place, &left, across, distance)
    let b = nextPair(&place, &left, across, distance)
    let c = nextPair(&place, &left, across, distance)
    let d = nextPair(&place, &left, across, distance)
    let (ab0, ab1) = (_mm_unpacklo_epi16(a, b), _mm_unpackhi_epi16(a, b))
    let (cd0, cd1) = (_mm_unpacklo_epi16(c, d), _mm_unpackhi_epi16(c, d))
    let (abLow, abHigh) = (_mm_unpacklo_epi16(ab0, ab1), _mm_unpackhi_epi16(ab0, ab1))
    let (cdLow, cdHigh) = (_mm_unpacklo_epi16(cd0, cd1), _mm_unpackhi_epi16(cd0, cd1))
    let values0 = _mm_add_epi16(_mm_mullo_epi16(_mm_unpacklo_epi64(abLow, cdLow), mean), _mm_set1_epi16(4))
    let values1 = _mm_mullo_epi16(_mm_unpackhi_epi64(abLow, cdLow), right)
    let values2 = _mm_mullo_epi16(_mm_unpacklo_epi64(abHigh, cdHigh), down)
    let values3 = _mm_mullo_epi16(_mm_unpackhi_epi64(abHigh, cdHigh), both)
    let (upper, upperSlope) = (_mm_add_epi16(values0, values2), _mm_add_epi16(values1, values3))
    let (lower, lowerSlope) = (_mm_sub_epi16(values0, values2), _mm_sub_epi16(values1, values3))
    let row = destination + 2 &* index
    row.storeBytes(of: interleaved(upper, upperSlope, middle), as: __m128i.self)
    (row + stride).storeBytes(of: interleaved(lower, lowerSlope, middle), as: __m128i.self)
    index &+= 8
  }
  return index
}

/// Loads two blocks of 2 × 2 values.
@inline(__always)
private func nextPair(_ place: inout UnsafeRawPointer, _ left: inout Int, _ across: Int, _ distance: Int) -> __m128i {
  if across == 1 {
    let one = _mm_cvtsi64_si128(place.loadUnaligned(as: Int64.self))
    let other = _mm_cvtsi64_si128((place + distance).loadUnaligned(as: Int64.self))
    place += 2 &* distance
    return _mm_unpacklo_epi64(one, other)
  }
  let pair = place.loadUnaligned(as: __m128i.self)
  place += 16
  left &-= 2
  if left == 0 {
    left = across
    place += distance &- 8 &* across
  }
  return pair
}

/// Returns bytes of value + slope and value − slope alternately; both are in eighths.
@inline(__always)
private func interleaved(_ value: __m128i, _ slope: __m128i, _ middle: __m128i) -> __m128i {
  let left = _mm_add_epi16(_mm_srai_epi16(_mm_add_epi16(value, slope), 3), middle)
  let right = _mm_add_epi16(_mm_srai_epi16(_mm_sub_epi16(value, slope), 3), middle)
  let (low, high) = (_mm_unpacklo_epi16(left, right), _mm_unpackhi_epi16(left, right))
  return _mm_packus_epi16(low, high)
}

/// `PixelKernels`' samples of blocks of 4 × 4 values. Returns the number of blocks processed.
@inline(never)
public func makeBlockSamples4(
  _ destination: UnsafeMutableRawPointer, _ stride: Int, _ blocks: UnsafeRawPointer, _ across: Int, _ distance: Int,
  _ quantisers: UnsafePointer<Int16>, _ count: Int
) -> Int {
  let factors = UnsafeRawPointer(quantisers)
  let upperFactors = factors.loadUnaligned(as: __m128i.self)
  let lowerFactors = (factors + 16).loadUnaligned(as: __m128i.self)
  var (block, left) = (blocks, across)
  var index = 0
  while index < count {
    // Rows 0 and 1, then rows 2 and 3.
    let upper = _mm_mullo_epi16(block.loadUnaligned(as: __m128i.self), upperFactors)
    let lower = _mm_mullo_epi16((block + 16).loadUnaligned(as: __m128i.self), lowerFactors)
    let down = transformed(_mm_unpacklo_epi16(upper, lower), _mm_unpackhi_epi16(upper, lower), _mm_set1_epi32(1 << 10))
    // The results of the columns, as rows.
    let top = _mm_packs_epi32(_mm_srai_epi32(down.0, 11), _mm_srai_epi32(down.1, 11))
    let bottom = _mm_packs_epi32(_mm_srai_epi32(down.2, 11), _mm_srai_epi32(down.3, 11))
    // Columns 0 and 1 of all rows, then columns 2 and 3.
    let (low, high) = (_mm_unpacklo_epi16(top, bottom), _mm_unpackhi_epi16(top, bottom))
    let (left01, right23) = (_mm_unpacklo_epi16(low, high), _mm_unpackhi_epi16(low, high))
    let across4 = transformed(
      _mm_unpacklo_epi16(left01, right23), _mm_unpackhi_epi16(left01, right23), _mm_set1_epi32(1 << 17))
    let columns01 = _mm_packs_epi32(_mm_srai_epi32(across4.0, 18), _mm_srai_epi32(across4.1, 18))
    let columns23 = _mm_packs_epi32(_mm_srai_epi32(across4.2, 18), _mm_srai_epi32(across4.3, 18))
    let (columns02, columns13) = (_mm_unpacklo_epi16(columns01, columns23), _mm_unpackhi_epi16(columns01, columns23))
    let middle = _mm_set1_epi16(128)
    let rows = _mm_packus_epi16(
      _mm_add_epi16(_mm_unpacklo_epi16(columns02, columns13), middle),
      _mm_add_epi16(_mm_unpackhi_epi16(columns02, columns13), middle))
    let place = destination + 4 &* index
    place.storeBytes(of: _mm_cvtsi128_si32(rows), as: Int32.self)
    (place + stride).storeBytes(of: _mm_cvtsi128_si32(_mm_srli_epi64(rows, 32)), as: Int32.self)
    let others = _mm_unpackhi_epi64(rows, rows)
    (place + 2 &* stride).storeBytes(of: _mm_cvtsi128_si32(others), as: Int32.self)
    (place + 3 &* stride).storeBytes(of: _mm_cvtsi128_si32(_mm_srli_epi64(others, 32)), as: Int32.self)
    index &+= 1
    left &-= 1
    block += 32
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
private func transformed(_ even: __m128i, _ odd: __m128i, _ rounding: __m128i) -> (__m128i, __m128i, __m128i, __m128i) {
  let outer = _mm_add_epi32(_mm_madd_epi16(even, _mm_set1_epi16(8192)), rounding)
  let inner = _mm_add_epi32(_mm_madd_epi16(even, factors(8192, -8192)), rounding)
  let (steep, flat) = (_mm_madd_epi16(odd, factors(10703, 4433)), _mm_madd_epi16(odd, factors(4433, -10703)))
  return (
    _mm_add_epi32(outer, steep), _mm_add_epi32(inner, flat), _mm_sub_epi32(inner, flat), _mm_sub_epi32(outer, steep)
  )
}

/// Returns four copies of a pair of factors.
@inline(__always)
private func factors(_ one: Int32, _ other: Int32) -> __m128i { _mm_set1_epi32(one & 0xFFFF | other << 16) }
