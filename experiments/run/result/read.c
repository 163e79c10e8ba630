/* SPDX-License-Identifier: GPL-2.0-or-later */
/* From the tables of a result file back to tallies. Rows and columns are found by their names; a missing
 * item, or one of the wrong size, is damage. */
#include "experiments/run/result/result_private.h"
#include "experiments/run/run_private.h"
#include "gen/registry.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

fl_err fl_run_result_refuse(const fl_result_reading *r, const char *item)
{
    return fl_diag_set(r->diag, FL_ERR_DAMAGED, r->path, "'%s' is missing or malformed", item);
}

const fl_store_item *fl_run_result_find(const fl_result_reading *r, const char *path, fl_store_type type,
                                        unsigned rank)
{
    const fl_store_item *item = fl_store_find(r->store, path);
    return item && item->data && item->rank == rank && item->type == type ? item : NULL;
}

const void *fl_run_result_values(const fl_result_reading *r, const char *path, fl_store_type type,
                                 unsigned rank, uint64_t second)
{
    const fl_store_item *item = fl_run_result_find(r, path, type, rank);
    bool is_right =
        item && item->size[0] == r->out->setup.conditions && (rank < 2 || item->size[1] == second);
    return is_right ? item->data : NULL;
}

char *const *fl_run_result_names_of(const fl_result_reading *r, const char *path, uint64_t *n)
{
    const fl_store_item *item = fl_run_result_find(r, path, FL_STORE_TEXT, 1);
    *n = item ? item->size[0] : 0;
    return item ? item->data : NULL;
}

uint64_t fl_run_result_place_of(char *const *names, uint64_t n, uint64_t guess, const char *name)
{
    for (uint64_t k = 0; k < n; k++) {
        uint64_t at = (guess + k) % n;
        if (names[at] && strcmp(names[at], name) == 0) {
            return at;
        }
    }
    return n;
}

/* The samples of populations, which begin at different numbers in a shard. */
static fl_err read_first(fl_result_reading *r, const uint64_t *samples)
{
    const uint64_t *first = fl_run_result_values(r, "/condition/first_sample", FL_STORE_U64, 1, 0);
    for (uint64_t c = 0; c < r->out->setup.conditions && first; c++) {
        fl_run_condition *condition = &r->out->setup.condition[c];
        uint64_t most = fl_run_setup_samples(&r->out->setup, c);
        if (first[c] > most || samples[c] > most - first[c]) {
            return fl_run_result_refuse(r, "/condition/first_sample");
        }
        condition->from = first[c];
        condition->to = first[c] + samples[c];
    }
    return first ? FL_OK : fl_run_result_refuse(r, "/condition/first_sample");
}

/* The sums over the numbers of the samples. */
static fl_err read_numbers(fl_result_reading *r)
{
    const uint64_t *sum = fl_run_result_values(r, "/condition/number_sum", FL_STORE_U64, 1, 0);
    const uint64_t *squares = fl_run_result_values(r, "/condition/number_squares", FL_STORE_U64, 1, 0);
    const uint64_t *sum_high = fl_run_result_values(r, "/condition/number_sum_high", FL_STORE_U64, 1, 0);
    const uint64_t *squares_high =
        fl_run_result_values(r, "/condition/number_squares_high", FL_STORE_U64, 1, 0);
    if (!sum || !squares) {
        return fl_run_result_refuse(r, sum ? "/condition/number_squares" : "/condition/number_sum");
    }
    for (uint64_t c = 0; c < r->out->setup.conditions; c++) {
        r->out->totals[c].numbers = (fl_tally_numbers){
            .sum = (fl_tally_sum)(sum_high ? sum_high[c] : 0) << 64 | sum[c],
            .squares = (fl_tally_sum)(squares_high ? squares_high[c] : 0) << 64 | squares[c],
        };
    }
    return FL_OK;
}

/* A file holds the first samples of each condition, each of them once. */
static fl_err check_numbers(fl_result_reading *r)
{
    for (uint64_t c = 0; c < r->out->setup.conditions; c++) {
        const fl_run_condition *condition = &r->out->setup.condition[c];
        const fl_tally *total = &r->out->totals[c];
        uint64_t first = condition->opened.first + condition->from;
        uint64_t tried = fl_tally_tried(total);
        if (!fl_tally_has_once(total, first, tried)) {
            fl_err err =
                fl_diag_set(r->diag, FL_ERR_DAMAGED, r->path,
                            "condition %llu says that it counted the samples %llu to %llu, each once, "
                            "but the sums of its numbers are not theirs",
                            (unsigned long long)c, (unsigned long long)first,
                            (unsigned long long)(first + tried - (tried > 0)));
            fl_diag_hint(r->diag, "some were counted twice or left out: run its experiment again");
            return err;
        }
    }
    return FL_OK;
}

