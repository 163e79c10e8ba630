/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Counts one floor. A value between the smallest and largest seen so far only increments its count; almost
 * every value does. */
#include "analysis/tally/tally_private.h"

static void add_value(fl_tally *self, unsigned i, int32_t value, uint64_t times, uint64_t index)
{
    fl_tally_count(self, i, value, times);
    fl_tally_see(&self->extreme[i], value, index);
}

/* clustering_room. The rooms' clustering numbers are small and mostly equal, so their frequencies are first
 * counted in the eight bytes of a word; numbers above 7 are added one by one. */
static void add_clustering_numbers(fl_tally *self, unsigned i, const fl_metric_work *work, uint64_t index)
{
    enum { NUMBERS = 8, AT_ONCE = 255 };
    for (unsigned from = 0; from < work->clustering_n; from += AT_ONCE) {
        const uint16_t *number = work->clustering + from;
        unsigned n = work->clustering_n - from < AT_ONCE ? work->clustering_n - from : AT_ONCE;
        unsigned any = 0;
        uint64_t times = 0;
        for (unsigned room = 0; room < n; room++) {
            any |= number[room];
            times += UINT64_C(1) << number[room] % NUMBERS * 8;
        }
        for (unsigned room = 0; room < n && any >= NUMBERS; room++) {
            add_value(self, i, number[room], 1, index);
        }
        for (unsigned value = 0; any < NUMBERS && times > 0; value++, times >>= 8) {
            if (times & AT_ONCE) {
                add_value(self, i, (int32_t)value, times & AT_ONCE, index);
            }
        }
    }
}

/* Sets the window to the values from the smallest to the largest so far, without those beyond the bins. */
static void widen(fl_tally *self, unsigned i)
{
    const fl_tally_metric *metric = &self->spec->metrics[i];
    const fl_tally_extreme *extreme = &self->extreme[i];
    int32_t last = extreme->max < (int32_t)metric->bins ? extreme->max : (int32_t)metric->bins - 1;
    int32_t first = extreme->min > 0 ? extreme->min : 0;
    self->window[i] = (fl_tally_window){
        .metric = metric->metric,
        .first = (uint32_t)first,
        .n = first <= last ? (uint32_t)(last - first) + 1 : 0,
        .at = (uint32_t)metric->at + (uint32_t)first,
    };
}

/* Counts everything outside the window: per-room numbers, new extremes, missing values. */
static void add_outside_window(fl_tally *self, unsigned i, const int32_t *values, const fl_metric_work *work,
                               uint64_t index)
{
    unsigned metric = self->spec->metrics[i].metric;
    if (self->spec->metrics[i].is_per_room) {
        add_clustering_numbers(self, i, work, index);
    } else if (values[metric] != FL_GENERATOR_FACT_NONE) {
        add_value(self, i, values[metric], 1, index);
        widen(self, i);
    }
}

static void add_metrics(fl_tally *self, const int32_t *values, const fl_metric_work *work, uint64_t index)
{
    for (unsigned i = 0; i < self->spec->metrics_n; i++) {
        const fl_tally_window *window = &self->window[i];
        uint32_t offset = (uint32_t)values[window->metric] - window->first;
        if (offset < window->n) {
            self->count[window->at + offset]++;
        } else {
            add_outside_window(self, i, values, work, index);
        }
    }
}

static void add_joints(fl_tally *self, const int32_t *values)
{
    const fl_tally_spec *spec = self->spec;
    for (unsigned i = 0; i < spec->joints_n; i++) {
        const fl_tally_joint *joint = &spec->joints[i];
        uint32_t a = (uint32_t)values[joint->a];
        uint32_t b = (uint32_t)values[joint->b];
        if (a < joint->a_bins && b < joint->b_bins) {
            self->count[joint->at + (size_t)a * joint->b_bins + b]++;
        }
    }
}

/* Adds trials and hits of all flags of a roll. */
static inline void add_flags(uint64_t *count, unsigned asked, unsigned hit)
{
    enum { NEXT = 2 * FL_TALLY_STEPS };
    for (unsigned bit = 0; bit < FL_ROLL_FLAGS; bit++) {
        count[bit * NEXT] += asked >> bit & 1;
        count[bit * NEXT + FL_TALLY_STEPS] += hit >> bit & 1;
    }
}

/* The first roll decides which flags are asked about, except one: the two branches let the compiler
 * unroll. */
static void add_roll(uint64_t *count, fl_roll roll)
{
    unsigned second = roll & FL_ROLL_SECOND_ROLLED ? FL_ROLL_SECOND : 0;
    if (roll & FL_ROLL_ROLLED) {
        unsigned asked = fl_metric_event_asked(FL_ROLL_ROLLED) | second;
        add_flags(count, asked, asked & roll);
    } else {
        unsigned asked = fl_metric_event_asked(0) | second;
        add_flags(count, asked, asked & roll);
    }
}

/* Adds trials and hits of some flags of a roll. */
static void add_some_flags(uint64_t *count, fl_roll roll, unsigned flags)
{
    for (unsigned left = flags; left > 0; left &= left - 1) {
        fl_event_answer answer = fl_metric_event_ask_roll(roll, (unsigned)__builtin_ctz(left));
        count[0] += answer != FL_EVENT_NOT_ASKED;
        count[FL_TALLY_STEPS] += answer == FL_EVENT_HIT;
        count += 2 * (size_t)FL_TALLY_STEPS;
    }
}

