import CSimd

/// Each pixel's alpha in both its 16-bit words.
@inline(__always)
func alphaInEveryWord(_ pixels: __m128i) -> __m128i {
  let alpha = _mm_srli_epi32(pixels, 24)
  return _mm_or_si128(alpha, _mm_slli_epi32(alpha, 16))
}

/// 16-bit words, 0…255², divided by 255 and rounded: (t · 257) >> 16 is (t + (t >> 8)) >> 8.
@inline(__always)
func dividedBy255(_ products: __m128i) -> __m128i {
  _mm_mulhi_epu16(_mm_add_epi16(products, _mm_set1_epi16(128)), _mm_set1_epi16(257))
}

/// Pixels from their channels, each 0…255.
@inline(__always)
func packed(_ red: __m128i, _ green: __m128i, _ blue: __m128i, _ alpha: __m128i) -> __m128i {
  _mm_or_si128(
    _mm_or_si128(red, _mm_slli_epi32(green, 8)), _mm_or_si128(_mm_slli_epi32(blue, 16), _mm_slli_epi32(alpha, 24)))
}

/// Whether all four pixels are opaque, from their alphas.
@inline(__always)
func areOpaque(_ alpha: __m128i) -> Bool {
  _mm_movemask_epi8(_mm_cmpeq_epi32(alpha, _mm_set1_epi32(0xFF))) == 0xFFFF
}
