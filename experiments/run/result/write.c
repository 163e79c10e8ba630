/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The totals as the tables of a result file, one folder each: configurations, metrics, histograms.
 *
 * Every folder has its own scale `configuration` and its own copy of the settings that vary, since xarray
 * opens one folder at a time: what it opens can be selected by the settings at once. The lists of metrics and
 * events are those of the setup; a configuration that does not count one of them has zeros. */
#include "experiments/run/result/result_private.h"
#include "experiments/run/run_private.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The index of a metric of the file in the spec of a configuration; -1 if it is not counted. */
static int metric_in(const fl_run_table *self, uint64_t condition, unsigned i)
{
    return fl_run_result_metric_in(self->totals[condition].spec, self->setup->tally.metrics[i].name, i);
}

/* Columns of numbers. */

/* An array of 64-bit numbers over the rows of a table. */
typedef struct column {
    const char *name;
    fl_store_type type;
    bool is_always; /* written always; else only if one of its numbers is not 0 */
    const char *description, *unit;
} column;

/* Adds columns, up to the one without a name, from their values [rows_n][columns]. */
static fl_err add_columns(fl_run_table *self, const char *dimensions, const column *columns,
                          const uint64_t *values, uint64_t rows_n)
{
    fl_err err = FL_OK;
    unsigned columns_n = 0;
    while (columns[columns_n].name) {
        columns_n++;
    }
    for (unsigned i = 0; i < columns_n && !err; i++) {
        const column *source = &columns[i];
        fl_run_array array = {source->name, source->type, dimensions, source->description, source->unit, 0,
                              false};
        uint64_t *data = NULL;
        bool is_needed = source->is_always;
        for (uint64_t k = 0; k < rows_n && !is_needed; k++) {
            is_needed = values[k * columns_n + i] != 0;
        }
        err = is_needed ? fl_run_table_add(self, &array, &data) : FL_OK;
        for (uint64_t k = 0; k < rows_n && is_needed && !err; k++) {
            data[k] = values[k * columns_n + i];
        }
    }
    return err;
}

/* For the rows X(name, type, is it always written, value, meaning, unit) of a table of columns. */
#define FL_COLUMN_NAME(name, ...) " " name
#define FL_COLUMN(name, type, is_always, value, ...) {name, type, is_always, __VA_ARGS__},
#define FL_COLUMN_VALUE(name, type, is_always, value, ...) (uint64_t)(value),

/* The configurations. */

/* The sums over the samples' numbers reveal a sample that was counted twice or left out. 128-bit sums have
 * upper halves, written only if not 0. */
#define FL_CONDITION_COLUMNS(X)                                                                              \
    X("samples", FL_STORE_U64, true, tally->floors, "samples made, failed ones included", "samples")         \
    X("failed", FL_STORE_U64, true, tally->failed, "samples that no layout was accepted for", "samples")     \
    X("first_sample", FL_STORE_U64, has_own, has_own ? condition->from : 0, "number of the first sample",    \
      "sample number")                                                                                       \
    X("first_number", FL_STORE_U64, true, opened->first, "the number of sample 0, as show takes it",         \
      "sample number")                                                                                       \
    X("number_sum", FL_STORE_U64, true, tally->numbers.sum,                                                  \
      "sum of the numbers of the samples that were counted", "number")                                       \
    X("number_squares", FL_STORE_U64, true, tally->numbers.squares,                                          \
      "sum of the squares of these numbers, modulo 2^128", "number")                                         \
    X("number_sum_high", FL_STORE_U64, false, tally->numbers.sum >> 64, "upper 64 bits of number_sum",       \
      "2^64")                                                                                                \
    X("number_squares_high", FL_STORE_U64, false, tally->numbers.squares >> 64,                              \
      "upper 64 bits of number_squares", "2^64")                                                             \
    X("generator_version", FL_STORE_U64, true, fl_generator_version(opened->generator, opened->rules),       \
      "its version", "number")                                                                               \
    X("seed", FL_STORE_U64, true, opened->seed, "seed of the samples", "number")                             \
    X("tried", FL_STORE_U64, has_where, has_where ? fl_tally_tried(tally) : 0,                               \
      "samples made, those that were left out included", "samples")

