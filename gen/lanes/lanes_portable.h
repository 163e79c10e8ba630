/* SPDX-License-Identifier: MIT */
/* The primitives of lanes.h for one lane, in plain C: the readable definition that AVX2 and AVX-512 builds
 * must equal. lanes_avx512.h documents them. */
#ifndef FL_GEN_LANES_LANES_PORTABLE_H
#define FL_GEN_LANES_LANES_PORTABLE_H

#include "gen/lanes/lanes_type.h"
#include "gen/lanes/popcount.h"

#if FL_LANES_N == 1

FL_LANES_INLINE static inline fl_lanes_mask fl_lanes_equal(fl_lanes a, fl_lanes b)
{
    return a == b;
}

FL_LANES_INLINE static inline fl_lanes_mask fl_lanes_less(fl_lanes a, fl_lanes b)
{
    return (int64_t)a < (int64_t)b;
}

FL_LANES_INLINE static inline fl_lanes_mask fl_lanes_nonzero(fl_lanes a)
{
    return a != 0;
}

FL_LANES_INLINE static inline fl_lanes_mask fl_lanes_mask_not(fl_lanes_mask m)
{
    return m ^ 1;
}

FL_LANES_INLINE static inline fl_lanes fl_lanes_select(fl_lanes_mask m, fl_lanes a, fl_lanes b)
{
    return m ? a : b;
}

FL_LANES_INLINE static inline fl_lanes fl_lanes_keep(fl_lanes_mask m, fl_lanes a)
{
    return m ? a : 0;
}

FL_LANES_INLINE static inline unsigned fl_lanes_mask_bits(fl_lanes_mask m)
{
    return m;
}

FL_LANES_INLINE static inline fl_lanes_mask fl_lanes_mask_from_bits(unsigned bits)
{
    return bits & 1;
}

FL_LANES_INLINE static inline fl_lanes fl_lanes_rotate_left(fl_lanes a, uint64_t by)
{
    return a << by | a >> ((64 - by) & 63);
}

FL_LANES_INLINE static inline fl_lanes fl_lanes_rotate_right(fl_lanes a, fl_lanes by)
{
    return a >> (by & 63) | a << (-by & 63);
}

FL_LANES_INLINE static inline fl_lanes fl_lanes_popcount(fl_lanes a)
{
    return fl_popcount_bits(a);
}

FL_LANES_INLINE static inline fl_lanes fl_lanes_popcount_sum(fl_lanes a, fl_lanes b)
{
    return fl_popcount_sum(fl_popcount_bytes(a, b));
}

FL_LANES_INLINE static inline fl_lanes fl_lanes_multiply32(fl_lanes a, fl_lanes b)
{
    return (a & 0xffffffffu) * (b & 0xffffffffu);
}

FL_LANES_INLINE static inline fl_lanes fl_lanes_multiply32_where(fl_lanes_mask m, fl_lanes a, fl_lanes b)
{
    return m ? fl_lanes_multiply32(a, b) : UINT64_MAX;
}

FL_LANES_INLINE static inline fl_lanes fl_lanes_pack_lower_halves(fl_lanes a, fl_lanes b)
{
    return (a & UINT32_MAX) | b << 32;
}

FL_LANES_INLINE static inline fl_lanes fl_lanes_pack_upper_halves(fl_lanes a, fl_lanes b)
{
    return a >> 32 | (b >> 32 << 32);
}

FL_LANES_INLINE static inline fl_lanes fl_lanes_shift_halves_right(fl_lanes a, unsigned by)
{
    return (a & UINT32_MAX) >> by | (a >> 32 >> by << 32);
}

FL_LANES_INLINE static inline fl_lanes fl_lanes_rotate_right32(fl_lanes word, fl_lanes by)
{
    return (uint32_t)word >> by | (uint32_t)((uint32_t)word << (-(uint32_t)by & 31));
}

FL_LANES_INLINE static inline fl_lanes fl_lanes_rotate_right_halves(fl_lanes a, fl_lanes by)
{
    return (fl_lanes_rotate_right32(a, by & 31) & UINT32_MAX) |
           fl_lanes_rotate_right32(a >> 32, by >> 32 & 31) << 32;
}

FL_LANES_INLINE static inline fl_lanes fl_lanes_add_where(fl_lanes_mask m, fl_lanes a, uint64_t b)
{
    return m ? a + b : a;
}

FL_LANES_INLINE static inline fl_lanes fl_lanes_sub_where(fl_lanes_mask m, fl_lanes a, fl_lanes b)
{
    return m ? a - b : a;
}

FL_LANES_INLINE static inline fl_lanes fl_lanes_xor_where(fl_lanes_mask m, fl_lanes a, uint64_t b)
{
    return m ? a ^ b : a;
}

FL_LANES_INLINE static inline fl_lanes fl_lanes_min32_where(fl_lanes_mask m, fl_lanes a, fl_lanes b)
{
    return m && (uint32_t)b < (uint32_t)a ? b : a;
}

FL_LANES_INLINE static inline fl_lanes fl_lanes_look_up(const uint32_t table[FL_LANES_TABLE_ENTRIES],
                                                        fl_lanes at)
{
    return table[at];
}

FL_LANES_INLINE static inline fl_lanes fl_lanes_look_up_16(const uint32_t table[FL_LANES_TABLE_ENTRIES],
                                                           fl_lanes at)
{
    return table[at];
}

FL_LANES_INLINE static inline fl_lanes fl_lanes_look_up_byte(const uint8_t table[FL_LANES_TABLE_BYTES],
                                                             fl_lanes at)
{
    return table[at & 63];
}

FL_LANES_INLINE static inline fl_lanes fl_lanes_look_up_64(const uint64_t table[16], fl_lanes at)
{
    return table[at];
}

typedef unsigned fl_lanes_permutation;

FL_LANES_INLINE static inline fl_lanes_permutation fl_lanes_compress_permutation(fl_lanes_mask m)
{
    return m;
}

FL_LANES_INLINE static inline fl_lanes fl_lanes_compress(fl_lanes a, fl_lanes_permutation order)
{
    (void)order;
    return a;
}

FL_LANES_INLINE static inline fl_lanes fl_lanes_deinterleave_bytes(fl_lanes a)
{
    fl_lanes t = (a ^ (a >> 1)) & 0x2222222222222222u;
    a ^= t ^ (t << 1);
    t = (a ^ (a >> 2)) & 0x0c0c0c0c0c0c0c0cu;
    return a ^ t ^ (t << 2);
}

FL_LANES_INLINE static inline void fl_lanes_deinterleave(fl_lanes a, fl_lanes *even, fl_lanes *odd)
{
    a = fl_lanes_deinterleave_bytes(a);
    fl_lanes t = (a ^ (a >> 4)) & 0x00f000f000f000f0u;
    a ^= t ^ (t << 4);
    t = (a ^ (a >> 8)) & 0x0000ff000000ff00u;
    a ^= t ^ (t << 8);
    t = (a ^ (a >> 16)) & 0xffff0000u;
    a ^= t ^ (t << 16);
    *even = a & UINT32_MAX;
    *odd = a >> 32;
}

#endif

#endif
