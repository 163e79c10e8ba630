/* A stream of decisions in one of two ways: the game's xorshift, draw for draw (`rng: isaac`), or PCG with unbiased
 * bounded draws (`rng: pcg`). Both take remainders, so that copies of a stream are tied together in the same way. */
#ifndef FL_GEN_REBIRTH_RANDOM_RANDOM_H
#define FL_GEN_REBIRTH_RANDOM_RANDOM_H

#include "gen/random/pcg.h"
#include "gen/rebirth/random/random_ahead.h"
#include "gen/random/xorshift.h"

#include <stdbool.h>

typedef struct fl_rebirth_random {
    fl_xorshift exact;
    fl_pcg fair;
    uint32_t drawn; /* draws so far */
    bool is_exact;
    const fl_rebirth_random_ahead *ahead; /* for many draws of the exact way at once; NULL = one by one */
} fl_rebirth_random;

static inline uint32_t fl_rebirth_random_next(fl_rebirth_random *self)
{
    self->drawn++;
    return self->is_exact ? fl_xorshift_next(&self->exact) : fl_pcg_next(&self->fair);
}

/* Uniform in 0…bound-1 (the game's way has the bias of a remainder). bound is not 0. */
static inline uint32_t fl_rebirth_random_below(fl_rebirth_random *self, uint32_t bound)
{
    uint32_t word = fl_rebirth_random_next(self);
    if (!self->is_exact && word < bound) {
        uint32_t unfair =
            -bound % bound; /* below the bound; words below it would favour the small remainders */
        while (word < unfair) {
            word = fl_rebirth_random_next(self);
        }
    }
    return word % bound;
}

static inline bool fl_rebirth_random_hit(fl_rebirth_random *self, uint32_t bound)
{
    return fl_rebirth_random_below(self, bound) == 0;
}

static inline fl_weight fl_rebirth_random_weight(fl_rebirth_random *self)
{
    uint32_t word = fl_rebirth_random_next(self);
    return self->is_exact ? fl_xorshift_weight(word) : (fl_weight)(word >> 8) * 0x1p-24f;
}

#endif
