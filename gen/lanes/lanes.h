/* SPDX-License-Identifier: MIT */
/* Several 64-bit numbers side by side, one for each of as many floors: one source for AVX-512, AVX2 and any machine.
 *
 * Numbers are the compiler's vectors, so + - * & | ^ ~ << >> work on all lanes. What a vector type cannot say (masks,
 * counting bits, moving lanes) is here, and here alone; the words for it are explained in lanes_avx512.h. A file that
 * includes this is built once per backend; the build says how wide a vector is and which instructions there are. Vectors
 * never leave such a file. */
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

/* The first n lanes, and all of them. */
FL_LANES_INLINE static inline fl_lanes_mask fl_lanes_mask_first(unsigned n)
{
    return fl_lanes_mask_from_bits((1u << n) - 1);
}

FL_LANES_INLINE static inline fl_lanes_mask fl_lanes_mask_all(void)
{
    return fl_lanes_mask_first(FL_LANES_N);
}

/* How many lanes a mask has. */
FL_LANES_INLINE static inline unsigned fl_lanes_mask_count(fl_lanes_mask m)
{
    return (unsigned)__builtin_popcount(fl_lanes_mask_bits(m));
}

/* Numbers below 256 as bytes. */
FL_LANES_INLINE static inline void fl_lanes_to_bytes(uint8_t *to, fl_lanes a)
{
#if FL_LANES_N == 1
    *to = (uint8_t)a;
#else
    fl_lanes_bytes bytes = __builtin_convertvector(a, fl_lanes_bytes);
    memcpy(to, &bytes, sizeof bytes);
#endif
}

/* Numbers of 32 bits. */
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
