/* SPDX-License-Identifier: MIT */
/* From final layouts to floors, one layout per lane: is it accepted, where is the secret room, which rolls
 * pass. The readable counterparts are `attempt` in gen/classic/classic.c, gen/classic/secret.c and
 * gen/classic/special.c: the same draws in the same order. */
#ifndef FL_GEN_CLASSIC_KERNEL_FINISH_H
#define FL_GEN_CLASSIC_KERNEL_FINISH_H

#include "gen/classic/kernel/grow.h"
#include "gen/classic/kernel/order.h"

typedef struct fl_kernel_finish {
    fl_kernel_order *order;               /* borrowed */
    bool wants_picks;                     /* fill in `picks`, for cells.h */
    fl_lanes job;                         /* see FL_KERNEL_JOB_TARGET */
    fl_lanes_mask passed;                 /* lanes whose floor is accepted so far */
    fl_lanes boss;                        /* place */
    fl_lanes secret;                      /* place, or FL_CLASSIC_BATCH_NOWHERE */
    fl_lanes end_rooms[2];                /* the end rooms, by half */
    fl_lanes end_rooms_n, end_rooms_left; /* length of their list when the layout was accepted; now */
    fl_lanes criterion, best, open;       /* of the secret room; cells that met the criterion */
    fl_lanes
        picks[2]; /* which end room was drawn: shop, treasure room, rolls; six bits each, ten to a number */
    fl_lanes rolls[2]; /* flags, a byte each */
} fl_kernel_finish;

/* True if the layout is accepted, and its boss: is_enough (classic.c) and fl_classic_special_boss. */
FL_LANES_INLINE static inline void fl_kernel_finish_judge(fl_kernel_finish *self,
                                                          const fl_checkerboard_touch_counts touched[2])
{
    const fl_kernel_order *order = self->order;
    const fl_kernel_tables *tables = order->tables;
    fl_lanes_mask on_odd = fl_lanes_nonzero(order->last_wave_number & 1);
    self->end_rooms[0] =
        fl_checkerboard_exactly_one(&touched[0], order->board[0] & ~fl_lanes_splat(tables->start));
    self->end_rooms[1] = fl_checkerboard_exactly_one(&touched[1], order->board[1]);
    self->end_rooms_n = fl_lanes_popcount_sum(self->end_rooms[0], self->end_rooms[1]);
    fl_lanes target = self->job >> FL_KERNEL_JOB_TARGET & 0xff;
    fl_lanes least = tables->rooms_min > 0 ? fl_lanes_splat(tables->rooms_min) : target;
    fl_lanes_mask refused = fl_lanes_less(order->rooms, least) |
                            fl_lanes_less(self->end_rooms_n, fl_lanes_splat(tables->end_rooms_min)) |
                            (on_odd & fl_lanes_nonzero(order->boss & tables->boss_forbidden));
    self->passed = order->active & fl_lanes_mask_not(refused);
    self->boss = fl_lanes_popcount(order->boss - 1) * 2 + fl_lanes_keep(on_odd, fl_lanes_splat(1));
    self->end_rooms_left = self->end_rooms_n - 1;
}

/* The lower 32 bits of a, with the lower 32 bits of b above them. */
FL_LANES_INLINE static inline fl_lanes fl_kernel_finish_pack(fl_lanes a, fl_lanes b)
{
    return fl_lanes_bit_select(fl_lanes_splat(UINT32_MAX), a, b << 32);
}

/* The n-th place of two half boards, counted from 0 in the order of places: fl_board_select. A binary
 * search on both halves at once, packed into one number that is shifted right past the places before. */
