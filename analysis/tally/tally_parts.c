/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Sums by part, for paired differences. Sample i of all configurations is made from the same random numbers,
 * so their differences are independent from part to part. The spread gives the precision of the total
 * difference, whatever dependence the configurations of a part have (analysis/stat, paired).
 *
 * Floors of a batch are added range by range: the samples of a range are wanted, successful and belong to one
 * part. */
#include "analysis/tally/tally_private.h"

/* Adds to the two numbers of a part: values and their sum, or trials and hits. */
static void add(fl_tally *self, size_t at, uint64_t n, uint64_t sum)
{
    self->count[at] += n;
    self->count[at + FL_TALLY_PARTS] += sum;
}

static void add_metrics(fl_tally *self, const int32_t *values, const fl_metric_work *work, unsigned part)
{
    const fl_tally_spec *spec = self->spec;
    for (unsigned i = 0; i < spec->metrics_n; i++) {
        size_t at = fl_tally_metric_parts(spec, i) + part;
        if (spec->metrics[i].is_per_room) {
            uint64_t sum = 0;
            for (unsigned room = 0; room < work->clustering_n; room++) {
                sum += work->clustering[room];
            }
            add(self, at, work->clustering_n, sum);
        } else if (values[spec->metrics[i].metric] != FL_GENERATOR_FACT_NONE) {
            add(self, at, 1, (uint32_t)values[spec->metrics[i].metric]);
        }
    }
}

static fl_event_answer ask(const fl_tally *self, const fl_tally_event *event, const fl_floor *floor,
                           const int32_t *values)
{
    unsigned roll = !event->row && self->roll_of ? self->roll_of[event->roll] : event->roll;
    if (event->row) {
        return event->row->ask(floor, values);
    }
    return roll < floor->rolls_n ? fl_metric_event_ask_roll(floor->roll[roll], event->bit)
                                 : FL_EVENT_NOT_ASKED;
}

void fl_tally_parts_add(fl_tally *self, const fl_floor *floor, const int32_t *values,
                        const fl_metric_work *work, uint64_t index)
{
    const fl_tally_spec *spec = self->spec;
    unsigned part = fl_tally_part(index);
    for (unsigned i = 0; i < spec->built_in_n; i++) {
        fl_event_answer answer = ask(self, &spec->events[i], floor, values);
        add(self, fl_tally_event_parts(spec, i) + part, answer != FL_EVENT_NOT_ASKED, answer == FL_EVENT_HIT);
    }
    if (!floor->failure) {
        add_metrics(self, values, work, part);
    }
}

void fl_tally_parts_add_sample(fl_tally *self, const fl_sample_work *work, uint64_t index)
{
    const fl_tally_spec *spec = self->spec;
    unsigned part = fl_tally_part(index);
    for (unsigned i = 0; i < spec->built_in_n; i++) {
        unsigned event = spec->events[i].event;
        add(self, fl_tally_event_parts(spec, i) + part, work->trials[event], work->hits[event]);
    }
    add_metrics(self, work->values, NULL, part);
}

/* Floors of a batch, from `first` to `end` - 1. */
typedef struct range {
    const fl_columns *columns;
    unsigned first, end;
    unsigned part;
} range;

static uint64_t sum_column(const range *self, const fl_column *column)
{
    uint64_t sum = 0;
    for (unsigned floor = self->first; floor < self->end; floor++) {
        sum += (uint32_t)fl_column_at(column, floor);
    }
    return sum;
}

static void add_columns(fl_tally *self, const range *range)
{
    const fl_tally_spec *spec = self->spec;
    const fl_column *metric = range->columns->metric;
    for (unsigned i = 0; i < spec->metrics_n; i++) {
        size_t at = fl_tally_metric_parts(spec, i) + range->part;
        const fl_column *column = &metric[spec->metrics[i].is_per_room ? 0 : spec->metrics[i].metric];
        bool is_there = column->bytes || column->words || column->constant != FL_GENERATOR_FACT_NONE;
        if (spec->metrics[i].is_per_room) { /* these layouts are trees: every clustering number is 0 */
            add(self, at, sum_column(range, &metric[FL_METRIC_PLAN_ROOMS]), 0);
        } else if (is_there) {
            add(self, at, range->end - range->first, sum_column(range, column));
        }
    }
}

static void add_answers(fl_tally *self, const range *range, const fl_column *column, size_t at)
{
    uint64_t asked = 0;
    uint64_t hits = 0;
    for (unsigned floor = range->first; floor < range->end; floor++) {
        int32_t answer = fl_column_at(column, floor);
        asked += answer != FL_EVENT_NOT_ASKED;
        hits += answer == FL_EVENT_HIT;
    }
    add(self, at, asked, hits);
}

static void add_flags(fl_tally *self, const range *range, const fl_tally_event *event, size_t at)
{
    const fl_classic_batch *batch = range->columns->batch;
    unsigned roll = self->roll_of ? self->roll_of[event->roll] : event->roll;
    uint64_t asked = 0;
    uint64_t hits = 0;
    for (unsigned floor = range->first; floor < range->end && roll < batch->rolls_n; floor++) {
        fl_roll flags = (fl_roll)(batch->rolls[roll / 8][floor] >> (roll % 8 * 8));
        fl_event_answer answer = fl_metric_event_ask_roll(flags, event->bit);
        asked += answer != FL_EVENT_NOT_ASKED;
        hits += answer == FL_EVENT_HIT;
    }
    add(self, at, asked, hits);
}

static void add_range(fl_tally *self, const range *range)
{
    const fl_tally_spec *spec = self->spec;
    add_columns(self, range);
    for (unsigned i = 0; i < spec->built_in_n; i++) {
        const fl_tally_event *event = &spec->events[i];
        size_t at = fl_tally_event_parts(spec, i) + range->part;
        if (event->row) {
            add_answers(self, range, &range->columns->event[event->row - fl_metric_event_all(NULL)], at);
        } else {
            add_flags(self, range, event, at);
        }
    }
}

void fl_tally_parts_add_batch(fl_tally *self, const fl_columns *columns, const uint8_t *wanted)
{
    const fl_classic_batch *batch = columns->batch;
    bool is_mixed = batch->failed_n > 0 || self->spec->where;
    range range = {.columns = columns};
    while (range.first < batch->n) {
        uint64_t index = batch->first + range.first - self->start;
        uint64_t left = is_mixed ? 1 : FL_TALLY_PART_DEAL - index % FL_TALLY_PART_DEAL;
        range.end = left < batch->n - range.first ? range.first + (unsigned)left : batch->n;
        range.part = fl_tally_part(index);
        if (wanted[range.first] && fl_classic_batch_is_failed(batch, range.first)) {
            /* a failed floor answers one event, and has no metrics */
            const fl_event_row *failed = &fl_metric_event_all(NULL)[FL_EVENT_FLOOR_FAILED];
            for (unsigned i = 0; i < self->spec->built_in_n; i++) {
                bool is_asked = self->spec->events[i].row == failed;
                add(self, fl_tally_event_parts(self->spec, i) + range.part, is_asked, is_asked);
            }
        } else if (wanted[range.first]) {
            add_range(self, &range);
        }
        range.first = range.end;
    }
}
