// NEON for Swift: the intrinsics that clang defines as macros, because their last operand is an immediate or a lane, and
// loads and stores of less than a vector. Swift imports all other intrinsics directly.
//
// No function both multiplies and adds floating-point numbers: clang would be free to fuse the two, which rounds once
// instead of twice.
#pragma once

#if defined(__aarch64__)
#include <stdint.h>

#include <arm_neon.h>

#define NEON_INLINE static inline __attribute__((always_inline))

// Four bytes, and lanes.

/// Loads four bytes, followed by zeros.
NEON_INLINE uint8x8_t neon_load4(const void *place) {
  uint32_t bytes;
  __builtin_memcpy(&bytes, place, 4);
  return vreinterpret_u8_u32(vset_lane_u32(bytes, vdup_n_u32(0), 0));
}
/// Stores the first four bytes.
NEON_INLINE void neon_store4(void *place, uint8x8_t bytes) {
  const uint32_t word = vget_lane_u32(vreinterpret_u32_u8(bytes), 0);
  __builtin_memcpy(place, &word, 4);
}
/// Stores the last four of eight bytes.
NEON_INLINE void neon_store_second4(void *place, uint8x8_t bytes) {
  const uint32_t word = vget_lane_u32(vreinterpret_u32_u8(bytes), 1);
  __builtin_memcpy(place, &word, 4);
}
/// Returns the first four bytes of `a`, then those of `b`.
NEON_INLINE uint8x8_t neon_joined4(uint8x8_t a, uint8x8_t b) {
  return vreinterpret_u8_u32(vzip1_u32(vreinterpret_u32_u8(a), vreinterpret_u32_u8(b)));
}
/// Stores each group of four bytes at a distance of `stride` from the group before.
NEON_INLINE void neon_store_fours(void *place, long stride, uint8x16_t bytes) {
  const uint32x4_t words = vreinterpretq_u32_u8(bytes);
  for (int word = 0; word < 4; word++) {
    const uint32_t four = words[word];
    __builtin_memcpy((char *)place + word * stride, &four, 4);
  }
}
/// Loads pixels at even places, then those at odd places.
NEON_INLINE uint8x16x2_t neon_load_alternate_pixels(const void *place) {
  const uint32x4x2_t pixels = vld2q_u32((const uint32_t *)place);
  const uint8x16x2_t result = {{vreinterpretq_u8_u32(pixels.val[0]), vreinterpretq_u8_u32(pixels.val[1])}};
  return result;
}
NEON_INLINE uint16x8x2_t neon_load_alternate_pixels16(const void *place) {
  const uint64x2x2_t pixels = vld2q_u64((const uint64_t *)place);
  const uint16x8x2_t result = {{vreinterpretq_u16_u64(pixels.val[0]), vreinterpretq_u16_u64(pixels.val[1])}};
  return result;
}
NEON_INLINE void neon_store_alternate_pixels16(void *place, uint16x8_t even, uint16x8_t odd) {
  const uint64x2x2_t pixels = {{vreinterpretq_u64_u16(even), vreinterpretq_u64_u16(odd)}};
  vst2q_u64((uint64_t *)place, pixels);
}
/// Returns the second pixel of `a` and the first of `b`.
NEON_INLINE uint16x8_t neon_next_pixel16(uint16x8_t a, uint16x8_t b) { return vextq_u16(a, b, 4); }
/// Loads eight pixels as four channels.
NEON_INLINE uint8x8x4_t neon_load_channels(const void *place) { return vld4_u8((const uint8_t *)place); }
NEON_INLINE uint16x8x4_t neon_load_channels16(const void *place) { return vld4q_u16((const uint16_t *)place); }
NEON_INLINE void neon_store_channels(void *place, uint8x8_t red, uint8x8_t green, uint8x8_t blue, uint8x8_t alpha) {
  const uint8x8x4_t pixels = {{red, green, blue, alpha}};
  vst4_u8((uint8_t *)place, pixels);
}
NEON_INLINE void neon_store_channels16(
  void *place, uint16x8_t red, uint16x8_t green, uint16x8_t blue, uint16x8_t alpha) {
  const uint16x8x4_t pixels = {{red, green, blue, alpha}};
  vst4q_u16((uint16_t *)place, pixels);
}

