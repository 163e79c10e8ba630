/* Order in the queue, for a layout per lane: which candidates of the last wave find room, and which comes last (the
 * boss). Rooms of one wave stand in the queue in the order of their paths from the start; the last one is found by
 * walking that path: at each room the last side behind which a candidate still lies. */
#ifndef FL_GEN_CLASSIC_CLASSIC_ORDER_H
#define FL_GEN_CLASSIC_CLASSIC_ORDER_H

#include "gen/classic/classic_lanes.h"

enum { FL_CLASSIC_ORDER_WAVES = 64 };

typedef struct fl_classic_order {
    const fl_classic_setup *setup;
    fl_classic_lanes rng; /* in: as it was behind the attempt's coins; out: behind the growth */
    fl_lanes tails[2];
    fl_lanes limit;    /* no room is added once so many stand */
    fl_lanes_mask on;  /* lanes that hold a layout */
    fl_lanes board[2]; /* its halves */
    fl_lanes rooms;
    fl_lanes wave[FL_CLASSIC_ORDER_WAVES]; /* what each wave added, on half (wave % 2) */
    unsigned waves;                        /* the most of any lane */
    fl_lanes last;                         /* number of a lane's last wave */
    fl_lanes tip;                          /* its rooms */
    fl_lanes extra;                        /* how many of them are too many */
    fl_lanes boss;                         /* the last room, a bit */
} fl_classic_order;

/* What the start's fresh coins add in a wave where it returns. */
FL_LANES_INLINE static inline fl_lanes fl_classic_order_return(fl_classic_order *self, fl_lanes_mask going,
                                                               fl_lanes ones)
{
    fl_lanes_mask m = going & fl_lanes_less(fl_lanes_all(self->setup->returns_above), self->limit);
    fl_lanes heads = fl_classic_lanes_next(&self->rng, m) & 15;
    return fl_lanes_only(m, fl_lanes_choose(self->setup->fresh, heads) & ones & ~self->board[1]);
}

/* Grows one wave; returns the lanes that go on. */
FL_LANES_INLINE static inline fl_lanes_mask fl_classic_order_grow(fl_classic_order *self, fl_lanes_mask going,
                                                                  unsigned w, unsigned half)
{
    unsigned to = !half;
    fl_lanes ones = fl_chequer_ones(&self->setup->sides, half, self->board[half]);
    fl_lanes news = fl_lanes_only(going, ones & self->tails[to] & ~self->board[to]);
    if (half == 0 && self->setup->returns && w > 0) {
        news |= fl_classic_order_return(self, going, ones);
    }
    fl_lanes rooms = self->rooms + fl_lanes_count(news);
    fl_lanes_mask grew = fl_lanes_some(news);
    fl_lanes_mask full = grew & fl_lanes_others(fl_lanes_less(rooms, self->limit));
    self->wave[w + 1] = news;
    self->board[to] |= news;
    self->rooms = rooms;
    self->last += fl_lanes_only(grew, fl_lanes_all(1));
    self->tip = fl_lanes_select(grew, news, self->tip);
    self->extra = fl_lanes_select(full, rooms - self->limit, self->extra);
    return grew & fl_lanes_others(full);
}

/* Grows the layouts anew, keeping each wave. Two groups take turns: while one waits for a number the other has work. */
FL_LANES_INLINE static inline void fl_classic_order_replay(fl_classic_order self[2])
{
    fl_lanes_mask going[2];
    unsigned w = 0;
    for (unsigned g = 0; g < 2; g++) {
        self[g].board[0] = self[g].wave[0] = fl_lanes_all(self[g].setup->start);
        self[g].board[1] = self[g].last = self[g].tip = self[g].extra = fl_lanes_all(0);
        self[g].rooms = fl_lanes_all(1);
        going[g] = self[g].on;
    }
    for (; fl_lanes_any(going[0] | going[1]) && w + 2 < FL_CLASSIC_ORDER_WAVES; w += 2) {
        going[0] = fl_classic_order_grow(&self[0], going[0], w, 0);
        going[1] = fl_classic_order_grow(&self[1], going[1], w, 0);
        going[0] = fl_classic_order_grow(&self[0], going[0], w + 1, 1);
        going[1] = fl_classic_order_grow(&self[1], going[1], w + 1, 1);
    }
    self[0].waves = self[1].waves = w;
}

