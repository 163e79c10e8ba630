/* SPDX-License-Identifier: MIT */
/* The primitives of lanes.h by AVX-512 intrinsics, with their documentation. All work lane by lane unless
 * they say otherwise. Names ending in `_where` change the lanes of a mask and leave the others as they are in
 * `a`. */
#ifndef FL_GEN_LANES_LANES_AVX512_H
#define FL_GEN_LANES_LANES_AVX512_H

#include "gen/lanes/lanes_type.h"

#if defined(__AVX512F__)

#include <immintrin.h>

FL_LANES_INLINE static inline fl_lanes_mask fl_lanes_equal(fl_lanes a, fl_lanes b)
{
    return _mm512_cmpeq_epi64_mask((__m512i)a, (__m512i)b);
}

/* a < b, for numbers below 2^63. */
FL_LANES_INLINE static inline fl_lanes_mask fl_lanes_less(fl_lanes a, fl_lanes b)
{
    return _mm512_cmplt_epi64_mask((__m512i)a, (__m512i)b);
}

/* Mask of the lanes that are not 0. */
FL_LANES_INLINE static inline fl_lanes_mask fl_lanes_nonzero(fl_lanes a)
{
    return _mm512_test_epi64_mask((__m512i)a, (__m512i)a);
}

FL_LANES_INLINE static inline fl_lanes_mask fl_lanes_mask_not(fl_lanes_mask m)
{
    return (fl_lanes_mask)~m;
}

/* Blend: a in the lanes of the mask, b in the others. */
FL_LANES_INLINE static inline fl_lanes fl_lanes_select(fl_lanes_mask m, fl_lanes a, fl_lanes b)
{
    return (fl_lanes)_mm512_mask_blend_epi64(m, (__m512i)b, (__m512i)a);
}

/* a in the lanes of the mask, 0 in the others. */
FL_LANES_INLINE static inline fl_lanes fl_lanes_keep(fl_lanes_mask m, fl_lanes a)
{
    return (fl_lanes)_mm512_maskz_mov_epi64(m, (__m512i)a);
}

/* The mask as an integer, bit i for lane i; and back. */
FL_LANES_INLINE static inline unsigned fl_lanes_mask_bits(fl_lanes_mask m)
{
    return m;
}

FL_LANES_INLINE static inline fl_lanes_mask fl_lanes_mask_from_bits(unsigned bits)
{
    return (fl_lanes_mask)bits;
}

/* All lanes by the same number of bits, 0 to 63. */
FL_LANES_INLINE static inline fl_lanes fl_lanes_rotate_left(fl_lanes a, uint64_t by)
{
    return (fl_lanes)_mm512_rolv_epi64((__m512i)a, _mm512_set1_epi64((long long)by));
}

/* Each lane by its own number of bits, modulo 64. */
FL_LANES_INLINE static inline fl_lanes fl_lanes_rotate_right(fl_lanes a, fl_lanes by)
{
    return (fl_lanes)_mm512_rorv_epi64((__m512i)a, (__m512i)by);
}

/* The number of set bits. */
FL_LANES_INLINE static inline fl_lanes fl_lanes_popcount(fl_lanes a)
{
    return (fl_lanes)_mm512_popcnt_epi64((__m512i)a);
}

/* The number of bits set in a plus those set in b. */
FL_LANES_INLINE static inline fl_lanes fl_lanes_popcount_sum(fl_lanes a, fl_lanes b)
{
    return fl_lanes_popcount(a) + fl_lanes_popcount(b);
}

/* The 64-bit product of the lower 32 bits. */
FL_LANES_INLINE static inline fl_lanes fl_lanes_multiply32(fl_lanes a, fl_lanes b)
{
    return (fl_lanes)_mm512_mul_epu32((__m512i)a, (__m512i)b);
}

/* The product in the lanes of the mask, all bits set (UINT64_MAX) in the others. */
FL_LANES_INLINE static inline fl_lanes fl_lanes_multiply32_where(fl_lanes_mask m, fl_lanes a, fl_lanes b)
{
    return (fl_lanes)_mm512_mask_mul_epu32(_mm512_set1_epi64(-1), m, (__m512i)a, (__m512i)b);
}

/* Two 32-bit halves in one lane: a's lower (or upper) half below, b's lower (or upper) half above. */
FL_LANES_INLINE static inline fl_lanes fl_lanes_pack_lower_halves(fl_lanes a, fl_lanes b)
{
    return (fl_lanes)_mm512_mask_shuffle_epi32((__m512i)a, 0xaaaa, (__m512i)b, _MM_PERM_CCAA);
}

FL_LANES_INLINE static inline fl_lanes fl_lanes_pack_upper_halves(fl_lanes a, fl_lanes b)
{
    return (fl_lanes)_mm512_mask_shuffle_epi32((__m512i)b, 0x5555, (__m512i)a, _MM_PERM_DDBB);
}