/* "level=3 rules=flash" */
static void add_settings(const fl_setting_values *values, fl_text *out)
{
    fl_text value;
    fl_text_init(&value);
    for (size_t i = 0; i < values->n; i++) {
        if (values->origin[i] == FL_SETTING_VALUES_GIVEN) {
            fl_text_clear(&value);
            fl_setting_values_write(values, i, &value);
            fl_text_add_format(out, "%s%s=%s", out->size > 0 ? " " : "", values->table[i].name,
                               fl_text_get(&value));
        }
    }
    fl_text_drop(&value, out);
}

/* Adds what reproduces the samples of a configuration, and which of them are counted. */
static fl_err add_makers(fl_run_table *self, bool has_where)
{
    uint64_t n = self->setup->conditions;
    bool has_names = self->setup->experiment->generator == NULL;
    const struct {
        const char *name;
        bool is_there;
        const char *description;
    } columns[] = {{"generator", true, "name of the generator"},
                   {"scenario", has_names, "name of the configuration"},
                   {"settings", true, "all settings that were given, as name=value, separated by blanks"},
                   {"where", has_where, "only samples of which this is true are counted; empty = all"}};
    enum { COLUMNS = sizeof columns / sizeof columns[0] };
    char **data[COLUMNS] = {NULL};
    fl_err err = FL_OK;
    for (unsigned i = 0; i < COLUMNS && !err; i++) {
        err = columns[i].is_there
                  ? fl_run_table_add_texts(self, (const char *[]){columns[i].name, "configuration"}, n,
                                           columns[i].description, &data[i])
                  : FL_OK;
    }
    for (uint64_t c = 0; c < n && !err; c++) {
        const fl_run_condition *condition = &self->setup->condition[c];
        const char *where = fl_run_setup_where(self->setup, c);
        fl_text settings;
        fl_text_init(&settings);
        add_settings(&condition->opened.values, &settings);
        const char *const texts[COLUMNS] = {condition->opened.generator->name, condition->name,
                                            fl_text_get(&settings), where ? where : ""};
        err = fl_text_check(&settings) ? fl_diag_memory(self->diag) : FL_OK;
        for (unsigned i = 0; i < COLUMNS && !err; i++) {
            err = columns[i].is_there ? fl_run_table_set_text(self, data[i], c, texts[i]) : FL_OK;
        }
        fl_text_free(&settings);
    }
    return err;
}

static fl_err add_conditions(fl_run_table *self)
{
    const fl_run_setup *setup = self->setup;
    bool has_own = fl_run_experiment_has_own_samples(setup->experiment); /* shards begin at different ones */
    bool has_where = false;
    for (uint64_t c = 0; c < setup->conditions; c++) {
        has_where = has_where || self->totals[c].spec->where;
    }
    const column columns[] = {FL_CONDITION_COLUMNS(FL_COLUMN){.name = NULL}};
    enum { COLUMNS = sizeof columns / sizeof columns[0] - 1 };
    uint64_t *values = calloc(setup->conditions, COLUMNS * sizeof *values);
    for (uint64_t c = 0; c < setup->conditions && values; c++) {
        const fl_tally *tally = &self->totals[c];
        const fl_run_condition *condition = &setup->condition[c];
        const fl_opened_generator *opened = &condition->opened;
        const uint64_t row[COLUMNS] = {FL_CONDITION_COLUMNS(FL_COLUMN_VALUE)};
        memcpy(values + c * COLUMNS, row, sizeof row);
    }
    fl_err err = values ? FL_OK : fl_diag_memory(self->diag);
    err = err ? err
              : fl_run_table_begin(
                    self, "/configuration",
                    "configuration generator scenario settings where" FL_CONDITION_COLUMNS(FL_COLUMN_NAME));
    err = err ? err : add_columns(self, "configuration", columns, values, setup->conditions);
    free(values);
    return err ? err : add_makers(self, has_where);
}

