/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Things that only one side has: events that never happen on the other, kinds of rooms it does not place,
 * values of metrics outside its range. The first floor with each is searched and drawn. Things so rare that
 * the other side may have missed them by chance are left out. */
#include "experiments/compare/compare.h"

#include "gen/draw/draw.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Expected number from which a thing is missing on the other side: a Poisson variable with this mean is 0
 * with a chance of e^-20. */
static const double expected_least = 20;

enum { MOST = 3 /* drawn of a side and a pair */, SEARCH = 1 << 20 /* floors */, WHAT = 160 };

/* A thing that only one side has. */
typedef struct oddity {
    fl_compare_sort sort;
    unsigned at; /* in the list of the spec */
    bool is_found;
    uint64_t floor; /* number of the sample, relative to the configuration's first */
    char what[WHAT];
} oddity;

typedef struct oddities {
    const fl_run_condition *condition;
    const fl_tally *tally, *other;
    oddity one[MOST];
    unsigned n;
    bool is_coloured;
} oddities;

static bool is_missing(uint64_t count, uint64_t n, uint64_t others)
{
    return n > 0 && (double)count / (double)n * (double)others >= expected_least;
}

static oddity *add(oddities *self, fl_compare_sort sort, unsigned at)
{
    if (self->n == MOST) {
        return NULL;
    }
    oddity *out = &self->one[self->n++];
    *out = (oddity){.sort = sort, .at = at};
    return out;
}

/* True if a floor is already drawn. */
static bool is_drawn(const oddities *self, uint64_t floor)
{
    for (unsigned i = 0; i < self->n; i++) {
        if (self->one[i].is_found && self->one[i].floor == floor) {
            return true;
        }
    }
    return false;
}

/* Counts values of a metric below (or above) those of the other side. */
static uint64_t count_beyond(const fl_tally *tally, unsigned i, int32_t end, bool is_above)
{
    const fl_tally_metric *metric = &tally->spec->metrics[i];
    uint64_t n = is_above ? tally->extreme[i].over_n : 0;
    for (uint32_t value = 0; value < metric->bins; value++) {
        bool is_beyond = is_above ? (int64_t)value > end : (int64_t)value < end;
        n += is_beyond ? tally->count[metric->at + value] : 0;
    }
    return n;
}

static void note_metric(oddities *self, const fl_compare_row *row, unsigned s)
{
    const fl_tally_extreme *extremes = &self->tally->extreme[row->at[s]];
    const fl_tally_extreme *other = &self->other->extreme[row->at[1 - s]];
    if (other->min > other->max) {
        return;
    }
    for (unsigned above = 0; above < 2; above++) {
        int32_t end = above ? other->max : other->min;
        uint64_t n = count_beyond(self->tally, row->at[s], end, above);
        uint64_t floor = (above ? extremes->argmax : extremes->argmin) - self->condition->opened.first;
        bool is_odd = is_missing(n, row->n[s], row->n[1 - s]) && !is_drawn(self, floor);
        oddity *one = is_odd ? add(self, FL_COMPARE_METRIC, row->at[s]) : NULL;
        if (one) {
            one->is_found = true;
            one->floor = floor;
            snprintf(one->what, WHAT, "%s = %d (%c: %s %d)", row->name,
                     (int)(above ? extremes->max : extremes->min), "AB"[1 - s],
                     above ? "at most" : "at least", (int)end);
        }
    }
}

/* Counts how often an event happened, or how many rooms of a map's kind exist. */
static uint64_t count_seen(const fl_tally *tally, fl_compare_sort sort, unsigned at)
{
    uint64_t rooms = 0;
    if (sort == FL_COMPARE_EVENT) {
        return fl_tally_event_hits(tally, at);
    }
    for (int cell = 0; cell < tally->spec->width * tally->spec->height; cell++) {
        rooms += tally->count[tally->spec->maps[at].at + (size_t)cell];
    }
    return rooms;
}

static void note(oddities *self, const fl_compare_row *row, unsigned s)
{
    if (row->left_out || row->sort == FL_COMPARE_JOINT) {
        return;
    }
    if (row->sort == FL_COMPARE_METRIC) {
        note_metric(self, row, s);
        return;
    }
    bool is_odd = count_seen(self->other, row->sort, row->at[1 - s]) == 0 &&
                  is_missing(count_seen(self->tally, row->sort, row->at[s]), row->n[s], row->n[1 - s]);
    oddity *one = is_odd ? add(self, row->sort, row->at[s]) : NULL;
    if (one && row->sort == FL_COMPARE_EVENT) {
        snprintf(one->what, WHAT, "%s: %s", row->name, self->tally->spec->events[row->at[s]].meaning);
    } else if (one) {
        snprintf(one->what, WHAT, "a room of the kind %s", row->name);
    }
}