/* A lane as two 32-bit halves: both shifted right by `by` bits, or rotated right by the number in the same
 * half of `by` (0 to 31). */
FL_LANES_INLINE static inline fl_lanes fl_lanes_shift_halves_right(fl_lanes a, unsigned by)
{
    return (fl_lanes)_mm512_srli_epi32((__m512i)a, by);
}

FL_LANES_INLINE static inline fl_lanes fl_lanes_rotate_right_halves(fl_lanes a, fl_lanes by)
{
    return (fl_lanes)_mm512_rorv_epi32((__m512i)a, (__m512i)by);
}

/* Rotates the lower 32 bits right by 0 to 31 bits. The upper 32 bits are ignored, and undefined in the
 * result. */
FL_LANES_INLINE static inline fl_lanes fl_lanes_rotate_right32(fl_lanes word, fl_lanes by)
{
    return (fl_lanes)_mm512_rorv_epi32((__m512i)word, (__m512i)by);
}

/* a + b in the lanes of the mask. */
FL_LANES_INLINE static inline fl_lanes fl_lanes_add_where(fl_lanes_mask m, fl_lanes a, uint64_t b)
{
    return (fl_lanes)_mm512_mask_add_epi64((__m512i)a, m, (__m512i)a, _mm512_set1_epi64((long long)b));
}

/* a - b in the lanes of the mask. */
FL_LANES_INLINE static inline fl_lanes fl_lanes_sub_where(fl_lanes_mask m, fl_lanes a, fl_lanes b)
{
    return (fl_lanes)_mm512_mask_sub_epi64((__m512i)a, m, (__m512i)a, (__m512i)b);
}

/* a ^ b in the lanes of the mask. */
FL_LANES_INLINE static inline fl_lanes fl_lanes_xor_where(fl_lanes_mask m, fl_lanes a, uint64_t b)
{
    return (fl_lanes)_mm512_mask_xor_epi64((__m512i)a, m, (__m512i)a, _mm512_set1_epi64((long long)b));
}

/* The minimum of the lower 32 bits in the lanes of the mask. The upper 32 bits are undefined in the
 * result. */
FL_LANES_INLINE static inline fl_lanes fl_lanes_min32_where(fl_lanes_mask m, fl_lanes a, fl_lanes b)
{
    return (fl_lanes)_mm512_mask_mov_epi64((__m512i)a, m, _mm512_min_epu32((__m512i)a, (__m512i)b));
}

/* table[at]; `at` is below FL_LANES_TABLE_ENTRIES. Six permutations instead of a gather: the microcode
 * that closes the Downfall leak (CVE-2022-40982) makes gathers slower than this on many processors. */
FL_LANES_INLINE static inline fl_lanes fl_lanes_look_up(const uint32_t table[FL_LANES_TABLE_ENTRIES],
                                                        fl_lanes at)
{
    const __m512i *from = (const __m512i *)(const void *)table;
    __m512i index = (__m512i)at;
    __m512i low = _mm512_permutex2var_epi32(_mm512_loadu_si512(from), index, _mm512_loadu_si512(from + 1));
    __m512i mid =
        _mm512_permutex2var_epi32(_mm512_loadu_si512(from + 2), index, _mm512_loadu_si512(from + 3));
    __m512i top =
        _mm512_permutex2var_epi32(_mm512_loadu_si512(from + 4), index, _mm512_loadu_si512(from + 5));
    low = _mm512_mask_blend_epi64(_mm512_test_epi64_mask(index, _mm512_set1_epi64(32)), low, mid);
    low = _mm512_mask_blend_epi64(_mm512_test_epi64_mask(index, _mm512_set1_epi64(64)), low, top);
    return (fl_lanes)_mm512_and_si512(low, _mm512_set1_epi64(UINT32_MAX));
}

/* table[at] where all entries from number 15 on are equal. The upper 32 bits are undefined in the result. */
FL_LANES_INLINE static inline fl_lanes fl_lanes_look_up_16(const uint32_t table[FL_LANES_TABLE_ENTRIES],
                                                           fl_lanes at)
{
    __m512i index = _mm512_min_epu32((__m512i)at, _mm512_set1_epi64(15));
    return (fl_lanes)_mm512_permutexvar_epi32(index, _mm512_loadu_si512(table));
}

/* table[at modulo 64]. */
FL_LANES_INLINE static inline fl_lanes fl_lanes_look_up_byte(const uint8_t table[FL_LANES_TABLE_BYTES],
                                                             fl_lanes at)
{
    return (fl_lanes)_mm512_maskz_permutexvar_epi8(0x0101010101010101, (__m512i)at,
                                                   _mm512_loadu_si512(table));
}

