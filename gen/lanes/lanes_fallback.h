/* SPDX-License-Identifier: MIT */
/* Primitives for which only AVX-512 has an instruction, by ordinary operators for AVX2 and portable builds.
 * lanes_avx512.h documents them. */
#ifndef FL_GEN_LANES_LANES_FALLBACK_H
#define FL_GEN_LANES_LANES_FALLBACK_H

#include "gen/lanes/lanes_type.h"

#if !defined(__AVX512F__)

FL_LANES_INLINE static inline void fl_lanes_scatter(uint64_t *to, fl_lanes at, fl_lanes a)
{
    for (unsigned i = 0; i < FL_LANES_N; i++) {
        to[fl_lanes_get(at, i)] = fl_lanes_get(a, i);
    }
}

FL_LANES_INLINE static inline fl_lanes fl_lanes_or3(fl_lanes a, fl_lanes b, fl_lanes c)
{
    return a | b | c;
}

FL_LANES_INLINE static inline fl_lanes fl_lanes_and_or(fl_lanes a, fl_lanes b, fl_lanes c)
{
    return (a & b) | c;
}

FL_LANES_INLINE static inline fl_lanes fl_lanes_or_and(fl_lanes a, fl_lanes b, fl_lanes c)
{
    return (a | b) & c;
}

FL_LANES_INLINE static inline fl_lanes fl_lanes_majority(fl_lanes a, fl_lanes b, fl_lanes c)
{
    return (a & b) | ((a | b) & c);
}

FL_LANES_INLINE static inline fl_lanes fl_lanes_bit_select(fl_lanes bit, fl_lanes a, fl_lanes b)
{
    return b ^ ((a ^ b) & bit);
}

/* The parity is also odd where three are set; then a and b, or c and d, are both set. */
FL_LANES_INLINE static inline fl_lanes fl_lanes_exactly_one(fl_lanes a, fl_lanes b, fl_lanes c, fl_lanes d)
{
    return (a ^ b ^ c ^ d) & ~((a & b) | (c & d));
}

#endif

#endif
