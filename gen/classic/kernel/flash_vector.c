/* SPDX-License-Identifier: MIT */
/* Skips attempts of the rule set flash that cannot be accepted, many at a time: one attempt of the same floor
 * per lane, compiled once per backend. The readable counterpart is fl_classic_flash_grow
 * (gen/classic/flash_grow.c), which makes every attempt that is not skipped.
 *
 * An attempt takes three words from the floor's stream, so the words of later attempts are known before it
 * has ended. Growth needs no lists: as the start returns in every second round at most, all cells that a
 * round may fill lie on one colour of the checkerboard (kernel/grow.h). The plan is a tree, and an end room
 * is a room with one neighbour that did not bring the start back. Which rooms of the last round are one too
 * many depends on the order of the lists, and is left open here: taking one away makes its parent an end room
 * at best, so there are never more end rooms than before. */
#include "gen/classic/kernel/grow.h"
#include "gen/classic/kernel/kernel_private.h"

#ifndef FL_KERNEL_FLASH_NAME
#define FL_KERNEL_FLASH_NAME fl_kernel_flash_portable
#endif

enum { SIDES = 4 };

typedef struct layouts {
    fl_lanes tails[2], board[2];
    fl_lanes back;      /* neighbours of the start that return it */
    fl_lanes new_coins; /* the coins that it tosses then: four bits by side, 1 = heads */
    fl_lanes rooms;
} layouts;

/* The streams of the next attempts, one a lane. */
FL_LANES_INLINE static inline fl_kernel_random streams(const fl_kernel_tables *tables, const fl_pcg *rng)
{
    fl_kernel_random out;
    out.increment = fl_lanes_splat(rng->increment);
    out.state =
        fl_lanes_load(tables->ahead_factor) * rng->state + fl_lanes_load(tables->ahead_steps) * out.increment;
    out.closest = fl_lanes_splat(0);
    return out;
}

/* fl_classic_grow_toss, and the first round: the start's neighbours with tails. */
FL_LANES_INLINE static inline void begin(const fl_kernel_tables *tables, const fl_pcg *rng, layouts *out)
{
    fl_kernel_random random = streams(tables, rng);
    fl_lanes low = fl_kernel_random_two_words(&random);
    fl_lanes high = fl_kernel_random_next(&random, fl_lanes_mask_all());
    fl_kernel_random_split_coins(tables, low, high, out->tails);
    out->back = fl_lanes_look_up_64(tables->fresh_tails, high >> 8 & 15);
    out->new_coins = high >> 12;
    out->board[0] = fl_lanes_splat(tables->start);
    out->board[1] = out->tails[1] & tables->start_neighbours;
    out->rooms = fl_lanes_popcount(out->board[1]) + 1;
}

/* Returns the start's neighbours that it adds after rooms beside it, `by`, returned it. */
FL_LANES_INLINE static inline fl_lanes from_start(const fl_kernel_tables *tables, const layouts *all,
                                                  fl_lanes by)
{
    fl_lanes out = fl_lanes_splat(0);
    for (unsigned side = 0; side < SIDES; side++) {
        fl_lanes_mask m = fl_lanes_nonzero(by & tables->fresh_tails[15 ^ 1u << side]);
        fl_lanes heads = all->new_coins >> (SIDES * side) & 15;
        out |= fl_lanes_keep(m, fl_lanes_look_up_64(tables->fresh_tails, heads));
    }
    return out;
}

/* Grows all layouts until nothing is added. A layout with enough rooms adds no more. */
FL_LANES_INLINE static inline void grow(const fl_kernel_tables *tables, fl_lanes limit, layouts *all)
{
    fl_lanes odd = all->board[1]; /* the rooms that grow in the next round */
    fl_lanes even;
    do {
        fl_lanes_mask goes_on = fl_lanes_less(all->rooms, limit);
        even = fl_checkerboard_touch_one(&tables->sides, 1, all->board[1]) & all->tails[0] & ~all->board[0];
        even = fl_lanes_keep(goes_on, even);
        all->board[0] |= even;
        all->rooms += fl_lanes_popcount(even);
        fl_lanes by = odd & all->back;
        goes_on = fl_lanes_less(all->rooms, limit);
        fl_lanes open = fl_checkerboard_touch_one(&tables->sides, 0, all->board[0]) & ~all->board[1];
        odd = open & all->tails[1];
        if (fl_lanes_mask_any(goes_on & fl_lanes_nonzero(by))) {
            odd |= open & from_start(tables, all, by);
        }
        odd = fl_lanes_keep(goes_on, odd);
        all->board[1] |= odd;
        all->rooms += fl_lanes_popcount(odd);
    } while (fl_lanes_mask_any(fl_lanes_nonzero(odd)));
}

FL_LANES_INLINE static inline fl_lanes count_end_rooms(const fl_kernel_tables *tables, const layouts *all)
{
    const fl_checkerboard_touch_counts touched[] = {
        fl_checkerboard_find_touching(&tables->sides, 1, all->board[1]),
        fl_checkerboard_find_touching(&tables->sides, 0, all->board[0])};
    fl_lanes even = fl_checkerboard_exactly_one(&touched[0], all->board[0] & ~fl_lanes_splat(tables->start));
    fl_lanes odd = fl_checkerboard_exactly_one(&touched[1], all->board[1] & ~all->back);
    return fl_lanes_popcount_sum(even, odd);
}

unsigned FL_KERNEL_FLASH_NAME(const fl_kernel_tables *tables, const fl_kernel_flash_wanted *wanted,
                              unsigned most, fl_pcg *rng)
{
    fl_lanes limit = fl_lanes_splat(wanted->rooms);
    for (unsigned passed = 0; passed < most; passed += FL_LANES_N) {
        layouts all;
        begin(tables, rng, &all);
        grow(tables, limit, &all);
        fl_lanes ends = count_end_rooms(tables, &all);
        fl_lanes_mask refused =
            fl_lanes_less(all.rooms, limit) | fl_lanes_less(ends, fl_lanes_splat(wanted->end_rooms));
        unsigned bits = ~fl_lanes_mask_bits(refused) & ((1u << FL_LANES_N) - 1);
        unsigned left = most - passed;
        unsigned n = bits ? (unsigned)__builtin_ctz(bits) : FL_LANES_N;
        n = n < left ? n : left;
        rng->state = rng->state * tables->ahead_factor[n] + rng->increment * tables->ahead_steps[n];
        if (n < FL_LANES_N) {
            return passed + n;
        }
    }
    return most;
}
