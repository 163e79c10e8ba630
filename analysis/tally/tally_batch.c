/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Tallies from columns: whole columns at a time, without failed floors and those left out. Events are asked
 * floor by floor if one failed or the floors belong to several steps of the traces, which is rare. */
#include "analysis/tally/tally_private.h"

#include <string.h>

bool fl_tally_batch_fits(const fl_tally_spec *spec)
{
    bool fits = true;
    for (unsigned i = 0; i < spec->metrics_n; i++) {
        fits = fits && fl_column_knows(spec->metrics[i].metric);
    }
    for (unsigned i = 0; i < spec->joints_n; i++) {
        fits = fits && fl_column_knows(spec->joints[i].a) && fl_column_knows(spec->joints[i].b);
    }
    for (unsigned i = spec->built_in_n; i < spec->events_n; i++) {
        fits = fits && fl_expression_has_columns(spec->events[i].condition);
    }
    return fits && (!spec->where || fl_expression_has_columns(spec->where));
}

void fl_tally_batch_want(const fl_tally_spec *spec, fl_columns *columns, fl_classic_batch *batch)
{
    columns->wants = columns->want_kinds = 0;
    columns->wants_events = false;
    for (unsigned i = 0; i < spec->metrics_n; i++) {
        fl_column_want(columns, spec->metrics[i].metric);
    }
    for (unsigned i = 0; i < spec->joints_n; i++) {
        fl_column_want(columns, spec->joints[i].a);
        fl_column_want(columns, spec->joints[i].b);
    }
    if (spec->built_in_n > 0) {
        fl_column_want_events(columns);
    }
    for (unsigned i = spec->built_in_n; i < spec->events_n; i++) {
        fl_expression_want(spec->events[i].condition, columns);
    }
    if (spec->where) {
        fl_expression_want(spec->where, columns);
    }
    batch->wants_cells = spec->maps_n > 0;
}

/* Returns the number of the first floor with the value, which some floor must have. */
static uint64_t first_with(const fl_columns *columns, const fl_column *column, int32_t value)
{
    unsigned i = 0;
    while (i + 1 < columns->batch->n && fl_column_at(column, i) != value) {
        i++;
    }
    return columns->batch->first + i;
}

static void note_range(fl_tally_extreme *self, const fl_columns *columns, const fl_column *column,
                       const int32_t range[2])
{
    for (unsigned end = 0; end < 2; end++) {
        if (range[end] < self->min || range[end] > self->max) {
            fl_tally_see(self, range[end], first_with(columns, column, range[end]));
        }
    }
}

/* Copies the bytes of a column, without floors that are not counted. */
static void hide(const uint8_t *bytes, const uint8_t *counted, unsigned n, uint8_t out[FL_COLUMN_BYTES])
{
    for (unsigned i = 0; i < n; i++) {
        out[i] = (uint8_t)(bytes[i] | (counted[i] - 1)); /* FL_TALLY_BATCH_KERNEL_NONE */
    }
    memset(out + n, FL_TALLY_BATCH_KERNEL_NONE, FL_COLUMN_BYTES - n);
}

static void add_bytes(fl_tally *self, unsigned i, const fl_columns *columns, const fl_column *column)
{
    const fl_classic_batch *batch = columns->batch;
    const fl_tally_batch_kernel *kernel = fl_tally_batch_kernel_of(batch->backend);
    uint32_t count[256] = {0};
    uint8_t range[2];
    kernel->range(column->bytes, batch->n, range);
    if (range[0] == FL_TALLY_BATCH_KERNEL_NONE) {
        return;
    }
    kernel->add(column->bytes, batch->n, range, count);
    for (unsigned value = range[0]; value <= range[1]; value++) {
        fl_tally_count(self, i, (int32_t)value, count[value]);
    }
    note_range(&self->extreme[i], columns, column, (const int32_t[2]){range[0], range[1]});
}

/* Counts values that do not fit bytes. Often the largest is by far the most frequent one (1000 permille), so
 * it is counted in a register: incrementing the same count in memory repeatedly would stall. */
