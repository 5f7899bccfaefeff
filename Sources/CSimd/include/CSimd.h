// The vendor's vector intrinsics for Swift, and the CPU level of this machine.
//
// Intrinsics that clang defines as macros (their last operand is an immediate) aren't visible in Swift, so each of them
// that is used has a function here. Everything is inlined; this module compiles to no code.
#pragma once

// Selections without a branch, for unpredictable conditions. Compilers insert branches despite all hints when one of
// the values comes from memory, and then reading a JPEG's coefficients took twice as long.

/// Three values.
typedef struct {
  unsigned long long a, b, c;
} csimd_triple;

/// Returns `a`, `b` and `c` if bit 15 of `bits` is set, otherwise `values`.
static inline __attribute__((always_inline)) csimd_triple csimd_select_bit15(
  unsigned long long bits, unsigned long long a, unsigned long long b, unsigned long long c, csimd_triple values) {
#if defined(__x86_64__)
  __asm__("btl $15, %k3\n\tcmovcq %4, %0\n\tcmovcq %5, %1\n\tcmovcq %6, %2"
          : "+&r"(values.a), "+&r"(values.b), "+&r"(values.c)
          : "r"(bits), "r"(a), "r"(b), "r"(c)
          : "cc");
  return values;
#elif defined(__aarch64__)
  __asm__("tst %w3, #0x8000\n\tcsel %0, %4, %0, ne\n\tcsel %1, %5, %1, ne\n\tcsel %2, %6, %2, ne"
          : "+&r"(values.a), "+&r"(values.b), "+&r"(values.c)
          : "r"(bits), "r"(a), "r"(b), "r"(c)
          : "cc");
  return values;
#else
  csimd_triple chosen = {a, b, c};
  return __builtin_unpredictable((bits & 0x8000) != 0) ? chosen : values;
#endif
}

/// Returns `chosen` if bit 15 of `bits` is set, otherwise `value`.
static inline __attribute__((always_inline)) unsigned long long csimd_select_one_bit15(
  unsigned long long bits, unsigned long long chosen, unsigned long long value) {
#if defined(__x86_64__)
  __asm__("btl $15, %k1\n\tcmovcq %2, %0" : "+&r"(value) : "r"(bits), "r"(chosen) : "cc");
  return value;
#elif defined(__aarch64__)
  __asm__("tst %w1, #0x8000\n\tcsel %0, %2, %0, ne" : "+&r"(value) : "r"(bits), "r"(chosen) : "cc");
  return value;
#else
  return __builtin_unpredictable((bits & 0x8000) != 0) ? chosen : value;
#endif
}

/// Returns the first of three values that has bit 14 or 15 set, or the last one.
static inline __attribute__((always_inline)) unsigned long long csimd_first_with_bit14_or_15(
  unsigned long long first, unsigned long long second, unsigned long long third) {
#if defined(__x86_64__)
  __asm__("testl $0xc000, %k1\n\tcmovneq %1, %0\n\ttestl $0xc000, %k2\n\tcmovneq %2, %0"
          : "+&r"(third)
          : "r"(second), "r"(first)
          : "cc");
  return third;
#elif defined(__aarch64__)
  __asm__("tst %w1, #0xc000\n\tcsel %0, %1, %0, ne\n\ttst %w2, #0xc000\n\tcsel %0, %2, %0, ne"
          : "+&r"(third)
          : "r"(second), "r"(first)
          : "cc");
  return third;
#else
  unsigned long long later = __builtin_unpredictable((second & 0xc000) != 0) ? second : third;
  return __builtin_unpredictable((first & 0xc000) != 0) ? first : later;
#endif
}

/// Returns at least 57 bits of `data` from the offset `bit` on, starting at the highest bit. Reads eight bytes.
static inline __attribute__((always_inline)) unsigned long long csimd_bits_at(const void *_Nonnull data, long bit) {
  unsigned long long word;
  __builtin_memcpy(&word, (const char *)data + (bit >> 3), sizeof word);
  return __builtin_bswap64(word) << (bit & 7);
}

/// Where a coefficient is stored, and how much one more bit adds to it. Both are 0 if the coefficient isn't kept.
typedef struct {
  short place, change;
} csimd_coefficient;