/* The last of four sides behind which `paths` goes on. */
FL_LANES_INLINE static inline fl_lanes fl_classic_order_step(const fl_classic_setup *setup, unsigned half,
                                                             fl_lanes at, fl_lanes paths)
{
    fl_lanes next = fl_lanes_roll(at & setup->from[half][0], setup->turn[half][0]) & paths;
    for (unsigned side = 1; side < 4; side++) {
        fl_lanes to = fl_lanes_roll(at & setup->from[half][side], setup->turn[half][side]) & paths;
        next = fl_lanes_select(fl_lanes_some(to), to, next);
    }
    return next;
}

/* Rooms of wave w that lead to a tip; `on` are those of the next wave. */
FL_LANES_INLINE static inline fl_lanes fl_classic_order_back(const fl_classic_order *self, unsigned half,
                                                             fl_lanes on, unsigned w)
{
    fl_lanes_mask is_tip = fl_lanes_equal(self->last, fl_lanes_all(w));
    on = fl_chequer_near(&self->setup->sides, !half, on) & self->wave[w];
    return fl_lanes_select(is_tip, self->tip, on);
}

/* From a room of wave w to the one that comes last behind it; lanes whose last wave this is stay. */
FL_LANES_INLINE static inline fl_lanes fl_classic_order_go(const fl_classic_order *self, unsigned half,
                                                           fl_lanes at, unsigned w, fl_lanes paths)
{
    const fl_classic_setup *setup = self->setup;
    fl_lanes_mask goes_on = fl_lanes_less(fl_lanes_all(w), self->last);
    if (half == 0 && setup->returns) { /* a start that returned stands behind its whole wave */
        fl_lanes_mask returned = goes_on & fl_lanes_some(paths & setup->beside);
        at = fl_lanes_select(returned, self->wave[0], at);
    }
    return fl_lanes_select(goes_on, fl_classic_order_step(setup, half, at, paths), at);
}

/* The last of the rooms in `tip`. Waves go by twos, so that each step knows its half. */
FL_LANES_INLINE static inline void fl_classic_order_last(fl_classic_order self[2])
{
    fl_lanes paths[FL_CLASSIC_ORDER_WAVES + 2][2];
    fl_lanes on[2] = {fl_lanes_all(0), fl_lanes_all(0)};
    fl_lanes at[2] = {self[0].wave[0], self[1].wave[0]};
    for (unsigned w = self[0].waves; w > 0; w -= 2) {
        paths[w][0] = on[0] = fl_classic_order_back(&self[0], 0, on[0], w);
        paths[w][1] = on[1] = fl_classic_order_back(&self[1], 0, on[1], w);
        paths[w - 1][0] = on[0] = fl_classic_order_back(&self[0], 1, on[0], w - 1);
        paths[w - 1][1] = on[1] = fl_classic_order_back(&self[1], 1, on[1], w - 1);
    }
    for (unsigned w = 0; w < self[0].waves; w += 2) {
        at[0] = fl_classic_order_go(&self[0], 0, at[0], w, paths[w + 1][0]);
        at[1] = fl_classic_order_go(&self[1], 0, at[1], w, paths[w + 1][1]);
        at[0] = fl_classic_order_go(&self[0], 1, at[0], w + 1, paths[w + 2][0]);
        at[1] = fl_classic_order_go(&self[1], 1, at[1], w + 1, paths[w + 2][1]);
    }
    self[0].boss = at[0];
    self[1].boss = at[1];
}

/* Takes the last room of the tip off where there are too many; returns those lanes. */
FL_LANES_INLINE static inline fl_lanes_mask fl_classic_order_drop(fl_classic_order *self)
{
    fl_lanes_mask more = self->on & fl_lanes_some(self->extra);
    fl_lanes one = fl_lanes_only(more, fl_lanes_all(1));
    fl_lanes off = fl_lanes_only(more, self->boss);
    fl_lanes_mask is_odd = fl_lanes_some(self->last & 1);
    self->tip &= ~off;
    self->extra -= one;
    self->rooms -= one;
    self->board[1] &= ~fl_lanes_only(is_odd, off);
    self->board[0] &= ~fl_lanes_only(fl_lanes_others(is_odd), off);
    return more;
}

/* Takes what found no room off the last wave, and finds the boss. */
FL_LANES_INLINE static inline void fl_classic_order_cut(fl_classic_order self[2])
{
    fl_lanes_mask more = fl_lanes_of_bits(0);
    do {
        fl_classic_order_last(self);
        more = fl_classic_order_drop(&self[0]) | fl_classic_order_drop(&self[1]);
    } while (fl_lanes_any(more));
}

#endif