/* The metrics. */

fl_run_moments fl_run_result_moments(const fl_tally *tally, unsigned i)
{
    fl_run_moments out = {.mean = NAN, .variance = NAN};
    fl_tally_sums(tally, i, out.sum);
    if (out.sum[0] > 0) {
        long double n = (long double)out.sum[0];
        long double mean = (long double)out.sum[1] / n;
        /* long double keeps 64 bits of the exact sums, enough for the difference below */
        long double spread = (long double)out.sum[2] / n - mean * mean;
        out.mean = (double)mean;
        out.variance = out.sum[0] > 1 ? (double)(spread * n / (n - 1)) : 0;
    }
    return out;
}

/* 128-bit sums have upper halves, written only if not 0. */
#define FL_METRIC_COLUMNS(X)                                                                                 \
    X("n", FL_STORE_U64, true, m.sum[0], "how many values there are; 0 = not counted in this configuration", \
      "values")                                                                                              \
    X("mean", FL_STORE_F64, true, bits_of(m.mean), "mean of the values", "that of the metric")               \
    X("variance", FL_STORE_F64, true, bits_of(m.variance), "variance of the values, with n - 1 below",       \
      "its square")                                                                                          \
    X("min", FL_STORE_I64, true, is_empty ? 0 : (int64_t)e->min, "smallest value; 0 where n is 0",           \
      "that of the metric")                                                                                  \
    X("max", FL_STORE_I64, true, is_empty ? 0 : (int64_t)e->max, "largest value; 0 where n is 0",            \
      "that of the metric")                                                                                  \
    X("argmin", FL_STORE_U64, true, e->argmin, "first sample that has the smallest value", "sample number")  \
    X("argmax", FL_STORE_U64, true, e->argmax, "first sample that has the largest value", "sample number")   \
    X("sum", FL_STORE_U64, true, m.sum[1], "exact sum of the values", "that of the metric")                  \
    X("sum_of_squares", FL_STORE_U64, true, m.sum[2], "exact sum of the squares of the values",              \
      "its square")                                                                                          \
    X("sum_high", FL_STORE_U64, false, m.sum[1] >> 64, "upper 64 bits of sum", "2^64")                       \
    X("sum_of_squares_high", FL_STORE_U64, false, m.sum[2] >> 64, "upper 64 bits of sum_of_squares", "2^64")

static uint64_t bits_of(double number)
{
    uint64_t bits = 0;
    memcpy(&bits, &number, sizeof bits);
    return bits;
}

static fl_err add_columns_of_metrics(fl_run_table *self)
{
    static const column columns[] = {FL_METRIC_COLUMNS(FL_COLUMN){.name = NULL}};
    enum { COLUMNS = sizeof columns / sizeof columns[0] - 1 };
    static const fl_tally_extreme none = {.min = INT32_MAX, .max = INT32_MIN};
    uint64_t metrics_n = self->setup->tally.metrics_n;
    uint64_t n = self->setup->conditions * metrics_n;
    uint64_t *values = calloc(n, COLUMNS * sizeof *values);
    for (uint64_t k = 0; k < n && values; k++) {
        int at = metric_in(self, k / metrics_n, (unsigned)(k % metrics_n));
        const fl_tally *tally = &self->totals[k / metrics_n];
        const fl_tally_extreme *e = at < 0 ? &none : &tally->extreme[at];
        const fl_run_moments m = at < 0 ? (fl_run_moments){.mean = NAN, .variance = NAN}
                                        : fl_run_result_moments(tally, (unsigned)at);
        bool is_empty = e->min > e->max;
        const uint64_t row[COLUMNS] = {FL_METRIC_COLUMNS(FL_COLUMN_VALUE)};
        memcpy(values + k * COLUMNS, row, sizeof row);
    }
    fl_err err =
        values ? add_columns(self, "configuration metric", columns, values, n) : fl_diag_memory(self->diag);
    free(values);
    return err;
}

