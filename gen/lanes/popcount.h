/* SPDX-License-Identifier: MIT */
/* Counting bits without a popcount instruction. Where a machine has none, __builtin_popcountll calls a
 * library function that is slower than this. */
#ifndef FL_GEN_LANES_POPCOUNT_H
#define FL_GEN_LANES_POPCOUNT_H

#include <stdint.h>

static inline unsigned fl_popcount_bits(uint64_t bits)
{
    bits -= bits >> 1 & 0x5555555555555555u;
    bits = (bits & 0x3333333333333333u) + (bits >> 2 & 0x3333333333333333u);
    bits = (bits + (bits >> 4)) & 0x0f0f0f0f0f0f0f0fu;
    return (unsigned)(bits * 0x0101010101010101u >> 56);
}

/* Byte i of the result: the bits set in byte i of a plus those set in byte i of b. */
static inline uint64_t fl_popcount_bytes(uint64_t a, uint64_t b)
{
    a -= a >> 1 & 0x5555555555555555u;
    b -= b >> 1 & 0x5555555555555555u;
    a = (a & 0x3333333333333333u) + (a >> 2 & 0x3333333333333333u);
    b = (b & 0x3333333333333333u) + (b >> 2 & 0x3333333333333333u);
    a += b;
    return (a & 0x0f0f0f0f0f0f0f0fu) + (a >> 4 & 0x0f0f0f0f0f0f0f0fu);
}

/* The sum of the eight bytes; it must be below 256. */
static inline unsigned fl_popcount_sum(uint64_t bytes)
{
    return (unsigned)(bytes * 0x0101010101010101u >> 56);
}

#endif
