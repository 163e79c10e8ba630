/* SPDX-License-Identifier: MIT */
/* The primitives of lanes.h by AVX2 intrinsics. lanes_avx512.h documents them. */
#ifndef FL_GEN_LANES_LANES_AVX2_H
#define FL_GEN_LANES_LANES_AVX2_H

#include "gen/lanes/lanes_type.h"

#if FL_LANES_N > 1 && defined(__AVX2__) && !defined(__AVX512F__)

#include <immintrin.h>

FL_LANES_INLINE static inline fl_lanes_mask fl_lanes_equal(fl_lanes a, fl_lanes b)
{
    return (fl_lanes)(a == b);
}

FL_LANES_INLINE static inline fl_lanes_mask fl_lanes_less(fl_lanes a, fl_lanes b)
{
    return (fl_lanes)((fl_lanes_signed)a < (fl_lanes_signed)b);
}

FL_LANES_INLINE static inline fl_lanes_mask fl_lanes_nonzero(fl_lanes a)
{
    return (fl_lanes)(a != 0);
}

FL_LANES_INLINE static inline fl_lanes_mask fl_lanes_mask_not(fl_lanes_mask m)
{
    return ~m;
}

FL_LANES_INLINE static inline fl_lanes fl_lanes_select(fl_lanes_mask m, fl_lanes a, fl_lanes b)
{
    return (fl_lanes)_mm256_blendv_epi8((__m256i)b, (__m256i)a, (__m256i)m);
}

FL_LANES_INLINE static inline fl_lanes fl_lanes_keep(fl_lanes_mask m, fl_lanes a)
{
    return a & m;
}

FL_LANES_INLINE static inline unsigned fl_lanes_mask_bits(fl_lanes_mask m)
{
    return (unsigned)_mm256_movemask_pd((__m256d)m);
}

FL_LANES_INLINE static inline fl_lanes_mask fl_lanes_mask_from_bits(unsigned bits)
{
    const fl_lanes lane_bit = {1, 2, 4, 8};
    return (fl_lanes)((bits & lane_bit) == lane_bit);
}

FL_LANES_INLINE static inline fl_lanes fl_lanes_rotate_left(fl_lanes a, uint64_t by)
{
    return a << by | a >> ((64 - by) & 63);
}

FL_LANES_INLINE static inline fl_lanes fl_lanes_rotate_right(fl_lanes a, fl_lanes by)
{
    by &= 63;
    return (fl_lanes)_mm256_or_si256(_mm256_srlv_epi64((__m256i)a, (__m256i)by),
                                     _mm256_sllv_epi64((__m256i)a, (__m256i)(64 - by)));
}

/* The popcount of each byte, by two look-ups of a nibble. */
FL_LANES_INLINE static inline __m256i fl_lanes_popcount_bytes(fl_lanes a)
{
    const __m256i nibble_bits = _mm256_setr_epi8(0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4, 0, 1, 1, 2,
                                                 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4);
    const __m256i low = _mm256_set1_epi8(15);
    return _mm256_add_epi8(
        _mm256_shuffle_epi8(nibble_bits, _mm256_and_si256((__m256i)a, low)),
        _mm256_shuffle_epi8(nibble_bits, _mm256_and_si256(_mm256_srli_epi64((__m256i)a, 4), low)));
}

FL_LANES_INLINE static inline fl_lanes fl_lanes_popcount(fl_lanes a)
{
    return (fl_lanes)_mm256_sad_epu8(fl_lanes_popcount_bytes(a), _mm256_setzero_si256());
}

FL_LANES_INLINE static inline fl_lanes fl_lanes_popcount_sum(fl_lanes a, fl_lanes b)
{
    __m256i bytes = _mm256_add_epi8(fl_lanes_popcount_bytes(a), fl_lanes_popcount_bytes(b));
    return (fl_lanes)_mm256_sad_epu8(bytes, _mm256_setzero_si256());
}

FL_LANES_INLINE static inline fl_lanes fl_lanes_multiply32(fl_lanes a, fl_lanes b)
{
    return (fl_lanes)_mm256_mul_epu32((__m256i)a, (__m256i)b);
}

FL_LANES_INLINE static inline fl_lanes fl_lanes_multiply32_where(fl_lanes_mask m, fl_lanes a, fl_lanes b)
{
    return fl_lanes_multiply32(a, b) | ~m;
}