static fl_err add_metrics(fl_run_table *self)
{
    const fl_tally_spec *tally = &self->setup->tally;
    char **names = NULL;
    char **units = NULL;
    char **meanings = NULL;
    if (tally->metrics_n == 0) {
        return FL_OK;
    }
    fl_err err = fl_run_table_begin(self, "/metric",
                                    "configuration metric unit meaning" FL_METRIC_COLUMNS(FL_COLUMN_NAME));
    err = err ? err
              : fl_run_table_add_texts(self, (const char *[]){"metric", "metric"}, tally->metrics_n,
                                       "name of the metric", &names);
    err = err ? err
              : fl_run_table_add_texts(self, (const char *[]){"unit", "metric"}, tally->metrics_n,
                                       "what its values count", &units);
    err = err ? err
              : fl_run_table_add_texts(self, (const char *[]){"meaning", "metric"}, tally->metrics_n,
                                       "what it measures", &meanings);
    self->more = "unit meaning";
    for (unsigned i = 0; i < tally->metrics_n && !err; i++) {
        const fl_tally_metric *row = &tally->metrics[i];
        err = fl_run_table_set_text(self, names, i, fl_tally_metric_name(&tally->metrics[i]));
        err = err ? err : fl_run_table_set_text(self, units, i, row->unit);
        err = err ? err : fl_run_table_set_text(self, meanings, i, row->meaning);
    }
    return err ? err : add_columns_of_metrics(self);
}

/* The histograms. */

/* The count of a value in a configuration, of the metric at an index of its spec; -1 = not counted. */
static uint64_t count_of(const fl_run_table *self, uint64_t condition, int at, uint32_t value)
{
    const fl_tally_metric *metric = at < 0 ? NULL : &self->totals[condition].spec->metrics[at];
    return metric && value < metric->bins ? self->totals[condition].count[metric->at + value] : 0;
}

/* The largest number of bins of a metric in any configuration. */
static uint32_t bins_of(const fl_run_table *self, unsigned i)
{
    uint32_t bins_max = 0;
    for (uint64_t c = 0; c < self->setup->conditions; c++) {
        int at = metric_in(self, c, i);
        uint32_t bins = at < 0 ? 0 : self->totals[c].spec->metrics[at].bins;
        bins_max = bins > bins_max ? bins : bins_max;
    }
    return bins_max;
}

/* A metric and one of its values with a count in some configuration. */
typedef struct cell {
    unsigned metric;
    uint32_t value;
} cell;

/* Lists the cells of a metric in `out` (NULL = only counts them); returns their number. `is_used` has room
 * for all its bins. */
static uint64_t list_cells(const fl_run_table *self, unsigned i, bool *is_used, cell *out)
{
    uint64_t n = 0;
    uint32_t bins = bins_of(self, i);
    memset(is_used, 0, bins * sizeof *is_used);
    for (uint64_t c = 0; c < self->setup->conditions; c++) {
        int at = metric_in(self, c, i);
        for (uint32_t value = 0; value < bins && at >= 0; value++) {
            is_used[value] = is_used[value] || count_of(self, c, at, value) > 0;
        }
    }
    for (uint32_t value = 0; value < bins; value++) {
        if (is_used[value] && out) {
            out[n] = (cell){i, value};
        }
        n += is_used[value];
    }
    return n;
}

