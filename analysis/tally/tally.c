/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Specs (which count lies where), and tallies as a whole. */
#include "analysis/tally/tally.h"

#include "analysis/tally/tally_private.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PERMILLES = 1001, SECRET_OFFERS = 200, INTERIORS = 1024, MOST_BINS = 1 << 14, JOINT_CELLS = 1 << 20 };

const char *fl_tally_metric_name(const fl_tally_metric *metric)
{
    return metric->metric == FL_METRIC_COUNT ? "clustering_room" : fl_metric_of(metric->metric)->name;
}

bool fl_tally_has_metric(const fl_generator *generator, unsigned metric)
{
    if (metric >= FL_METRIC_COUNT) {
        return metric == FL_METRIC_COUNT;
    }
    if (metric >= FL_METRIC_FIRST_KIND) {
        return generator->kinds >> (metric - FL_METRIC_FIRST_KIND) & 1;
    }
    if (metric >= FL_METRIC_FIRST_SHAPE) {
        return generator->shapes >> (metric - FL_METRIC_FIRST_SHAPE + 1) & 1;
    }
    return true;
}

/* The number of bins of a metric. Counts of rooms and cells are limited by the board; sums of paths and
 * numbers of tries have no such limit and get MOST_BINS. */
static uint32_t bins_of(uint32_t cells, unsigned metric)
{
    uint32_t most = cells * 2 + 1 < MOST_BINS ? cells * 2 + 1 : MOST_BINS;
    if (metric == FL_METRIC_INTERIOR_FIRST || metric == FL_METRIC_INTERIOR_LAST) {
        return INTERIORS;
    }
    if (metric == FL_METRIC_LINEARITY || metric == FL_METRIC_SINGLE_SHARE ||
        metric == FL_METRIC_DEAD_END_SINGLES) {
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

static void add_metric(fl_tally_spec *self, const fl_generator *generator, unsigned metric)
{
    fl_tally_metric *row = &self->metrics[self->metrics_n++];
    row->metric = metric;
    row->bins = bins_of(generator->cells_max, metric);
    row->at = self->counts_n;
    self->counts_n += row->bins;
    self->groups |= 1u << (metric == FL_METRIC_COUNT ? FL_METRIC_CLUSTERING : fl_metric_of(metric)->group);
}

static bool is_requested(const fl_tally_request *request, const char *name)
{
    for (unsigned i = 0; request->events && i < request->events_n; i++) {
        if (strcmp(request->events[i], name) == 0) {
            return true;
        }
    }
    return !request->events;
}

/* NULL if the event is not requested. */
static fl_tally_event *add_event(fl_tally_spec *self, const fl_tally_request *request, const char *name)
{
    if (!is_requested(request, name)) {
        return NULL;
    }
    assert(self->events_n < FL_EVENT_MAX);
    fl_tally_event *event = &self->events[self->events_n++];
    snprintf(event->name, sizeof event->name, "%s", name);
    event->at = self->counts_n;
    self->counts_n += 2 * (size_t)FL_TALLY_STEPS;
    return event;
}

/* Adds an event to those of its gate. */
static void join_gate(fl_tally_spec *self, const fl_tally_event *event)
{
    bool is_next = self->gates_n == 0 || self->gates[self->gates_n - 1].gate != event->gate;
    if (is_next) {
        self->gates[self->gates_n++] = (fl_tally_gate){.gate = event->gate, .at = event->at};
    }
    self->gates[self->gates_n - 1].flags |= 1u << event->bit;
}

static void add_events(fl_tally_spec *self, const fl_tally_request *request)
{
    size_t n = 0;
    const fl_event_row *rows = fl_metric_event_all(&n);
    for (size_t i = 0; i < n; i++) {
        fl_tally_event *event = add_event(self, request, rows[i].name);
        if (event) {
            event->row = &rows[i];
            self->groups |= rows[i].groups;
        }
    }
    self->rows_n = self->events_n;
    for (unsigned gate = 0; gate < request->gates_n; gate++) {
        for (unsigned bit = 0; bit < FL_GATE_FLAGS; bit++) {
            char name[FL_EVENT_NAME];
            fl_metric_event_gate_name(request->gate_names[gate], bit, name);
            fl_tally_event *event = add_event(self, request, name);
            if (event) {
                event->gate = gate;
                event->bit = bit;
                join_gate(self, event);
            }
        }
    }
}

/* A joint needs bins times bins counts, so its bins are limited to what these rules can fill. */
static fl_err add_joint(fl_tally_spec *self, const fl_tally_request *request, const unsigned pair[2],
                        fl_diag *diag)
{
    uint32_t cells = request->cells_most > 0 ? request->cells_most : request->generator->cells_max;
    assert(self->joints_n < FL_TALLY_JOINTS && pair[0] < FL_METRIC_COUNT && pair[1] < FL_METRIC_COUNT);
    fl_tally_joint *joint = &self->joints[self->joints_n++];
    joint->a = pair[0];
    joint->b = pair[1];
    joint->a_bins = bins_of(cells, pair[0]);
    joint->b_bins = bins_of(cells, pair[1]);
    joint->at = self->counts_n;
    if ((uint64_t)joint->a_bins * joint->b_bins > JOINT_CELLS) {
        fl_err err = fl_diag_set(diag, FL_ERR_INPUT, "joints",
                                 "%s with %s would need %llu cells, at most %d are allowed",
                                 fl_metric_of(pair[0])->name, fl_metric_of(pair[1])->name,
                                 (unsigned long long)joint->a_bins * joint->b_bins, JOINT_CELLS);
        fl_diag_hint(
            diag, "a metric of a floor with n cells has 2n + 1 values: use smaller floors or other metrics");
        return err;
    }
    self->counts_n += (size_t)joint->a_bins * joint->b_bins;
    self->groups |= 1u << fl_metric_of(pair[0])->group | 1u << fl_metric_of(pair[1])->group;
    return FL_OK;
}

static void add_maps(fl_tally_spec *self, const fl_generator *generator)
{
    for (int kind = -1; kind < FL_KIND_COUNT; kind++) {
        if (kind < 0 || (generator->kinds >> kind & 1)) {
            self->maps[self->maps_n++] = (fl_tally_map){.kind = kind, .at = self->counts_n};
            if (kind >= 0) {
                self->kind_at[kind] = self->counts_n;
            }
            self->counts_n += (size_t)self->width * (size_t)self->height;
        }
    }
}

fl_err fl_tally_spec_make(fl_tally_spec *self, const fl_tally_request *request, fl_diag *diag)
{
    memset(self, 0, sizeof *self);
    self->width = request->generator->width;
    self->height = request->generator->height;
    for (unsigned i = 0; i < request->metrics_n; i++) {
        add_metric(self, request->generator, request->metrics[i]);
    }
    for (unsigned i = 0; !request->metrics && i < FL_TALLY_METRICS; i++) {
        bool is_close = i >= FL_METRIC_FIRST_CLOSE && i < FL_METRIC_FIRST_SHAPE;
        if (!is_close && fl_tally_has_metric(request->generator, i)) {
            add_metric(self, request->generator, i);
        }
    }
    if (request->with_events) {
        add_events(self, request);
    }
    fl_err err = FL_OK;
    for (unsigned i = 0; i < request->joints_n && !err; i++) {
        err = add_joint(self, request, request->joints[i], diag);
    }
    if (request->with_maps) {
        add_maps(self, request->generator);
    }
    return err;
}

fl_err fl_tally_init(fl_tally *self, const fl_tally_spec *spec)
{
    memset(self, 0, sizeof *self);
    self->spec = spec;
    self->count = calloc(spec->counts_n + 1, sizeof *self->count);
    self->extreme = calloc(spec->metrics_n + 1, sizeof *self->extreme);
    self->window = calloc(spec->metrics_n + 1, sizeof *self->window);
    if (!self->count || !self->extreme || !self->window) {
        fl_tally_free(self);
        return FL_ERR_MEMORY;
    }
    fl_tally_clear(self);
    return FL_OK;
}

void fl_tally_free(fl_tally *self)
{
    free(self->count);
    free(self->extreme);
    free(self->window);
    memset(self, 0, sizeof *self);
}

void fl_tally_clear(fl_tally *self)
{
    memset(self->count, 0, self->spec->counts_n * sizeof *self->count);
    for (unsigned i = 0; i < self->spec->metrics_n; i++) {
        self->extreme[i] = (fl_tally_extreme){.min = INT32_MAX, .max = INT32_MIN};
        self->window[i] = (fl_tally_window){.n = 0};
    }
    self->floors = 0;
    self->failed = 0;
}

void fl_tally_add(fl_tally *self, const fl_floor *floor, const int32_t *values, const fl_metric_work *work,
                  uint64_t index)
{
    self->floors++;
    self->failed += floor->failure != NULL;
    fl_tally_one_add(self, floor, values, work, index);
}

static void merge_extreme(fl_tally_extreme *self, const fl_tally_extreme *other)
{
    if (other->min < self->min || (other->min == self->min && other->argmin < self->argmin)) {
        self->min = other->min;
        self->argmin = other->argmin;
    }
    if (other->max > self->max || (other->max == self->max && other->argmax < self->argmax)) {
        self->max = other->max;
        self->argmax = other->argmax;
    }
    self->over_n += other->over_n;
    self->over_sum += other->over_sum;
    self->over_square += other->over_square;
}

void fl_tally_merge(fl_tally *self, const fl_tally *other)
{
    fl_bug_assert(self->spec->counts_n == other->spec->counts_n &&
                      self->spec->metrics_n == other->spec->metrics_n,
                  "floorlab run");
    for (size_t i = 0; i < self->spec->counts_n; i++) {
        self->count[i] += other->count[i];
    }
    for (unsigned i = 0; i < self->spec->metrics_n; i++) {
        merge_extreme(&self->extreme[i], &other->extreme[i]);
    }
    self->floors += other->floors;
    self->failed += other->failed;
}

void fl_tally_sums(const fl_tally *self, unsigned i, fl_tally_sum out[3])
{
    const fl_tally_metric *metric = &self->spec->metrics[i];
    const fl_tally_extreme *extreme = &self->extreme[i];
    out[0] = extreme->over_n;
    out[1] = extreme->over_sum;
    out[2] = extreme->over_square;
    for (uint32_t value = 0; value < metric->bins; value++) {
        fl_tally_sum count = self->count[metric->at + value];
        out[0] += count;
        out[1] += count * value;
        out[2] += count * value * value;
    }
}
