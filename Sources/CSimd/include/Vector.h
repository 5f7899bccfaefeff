// Vectors as wide as the instruction set of the importing module, so that the same kernel source serves several: 128
// bits, 256 from x86-64-v3 and 512 from x86-64-v4. Each function wraps the intrinsic of that width. A number in its
// name is the lane width in bits; without one, lanes are single-precision numbers.
//
// arm64 has only the functions that `TableTransform` uses. The other NEON loops have separate sources, because they are
// faster with instructions that x86-64 lacks.
#pragma once

#define CSIMD_INLINE static inline __attribute__((always_inline))

/// Loads the 64-bit entry of `table` for the first byte of a pixel at `values`.
CSIMD_INLINE long long csimd_entry64(const void *values, int pixel, const void *table) {
  return ((const long long *)table)[((const unsigned char *)values)[4 * pixel]];
}

#if defined(__x86_64__)
#include <immintrin.h>

// Number of 32-bit words in a vector, and the number of pixels that source-over blends before it checks their alpha
// again: at first, and at most.
#if defined(__AVX512BW__)
#define csimd_lanes 16l
#define csimd_first_stretch 32l
#define csimd_last_stretch 512l
#define CSIMD_NAMED(operation) _mm512_##operation
typedef __m512i csimd_words_t;
typedef __m512 csimd_floats_t;
#elif defined(__AVX2__)
#define csimd_lanes 8l
#define csimd_first_stretch 64l
#define csimd_last_stretch 64l
#define CSIMD_NAMED(operation) _mm256_##operation
typedef __m256i csimd_words_t;
typedef __m256 csimd_floats_t;
#else
#define csimd_lanes 4l
#define csimd_first_stretch 64l
#define csimd_last_stretch 64l
#define CSIMD_NAMED(operation) _mm_##operation
typedef __m128i csimd_words_t;
typedef __m128 csimd_floats_t;
#endif
static const long csimd_width = 4 * csimd_lanes;

#define CSIMD_UNARY(name, operation, type, argument) \
  CSIMD_INLINE type csimd_##name(argument a) { return CSIMD_NAMED(operation)(a); }
#define CSIMD_BINARY(name, operation, type) \
  CSIMD_INLINE type csimd_##name(type a, type b) { return CSIMD_NAMED(operation)(a, b); }
#define CSIMD_SHIFT(name, operation) \
  CSIMD_INLINE csimd_words_t csimd_##name(csimd_words_t a, int count) { return CSIMD_NAMED(operation)(a, count); }

