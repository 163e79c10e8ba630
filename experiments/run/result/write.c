/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The totals as the tables of a result file, one folder each: here conditions, metrics, histograms.
 *
 * Every folder has its own scale `condition` and its own copy of the settings that vary, since xarray opens
 * one folder at a time: what it opens can be selected by the settings at once. The lists of metrics and
 * events are those of the setup; a condition that does not count one of them has zeros there. */
#include "experiments/run/result/result_private.h"
#include "experiments/run/run_private.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The place of a metric of the file in the spec of a condition; -1 if it is not counted there. */
static int metric_in(const fl_run_table *self, uint64_t condition, unsigned i)
{
    return fl_run_result_metric_in(self->totals[condition].spec, self->setup->tally.metrics[i].name, i);
}

/* The conditions. */

/* Adds a number for each condition. */
static fl_err add_column(fl_run_table *self, const char *name, const char *description, const char *unit,
                         uint64_t **data)
{
    fl_run_array column = {name, FL_STORE_U64, "condition", description, unit, 0, false};
    return fl_run_table_add(self, &column, data);
}

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

/* Adds what makes the samples of a condition again. */
static fl_err add_makers(fl_run_table *self)
{
    uint64_t n = self->setup->conditions;
    bool has_names = self->setup->experiment->generator == NULL;
    char **name = NULL;
    char **generator = NULL;
    char **settings = NULL;
    uint64_t *version = NULL;
    uint64_t *seed = NULL;
    fl_err err = fl_run_table_add_texts(self, (const char *[]){"generator", "condition"}, n,
                                        "name of the generator", &generator);
    if (!err && has_names) {
        err = fl_run_table_add_texts(self, (const char *[]){"population", "condition"}, n,
                                     "name of the condition", &name);
    }
    err = err ? err : add_column(self, "generator_version", "its version", "number", &version);
    err = err ? err : add_column(self, "seed", "seed of the samples", "number", &seed);
    err = err ? err
              : fl_run_table_add_texts(self, (const char *[]){"settings", "condition"}, n,
                                       "all settings that were given, as name=value, separated by blanks",
                                       &settings);
    for (uint64_t c = 0; c < n && !err; c++) {
        const fl_opened_generator *opened = &self->setup->condition[c].opened;
        fl_text text;
        fl_text_init(&text);
        add_settings(&opened->values, &text);
        version[c] = fl_generator_version(opened->generator, opened->rules);
        seed[c] = opened->seed;
        err = fl_text_check(&text) ? fl_diag_memory(self->diag)
                                   : fl_run_table_set_text(self, settings, c, fl_text_get(&text));
        err = err ? err : fl_run_table_set_text(self, generator, c, opened->generator->name);
        err = err || !has_names ? err : fl_run_table_set_text(self, name, c, self->setup->condition[c].name);
        fl_text_free(&text);
    }
    return err;
}

/* Low and high halves of the sums over a tally's numbers. */
static uint64_t number_sum(const fl_tally *tally, unsigned half)
{
    fl_tally_sum sum = half % 2 == 0 ? tally->numbers.sum : tally->numbers.squares;
    return (uint64_t)(half < 2 ? sum : sum >> 64);
}

/* Adds the sums over the samples' numbers, by which a sample counted twice or left out is found. Like other
 * sums of 128 bits they have upper halves where there are any. */
static fl_err add_numbers(fl_run_table *self)
{
    static const char *const names[4][2] = {
        {"number_sum", "sum of the numbers of the samples that were counted"},
        {"number_squares", "sum of the squares of these numbers, modulo 2^128"},
        {"number_sum_high", "upper 64 bits of number_sum"},
        {"number_squares_high", "upper 64 bits of number_squares"},
    };
    uint64_t *data = NULL;
    uint64_t n = self->setup->conditions;
    fl_err err =
        add_column(self, "first_number", "the number of sample 0, as show takes it", "sample number", &data);
    for (uint64_t c = 0; c < n && !err; c++) {
        data[c] = self->setup->condition[c].opened.first;
    }
    for (unsigned k = 0; k < 4 && !err; k++) {
        bool is_needed = k < 2;
        for (uint64_t c = 0; c < n; c++) {
            is_needed = is_needed || number_sum(&self->totals[c], k) > 0;
        }
        err =
            is_needed ? add_column(self, names[k][0], names[k][1], k < 2 ? "number" : "2^64", &data) : FL_OK;
        for (uint64_t c = 0; c < n && is_needed && !err; c++) {
            data[c] = number_sum(&self->totals[c], k);
        }
    }
    return err;
}