FL_LANES_INLINE static inline fl_lanes fl_kernel_finish_nth(const fl_lanes cells[2], fl_lanes n)
{
    fl_lanes both = fl_kernel_finish_pack(cells[0], cells[1]);
    fl_lanes before = fl_lanes_popcount(both);
    fl_lanes_mask later = fl_lanes_mask_not(fl_lanes_less(n, before));
    fl_lanes place = fl_lanes_keep(later, fl_lanes_splat(64));
    both = fl_lanes_select(later, fl_kernel_finish_pack(cells[0] >> 32, cells[1] >> 32), both);
    n = fl_lanes_sub_where(later, n, before);
    for (unsigned step = 16; step > 0; step /= 2) {
        const uint64_t low = (1ull << step) - 1;
        before = fl_lanes_popcount(both & (low | low << 32));
        later = fl_lanes_mask_not(fl_lanes_less(n, before));
        both = fl_lanes_select(later, both >> step, both);
        n = fl_lanes_sub_where(later, n, before);
        place = fl_lanes_add_where(later, place, 2 * step);
    }
    fl_lanes_mask is_second = fl_lanes_mask_not(fl_lanes_less(n, both & 1));
    return fl_lanes_add_where(is_second, place, 1);
}

/* Decides which demand finds the secret room (three neighbours, two, one): fl_classic_secret_find with
 * 32-bit limits; a draw too close to a limit is left to the reference. A draw that meets a demand meets
 * every weaker one; a demand that is skipped takes the limit of the next stronger. */
FL_LANES_INLINE static inline void fl_kernel_finish_demand(fl_kernel_finish *self, const fl_lanes open[3],
                                                           fl_lanes_mask found[3])
{
    const fl_kernel_tables *tables = self->order->tables;
    fl_lanes left = fl_lanes_splat(UINT32_MAX);
    fl_lanes limit[3];
    fl_lanes cells = fl_lanes_splat(0);
    for (unsigned i = 0; i < 3; i++) {
        if (3 - i >= tables->weakest_demand) {
            fl_lanes miss = tables->has_few_misses ? fl_lanes_look_up_16(tables->miss, open[i])
                                                   : fl_lanes_look_up(tables->miss, open[i]);
            left = i == 0 ? miss & UINT32_MAX : fl_lanes_multiply32(left, miss) >> 32;
            cells = open[i];
        }
        limit[i] = left;
    }
    self->passed &= fl_lanes_nonzero(cells); /* where no cell is open, nothing is drawn */
    fl_lanes draw = fl_kernel_random_next(&self->order->rng, self->passed);
    fl_lanes closest = self->order->rng.closest;
    for (unsigned i = 0; i < 3; i++) {
        found[i] = fl_lanes_mask_not(fl_lanes_less(draw, limit[i]));
        closest = fl_lanes_min32_where(self->passed, closest, draw - limit[i] + FL_KERNEL_TABLES_MARGIN / 2);
    }
    self->order->rng.closest = closest;
    self->passed &= found[2];
    self->criterion = fl_lanes_keep(found[2], fl_lanes_splat(1));
    self->criterion = fl_lanes_add_where(found[1], self->criterion, 1);
    self->criterion = fl_lanes_add_where(found[0], self->criterion, 1);
    self->open = fl_lanes_select(found[1], open[1], open[2]);
    self->open = fl_lanes_select(found[0], open[0], self->open);
}

FL_LANES_INLINE static inline void fl_kernel_finish_secret(fl_kernel_finish *self,
                                                           const fl_checkerboard_touch_counts touched[2])
{
    const fl_kernel_order *order = self->order;
    const fl_kernel_tables *tables = order->tables;
    fl_lanes_mask on_odd = fl_lanes_nonzero(order->last_wave_number & 1);
    fl_lanes fit[2][3];
    for (unsigned half = 0; half < 2; half++) {
        fl_lanes_mask has_boss =
            half == 0 ? on_odd : fl_lanes_mask_not(on_odd); /* the other half has the boss */
        fl_lanes forbidden =
            tables->forbids_all ? self->end_rooms[!half] : fl_lanes_keep(has_boss, order->boss);
        fl_lanes empty = tables->secret_cells[half] & ~order->board[half] &
                         ~fl_checkerboard_touch_any(&tables->sides, !half, forbidden);
        fl_checkerboard_at_least(&touched[half], empty, fit[half]);
    }
    fl_lanes open[3];
    for (unsigned i = 0; i < 3; i++) {
        open[i] = fl_lanes_popcount_sum(fit[0][i], fit[1][i]);
    }
    fl_lanes_mask found[3];
    fl_kernel_finish_demand(self, open, found);
    fl_lanes cells[2];
    for (unsigned half = 0; half < 2; half++) {
        cells[half] = fl_lanes_select(found[1], fit[half][1], fit[half][2]);
        cells[half] = fl_lanes_select(found[0], fit[half][0], cells[half]);
    }
    fl_lanes n = fl_kernel_random_below(&self->order->rng, self->passed, self->open);
    self->secret = fl_kernel_finish_nth(cells, n);
    self->best = open[0];
}