static fl_err read_conditions(fl_result_reading *r)
{
    const uint64_t *samples = fl_run_result_values(r, "/condition/samples", FL_STORE_U64, 1, 0);
    const uint64_t *failed = fl_run_result_values(r, "/condition/failed", FL_STORE_U64, 1, 0);
    const uint64_t *tried = fl_run_result_values(r, "/condition/tried", FL_STORE_U64, 1, 0);
    if (!samples || !failed) {
        return fl_run_result_refuse(r, samples ? "/condition/failed" : "/condition/samples");
    }
    for (uint64_t c = 0; c < r->out->setup.conditions; c++) {
        fl_tally *total = &r->out->totals[c];
        total->floors = samples[c];
        total->failed = failed[c];
        if (total->spec->where && (!tried || tried[c] < samples[c])) {
            return fl_run_result_refuse(r, "/condition/tried");
        }
        if (total->spec->where) {
            total->count[total->spec->left_out_at] = tried[c] - samples[c];
        }
    }
    fl_err err = read_numbers(r);
    return err || !fl_run_experiment_has_own_samples(&r->out->experiment)
               ? err
               : read_first(r, tried ? tried : samples);
}

/* The place of a metric of the file's list in the spec of a condition; -1 if it is not counted there. */
static int metric_in(const fl_result_reading *r, uint64_t condition, unsigned i)
{
    return fl_run_result_metric_in(r->out->totals[condition].spec, r->out->setup.tally.metrics[i].name, i);
}

/* Copies the counts of a cell; false if the metric has no such value. */
static bool read_cell(fl_result_reading *r, unsigned i, int64_t value, const uint64_t *count, uint64_t cells)
{
    unsigned metrics_n = r->out->setup.tally.metrics_n;
    for (uint64_t c = 0; c < r->out->setup.conditions; c++) {
        fl_tally_sum n = count[c * cells];
        fl_tally_sum *sums = r->sums[c * metrics_n + i];
        int at = metric_in(r, c, i);
        const fl_tally_metric *metric = at < 0 ? NULL : &r->out->totals[c].spec->metrics[at];
        if (n == 0) {
            continue;
        }
        if (!metric || value < 0 || value >= metric->bins) {
            return false;
        }
        r->out->totals[c].count[metric->at + (uint64_t)value] = (uint64_t)n;
        sums[0] += n;
        sums[1] += n * (uint64_t)value;
        sums[2] += n * (uint64_t)value * (uint64_t)value;
    }
    return true;
}

/* A file in which nothing was counted has no histograms. */
static fl_err read_histograms(fl_result_reading *r)
{
    const fl_tally_spec *tally = &r->out->setup.tally;
    uint64_t cells = 0;
    unsigned i = 0;
    char *const *names = fl_run_result_names_of(r, "/histogram/metric", &cells);
    const fl_store_item *value = fl_run_result_find(r, "/histogram/value", FL_STORE_I64, 1);
    const uint64_t *count = fl_run_result_values(r, "/histogram/count", FL_STORE_U64, 2, cells);
    if (!names && !value && !count) {
        return FL_OK;
    }
    if (!names || !value || !count || value->size[0] != cells) {
        return fl_run_result_refuse(r, !names   ? "/histogram/metric"
                                       : !count ? "/histogram/count"
                                                : "/histogram/value");
    }
    for (uint64_t k = 0; k < cells; k++) {
        const char *name = names[k] ? names[k] : "";
        for (unsigned tries = 0; tries <= tally->metrics_n; tries++, i = (i + 1) % tally->metrics_n) {
            if (tries == tally->metrics_n) {
                return fl_run_result_refuse(r, "/histogram/metric");
            }
            if (strcmp(fl_tally_metric_name(&tally->metrics[i]), name) == 0) {
                break;
            }
        }
        if (!read_cell(r, i, ((const int64_t *)value->data)[k], count + k, cells)) {
            return fl_run_result_refuse(r, "/histogram/value");
        }
    }
    return FL_OK;
}