static void add_words(fl_tally *self, unsigned i, const fl_columns *columns, const fl_column *column)
{
    const fl_tally_metric *metric = &self->spec->metrics[i];
    uint64_t *count = &self->count[metric->at];
    unsigned n = columns->batch->n;
    unsigned most_n = 0;
    int32_t range[2];
    fl_tally_batch_kernel_of(columns->batch->backend)->word_range(column->words, n, range);
    for (unsigned floor = 0; floor < n; floor++) {
        int32_t value = column->words[floor];
        if (value == range[1]) {
            most_n++;
        } else if ((uint32_t)value < metric->bins) {
            count[value]++;
        } else {
            fl_tally_count(self, i, value, 1);
        }
    }
    fl_tally_count(self, i, range[1], most_n);
    note_range(&self->extreme[i], columns, column, range);
}

/* clustering_room: these layouts are trees, where every room's clustering number is 0. */
static void add_clustering_numbers(fl_tally *self, unsigned i, const fl_columns *columns)
{
    uint64_t rooms = 0;
    for (unsigned floor = 0; floor < columns->batch->n; floor++) {
        rooms += columns->metric[FL_METRIC_PLAN_ROOMS].bytes[floor];
    }
    fl_tally_count(self, i, 0, rooms);
    fl_tally_see(&self->extreme[i], 0, columns->batch->first);
}

static void add_metrics(fl_tally *self, const fl_columns *columns)
{
    for (unsigned i = 0; i < self->spec->metrics_n; i++) {
        unsigned metric = self->spec->metrics[i].metric;
        const fl_column *column = metric == FL_METRIC_COUNT ? NULL : &columns->metric[metric];
        if (!column) {
            add_clustering_numbers(self, i, columns);
        } else if (column->bytes) {
            add_bytes(self, i, columns, column);
        } else if (column->words) {
            add_words(self, i, columns, column);
        } else if (column->constant != FL_GENERATOR_FACT_NONE) {
            fl_tally_count(self, i, column->constant, columns->batch->n);
            fl_tally_see(&self->extreme[i], column->constant, columns->batch->first);
        }
    }
}

static void add_joints(fl_tally *self, const fl_columns *columns, const uint8_t *wanted)
{
    for (unsigned i = 0; i < self->spec->joints_n; i++) {
        const fl_tally_joint *joint = &self->spec->joints[i];
        const fl_column *a = &columns->metric[joint->a];
        const fl_column *b = &columns->metric[joint->b];
        for (unsigned floor = 0; floor < columns->batch->n; floor++) {
            uint32_t x = (uint32_t)fl_column_at(a, floor);
            uint32_t y = (uint32_t)fl_column_at(b, floor);
            if (x < joint->a_bins && y < joint->b_bins && wanted[floor] &&
                !fl_classic_batch_is_failed(columns->batch, floor)) {
                self->count[joint->at + (size_t)x * joint->b_bins + y]++;
            }
        }
    }
}

/* Counts trials and hits of an event of the table in the n counted floors. */
static void count_event(const fl_columns *columns, const fl_column *column, unsigned n, uint64_t out[2])
{
    static const uint8_t answers[2] = {FL_EVENT_MISS, FL_EVENT_HIT};
    uint32_t count[256];
    if (column->bytes) {
        count[FL_EVENT_MISS] = count[FL_EVENT_HIT] = 0;
        fl_tally_batch_kernel_of(columns->batch->backend)
            ->add(column->bytes, columns->batch->n, answers, count);
        out[1] = count[FL_EVENT_HIT];
        out[0] = count[FL_EVENT_MISS] + out[1];
        return;
    }
    out[0] = column->constant != FL_EVENT_NOT_ASKED ? n : 0;
    out[1] = column->constant == FL_EVENT_HIT ? n : 0;
}

/* Counts a flag of a roll: its trials are all floors, or those with the roll. */
static void count_roll(unsigned bit, uint32_t floors, const uint32_t flags[8], uint64_t out[2])
{
    bool is_asked_always = fl_metric_event_ask_roll(0, bit) != FL_EVENT_NOT_ASKED;
    bool is_asked_by_roll = fl_metric_event_ask_roll(FL_ROLL_ROLLED, bit) != FL_EVENT_NOT_ASKED;
    out[0] = is_asked_always    ? floors
             : is_asked_by_roll ? flags[0]
                                : flags[2]; /* flag 0: rolled, flag 2: second rolled */
    out[1] = flags[bit];
}

