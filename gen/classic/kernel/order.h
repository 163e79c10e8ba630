/* SPDX-License-Identifier: MIT */
/* The order of the queue, one layout per lane: which rooms of the last wave are still within the limit, and
 * which of them comes last (the boss room). The readable counterpart is the queue in gen/classic/grow.c.
 *
 * Rooms of one wave are queued in the order of their paths from the start. So the first (or last) of them
 * is found by a walk from the start that takes, at each room, the first (or last) side on which a room of
 * the last wave can be reached. Each walk finds one room. */
#ifndef FL_GEN_CLASSIC_KERNEL_ORDER_H
#define FL_GEN_CLASSIC_KERNEL_ORDER_H

#include "gen/classic/kernel/random.h"

enum { FL_KERNEL_ORDER_WAVES = 64 };

typedef struct fl_kernel_order {
    const fl_kernel_tables *tables;
    /* Input. Where the start returns, the layout is grown again from its coins; else it is given. */
    fl_kernel_random rng; /* start_returns: after the attempt's coins; set to the state after the growth */
    fl_lanes tails[2];    /* start_returns: the coins */
    fl_lanes limit;       /* no room is added once there are so many */
    fl_lanes_mask active; /* lanes that hold a layout */
    bool keeps_waves;     /* fill in `wave`, for cells.h */
    fl_lanes board[2];    /* else: the layout with all rooms of its last wave. Output: within the limit */
    fl_lanes last_wave_number; /* else: of each lane */
    fl_lanes last_wave;        /* else: the rooms of the last wave. While walking: those not found yet */
    /* Output and scratch. */
    fl_lanes rooms;
    fl_lanes wave[FL_KERNEL_ORDER_WAVES]; /* the rooms that each wave added, on half (wave % 2) */
    unsigned waves;                       /* the most of any lane, an even number */
    fl_lanes found, boss;      /* rooms found so far, and the one found last, as bits of their half */
    fl_lanes walks;            /* rooms still to be found */
    fl_lanes_mask finds_first; /* lanes that look for the first rooms, which stay; else for the last */
    fl_lanes first_flag;       /* FL_KERNEL_TABLES_FIRST in these lanes, for the table `advance` */
} fl_kernel_order;

/* The start returns: draws its fresh coins and returns the rooms they add. */
FL_LANES_INLINE static inline fl_lanes fl_kernel_order_from_start(fl_kernel_order *self, fl_lanes_mask going,
                                                                  fl_lanes ones)
{
    fl_lanes_mask m = going & fl_lanes_less(fl_lanes_splat(self->tables->returns_above), self->limit);
    fl_lanes heads = fl_kernel_random_next(&self->rng, m) & 15;
    return fl_lanes_keep(m, fl_lanes_look_up_64(self->tables->fresh_tails, heads) & ones & ~self->board[1]);
}

/* Sets up what is known before the first wave. */
FL_LANES_INLINE static inline void fl_kernel_order_begin(fl_kernel_order *self)
{
    self->wave[0] = fl_lanes_splat(self->tables->start);
    self->last_wave_number = self->last_wave = fl_lanes_splat(0);
}

/* Records what wave w added; returns the lanes in which it added something. */
FL_LANES_INLINE static inline fl_lanes_mask fl_kernel_order_record(fl_kernel_order *self, unsigned w,
                                                                   fl_lanes news)
{
    fl_lanes_mask grew = fl_lanes_nonzero(news);
    self->wave[w] = news;
    self->last_wave_number = fl_lanes_select(grew, fl_lanes_splat(w), self->last_wave_number);
    self->last_wave = fl_lanes_select(grew, news, self->last_wave);
    return grew;
}

/* Grows one wave; returns the lanes that go on growing. */
FL_LANES_INLINE static inline fl_lanes_mask fl_kernel_order_grow(fl_kernel_order *self, fl_lanes_mask going,
                                                                 unsigned w, unsigned half)
{
    unsigned to = !half;
    fl_lanes ones = fl_checkerboard_touch_one(&self->tables->sides, half, self->board[half]);
    fl_lanes news = fl_lanes_keep(going, ones & self->tails[to] & ~self->board[to]);
    if (half == 0 && w > 0) {
        news |= fl_kernel_order_from_start(self, going, ones);
    }
    self->board[to] |= news;
    self->rooms += fl_lanes_popcount(news);
    return fl_kernel_order_record(self, w + 1, news) & fl_lanes_less(self->rooms, self->limit);
}

/* Where the start returns: grows the layouts again and keeps each wave. Two vectors take turns, so that
 * the processor can work on one while the other waits for a result. */
