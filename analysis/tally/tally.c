/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Specs (the position of each count), and tallies as a whole. */
#define _DEFAULT_SOURCE /* madvise */
#include "analysis/tally/tally.h"

#include "analysis/tally/tally_private.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#ifdef __linux__
#include <sys/mman.h>
#endif

enum { JOINT_CELLS = 1 << 20 };

static bool is_chosen(const fl_tally_choice *choice, unsigned number, bool is_default)
{
    for (unsigned i = 0; choice->what == FL_TALLY_LIST && i < choice->n; i++) {
        if (choice->number[i] == number) {
            return true;
        }
    }
    return choice->what == FL_TALLY_ALL || (choice->what == FL_TALLY_DEFAULT && is_default);
}

/* Listed metrics keep the order of the list. */
static void add_metrics(fl_tally_spec *self, const fl_tally_choice *choice)
{
    bool is_list = choice->what == FL_TALLY_LIST;
    for (unsigned i = 0; i < (is_list ? choice->n : self->catalogue->metrics_n); i++) {
        unsigned metric = is_list ? choice->number[i] : i;
        const fl_catalogue_metric *from = &self->catalogue->metric[metric];
        if (is_list || (from->is_known && is_chosen(choice, metric, from->is_default))) {
            self->metrics[self->metrics_n++] = (fl_tally_metric){.name = from->name,
                                                                 .unit = from->unit,
                                                                 .meaning = from->meaning,
                                                                 .metric = metric,
                                                                 .is_per_room = from->is_per_room,
                                                                 .bins = from->bins,
                                                                 .at = self->counts_n};
            self->counts_n += from->bins;
            self->groups |= from->groups;
        }
    }
}

/* Requests the data that a condition needs. */
static void want_condition(fl_tally_spec *self, const fl_expression *condition)
{
    self->groups |= condition->groups;
    self->has_conditions = self->has_conditions || fl_expression_needs_more_than_metrics(condition);
    for (unsigned i = 0; i < condition->inputs_n; i++) {
        const fl_expression_input *input = &condition->input[i];
        bool is_event = input->sort == FL_EXPRESSION_EVENT;
        self->has_named_events |= is_event && !self->catalogue->event[input->number].is_default;
    }
}

static fl_tally_event *add_event(fl_tally_spec *self, unsigned number)
{
    const fl_catalogue_event *from = &self->catalogue->event[number];
    fl_tally_event *event = &self->events[self->events_n++];
    *event = (fl_tally_event){.name = from->name,
                              .meaning = from->meaning,
                              .event = number,
                              .row = from->row,
                              .roll = from->roll,
                              .bit = from->bit,
                              .condition = from->condition,
                              .at = self->counts_n};
    self->counts_n += 2 * (size_t)FL_TALLY_STEPS;
    self->groups |= from->groups;
    return event;
}

static fl_err add_events(fl_tally_spec *self, const fl_tally_choice *choice, fl_diag *diag)
{
    const fl_catalogue *catalogue = self->catalogue;
    bool are_floors = catalogue->generator->makes == FL_SAMPLE_FLOOR;
    self->events = calloc(catalogue->events_n + 1, sizeof *self->events);
    if (!self->events) {
        return fl_diag_memory(diag);
    }
    for (unsigned i = 0; i < catalogue->events_n; i++) {
        const fl_catalogue_event *from = &catalogue->event[i];
        if (from->condition || !is_chosen(choice, i, from->is_default)) {
            continue;
        }
        const fl_tally_event *event = add_event(self, i);
        self->rows_n += from->row != NULL;
        self->has_named_events = self->has_named_events || !from->is_default;
        if (!are_floors || from->row) {
            continue;
        }
        if (self->rolls_n == 0 || self->rolls[self->rolls_n - 1].roll != event->roll) {
            self->rolls[self->rolls_n++] = (fl_tally_roll){.roll = event->roll, .at = event->at};
        }
        self->rolls[self->rolls_n - 1].flags |= 1u << event->bit;
    }
    self->built_in_n = self->events_n;
    return FL_OK;
}

