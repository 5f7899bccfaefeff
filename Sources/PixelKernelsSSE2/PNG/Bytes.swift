import CSimd

/// Returns each byte of `first` where all bits of `mask` are set, and of `second` where none is.
@inline(__always)
func chosen(_ first: __m128i, else second: __m128i, where mask: __m128i) -> __m128i {
  _mm_or_si128(_mm_and_si128(mask, first), _mm_andnot_si128(mask, second))
}

/// Returns ⌊(a + b) / 2⌋ of bytes. The instruction itself rounds up.
@inline(__always)
func floorAverage(_ a: __m128i, _ b: __m128i) -> __m128i {
  _mm_sub_epi8(_mm_avg_epu8(a, b), _mm_and_si128(_mm_xor_si128(a, b), _mm_set1_epi8(1)))
}
