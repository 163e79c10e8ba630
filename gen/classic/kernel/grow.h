/* SPDX-License-Identifier: MIT */
/* Attempts at a layout, one per lane: their coins, and growth wave by wave. The readable counterpart is
 * fl_classic_grow_layout (gen/classic/grow.c).
 *
 * Growth needs no queue. All cells tried in a wave lie on one colour of the checkerboard, so that none is
 * the neighbour of another. A cell that touches exactly one room was either tried for that room before
 * (and its coin was heads) or is tried now. So a wave adds all empty cells that touch one room and whose
 * coin is tails. Two waves make a round, after which every lane is back on the start's colour. The order
 * in the queue matters only for layouts that have enough rooms; see order.h. */
#ifndef FL_GEN_CLASSIC_KERNEL_GROW_H
#define FL_GEN_CLASSIC_KERNEL_GROW_H

#include "gen/classic/kernel/random.h"

/* A job is a floor in one 64-bit number. Bits 0 to 15: its number in the batch. From here on: */
enum {
    FL_KERNEL_JOB_TARGET = 16,   /* rooms wanted, 8 bits */
    FL_KERNEL_JOB_WAVES = 24,    /* waves of the attempt, 7 bits */
    FL_KERNEL_JOB_ATTEMPTS = 32, /* attempts so far */
};

typedef struct fl_kernel_grow {
    fl_kernel_random rng;
    fl_lanes first_state; /* of the stream, after the coins were drawn */
    fl_lanes tails[2], board[2];
    fl_lanes rooms, limit, job;
    fl_lanes last_wave;  /* the rooms of the last wave that added any */
    fl_lanes_mask ended; /* lanes whose attempt has ended */
} fl_kernel_grow;

/* The rooms at which a job's layouts stop growing. */
FL_LANES_INLINE static inline fl_lanes fl_kernel_grow_limit(const fl_kernel_tables *tables, fl_lanes job)
{
    fl_lanes target = job >> FL_KERNEL_JOB_TARGET & 0xff;
    return tables->rooms_max > 0 ? fl_lanes_splat(tables->rooms_max) : target;
}

/* Records what a wave added; returns the lanes that go on growing. */
FL_LANES_INLINE static inline fl_lanes_mask fl_kernel_grow_record(fl_kernel_grow *self, fl_lanes news)
{
    fl_lanes_mask grew = fl_lanes_nonzero(news);
    self->last_wave = fl_lanes_select(grew, news, self->last_wave);
    self->job = fl_lanes_add_where(grew, self->job, 1ull << FL_KERNEL_JOB_WAVES);
    self->rooms += fl_lanes_popcount(news);
    return grew & fl_lanes_less(self->rooms, self->limit);
}

/* Draws the coins and grows the first round, which is simple: the first wave is the start's neighbours
 * with tails. */
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

/* The start returns: draws its fresh coins and returns the rooms they add. */
FL_LANES_INLINE static inline fl_lanes fl_kernel_grow_from_start(const fl_kernel_tables *tables,
                                                                 fl_kernel_grow *self, fl_lanes open)
{
    fl_lanes_mask above = fl_lanes_less(fl_lanes_splat(tables->returns_above), self->limit);
    fl_lanes_mask m = fl_lanes_mask_not(self->ended) & above;
    fl_lanes heads = fl_kernel_random_next(&self->rng, m) & 15;
    return fl_lanes_keep(m, fl_lanes_look_up_64(tables->fresh_tails, heads) & open);
}

/* Grows two waves in every lane whose attempt has not ended. */
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
