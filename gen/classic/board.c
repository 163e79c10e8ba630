/* SPDX-License-Identifier: MIT */
/* The board's bookkeeping, the same for all three rule sets, and the floor made from it. */
#include "gen/classic/classic_private.h"

#include <assert.h>
#include <string.h>

void fl_classic_board_reset(fl_classic_board *self, unsigned start)
{
    self->filled = 0;
    self->cells_n = 0;
    self->grown_n = 0;
    self->end_rooms_n = 0;
    self->boss = FL_CLASSIC_NOWHERE;
    self->outer_boss = FL_CLASSIC_NOWHERE;
    self->secret = FL_CLASSIC_NOWHERE;
    self->super_secret = FL_CLASSIC_NOWHERE;
    self->secret_criterion = 0;
    self->secret_best = 0;
    self->secret_tries = 0;
    memset(self->roll, 0, sizeof self->roll);
    fl_classic_board_place(self, start, FL_KIND_START);
}

void fl_classic_board_place(fl_classic_board *self, unsigned cell, fl_kind kind)
{
    assert(cell < FL_BOARD_BITS && !fl_board_has(self->filled, cell));
    self->filled |= fl_board_cell(cell);
    self->cells[self->cells_n++] = (uint8_t)cell;
    self->kind[cell] = (uint8_t)kind;
}

unsigned fl_classic_board_take_end_room(fl_classic_board *self, unsigned index)
{
    assert(index < self->end_rooms_n);
    unsigned cell = self->end_rooms[index];
    self->end_rooms_n--;
    memmove(self->end_rooms + index, self->end_rooms + index + 1, self->end_rooms_n - index);
    return cell;
}

fl_board fl_classic_board_end_rooms(const fl_classic_board *self)
{
    fl_board ends = 0;
    for (unsigned i = 0; i < self->end_rooms_n; i++) {
        ends |= fl_board_cell(self->end_rooms[i]);
    }
    return ends;
}

static void write_facts(const fl_classic_board *self, const fl_classic_rules *rules, fl_floor *out)
{
    bool has_specials = rules->value[FL_CLASSIC_SPECIALS] != 0;
    out->fact[FL_GENERATOR_FACT_ATTEMPTS] = (int32_t)self->attempts;
    out->fact[FL_GENERATOR_FACT_TARGET] = self->target > 0 ? (int32_t)self->target : FL_GENERATOR_FACT_NONE;
    out->fact[FL_GENERATOR_FACT_CURSE] = (int32_t)self->curse;
    if (out->failure) {
        return;
    }
    out->fact[FL_GENERATOR_FACT_END_ROOMS] = (int32_t)self->accepted_end_rooms_n;
    if (self->curse == FL_CURSE_LABYRINTH) {
        out->fact[FL_GENERATOR_FACT_EXTRA_ROOMS] =
            (int32_t)(self->cells_n - self->grown_n - (self->outer_boss != FL_CLASSIC_NOWHERE) -
                      (self->secret != FL_CLASSIC_NOWHERE));
    }
    if (has_specials) {
        out->fact[FL_GENERATOR_FACT_SECRET_CRITERION] = (int32_t)self->secret_criterion;
        out->fact[FL_GENERATOR_FACT_SECRET_BEST] = (int32_t)self->secret_best;
    }
    if (self->secret_tries > 0) {
        out->fact[FL_GENERATOR_FACT_SECRET_TRIES] = (int32_t)self->secret_tries;
    }
}

/* Distances and dead ends: the same as fl_floor_measure, but computed on sets of cells. */
static void measure(const fl_classic_board *self, fl_floor *out)
{
    uint8_t distance[FL_BOARD_BITS];
    fl_board at_least[4];
    fl_board added = self->secret != FL_CLASSIC_NOWHERE && self->kind[self->secret] == FL_KIND_SECRET
                         ? fl_board_cell(self->secret) & self->filled
                         : 0;
    fl_board layout = self->filled & ~added;
    fl_board wave = fl_board_cell(self->cells[0]);
    fl_board seen = wave;
    fl_board_degrees(layout, at_least);
    for (uint8_t steps = 0; wave; steps++) {
        fl_board reached = wave | (fl_board_near(wave) & added);
        for (fl_board rest = reached; rest; rest &= rest - 1) {
            unsigned cell = fl_board_lowest(rest);
            distance[cell] = (uint8_t)(steps + fl_board_has(added, cell));
        }
        added &= ~reached;
        wave = fl_board_near(wave) & layout & ~seen;
        seen |= wave;
    }
    for (unsigned i = 0; i < out->rooms_n; i++) {
        unsigned cell = self->cells[i];
        out->rooms[i].distance = distance[cell];
        out->rooms[i].is_dead_end =
            i > 0 && !out->rooms[i].is_added && fl_board_has(at_least[0] & ~at_least[1], cell);
    }
}

void fl_classic_board_write(const fl_classic_board *self, const fl_classic_rules *rules, fl_floor *out)
{
    unsigned end = self->outer_boss != FL_CLASSIC_NOWHERE ? self->outer_boss : self->boss;
    for (unsigned i = 0; i < self->cells_n && !out->failure; i++) {
        unsigned cell = self->cells[i];
        unsigned room = fl_floor_add(out, (fl_kind)self->kind[cell], FL_SHAPE_1X1,
                                     (int)(cell % FL_BOARD_STRIDE) - 1, (int)(cell / FL_BOARD_STRIDE));
        out->rooms[room].is_added = self->kind[cell] == FL_KIND_SECRET;
        out->rooms[room].is_end = cell == end;
    }
    fl_floor_link(out);
    measure(self, out);
    memcpy(out->roll, self->roll, rules->rolls_n * sizeof *self->roll);
    out->rolls_n = rules->value[FL_CLASSIC_SPECIALS] && !out->failure ? (uint16_t)rules->rolls_n : 0;
    out->roll_names = rules->roll_names;
    write_facts(self, rules, out);
}
