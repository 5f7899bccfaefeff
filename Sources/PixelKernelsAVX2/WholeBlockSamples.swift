import CSimd

/// `PixelKernels`' samples of whole blocks, two at a time, one in each half of a vector. Returns the number of blocks
/// processed. Supports single blocks and groups of an even number of blocks.
@inline(never)
public func makeBlockSamples8(
  _ destination: UnsafeMutableRawPointer, _ stride: Int, _ blocks: UnsafeRawPointer, _ across: Int, _ distance: Int,
  _ quantisers: UnsafePointer<Int16>, _ count: Int
) -> Int {
  if across != 1 && across & 1 != 0 { return 0 }
  let factors = UnsafeRawPointer(quantisers)
  let other = across == 1 ? distance : 128
  let middle = _mm256_set1_epi16(128)
  var (block, left) = (blocks, across)
  var index = 0
  @inline(__always) func goOn() {
    index &+= 2
    left &-= 2
    block += 2 &* other
    if left == 0 {
      left = across
      block += distance &- 128 &* across
    }
  }
  let allButFirst = _mm256_set_epi16(-1, -1, -1, -1, -1, -1, -1, 0, -1, -1, -1, -1, -1, -1, -1, 0)
  while index &+ 2 <= count {
    @inline(__always) func row(_ y: Int) -> __m256i {
      let place = block + 16 &* y
      return _mm256_mullo_epi16(
        csimd_loaded_halves_256(place, place + other), csimd_loaded_halves_256(factors + 16 &* y, factors + 16 &* y))
    }
    @inline(__always) func coefficients(_ y: Int) -> __m256i {
      csimd_loaded_halves_256(block + 16 &* y, block + (other &+ 16 &* y))
    }
    let others = _mm256_or_si256(
      _mm256_or_si256(
        _mm256_or_si256(coefficients(1), coefficients(2)), _mm256_or_si256(coefficients(3), coefficients(4))),
      _mm256_or_si256(
        _mm256_or_si256(coefficients(5), coefficients(6)),
        _mm256_or_si256(coefficients(7), _mm256_and_si256(coefficients(0), allButFirst))))
    if _mm256_testz_si256(others, others) != 0 {
      let place = destination + 8 &* index
      let samples = _mm_set_epi64x(flat(block + other, quantisers[0]), flat(block, quantisers[0]))
      for y in 0..<8 { (place + y &* stride).storeBytes(of: samples, as: __m128i.self) }
      goOn()
      continue
    }
    let down = transformed(
      (row(0), row(1), row(2), row(3), row(4), row(5), row(6), row(7)), _mm256_set1_epi32(1 << 10), shiftedBy11)
    let rows = transposed(transformed(transposed(down), _mm256_set1_epi32(1 << 17), shiftedBy18))
    let place = destination + 8 &* index
    @inline(__always) func store(_ y: Int, _ one: __m256i, _ next: __m256i) {
      let bytes = _mm256_packus_epi16(_mm256_add_epi16(one, middle), _mm256_add_epi16(next, middle))
      // A row of both blocks, then the next row of both.
      let (left, right) = (_mm256_castsi256_si128(bytes), _mm256_castsi256_si128(csimd_high_halves_256(bytes, bytes)))
      (place + y &* stride).storeBytes(of: _mm_unpacklo_epi64(left, right), as: __m128i.self)
      (place + (y &+ 1) &* stride).storeBytes(of: _mm_unpackhi_epi64(left, right), as: __m128i.self)
    }
    store(0, rows.0, rows.1)
    store(2, rows.2, rows.3)
    store(4, rows.4, rows.5)
    store(6, rows.6, rows.7)
    goOn()
  }
  return index
}

/// Returns eight samples of a block with only a first coefficient.
@inline(__always)
private func flat(_ block: UnsafeRawPointer, _ quantiser: Int16) -> Int64 {
  let value = Int(block.loadUnaligned(as: Int16.self) &* quantiser)
  return Int64(bitPattern: UInt64(max(0, min(255, (value &+ 4) &>> 3 &+ 128))) &* 0x0101_0101_0101_0101)
}

/// Eight rows of eight 16-bit values of two blocks.
private typealias Rows = (__m256i, __m256i, __m256i, __m256i, __m256i, __m256i, __m256i, __m256i)