FL_LANES_INLINE static inline fl_lanes fl_lanes_pack_lower_halves(fl_lanes a, fl_lanes b)
{
    return (fl_lanes)_mm256_blend_epi32((__m256i)a, (__m256i)(b << 32), 0xaa);
}

FL_LANES_INLINE static inline fl_lanes fl_lanes_pack_upper_halves(fl_lanes a, fl_lanes b)
{
    return (fl_lanes)_mm256_blend_epi32((__m256i)(a >> 32), (__m256i)b, 0xaa);
}

FL_LANES_INLINE static inline fl_lanes fl_lanes_shift_halves_right(fl_lanes a, unsigned by)
{
    return (fl_lanes)_mm256_srli_epi32((__m256i)a, (int)by);
}

FL_LANES_INLINE static inline fl_lanes fl_lanes_rotate_right_halves(fl_lanes a, fl_lanes by)
{
    __m256i up = _mm256_sub_epi32(_mm256_set1_epi32(32), (__m256i)by);
    return (fl_lanes)_mm256_or_si256(_mm256_srlv_epi32((__m256i)a, (__m256i)by),
                                     _mm256_sllv_epi32((__m256i)a, up));
}

FL_LANES_INLINE static inline fl_lanes fl_lanes_rotate_right32(fl_lanes word, fl_lanes by)
{
    __m256i twice = _mm256_shuffle_epi32((__m256i)word, 0xa0);
    return (fl_lanes)_mm256_srlv_epi64(twice, (__m256i)by);
}

FL_LANES_INLINE static inline fl_lanes fl_lanes_add_where(fl_lanes_mask m, fl_lanes a, uint64_t b)
{
    return a + (m & b);
}

FL_LANES_INLINE static inline fl_lanes fl_lanes_sub_where(fl_lanes_mask m, fl_lanes a, fl_lanes b)
{
    return a - (m & b);
}

FL_LANES_INLINE static inline fl_lanes fl_lanes_xor_where(fl_lanes_mask m, fl_lanes a, uint64_t b)
{
    return a ^ (m & b);
}

FL_LANES_INLINE static inline fl_lanes fl_lanes_min32_where(fl_lanes_mask m, fl_lanes a, fl_lanes b)
{
    return (fl_lanes)_mm256_min_epu32((__m256i)a, (__m256i)(b | ~m));
}

FL_LANES_INLINE static inline fl_lanes fl_lanes_look_up(const uint32_t table[FL_LANES_TABLE_ENTRIES],
                                                        fl_lanes at)
{
    fl_lanes out = {0};
    for (unsigned i = 0; i < FL_LANES_N; i++) {
        out[i] = table[at[i]];
    }
    return out;
}

FL_LANES_INLINE static inline fl_lanes fl_lanes_look_up_16(const uint32_t table[FL_LANES_TABLE_ENTRIES],
                                                           fl_lanes at)
{
    __m256i index = _mm256_min_epu32((__m256i)at, _mm256_set1_epi64x(15));
    __m256i low = _mm256_loadu_si256((const __m256i *)(const void *)table);
    __m256i high = _mm256_loadu_si256((const __m256i *)(const void *)(table + 8));
    low = _mm256_permutevar8x32_epi32(low, index);
    high = _mm256_permutevar8x32_epi32(high, index);
    return (fl_lanes)_mm256_blendv_epi8(low, high, _mm256_cmpgt_epi32(index, _mm256_set1_epi32(7)));
}

/* One shuffle for each 16 bytes of the table; bits 4 and 5 of the index choose among the four results. */
FL_LANES_INLINE static inline fl_lanes fl_lanes_look_up_byte(const uint8_t table[FL_LANES_TABLE_BYTES],
                                                             fl_lanes at)
{
    const __m128i *from = (const __m128i *)(const void *)table;
    const uint64_t zero_bytes = 0x8080808080808000; /* a shuffle index with its top bit set gives 0 */
    __m256i index = (__m256i)((at & 15) | zero_bytes);
    __m256i row[4];
    for (unsigned i = 0; i < 4; i++) {
        row[i] = _mm256_shuffle_epi8(_mm256_broadcastsi128_si256(_mm_loadu_si128(from + i)), index);
    }
    __m256i bit_4 = (__m256i)(at << 3);
    __m256i low = _mm256_blendv_epi8(row[0], row[1], bit_4);
    __m256i high = _mm256_blendv_epi8(row[2], row[3], bit_4);
    return (fl_lanes)_mm256_blendv_epi8(low, high, (__m256i)(at << 2));
}