/* The counted floors of a batch. */
typedef struct chosen {
    const uint8_t *wanted; /* of each floor */
    unsigned n;            /* how many are */
} chosen;

/* Counts, for eight rolls, the counted floors that have each flag. */
static void count_flags(const fl_classic_batch *batch, unsigned eight, const chosen *chosen, uint32_t out[64])
{
    uint64_t some[FL_CLASSIC_BATCH_FLOORS + FL_CLASSIC_BATCH_SPARE];
    bool is_whole = chosen->n == batch->n;
    for (unsigned i = 0; i < batch->n && !is_whole; i++) {
        some[i] = chosen->wanted[i] ? batch->rolls[eight][i] : 0;
    }
    memset(some + batch->n, 0, FL_CLASSIC_BATCH_SPARE * sizeof *some); /* which are read, too */
    fl_tally_batch_kernel_of(batch->backend)->bits(is_whole ? batch->rolls[eight] : some, batch->n, out);
}

static void add_events(fl_tally *self, const fl_columns *columns, unsigned step, const chosen *chosen)
{
    const fl_classic_batch *batch = columns->batch;
    uint8_t some[FL_COLUMN_BYTES];
    uint32_t flags[2][64] = {{0}};
    for (unsigned i = 0; i < 2 && batch->rolls_n > 8 * i && self->spec->built_in_n > 0; i++) {
        count_flags(batch, i, chosen, flags[i]);
    }
    for (unsigned i = 0; i < self->spec->built_in_n; i++) {
        const fl_tally_event *event = &self->spec->events[i];
        unsigned roll = !event->row && self->roll_of ? self->roll_of[event->roll] : event->roll;
        uint64_t counts[2] = {0, 0};
        if (event->row) {
            fl_column column = columns->event[event->row - fl_metric_event_all(NULL)];
            if (column.bytes && chosen->n < batch->n) {
                hide(column.bytes, chosen->wanted, batch->n, some);
                column.bytes = some;
            }
            count_event(columns, &column, chosen->n, counts);
        } else if (roll < batch->rolls_n) {
            count_roll(event->bit, chosen->n, &flags[roll / 8][roll % 8 * 8], counts);
        }
        self->count[event->at + step] += counts[0];
        self->count[event->at + FL_TALLY_STEPS + step] += counts[1];
    }
}

/* Asks one event about one floor, as fl_tally_add does. */
static fl_event_answer ask(const fl_tally *self, const fl_columns *columns, const fl_tally_event *event,
                           unsigned i)
{
    const fl_classic_batch *batch = columns->batch;
    bool is_failed = fl_classic_batch_is_failed(batch, i);
    if (event->row) {
        unsigned place = (unsigned)(event->row - fl_metric_event_all(NULL));
        bool is_about_failing = place == FL_EVENT_FLOOR_FAILED;
        return is_failed ? is_about_failing ? FL_EVENT_HIT : FL_EVENT_NOT_ASKED
                         : (fl_event_answer)fl_column_at(&columns->event[place], i);
    }
    unsigned roll = self->roll_of ? self->roll_of[event->roll] : event->roll;
    if (is_failed || roll >= batch->rolls_n) {
        return FL_EVENT_NOT_ASKED;
    }
    return fl_metric_event_ask_roll((fl_roll)(batch->rolls[roll / 8][i] >> (roll % 8 * 8)), event->bit);
}

static void add_events_singly(fl_tally *self, const fl_columns *columns, const uint8_t *wanted)
{
    for (unsigned floor = 0; floor < columns->batch->n; floor++) {
        unsigned step = fl_tally_step(columns->batch->first + floor - self->start);
        for (unsigned i = 0; i < self->spec->built_in_n && wanted[floor]; i++) {
            const fl_tally_event *event = &self->spec->events[i];
            fl_event_answer answer = ask(self, columns, event, floor);
            self->count[event->at + step] += answer != FL_EVENT_NOT_ASKED;
            self->count[event->at + FL_TALLY_STEPS + step] += answer == FL_EVENT_HIT;
        }
    }
}

