/* SPDX-License-Identifier: MIT */
/* Countable things of floors: the tables of analysis/metric, the rolls of the rules, and a map for each kind
 * of room. A metric's number is its fl_metric; clustering_room follows them all. */
#include "analysis/sample/sample_private.h"
#include "gen/lines/lines.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

enum { PERMILLES = 1001, SECRET_OFFERS = 200, INTERIORS = 1024, MOST_BINS = 1 << 14 };

/* Counts of rooms and cells are limited by the board; sums of paths and numbers of tries have no such limit
 * and get MOST_BINS. */
static uint32_t bins_of(uint32_t cells, unsigned metric)
{
    uint32_t most = cells * 2 + 1 < MOST_BINS ? cells * 2 + 1 : MOST_BINS;
    if (metric == FL_METRIC_INTERIOR_FIRST || metric == FL_METRIC_INTERIOR_LAST) {
        return INTERIORS;
    }
    if (strcmp(fl_metric_of(metric)->unit, "permille") == 0) {
        return PERMILLES;
    }
    if (metric == FL_METRIC_SECRET_OFFER) {
        return SECRET_OFFERS;
    }
    if (metric == FL_METRIC_ATTEMPTS || metric == FL_METRIC_SECRET_TRIES ||
        metric == FL_METRIC_PATH_LENGTH_SUM) {
        return MOST_BINS;
    }
    return most;
}

uint32_t fl_sample_bins(const fl_catalogue *self, unsigned metric, uint32_t cells)
{
    return self->generator->makes == FL_SAMPLE_FLOOR ? bins_of(cells, metric) : self->metric[metric].bins;
}

/* True if the generator's floors can have rooms of the metric's shape or kind. */
static bool is_known(const fl_generator *generator, unsigned metric)
{
    if (metric >= FL_METRIC_FIRST_KIND && metric < FL_METRIC_COUNT) {
        return generator->kinds >> (metric - FL_METRIC_FIRST_KIND) & 1;
    }
    if (metric >= FL_METRIC_FIRST_SHAPE && metric < FL_METRIC_FIRST_KIND) {
        return generator->shapes >> (metric - FL_METRIC_FIRST_SHAPE + 1) & 1;
    }
    return true;
}

/* True if counted by default: for floors from elsewhere all are, since nobody knows what will be asked. */
static bool is_default(const fl_generator *generator, unsigned metric)
{
    bool is_close = metric >= FL_METRIC_FIRST_CLOSE && metric < FL_METRIC_FIRST_SHAPE;
    return generator == &fl_lines || !is_close;
}

static void add_metrics(fl_catalogue *self)
{
    for (unsigned i = 0; i < FL_METRIC_COUNT; i++) {
        const fl_metric_row *row = fl_metric_of(i);
        bool has_meaning = is_known(self->generator, i);
        self->metric[i] = (fl_catalogue_metric){.name = row->name,
                                                .unit = row->unit,
                                                .meaning = row->meaning,
                                                .groups = 1u << row->group,
                                                .bins = bins_of(self->generator->cells_max, i),
                                                .is_known = has_meaning,
                                                .is_default = has_meaning && is_default(self->generator, i)};
    }
    self->metric[FL_METRIC_COUNT] =
        (fl_catalogue_metric){.name = "clustering_room",
                              .unit = "cells",
                              .meaning = "clustering numbers of all layout rooms",
                              .groups = 1u << FL_METRIC_CLUSTERING,
                              .bins = bins_of(self->generator->cells_max, FL_METRIC_CLUSTERING_MAX),
                              .is_known = true,
                              .is_default = true,
                              .is_per_room = true};
    self->metrics_n = FL_METRIC_COUNT + 1;
}

static void add_maps(fl_catalogue *self)
{
    self->map[self->maps_n++] = (fl_catalogue_map){"any", "rooms of any kind", -1};
    for (int kind = 0; kind < FL_KIND_COUNT; kind++) {
        if (self->generator->kinds >> kind & 1) {
            const fl_kind_row *row = fl_kind_of((fl_kind)kind);
            self->map[self->maps_n++] = (fl_catalogue_map){row->name, row->label, kind};
        }
    }
}

static fl_err add_rows(fl_catalogue *self, fl_diag *diag)
{
    size_t n = 0;
    const fl_event_row *rows = fl_metric_event_all(&n);
    for (size_t i = 0; i < n; i++) {
        fl_catalogue_event *event = fl_sample_add_event(self, rows[i].name, rows[i].meaning);
        if (!event) {
            return fl_diag_memory(diag);
        }
        event->row = &rows[i];
        event->groups = rows[i].groups;
    }
    return FL_OK;
}

static fl_err add_roll(fl_catalogue *self, const char *roll, fl_diag *diag)
{
    unsigned at = 0;
    while (at < self->rolls_n && strcmp(self->roll_names[at], roll) != 0) {
        at++;
    }
    if (at < self->rolls_n) {
        return FL_OK;
    }
    if (at == FL_ROLL_MAX) {
        return fl_diag_set(diag, FL_ERR_INPUT, "", "the configurations have more than %d rolls", FL_ROLL_MAX);
    }
    self->roll_names[self->rolls_n++] = roll;
    for (unsigned bit = 0; bit < FL_ROLL_FLAGS; bit++) {
        char name[FL_EVENT_NAME];
        fl_metric_event_roll_name(roll, bit, name);
        fl_catalogue_event *event = fl_sample_add_event(self, name, fl_roll_flag_meaning(bit));
        if (!event) {
            return fl_diag_memory(diag);
        }
        event->roll = at;
        event->bit = bit;
    }
    return FL_OK;
}

fl_err fl_sample_floor_add(fl_catalogue *self, const void *rules, fl_diag *diag)
{
    const fl_generator *generator = self->generator;
    const char *const *names = NULL;
    fl_err err = FL_OK;
    if (self->metrics_n == 0) {
        add_metrics(self);
        add_maps(self);
        err = add_rows(self, diag);
    }
    unsigned n = generator->rolls(rules, &names);
    for (unsigned i = 0; i < n && !err; i++) {
        err = add_roll(self, names[i], diag);
    }
    uint32_t cells = generator->cells_most ? generator->cells_most(rules) : generator->cells_max;
    self->cells_most = cells > self->cells_most ? cells : self->cells_most;
    return err;
}

_Static_assert((int)FL_METRIC_COUNT < (int)FL_SAMPLE_METRICS, "a catalogue holds the metrics of floors");
_Static_assert((int)FL_KIND_COUNT < (int)FL_SAMPLE_MAPS, "a catalogue holds a map for each kind");