static void add_rolls(const fl_tally *self, const fl_floor *floor, uint64_t *count)
{
    const uint8_t *roll_of = self->roll_of;
    const fl_tally_roll *counted = self->spec->rolls;
    const fl_tally_roll *end = counted + self->spec->rolls_n;
    for (; counted < end; counted++) {
        unsigned roll = roll_of ? roll_of[counted->roll] : counted->roll;
        if (roll >= floor->rolls_n) {
            continue;
        }
        if (counted->flags == (1u << FL_ROLL_FLAGS) - 1) {
            add_roll(&count[counted->at], floor->roll[roll]);
        } else {
            add_some_flags(&count[counted->at], floor->roll[roll], counted->flags);
        }
    }
}

static void add_events(fl_tally *self, const fl_floor *floor, const int32_t *values, uint64_t index)
{
    const fl_tally_spec *spec = self->spec;
    uint64_t *count = self->count + fl_tally_step(index - self->start);
    for (unsigned i = 0; i < spec->rows_n; i++) {
        const fl_tally_event *event = &spec->events[i];
        fl_event_answer answer = event->row->ask(floor, values);
        count[event->at] += answer != FL_EVENT_NOT_ASKED;
        count[event->at + FL_TALLY_STEPS] += answer == FL_EVENT_HIT;
    }
    add_rolls(self, floor, count);
}

static void add_maps(fl_tally *self, const fl_floor *floor)
{
    const fl_tally_spec *spec = self->spec;
    unsigned width = (unsigned)floor->width;
    unsigned beyond =
        (unsigned)spec->width - width; /* cells by which a row of the map is longer than one of the floor */
    uint64_t *any = spec->any_at == FL_TALLY_NOT_COUNTED ? NULL : self->count + spec->any_at;
    for (unsigned i = 0; i < floor->rooms_n; i++) {
        const fl_room *room = &floor->rooms[i];
        size_t own_at = spec->kind_at[room->kind];
        uint64_t *kind_count = own_at == FL_TALLY_NOT_COUNTED ? NULL : self->count + own_at;
        for (unsigned j = 0; j < room->cells_n; j++) {
            unsigned cell = floor->cells[room->cells_from + j];
            size_t at = beyond > 0 ? cell + cell / width * beyond : cell;
            if (any) {
                any[at]++;
            }
            if (kind_count) {
                kind_count[at]++;
            }
        }
    }
}

void fl_tally_one_add(fl_tally *self, const fl_floor *floor, const int32_t *values,
                      const fl_metric_work *work, uint64_t index)
{
    if (self->spec->built_in_n > 0) {
        add_events(self, floor, values, index);
    }
    if (self->spec->parts_at != FL_TALLY_NOT_COUNTED) {
        fl_tally_parts_add(self, floor, values, work, index - self->start);
    }
    if (floor->failure) {
        return;
    }
    add_metrics(self, values, work, index);
    add_joints(self, values);
    if (self->spec->maps_n > 0) {
        add_maps(self, floor);
    }
}

static void add_tiles(fl_tally *self, const fl_sample_work *work)
{
    const fl_tally_spec *spec = self->spec;
    for (unsigned y = 0; y < work->height; y++) {
        for (unsigned x = 0; x < work->width; x++) {
            size_t at = spec->kind_at[work->tile[y * work->width + x]];
            if (at != FL_TALLY_NOT_COUNTED) {
                self->count[at + y * (unsigned)spec->width + x]++;
            }
        }
    }
}

static void add_visits(fl_tally *self, const fl_sample_work *work)
{
    for (unsigned i = 0; i < work->visits_n; i++) {
        uint64_t *count = &self->count[self->spec->visits_at + (size_t)work->visit[i] * FL_SAMPLE_VISIT];
        count[0]++;
        for (uint64_t kinds = work->kinds[i]; kinds; kinds &= kinds - 1) {
            count[1 + __builtin_ctzll(kinds)]++;
        }
    }
}

bool fl_tally_add_sample(fl_tally *self, const fl_sample_work *work, uint64_t index)
{
    const fl_tally_spec *spec = self->spec;
    const fl_expression_sample sample = {.values = work->values, .work = work};
    uint64_t *count = self->count + fl_tally_step(index - self->start);
    if (!fl_tally_note(self, &sample, index)) {
        return false;
    }
    self->failed += work->has_failed;
    for (unsigned i = 0; i < spec->built_in_n; i++) {
        const fl_tally_event *event = &spec->events[i];
        count[event->at] += work->trials[event->event];
        count[event->at + FL_TALLY_STEPS] += work->hits[event->event];
    }
    add_metrics(self, work->values, NULL, index);
    add_joints(self, work->values);
    if (spec->maps_n > 0) {
        add_tiles(self, work);
    }
    add_visits(self, work);
    if (spec->parts_at != FL_TALLY_NOT_COUNTED) {
        fl_tally_parts_add_sample(self, work, index - self->start);
    }
    fl_tally_conditions_add(self, &sample, index);
    return true;
}