FL_LANES_INLINE static inline void fl_kernel_order_replay(fl_kernel_order self[2])
{
    fl_lanes_mask going[2] = {self[0].active, self[1].active};
    unsigned w = 0;
    for (unsigned g = 0; g < 2; g++) {
        fl_kernel_order_begin(&self[g]);
        self[g].board[0] = fl_lanes_splat(self[g].tables->start);
        self[g].board[1] = fl_lanes_splat(0);
        self[g].rooms = fl_lanes_splat(1);
    }
    for (; fl_lanes_mask_any(going[0] | going[1]) && w + 2 < FL_KERNEL_ORDER_WAVES; w += 2) {
        going[0] = fl_kernel_order_grow(&self[0], going[0], w, 0);
        going[1] = fl_kernel_order_grow(&self[1], going[1], w, 0);
        going[0] = fl_kernel_order_grow(&self[0], going[0], w + 1, 1);
        going[1] = fl_kernel_order_grow(&self[1], going[1], w + 1, 1);
    }
    self[0].waves = self[1].waves = w > 0 ? w : 2;
}

/* The next wave of a given layout: the remaining rooms that touch this wave. */
FL_LANES_INLINE static inline void fl_kernel_order_next_wave(fl_kernel_order *self, fl_lanes left[2],
                                                             unsigned w, unsigned half)
{
    fl_lanes news = fl_checkerboard_touch_any_of(&self->tables->sides, half, self->wave[w], left[!half]);
    left[!half] ^= news;
    (void)fl_kernel_order_record(self, w + 1, news);
}

/* Where the start does not return: finds the waves of a given layout, a tree rooted at the start. */
FL_LANES_INLINE static inline void fl_kernel_order_find_waves(fl_kernel_order self[2])
{
    fl_lanes left[2][2];
    fl_lanes rest;
    unsigned w = 0;
    for (unsigned g = 0; g < 2; g++) {
        fl_kernel_order_begin(&self[g]);
        left[g][0] = self[g].board[0] & ~self[g].wave[0];
        left[g][1] = self[g].board[1];
    }
    do {
        fl_kernel_order_next_wave(&self[0], left[0], w, 0);
        fl_kernel_order_next_wave(&self[1], left[1], w, 0);
        fl_kernel_order_next_wave(&self[0], left[0], w + 1, 1);
        fl_kernel_order_next_wave(&self[1], left[1], w + 1, 1);
        rest = left[0][0] | left[0][1] | left[1][0] | left[1][1];
        w += 2;
    } while (fl_lanes_mask_any(fl_lanes_nonzero(rest)) && w + 2 < FL_KERNEL_ORDER_WAVES);
    self[0].waves = self[1].waves = w;
}

/* Rooms of wave w on paths to the last wave: those that touch the rooms `on` of wave w + 1. Where the
 * waves were not kept, rooms of later waves may be among them. That does no harm: none of those touches a
 * room of wave w - 1, so the walk never comes to them. A start that returned is the parent of its late
 * rooms, but no path leads back to it. */
FL_LANES_INLINE static inline fl_lanes fl_kernel_order_trace_back(const fl_kernel_order *self, unsigned half,
                                                                  unsigned w, fl_lanes on)
{
    fl_lanes within = self->tables->start_returns ? self->wave[w] : self->board[half];
    fl_lanes_mask is_tip = fl_lanes_equal(self->last_wave_number, fl_lanes_splat(w));
    return fl_lanes_select(is_tip, self->last_wave,
                           fl_checkerboard_touch_any_of(&self->tables->sides, !half, on, within));
}

/* One step of the walk, from rotation `at` to the first or last neighbour among the rooms `on`; lanes that
 * have arrived stay. A start that returned is queued after all rooms of its wave. See `neighbours` and
 * `advance` in tables.h. */
FL_LANES_INLINE static inline fl_lanes fl_kernel_order_step(const fl_kernel_order *self, unsigned half,
                                                            fl_lanes at, fl_lanes on)
{
    const fl_kernel_tables *tables = self->tables;
    if (half == 0 && tables->start_returns) {
        fl_lanes_mask returned =
            fl_lanes_nonzero(on & tables->start_neighbours) & fl_lanes_mask_not(self->finds_first);
        at = fl_lanes_select(returned, fl_lanes_splat(tables->start_rotation), at);
    }
    fl_lanes near = fl_lanes_rotate_right(on, at);
    near =
        fl_lanes_bit_select(fl_lanes_splat(FL_KERNEL_TABLES_UNFOLDED), near, near >> FL_KERNEL_TABLES_FOLD);
    fl_lanes may = fl_lanes_look_up_byte(tables->neighbours[half], at);
    return at + fl_lanes_look_up_byte(tables->advance[half], fl_lanes_and_or(near, may, self->first_flag));
}

/* From a rotation to the room's bit. */
FL_LANES_INLINE static inline fl_lanes fl_kernel_order_bit(const fl_kernel_order *self, fl_lanes at)
{
    fl_lanes one = fl_lanes_splat(1);
    return one << ((at + FL_KERNEL_TABLES_ROTATION - (self->last_wave_number & 1)) & 63);
}

/* One walk: finds the first or last of the rooms in `last_wave`. Waves come in pairs, so that the half of
 * each step is a constant. Two vectors take turns, so that the processor can work on one while the other
 * waits for a result. */