/* Makes floors until everything still missing was seen. */
static fl_err search(oddities *self, fl_floor_maker *maker, fl_diag *diag)
{
    fl_tally seen;
    const fl_run_condition *condition = self->condition;
    if (fl_tally_init(&seen, condition->spec)) {
        return fl_diag_memory(diag);
    }
    seen.roll_of = condition->binding.roll_of;
    fl_err err = FL_OK;
    unsigned left = 0;
    for (unsigned k = 0; k < self->n; k++) {
        left += !self->one[k].is_found;
    }
    for (uint64_t i = condition->from; i < condition->to && i - condition->from < SEARCH; i++) {
        if (left == 0 || fl_program_interrupt_caught()) {
            break;
        }
        fl_run_maker_make(maker, condition->opened.first + i, condition->spec->groups);
        err = fl_run_maker_check(maker, diag);
        if (err) {
            break;
        }
        fl_run_maker_count(maker, &seen);
        for (unsigned k = 0; k < self->n; k++) {
            oddity *one = &self->one[k];
            if (!one->is_found && count_seen(&seen, one->sort, one->at) > 0) {
                one->is_found = true;
                one->floor = i;
                left--;
            }
        }
    }
    fl_tally_free(&seen);
    return err;
}

static void draw(const oddity *one, fl_floor_maker *maker, char side, bool is_coloured, fl_text *out)
{
    uint64_t number = maker->opened->first + one->floor;
    fl_text_add_format(out, "\nOnly %c has ", side);
    fl_text_add_masked(out, one->what);
    if (!one->is_found) {
        fl_text_add(out, "; its first floor was not looked for any longer\n");
        return;
    }
    fl_run_maker_make(maker, number, FL_METRIC_ALL_GROUPS);
    fl_text_add_format(out, ", first on floor %llu:\n", (unsigned long long)number);
    fl_run_generator_add_command(maker->opened, number, out);
    fl_text_add(out, "\n\n");
    fl_draw_floor_text(&maker->floor, &(fl_floor_text_options){.is_coloured = is_coloured}, out);
}

static fl_err print_side(oddities *self, unsigned s, fl_text *out, fl_diag *diag)
{
    fl_floor_maker maker;
    if (self->n == 0) {
        return FL_OK;
    }
    if (fl_run_maker_open(&maker, &self->condition->opened, diag)) {
        bool is_memory = diag->code == FL_ERR_MEMORY;
        for (unsigned i = 0; i < self->n && !is_memory; i++) {
            fl_text_add_format(out, "\nOnly %c has ", "AB"[s]);
            fl_text_add_masked(out, self->one[i].what);
            fl_text_add(out, "; the result does not hold its floors\n");
        }
        return is_memory ? FL_ERR_MEMORY : FL_OK;
    }
    fl_err err = search(self, &maker, diag);
    for (unsigned i = 0; i < self->n && !err; i++) {
        draw(&self->one[i], &maker, "AB"[s], self -> is_coloured, out);
        err = fl_run_maker_check(&maker, diag);
    }
    fl_run_maker_close(&maker);
    return err;
}

fl_err fl_compare_print_only_one(const fl_compared *self, fl_text *out, fl_diag *diag)
{
    fl_err err = FL_OK;
    for (size_t pair = 0; pair < self->pairs->n && !err; pair++) {
        for (unsigned s = 0; s < 2 && !err; s++) {
            const fl_compare_side *owner = &self->side[s];
            const fl_compare_side *other = &self->side[1 - s];
            uint64_t condition = self->pairs->pair[pair].condition[s];
            oddities odd = {.is_coloured = self->is_coloured,
                            .condition = &owner->setup->condition[condition],
                            .tally = &owner->totals[condition],
                            .other = &other->totals[self->pairs->pair[pair].condition[1 - s]]};
            bool are_floors = odd.condition->opened.generator->makes == FL_SAMPLE_FLOOR;
            for (size_t i = 0; i < self->n && are_floors; i++) {
                if (self->row[i].pair == pair) {
                    note(&odd, &self->row[i].row, s);
                }
            }
            err = print_side(&odd, s, out, diag);
        }
    }
    return err;
}