/* table[at] for entries of 64 bits; `at` is below 16. */
FL_LANES_INLINE static inline fl_lanes fl_lanes_look_up_64(const uint64_t table[16], fl_lanes at)
{
    return (fl_lanes)_mm512_permutex2var_epi64(_mm512_loadu_si512(table), (__m512i)at,
                                               _mm512_loadu_si512(table + 8));
}

/* The permutation that moves the lanes of a mask to the front, made once and applied to several vectors. */
typedef __m512i fl_lanes_permutation;

FL_LANES_INLINE static inline fl_lanes_permutation fl_lanes_compress_permutation(fl_lanes_mask m)
{
    return _mm512_maskz_compress_epi64(m, _mm512_set_epi64(7, 6, 5, 4, 3, 2, 1, 0));
}

/* The lanes of the permutation's mask, packed at the front in their order. The lanes after them are
 * undefined. */
FL_LANES_INLINE static inline fl_lanes fl_lanes_compress(fl_lanes a, fl_lanes_permutation order)
{
    return (fl_lanes)_mm512_permutexvar_epi64(order, (__m512i)a);
}

/* to[at] = a for every lane. Where two lanes have the same index, either value may be stored. */
FL_LANES_INLINE static inline void fl_lanes_scatter(uint64_t *to, fl_lanes at, fl_lanes a)
{
    _mm512_i64scatter_epi64(to, (__m512i)at, (__m512i)a, 8);
}

/* Splits a lane into its 32 even and its 32 odd bits. */
FL_LANES_INLINE static inline void fl_lanes_deinterleave(fl_lanes a, fl_lanes *even, fl_lanes *odd)
{
    const __m512i pairs = _mm512_set1_epi16(0x1001); /* joins the nibbles of two bytes into one byte */
    const __m512i bytes = _mm512_set1_epi64((long long)0xffffffff06040200u);
    const __m512i order =
        _mm512_or_si512(bytes, _mm512_set_epi64(0x08080808, 0, 0x08080808, 0, 0x08080808, 0, 0x08080808, 0));
    __m512i e = _mm512_gf2p8affine_epi64_epi8((__m512i)a, _mm512_set1_epi64(0x0104104000000000), 0);
    __m512i o = _mm512_gf2p8affine_epi64_epi8((__m512i)a, _mm512_set1_epi64(0x0208208000000000), 0);
    *even = (fl_lanes)_mm512_shuffle_epi8(_mm512_maddubs_epi16(e, pairs), order);
    *odd = (fl_lanes)_mm512_shuffle_epi8(_mm512_maddubs_epi16(o, pairs), order);
}

/* In each byte: even bits to the lower nibble, odd bits to the upper one. */
FL_LANES_INLINE static inline fl_lanes fl_lanes_deinterleave_bytes(fl_lanes a)
{
    return (fl_lanes)_mm512_gf2p8affine_epi64_epi8((__m512i)a, _mm512_set1_epi64(0x104104002082080), 0);
}

/* Any bitwise function of three numbers: bit 4 a + 2 b + c of the table is the result. */
#define FL_LANES_LOGIC(a, b, c, table)                                                                       \
    ((fl_lanes)_mm512_ternarylogic_epi64((__m512i)(a), (__m512i)(b), (__m512i)(c), table))

FL_LANES_INLINE static inline fl_lanes fl_lanes_or3(fl_lanes a, fl_lanes b, fl_lanes c)
{
    return FL_LANES_LOGIC(a, b, c, 0xfe);
}

/* (a & b) | c */
FL_LANES_INLINE static inline fl_lanes fl_lanes_and_or(fl_lanes a, fl_lanes b, fl_lanes c)
{
    return FL_LANES_LOGIC(a, b, c, 0xea);
}

/* (a | b) & c */
FL_LANES_INLINE static inline fl_lanes fl_lanes_or_and(fl_lanes a, fl_lanes b, fl_lanes c)
{
    return FL_LANES_LOGIC(a, b, c, 0xa8);
}

/* Bits set in at least two of the three. */
FL_LANES_INLINE static inline fl_lanes fl_lanes_majority(fl_lanes a, fl_lanes b, fl_lanes c)
{
    return FL_LANES_LOGIC(a, b, c, 0xe8);
}

/* Bit by bit: a where `bit` is set, b where it is not. */
FL_LANES_INLINE static inline fl_lanes fl_lanes_bit_select(fl_lanes bit, fl_lanes a, fl_lanes b)
{
    return FL_LANES_LOGIC(bit, a, b, 0xca);
}

/* Bits set in exactly one of the four. */
FL_LANES_INLINE static inline fl_lanes fl_lanes_exactly_one(fl_lanes a, fl_lanes b, fl_lanes c, fl_lanes d)
{
    return fl_lanes_bit_select(d, FL_LANES_LOGIC(a, b, c, 0x01), FL_LANES_LOGIC(a, b, c, 0x16));
}

#undef FL_LANES_LOGIC

#endif

#endif
