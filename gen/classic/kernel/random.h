/* SPDX-License-Identifier: MIT */
/* What the kernel's parts share: random streams of many floors, steps on half boards. See classic_setup.h. */
#ifndef FL_GEN_CLASSIC_KERNEL_RANDOM_H
#define FL_GEN_CLASSIC_KERNEL_RANDOM_H

#include "gen/classic/kernel/tables.h"
#include "gen/lanes/checkerboard.h"
#include "gen/random/pcg.h"

/* A stream per lane. */
typedef struct fl_kernel_random {
    fl_lanes state, increment;
    fl_lanes closest; /* lower half: how near a draw came to being drawn again, see fl_kernel_random_close */
} fl_kernel_random;

/* fl_pcg_next in the lanes of the mask; what the others get means nothing, and neither does what is above bit 31. */
FL_LANES_INLINE static inline fl_lanes fl_kernel_random_word(fl_kernel_random *self, fl_lanes_mask m)
{
    fl_lanes old = self->state;
    self->state = fl_lanes_select(m, old * fl_lanes_splat(FL_PCG_MULTIPLIER) + self->increment, old);
    return fl_lanes_rotate_right32(((old >> 18) ^ old) >> 27, old >> 59);
}

/* The same, with nothing above. */
FL_LANES_INLINE static inline fl_lanes fl_kernel_random_next(fl_kernel_random *self, fl_lanes_mask m)
{
    return fl_kernel_random_word(self, m) & UINT32_MAX;
}

/* Two words in all lanes, the second one above the first. What is above bit 44 of a state is in its upper half, what is above
 * bit 26 mostly so: both states' halves stand side by side. */
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

/* fl_pcg_below for bounds up to FL_KERNEL_TABLES_MARGIN. Words that it might draw again are rare enough to be left to the
 * reference, and a wider margin gives the tests some to look at. */
FL_LANES_INLINE static inline fl_lanes fl_kernel_random_below(fl_kernel_random *self, fl_lanes_mask m,
                                                              fl_lanes bound)
{
    fl_lanes product = fl_lanes_multiply32_where(m, fl_kernel_random_word(self, m), bound);
    self->closest = fl_lanes_min32_where(fl_lanes_mask_all(), self->closest, product);
    return product >> 32;
}

/* Lanes whose floor the reference shall make, as a draw came so close. */
FL_LANES_INLINE static inline fl_lanes_mask fl_kernel_random_close(const fl_kernel_random *self)
{
    return fl_lanes_less(self->closest & UINT32_MAX, fl_lanes_splat(FL_KERNEL_TABLES_MARGIN));
}

/* Whether a number below `bound`, drawn as the upper half of a product, is below that of `limit`. Lanes without a draw may count as close calls, too: that is less work than
 * to look. */
FL_LANES_INLINE static inline fl_lanes_mask fl_kernel_random_hits(fl_kernel_random *self, fl_lanes_mask m,
                                                                  uint64_t limit, uint64_t bound)
{
    const fl_lanes_mask all = fl_lanes_mask_all();
    fl_lanes product = fl_lanes_multiply32(fl_kernel_random_word(self, m), fl_lanes_splat(bound));
    self->closest = fl_lanes_min32_where(all, self->closest, product);
    return fl_lanes_less(product, fl_lanes_splat(limit));
}

/* Cells of the layout whose coin is tails. Coin number `cell` of the words is the cell's, those above 63 are in `high`. */
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

/* The coins of an attempt. */
FL_LANES_INLINE static inline void fl_kernel_random_toss(const fl_kernel_tables *tables,
                                                         fl_kernel_random *rng, fl_lanes tails[2])
{
    fl_lanes low = fl_kernel_random_two_words(rng);
    fl_kernel_random_split_coins(tables, low, fl_kernel_random_word(rng, fl_lanes_mask_all()), tails);
}

#endif
