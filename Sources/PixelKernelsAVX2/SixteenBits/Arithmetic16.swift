import CSimd

/// A byte shuffle that copies each 16-bit pixel's alpha to all its words.
@inline(__always)
func alphaToEveryWord16() -> __m256i {
  _mm256_setr_epi8(
    6, 7, 6, 7, 6, 7, 6, 7, 14, 15, 14, 15, 14, 15, 14, 15, 6, 7, 6, 7, 6, 7, 6, 7, 14, 15, 14, 15, 14, 15, 14, 15)
}

/// Returns the products of 16-bit words divided by 65535 and rounded: with t = x + 2¹⁵, (t + ⌊t/2¹⁶⌋) / 2¹⁶.
///
/// A product is kept in two halves. The second sum has a carry of 1 if adding its low half with saturation gives
/// another result than without.
@inline(__always)
func productDividedBy65535(_ a: __m256i, _ b: __m256i) -> __m256i {
  let low = _mm256_mullo_epi16(a, b)
  let biasedLow = _mm256_xor_si256(low, _mm256_set1_epi16(Int16.min))
  let biasedHigh = _mm256_add_epi16(_mm256_mulhi_epu16(a, b), _mm256_srli_epi16(low, 15))
  let isWithoutCarry = _mm256_cmpeq_epi16(
    _mm256_add_epi16(biasedLow, biasedHigh), _mm256_adds_epu16(biasedLow, biasedHigh))
  return _mm256_add_epi16(_mm256_add_epi16(biasedHigh, _mm256_set1_epi16(1)), isWithoutCarry)
}

/// Converts 64-bit words, 0…65535, to double precision. From 2⁵² on, a number's lowest bits are its integer, so the
/// words are inserted into 2⁵², which is then subtracted.
@inline(__always)
func doubles(_ words: __m256i) -> __m256d {
  let two52 = _mm256_set1_pd(0x1p52)
  return _mm256_sub_pd(_mm256_or_pd(_mm256_castsi256_pd(words), two52), two52)
}

/// Multiplies 64-bit words, 0…65535, by factors and rounds to words of the same range. Numbers from 2⁵² on have no
/// fractional bits, so adding 2⁵² rounds a product to an integer, as IEEE 754 specifies.
@inline(__always)
func scaled(_ words: __m256i, _ factors: __m256d) -> __m256i {
  let rounded = _mm256_add_pd(_mm256_mul_pd(doubles(words), factors), _mm256_set1_pd(0x1p52))
  return _mm256_and_si256(_mm256_castpd_si256(rounded), _mm256_set1_epi64x(0xFFFF))
}

/// Joins channels in 64-bit words, each 0…65535, to 16-bit pixels.
@inline(__always)
func packed16(_ red: __m256i, _ green: __m256i, _ blue: __m256i, _ alpha: __m256i) -> __m256i {
  _mm256_or_si256(
    _mm256_or_si256(red, _mm256_slli_epi64(green, 16)),
    _mm256_or_si256(_mm256_slli_epi64(blue, 32), _mm256_slli_epi64(alpha, 48)))
}
