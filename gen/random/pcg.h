/* SPDX-License-Identifier: MIT */
/* PCG32: 64 bits of state, 32-bit outputs by xorshift-high and a random rotation (XSH-RR).
 *
 * The algorithm is by M. E. O'Neill ("PCG: A Family of Simple Fast Space-Efficient Statistically Good
 * Algorithms for Random Number Generation", 2014). Tests compare it with the published demo values and
 * with libpcg-cpp. */
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
    unsigned rotation = (unsigned)(old >> 59);
    return (word >> rotation) | (word << (-rotation & 31));
}

/* Uniform in 0…bound-1, without bias (Lemire's method: multiply and shift; the few words that would make
 * some results more likely are drawn again). Bound 0 gives 0. */
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

/* Starts stream number `stream` from `seed`, as the published library does. */
void fl_pcg_init(fl_pcg *self, uint64_t seed, uint64_t stream);

/* Jumps `steps` draws ahead in logarithmic time; 2^64 - n goes back n draws. Tests check
 * fl_pcg_distance by it. */
void fl_pcg_advance(fl_pcg *self, uint64_t steps);

/* Returns how many draws are lost before the first is won, if each is won with a probability of chance /
 * 2^32, chance > 0. Takes two words, or none if each is won. Exact except for roundings that change the
 * probability of a draw by less than 2^-63. */
uint64_t fl_pcg_losses(fl_pcg *self, uint64_t chance);

/* Returns the number of draws between two states of one stream, in logarithmic time. */
uint64_t fl_pcg_distance(const fl_pcg *from, const fl_pcg *to);

#endif
