/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Counts eight neighbouring values of a column at once with AVX-512: each byte becomes one bit of eight, and
 * carry-save adders sum sixteen vectors of such bits in five planes. */
#ifndef FL_ANALYSIS_TALLY_BATCH_KERNEL_AVX512_H
#define FL_ANALYSIS_TALLY_BATCH_KERNEL_AVX512_H

#include "analysis/tally/tally_private.h"
#include "gen/lanes/lanes.h"

#if defined(__AVX512BW__) && defined(__GFNI__)

enum { FL_TALLY_BATCH_AVX512_VECTORS = FL_TALLY_BATCH_KERNEL_SOME / 64, FL_TALLY_BATCH_AVX512_PLANES = 5 };

/* Sets bit b of a byte where the value is base + b, and no bit where it is none of the eight. */
FL_LANES_INLINE static inline __m512i fl_tally_batch_avx512_spread(__m512i values, uint8_t base)
{
    const __m512i one_of_eight =
        _mm512_broadcast_i32x4(_mm_setr_epi8(1, 2, 4, 8, 16, 32, 64, -128, 0, 0, 0, 0, 0, 0, 0, 0));
    __m512i number = _mm512_sub_epi8(values, _mm512_set1_epi8((char)base));
    number = _mm512_adds_epu8(
        number,
        _mm512_set1_epi8(0x70)); /* numbers from 16 on get the top bit, for which the shuffle gives 0 */
    return _mm512_shuffle_epi8(one_of_eight, number);
}

/* sum + 2 carry = sum + a + b, bit by bit. */
FL_LANES_INLINE static inline __m512i fl_tally_batch_avx512_add(__m512i *sum, __m512i a, __m512i b)
{
    __m512i carry = _mm512_ternarylogic_epi64(*sum, a, b, 0xe8);
    *sum = _mm512_ternarylogic_epi64(*sum, a, b, 0x96);
    return carry;
}

/* Bit planes of how often each bit is set in sixteen vectors; bytes after the n-th count as 0. */
FL_LANES_INLINE static inline void fl_tally_batch_avx512_planes(const uint8_t *bytes, unsigned n,
                                                                uint8_t base,
                                                                __m512i plane[FL_TALLY_BATCH_AVX512_PLANES])
{
    __m512i carry[3][2];
    for (unsigned i = 0; i < FL_TALLY_BATCH_AVX512_PLANES; i++) {
        plane[i] = _mm512_setzero_si512();
    }
#pragma GCC unroll 8
    for (unsigned i = 0; i < FL_TALLY_BATCH_AVX512_VECTORS; i += 2) {
        __m512i a = _mm512_setzero_si512();
        __m512i b = a;
        if (64 * i < n) {
            a = fl_tally_batch_avx512_spread(_mm512_loadu_si512(bytes + (size_t)64 * i), base);
        }
        if (64 * (i + 1) < n) {
            b = fl_tally_batch_avx512_spread(_mm512_loadu_si512(bytes + (size_t)64 * (i + 1)), base);
        }
        carry[0][i / 2 % 2] = fl_tally_batch_avx512_add(&plane[0], a, b);
        if (i % 4 == 2) {
            carry[1][i / 4 % 2] = fl_tally_batch_avx512_add(&plane[1], carry[0][0], carry[0][1]);
        }
        if (i % 8 == 6) {
            carry[2][i / 8 % 2] = fl_tally_batch_avx512_add(&plane[2], carry[1][0], carry[1][1]);
        }
    }
    plane[4] = fl_tally_batch_avx512_add(&plane[3], carry[2][0], carry[2][1]);
}

/* The number of set bits in each byte. */
FL_LANES_INLINE static inline __m512i fl_tally_batch_avx512_bits(__m512i a)
{
    const __m512i nibble_bits =
        _mm512_broadcast_i32x4(_mm_setr_epi8(0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4));
    const __m512i low = _mm512_set1_epi8(15);
    return _mm512_add_epi8(_mm512_shuffle_epi8(nibble_bits, _mm512_and_si512(a, low)),
                           _mm512_shuffle_epi8(nibble_bits, _mm512_and_si512(_mm512_srli_epi16(a, 4), low)));
}

/* Adds how often base, base + 1, … base + 7 occur among up to FL_TALLY_BATCH_KERNEL_SOME bytes, read in whole
 * vectors. */
FL_LANES_INLINE static inline void fl_tally_batch_avx512_count(const uint8_t *bytes, unsigned n, uint8_t base,
                                                               uint32_t count[8])
{
    const __m512i columns = _mm512_set1_epi64((long long)0x8040201008040201u);
    const __m512i even = _mm512_set1_epi16(0xff);
    __m512i plane[FL_TALLY_BATCH_AVX512_PLANES];
    __m512i sum = _mm512_setzero_si512();
    uint16_t part[2][4];
    fl_tally_batch_avx512_planes(bytes, n, base, plane);
    for (unsigned i = FL_TALLY_BATCH_AVX512_PLANES;
         i-- > 0;) { /* transposes eight bytes by eight bits: a byte for each bit */
        __m512i turned = _mm512_gf2p8affine_epi64_epi8(columns, plane[i], 0);
        sum = _mm512_add_epi8(_mm512_add_epi8(sum, sum), fl_tally_batch_avx512_bits(turned));
    }
    for (unsigned i = 0; i < 2; i++) { /* the sum of eight lanes, in 16 bits */
        __m512i wide = _mm512_and_si512(i ? _mm512_srli_epi16(sum, 8) : sum, even);
        __m256i half = _mm256_add_epi16(_mm512_castsi512_si256(wide), _mm512_extracti64x4_epi64(wide, 1));
        __m128i quarter = _mm_add_epi16(_mm256_castsi256_si128(half), _mm256_extracti128_si256(half, 1));
        quarter = _mm_add_epi16(quarter, _mm_unpackhi_epi64(quarter, quarter));
        _mm_storel_epi64((__m128i *)(void *)part[i], quarter);
    }
    for (unsigned i = 0; i < 8; i++) {
        count[i] += part[i % 2][i / 2];
    }
}

#endif

#endif
