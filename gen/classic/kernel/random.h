/* SPDX-License-Identifier: MIT */
/* Random streams in lanes, one per floor, and the coins of an attempt. The readable counterparts are
 * fl_pcg_next, fl_pcg_below (gen/random/pcg.h) and draw_tails (gen/classic/grow.c). */
#ifndef FL_GEN_CLASSIC_KERNEL_RANDOM_H
#define FL_GEN_CLASSIC_KERNEL_RANDOM_H

#include "gen/classic/kernel/tables.h"
#include "gen/lanes/checkerboard.h"
#include "gen/random/pcg.h"

/* A stream per lane. */
typedef struct fl_kernel_random {
    fl_lanes state, increment;
    fl_lanes
        closest; /* lower 32 bits: the closest that a draw came to being drawn again */
} fl_kernel_random;

/* fl_pcg_next in the lanes of the mask. In the other lanes, and above bit 31, the result is undefined. */
FL_LANES_INLINE static inline fl_lanes fl_kernel_random_word(fl_kernel_random *self, fl_lanes_mask m)
{
    fl_lanes old = self->state;
    self->state = fl_lanes_select(m, old * fl_lanes_splat(FL_PCG_MULTIPLIER) + self->increment, old);
    return fl_lanes_rotate_right32(((old >> 18) ^ old) >> 27, old >> 59);
}

/* The same with 0 above bit 31. */
FL_LANES_INLINE static inline fl_lanes fl_kernel_random_next(fl_kernel_random *self, fl_lanes_mask m)
{
    return fl_kernel_random_word(self, m) & UINT32_MAX;
}

/* Two words in all lanes, the second one in the upper half. The output of PCG32 is made of the bits of a
 * state from 27 on; so the states' upper halves are packed into one vector, and both words are computed at
 * once. */
FL_LANES_INLINE static inline fl_lanes fl_kernel_random_two_words(fl_kernel_random *self)
{
    fl_lanes first = self->state;
    fl_lanes second = first * fl_lanes_splat(FL_PCG_MULTIPLIER) + self->increment;
    self->state = second * fl_lanes_splat(FL_PCG_MULTIPLIER) + self->increment;
    fl_lanes high = fl_lanes_pack_upper_halves(first, second);
    fl_lanes word =
        fl_lanes_pack_lower_halves(first >> 27, second >> 27) ^ fl_lanes_shift_halves_right(high, 13);
    return fl_lanes_rotate_right_halves(word, fl_lanes_shift_halves_right(high, 27));
}

/* fl_pcg_below for bounds up to FL_KERNEL_TABLES_MARGIN, in the lanes of the mask. Words that fl_pcg_below
 * might draw again are so rare that their floors are left to the reference. The margin is wider than it
 * would have to be, so that tests meet such floors. */
FL_LANES_INLINE static inline fl_lanes fl_kernel_random_below(fl_kernel_random *self, fl_lanes_mask m,
                                                              fl_lanes bound)
{
    fl_lanes product = fl_lanes_multiply32_where(m, fl_kernel_random_word(self, m), bound);
    self->closest = fl_lanes_min32_where(fl_lanes_mask_all(), self->closest, product);
    return product >> 32;
}

/* Lanes in which a draw was so close that the reference has to make the floor. */
FL_LANES_INLINE static inline fl_lanes_mask fl_kernel_random_close(const fl_kernel_random *self)
{
    return fl_lanes_less(self->closest & UINT32_MAX, fl_lanes_splat(FL_KERNEL_TABLES_MARGIN));
}

/* Draws a number below `bound`; mask of the lanes where word times bound is below `limit`. Lanes without a
 * draw may be counted as close, too: they are rare, and excluding them costs more. */
FL_LANES_INLINE static inline fl_lanes_mask fl_kernel_random_hits(fl_kernel_random *self, fl_lanes_mask m,
                                                                  uint64_t limit, uint64_t bound)
{
    const fl_lanes_mask all = fl_lanes_mask_all();
    fl_lanes product = fl_lanes_multiply32(fl_kernel_random_word(self, m), fl_lanes_splat(bound));
    self->closest = fl_lanes_min32_where(all, self->closest, product);
    return fl_lanes_less(product, fl_lanes_splat(limit));
}

/* The cells of the layout whose coin is tails, by half. Bit `cell` of the words is the cell's coin; `high`
 * holds those from number 64 on. */
FL_LANES_INLINE static inline void fl_kernel_random_split_coins(const fl_kernel_tables *tables, fl_lanes low,
                                                                fl_lanes high, fl_lanes tails[2])
{
    fl_lanes even, odd;
    high = fl_lanes_deinterleave_bytes(high);
    fl_lanes_deinterleave(low, &even, &odd);
    even |= (high & 0xfu) << 32;
    odd |= (high & 0xf0u) << 28;
    fl_lanes first = tables->shift ? odd << 1 : even;
    fl_lanes second = tables->shift ? even : odd;
    tails[0] = ~first & tables->cells[0];
    tails[1] = ~second & tables->cells[1];
}

/* Draws the coins of an attempt: three words. */
FL_LANES_INLINE static inline void fl_kernel_random_toss(const fl_kernel_tables *tables,
                                                         fl_kernel_random *rng, fl_lanes tails[2])
{
    fl_lanes low = fl_kernel_random_two_words(rng);
    fl_kernel_random_split_coins(tables, low, fl_kernel_random_word(rng, fl_lanes_mask_all()), tails);
}

#endif
