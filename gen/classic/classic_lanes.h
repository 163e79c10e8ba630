/* What the kernel's parts share: random streams of many floors, steps on half boards. See classic_setup.h. */
#ifndef FL_GEN_CLASSIC_CLASSIC_LANES_H
#define FL_GEN_CLASSIC_CLASSIC_LANES_H

#include "gen/classic/classic_setup.h"
#include "gen/core/chequer.h"
#include "gen/core/pcg.h"

/* A stream per lane. */
typedef struct fl_classic_lanes {
    fl_lanes state, increment;
    fl_lanes_mask rare; /* lanes where a draw came so close that the reference shall make the floor */
} fl_classic_lanes;

/* fl_pcg_next in the lanes of the mask; what the others get means nothing. */
FL_LANES_INLINE static inline fl_lanes fl_classic_lanes_next(fl_classic_lanes *self, fl_lanes_mask m)
{
    fl_lanes old = self->state;
    self->state = fl_lanes_select(m, old * fl_lanes_all(FL_PCG_MULTIPLIER) + self->increment, old);
    return fl_lanes_turn((((old >> 18) ^ old) >> 27) & 0xffffffffu, old >> 59);
}

/* fl_pcg_below for bounds up to FL_CLASSIC_SETUP_RARE. Words that it might draw again are rare enough to be left to the
 * reference, and a wider margin gives the tests some to look at. */
FL_LANES_INLINE static inline fl_lanes fl_classic_lanes_below(fl_classic_lanes *self, fl_lanes_mask m,
                                                              fl_lanes bound)
{
    fl_lanes product = fl_lanes_product(fl_classic_lanes_next(self, m), bound);
    self->rare |= m & fl_lanes_less(product & 0xffffffffu, fl_lanes_all(FL_CLASSIC_SETUP_RARE));
    return product >> 32;
}

/* Even bits to the lower half of a number, odd bits to the upper half. */
FL_LANES_INLINE static inline fl_lanes fl_classic_lanes_unzip(fl_lanes x)
{
    fl_lanes t = (x ^ (x >> 1)) & 0x2222222222222222u;
    x ^= t ^ (t << 1);
    t = (x ^ (x >> 2)) & 0x0c0c0c0c0c0c0c0cu;
    x ^= t ^ (t << 2);
    t = (x ^ (x >> 4)) & 0x00f000f000f000f0u;
    x ^= t ^ (t << 4);
    t = (x ^ (x >> 8)) & 0x0000ff000000ff00u;
    x ^= t ^ (t << 8);
    t = (x ^ (x >> 16)) & 0x00000000ffff0000u;
    return x ^ t ^ (t << 16);
}

/* The coins of an attempt: cells of the layout whose coin is tails. Coin number `cell` of three words is the cell's. */
FL_LANES_INLINE static inline void fl_classic_lanes_coins(const fl_classic_setup *setup,
                                                          fl_classic_lanes *rng, fl_lanes_mask m,
                                                          fl_lanes tails[2])
{
    fl_lanes low = fl_classic_lanes_next(rng, m);
    low |= fl_classic_lanes_next(rng, m) << 32;
    fl_lanes high = fl_classic_lanes_next(rng, m);
    low = fl_classic_lanes_unzip(low);
    high &= 0xffu; /* the unzip above for the eight coins of the last row's end */
    fl_lanes t = (high ^ (high >> 1)) & 0x22u;
    high ^= t ^ (t << 1);
    t = (high ^ (high >> 2)) & 0x0cu;
    high ^= t ^ (t << 2);
    fl_lanes even = (low & 0xffffffffu) | (high & 0xfu) << 32;
    fl_lanes odd = low >> 32 | high >> 4 << 32;
    fl_lanes first = setup->shift ? odd << 1 : even;
    fl_lanes second = setup->shift ? even : odd;
    tails[0] = fl_lanes_select(m, ~first & setup->cells[0], tails[0]);
    tails[1] = fl_lanes_select(m, ~second & setup->cells[1], tails[1]);
}

#endif
