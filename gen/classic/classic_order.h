/* Order in the queue, for a layout per lane: which candidates of the last wave find room, and which comes last (the
 * boss). Rooms of one wave stand in the queue in the order of their paths from the start; the first or the last one is found
 * by walking that path: at each room the first or last side behind which a candidate still lies. */
#ifndef FL_GEN_CLASSIC_CLASSIC_ORDER_H
#define FL_GEN_CLASSIC_CLASSIC_ORDER_H

#include "gen/classic/classic_lanes.h"

enum { FL_CLASSIC_ORDER_WAVES = 64 };

/* By side: rooms of a wave behind which, on that side, the room looked for lies. */
typedef struct fl_classic_order_turn {
    fl_lanes side[4];
} fl_classic_order_turn;

typedef struct fl_classic_order {
    const fl_classic_setup *setup;
    fl_classic_lanes
        rng; /* where the start returns, in: as it was behind the attempt's coins; out: behind the growth */
    fl_lanes tails[2]; /* in, where the start returns: the coins to grow by */
    fl_lanes limit;    /* no room is added once so many stand */
    fl_lanes_mask on;  /* lanes that hold a layout */
    fl_lanes board[2]; /* its halves; in, where the start does not return: with all of the last wave */
    fl_lanes rooms;
    fl_lanes wave[FL_CLASSIC_ORDER_WAVES]; /* what each wave added, on half (wave % 2) */
    unsigned waves;                        /* the most of any lane */
    fl_lanes last;                         /* number of a lane's last wave */
    fl_lanes tip;                          /* its rooms, without those found already */
    fl_lanes found, boss;                  /* those, and the one found last, a bit */
    fl_lanes walks;                        /* so many are still to be found */
    fl_lanes_mask from_front;              /* in these lanes the first ones, which stay; else the last ones */
    fl_lanes front;                        /* the same, all bits */
} fl_classic_order;

/* What the start's fresh coins add in a wave where it returns. */
FL_LANES_INLINE static inline fl_lanes fl_classic_order_return(fl_classic_order *self, fl_lanes_mask going,
                                                               fl_lanes ones)
{
    fl_lanes_mask m = going & fl_lanes_less(fl_lanes_all(self->setup->returns_above), self->limit);
    fl_lanes heads = fl_classic_lanes_next(&self->rng, m) & 15;
    return fl_lanes_only(m, fl_lanes_choose(self->setup->fresh, heads) & ones & ~self->board[1]);
}

/* Notes what a wave added. */
FL_LANES_INLINE static inline fl_lanes_mask fl_classic_order_note(fl_classic_order *self, unsigned w,
                                                                  fl_lanes news)
{
    fl_lanes_mask grew = fl_lanes_some(news);
    self->wave[w] = news;
    self->last = fl_lanes_select(grew, fl_lanes_all(w), self->last);
    self->tip = fl_lanes_select(grew, news, self->tip);
    return grew;
}

/* Grows one wave; returns the lanes that go on. */
FL_LANES_INLINE static inline fl_lanes_mask fl_classic_order_grow(fl_classic_order *self, fl_lanes_mask going,
                                                                  unsigned w, unsigned half)
{
    unsigned to = !half;
    fl_lanes ones = fl_chequer_ones(&self->setup->sides, half, self->board[half]);
    fl_lanes news = fl_lanes_only(going, ones & self->tails[to] & ~self->board[to]);
    if (half == 0 && w > 0) {
        news |= fl_classic_order_return(self, going, ones);
    }
    self->board[to] |= news;
    self->rooms += fl_lanes_count(news);
    return fl_classic_order_note(self, w + 1, news) & fl_lanes_less(self->rooms, self->limit);
}

/* Where the start returns: grows the layouts anew, keeping each wave. Two groups take turns: while one waits for a number
 * the other has work. */
FL_LANES_INLINE static inline void fl_classic_order_replay(fl_classic_order self[2])
{
    fl_lanes_mask going[2] = {self[0].on, self[1].on};
    unsigned w = 0;
    for (unsigned g = 0; g < 2; g++) {
        self[g].board[0] = fl_lanes_all(self[g].setup->start);
        self[g].board[1] = fl_lanes_all(0);
        self[g].rooms = fl_lanes_all(1);
    }
    for (; fl_lanes_any(going[0] | going[1]) && w + 2 < FL_CLASSIC_ORDER_WAVES; w += 2) {
        going[0] = fl_classic_order_grow(&self[0], going[0], w, 0);
        going[1] = fl_classic_order_grow(&self[1], going[1], w, 0);
        going[0] = fl_classic_order_grow(&self[0], going[0], w + 1, 1);
        going[1] = fl_classic_order_grow(&self[1], going[1], w + 1, 1);
    }
    self[0].waves = self[1].waves = w > 0 ? w : 2;
}

