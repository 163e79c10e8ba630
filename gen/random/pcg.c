/* SPDX-License-Identifier: MIT */
/* The parts of PCG32 that are not called for every draw. */
#include "gen/random/pcg.h"

#include <stdbool.h>

void fl_pcg_init(fl_pcg *self, uint64_t seed, uint64_t stream)
{
    self->state = 0;
    self->increment = (stream << 1) | 1;
    (void)fl_pcg_next(self);
    self->state += seed;
    (void)fl_pcg_next(self);
}

/* A step is the map x -> a x + c. Composing it with itself gives two steps, four, eight…; the binary
 * digits of `steps` say which of these maps to compose (Brown, "Random number generation with arbitrary
 * strides", 1994). */
void fl_pcg_advance(fl_pcg *self, uint64_t steps)
{
    uint64_t multiply = 1;
    uint64_t add = 0;
    uint64_t a = FL_PCG_MULTIPLIER;
    uint64_t c = self->increment;
    for (; steps > 0; steps >>= 1) {
        if (steps & 1) {
            multiply *= a;
            add = add * a + c;
        }
        c *= a + 1;
        a *= a;
    }
    self->state = multiply * self->state + add;
}

/* a * b / 2^64 */
static uint64_t multiply_high(uint64_t a, uint64_t b)
{
    __extension__ typedef unsigned __int128 wide;
    return (uint64_t)((wide)a * b >> 64);
}

/* Returns the largest k with (1 - p)^k above the number drawn: its binary digits are found from powers of 1,
 * 2, 4, 8… draws. A power of 2^38 draws is 0 even for the least chance. */
uint64_t fl_pcg_losses(fl_pcg *self, uint64_t chance)
{
    uint64_t power[40];
    unsigned n = 0;
    if (chance >> 32) {
        return 0;
    }
    uint64_t high = fl_pcg_next(self);
    uint64_t drawn = high << 32 | fl_pcg_next(self);
    power[0] = ((1ULL << 32) - chance) << 32;
    for (; power[n] > drawn; n++) {
        power[n + 1] = multiply_high(power[n], power[n]);
    }
    uint64_t lost = n > 0 ? 1ULL << (n - 1) : 0;
    uint64_t product = n > 0 ? power[n - 1] : 0;
    for (unsigned i = n > 0 ? n - 1 : 0; i-- > 0;) {
        uint64_t more = multiply_high(product, power[i]);
        bool is_lost = more > drawn;
        product = is_lost ? more : product;
        lost += (uint64_t)is_lost << i;
    }
    return lost;
}

/* The lower k bits of the states have period 2^k, so the distance is found bit by bit from the lowest up. */
uint64_t fl_pcg_distance(const fl_pcg *from, const fl_pcg *to)
{
    uint64_t state = from->state;
    uint64_t distance = 0;
    uint64_t a = FL_PCG_MULTIPLIER;
    uint64_t c = from->increment;
    for (uint64_t bit = 1; bit != 0 && state != to->state; bit <<= 1) {
        if ((state ^ to->state) & bit) {
            state = state * a + c;
            distance |= bit;
        }
        c *= a + 1;
        a *= a;
    }
    return distance;
}
