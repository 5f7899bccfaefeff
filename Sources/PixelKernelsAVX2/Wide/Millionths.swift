import CSimd

/// Rounds sums of millionths, below 3.7 · 10⁸, to the nearest integers, ties upwards.
///
/// ⌊t / 10⁶⌋ = ⌊⌊t / 2⁶⌋ / 5⁶⌋, and n = ⌊t / 2⁶⌋ < 5.8 · 10⁶ converts to single precision exactly. The factor is the
/// first single above 5⁻⁶, so a whole quotient isn't missed. The errors of the factor and of the product's rounding are
/// below 1.71 · 10⁻⁷ of the quotient. That is less than 1 / n, the minimum distance of the quotient to the next
/// integer.
@inline(__always)
func roundedMillionths(_ sums: csimd_words_t) -> csimd_words_t {
  let shifted = csimd_right32(csimd_add32(sums, csimd_words(500_000)), 6)
  return csimd_to_words(csimd_multiply(csimd_to_floats(shifted), csimd_floats(0x1.0c6f7cp-14)))
}