FL_LANES_INLINE static inline fl_lanes fl_lanes_look_up_64(const uint64_t table[16], fl_lanes at)
{
    fl_lanes out = {0};
    for (unsigned i = 0; i < FL_LANES_N; i++) {
        out[i] = table[at[i]];
    }
    return out;
}

/* For each mask of four lanes, the permutation that moves its lanes to the front, in 32-bit halves. */
#define FL_LANES_PAIR(i) 2 * (i), 2 * (i) + 1
#define FL_LANES_FOUR(a, b, c, d)                                                                            \
    {                                                                                                        \
        FL_LANES_PAIR(a), FL_LANES_PAIR(b), FL_LANES_PAIR(c), FL_LANES_PAIR(d)                               \
    }

static const uint32_t fl_lanes_compress_table[16][8] = {
    FL_LANES_FOUR(0, 0, 0, 0), FL_LANES_FOUR(0, 0, 0, 0), FL_LANES_FOUR(1, 0, 0, 0),
    FL_LANES_FOUR(0, 1, 0, 0), FL_LANES_FOUR(2, 0, 0, 0), FL_LANES_FOUR(0, 2, 0, 0),
    FL_LANES_FOUR(1, 2, 0, 0), FL_LANES_FOUR(0, 1, 2, 0), FL_LANES_FOUR(3, 0, 0, 0),
    FL_LANES_FOUR(0, 3, 0, 0), FL_LANES_FOUR(1, 3, 0, 0), FL_LANES_FOUR(0, 1, 3, 0),
    FL_LANES_FOUR(2, 3, 0, 0), FL_LANES_FOUR(0, 2, 3, 0), FL_LANES_FOUR(1, 2, 3, 0),
    FL_LANES_FOUR(0, 1, 2, 3),
};

#undef FL_LANES_FOUR
#undef FL_LANES_PAIR

typedef __m256i fl_lanes_permutation;

FL_LANES_INLINE static inline fl_lanes_permutation fl_lanes_compress_permutation(fl_lanes_mask m)
{
    return _mm256_loadu_si256((const __m256i *)(const void *)fl_lanes_compress_table[fl_lanes_mask_bits(m)]);
}

FL_LANES_INLINE static inline fl_lanes fl_lanes_compress(fl_lanes a, fl_lanes_permutation order)
{
    return (fl_lanes)_mm256_permutevar8x32_epi32((__m256i)a, order);
}

/* By nibbles: a look-up puts the even bits of a nibble into bits 0 and 1, the odd ones into bits 4 and 5;
 * the upper nibble's result goes two bits higher, between them. */
FL_LANES_INLINE static inline fl_lanes fl_lanes_deinterleave_bytes(fl_lanes a)
{
    const __m256i low = _mm256_set1_epi8(15);
    const __m256i split = _mm256_broadcastsi128_si256(_mm_setr_epi8(
        0x00, 0x01, 0x10, 0x11, 0x02, 0x03, 0x12, 0x13, 0x20, 0x21, 0x30, 0x31, 0x22, 0x23, 0x32, 0x33));
    __m256i lower = _mm256_shuffle_epi8(split, _mm256_and_si256((__m256i)a, low));
    __m256i upper = _mm256_shuffle_epi8(split, _mm256_and_si256(_mm256_srli_epi64((__m256i)a, 4), low));
    return (fl_lanes)_mm256_or_si256(lower, _mm256_slli_epi64(upper, 2));
}

FL_LANES_INLINE static inline void fl_lanes_deinterleave(fl_lanes a, fl_lanes *even, fl_lanes *odd)
{
    const __m256i low = _mm256_set1_epi8(15);
    const __m256i pairs = _mm256_set1_epi16(0x1001); /* joins the nibbles of two bytes into one byte */
    const __m256i order =
        _mm256_broadcastsi128_si256(_mm_setr_epi8(0, 2, 4, 6, -1, -1, -1, -1, 8, 10, 12, 14, -1, -1, -1, -1));
    __m256i bytes = (__m256i)fl_lanes_deinterleave_bytes(a);
    __m256i e = _mm256_and_si256(bytes, low);
    __m256i o = _mm256_and_si256(_mm256_srli_epi64(bytes, 4), low);
    *even = (fl_lanes)_mm256_shuffle_epi8(_mm256_maddubs_epi16(e, pairs), order);
    *odd = (fl_lanes)_mm256_shuffle_epi8(_mm256_maddubs_epi16(o, pairs), order);
}

#endif

#endif