enum { N, SUM, SQUARES, ARGMIN, ARGMAX, COLUMNS };

/* What the table of metrics holds beside the means. */
typedef struct metric_table {
    uint64_t n;
    const uint64_t *column[COLUMNS];
    const uint64_t *high[COLUMNS]; /* of sums; NULL = zeros */
    const int64_t *min, *max;
} metric_table;

static fl_err find_metrics(fl_result_reading *r, metric_table *out)
{
    static const char *const paths[COLUMNS] = {[N] = "/metric/n",
                                               [SUM] = "/metric/sum",
                                               [SQUARES] = "/metric/sum_of_squares",
                                               [ARGMIN] = "/metric/argmin",
                                               [ARGMAX] = "/metric/argmax"};
    for (unsigned k = 0; k < COLUMNS; k++) {
        out->column[k] = fl_run_result_values(r, paths[k], FL_STORE_U64, 2, out->n);
        if (!out->column[k]) {
            return fl_run_result_refuse(r, paths[k]);
        }
    }
    out->high[SUM] = fl_run_result_values(r, "/metric/sum_high", FL_STORE_U64, 2, out->n);
    out->high[SQUARES] = fl_run_result_values(r, "/metric/sum_of_squares_high", FL_STORE_U64, 2, out->n);
    out->min = fl_run_result_values(r, "/metric/min", FL_STORE_I64, 2, out->n);
    out->max = fl_run_result_values(r, "/metric/max", FL_STORE_I64, 2, out->n);
    return out->min && out->max ? FL_OK : fl_run_result_refuse(r, out->min ? "/metric/max" : "/metric/min");
}

/* INT32_MIN is FL_GENERATOR_FACT_NONE, which is never counted. */
static bool is_number(int64_t value)
{
    return value > INT32_MIN && value <= INT32_MAX;
}

/* Extremes, and the values that are in no histogram: all less those that are. */
static fl_err read_extreme(fl_result_reading *r, const metric_table *table, uint64_t at, uint64_t sum_at,
                           fl_tally_extreme *out)
{
    fl_tally_sum rest[3];
    for (unsigned k = 0; k < 3; k++) {
        fl_tally_sum high = table->high[k] ? table->high[k][at] : 0;
        fl_tally_sum all = high << 64 | table->column[k][at];
        if (all < r->sums[sum_at][k]) {
            return fl_run_result_refuse(r, k == N     ? "/metric/n"
                                           : k == SUM ? "/metric/sum"
                                                      : "/metric/sum_of_squares");
        }
        rest[k] = all - r->sums[sum_at][k];
    }
    if (!is_number(table->min[at]) || !is_number(table->max[at])) {
        return fl_run_result_refuse(r, "/metric/min");
    }
    bool is_empty = table->column[N][at] == 0;
    *out = (fl_tally_extreme){
        .min = is_empty ? INT32_MAX : (int32_t)table->min[at],
        .max = is_empty ? INT32_MIN : (int32_t)table->max[at],
        .argmin = table->column[ARGMIN][at],
        .argmax = table->column[ARGMAX][at],
        .over_n = (uint64_t)rest[0],
        .over_sum = rest[1],
        .over_square = rest[2],
    };
    return FL_OK;
}

static fl_err read_metrics(fl_result_reading *r)
{
    metric_table table = {.n = 0};
    const fl_tally_spec *tally = &r->out->setup.tally;
    char *const *names = fl_run_result_names_of(r, "/metric/metric", &table.n);
    if (tally->metrics_n == 0) {
        return FL_OK;
    }
    fl_err err = names ? find_metrics(r, &table) : fl_run_result_refuse(r, "/metric/metric");
    for (unsigned i = 0; i < tally->metrics_n && !err; i++) {
        uint64_t at = fl_run_result_place_of(names, table.n, i, fl_tally_metric_name(&tally->metrics[i]));
        err = at < table.n ? FL_OK : fl_run_result_refuse(r, "/metric/metric");
        for (uint64_t c = 0; c < r->out->setup.conditions && !err; c++) {
            int to = metric_in(r, c, i);
            err = to < 0 ? FL_OK
                         : read_extreme(r, &table, c * table.n + at, c * tally->metrics_n + i,
                                        &r->out->totals[c].extreme[to]);
        }
    }
    return err;
}

