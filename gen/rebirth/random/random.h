/* SPDX-License-Identifier: MIT */
/* The random numbers of a Rebirth floor: a stream that is either the game's xorshift, draw for draw (`rng:
 * isaac`, in the code "exact"), or PCG with unbiased bounded draws (`rng: pcg`, "fair"). Both reduce a word
 * by its remainder, so that copies of a stream are correlated in the same way.
 *
 *     uint32_t n = fl_rebirth_random_below(&stream, 10);
 *
 * Plain functions with the same results: tests/oracle/rebirth/naive.c. */
#ifndef FL_GEN_REBIRTH_RANDOM_RANDOM_H
#define FL_GEN_REBIRTH_RANDOM_RANDOM_H

#include "gen/lanes/backend.h"
#include "gen/random/pcg.h"
#include "gen/random/xorshift.h"

#include <stdbool.h>
#include <stdint.h>

/* ---- Many exact draws at once: the shape lottery takes thirteen a door, a secret room one for every open
 * cell ----
 *
 * A step of the game's generator is linear over bits: the next sixteen states are the exclusive or of what
 * each group of four bits would become alone, and that is in tables. The numbers are those of
 * fl_xorshift_next. */

enum {
    FL_REBIRTH_RANDOM_AHEAD_STATES = 16,
    FL_REBIRTH_RANDOM_AHEAD_OPTIONS = 13,
    FL_REBIRTH_RANDOM_AHEAD_DOORS = 8,
    FL_REBIRTH_RANDOM_AHEAD_FIFTHS = 176, /* at most; a multiple of the states */
};

typedef struct fl_rebirth_random_ahead fl_rebirth_random_ahead;

/* Option k is won with chance 1 in weight (gen/rebirth/RULES.md, "Candidates at a door"). */
extern const uint8_t fl_rebirth_random_ahead_weight[FL_REBIRTH_RANDOM_AHEAD_OPTIONS];

/* The inverse of an odd number modulo 2^32, by Newton's steps. */
static inline uint32_t fl_rebirth_random_inverse(uint32_t odd)
{
    uint32_t x = odd;
    for (int i = 0; i < 5; i++) {
        x *= 2 - odd * x;
    }
    return x;
}

/* The functions of a backend, documented below. */
typedef struct fl_rebirth_random_ahead_kernel {
    void (*lottery)(const fl_rebirth_random_ahead *self, uint32_t *state, unsigned doors,
                    uint16_t won[FL_REBIRTH_RANDOM_AHEAD_DOORS]);
    void (*fifths)(const fl_rebirth_random_ahead *self, uint32_t *state, unsigned n,
                   uint8_t out[FL_REBIRTH_RANDOM_AHEAD_FIFTHS]);
} fl_rebirth_random_ahead_kernel;

struct fl_rebirth_random_ahead {
    uint32_t states[8][16][FL_REBIRTH_RANDOM_AHEAD_STATES]; /* by position and value of four bits */
    uint32_t past_options[4][256]; /* thirteen steps on, by position and value of eight bits */
    uint32_t inverse[FL_REBIRTH_RANDOM_AHEAD_STATES]; /* of the odd part of an option's weight, modulo 2^32 */
    uint32_t rotate[FL_REBIRTH_RANDOM_AHEAD_STATES];  /* how often the weight can be halved */
    uint32_t limit[FL_REBIRTH_RANDOM_AHEAD_STATES];   /* the greatest quotient of a multiple */
    fl_rebirth_random_ahead_kernel kernel;
};

/* Fills the tables and chooses the functions of a backend that this machine has; the reference gets the
 * portable ones. */
void fl_rebirth_random_ahead_init(fl_rebirth_random_ahead *self, fl_backend backend);

extern const fl_rebirth_random_ahead_kernel fl_rebirth_random_ahead_kernel_portable;
extern const fl_rebirth_random_ahead_kernel fl_rebirth_random_ahead_kernel_avx2;
extern const fl_rebirth_random_ahead_kernel fl_rebirth_random_ahead_kernel_avx512;

/* `self` may be NULL; draws are then made one by one. */
static inline const fl_rebirth_random_ahead_kernel *fl_rebirth_random_ahead_kernel_of(
    const fl_rebirth_random_ahead *self)
{
    return self ? &self->kernel : &fl_rebirth_random_ahead_kernel_portable;
}

/* The options won in the shape lottery behind at most FL_REBIRTH_RANDOM_AHEAD_DOORS doors, a bit an
 * option. */
static inline void fl_rebirth_random_ahead_lottery(const fl_rebirth_random_ahead *self, uint32_t *state,
                                                   unsigned doors,
                                                   uint16_t won[FL_REBIRTH_RANDOM_AHEAD_DOORS])
{
    fl_rebirth_random_ahead_kernel_of(self)->lottery(self, state, doors, won);
}

/* The next n states modulo 5, n at most FL_REBIRTH_RANDOM_AHEAD_FIFTHS. `out` is overwritten beyond them,
 * too. */
static inline void fl_rebirth_random_ahead_fifths(const fl_rebirth_random_ahead *self, uint32_t *state,
                                                  unsigned n, uint8_t out[FL_REBIRTH_RANDOM_AHEAD_FIFTHS])
{
    fl_rebirth_random_ahead_kernel_of(self)->fifths(self, state, n, out);
}

typedef struct fl_rebirth_random {
    fl_xorshift exact;
    fl_pcg fair;
    uint32_t drawn; /* draws so far */
    bool is_exact;
    const fl_rebirth_random_ahead *ahead; /* for many exact draws at once; NULL = one by one */
} fl_rebirth_random;

static inline uint32_t fl_rebirth_random_next(fl_rebirth_random *self)
{
    self->drawn++;
    return self->is_exact ? fl_xorshift_next(&self->exact) : fl_pcg_next(&self->fair);
}

/* Uniform in 0…bound-1; an exact draw has the bias of a remainder. bound must not be 0. */
static inline uint32_t fl_rebirth_random_below(fl_rebirth_random *self, uint32_t bound)
{
    uint32_t word = fl_rebirth_random_next(self);
    if (!self->is_exact && word < bound) {
        uint32_t unfair =
            -bound % bound; /* less than bound; accepting words below it would favour small remainders */
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