/// The state of reading a scan of a progressive JPEG. The scan has one component, and coefficients other than the first.
typedef struct {
  /// The data, the number of its bits, and the offset of the next bit. At least 32 more bytes can be read.
  const void *_Nonnull data;
  long end, position;
  /// Number of following blocks without a new value (T.81's EOBRUN).
  long run;
  /// The Huffman code: for each value of the next 12 bits, the first symbol, with the length of its code in the high byte. 0 if the
  /// code is longer or invalid.
  const unsigned short *_Nonnull symbols;
  /// Bit masks of the coefficients that the scan has, and of the coefficients that are kept. Bit 0 is the first in zigzag order.
  unsigned long long band, kept;
  /// The 64 coefficients in zigzag order.
  const csimd_coefficient *_Nonnull coefficients;
  /// The lowest bit that the scan codes.
  int low;
} csimd_band_scan;

/// The rest of a row of blocks. Blocks of one MCU are adjacent; the next MCU's are a fixed distance away.
typedef struct {
  /// The values of the next block, and the mask of its nonzero coefficients. NULL if there are no masks.
  short *_Nonnull values;
  unsigned long long *_Nullable nonzero;
  /// Number of blocks in the row, and in the current MCU.
  long count, left;
  /// Number of blocks in a row of an MCU, and of values in a block.
  long across, block_values;
  /// Values and masks between the last block of an MCU and the first block of the next.
  long skipped_values, skipped_masks;
} csimd_blocks;

/// Advances to the next block.
static inline __attribute__((always_inline)) void csimd_next_block(csimd_blocks *_Nonnull blocks) {
  blocks->count--;
  blocks->values += blocks->block_values;
  if (blocks->nonzero) blocks->nonzero++;
  if (--blocks->left > 0) return;
  blocks->left = blocks->across;
  blocks->values += blocks->skipped_values;
  if (blocks->nonzero) blocks->nonzero += blocks->skipped_masks;
}

#if defined(__x86_64__)
#include <immintrin.h>

#define CSIMD_FUNCTION(features) static inline __attribute__((always_inline, target(features)))

/// Returns 0 for any x86-64, 1 for AVX2 and its contemporaries (x86-64-v3), 2 for AVX-512 F, BW, CD, DQ and VL
/// (x86-64-v4).
static inline int csimd_cpu_level(void) {
  __builtin_cpu_init();
  if (__builtin_cpu_supports("x86-64-v4")) return 2;
  return __builtin_cpu_supports("x86-64-v3") ? 1 : 0;
}

/// Returns the reverse of `bits`.
static inline __attribute__((always_inline)) unsigned long long csimd_reversed_bits(unsigned long long bits) {
  return __builtin_bitreverse64(bits);
}

/// Whether PDEP takes only a few cycles. On AMD's CPUs before Zen 3 it takes up to hundreds.
static inline int csimd_deposits_bits_fast(void) {
  __builtin_cpu_init();
  return __builtin_cpu_supports("bmi2") && !__builtin_cpu_is("bdver4") && !__builtin_cpu_is("znver1") && !__builtin_cpu_is("znver2");
}

/// Returns the even 32-bit words of `a`, then those of `b`.
static inline __attribute__((always_inline)) __m128i csimd_even_words_128(__m128i a, __m128i b) {
  return _mm_castps_si128(_mm_shuffle_ps(_mm_castsi128_ps(a), _mm_castsi128_ps(b), 0x88));
}

/// Returns the odd 32-bit words of `a`, then those of `b`.
static inline __attribute__((always_inline)) __m128i csimd_odd_words_128(__m128i a, __m128i b) {
  return _mm_castps_si128(_mm_shuffle_ps(_mm_castsi128_ps(a), _mm_castsi128_ps(b), 0xDD));
}

