/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Consistency of a tally, whatever was counted: a floor has at most one value of a metric, an event at most
 * as many hits as trials, a cell at most one room. A race of two threads or a read from the wrong place
 * seldom leaves consistent numbers. Also the first difference of two tallies of one spec. */
#include "analysis/tally/tally.h"

#include <stdarg.h>
#include <stdio.h>

static bool refuse(char out[FL_TALLY_TROUBLE], const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Writes the inconsistency; returns false. */
static bool refuse(char out[FL_TALLY_TROUBLE], const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(out, FL_TALLY_TROUBLE, format, arguments);
    va_end(arguments);
    return false;
}

static uint64_t sum_of(const uint64_t *count, size_t n)
{
    uint64_t sum = 0;
    for (size_t i = 0; i < n; i++) {
        sum += count[i];
    }
    return sum;
}

/* True if the smallest and the largest value match the ends of the counts. */
static bool check_extreme(const fl_tally *self, unsigned i, char out[FL_TALLY_TROUBLE])
{
    const fl_tally_metric *metric = &self->spec->metrics[i];
    const fl_tally_extreme *extreme = &self->extreme[i];
    const uint64_t *count = &self->count[metric->at];
    uint32_t first = 0;
    uint32_t end = metric->bins;
    while (first < end && count[first] == 0) {
        first++;
    }
    while (end > first && count[end - 1] == 0) {
        end--;
    }
    bool has_counts = first < end;
    bool is_over = extreme->over_n > 0;
    bool is_empty = extreme->min > extreme->max;
    bool spans = extreme->min <= (int32_t)first && extreme->max >= (int32_t)end - 1;
    bool is_exact = extreme->min == (int32_t)first && extreme->max == (int32_t)end - 1;
    bool fits = is_empty  ? !has_counts && !is_over
                : is_over ? !has_counts || spans /* some value has no bin */
                          : has_counts && is_exact;
    return fits || refuse(out, "%.60s: values from %d to %d were noted, but from %u to %u counted",
                          metric->name, extreme->min, extreme->max, first, end > first ? end - 1 : first);
}

static bool check_metric(const fl_tally *self, unsigned i, char out[FL_TALLY_TROUBLE])
{
    const fl_tally_metric *metric = &self->spec->metrics[i];
    bool is_floor = self->spec->catalogue->generator->makes == FL_SAMPLE_FLOOR;
    unsigned number = metric->metric;
    bool has_always = /* every floor that did not fail */
        is_floor &&
        (number == FL_METRIC_ROOMS || number == FL_METRIC_PLAN_ROOMS || number == FL_METRIC_TILES ||
         number == FL_METRIC_WIDTH || number == FL_METRIC_HEIGHT || number == FL_METRIC_DEAD_ENDS);
    uint64_t whole = self->floors - (is_floor ? self->failed : 0);
    uint64_t n = sum_of(&self->count[metric->at], metric->bins) + self->extreme[i].over_n;
    bool fits = has_always ? n == whole : n <= whole;
    if (!fits && !metric->is_per_room) {
        return refuse(out, "%.60s: %llu values on %llu samples", metric->name, (unsigned long long)n,
                      (unsigned long long)whole);
    }
    return check_extreme(self, i, out);
}

/* Returns the size of a step of a trace; the last one has all remaining samples. */
static uint64_t most_in_step(const fl_tally *self, unsigned step)
{
    uint64_t most = step + 1 < FL_TALLY_STEPS ? 1ull << step : UINT64_MAX;
    return most < self->floors ? most : self->floors;
}

static bool check_event(const fl_tally *self, unsigned i, char out[FL_TALLY_TROUBLE])
{
    const fl_tally_event *event = &self->spec->events[i];
    const uint64_t *trials = &self->count[event->at];
    const uint64_t *hits = trials + FL_TALLY_STEPS;
    bool is_once = self->spec->catalogue->generator->makes == FL_SAMPLE_FLOOR;
    for (unsigned step = 0; step < FL_TALLY_STEPS; step++) {
        if (hits[step] > trials[step]) {
            return refuse(out, "%.60s: %llu hits in %llu trials", event->name, (unsigned long long)hits[step],
                          (unsigned long long)trials[step]);
        }
        if (is_once && trials[step] > most_in_step(self, step)) {
            return refuse(out, "%.60s: %llu trials in step %u of the trace, which has %llu samples",
                          event->name, (unsigned long long)trials[step], step,
                          (unsigned long long)most_in_step(self, step));
        }
    }
    return true;
}

static bool check_map(const fl_tally *self, const fl_tally_map *map, char out[FL_TALLY_TROUBLE])
{
    size_t cells = (size_t)self->spec->width * (size_t)self->spec->height;
    uint64_t n = fl_tally_mapped(self);
    for (size_t i = 0; i < cells; i++) {
        if (self->count[map->at + i] > n) {
            return refuse(out, "the map %.60s: %llu times on cell %zu in %llu samples", map->name,
                          (unsigned long long)self->count[map->at + i], i, (unsigned long long)n);
        }
    }
    return n <= self->floors || refuse(out, "maps of %llu samples among %llu", (unsigned long long)n,
                                       (unsigned long long)self->floors);
}

bool fl_tally_check(const fl_tally *self, char out[FL_TALLY_TROUBLE])
{
    const fl_tally_spec *spec = self->spec;
    bool fits = self->failed <= self->floors ||
                refuse(out, "%llu of %llu samples failed", (unsigned long long)self->failed,
                       (unsigned long long)self->floors);
    for (unsigned i = 0; i < spec->metrics_n && fits; i++) {
        fits = check_metric(self, i, out);
    }
    for (unsigned i = 0; i < spec->events_n && fits; i++) {
        fits = check_event(self, i, out);
    }
    for (unsigned i = 0; i < spec->joints_n && fits; i++) {
        const fl_tally_joint *joint = &spec->joints[i];
        uint64_t n = sum_of(&self->count[joint->at], (size_t)joint->a_bins * joint->b_bins);
        fits = n <= self->floors ||
               refuse(out, "%.40s with %.40s: %llu pairs of values on %llu samples", joint->row[0]->name,
                      joint->row[1]->name, (unsigned long long)n, (unsigned long long)self->floors);
    }
    for (unsigned i = 0; i < spec->maps_n && fits; i++) {
        fits = check_map(self, &spec->maps[i], out);
    }
    return fits;
}

/* Differences. */

/* Writes the name of a count's owner, and which of its counts it is. */
static void name_count(const fl_tally_spec *spec, size_t at, char out[FL_TALLY_TROUBLE])
{
    size_t cells = (size_t)spec->width * (size_t)spec->height;
    for (unsigned i = 0; i < spec->metrics_n; i++) {
        if (at - spec->metrics[i].at < spec->metrics[i].bins) {
            snprintf(out, FL_TALLY_TROUBLE, "%.60s %zu", spec->metrics[i].name, at - spec->metrics[i].at);
            return;
        }
    }
    for (unsigned i = 0; i < spec->events_n; i++) {
        size_t place = at - spec->events[i].at;
        if (place < 2 * (size_t)FL_TALLY_STEPS) {
            snprintf(out, FL_TALLY_TROUBLE, "%s of %.60s in step %zu",
                     place < FL_TALLY_STEPS ? "trials" : "hits", spec->events[i].name,
                     place % FL_TALLY_STEPS);
            return;
        }
    }
    for (unsigned i = 0; i < spec->maps_n; i++) {
        if (at - spec->maps[i].at < cells) {
            snprintf(out, FL_TALLY_TROUBLE, "cell %zu of the map %.60s", at - spec->maps[i].at,
                     spec->maps[i].name);
            return;
        }
    }
    snprintf(out, FL_TALLY_TROUBLE, "count number %zu", at);
}

static bool find(fl_tally_difference *out, const char *what, uint64_t a, uint64_t b)
{
    if (a != b) {
        snprintf(out->what, sizeof out->what, "%s", what);
        out->first = a;
        out->second = b;
    }
    return a != b;
}

static bool differ_in_metric(const fl_tally *a, const fl_tally *b, unsigned i, fl_tally_difference *out)
{
    const fl_tally_extreme *one = &a->extreme[i];
    const fl_tally_extreme *two = &b->extreme[i];
    const struct {
        const char *of;
        uint64_t first, second;
    } pairs[] = {
        {"smallest", (uint64_t)(int64_t)one->min, (uint64_t)(int64_t)two->min},
        {"largest", (uint64_t)(int64_t)one->max, (uint64_t)(int64_t)two->max},
        {"first sample with the smallest", one->argmin, two->argmin},
        {"first sample with the largest", one->argmax, two->argmax},
        {"number of values beyond the bins", one->over_n, two->over_n},
        {"sum of values beyond the bins", (uint64_t)one->over_sum, (uint64_t)two->over_sum},
        {"sum of values beyond the bins, upper half", (uint64_t)(one->over_sum >> 64),
         (uint64_t)(two->over_sum >> 64)},
        {"squares of values beyond the bins", (uint64_t)one->over_square, (uint64_t)two->over_square},
        {"squares of values beyond the bins, upper half", (uint64_t)(one->over_square >> 64),
         (uint64_t)(two->over_square >> 64)},
    };
    bool differs = false;
    for (unsigned k = 0; k < sizeof pairs / sizeof pairs[0] && !differs; k++) {
        char name[FL_TALLY_TROUBLE];
        snprintf(name, sizeof name, "%.60s: %s", a->spec->metrics[i].name, pairs[k].of);
        differs = find(out, name, pairs[k].first, pairs[k].second);
    }
    return differs;
}

bool fl_tally_differ(const fl_tally *a, const fl_tally *b, fl_tally_difference *out)
{
    char name[FL_TALLY_TROUBLE];
    bool differs =
        find(out, "samples", a->floors, b->floors) || find(out, "failed samples", a->failed, b->failed) ||
        find(out, "sum of the samples' numbers", (uint64_t)a->numbers.sum, (uint64_t)b->numbers.sum) ||
        find(out, "the same, upper half", (uint64_t)(a->numbers.sum >> 64),
             (uint64_t)(b->numbers.sum >> 64)) ||
        find(out, "squares of the samples' numbers", (uint64_t)a->numbers.squares,
             (uint64_t)b->numbers.squares) ||
        find(out, "squares of the samples' numbers, upper half", (uint64_t)(a->numbers.squares >> 64),
             (uint64_t)(b->numbers.squares >> 64));
    for (size_t i = 0; i < a->spec->counts_n && !differs; i++) {
        if (a->count[i] != b->count[i]) {
            name_count(a->spec, i, name);
            differs = find(out, name, a->count[i], b->count[i]);
        }
    }
    for (unsigned i = 0; i < a->spec->metrics_n && !differs; i++) {
        differs = differ_in_metric(a, b, i, out);
    }
    return differs;
}
