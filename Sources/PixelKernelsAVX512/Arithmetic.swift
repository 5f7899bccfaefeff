import CSimd

/// A byte shuffle that puts each pixel's alpha into both its 16-bit words.
@inline(__always)
func alphaToEveryWord() -> __m512i {
  let zero: Int8 = -1
  return _mm512_broadcast_i32x4(
    _mm_setr_epi8(3, zero, 3, zero, 7, zero, 7, zero, 11, zero, 11, zero, 15, zero, 15, zero))
}

/// 16-bit words, 0…255², divided by 255 and rounded: (t · 257) >> 16 is (t + (t >> 8)) >> 8.
@inline(__always)
func dividedBy255(_ products: __m512i) -> __m512i {
  _mm512_mulhi_epu16(_mm512_add_epi16(products, _mm512_set1_epi16(128)), _mm512_set1_epi16(257))
}

/// Sums of millionths, below 3.7 · 10⁸, as the nearest whole numbers, ties upwards.
///
/// ⌊t / 10⁶⌋ = ⌊⌊t / 2⁶⌋ / 5⁶⌋, and n = ⌊t / 2⁶⌋ < 5.8 · 10⁶ converts to single precision exactly. The factor is the
/// first single above 5⁻⁶, so a whole quotient is not missed. It and the product's rounding are too large by less
/// than 1.71 · 10⁻⁷ of the quotient, which is less than the 1 / n that the quotient lacks to the next whole number.
@inline(__always)
func roundedMillionths(_ sums: __m512i) -> __m512i {
  let shifted = _mm512_srli_epi32(_mm512_add_epi32(sums, _mm512_set1_epi32(500_000)), 6)
  return _mm512_cvttps_epi32(_mm512_mul_ps(_mm512_cvtepi32_ps(shifted), _mm512_set1_ps(0x1.0c6f7cp-14)))
}

/// Pixels from their channels, each 0…255.
@inline(__always)
func packed(_ red: __m512i, _ green: __m512i, _ blue: __m512i, _ alpha: __m512i) -> __m512i {
  _mm512_or_si512(
    _mm512_or_si512(red, _mm512_slli_epi32(green, 8)),
    _mm512_or_si512(_mm512_slli_epi32(blue, 16), _mm512_slli_epi32(alpha, 24)))
}