// Shifts.

/// (a + 2²) >> 3, narrowed and saturated.
NEON_INLINE uint8x8_t neon_saturated_rounded3_u16(uint16x8_t a) { return vqrshrn_n_u16(a, 3); }
NEON_INLINE uint8x8_t neon_narrowed2_u16(uint16x8_t a) { return vshrn_n_u16(a, 2); }
NEON_INLINE int16x8_t neon_right2_s16(int16x8_t a) { return vshrq_n_s16(a, 2); }
NEON_INLINE int16x8_t neon_right3_s16(int16x8_t a) { return vshrq_n_s16(a, 3); }
/// a >> 8, narrowed.
NEON_INLINE int16x4_t neon_narrowed8_s32(int32x4_t a) { return vshrn_n_s32(a, 8); }
/// a >> 11, narrowed and saturated.
NEON_INLINE int16x4_t neon_saturated11_s32(int32x4_t a) { return vqshrn_n_s32(a, 11); }
NEON_INLINE int16x4_t neon_saturated8_s32(int32x4_t a) { return vqshrn_n_s32(a, 8); }
NEON_INLINE uint16x4_t neon_narrowed15_u32(uint32x4_t a) { return vshrn_n_u32(a, 15); }
NEON_INLINE uint16x4_t neon_narrowed16_u32(uint32x4_t a) { return vshrn_n_u32(a, 16); }
NEON_INLINE int16x4_t neon_narrowed16_s32(int32x4_t a) { return vshrn_n_s32(a, 16); }
/// (a + 2¹⁵) >> 16, narrowed.
NEON_INLINE int16x4_t neon_rounded16_s32(int32x4_t a) { return vrshrn_n_s32(a, 16); }
NEON_INLINE uint16x4_t neon_rounded16_u32(uint32x4_t a) { return vrshrn_n_u32(a, 16); }
/// (a + 2¹⁵) >> 16.
NEON_INLINE uint32x4_t neon_rounded16_words(uint32x4_t a) { return vrshrq_n_u32(a, 16); }
/// a + (b >> 16).
NEON_INLINE uint32x4_t neon_add_right16(uint32x4_t a, uint32x4_t b) { return vsraq_n_u32(a, b, 16); }
NEON_INLINE uint32x4_t neon_right16_words(uint32x4_t a) { return vshrq_n_u32(a, 16); }
NEON_INLINE uint32x4_t neon_right1_words(uint32x4_t a) { return vshrq_n_u32(a, 1); }
/// (a + 2¹⁹) >> 20.
NEON_INLINE int32x4_t neon_rounded20_s32(int32x4_t a) { return vrshrq_n_s32(a, 20); }
NEON_INLINE uint64x2_t neon_right48(uint64x2_t a) { return vshrq_n_u64(a, 48); }
NEON_INLINE uint32x4_t neon_right11_words(uint32x4_t a) { return vshrq_n_u32(a, 11); }
NEON_INLINE uint32x4_t neon_left4_words(uint32x4_t a) { return vshlq_n_u32(a, 4); }
NEON_INLINE int32x4_t neon_left13_s32(int32x4_t a) { return vshlq_n_s32(a, 13); }
/// (a + 2¹⁵) >> 16 and (a + 2³¹) >> 32, narrowed.
NEON_INLINE int32x2_t neon_rounded16_s64(int64x2_t a) { return vrshrn_n_s64(a, 16); }
NEON_INLINE int32x2_t neon_rounded32_s64(int64x2_t a) { return vrshrn_n_s64(a, 32); }

/// Returns a channel of four pixels, 0 to 3.
NEON_INLINE uint32x4_t neon_channel(uint32x4_t pixels, int channel) {
  return vandq_u32(vshlq_u32(pixels, vdupq_n_s32(-8 * channel)), vdupq_n_u32(0xFF));
}
/// Joins channels in 32-bit words, each 0…255, to pixels.
NEON_INLINE uint32x4_t neon_joined(uint32x4_t red, uint32x4_t green, uint32x4_t blue, uint32x4_t alpha) {
  return vsliq_n_u32(vsliq_n_u32(vsliq_n_u32(red, green, 8), blue, 16), alpha, 24);
}

