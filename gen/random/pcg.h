/* SPDX-License-Identifier: MIT */
/* PCG32: 64 bits of state, 32-bit outputs by xorshift-high and a random rotation (XSH-RR).
 *
 * The algorithm is O'Neill's; the code is ours, held in the tests against the published demo values and
 * against libpcg-cpp. Everything hot is inline: a draw is a multiply, an add and a few shifts. */
#ifndef FL_GEN_RANDOM_PCG_H
#define FL_GEN_RANDOM_PCG_H

#include <stdint.h>

#define FL_PCG_MULTIPLIER 6364136223846793005ULL

typedef struct fl_pcg {
    uint64_t state;
    uint64_t increment; /* odd; chooses the stream */
} fl_pcg;

static inline uint32_t fl_pcg_next(fl_pcg *self)
{
    uint64_t old = self->state;
    self->state = old * FL_PCG_MULTIPLIER + self->increment;
    uint32_t word = (uint32_t)(((old >> 18) ^ old) >> 27);
    unsigned turn = (unsigned)(old >> 59);
    return (word >> turn) | (word << (-turn & 31));
}

/* Uniform in 0…bound-1 without bias: multiply-shift, and the few words that would favour some results are
 * drawn again. bound 0 gives 0. */
static inline uint32_t fl_pcg_below(fl_pcg *self, uint32_t bound)
{
    uint64_t product = (uint64_t)fl_pcg_next(self) * bound;
    uint32_t low = (uint32_t)product;
    if (low < bound) {
        uint32_t unfair = -bound % bound;
        while (low < unfair) {
            product = (uint64_t)fl_pcg_next(self) * bound;
            low = (uint32_t)product;
        }
    }
    return (uint32_t)(product >> 32);
}

/* Starts stream number `stream` from `seed`, the way the published library does. */
void fl_pcg_init(fl_pcg *self, uint64_t seed, uint64_t stream);

/* Jumps `steps` draws ahead (2^64 - n goes n back) in logarithmic time. */
void fl_pcg_advance(fl_pcg *self, uint64_t steps);

/* How many draws lie between two states of one stream, in logarithmic time. */
uint64_t fl_pcg_distance(const fl_pcg *from, const fl_pcg *to);

#endif