CSIMD_UNARY(words, set1_epi32, csimd_words_t, int)
CSIMD_UNARY(words16, set1_epi16, csimd_words_t, short)
CSIMD_UNARY(floats, set1_ps, csimd_floats_t, float)
CSIMD_UNARY(square_root, sqrt_ps, csimd_floats_t, csimd_floats_t)
CSIMD_UNARY(to_floats, cvtepi32_ps, csimd_floats_t, csimd_words_t)
CSIMD_UNARY(to_words, cvttps_epi32, csimd_words_t, csimd_floats_t)
CSIMD_BINARY(add, add_ps, csimd_floats_t)
CSIMD_BINARY(subtract, sub_ps, csimd_floats_t)
CSIMD_BINARY(multiply, mul_ps, csimd_floats_t)
CSIMD_BINARY(divide, div_ps, csimd_floats_t)
CSIMD_BINARY(least, min_ps, csimd_floats_t)
CSIMD_BINARY(greatest, max_ps, csimd_floats_t)
CSIMD_BINARY(add64, add_epi64, csimd_words_t)
CSIMD_BINARY(add32, add_epi32, csimd_words_t)
CSIMD_BINARY(subtract32, sub_epi32, csimd_words_t)
CSIMD_BINARY(add16, add_epi16, csimd_words_t)
CSIMD_BINARY(subtract16, sub_epi16, csimd_words_t)
CSIMD_BINARY(mean16, avg_epu16, csimd_words_t)
CSIMD_BINARY(multiply16, mullo_epi16, csimd_words_t)
CSIMD_BINARY(multiply_high16, mulhi_epu16, csimd_words_t)
CSIMD_BINARY(sums_of_products16, madd_epi16, csimd_words_t)
CSIMD_BINARY(least16, min_epi16, csimd_words_t)
CSIMD_BINARY(greatest16, max_epi16, csimd_words_t)
CSIMD_BINARY(add_to_255, adds_epu8, csimd_words_t)
CSIMD_BINARY(subtract8, sub_epi8, csimd_words_t)
CSIMD_BINARY(mean8, avg_epu8, csimd_words_t)
CSIMD_BINARY(least8, min_epu8, csimd_words_t)
CSIMD_BINARY(greatest8, max_epu8, csimd_words_t)
CSIMD_BINARY(low16, unpacklo_epi16, csimd_words_t)
CSIMD_BINARY(low32, unpacklo_epi32, csimd_words_t)
CSIMD_BINARY(high32, unpackhi_epi32, csimd_words_t)
CSIMD_BINARY(low64, unpacklo_epi64, csimd_words_t)
CSIMD_BINARY(high64, unpackhi_epi64, csimd_words_t)
CSIMD_SHIFT(right32, srli_epi32)
CSIMD_SHIFT(signed_right32, srai_epi32)
CSIMD_SHIFT(left32, slli_epi32)
CSIMD_SHIFT(right16, srli_epi16)
CSIMD_SHIFT(left16, slli_epi16)
CSIMD_INLINE csimd_words_t csimd_shifted_left32(csimd_words_t a, int count) {
  return CSIMD_NAMED(sll_epi32)(a, _mm_cvtsi32_si128(count));
}
CSIMD_INLINE csimd_words_t csimd_shifted_right32(csimd_words_t a, int count) {
  return CSIMD_NAMED(srl_epi32)(a, _mm_cvtsi32_si128(count));
}
CSIMD_INLINE csimd_words_t csimd_and(csimd_words_t a, csimd_words_t b) { return a & b; }
CSIMD_INLINE csimd_words_t csimd_or(csimd_words_t a, csimd_words_t b) { return a | b; }
CSIMD_INLINE csimd_words_t csimd_xor(csimd_words_t a, csimd_words_t b) { return a ^ b; }

#if defined(__AVX2__)
CSIMD_BINARY(multiply32, mullo_epi32, csimd_words_t)
CSIMD_BINARY(least32, min_epi32, csimd_words_t)
CSIMD_BINARY(greatest32, max_epi32, csimd_words_t)
/// Returns each pixel's alpha in both of its 16-bit words.
CSIMD_INLINE csimd_words_t csimd_alphas16(csimd_words_t pixels) {
  const __m128i spread = _mm_setr_epi8(3, -1, 3, -1, 7, -1, 7, -1, 11, -1, 11, -1, 15, -1, 15, -1);
#if defined(__AVX512BW__)
  return _mm512_shuffle_epi8(pixels, _mm512_broadcast_i32x4(spread));
#else
  return _mm256_shuffle_epi8(pixels, _mm256_broadcastsi128_si256(spread));
#endif
}
#endif