/* The next wave of a layout that stands: what is left beside this one. */
FL_LANES_INLINE static inline void fl_classic_order_flow(fl_classic_order *self, fl_lanes left[2], unsigned w,
                                                         unsigned half)
{
    fl_lanes news = fl_chequer_near(&self->setup->sides, half, self->wave[w]) & left[!half];
    left[!half] ^= news;
    (void)fl_classic_order_note(self, w + 1, news);
}

/* Where the start does not return: a layout is a tree around it, its waves are seen by walking. */
FL_LANES_INLINE static inline void fl_classic_order_spread(fl_classic_order self[2])
{
    fl_lanes left[2][2];
    fl_lanes rest;
    unsigned w = 0;
    for (unsigned g = 0; g < 2; g++) {
        left[g][0] = self[g].board[0] & ~self[g].wave[0];
        left[g][1] = self[g].board[1];
        self[g].rooms = fl_lanes_count(self[g].board[0]) + fl_lanes_count(self[g].board[1]);
    }
    do {
        fl_classic_order_flow(&self[0], left[0], w, 0);
        fl_classic_order_flow(&self[1], left[1], w, 0);
        fl_classic_order_flow(&self[0], left[0], w + 1, 1);
        fl_classic_order_flow(&self[1], left[1], w + 1, 1);
        rest = left[0][0] | left[0][1] | left[1][0] | left[1][1];
        w += 2;
    } while (fl_lanes_any(fl_lanes_some(rest)) && w + 2 < FL_CLASSIC_ORDER_WAVES);
    self[0].waves = self[1].waves = w;
}

/* One step back: from the rooms of a wave that lie on paths (`on`) to those of the wave before, on `half`, and at each of
 * these the side to take. */
FL_LANES_INLINE static inline fl_lanes fl_classic_order_back(const fl_classic_order *self, unsigned half,
                                                             fl_lanes wave, fl_lanes on,
                                                             fl_classic_order_turn *turn)
{
    const fl_classic_setup *setup = self->setup;
    fl_lanes front = self->front;
    fl_lanes way[4];
    for (unsigned side = 0; side < 4; side++) {
        fl_lanes to = fl_lanes_roll(on, (64 - setup->turn[half][side]) & 63);
        way[side] = fl_lanes_and3(to, fl_lanes_all(setup->from[half][side]), wave);
    }
    fl_lanes early = way[0] | way[1];
    fl_lanes late = way[2] | way[3];
    turn->side[0] = fl_lanes_but(way[0], ~front, way[1] | late);
    turn->side[1] = way[1] & ~fl_lanes_mix(front, way[0], late);
    turn->side[2] = way[2] & ~fl_lanes_mix(front, early, way[3]);
    turn->side[3] = fl_lanes_but(way[3], front, early | way[2]);
    return early | late;
}

/* Rooms of wave w on paths to the tip, from those of wave w + 1. A start that returned (even waves but the first) is on the
 * way to its late rooms, but on nobody's way. */
FL_LANES_INLINE static inline fl_lanes fl_classic_order_paths(const fl_classic_order *self, unsigned half,
                                                              unsigned w, fl_lanes on,
                                                              fl_classic_order_turn *turn)
{
    const fl_classic_setup *setup = self->setup;
    bool may_return = half == 0 && setup->returns;
    fl_lanes wave = self->wave[w];
    fl_lanes_mask is_tip = fl_lanes_equal(self->last, fl_lanes_all(w));
    on = fl_classic_order_back(self, half, may_return ? wave | setup->start : wave, on, turn);
    return fl_lanes_select(is_tip, self->tip, may_return ? on & ~fl_lanes_all(setup->start) : on);
}

/* One step forth; lanes that are where they go stay. A start that returned stands behind its whole wave. */
FL_LANES_INLINE static inline fl_lanes fl_classic_order_go(const fl_classic_order *self, unsigned half,
                                                           fl_lanes at, const fl_classic_order_turn *turn)
{
    const fl_classic_setup *setup = self->setup;
    if (half == 0 && setup->returns) {
        fl_lanes all = turn->side[0] | turn->side[1] | turn->side[2] | turn->side[3];
        fl_lanes_mask returned = fl_lanes_some(all & setup->start) & fl_lanes_others(self->from_front);
        at = fl_lanes_select(returned, self->wave[0], at);
    }
    fl_lanes to[4];
    for (unsigned side = 0; side < 4; side++) {
        to[side] = fl_lanes_roll(at & turn->side[side], setup->turn[half][side]);
    }
    to[0] = fl_lanes_or3(to[0], to[1], to[2] | to[3]);
    return fl_lanes_select(fl_lanes_some(to[0]), to[0], at);
}