/* Where some samples are left out: by which condition, and how many there were. */
static fl_err add_where(fl_run_table *self)
{
    uint64_t n = self->setup->conditions;
    uint64_t *tried = NULL;
    char **texts = NULL;
    bool has_any = false;
    for (uint64_t c = 0; c < n; c++) {
        has_any = has_any || self->totals[c].spec->where;
    }
    if (!has_any) {
        return FL_OK;
    }
    fl_err err =
        add_column(self, "tried", "samples made, those that were left out included", "samples", &tried);
    err = err ? err
              : fl_run_table_add_texts(self, (const char *[]){"where", "condition"}, n,
                                       "only samples of which this is true are counted; empty = all", &texts);
    for (uint64_t c = 0; c < n && !err; c++) {
        const char *where = fl_run_setup_where(self->setup, c);
        tried[c] = fl_tally_tried(&self->totals[c]);
        err = fl_run_table_set_text(self, texts, c, where ? where : "");
    }
    return err;
}

static fl_err add_conditions(fl_run_table *self)
{
    uint64_t *samples = NULL;
    uint64_t *failed = NULL;
    uint64_t *first = NULL;
    fl_err err = fl_run_table_begin(self, "/condition",
                                    "condition samples failed first_sample first_number number_sum "
                                    "number_squares number_sum_high number_squares_high generator "
                                    "population generator_version seed settings tried where");
    err = err ? err : add_column(self, "samples", "samples made, failed ones included", "samples", &samples);
    err =
        err ? err : add_column(self, "failed", "samples that no layout was accepted for", "samples", &failed);
    if (!err &&
        fl_run_experiment_has_own_samples(self->setup->experiment)) { /* shards begin at different ones */
        err = add_column(self, "first_sample", "number of the first sample", "sample number", &first);
    }
    for (uint64_t c = 0; c < self->setup->conditions && !err && first; c++) {
        first[c] = self->setup->condition[c].from;
    }
    for (uint64_t c = 0; c < self->setup->conditions && !err; c++) {
        samples[c] = self->totals[c].floors;
        failed[c] = self->totals[c].failed;
    }
    err = err ? err : add_numbers(self);
    err = err ? err : add_makers(self);
    return err ? err : add_where(self);
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

/* The columns of the table of metrics. Sums have 128 bits; their upper halves are written where there are
 * any. */
enum { N, MEAN, VARIANCE, MIN, MAX, ARGMIN, ARGMAX, SUM, SQUARES, SUM_HIGH, SQUARES_HIGH, COLUMNS };

static const struct column {
    const char *name;
    fl_store_type type;
    const char *description, *unit;
} columns[COLUMNS] = {
    [N] = {"n", FL_STORE_U64, "how many values there are; 0 = not counted in this condition", "values"},
    [MEAN] = {"mean", FL_STORE_F64, "mean of the values", "that of the metric"},
    [VARIANCE] = {"variance", FL_STORE_F64, "variance of the values, with n - 1 below", "its square"},
    [MIN] = {"min", FL_STORE_I64, "smallest value; 0 where n is 0", "that of the metric"},
    [MAX] = {"max", FL_STORE_I64, "largest value; 0 where n is 0", "that of the metric"},
    [ARGMIN] = {"argmin", FL_STORE_U64, "first sample that has the smallest value", "sample number"},
    [ARGMAX] = {"argmax", FL_STORE_U64, "first sample that has the largest value", "sample number"},
    [SUM] = {"sum", FL_STORE_U64, "exact sum of the values", "that of the metric"},
    [SQUARES] = {"sum_of_squares", FL_STORE_U64, "exact sum of the squares of the values", "its square"},
    [SUM_HIGH] = {"sum_high", FL_STORE_U64, "upper 64 bits of sum", "2^64"},
    [SQUARES_HIGH] = {"sum_of_squares_high", FL_STORE_U64, "upper 64 bits of sum_of_squares", "2^64"},
};

static uint64_t bits_of(double number)
{
    uint64_t bits = 0;
    memcpy(&bits, &number, sizeof bits);
    return bits;
}

/* The columns of a metric in a condition, 64 bits each. */
static void fill_columns(const fl_run_table *self, uint64_t condition, unsigned i, uint64_t out[COLUMNS])
{
    int at = metric_in(self, condition, i);
    const fl_tally *tally = &self->totals[condition];
    memset(out, 0, COLUMNS * sizeof *out);
    out[MEAN] = out[VARIANCE] = bits_of(NAN);
    if (at < 0) {
        return;
    }
    const fl_tally_extreme *e = &tally->extreme[at];
    fl_run_moments m = fl_run_result_moments(tally, (unsigned)at);
    bool is_empty = e->min > e->max;
    out[N] = (uint64_t)m.sum[0];
    out[MEAN] = bits_of(m.mean);
    out[VARIANCE] = bits_of(m.variance);
    out[MIN] = is_empty ? 0 : (uint64_t)(int64_t)e->min;
    out[MAX] = is_empty ? 0 : (uint64_t)(int64_t)e->max;
    out[ARGMIN] = e->argmin;
    out[ARGMAX] = e->argmax;
    out[SUM] = (uint64_t)m.sum[1];
    out[SUM_HIGH] = (uint64_t)(m.sum[1] >> 64);
    out[SQUARES] = (uint64_t)m.sum[2];
    out[SQUARES_HIGH] = (uint64_t)(m.sum[2] >> 64);
}

static fl_err add_columns_of_metrics(fl_run_table *self)
{
    uint64_t metrics_n = self->setup->tally.metrics_n;
    uint64_t n = self->setup->conditions * metrics_n;
    uint64_t *values = calloc(n, COLUMNS * sizeof *values);
    fl_err err = values ? FL_OK : fl_diag_memory(self->diag);
    for (uint64_t k = 0; k < n && !err; k++) {
        fill_columns(self, k / metrics_n, (unsigned)(k % metrics_n), values + k * COLUMNS);
    }
    for (unsigned which = 0; which < COLUMNS && !err; which++) {
        const struct column *of = &columns[which];
        fl_run_array column = {of->name, of->type, "condition metric", of->description, of->unit, 0, false};
        uint64_t *data = NULL;
        bool is_needed = which < SUM_HIGH;
        for (uint64_t k = 0; k < n; k++) {
            is_needed = is_needed || values[k * COLUMNS + which] != 0;
        }
        err = is_needed ? fl_run_table_add(self, &column, &data) : FL_OK;
        for (uint64_t k = 0; k < n && is_needed && !err; k++) {
            data[k] = values[k * COLUMNS + which];
        }
    }
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
                                    "condition metric unit meaning n mean variance min max argmin argmax sum "
                                    "sum_of_squares sum_high sum_of_squares_high");
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

/* The count of a value in a condition, of the metric at a place of its spec; -1 = it is not counted there. */
static uint64_t count_of(const fl_run_table *self, uint64_t condition, int at, uint32_t value)
{
    const fl_tally_metric *metric = at < 0 ? NULL : &self->totals[condition].spec->metrics[at];
    return metric && value < metric->bins ? self->totals[condition].count[metric->at + value] : 0;
}

/* The bins of a metric in the condition that has most. */
static uint32_t bins_of(const fl_run_table *self, unsigned i)
{
    uint32_t most = 0;
    for (uint64_t c = 0; c < self->setup->conditions; c++) {
        int at = metric_in(self, c, i);
        uint32_t bins = at < 0 ? 0 : self->totals[c].spec->metrics[at].bins;
        most = bins > most ? bins : most;
    }
    return most;
}

/* A metric and one of its values that has a count in some condition. */
typedef struct cell {
    unsigned metric;
    uint32_t value;
} cell;

/* Lists the cells of a metric into `out` (NULL = only counts them); returns how many. `is_used` has room for
 * all its bins. */
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
        "count", FL_STORE_U64, "condition cell", "samples on which the metric has the value", "samples",
        0,       false};
    fl_err err = fl_run_table_begin(self, "/histogram", "condition cell metric value count");
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
        for (uint64_t k = 0; k < n; k++) { /* the cells of a metric follow each other */
            bool is_next = k == 0 || cells[k].metric != cells[k - 1].metric;
            at = is_next ? metric_in(self, c, cells[k].metric) : at;
            count[c * n + k] = count_of(self, c, at, cells[k].value);
        }
    }
    return err;
}

/* Nothing is written if there is no cell. */
static fl_err add_histograms(fl_run_table *self)
{
    uint64_t n = 0;
    uint64_t filled = 0;
    uint32_t most = 0;
    for (unsigned i = 0; i < self->setup->tally.metrics_n; i++) {
        uint32_t bins = bins_of(self, i);
        most = bins > most ? bins : most;
    }
    bool *is_used = calloc((size_t)most + 1, sizeof *is_used);
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

/* What floorlab reads again: of each condition the first sample, and its tally. */
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