/* Takes a random end room in the lanes of the mask: fl_classic_special_place. */
FL_LANES_INLINE static inline void fl_kernel_finish_take_end_room(fl_kernel_finish *self, fl_lanes_mask m,
                                                                  unsigned number)
{
    fl_lanes pick = fl_kernel_random_below(&self->order->rng, m, self->end_rooms_left);
    if (self->wants_picks) {
        self->picks[number / 10] |= fl_lanes_keep(m, pick << (number % 10 * 6));
    }
    self->end_rooms_left = fl_lanes_add_where(m, self->end_rooms_left, UINT64_MAX);
}

/* Makes one roll: the loop's body in fl_classic_special_rolls, for one copy. */
FL_LANES_INLINE static inline void fl_kernel_finish_roll(fl_kernel_finish *self,
                                                         const fl_kernel_tables_roll *roll)
{
    fl_kernel_random *rng = &self->order->rng;
    fl_lanes_mask rolls = self->passed & fl_lanes_nonzero(self->end_rooms_left);
    fl_lanes_mask wins = rolls & fl_kernel_random_hits(rng, rolls, roll->first_limit, roll->first_of);
    fl_lanes *flags = &self->rolls[roll->number / 8];
    *flags = fl_lanes_xor_where(rolls, *flags, roll->xor_rolled);
    *flags = fl_lanes_xor_where(wins, *flags, roll->xor_first);
    if (roll->second_of > 0) {
        fl_lanes_mask again = rolls & fl_lanes_mask_not(wins);
        fl_lanes_mask second = again & fl_kernel_random_hits(rng, again, roll->second_limit, roll->second_of);
        *flags = fl_lanes_xor_where(second, *flags, roll->xor_second);
        wins |= second;
    }
    fl_kernel_finish_take_end_room(self, wins, 2 + roll->number);
}

/* Judges the layouts and finds their secret rooms. */
FL_LANES_INLINE static inline void fl_kernel_finish_begin(fl_kernel_finish *self)
{
    const fl_kernel_order *order = self->order;
    const fl_kernel_tables *tables = order->tables;
    const fl_checkerboard_touch_counts touched[] = {
        fl_checkerboard_find_touching(&tables->sides, 1, order->board[1]),
        fl_checkerboard_find_touching(&tables->sides, 0, order->board[0])};
    fl_kernel_finish_judge(self, touched);
    self->picks[0] = self->picks[1] = fl_lanes_splat(0);
    self->rolls[0] = fl_lanes_splat(tables->unrolled[0]);
    self->rolls[1] = fl_lanes_splat(tables->unrolled[1]);
    self->secret = fl_lanes_splat(FL_CLASSIC_BATCH_NOWHERE);
    self->criterion = self->best = self->open = fl_lanes_splat(0);
    if (tables->has_specials) {
        fl_kernel_finish_secret(self, touched);
    }
}

/* Finishes two vectors of layouts, after fl_kernel_order_run. They take turns, so that the processor can
 * work on one while the other waits for a result. */
FL_LANES_INLINE static inline void fl_kernel_finish_run(fl_kernel_finish self[2])
{
    const fl_kernel_tables *tables = self->order->tables;
    fl_kernel_finish_begin(&self[0]);
    fl_kernel_finish_begin(&self[1]);
    for (unsigned i = 0; i < 4 && tables->has_specials; i++) { /* shop, treasure room */
        fl_kernel_finish *f = &self[i % 2];
        f->passed &= fl_lanes_nonzero(f->end_rooms_left);
        fl_kernel_finish_take_end_room(f, f->passed, i / 2);
    }
    for (unsigned i = 0; i < tables->open_rolls_n; i++) {
        fl_kernel_finish_roll(&self[0], &tables->open_rolls[i]);
        fl_kernel_finish_roll(&self[1], &tables->open_rolls[i]);
    }
}

#endif
