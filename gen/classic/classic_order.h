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
FL_LANES_INLINE fl_lanes fl_classic_order_return(fl_classic_order *self, fl_lanes_mask going, fl_lanes ones)
{
    fl_lanes_mask m = going & fl_lanes_less(fl_lanes_all(self->setup->returns_above), self->limit);
    fl_lanes heads = fl_classic_lanes_next(&self->rng, m) & 15;
    return fl_lanes_only(m, fl_lanes_look_up(self->setup->fresh, heads) & ones & ~self->board[1]);
}

/* Grows one wave; returns the lanes that go on. */
FL_LANES_INLINE fl_lanes_mask fl_classic_order_grow(fl_classic_order *self, fl_lanes_mask going, unsigned w)
{
    unsigned to = (w + 1) % 2;
    fl_lanes ones = fl_chequer_ones(&self->setup->sides, w % 2, self->board[w % 2]);
    fl_lanes news = fl_lanes_only(going, ones & self->tails[to] & ~self->board[to]);
    if (self->setup->returns && to == 1 && w > 0) {
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

/* Grows the layout anew, keeping each wave. */
FL_LANES_INLINE void fl_classic_order_replay(fl_classic_order *self)
{
    self->board[0] = self->wave[0] = fl_lanes_all(self->setup->start);
    self->board[1] = self->last = self->tip = self->extra = fl_lanes_all(0);
    self->rooms = fl_lanes_all(1);
    fl_lanes_mask going = self->on;
    for (self->waves = 0; fl_lanes_any(going) && self->waves + 2 < FL_CLASSIC_ORDER_WAVES; self->waves++) {
        going = fl_classic_order_grow(self, going, self->waves);
    }
}

/* The last of four sides behind which `paths` goes on. */
FL_LANES_INLINE fl_lanes fl_classic_order_step(const fl_classic_setup *setup, unsigned half, fl_lanes at,
                                               fl_lanes paths)
{
    fl_lanes next = fl_lanes_all(0);
    for (unsigned side = 0; side < 4; side++) {
        unsigned turn = setup->turn[half][side];
        fl_lanes to = at & setup->from[half][side];
        to = ((to << turn) | (to >> ((64 - turn) & 63))) & paths;
        next = fl_lanes_select(fl_lanes_some(to), to, next);
    }
    return next;
}

/* The last of the rooms in `tip`. */
FL_LANES_INLINE fl_lanes fl_classic_order_last(const fl_classic_order *self)
{
    const fl_classic_setup *setup = self->setup;
    fl_lanes paths[FL_CLASSIC_ORDER_WAVES]; /* rooms of each wave that lead to a tip */
    fl_lanes on = fl_lanes_all(0);
    for (unsigned w = self->waves; w > 0; w--) {
        fl_lanes_mask is_tip = fl_lanes_equal(self->last, fl_lanes_all(w));
        on = w < self->waves ? fl_chequer_near(&setup->sides, (w + 1) % 2, on) & self->wave[w] : on;
        on |= fl_lanes_only(is_tip, self->tip);
        paths[w] = on;
    }
    fl_lanes at = self->wave[0];
    for (unsigned w = 0; w < self->waves; w++) {
        fl_lanes_mask goes_on = fl_lanes_less(fl_lanes_all(w), self->last);
        if (setup->returns && w > 0 && w % 2 == 0) { /* a start that returned stands behind its whole wave */
            fl_lanes_mask returned = goes_on & fl_lanes_some(paths[w + 1] & setup->beside);
            at = fl_lanes_select(returned, self->wave[0], at);
        }
        at = fl_lanes_select(goes_on, fl_classic_order_step(setup, w % 2, at, paths[w + 1]), at);
    }
    return at;
}

/* Takes what found no room off the last wave, and finds the boss. */
FL_LANES_INLINE void fl_classic_order_cut(fl_classic_order *self)
{
    const fl_lanes one = fl_lanes_all(1);
    fl_lanes whole = self->tip;
    for (;;) {
        self->boss = fl_classic_order_last(self);
        fl_lanes_mask more = self->on & fl_lanes_some(self->extra);
        if (!fl_lanes_any(more)) {
            break;
        }
        self->tip &= ~fl_lanes_only(more, self->boss);
        self->extra -= fl_lanes_only(more, one);
        self->rooms -= fl_lanes_only(more, one);
    }
    fl_lanes off = whole & ~self->tip;
    fl_lanes_mask is_odd = fl_lanes_some(self->last & one);
    self->board[1] &= ~fl_lanes_only(is_odd, off);
    self->board[0] &= ~fl_lanes_only(fl_lanes_others(is_odd), off);
}

#endif
