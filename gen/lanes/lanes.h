/* SPDX-License-Identifier: MIT */
/* SIMD vectors of 64-bit integers, one lane per floor: one source for AVX-512 (8 lanes), AVX2 (4) and any
 * machine (1).
 *
 * fl_lanes is a compiler vector, so + - * & | ^ ~ << >> work on all lanes. The primitives below add what such
 * a type lacks: masks, popcount, table look-up, compress, scatter. lanes_avx512.h defines each of them; the
 * other backends have the same functions with the same results, for lanes_portable.h is the readable
 * definition: plain C, one lane.
 *
 * A file that includes this header is compiled once per backend, with FL_LANES_N and the compiler's -m
 * options set by meson.build. Vector types never appear in a function that another file calls. */
#ifndef FL_GEN_LANES_LANES_H
#define FL_GEN_LANES_LANES_H

#include "gen/lanes/lanes_avx2.h"
#include "gen/lanes/lanes_avx512.h"
#include "gen/lanes/lanes_fallback.h"
#include "gen/lanes/lanes_portable.h"

FL_LANES_INLINE static inline bool fl_lanes_mask_any(fl_lanes_mask m)
{
    return fl_lanes_mask_bits(m) != 0;
}

/* Mask of the first n lanes. */
FL_LANES_INLINE static inline fl_lanes_mask fl_lanes_mask_first(unsigned n)
{
    return fl_lanes_mask_from_bits((1u << n) - 1);
}

FL_LANES_INLINE static inline fl_lanes_mask fl_lanes_mask_all(void)
{
    return fl_lanes_mask_first(FL_LANES_N);
}

/* The number of lanes in the mask. */
FL_LANES_INLINE static inline unsigned fl_lanes_mask_count(fl_lanes_mask m)
{
    return (unsigned)__builtin_popcount(fl_lanes_mask_bits(m));
}

/* Stores the lanes as bytes; each must be below 256. */
FL_LANES_INLINE static inline void fl_lanes_to_bytes(uint8_t *to, fl_lanes a)
{
#if FL_LANES_N == 1
    *to = (uint8_t)a;
#else
    fl_lanes_bytes bytes = __builtin_convertvector(a, fl_lanes_bytes);
    memcpy(to, &bytes, sizeof bytes);
#endif
}

/* Stores the lower 32 bits of the lanes. */
FL_LANES_INLINE static inline void fl_lanes_to_words(int32_t *to, fl_lanes a)
{
#if FL_LANES_N == 1
    *to = (int32_t)a;
#else
    fl_lanes_words words = __builtin_convertvector(a, fl_lanes_words);
    memcpy(to, &words, sizeof words);
#endif
}

#endif