#if defined(__AVX512BW__)
CSIMD_INLINE int csimd_is_zero(csimd_words_t a) { return _mm512_test_epi32_mask(a, a) == 0; }
/// Whether all pixels are opaque.
CSIMD_INLINE int csimd_are_opaque(csimd_words_t pixels) {
  return csimd_all_at_least_512(pixels, _mm512_set1_epi32(-0x01000000));
}
#elif defined(__AVX2__)
CSIMD_BINARY(greater32, cmpgt_epi32, csimd_words_t)
CSIMD_BINARY(equal8, cmpeq_epi8, csimd_words_t)
CSIMD_INLINE int csimd_are_opaque(csimd_words_t pixels) {
  return _mm256_testc_si256(pixels, _mm256_set1_epi32(-0x01000000));
}
/// Returns entries of `table` for two adjacent pixels in each 128 bits, starting at pixel `first`.
CSIMD_INLINE csimd_words_t csimd_entries64(const void *values, int first, const void *table) {
  return _mm256_setr_epi64x(
    csimd_entry64(values, first, table), csimd_entry64(values, first + 1, table),
    csimd_entry64(values, first + 4, table), csimd_entry64(values, first + 5, table));
}
/// Loads the 64-bit entry of `table` for one pixel of each 128 bits into the low half of these bits.
CSIMD_INLINE csimd_words_t csimd_pixels64(const void *indices, int pixel, const void *table) {
  const unsigned *index = (const unsigned *)indices + pixel;
  const long long *entries = (const long long *)table;
  return csimd_loaded_halves_256(entries + index[0], entries + index[4]);
}
/// Returns word `word` of the pairs of `table` at `index`.
CSIMD_INLINE csimd_floats_t csimd_words_of_pairs(const void *table, csimd_words_t index, int word) {
  return _mm256_castsi256_ps(csimd_entries32_256((const unsigned *)table + word, _mm256_slli_epi32(index, 1)));
}
/// Returns sums of the magnitudes of eight bytes each, taken as −128 to 127.
CSIMD_INLINE csimd_words_t csimd_sums_of_magnitudes8(csimd_words_t bytes) {
  return _mm256_sad_epu8(_mm256_abs_epi8(bytes), _mm256_setzero_si256());
}
CSIMD_INLINE unsigned long long csimd_sum64(csimd_words_t a) {
  const __m128i halves = _mm_add_epi64(_mm256_castsi256_si128(a), _mm256_castsi256_si128(csimd_high_halves_256(a, a)));
  return (unsigned long long)_mm_cvtsi128_si64(_mm_add_epi64(halves, _mm_unpackhi_epi64(halves, halves)));
}
/// Returns each byte of `a` where all bits of `mask` are set, and of `b` where none is.
CSIMD_INLINE csimd_words_t csimd_where8(csimd_words_t mask, csimd_words_t a, csimd_words_t b) {
  return _mm256_blendv_epi8(b, a, mask);
}
CSIMD_INLINE int csimd_is_zero(csimd_words_t a) { return _mm256_testz_si256(a, a); }
CSIMD_INLINE csimd_words_t csimd_even_words(csimd_words_t a, csimd_words_t b) { return csimd_even_words_256(a, b); }
CSIMD_INLINE csimd_words_t csimd_odd_words(csimd_words_t a, csimd_words_t b) { return csimd_odd_words_256(a, b); }
CSIMD_INLINE csimd_words_t csimd_paired(csimd_words_t low, csimd_words_t high) { return csimd_paired_256(low, high); }
CSIMD_INLINE csimd_floats_t csimd_where_greater(csimd_floats_t x, csimd_floats_t y, csimd_floats_t a, csimd_floats_t b) {
  return csimd_where_greater_256(x, y, a, b);
}
#else
CSIMD_BINARY(greater32, cmpgt_epi32, csimd_words_t)
CSIMD_BINARY(equal8, cmpeq_epi8, csimd_words_t)
CSIMD_INLINE csimd_words_t csimd_alphas16(csimd_words_t pixels) {
  const csimd_words_t alpha = _mm_srli_epi32(pixels, 24);
  return alpha | _mm_slli_epi32(alpha, 16);
}
CSIMD_INLINE int csimd_are_opaque(csimd_words_t pixels) {
  return _mm_movemask_epi8(_mm_cmpeq_epi32(_mm_srli_epi32(pixels, 24), _mm_set1_epi32(0xFF))) == 0xFFFF;
}
CSIMD_INLINE csimd_words_t csimd_entries64(const void *values, int first, const void *table) {
  return _mm_set_epi64x(csimd_entry64(values, first + 1, table), csimd_entry64(values, first, table));
}
CSIMD_INLINE csimd_words_t csimd_pixels64(const void *indices, int pixel, const void *table) {
  return _mm_cvtsi64_si128(((const long long *)table)[((const unsigned *)indices)[pixel]]);
}
CSIMD_INLINE csimd_words_t csimd_two_pairs(const void *table, unsigned long long indices) {
  const long long *pairs = (const long long *)table;
  return _mm_set_epi64x(pairs[indices >> 32], pairs[(unsigned)indices]);
}
CSIMD_INLINE csimd_floats_t csimd_words_of_pairs(const void *table, csimd_words_t index, int word) {
  const csimd_words_t low = csimd_two_pairs(table, _mm_cvtsi128_si64(index));
  const csimd_words_t high = csimd_two_pairs(table, _mm_cvtsi128_si64(_mm_unpackhi_epi64(index, index)));
  return _mm_castsi128_ps(word ? csimd_odd_words_128(low, high) : csimd_even_words_128(low, high));
}
CSIMD_INLINE csimd_words_t csimd_sums_of_magnitudes8(csimd_words_t bytes) {
  const csimd_words_t zero = _mm_setzero_si128();
  return _mm_sad_epu8(_mm_min_epu8(bytes, _mm_sub_epi8(zero, bytes)), zero);
}
CSIMD_INLINE unsigned long long csimd_sum64(csimd_words_t a) {
  return (unsigned long long)_mm_cvtsi128_si64(_mm_add_epi64(a, _mm_unpackhi_epi64(a, a)));
}
CSIMD_INLINE csimd_words_t csimd_where8(csimd_words_t mask, csimd_words_t a, csimd_words_t b) {
  return (mask & a) | (~mask & b);
}
CSIMD_INLINE csimd_words_t csimd_greatest32(csimd_words_t a, csimd_words_t b) {
  return csimd_where8(csimd_greater32(a, b), a, b);
}
CSIMD_INLINE csimd_words_t csimd_least32(csimd_words_t a, csimd_words_t b) { return a ^ b ^ csimd_greatest32(a, b); }
CSIMD_INLINE int csimd_is_zero(csimd_words_t a) {
  return _mm_movemask_epi8(_mm_cmpeq_epi8(a, _mm_setzero_si128())) == 0xFFFF;
}
CSIMD_INLINE csimd_words_t csimd_even_words(csimd_words_t a, csimd_words_t b) { return csimd_even_words_128(a, b); }
CSIMD_INLINE csimd_words_t csimd_odd_words(csimd_words_t a, csimd_words_t b) { return csimd_odd_words_128(a, b); }
CSIMD_INLINE csimd_words_t csimd_paired(csimd_words_t low, csimd_words_t high) {
  return (low & _mm_set1_epi32(0xFFFF)) | _mm_slli_epi32(high, 16);
}
CSIMD_INLINE csimd_floats_t csimd_where_greater(csimd_floats_t x, csimd_floats_t y, csimd_floats_t a, csimd_floats_t b) {
  const csimd_floats_t mask = _mm_cmpgt_ps(x, y);
  return _mm_or_ps(_mm_and_ps(mask, a), _mm_andnot_ps(mask, b));
}
#endif