/* Events with a condition, and the condition of what is counted at all. */
static fl_err add_conditions(fl_tally_spec *self, const fl_tally_request *request, fl_diag *diag)
{
    fl_err err = FL_OK;
    for (unsigned i = 0; i < request->conditions_n; i++) {
        want_condition(self, add_event(self, request->conditions[i])->condition);
    }
    if (request->where.text) {
        self->where = malloc(sizeof *self->where);
        err = self->where ? fl_expression_parse(self->where, &request->where, self->catalogue, diag)
                          : fl_diag_memory(diag);
    }
    if (self->where && !err) {
        want_condition(self, self->where);
        self->left_out_at = self->counts_n++;
    }
    return err;
}

/* A joint needs bins times bins counts, so its bins are limited to what these rules can fill. */
static fl_err add_joint(fl_tally_spec *self, const unsigned pair[2], fl_diag *diag)
{
    const fl_catalogue *catalogue = self->catalogue;
    fl_tally_joint *joint = &self->joints[self->joints_n++];
    assert(self->joints_n <= FL_TALLY_JOINTS && pair[0] < catalogue->metrics_n &&
           pair[1] < catalogue->metrics_n);
    joint->a = pair[0];
    joint->b = pair[1];
    joint->row[0] = &catalogue->metric[pair[0]];
    joint->row[1] = &catalogue->metric[pair[1]];
    joint->a_bins = fl_sample_bins(catalogue, pair[0], catalogue->cells_most);
    joint->b_bins = fl_sample_bins(catalogue, pair[1], catalogue->cells_most);
    joint->at = self->counts_n;
    if ((uint64_t)joint->a_bins * joint->b_bins > JOINT_CELLS) {
        fl_err err = fl_diag_set(diag, FL_ERR_INPUT, "joints",
                                 "%s with %s would need %llu cells, at most %d are allowed",
                                 catalogue->metric[pair[0]].name, catalogue->metric[pair[1]].name,
                                 (unsigned long long)joint->a_bins * joint->b_bins, JOINT_CELLS);
        fl_diag_hint(
            diag, "a metric of a floor with n cells has 2n + 1 values: use smaller floors or other metrics");
        return err;
    }
    self->counts_n += (size_t)joint->a_bins * joint->b_bins;
    self->groups |= catalogue->metric[pair[0]].groups | catalogue->metric[pair[1]].groups;
    return FL_OK;
}

static void add_maps(fl_tally_spec *self, const fl_tally_choice *choice)
{
    for (unsigned i = 0; i < FL_SAMPLE_MAPS; i++) {
        self->kind_at[i] = FL_TALLY_NOT_COUNTED;
    }
    self->any_at = FL_TALLY_NOT_COUNTED;
    for (unsigned i = 0; i < self->catalogue->maps_n; i++) {
        const fl_catalogue_map *map = &self->catalogue->map[i];
        if (is_chosen(choice, i, true)) {
            size_t *at = map->number < 0 ? &self->any_at : &self->kind_at[map->number];
            *at = self->counts_n;
            self->maps[self->maps_n++] = (fl_tally_map){map->name, map->number, self->counts_n};
            self->counts_n += (size_t)self->width * (size_t)self->height;
        }
    }
}

fl_err fl_tally_spec_make(fl_tally_spec *self, const fl_tally_request *request, fl_diag *diag)
{
    memset(self, 0, sizeof *self);
    self->catalogue = request->catalogue;
    self->width = request->catalogue->width;
    self->height = request->catalogue->height;
    add_metrics(self, &request->metrics);
    fl_err err = add_events(self, &request->events, diag);
    err = err ? err : add_conditions(self, request, diag);
    for (unsigned i = 0; i < request->joints_n && !err; i++) {
        err = add_joint(self, request->joints[i], diag);
    }
    add_maps(self, &request->maps);
    self->visits_at = self->counts_n;
    self->counts_n += (size_t)self->catalogue->visits_n * FL_SAMPLE_VISIT;
    self->parts_at = request->has_parts ? self->counts_n : FL_TALLY_NOT_COUNTED;
    self->counts_n +=
        request->has_parts ? 2 * (size_t)FL_TALLY_PARTS * (self->metrics_n + self->events_n) : 0;
    if (err) {
        fl_tally_spec_free(self);
    }
    return err;
}

