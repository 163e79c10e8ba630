/* What lanes.h has by the compiler's own operators where there is no AVX-512: as in lanes_avx512.h. */
#ifndef FL_GEN_CORE_LANES_PLAIN_H
#define FL_GEN_CORE_LANES_PLAIN_H

#include "gen/core/lanes_type.h"

#if !defined(__AVX512F__)

FL_LANES_INLINE static inline void fl_lanes_scatter(uint64_t *to, fl_lanes at, fl_lanes a)
{
    for (unsigned i = 0; i < FL_LANES_N; i++) {
        to[fl_lanes_get(at, i)] = fl_lanes_get(a, i);
    }
}

FL_LANES_INLINE static inline fl_lanes fl_lanes_unzip_bytes(fl_lanes a)
{
    fl_lanes t = (a ^ (a >> 1)) & 0x2222222222222222u;
    a ^= t ^ (t << 1);
    t = (a ^ (a >> 2)) & 0x0c0c0c0c0c0c0c0cu;
    return a ^ t ^ (t << 2);
}

FL_LANES_INLINE static inline void fl_lanes_unzip(fl_lanes a, fl_lanes *even, fl_lanes *odd)
{
    a = fl_lanes_unzip_bytes(a);
    fl_lanes t = (a ^ (a >> 4)) & 0x00f000f000f000f0u;
    a ^= t ^ (t << 4);
    t = (a ^ (a >> 8)) & 0x0000ff000000ff00u;
    a ^= t ^ (t << 8);
    t = (a ^ (a >> 16)) & 0xffff0000u;
    a ^= t ^ (t << 16);
    *even = a & UINT32_MAX;
    *odd = a >> 32;
}

FL_LANES_INLINE static inline fl_lanes fl_lanes_and3(fl_lanes a, fl_lanes b, fl_lanes c)
{
    return a & b & c;
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

FL_LANES_INLINE static inline fl_lanes fl_lanes_but(fl_lanes a, fl_lanes b, fl_lanes c)
{
    return a & ~(b & c);
}

FL_LANES_INLINE static inline fl_lanes fl_lanes_mix(fl_lanes bit, fl_lanes a, fl_lanes b)
{
    return b ^ ((a ^ b) & bit);
}

FL_LANES_INLINE static inline fl_lanes fl_lanes_one_of(fl_lanes a, fl_lanes b, fl_lanes c, fl_lanes d)
{
    return (a ^ b ^ c ^ d) & ~((a & b) | (c & d));
}

#endif

#endif