// Divisions by the largest level. With t = x + half, the rounded quotient is (t + (t >> bits)) >> bits. `t >> bits` is one
// rounding shift of x, and the rest is one rounding, narrowing addition.

/// Products of bytes, divided by 255 and rounded.
NEON_INLINE uint8x8_t neon_divided_by_255(uint16x8_t products) {
  return vraddhn_u16(products, vrshrq_n_u16(products, 8));
}
/// Products of words, divided by 65535 and rounded.
NEON_INLINE uint16x4_t neon_divided_by_65535(uint32x4_t products) {
  return vraddhn_u32(products, vrshrq_n_u32(products, 16));
}
/// The same, without narrowing.
NEON_INLINE uint32x4_t neon_words_divided_by_65535(uint32x4_t products) {
  return vrshrq_n_u32(vsraq_n_u32(products, vaddq_u32(products, vdupq_n_u32(0x8000)), 16), 16);
}

// Sums of products with the lanes of a vector of weights.

#define NEON_LANES(name, type, sum, half, operation) \
  NEON_INLINE sum neon_##name##0(sum a, half b, type w) { return operation(a, b, w, 0); } \
  NEON_INLINE sum neon_##name##1(sum a, half b, type w) { return operation(a, b, w, 1); } \
  NEON_INLINE sum neon_##name##2(sum a, half b, type w) { return operation(a, b, w, 2); } \
  NEON_INLINE sum neon_##name##3(sum a, half b, type w) { return operation(a, b, w, 3); }
/// a + b · w[lane].
NEON_LANES(add_product_lane, int16x4_t, int32x4_t, int16x4_t, vmlal_lane_s16)

/// Red, green, blue or alpha of a pixel times a column of a matrix, in double precision.
NEON_INLINE float64x2_t neon_times_first(float64x2_t a, float64x2_t b) { return vmulq_laneq_f64(a, b, 0); }
NEON_INLINE float64x2_t neon_times_second(float64x2_t a, float64x2_t b) { return vmulq_laneq_f64(a, b, 1); }
NEON_INLINE float64x2_t neon_copied_first(float64x2_t a) { return vdupq_laneq_f64(a, 0); }
NEON_INLINE float64x2_t neon_copied_second(float64x2_t a) { return vdupq_laneq_f64(a, 1); }

/// Returns `a` with its first word set to 0.
NEON_INLINE int16x8_t neon_without_first(int16x8_t a) { return vsetq_lane_s16(0, a, 0); }

// Tables.

/// Returns four entries of a table, at `index`.
NEON_INLINE uint32x4_t neon_entries(const uint32_t *table, uint32x4_t index) {
  const uint64x2_t pairs = vreinterpretq_u64_u32(index);
  const uint64_t low = vgetq_lane_u64(pairs, 0), high = vgetq_lane_u64(pairs, 1);
  uint32x4_t found = vld1q_dup_u32(table + (uint32_t)low);
  found = vld1q_lane_u32(table + (low >> 32), found, 1);
  found = vld1q_lane_u32(table + (uint32_t)high, found, 2);
  return vld1q_lane_u32(table + (high >> 32), found, 3);
}

/// Replaces each byte with its pixel's alpha.
NEON_INLINE uint8x16_t neon_alphas(uint8x16_t pixels) {
  const uint8x16_t order = {3, 3, 3, 3, 7, 7, 7, 7, 11, 11, 11, 11, 15, 15, 15, 15};
  return vqtbl1q_u8(pixels, order);
}
/// Replaces each word of two 16-bit pixels with its pixel's alpha.
NEON_INLINE uint16x8_t neon_alphas16(uint16x8_t pixels) {
  const uint8x16_t order = {6, 7, 6, 7, 6, 7, 6, 7, 14, 15, 14, 15, 14, 15, 14, 15};
  return vreinterpretq_u16_u8(vqtbl1q_u8(vreinterpretq_u8_u16(pixels), order));
}
#endif