void fl_tally_spec_free(fl_tally_spec *self)
{
    free(self->events);
    free(self->where);
    self->events = NULL;
    self->where = NULL;
    self->events_n = 0;
}

/* Clears all but the counts. */
static void clear_rest(fl_tally *self)
{
    for (unsigned i = 0; i < self->spec->metrics_n; i++) {
        self->extreme[i] = (fl_tally_extreme){.min = INT32_MAX, .max = INT32_MIN};
        self->window[i] = (fl_tally_window){.n = 0};
    }
    self->floors = 0;
    self->failed = 0;
    self->numbers = (fl_tally_numbers){0, 0};
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
    clear_rest(self);
    return FL_OK;
}

void fl_tally_use_large_pages(fl_tally *self)
{
#ifdef MADV_HUGEPAGE
    enum { PAGE = 4096, LARGE_PAGE = 512 * PAGE };
    uintptr_t from = ((uintptr_t)self->count + PAGE - 1) / PAGE * PAGE;
    uintptr_t end = (uintptr_t)(self->count + self->spec->counts_n) / PAGE * PAGE;
    if (end > from && end - from >= LARGE_PAGE) {
        (void)madvise((void *)from, end - from, MADV_HUGEPAGE); /* it only saves time */
    }
#else
    (void)self;
#endif
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
    clear_rest(self);
}

bool fl_tally_add(fl_tally *self, const fl_floor *floor, const int32_t *values, const fl_metric_work *work,
                  uint64_t index)
{
    const fl_expression_sample sample = {.values = values, .floor = floor, .roll_of = self->roll_of};
    if (!fl_tally_note(self, &sample, index)) {
        return false;
    }
    self->failed += floor->failure != NULL;
    fl_tally_one_add(self, floor, values, work, index);
    fl_tally_conditions_add(self, &sample, index);
    return true;
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

/* Skips zeros, so that counts that no sample reached take no memory: calloc's pages are allocated at the
 * first write. */
static void add_counts(uint64_t *to, const uint64_t *from, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        if (from[i]) {
            to[i] += from[i];
        }
    }
}

void fl_tally_merge(fl_tally *self, const fl_tally *other)
{
    fl_bug_assert(self->spec->counts_n == other->spec->counts_n &&
                      self->spec->metrics_n == other->spec->metrics_n,
                  "floorlab run");
    add_counts(self->count, other->count, self->spec->counts_n);
    for (unsigned i = 0; i < self->spec->metrics_n; i++) {
        merge_extreme(&self->extreme[i], &other->extreme[i]);
    }
    self->floors += other->floors;
    self->failed += other->failed;
    self->numbers.sum += other->numbers.sum;
    self->numbers.squares += other->numbers.squares;
}

static uint64_t sum_steps(const uint64_t *count)
{
    uint64_t sum = 0;
    for (unsigned step = 0; step < FL_TALLY_STEPS; step++) {
        sum += count[step];
    }
    return sum;
}

uint64_t fl_tally_event_trials(const fl_tally *self, unsigned i)
{
    return sum_steps(self->count + self->spec->events[i].at);
}

uint64_t fl_tally_event_hits(const fl_tally *self, unsigned i)
{
    return sum_steps(self->count + self->spec->events[i].at + FL_TALLY_STEPS);
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

uint64_t fl_tally_mapped(const fl_tally *self)
{
    bool is_floor = self->spec->catalogue->generator->makes == FL_SAMPLE_FLOOR;
    return self->floors - (is_floor ? self->failed : 0);
}

unsigned fl_tally_unseen(const fl_tally_spec *spec)
{
    enum {
        OF_FACTS = 1 << FL_METRIC_FACTS,
        OF_INTERIORS = 1 << FL_METRIC_INTERIORS | 1 << FL_METRIC_GRID_CONDITIONS | 1 << FL_METRIC_DOOR_PRICES,
    };
    bool sees_rooms =
        (spec->groups & ~(unsigned)OF_FACTS) || spec->rows_n > 0 || spec->has_conditions || spec->maps_n > 0;
    return (spec->groups & OF_INTERIORS ? 0u : FL_FLOOR_INTERIORS) | (sees_rooms ? 0u : FL_FLOOR_ROOMS);
}