static fl_err read_totals(fl_result_reading *r)
{
    const fl_tally_spec *tally = &r->out->setup.tally;
    fl_err err = FL_OK;
    if (!r->out->totals) {
        err = fl_run_setup_make_tallies(&r->out->setup, &r->out->totals, r->diag);
    }
    r->sums = calloc(r->out->setup.conditions * tally->metrics_n + 1, sizeof *r->sums);
    err = err || r->sums ? err : fl_diag_memory(r->diag);
    err = err ? err : read_conditions(r);
    err = err ? err : read_histograms(r);
    err = err ? err : read_metrics(r);
    err = err ? err : fl_run_result_read_events(r);
    err = err ? err : fl_run_result_read_planes(r);
    err = err ? err : fl_run_result_read_paired(r->out, r->store, r->path, r->diag);
    free(r->sums);
    return err;
}

static fl_err read_number(fl_result_reading *r, const char *name, uint64_t *out)
{
    const fl_store_attribute *attribute = fl_store_attribute_of(r->store, name);
    if (!attribute || attribute->text) {
        return fl_run_result_refuse(r, name);
    }
    *out = attribute->number;
    return FL_OK;
}

static fl_err check_version(fl_result_reading *r, uint64_t condition, const fl_generator *generator,
                            unsigned now)
{
    const fl_store_item *version = fl_run_result_find(r, "/condition/generator_version", FL_STORE_U64, 1);
    uint64_t found = ((const uint64_t *)version->data)[condition];
    if (found == now) {
        return FL_OK;
    }
    fl_err err = fl_diag_set(r->diag, FL_ERR_VERSION, r->path,
                             "it was made by version %llu of generator '%s'; this program has version %u",
                             (unsigned long long)found, generator->name, now);
    fl_diag_hint(r->diag, "run its experiment again with this program");
    return err;
}

/* A generator of another version would make other floors: refused. */
static fl_err check_versions(fl_result_reading *r)
{
    uint64_t n = 0;
    char *const *names = fl_run_result_names_of(r, "/condition/generator", &n);
    const fl_store_item *version = fl_run_result_find(r, "/condition/generator_version", FL_STORE_U64, 1);
    if (!names || !version || version->size[0] != n) {
        return fl_run_result_refuse(r, names ? "/condition/generator_version" : "/condition/generator");
    }
    fl_err err = FL_OK;
    for (uint64_t c = 0; c < n && !err; c++) {
        const fl_generator *generator = names[c] ? fl_registry_find(names[c]) : NULL;
        err = generator && !generator->rules_version ? check_version(r, c, generator, generator->version)
                                                     : FL_OK;
    }
    return err;
}

/* The same where each rule set has a version of its own; rules are known after the set-up. */
static fl_err check_rules_versions(fl_result_reading *r)
{
    const fl_store_item *version = fl_run_result_find(r, "/condition/generator_version", FL_STORE_U64, 1);
    const fl_run_setup *setup = &r->out->setup;
    fl_err err = FL_OK;
    for (uint64_t c = 0; c < setup->conditions && c < version->size[0] && !err; c++) {
        const fl_opened_generator *opened = &setup->condition[c].opened;
        err = check_version(r, c, opened->generator, fl_generator_version(opened->generator, opened->rules));
    }
    return err;
}

fl_err fl_run_result_read_files(const fl_store *store, const char *path, fl_files *out, fl_diag *diag)
{
    const fl_result_reading r = {.store = store, .path = path, .diag = diag};
    uint64_t n[3] = {0, 0, 0};
    char *const *name = fl_run_result_names_of(&r, "/input/name", &n[0]);
    char *const *hash = fl_run_result_names_of(&r, "/input/hash", &n[1]);
    char *const *text = fl_run_result_names_of(&r, "/input/text", &n[2]);
    fl_err err = n[0] == n[1] && n[0] == n[2] ? FL_OK : fl_run_result_refuse(&r, "/input/name");
    out->is_closed = true;
    for (uint64_t i = 0; i < n[0] && !err; i++) {
        char *end = NULL;
        uint64_t noted = hash[i] ? strtoull(hash[i], &end, 16) : 0;
        bool is_right = name[i] && text[i] && noted != 0 && *end == '\0' && !fl_files_find(out, name[i]);
        bool is_whole = is_right && fl_files_hash(text[i], strlen(text[i])) == noted;
        err = is_right ? fl_files_restore(out, name[i], is_whole ? text[i] : NULL, noted, diag)
                       : fl_run_result_refuse(&r, "/input/name");
    }
    return err;
}