static fl_err fill_histograms(fl_run_table *self, const cell *cells, uint64_t n)
{
    static const char *const notes[2] = {"number of the cell", "number"};
    char **metric = NULL;
    int64_t *value = NULL;
    uint64_t *count = NULL;
    fl_run_array values = {"value", FL_STORE_I64, "cell", "value of the metric", "that of the metric",
                           n,       true};
    fl_run_array counts = {
        "count", FL_STORE_U64, "configuration cell", "samples on which the metric has the value", "samples",
        0,       false};
    fl_err err = fl_run_table_begin(self, "/histogram", "configuration cell metric value count");
    err = err ? err : fl_run_table_add_scale(self, "cell", n, 0, notes);
    err = err ? err
              : fl_run_table_add_texts(self, (const char *[]){"metric", "cell"}, n, "name of the metric",
                                       &metric);
    err = err ? err : fl_run_table_add(self, &values, &value);
    self->more = "metric value";
    err = err ? err : fl_run_table_add(self, &counts, &count);
    for (uint64_t k = 0; k < n && !err; k++) {
        err = fl_run_table_set_text(self, metric, k,
                                    fl_tally_metric_name(&self->setup->tally.metrics[cells[k].metric]));
        value[k] = cells[k].value;
    }
    for (uint64_t c = 0; c < self->setup->conditions && !err; c++) {
        int at = -1;
        for (uint64_t k = 0; k < n; k++) { /* the cells of a metric are consecutive */
            bool is_next = k == 0 || cells[k].metric != cells[k - 1].metric;
            at = is_next ? metric_in(self, c, cells[k].metric) : at;
            count[c * n + k] = count_of(self, c, at, cells[k].value);
        }
    }
    return err;
}

/* Adds the histograms; nothing if there is no cell. */
static fl_err add_histograms(fl_run_table *self)
{
    uint64_t n = 0;
    uint64_t filled = 0;
    uint32_t bins_max = 0;
    for (unsigned i = 0; i < self->setup->tally.metrics_n; i++) {
        uint32_t bins = bins_of(self, i);
        bins_max = bins > bins_max ? bins : bins_max;
    }
    bool *is_used = calloc((size_t)bins_max + 1, sizeof *is_used);
    for (unsigned i = 0; i < self->setup->tally.metrics_n && is_used; i++) {
        n += list_cells(self, i, is_used, NULL);
    }
    cell *cells = calloc(n + 1, sizeof *cells);
    fl_err err = is_used && cells ? FL_OK : fl_diag_memory(self->diag);
    for (unsigned i = 0; i < self->setup->tally.metrics_n && !err; i++) {
        filled += list_cells(self, i, is_used, cells + filled);
    }
    err = !err && n > 0 ? fill_histograms(self, cells, n) : err;
    free(cells);
    free(is_used);
    return err;
}

/* Adds the data that floorlab reads back: for each configuration the first sample, and its tally. */
static fl_err add_state(fl_store *out, const fl_run_setup *setup, const fl_tally *totals, fl_diag *diag)
{
    fl_text bytes;
    fl_text_init(&bytes);
    for (uint64_t c = 0; c < setup->conditions; c++) {
        fl_tally_pack_add_number(setup->condition[c].from, &bytes);
        fl_tally_pack_add(&totals[c], &bytes);
    }
    fl_err err =
        fl_text_check(&bytes) || fl_store_set_state(out, FL_STORE_TALLIES, fl_text_get(&bytes), bytes.size)
            ? fl_diag_memory(diag)
            : FL_OK;
    fl_text_free(&bytes);
    return err;
}

fl_err fl_run_result_build(fl_store *out, const fl_run_setup *setup, const fl_tally *totals,
                           const fl_run_provenance *provenance, fl_diag *diag)
{
    fl_run_table table = {.out = out, .setup = setup, .totals = totals, .diag = diag};
    fl_text_init(&table.coordinates);
    fl_err err = fl_run_result_add_head(out, setup, totals, provenance, diag);
    err = err ? err : add_state(out, setup, totals, diag);
    err = err ? err : fl_run_result_add_files(&table);
    err = err ? err : add_conditions(&table);
    err = err ? err : add_metrics(&table);
    err = err ? err : add_histograms(&table);
    err = err ? err : fl_run_result_add_events(&table);
    err = err ? err : fl_run_result_add_joints(&table);
    err = err ? err : fl_run_result_add_maps(&table);
    err = err ? err : fl_run_result_add_visits(&table);
    err = err ? err : fl_run_result_add_paired(&table);
    bool is_short = fl_text_check(&table.coordinates) != FL_OK;
    fl_text_free(&table.coordinates);
    return err == FL_ERR_MEMORY || (!err && is_short) ? fl_diag_memory(diag) : err;
}