/// Transposes each block.
@inline(__always)
private func transposed(_ rows: Rows) -> Rows {
  let (a0, a1) = (_mm256_unpacklo_epi16(rows.0, rows.1), _mm256_unpackhi_epi16(rows.0, rows.1))
  let (a2, a3) = (_mm256_unpacklo_epi16(rows.2, rows.3), _mm256_unpackhi_epi16(rows.2, rows.3))
  let (a4, a5) = (_mm256_unpacklo_epi16(rows.4, rows.5), _mm256_unpackhi_epi16(rows.4, rows.5))
  let (a6, a7) = (_mm256_unpacklo_epi16(rows.6, rows.7), _mm256_unpackhi_epi16(rows.6, rows.7))
  let (b0, b1) = (_mm256_unpacklo_epi32(a0, a2), _mm256_unpackhi_epi32(a0, a2))
  let (b2, b3) = (_mm256_unpacklo_epi32(a1, a3), _mm256_unpackhi_epi32(a1, a3))
  let (b4, b5) = (_mm256_unpacklo_epi32(a4, a6), _mm256_unpackhi_epi32(a4, a6))
  let (b6, b7) = (_mm256_unpacklo_epi32(a5, a7), _mm256_unpackhi_epi32(a5, a7))
  return (
    _mm256_unpacklo_epi64(b0, b4), _mm256_unpackhi_epi64(b0, b4), _mm256_unpacklo_epi64(b1, b5),
    _mm256_unpackhi_epi64(b1, b5),
    _mm256_unpacklo_epi64(b2, b6), _mm256_unpackhi_epi64(b2, b6), _mm256_unpacklo_epi64(b3, b7),
    _mm256_unpackhi_epi64(b3, b7)
  )
}

/// Returns the inverse DCT of each column, scaled by 8192 · √8, with `rounding` added, shifted, and saturated to 16
/// bits.
@inline(__always)
private func transformed(_ rows: Rows, _ rounding: __m256i, _ shifted: (__m256i) -> __m256i) -> Rows {
  let low = half(
    _mm256_unpacklo_epi16(rows.0, rows.4), _mm256_unpacklo_epi16(rows.2, rows.6), _mm256_unpacklo_epi16(rows.1, rows.3),
    _mm256_unpacklo_epi16(rows.5, rows.7), rounding, shifted)
  let high = half(
    _mm256_unpackhi_epi16(rows.0, rows.4), _mm256_unpackhi_epi16(rows.2, rows.6), _mm256_unpackhi_epi16(rows.1, rows.3),
    _mm256_unpackhi_epi16(rows.5, rows.7), rounding, shifted)
  return (
    _mm256_packs_epi32(low.0, high.0), _mm256_packs_epi32(low.1, high.1), _mm256_packs_epi32(low.2, high.2),
    _mm256_packs_epi32(low.3, high.3), _mm256_packs_epi32(low.4, high.4), _mm256_packs_epi32(low.5, high.5),
    _mm256_packs_epi32(low.6, high.6), _mm256_packs_epi32(low.7, high.7)
  )
}

/// Returns the transformed and shifted values of half of the columns, not yet saturated. The values are given in pairs:
/// the first and the fifth, and so on.
@inline(__always)
private func half(
  _ mean: __m256i, _ even: __m256i, _ odd: __m256i, _ high: __m256i, _ rounding: __m256i,
  _ shifted: (__m256i) -> __m256i
) -> Rows {
  let outer = _mm256_add_epi32(_mm256_madd_epi16(mean, factors(8192, 8192)), rounding)
  let inner = _mm256_add_epi32(_mm256_madd_epi16(mean, factors(8192, -8192)), rounding)
  let (steep, flat) = (_mm256_madd_epi16(even, factors(10703, 4433)), _mm256_madd_epi16(even, factors(4433, -10704)))
  @inline(__always) func sum(_ a: Int32, _ b: Int32, _ c: Int32, _ d: Int32) -> __m256i {
    _mm256_add_epi32(_mm256_madd_epi16(odd, factors(a, b)), _mm256_madd_epi16(high, factors(c, d)))
  }
  let odd0 = sum(11363, 9633, 6437, 2260)
  let odd1 = sum(9633, -2259, -11362, -6436)
  let odd2 = sum(6437, -11362, 2261, 9633)
  let odd3 = sum(2260, -6436, 9633, -11363)
  let (even0, even3) = (_mm256_add_epi32(outer, steep), _mm256_sub_epi32(outer, steep))
  let (even1, even2) = (_mm256_add_epi32(inner, flat), _mm256_sub_epi32(inner, flat))
  return (
    shifted(_mm256_add_epi32(even0, odd0)), shifted(_mm256_add_epi32(even1, odd1)),
    shifted(_mm256_add_epi32(even2, odd2)),
    shifted(_mm256_add_epi32(even3, odd3)), shifted(_mm256_sub_epi32(even3, odd3)),
    shifted(_mm256_sub_epi32(even2, odd2)),
    shifted(_mm256_sub_epi32(even1, odd1)), shifted(_mm256_sub_epi32(even0, odd0))
  )
}

@inline(__always)
private func shiftedBy11(_ values: __m256i) -> __m256i { _mm256_srai_epi32(values, 11) }

@inline(__always)
private func shiftedBy18(_ values: __m256i) -> __m256i { _mm256_srai_epi32(values, 18) }

/// Returns eight copies of a pair of factors.
@inline(__always)
private func factors(_ one: Int32, _ other: Int32) -> __m256i { _mm256_set1_epi32(one & 0xFFFF | other << 16) }