/* The first step forth: from the start to one of the rooms of wave 1 that lie on paths. */
FL_LANES_INLINE static inline fl_lanes fl_classic_order_leave(const fl_classic_order *self, fl_lanes on)
{
    fl_lanes first = self->wave[0];
    fl_lanes last = self->wave[0];
    for (unsigned side = 0; side < 4; side++) {
        fl_lanes early = fl_lanes_all(self->setup->leave[3 - side]);
        fl_lanes late = fl_lanes_all(self->setup->leave[side]);
        first = fl_lanes_select(fl_lanes_some(on & early), early, first);
        last = fl_lanes_select(fl_lanes_some(on & late), late, last);
    }
    return fl_lanes_select(self->from_front, first, last);
}

/* The first or last of the rooms in `tip`. Waves go by twos, so that each step knows its half. */
FL_LANES_INLINE static inline void fl_classic_order_find(fl_classic_order self[2])
{
    fl_classic_order_turn turn[FL_CLASSIC_ORDER_WAVES + 2][2];
    fl_lanes on[2], at[2];
    unsigned waves = self[0].waves;
    for (unsigned g = 0; g < 2; g++) {
        on[g] = fl_lanes_only(fl_lanes_equal(self[g].last, fl_lanes_all(waves)), self[g].tip);
    }
    for (unsigned w = waves; w > 2; w -= 2) {
        on[0] = fl_classic_order_paths(&self[0], 1, w - 1, on[0], &turn[w - 1][0]);
        on[1] = fl_classic_order_paths(&self[1], 1, w - 1, on[1], &turn[w - 1][1]);
        on[0] = fl_classic_order_paths(&self[0], 0, w - 2, on[0], &turn[w - 2][0]);
        on[1] = fl_classic_order_paths(&self[1], 0, w - 2, on[1], &turn[w - 2][1]);
    }
    for (unsigned g = 0; g < 2; g++) {
        on[g] = fl_classic_order_paths(&self[g], 1, 1, on[g], &turn[1][g]);
        at[g] = fl_classic_order_leave(&self[g], on[g]);
        at[g] = fl_classic_order_go(&self[g], 1, at[g], &turn[1][g]);
    }
    for (unsigned w = 2; w < waves; w += 2) {
        at[0] = fl_classic_order_go(&self[0], 0, at[0], &turn[w][0]);
        at[1] = fl_classic_order_go(&self[1], 0, at[1], &turn[w][1]);
        at[0] = fl_classic_order_go(&self[0], 1, at[0], &turn[w + 1][0]);
        at[1] = fl_classic_order_go(&self[1], 1, at[1], &turn[w + 1][1]);
    }
    for (unsigned g = 0; g < 2; g++) {
        fl_lanes_mask more = fl_lanes_some(self[g].walks);
        fl_lanes one = fl_lanes_only(more, at[g]);
        self[g].boss = fl_lanes_select(more, at[g], self[g].boss);
        self[g].found |= one;
        self[g].tip &= ~one;
        self[g].walks -= fl_lanes_only(more, fl_lanes_all(1));
    }
}

/* Whether to look for the rooms of the last wave that stay, or for those that go and the boss: for the fewer ones. */
FL_LANES_INLINE static inline void fl_classic_order_plan(fl_classic_order *self)
{
    fl_lanes_mask full = self->on & fl_lanes_less(self->limit, self->rooms);
    fl_lanes extra = fl_lanes_only(full, self->rooms - self->limit);
    fl_lanes stay = fl_lanes_count(self->tip) - extra;
    self->from_front = full & fl_lanes_less(stay, extra + 1);
    self->walks = fl_lanes_only(self->on, fl_lanes_select(self->from_front, stay, extra + 1));
    self->front = fl_lanes_only(self->from_front, fl_lanes_all(UINT64_MAX));
    self->found = self->boss = fl_lanes_all(0);
    self->rooms -= extra;
}

/* Takes what found no room off the last wave. */
FL_LANES_INLINE static inline void fl_classic_order_trim(fl_classic_order *self)
{
    fl_lanes off = fl_lanes_select(self->from_front, self->tip, self->found ^ self->boss);
    fl_lanes_mask is_odd = fl_lanes_some(self->last & 1);
    self->board[1] &= ~fl_lanes_only(is_odd, off);
    self->board[0] &= ~fl_lanes_only(fl_lanes_others(is_odd), off);
}

/* From layouts that have enough rooms to those that stand, with the boss. */
FL_LANES_INLINE static inline void fl_classic_order_run(fl_classic_order self[2])
{
    for (unsigned g = 0; g < 2; g++) {
        self[g].wave[0] = fl_lanes_all(self[g].setup->start);
        self[g].last = self[g].tip = fl_lanes_all(0);
    }
    if (self->setup->returns) {
        fl_classic_order_replay(self);
    } else {
        fl_classic_order_spread(self);
    }
    fl_classic_order_plan(&self[0]);
    fl_classic_order_plan(&self[1]);
    do {
        fl_classic_order_find(self);
    } while (fl_lanes_any(fl_lanes_some(self[0].walks | self[1].walks)));
    fl_classic_order_trim(&self[0]);
    fl_classic_order_trim(&self[1]);
}

#endif