/// Returns eight 32-bit words of `table`, at `index`.
///
/// Loaded one by one, because gather instructions are slower: with AVX2's, the sepia tone took 17 to 44 % longer (AMD
/// Zen 3); with AVX-512's, three times as long (Zen 4). Intel slowed its own down in 2023 (Gather Data Sampling).
CSIMD_FUNCTION("avx2") __m256i csimd_entries32_256(const void *_Nonnull table, __m256i index) {
  const unsigned *words = (const unsigned *)table;
  const unsigned long long pair0 = _mm256_extract_epi64(index, 0), pair1 = _mm256_extract_epi64(index, 1);
  const unsigned long long pair2 = _mm256_extract_epi64(index, 2), pair3 = _mm256_extract_epi64(index, 3);
  return _mm256_setr_epi32(
    words[(unsigned)pair0], words[pair0 >> 32], words[(unsigned)pair1], words[pair1 >> 32],
    words[(unsigned)pair2], words[pair2 >> 32], words[(unsigned)pair3], words[pair3 >> 32]);
}

/// Returns four copies of the last number of `a`.
static inline __attribute__((always_inline)) __m128 csimd_fourth_128(__m128 a) { return _mm_shuffle_ps(a, a, 0xFF); }

/// Loads 128 bits from each of two addresses.
CSIMD_FUNCTION("avx2") __m256i csimd_loaded_halves_256(const void *_Nonnull low, const void *_Nonnull high) {
  return _mm256_inserti128_si256(
    _mm256_castsi128_si256(_mm_loadu_si128((const __m128i *)low)), _mm_loadu_si128((const __m128i *)high), 1);
}

/// For each half, returns the even 32-bit words of `a`, then those of `b`.
CSIMD_FUNCTION("avx2") __m256i csimd_even_words_256(__m256i a, __m256i b) {
  return _mm256_castps_si256(_mm256_shuffle_ps(_mm256_castsi256_ps(a), _mm256_castsi256_ps(b), 0x88));
}

/// For each half, returns the odd 32-bit words of `a`, then those of `b`.
CSIMD_FUNCTION("avx2") __m256i csimd_odd_words_256(__m256i a, __m256i b) {
  return _mm256_castps_si256(_mm256_shuffle_ps(_mm256_castsi256_ps(a), _mm256_castsi256_ps(b), 0xDD));
}

/// Returns the low 16 bits of each 32-bit word of `low`, with those of `high` above them.
CSIMD_FUNCTION("avx2") __m256i csimd_paired_256(__m256i low, __m256i high) {
  return _mm256_blend_epi16(low, _mm256_slli_epi32(high, 16), 0xAA);
}

/// Returns `a` where `x` is greater than `y`, otherwise `b`.
CSIMD_FUNCTION("avx2") __m256 csimd_where_greater_256(__m256 x, __m256 y, __m256 a, __m256 b) {
  return _mm256_blendv_ps(b, a, _mm256_cmp_ps(x, y, _CMP_GT_OQ));
}

/// Returns the low 128 bits of `a`, then those of `b`.
CSIMD_FUNCTION("avx2") __m256i csimd_low_halves_256(__m256i a, __m256i b) {
  return _mm256_permute2x128_si256(a, b, 0x20);
}

/// Returns the high 128 bits of `a`, then those of `b`.
CSIMD_FUNCTION("avx2") __m256i csimd_high_halves_256(__m256i a, __m256i b) {
  return _mm256_permute2x128_si256(a, b, 0x31);
}

/// Whether each of the sixteen unsigned 32-bit words of `a` is at least the corresponding word of `b`.
CSIMD_FUNCTION("avx512f") int csimd_all_at_least_512(__m512i a, __m512i b) {
  return _mm512_cmpge_epu32_mask(a, b) == 0xFFFF;
}

/// Returns the 128-bit quarters 0 and 2 of `a`, then those of `b`.
CSIMD_FUNCTION("avx512f") __m512i csimd_even_quarters_512(__m512i a, __m512i b) {
  return _mm512_shuffle_i64x2(a, b, 0x88);
}

/// Returns the 128-bit quarters 1 and 3 of `a`, then those of `b`.
CSIMD_FUNCTION("avx512f") __m512i csimd_odd_quarters_512(__m512i a, __m512i b) {
  return _mm512_shuffle_i64x2(a, b, 0xDD);
}
#endif

#include "Neon.h"
#include "Vector.h"
