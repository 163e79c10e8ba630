/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The tables /paired/metric and /paired/event, of runs whose configurations share their random numbers: sums
 * by part, the difference of each configuration from the first, and its standard error.
 *
 * Both tables are alike: a metric has numbers and sums of values where an event has trials and hits. */
#include "experiments/run/result/result_private.h"
#include "experiments/run/run_private.h"

#include "analysis/stat/stat.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PARTS = FL_TALLY_PARTS, PATH = 64 };

static const double alpha = 0.05;

/* The differences between the two tables. */
typedef struct sort {
    const char *folder, *name, *about;
    const char *half[2], *half_about[2], *half_unit[2];
    const char *unit;
    bool is_event;
} sort;

static const sort metrics = {
    "/paired/metric",
    "metric",
    "name of the metric",
    {"n", "sum"},
    {"how many values the samples of the part have", "their sum, exact below 2^64"},
    {"values", "that of the metric"},
    "that of the metric",
    false,
};

static const sort events = {
    "/paired/event",
    "event",
    "name of the event",
    {"trials", "hits"},
    {"samples of the part on which the event was asked for", "those on which it happened"},
    {"samples", "samples"},
    "chance",
    true,
};

/* The number of metrics or events of the file. */
static uint64_t size_of(const sort *of, const fl_run_setup *setup)
{
    return of->is_event ? setup->tally.events_n : setup->tally.metrics_n;
}

static const char *name_of(const sort *of, const fl_run_setup *setup, uint64_t i)
{
    return of->is_event ? setup->tally.events[i].name : setup->tally.metrics[i].name;
}

/* The sums of one of them in a configuration, the second half after the first; NULL if it is not counted. */
static uint64_t *sums_in(const sort *of, const fl_run_setup *setup, const fl_tally *tally, uint64_t i)
{
    const char *name = name_of(of, setup, i);
    int at = of->is_event ? fl_run_result_event_in(tally->spec, name, (unsigned)i)
                          : fl_run_result_metric_in(tally->spec, name, (unsigned)i);
    if (at < 0) {
        return NULL;
    }
    return tally->count + (of->is_event ? fl_tally_event_parts(tally->spec, (unsigned)at)
                                        : fl_tally_metric_parts(tally->spec, (unsigned)at));
}

/* Writing. */

static fl_err add_names(fl_run_table *self, const sort *of)
{
    static const char *const notes[2] = {
        "number of the part: samples are dealt to 32 parts in turns, 64 at a time", "number"};
    uint64_t n = size_of(of, self->setup);
    char **names = NULL;
    fl_err err = fl_run_table_begin(self, of->folder,
                                    "configuration metric event part n sum trials hits difference "
                                    "standard_error low high degrees_of_freedom unpaired_standard_error");
    err =
        err ? err : fl_run_table_add_texts(self, (const char *[]){of->name, of->name}, n, of->about, &names);
    for (uint64_t i = 0; i < n && !err; i++) {
        err = fl_run_table_set_text(self, names, i, name_of(of, self->setup, i));
    }
    return err ? err : fl_run_table_add_scale(self, "part", PARTS, 0, notes);
}

static fl_err add_half(fl_run_table *self, const sort *of, unsigned half)
{
    uint64_t n = size_of(of, self->setup);
    uint64_t *data = NULL;
    fl_run_array array = {of->half[half],
                          FL_STORE_U64,
                          of->is_event ? "configuration event part" : "configuration metric part",
                          of->half_about[half],
                          of->half_unit[half],
                          0,
                          false};
    fl_err err = fl_run_table_add(self, &array, &data);
    for (uint64_t k = 0; k < self->setup->conditions * n && !err; k++) {
        const uint64_t *from = sums_in(of, self->setup, &self->totals[k / n], k % n);
        if (from) {
            memcpy(data + k * PARTS, from + half * PARTS, PARTS * sizeof *data);
        }
    }
    return err;
}

/* The columns of differences. */
enum { DIFFERENCE, ERROR, LOW, HIGH, UNPAIRED, FREEDOM, COLUMNS };

static const struct column {
    const char *name, *description;
} columns[COLUMNS] = {
    [DIFFERENCE] = {"difference",
                    "mean, or share of hits, less that of the first configuration; NaN = one of "
                    "the two has none"},
    [ERROR] = {"standard_error",
               "standard error of the difference, from the spread of its parts (jackknife), "
               "with the configurations as pairs; NaN = fewer than two parts"},
    [LOW] = {"low", "lower end of the 95 % interval of the difference"},
    [HIGH] = {"high", "upper end of the 95 % interval"},
    [UNPAIRED] = {"unpaired_standard_error", "standard error that the difference would have if the "
                                             "configurations had independent samples; to compare with"},
    [FREEDOM] = {"degrees_of_freedom", "of the standard errors, for Student's t: parts that have values, "
                                       "less one"},
};

static fl_paired compare(const fl_run_table *self, const sort *of, uint64_t condition, uint64_t i)
{
    const uint64_t *base = sums_in(of, self->setup, &self->totals[0], i);
    const uint64_t *other = sums_in(of, self->setup, &self->totals[condition], i);
    if (!base || !other) {
        return (fl_paired){.difference = NAN, .error = NAN, .unpaired_error = NAN};
    }
    return fl_stat_paired(&(fl_paired_sums){base, base + PARTS}, &(fl_paired_sums){other, other + PARTS},
                          PARTS);
}

/* Starts at the second configuration: the first does not differ from itself. */
static void fill_columns(const fl_run_table *self, const sort *of, uint64_t k, double *const data[COLUMNS])
{
    uint64_t n = size_of(of, self->setup);
    fl_paired found = compare(self, of, k / n, k % n);
    double reach = fl_stat_paired_reach(found.error, found.freedom, alpha);
    data[DIFFERENCE][k] = found.difference;
    data[ERROR][k] = found.error;
    data[LOW][k] = found.difference - reach;
    data[HIGH][k] = found.difference + reach;
    data[UNPAIRED][k] = found.unpaired_error;
    data[FREEDOM][k] = found.freedom;
}

static fl_err add_differences(fl_run_table *self, const sort *of)
{
    uint64_t n = size_of(of, self->setup);
    double *data[COLUMNS] = {NULL};
    fl_err err = FL_OK;
    for (unsigned which = 0; which < COLUMNS && !err; which++) {
        fl_run_array array = {columns[which].name,
                              FL_STORE_F64,
                              of->is_event ? "configuration event" : "configuration metric",
                              columns[which].description,
                              which == FREEDOM ? "number" : of->unit,
                              0,
                              false};
        err = fl_run_table_add(self, &array, &data[which]);
    }
    for (uint64_t k = 0; k < self->setup->conditions * n && !err; k++) {
        fill_columns(self, of, k, data);
    }
    return err;
}

static fl_err add_table(fl_run_table *self, const sort *of)
{
    if (size_of(of, self->setup) == 0) {
        return FL_OK;
    }
    fl_err err = add_names(self, of);
    err = err ? err : add_half(self, of, 0);
    err = err ? err : add_half(self, of, 1);
    return err ? err : add_differences(self, of);
}

fl_err fl_run_result_add_paired(fl_run_table *self)
{
    if (!self->setup->experiment->has_shared_streams) {
        return FL_OK;
    }
    fl_err err = add_table(self, &metrics);
    return err ? err : add_table(self, &events);
}