/* Counts a metric without a column of bytes, floor by floor. */
static void add_metric_singly(fl_tally *self, unsigned i, const fl_columns *columns, const uint8_t *counted)
{
    unsigned metric = self->spec->metrics[i].metric;
    bool is_rooms = metric == FL_METRIC_COUNT;
    for (unsigned floor = 0; floor < columns->batch->n; floor++) {
        int32_t value = is_rooms ? 0 : fl_column_at(&columns->metric[metric], floor);
        uint64_t times = is_rooms ? columns->metric[FL_METRIC_PLAN_ROOMS].bytes[floor] : 1;
        if (counted[floor] && value != FL_GENERATOR_FACT_NONE) {
            fl_tally_count(self, i, value, times);
            fl_tally_see(&self->extreme[i], value, columns->batch->first + floor);
        }
    }
}

/* Counts the metrics of wanted floors that did not fail. */
static void add_some_metrics(fl_tally *self, const fl_columns *columns, const uint8_t *wanted)
{
    const fl_classic_batch *batch = columns->batch;
    uint8_t counted[FL_CLASSIC_BATCH_FLOORS];
    uint8_t some[FL_COLUMN_BYTES];
    const fl_column shown = {.bytes = some};
    for (unsigned floor = 0; floor < batch->n; floor++) {
        counted[floor] = wanted[floor] && !fl_classic_batch_is_failed(batch, floor);
    }
    for (unsigned i = 0; i < self->spec->metrics_n; i++) {
        unsigned metric = self->spec->metrics[i].metric;
        if (metric != FL_METRIC_COUNT && columns->metric[metric].bytes) {
            hide(columns->metric[metric].bytes, counted, batch->n, some);
            add_bytes(self, i, columns, &shown);
        } else {
            add_metric_singly(self, i, columns, counted);
        }
    }
}

/* Counts the wanted floors that failed. */
static unsigned count_failed(const fl_classic_batch *batch, const uint8_t *wanted)
{
    unsigned failed = 0;
    for (unsigned i = 0; i < batch->n && batch->failed_n > 0; i++) {
        failed += wanted[i] && fl_classic_batch_is_failed(batch, i);
    }
    return failed;
}

/* Records the floors of a batch, and which of them are wanted; returns their number. */
static unsigned note_floors(fl_tally *self, const fl_columns *columns,
                            uint8_t wanted[FL_CLASSIC_BATCH_FLOORS])
{
    const fl_classic_batch *batch = columns->batch;
    unsigned n = fl_tally_batch_wanted(self, columns, wanted);
    fl_tally_numbers_add(&self->numbers, batch->first, batch->n);
    self->floors += n;
    self->failed += count_failed(batch, wanted);
    if (self->spec->where) {
        self->count[self->spec->left_out_at] += batch->n - n;
    }
    return n;
}

void fl_tally_batch_add(fl_tally *self, const fl_columns *columns)
{
    const fl_classic_batch *batch = columns->batch;
    uint8_t wanted[FL_CLASSIC_BATCH_FLOORS];
    unsigned n = note_floors(self, columns, wanted);
    unsigned step = fl_tally_step(batch->first - self->start);
    bool is_one_step = step == fl_tally_step(batch->first + batch->n - 1 - self->start);
    if (n == 0) {
        return;
    }
    if (batch->failed_n == 0 && n == batch->n) {
        add_metrics(self, columns);
    } else {
        add_some_metrics(self, columns, wanted);
    }
    add_joints(self, columns, wanted);
    if (batch->failed_n == 0 && is_one_step) {
        add_events(self, columns, step, &(chosen){wanted, n});
    } else {
        add_events_singly(self, columns, wanted);
    }
    fl_tally_conditions_add_batch(self, columns, wanted);
    if (self->spec->maps_n > 0) {
        fl_tally_maps_add(self, batch, self->spec->where ? wanted : NULL);
    }
    if (self->spec->parts_at != FL_TALLY_NOT_COUNTED) {
        fl_tally_parts_add_batch(self, columns, wanted);
    }
}
