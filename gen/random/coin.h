/* SPDX-License-Identifier: MIT */
/* Fair coins from a stream: one 32-bit draw gives 32 tosses. */
#ifndef FL_GEN_RANDOM_COIN_H
#define FL_GEN_RANDOM_COIN_H

#include "gen/random/pcg.h"

#include <stdbool.h>

typedef struct fl_coin {
    uint32_t bits;
    unsigned left; /* tosses still in `bits` */
} fl_coin;

static inline void fl_coin_init(fl_coin *self)
{
    self->bits = 0;
    self->left = 0;
}

static inline bool fl_coin_toss(fl_coin *self, fl_pcg *rng)
{
    if (self->left == 0) {
        self->bits = fl_pcg_next(rng);
        self->left = 32;
    }
    bool heads = self->bits & 1;
    self->bits >>= 1;
    self->left--;
    return heads;
}

#endif