FL_LANES_INLINE static inline void fl_kernel_order_find_one(fl_kernel_order self[2])
{
    fl_lanes on[FL_KERNEL_ORDER_WAVES + 1][2]; /* by wave and vector: rooms on paths to the last wave */
    fl_lanes at[2];
    unsigned waves = self[0].waves;
    for (unsigned g = 0; g < 2; g++) {
        on[waves][g] =
            fl_lanes_keep(fl_lanes_equal(self[g].last_wave_number, fl_lanes_splat(waves)), self[g].last_wave);
        at[g] = fl_lanes_splat(self[g].tables->start_rotation);
    }
    for (unsigned w = waves; w > 2; w -= 2) {
        on[w - 1][0] = fl_kernel_order_trace_back(&self[0], 1, w - 1, on[w][0]);
        on[w - 1][1] = fl_kernel_order_trace_back(&self[1], 1, w - 1, on[w][1]);
        on[w - 2][0] = fl_kernel_order_trace_back(&self[0], 0, w - 2, on[w - 1][0]);
        on[w - 2][1] = fl_kernel_order_trace_back(&self[1], 0, w - 2, on[w - 1][1]);
    }
    on[1][0] = fl_kernel_order_trace_back(&self[0], 1, 1, on[2][0]);
    on[1][1] = fl_kernel_order_trace_back(&self[1], 1, 1, on[2][1]);
    for (unsigned w = 0; w < waves; w += 2) {
        at[0] = fl_kernel_order_step(&self[0], 0, at[0], on[w + 1][0]);
        at[1] = fl_kernel_order_step(&self[1], 0, at[1], on[w + 1][1]);
        at[0] = fl_kernel_order_step(&self[0], 1, at[0], on[w + 2][0]);
        at[1] = fl_kernel_order_step(&self[1], 1, at[1], on[w + 2][1]);
    }
    for (unsigned g = 0; g < 2; g++) {
        fl_lanes_mask more = fl_lanes_nonzero(self[g].walks);
        fl_lanes one = fl_kernel_order_bit(&self[g], at[g]);
        self[g].boss = fl_lanes_select(more, one, self[g].boss);
        one = fl_lanes_keep(more, one);
        self[g].found |= one;
        self[g].last_wave &= ~one;
        self[g].walks = fl_lanes_add_where(more, self[g].walks, UINT64_MAX);
    }
}

/* Chooses what to find: the rooms of the last wave that stay, or those that are removed and the boss,
 * whichever are fewer. */
FL_LANES_INLINE static inline void fl_kernel_order_choose_search(fl_kernel_order *self)
{
    fl_lanes_mask full = self->active & fl_lanes_less(self->limit, self->rooms);
    fl_lanes extra = fl_lanes_keep(full, self->rooms - self->limit);
    fl_lanes stay = fl_lanes_popcount(self->last_wave) - extra;
    self->finds_first = full & fl_lanes_less(stay, extra + 1);
    self->walks = fl_lanes_keep(self->active, fl_lanes_select(self->finds_first, stay, extra + 1));
    self->first_flag = fl_lanes_keep(self->finds_first, fl_lanes_splat(FL_KERNEL_TABLES_FIRST));
    self->found = self->boss = fl_lanes_splat(0);
    self->rooms -= extra;
}

/* Removes the rooms of the last wave that are beyond the limit. */
FL_LANES_INLINE static inline void fl_kernel_order_trim(fl_kernel_order *self)
{
    fl_lanes off = fl_lanes_select(self->finds_first, self->last_wave, self->found ^ self->boss);
    fl_lanes_mask is_odd = fl_lanes_nonzero(self->last_wave_number & 1);
    self->board[1] &= ~fl_lanes_keep(is_odd, off);
    self->board[0] &= ~fl_lanes_keep(fl_lanes_mask_not(is_odd), off);
}

/* Where the start does not return: the number of waves, and of rooms. */
FL_LANES_INLINE static inline void fl_kernel_order_count_waves(fl_kernel_order self[2])
{
    unsigned w = 2;
    fl_lanes_mask more;
    do {
        more = fl_lanes_less(fl_lanes_splat(w), self[0].last_wave_number) |
               fl_lanes_less(fl_lanes_splat(w), self[1].last_wave_number);
        w += 2;
    } while (fl_lanes_mask_any(more) && w < FL_KERNEL_ORDER_WAVES);
    self[0].waves = self[1].waves = w - 2;
    for (unsigned g = 0; g < 2; g++) {
        self[g].rooms = fl_lanes_popcount_sum(self[g].board[0], self[g].board[1]);
    }
}

/* From grown layouts to final ones, with the boss. */
FL_LANES_INLINE static inline void fl_kernel_order_run(fl_kernel_order self[2])
{
    if (self->tables->start_returns) {
        fl_kernel_order_replay(self);
    } else {
        fl_kernel_order_count_waves(self);
        if (self->keeps_waves) {
            fl_kernel_order_find_waves(self);
        }
    }
    fl_kernel_order_choose_search(&self[0]);
    fl_kernel_order_choose_search(&self[1]);
    while (fl_lanes_mask_any(fl_lanes_nonzero(self[0].walks | self[1].walks))) {
        fl_kernel_order_find_one(self);
    }
    fl_kernel_order_trim(&self[0]);
    fl_kernel_order_trim(&self[1]);
}

#endif