/* The experiment as it was run. */
static fl_err read_experiment(fl_result_reading *r)
{
    fl_run_result *out = r->out;
    const fl_store_attribute *text = fl_store_attribute_of(r->store, "experiment_resolved");
    if (!text || !text->text || !text->text[0]) {
        return fl_run_result_refuse(r, "experiment_resolved");
    }
    fl_err err = check_versions(r);
    fl_files *files = err ? NULL : calloc(1, sizeof *files);
    err = err || files ? err : fl_diag_memory(r->diag);
    err = err ? err : fl_run_result_read_files(r->store, r->path, files, r->diag);
    if (err) {
        fl_files_free(files);
        free(files);
        return err;
    }
    err = fl_run_experiment_read_again(&out->experiment, text->text, r->path, files, r->diag);
    err = err ? err : fl_run_setup_init(&out->setup, &out->experiment, 0, 1, r->diag);
    return err ? err : check_rules_versions(r);
}

/* Which samples of each condition the file holds; the setup has all of them. */
static fl_err read_range(fl_result_reading *r)
{
    uint64_t from = 0;
    uint64_t to = 0;
    fl_err err = read_number(r, "samples_from", &from);
    err = err ? err : read_number(r, "samples_to", &to);
    if (!err && (from > to || to > r->out->setup.to)) {
        return fl_run_result_refuse(r, "samples_to");
    }
    if (!err) {
        fl_run_setup_take(&r->out->setup, from, to);
    }
    return err;
}

static fl_err check_digest(fl_result_reading *r)
{
    uint64_t complete = 0;
    char found[FL_DIGEST_TEXT];
    const fl_store_attribute *noted = fl_store_attribute_of(r->store, "digest");
    fl_err err = fl_run_result_digest(&r->out->setup, r->out->totals, found, r->diag);
    err = err ? err : read_number(r, "complete", &complete);
    if (!err && (!noted || !noted->text || strcmp(noted->text, found) != 0)) {
        err = fl_diag_set(r->diag, FL_ERR_DAMAGED, r->path, "its numbers have the digest %s, but it says %s",
                          found, noted && noted->text ? noted->text : "nothing");
        return err;
    }
    memcpy(r->out->digest, found, sizeof found);
    r->out->is_complete = complete != 0;
    return err;
}

/* All that the set-up does not decide. */
static fl_err read_numbers_of(fl_result_reading *r)
{
    fl_err err = read_range(r);
    err = err ? err : read_totals(r);
    err = err ? err : check_digest(r);
    err = err ? err : check_numbers(r);
    r->out->has_floors = !err && fl_store_find(r->store, FL_STORE_SAMPLES) != NULL;
    return err;
}

fl_err fl_run_result_read(fl_run_result *self, const fl_store *store, const char *path, fl_diag *diag)
{
    fl_result_reading r = {.store = store, .path = path, .out = self, .diag = diag};
    memset(self, 0, sizeof *self);
    fl_err err = read_experiment(&r);
    err = err ? err : read_numbers_of(&r);
    if (err) {
        fl_run_result_close(self);
    }
    return err;
}

fl_err fl_run_result_read_alike(fl_run_result *self, const fl_store *store, const char *path, fl_diag *diag)
{
    fl_result_reading r = {.store = store, .path = path, .out = self, .diag = diag};
    for (uint64_t c = 0; c < self->setup.conditions; c++) {
        fl_tally_clear(&self->totals[c]);
    }
    fl_run_setup_cut(&self->setup, 0, 1);
    return read_numbers_of(&r);
}

fl_err fl_run_result_open(fl_run_result *self, const char *path, fl_diag *diag)
{
    fl_store store;
    memset(self, 0, sizeof *self);
    fl_err err = fl_store_hdf5_read(&store, path, diag);
    err = err ? err : fl_run_result_read(self, &store, path, diag);
    fl_store_free(&store);
    return err;
}

void fl_run_result_close(fl_run_result *self)
{
    if (self->totals) {
        fl_run_setup_free_tallies(&self->setup, self->totals);
    }
    self->totals = NULL;
    fl_run_setup_free(&self->setup);
    fl_run_experiment_free(&self->experiment);
}
