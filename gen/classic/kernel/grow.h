/* SPDX-License-Identifier: MIT */
/* Attempts, one per lane: their coins and how they grow.
 *
 * Growth needs no queue. All cells tried in a wave have one colour of the chequerboard and none of them is another's
 * neighbour; a cell that touches exactly one room was either tried for that room (and its coin was heads) or is to be tried
 * now. So a wave adds all empty cells that touch one room and whose coin is tails. Two waves make a round, after which
 * every lane is back on the start's colour. The queue's order is asked for only when a layout has enough rooms. */
#ifndef FL_GEN_CLASSIC_KERNEL_GROW_H
#define FL_GEN_CLASSIC_KERNEL_GROW_H

#include "gen/classic/kernel/random.h"

/* A job: number of the floor in its batch, the rooms wanted, waves of the attempt, the attempts so far. */
enum {
    FL_KERNEL_JOB_TARGET = 16,
    FL_KERNEL_JOB_WAVES = 24,
    FL_KERNEL_JOB_ATTEMPTS = 32,
};

typedef struct fl_kernel_grow {
    fl_kernel_random rng;
    fl_lanes first_state; /* of the stream, behind the coins */
    fl_lanes tails[2], board[2];
    fl_lanes rooms, limit, job;
    fl_lanes last_wave;  /* the last wave's rooms */
    fl_lanes_mask ended; /* lanes whose attempt ended */
} fl_kernel_grow;

/* The rooms at which a job's layouts stop growing. */
FL_LANES_INLINE static inline fl_lanes fl_kernel_grow_limit(const fl_kernel_tables *tables, fl_lanes job)
{
    fl_lanes target = job >> FL_KERNEL_JOB_TARGET & 0xff;
    return tables->rooms_max > 0 ? fl_lanes_splat(tables->rooms_max) : target;
}

/* Notes what a wave added; returns the lanes that may go on. */
FL_LANES_INLINE static inline fl_lanes_mask fl_kernel_grow_record(fl_kernel_grow *self, fl_lanes news)
{
    fl_lanes_mask grew = fl_lanes_nonzero(news);
    self->last_wave = fl_lanes_select(grew, news, self->last_wave);
    self->job = fl_lanes_add_where(grew, self->job, 1ull << FL_KERNEL_JOB_WAVES);
    self->rooms += fl_lanes_popcount(news);
    return grew & fl_lanes_less(self->rooms, self->limit);
}

/* Tosses the coins and grows the first round, which needs few steps: the start's neighbours are those with tails, and what
 * they touch beside it they touch alone. */
FL_LANES_INLINE static inline void fl_kernel_grow_begin(const fl_kernel_tables *tables, fl_kernel_grow *self)
{
    self->job += 1ull << FL_KERNEL_JOB_ATTEMPTS;
    self->limit = fl_kernel_grow_limit(tables, self->job);
    fl_kernel_random_toss(tables, &self->rng, self->tails);
    self->first_state = self->rng.state;
    fl_lanes first = self->tails[1] & tables->start_neighbours;
    self->board[1] = first;
    self->rooms = fl_lanes_splat(1);
    self->last_wave = fl_lanes_splat(0);
    fl_lanes_mask goes_on = fl_kernel_grow_record(self, first);
    fl_lanes second =
        fl_checkerboard_touch_one(&tables->sides, 1, first) & self->tails[0] & ~fl_lanes_splat(tables->start);
    second = fl_lanes_keep(goes_on, second);
    self->board[0] = second | tables->start;
    self->ended = fl_lanes_mask_not(fl_kernel_grow_record(self, second));
}

/* What the start's fresh coins add where it returns. */
FL_LANES_INLINE static inline fl_lanes fl_kernel_grow_from_start(const fl_kernel_tables *tables,
                                                                 fl_kernel_grow *self, fl_lanes open)
{
    fl_lanes_mask above = fl_lanes_less(fl_lanes_splat(tables->returns_above), self->limit);
    fl_lanes_mask m = fl_lanes_mask_not(self->ended) & above;
    fl_lanes heads = fl_kernel_random_next(&self->rng, m) & 15;
    return fl_lanes_keep(m, fl_lanes_look_up_64(tables->fresh_tails, heads) & open);
}

/* Two waves in every lane whose attempt has not ended. One that had too few rooms finds nothing more to add. */
FL_LANES_INLINE static inline void fl_kernel_grow_round(const fl_kernel_tables *tables, fl_kernel_grow *self)
{
    fl_lanes_mask goes_on = fl_lanes_less(self->rooms, self->limit);
    fl_lanes open = fl_checkerboard_touch_one(&tables->sides, 0, self->board[0]) & ~self->board[1];
    fl_lanes news = fl_lanes_keep(goes_on, open & self->tails[1]);
    if (tables->start_returns) {
        news |= fl_kernel_grow_from_start(tables, self, open);
    }
    self->board[1] |= news;
    goes_on = fl_kernel_grow_record(self, news);
    news = fl_checkerboard_touch_one(&tables->sides, 1, self->board[1]) & self->tails[0] & ~self->board[0];
    news = fl_lanes_keep(goes_on, news);
    self->board[0] |= news;
    self->ended |= fl_lanes_mask_not(fl_kernel_grow_record(self, news));
}

#endif
