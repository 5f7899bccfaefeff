import CSimd

/// `PixelKernels`' samples of whole blocks. Returns the number of blocks processed.
@inline(never)
public func makeBlockSamples8(
  _ destination: UnsafeMutableRawPointer, _ stride: Int, _ blocks: UnsafeRawPointer, _ across: Int, _ distance: Int,
  _ quantisers: UnsafePointer<Int16>, _ count: Int
) -> Int {
  let factors = UnsafeRawPointer(quantisers)
  var (block, left) = (blocks, across)
  var index = 0
  while index < count {
    @inline(__always) func row(_ y: Int) -> __m128i {
      _mm_mullo_epi16(
        (block + 16 &* y).loadUnaligned(as: __m128i.self), (factors + 16 &* y).loadUnaligned(as: __m128i.self))
    }
    let down = transformed(
      (row(0), row(1), row(2), row(3), row(4), row(5), row(6), row(7)), _mm_set1_epi32(1 << 10), shiftedBy11)
    let samples = transformed(transposed(down), _mm_set1_epi32(1 << 17), shiftedBy18)
    let columns = transposed(samples)
    let place = destination + 8 &* index
    let middle = _mm_set1_epi16(128)
    @inline(__always) func store(_ y: Int, _ one: __m128i, _ other: __m128i) {
      let rows = _mm_packus_epi16(_mm_add_epi16(one, middle), _mm_add_epi16(other, middle))
      (place + y &* stride).storeBytes(of: _mm_cvtsi128_si64(rows), as: Int64.self)
      (place + (y &+ 1) &* stride).storeBytes(of: _mm_cvtsi128_si64(_mm_unpackhi_epi64(rows, rows)), as: Int64.self)
    }
    store(0, columns.0, columns.1)
    store(2, columns.2, columns.3)
    store(4, columns.4, columns.5)
    store(6, columns.6, columns.7)
    index &+= 1
    left &-= 1
    block += 128
    if left == 0 {
      left = across
      block += distance &- 128 &* across
    }
  }
  return index
}

/// Eight rows of eight 16-bit values.
private typealias Rows = (__m128i, __m128i, __m128i, __m128i, __m128i, __m128i, __m128i, __m128i)

/// Transposes a block.
@inline(__always)
private func transposed(_ rows: Rows) -> Rows {
  let (a0, a1) = (_mm_unpacklo_epi16(rows.0, rows.1), _mm_unpackhi_epi16(rows.0, rows.1))
  let (a2, a3) = (_mm_unpacklo_epi16(rows.2, rows.3), _mm_unpackhi_epi16(rows.2, rows.3))
  let (a4, a5) = (_mm_unpacklo_epi16(rows.4, rows.5), _mm_unpackhi_epi16(rows.4, rows.5))
  let (a6, a7) = (_mm_unpacklo_epi16(rows.6, rows.7), _mm_unpackhi_epi16(rows.6, rows.7))
  let (b0, b1) = (_mm_unpacklo_epi32(a0, a2), _mm_unpackhi_epi32(a0, a2))
  let (b2, b3) = (_mm_unpacklo_epi32(a1, a3), _mm_unpackhi_epi32(a1, a3))
  let (b4, b5) = (_mm_unpacklo_epi32(a4, a6), _mm_unpackhi_epi32(a4, a6))
  let (b6, b7) = (_mm_unpacklo_epi32(a5, a7), _mm_unpackhi_epi32(a5, a7))
  return (
    _mm_unpacklo_epi64(b0, b4), _mm_unpackhi_epi64(b0, b4), _mm_unpacklo_epi64(b1, b5), _mm_unpackhi_epi64(b1, b5),
    _mm_unpacklo_epi64(b2, b6), _mm_unpackhi_epi64(b2, b6), _mm_unpacklo_epi64(b3, b7), _mm_unpackhi_epi64(b3, b7)
  )
}

/// Returns the inverse DCT of each column, scaled by 8192 · √8, with `rounding` added, shifted, and saturated to 16
/// bits.
@inline(__always)
private func transformed(_ rows: Rows, _ rounding: __m128i, _ shifted: (__m128i) -> __m128i) -> Rows {
  let low = half(
    _mm_unpacklo_epi16(rows.0, rows.4), _mm_unpacklo_epi16(rows.2, rows.6), _mm_unpacklo_epi16(rows.1, rows.3),
    _mm_unpacklo_epi16(rows.5, rows.7), rounding, shifted)
  let high = half(
    _mm_unpackhi_epi16(rows.0, rows.4), _mm_unpackhi_epi16(rows.2, rows.6), _mm_unpackhi_epi16(rows.1, rows.3),
    _mm_unpackhi_epi16(rows.5, rows.7), rounding, shifted)
  return (
    _mm_packs_epi32(low.0, high.0), _mm_packs_epi32(low.1, high.1), _mm_packs_epi32(low.2, high.2),
    _mm_packs_epi32(low.3, high.3), _mm_packs_epi32(low.4, high.4), _mm_packs_epi32(low.5, high.5),
    _mm_packs_epi32(low.6, high.6), _mm_packs_epi32(low.7, high.7)
  )
}

/// Returns the transformed and shifted values of four columns, not yet saturated. The values are given in pairs: the
/// first and the fifth, and so on.
@inline(__always)
private func half(
  _ mean: __m128i, _ even: __m128i, _ odd: __m128i, _ high: __m128i, _ rounding: __m128i,
  _ shifted: (__m128i) -> __m128i
) -> Rows {
  let outer = _mm_add_epi32(_mm_madd_epi16(mean, factors(8192, 8192)), rounding)
  let inner = _mm_add_epi32(_mm_madd_epi16(mean, factors(8192, -8192)), rounding)
  let (steep, flat) = (_mm_madd_epi16(even, factors(10703, 4433)), _mm_madd_epi16(even, factors(4433, -10704)))
  @inline(__always) func sum(_ a: Int32, _ b: Int32, _ c: Int32, _ d: Int32) -> __m128i {
    _mm_add_epi32(_mm_madd_epi16(odd, factors(a, b)), _mm_madd_epi16(high, factors(c, d)))
  }
  let odd0 = sum(11363, 9633, 6437, 2260)
  let odd1 = sum(9633, -2259, -11362, -6436)
  let odd2 = sum(6437, -11362, 2261, 9633)
  let odd3 = sum(2260, -6436, 9633, -11363)
  let (even0, even3) = (_mm_add_epi32(outer, steep), _mm_sub_epi32(outer, steep))
  let (even1, even2) = (_mm_add_epi32(inner, flat), _mm_sub_epi32(inner, flat))
  return (
    shifted(_mm_add_epi32(even0, odd0)), shifted(_mm_add_epi32(even1, odd1)), shifted(_mm_add_epi32(even2, odd2)),
    shifted(_mm_add_epi32(even3, odd3)), shifted(_mm_sub_epi32(even3, odd3)), shifted(_mm_sub_epi32(even2, odd2)),
    shifted(_mm_sub_epi32(even1, odd1)), shifted(_mm_sub_epi32(even0, odd0))
  )
}

@inline(__always)
private func shiftedBy11(_ values: __m128i) -> __m128i { _mm_srai_epi32(values, 11) }

@inline(__always)
private func shiftedBy18(_ values: __m128i) -> __m128i { _mm_srai_epi32(values, 18) }

/// Returns four copies of a pair of factors.
@inline(__always)
private func factors(_ one: Int32, _ other: Int32) -> __m128i { _mm_set1_epi32(one & 0xFFFF | other << 16) }
