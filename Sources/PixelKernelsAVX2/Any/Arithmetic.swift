import CSimd

/// Divides 16-bit words, 0…255², by 255 and rounds: (t · 257) >> 16 is (t + (t >> 8)) >> 8.
@inline(__always)
func dividedBy255(_ products: csimd_words_t) -> csimd_words_t {
  csimd_multiply_high16(csimd_add16(products, csimd_words16(128)), csimd_words16(257))
}

/// Joins channels, each 0…255, to pixels.
@inline(__always)
func packed(_ red: csimd_words_t, _ green: csimd_words_t, _ blue: csimd_words_t, _ alpha: csimd_words_t)
  -> csimd_words_t
{
  csimd_or(
    csimd_or(red, csimd_left32(green, 8)),
    csimd_or(csimd_left32(blue, 16), csimd_left32(alpha, 24)))
}