#elif defined(__aarch64__)
#include <arm_neon.h>

#define csimd_lanes 4l
static const long csimd_width = 16;
typedef int32x4_t csimd_words_t;
typedef float32x4_t csimd_floats_t;

#define CSIMD_UNARY(name, operation, type, argument) \
  CSIMD_INLINE type csimd_##name(argument a) { return operation(a); }
#define CSIMD_BINARY(name, operation, type) \
  CSIMD_INLINE type csimd_##name(type a, type b) { return operation(a, b); }

CSIMD_UNARY(words, vdupq_n_s32, csimd_words_t, int)
CSIMD_UNARY(floats, vdupq_n_f32, csimd_floats_t, float)
CSIMD_UNARY(square_root, vsqrtq_f32, csimd_floats_t, csimd_floats_t)
CSIMD_UNARY(to_floats, vcvtq_f32_s32, csimd_floats_t, csimd_words_t)
CSIMD_UNARY(to_words, vcvtq_s32_f32, csimd_words_t, csimd_floats_t)
CSIMD_BINARY(add, vaddq_f32, csimd_floats_t)
CSIMD_BINARY(subtract, vsubq_f32, csimd_floats_t)
CSIMD_BINARY(multiply, vmulq_f32, csimd_floats_t)
CSIMD_BINARY(least, vminq_f32, csimd_floats_t)
CSIMD_BINARY(greatest, vmaxq_f32, csimd_floats_t)
CSIMD_BINARY(add32, vaddq_s32, csimd_words_t)
CSIMD_BINARY(subtract32, vsubq_s32, csimd_words_t)
CSIMD_BINARY(least32, vminq_s32, csimd_words_t)
CSIMD_BINARY(greatest32, vmaxq_s32, csimd_words_t)
CSIMD_BINARY(low32, vzip1q_s32, csimd_words_t)
CSIMD_BINARY(high32, vzip2q_s32, csimd_words_t)
CSIMD_BINARY(even_words, vuzp1q_s32, csimd_words_t)
CSIMD_BINARY(odd_words, vuzp2q_s32, csimd_words_t)
CSIMD_INLINE csimd_words_t csimd_low16(csimd_words_t a, csimd_words_t b) {
  return vreinterpretq_s32_s16(vzip1q_s16(vreinterpretq_s16_s32(a), vreinterpretq_s16_s32(b)));
}
CSIMD_INLINE csimd_words_t csimd_low64(csimd_words_t a, csimd_words_t b) {
  return vreinterpretq_s32_s64(vzip1q_s64(vreinterpretq_s64_s32(a), vreinterpretq_s64_s32(b)));
}
CSIMD_INLINE csimd_words_t csimd_high64(csimd_words_t a, csimd_words_t b) {
  return vreinterpretq_s32_s64(vzip2q_s64(vreinterpretq_s64_s32(a), vreinterpretq_s64_s32(b)));
}
CSIMD_INLINE csimd_words_t csimd_sums_of_products16(csimd_words_t a, csimd_words_t b) {
  const int16x8_t first = vreinterpretq_s16_s32(a), second = vreinterpretq_s16_s32(b);
  return vpaddq_s32(vmull_s16(vget_low_s16(first), vget_low_s16(second)), vmull_high_s16(first, second));
}
CSIMD_INLINE csimd_words_t csimd_greater32(csimd_words_t a, csimd_words_t b) {
  return vreinterpretq_s32_u32(vcgtq_s32(a, b));
}
CSIMD_INLINE csimd_words_t csimd_shifted_left32(csimd_words_t a, int count) { return vshlq_s32(a, vdupq_n_s32(count)); }
CSIMD_INLINE csimd_words_t csimd_shifted_right32(csimd_words_t a, int count) {
  return vreinterpretq_s32_u32(vshlq_u32(vreinterpretq_u32_s32(a), vdupq_n_s32(-count)));
}
CSIMD_INLINE csimd_words_t csimd_right32(csimd_words_t a, int count) { return csimd_shifted_right32(a, count); }
CSIMD_INLINE csimd_words_t csimd_signed_right32(csimd_words_t a, int count) {
  return vshlq_s32(a, vdupq_n_s32(-count));
}
CSIMD_INLINE csimd_words_t csimd_and(csimd_words_t a, csimd_words_t b) { return a & b; }
CSIMD_INLINE csimd_words_t csimd_or(csimd_words_t a, csimd_words_t b) { return a | b; }
CSIMD_INLINE csimd_words_t csimd_xor(csimd_words_t a, csimd_words_t b) { return a ^ b; }
CSIMD_INLINE int csimd_is_zero(csimd_words_t a) { return vmaxvq_u32(vreinterpretq_u32_s32(a)) == 0; }
CSIMD_INLINE csimd_words_t csimd_paired(csimd_words_t low, csimd_words_t high) { return vsliq_n_s32(low, high, 16); }
CSIMD_INLINE csimd_floats_t csimd_where_greater(csimd_floats_t x, csimd_floats_t y, csimd_floats_t a, csimd_floats_t b) {
  return vbslq_f32(vcgtq_f32(x, y), a, b);
}
CSIMD_INLINE csimd_words_t csimd_entries64(const void *values, int first, const void *table) {
  const int64x2_t entries = {csimd_entry64(values, first, table), csimd_entry64(values, first + 1, table)};
  return vreinterpretq_s32_s64(entries);
}
CSIMD_INLINE csimd_words_t csimd_pixels64(const void *indices, int pixel, const void *table) {
  const int64x2_t entry = {((const int64_t *)table)[((const unsigned *)indices)[pixel]], 0};
  return vreinterpretq_s32_s64(entry);
}
CSIMD_INLINE csimd_floats_t csimd_words_of_pairs(const void *table, csimd_words_t index, int word) {
  return vreinterpretq_f32_u32(
    neon_entries((const uint32_t *)table + word, vreinterpretq_u32_s32(vaddq_s32(index, index))));
}
#endif

#if defined(__x86_64__) || defined(__aarch64__)
/// Returns four copies of one word in each 128 bits.
CSIMD_INLINE csimd_words_t csimd_copied(csimd_words_t words, int word) {
  const csimd_words_t pairs = word < 2 ? csimd_low32(words, words) : csimd_high32(words, words);
  return word & 1 ? csimd_high64(pairs, pairs) : csimd_low64(pairs, pairs);
}
#endif
