/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Comparing a floor with its place in a batch. */
#include "tests/support/batch_maker.h"

#include <criterion/criterion.h>
#include <criterion/logging.h>

#include <stdlib.h>
#include <string.h>

batch_maker *batch_maker_open(const char *settings, uint64_t seed)
{
    batch_maker *self = aligned_alloc(64, sizeof *self);
    cr_assert_not_null(self);
    memset(self, 0, sizeof *self);
    maker_open(&self->maker, "classic", settings, seed);
    cr_assert(self->maker.generator->fits_batch(self->maker.rules) ||
                  self->maker.generator->fits_runs(self->maker.rules),
              "%s: no rules for the kernel", settings);
    for (unsigned metric = 0; metric <= FL_METRIC_COUNT; metric++) {
        fl_column_want(&self->columns, metric);
    }
    fl_column_want_events(&self->columns);
    self->batch.wants_cells = true;
    return self;
}

void batch_maker_close(batch_maker *self)
{
    maker_close(&self->maker);
    free(self);
}

void batch_maker_make(batch_maker *self, fl_backend backend, uint64_t first, unsigned n)
{
    maker *m = &self->maker;
    self->batch.backend = backend;
    self->batch.first = first;
    self->batch.n = n;
    m->generator->make_batch(m->rules, &m->key, m->scratch, &self->batch);
    fl_column_fill(&self->columns, &self->batch);
}

static unsigned cell_of(const fl_floor *floor, fl_kind kind)
{
    for (unsigned i = 0; i < floor->rooms_n; i++) {
        if (floor->rooms[i].kind == kind) {
            return floor->cells[i];
        }
    }
    return FL_CLASSIC_BATCH_NOWHERE;
}

static const char *board_difference(const fl_classic_batch *batch, unsigned i, const fl_floor *floor)
{
    uint64_t halves[2] = {0, 0};
    int end = fl_floor_end(floor);
    for (unsigned room = 0; room < floor->rooms_n; room++) {
        unsigned cell = floor->cells[room];
        halves[cell % 2] |= floor->rooms[room].is_added ? 0 : 1ull << (cell / 2);
    }
    if (halves[0] != batch->even[i] || halves[1] != batch->odd[i]) {
        return "the plan";
    }
    if (floor->failure) {
        return NULL;
    }
    if (end < 0 || floor->cells[end] != fl_classic_batch_fact_of(batch, i, FL_CLASSIC_BATCH_END)) {
        return "the end room";
    }
    return cell_of(floor, FL_KIND_SECRET) == fl_classic_batch_fact_of(batch, i, FL_CLASSIC_BATCH_SECRET)
               ? NULL
               : "the secret room";
}

static const char *roll_difference(const fl_classic_batch *batch, unsigned i, const fl_floor *floor)
{
    if (floor->failure || !batch->has_specials) {
        return NULL;
    }
    for (unsigned roll = 0; roll < floor->rolls_n; roll++) {
        if (floor->roll[roll] != (uint8_t)(batch->rolls[roll / 8][i] >> (roll % 8 * 8))) {
            return "a roll's flags";
        }
        if (cell_of(floor, (fl_kind)batch->roll_kind[roll]) != batch->cell[2 + roll][i]) {
            return "the cell of a roll's room";
        }
    }
    return cell_of(floor, FL_KIND_SHOP) != batch->cell[0][i]       ? "the shop"
           : cell_of(floor, FL_KIND_TREASURE) != batch->cell[1][i] ? "the treasure room"
                                                                   : NULL;
}

static const char *event_difference(const batch_maker *self, unsigned i, const maker *of)
{
    const fl_event_row *rows = fl_metric_event_all(NULL);
    for (unsigned event = 0; event < FL_EVENT_ROWS && !of->floor.failure; event++) {
        if ((int32_t)rows[event].ask(&of->floor, of->value) != fl_column_at(&self->columns.event[event], i)) {
            return rows[event].name;
        }
    }
    return NULL;
}

const char *batch_maker_difference(const batch_maker *self, unsigned i, const maker *of)
{
    int32_t values[FL_METRIC_COUNT];
    const char *what = board_difference(&self->batch, i, &of->floor);
    what = what ? what : roll_difference(&self->batch, i, &of->floor);
    fl_column_values(&self->columns, i, values);
    for (unsigned metric = 0; metric < FL_METRIC_COUNT && !what; metric++) {
        bool is_shape_of_nothing = of->floor.failure && metric >= FL_METRIC_FIRST_SHAPE;
        bool is_same = values[metric] == of->value[metric] || is_shape_of_nothing || !fl_column_knows(metric);
        what = is_same ? what : fl_metric_of(metric)->name;
    }
    return what ? what : event_difference(self, i, of);
}

unsigned batch_maker_backends(fl_backend out[FL_BACKEND_COUNT])
{
    unsigned n = 0;
    for (unsigned i = FL_BACKEND_PORTABLE; i < FL_BACKEND_COUNT; i++) {
        if (fl_backend_is_here((fl_backend)i)) {
            out[n++] = (fl_backend)i;
        } else {
            cr_log_info("this machine has no %s: that backend is not tested here",
                        fl_backend_name((fl_backend)i));
        }
    }
    return n;
}
