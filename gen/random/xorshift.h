/* SPDX-License-Identifier: MIT */
/* The remakes' own random numbers: xorshift with 32 bits of state (gen/rebirth/RULES.md, "Random numbers").
 *
 * The new state is the output. State 0 is a fixed point, so never start from it; another stream's output
 * is never 0. */
#ifndef FL_GEN_RANDOM_XORSHIFT_H
#define FL_GEN_RANDOM_XORSHIFT_H

#include <stdint.h>

/* The type of the game's weights and of the numbers that it compares with them: 32 bits, without wider
 * intermediates. */
typedef float fl_weight; /* float: floors depend on each rounding */

typedef struct fl_xorshift {
    uint32_t state;
    uint8_t a, b, c; /* shift right, left, right */
} fl_xorshift;

/* The shift triples that the generator uses, named after their use. */
#define FL_XORSHIFT_STAGES(seed) ((fl_xorshift){(seed), 3, 23, 25})
#define FL_XORSHIFT_LEVEL(seed) ((fl_xorshift){(seed), 5, 9, 7})
#define FL_XORSHIFT_SIDE(seed) ((fl_xorshift){(seed), 1, 5, 16})
#define FL_XORSHIFT_BOSS(seed) ((fl_xorshift){(seed), 5, 15, 17})
#define FL_XORSHIFT_PICK(seed) ((fl_xorshift){(seed), 1, 21, 20})

static inline uint32_t fl_xorshift_next(fl_xorshift *self)
{
    uint32_t x = self->state;
    x ^= x >> self->a;
    x ^= x << self->b;
    x ^= x >> self->c;
    self->state = x;
    return x;
}

/* An output as a number below 1: times the float with the bits 0x2F7FFFFE. */
static inline fl_weight fl_xorshift_weight(uint32_t output)
{
    return (fl_weight)output * 0x1.fffffcp-33f;
}

#endif
