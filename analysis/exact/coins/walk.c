/* SPDX-License-Identifier: GPL-2.0-or-later */
/* All sequences of coins, depth first (gen/classic/RULES.md, "Growth", "Queueing the start again").
 *
 * At each coin the walk continues with a copy in which a room was placed, and then without one. It is written
 * from the rules, independently of gen/classic/grow.c, so that tests can compare the two. */
#include "analysis/exact/coins/coins_private.h"

#include <string.h>

void fl_coins_walk_init(fl_coins_walk *self, const fl_classic_terms *terms, const fl_classic_terms_size *size)
{
    memset(self, 0, sizeof *self);
    self->terms = terms;
    self->size = size;
    self->returns = terms->reseed_every > 0 && size->most > terms->reseed_above;
    for (unsigned cell = 0; cell < FL_BOARD_BITS; cell++) {
        unsigned column = cell % FL_BOARD_STRIDE;
        unsigned number = FL_BOARD_COLUMNS * (cell / FL_BOARD_STRIDE) + column - 1;
        self->near[cell] = fl_board_near(fl_board_cell(cell));
        if (column > 0) {
            self->even[cell] = number % 2 ? 0 : (uint64_t)1 << number / 2;
            self->odd[cell] = number % 2 ? (uint64_t)1 << number / 2 : 0;
        }
        for (unsigned side = 0; side < 4; side++) {
            int next = (int)cell + terms->step[side];
            bool is_cell = next >= 0 && next < FL_BOARD_BITS && fl_board_has(terms->cells, (unsigned)next);
            self->next[cell][side] = is_cell ? (uint8_t)next : FL_CLASSIC_BATCH_NOWHERE;
        }
    }
}

static unsigned way_of(int step)
{
    return step == -1 ? 0 : step == -FL_BOARD_STRIDE ? 1 : step == 1 ? 2 : 3;
}

static void put_room(fl_coins_walk *w, fl_coins_place *p, unsigned cell, unsigned branch)
{
    w->queue[p->rooms] = (uint8_t)cell;
    w->branch[p->rooms] = (uint8_t)branch;
    p->rooms++;
    p->filled |= fl_board_cell(cell);
    p->free &= ~(fl_board_cell(cell) | (p->touching & w->near[cell]));
    p->touching |= w->near[cell];
    p->even |= w->even[cell];
    p->odd |= w->odd[cell];
    p->has_added = true;
}

static void reach_leaf(fl_coins_walk *w, const fl_coins_place *at)
{
    fl_coins_leaf leaf = {.place = *at};
    if (at->coins > FL_COINS_MOST && !w->coins) {
        w->is_too_deep = true;
        return;
    }
    /* queue entries behind a layout's last room add nothing */
    leaf.boss = FL_CLASSIC_BATCH_NOWHERE;
    for (unsigned i = at->head; i < at->rooms; i++) {
        bool is_end = i > 0 && !(i == at->head && at->has_added && !at->is_return);
        leaf.place.ends |= is_end ? fl_board_cell(w->queue[i]) : 0;
        leaf.place.ends_n = (uint8_t)(leaf.place.ends_n + is_end);
    }
    for (unsigned i = at->rooms; i-- > 1 && leaf.boss == FL_CLASSIC_BATCH_NOWHERE;) {
        if (fl_board_has(leaf.place.ends, w->queue[i])) { /* the queue's order is the list's */
            leaf.boss = w->queue[i];
            leaf.way = w->branch[i];
        }
    }
    w->at_leaf(w->context, &leaf);
}

/* Ends the turn of a room; false if the queue is empty. */
static bool pass_turn(const fl_coins_walk *w, fl_coins_place *p)
{
    const fl_classic_terms *terms = w->terms;
    if (!p->is_return) {
        if (!p->has_added && p->head > 0) {
            p->ends |= fl_board_cell(w->queue[p->head]);
            p->ends_n++;
        }
        p->head++;
    }
    p->side = 0;
    p->has_added = false;
    if (p->head == p->wave_end) {
        if (p->is_returning && !p->is_return) {
            p->is_return = true;
            return true;
        }
        p->is_return = false;
        p->wave++;
        p->wave_end = p->rooms;
        p->is_returning = w->returns && p->wave % terms->reseed_every == 0 && p->rooms < w->size->most;
    }
    return p->head < p->rooms;
}

/* Returns the coin of a cell, or of a side of the start that returned. One coin may serve several returns if
 * there are very many. */
static bool is_tails(const fl_coins_walk *w, const fl_coins_place *p, unsigned cell, unsigned side)
{
    enum { RETURNS = 28 };
    unsigned number = p->is_return ? FL_BOARD_BITS + p->wave % RETURNS * 4 + side : cell;
    return w->coins[number / 64] >> (number % 64) & 1;
}

static void grow(fl_coins_walk *w, fl_coins_place p)
{
    do {
        unsigned cell = p.is_return ? w->terms->start : w->queue[p.head];
        while (p.side < 4) {
            unsigned side = p.side++;
            unsigned next = w->next[cell][side];
            if (next == FL_CLASSIC_BATCH_NOWHERE || !fl_board_has(p.free, next)) {
                continue;
            }
            p.coins++;
            if (w->coins && !is_tails(w, &p, next, side)) {
                continue;
            }
            fl_coins_place with = p;
            bool is_from_start = cell == w->terms->start;
            put_room(w, &with, next, is_from_start ? way_of(w->terms->step[side]) : w->branch[p.head]);
            if (with.rooms == w->size->most) {
                reach_leaf(w, &with);
                if (w->coins) {
                    return;
                }
            } else if (w->coins) {
                p = with;
            } else if (with.rooms == w->cut) {
                w->at_cut(w->context, w, &with);
            } else {
                grow(w, with);
            }
        }
    } while (pass_turn(w, &p));
    reach_leaf(w, &p);
}

void fl_coins_walk_all(fl_coins_walk *self)
{
    unsigned start = self->terms->start;
    fl_coins_place p = {.free = self->terms->cells, .wave_end = 1};
    put_room(self, &p, start, 0);
    p.has_added = false;
    grow(self, p);
}

void fl_coins_walk_from(fl_coins_walk *self, const fl_coins_node *node)
{
    self->cut = 0;
    memcpy(self->queue, node->queue, node->place.rooms);
    memcpy(self->branch, node->branch, node->place.rooms);
    grow(self, node->place);
}

void fl_coins_walk_pass(void *context, const fl_coins_walk *walk, const fl_coins_place *place)
{
    (void)context;
    (void)walk;
    (void)place;
}

bool fl_coins_walk_accepts(const fl_coins_walk *self, const fl_coins_leaf *leaf)
{
    const fl_classic_terms *terms = self->terms;
    unsigned sure = terms->has_specials ? 3 : 1; /* boss, shop, treasure room */
    unsigned least = terms->min_end_rooms > sure ? terms->min_end_rooms : sure;
    return leaf->place.rooms >= self->size->least && leaf->place.ends_n >= least &&
           (terms->boss_may_touch_start || !fl_board_has(self->near[terms->start], leaf->boss));
}
