/* SPDX-License-Identifier: GPL-2.0-or-later */
/* From the tables of a result file back to tallies. Rows and columns are found by their names; a missing
 * item, or one of the wrong size, is damage. */
#include "experiments/run/result/result_private.h"
#include "experiments/run/run_private.h"
#include "gen/registry.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct result_reading {
    const fl_store *store;
    const char *path;
    fl_run_result *out;
    fl_diag *diag;
    fl_tally_sum (*sums)[3]; /* [conditions][metrics]: of the values that are in the histograms */
} result_reading;

static fl_err refuse(const result_reading *r, const char *item)
{
    return fl_diag_set(r->diag, FL_ERR_DAMAGED, r->path, "'%s' is missing or malformed", item);
}

/* An item of a type and rank; NULL if it is not there like that. */
static const fl_store_item *find(const result_reading *r, const char *path, fl_store_type type, unsigned rank)
{
    const fl_store_item *item = fl_store_find(r->store, path);
    return item && item->data && item->rank == rank && item->type == type ? item : NULL;
}

/* An item whose first dimension is the conditions and whose second has `second` entries. */
static const void *values(const result_reading *r, const char *path, fl_store_type type, unsigned rank,
                          uint64_t second)
{
    const fl_store_item *item = find(r, path, type, rank);
    bool is_right =
        item && item->size[0] == r->out->setup.conditions && (rank < 2 || item->size[1] == second);
    return is_right ? item->data : NULL;
}

/* The texts of a list; NULL if it is not there. */
static char *const *names_of(const result_reading *r, const char *path, uint64_t *n)
{
    const fl_store_item *item = find(r, path, FL_STORE_TEXT, 1);
    *n = item ? item->size[0] : 0;
    return item ? item->data : NULL;
}

/* The place of a name in a list, looked for from `guess` on; n if it is not there. */
static uint64_t place_of(char *const *names, uint64_t n, uint64_t guess, const char *name)
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
static fl_err read_first(result_reading *r, const uint64_t *samples)
{
    const uint64_t *first = values(r, "/condition/first_sample", FL_STORE_U64, 1, 0);
    for (uint64_t c = 0; c < r->out->setup.conditions && first; c++) {
        fl_run_condition *condition = &r->out->setup.condition[c];
        uint64_t most = fl_run_setup_samples(&r->out->setup, c);
        if (first[c] > most || samples[c] > most - first[c]) {
            return refuse(r, "/condition/first_sample");
        }
        condition->from = first[c];
        condition->to = first[c] + samples[c];
    }
    return first ? FL_OK : refuse(r, "/condition/first_sample");
}

/* The sums over the numbers of the samples. */
static fl_err read_numbers(result_reading *r)
{
    const uint64_t *sum = values(r, "/condition/number_sum", FL_STORE_U64, 1, 0);
    const uint64_t *squares = values(r, "/condition/number_squares", FL_STORE_U64, 1, 0);
    const uint64_t *sum_high = values(r, "/condition/number_sum_high", FL_STORE_U64, 1, 0);
    const uint64_t *squares_high = values(r, "/condition/number_squares_high", FL_STORE_U64, 1, 0);
    if (!sum || !squares) {
        return refuse(r, sum ? "/condition/number_squares" : "/condition/number_sum");
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
static fl_err check_numbers(result_reading *r)
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

static fl_err read_conditions(result_reading *r)
{
    const uint64_t *samples = values(r, "/condition/samples", FL_STORE_U64, 1, 0);
    const uint64_t *failed = values(r, "/condition/failed", FL_STORE_U64, 1, 0);
    const uint64_t *tried = values(r, "/condition/tried", FL_STORE_U64, 1, 0);
    if (!samples || !failed) {
        return refuse(r, samples ? "/condition/failed" : "/condition/samples");
    }
    for (uint64_t c = 0; c < r->out->setup.conditions; c++) {
        fl_tally *total = &r->out->totals[c];
        total->floors = samples[c];
        total->failed = failed[c];
        if (total->spec->where && (!tried || tried[c] < samples[c])) {
            return refuse(r, "/condition/tried");
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
static int metric_in(const result_reading *r, uint64_t condition, unsigned i)
{
    return fl_run_result_metric_in(r->out->totals[condition].spec, r->out->setup.tally.metrics[i].name, i);
}

/* Copies the counts of a cell; false if the metric has no such value. */
static bool read_cell(result_reading *r, unsigned i, int64_t value, const uint64_t *count, uint64_t cells)
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
static fl_err read_histograms(result_reading *r)
{
    const fl_tally_spec *tally = &r->out->setup.tally;
    uint64_t cells = 0;
    unsigned i = 0;
    char *const *names = names_of(r, "/histogram/metric", &cells);
    const fl_store_item *value = find(r, "/histogram/value", FL_STORE_I64, 1);
    const uint64_t *count = values(r, "/histogram/count", FL_STORE_U64, 2, cells);
    if (!names && !value && !count) {
        return FL_OK;
    }
    if (!names || !value || !count || value->size[0] != cells) {
        return refuse(r, !names ? "/histogram/metric" : !count ? "/histogram/count" : "/histogram/value");
    }
    for (uint64_t k = 0; k < cells; k++) {
        const char *name = names[k] ? names[k] : "";
        for (unsigned tries = 0; tries <= tally->metrics_n; tries++, i = (i + 1) % tally->metrics_n) {
            if (tries == tally->metrics_n) {
                return refuse(r, "/histogram/metric");
            }
            if (strcmp(fl_tally_metric_name(&tally->metrics[i]), name) == 0) {
                break;
            }
        }
        if (!read_cell(r, i, ((const int64_t *)value->data)[k], count + k, cells)) {
            return refuse(r, "/histogram/value");
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

static fl_err find_metrics(result_reading *r, metric_table *out)
{
    static const char *const paths[COLUMNS] = {[N] = "/metric/n",
                                               [SUM] = "/metric/sum",
                                               [SQUARES] = "/metric/sum_of_squares",
                                               [ARGMIN] = "/metric/argmin",
                                               [ARGMAX] = "/metric/argmax"};
    for (unsigned k = 0; k < COLUMNS; k++) {
        out->column[k] = values(r, paths[k], FL_STORE_U64, 2, out->n);
        if (!out->column[k]) {
            return refuse(r, paths[k]);
        }
    }
    out->high[SUM] = values(r, "/metric/sum_high", FL_STORE_U64, 2, out->n);
    out->high[SQUARES] = values(r, "/metric/sum_of_squares_high", FL_STORE_U64, 2, out->n);
    out->min = values(r, "/metric/min", FL_STORE_I64, 2, out->n);
    out->max = values(r, "/metric/max", FL_STORE_I64, 2, out->n);
    return out->min && out->max ? FL_OK : refuse(r, out->min ? "/metric/max" : "/metric/min");
}

static bool is_number(int64_t value)
{
    return value >= INT32_MIN && value <= INT32_MAX;
}

/* Extremes, and the values that are in no histogram: all less those that are. */
static fl_err read_extreme(result_reading *r, const metric_table *table, uint64_t at, uint64_t sum_at,
                           fl_tally_extreme *out)
{
    fl_tally_sum rest[3];
    for (unsigned k = 0; k < 3; k++) {
        fl_tally_sum high = table->high[k] ? table->high[k][at] : 0;
        fl_tally_sum all = high << 64 | table->column[k][at];
        if (all < r->sums[sum_at][k]) {
            return refuse(r, k == N ? "/metric/n" : k == SUM ? "/metric/sum" : "/metric/sum_of_squares");
        }
        rest[k] = all - r->sums[sum_at][k];
    }
    if (!is_number(table->min[at]) || !is_number(table->max[at])) {
        return refuse(r, "/metric/min");
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

static fl_err read_metrics(result_reading *r)
{
    metric_table table = {.n = 0};
    const fl_tally_spec *tally = &r->out->setup.tally;
    char *const *names = names_of(r, "/metric/metric", &table.n);
    if (tally->metrics_n == 0) {
        return FL_OK;
    }
    fl_err err = names ? find_metrics(r, &table) : refuse(r, "/metric/metric");
    for (unsigned i = 0; i < tally->metrics_n && !err; i++) {
        uint64_t at = place_of(names, table.n, i, fl_tally_metric_name(&tally->metrics[i]));
        err = at < table.n ? FL_OK : refuse(r, "/metric/metric");
        for (uint64_t c = 0; c < r->out->setup.conditions && !err; c++) {
            int to = metric_in(r, c, i);
            err = to < 0 ? FL_OK
                         : read_extreme(r, &table, c * table.n + at, c * tally->metrics_n + i,
                                        &r->out->totals[c].extreme[to]);
        }
    }
    return err;
}

/* Turns running totals back into counts per step. */
static fl_err read_half(result_reading *r, unsigned half)
{
    static const char *const paths[2] = {"/event/trials_by_step", "/event/hits_by_step"};
    uint64_t n = 0;
    const fl_tally_spec *tally = &r->out->setup.tally;
    char *const *names = names_of(r, "/event/event", &n);
    const fl_store_item *item = find(r, paths[half], FL_STORE_U64, 3);
    if (tally->events_n == 0) {
        return FL_OK;
    }
    uint64_t steps = item ? item->size[2] : 0;
    if (!names || !values(r, paths[half], FL_STORE_U64, 3, n) || steps > FL_TALLY_STEPS) {
        return refuse(r, names ? paths[half] : "/event/event");
    }
    for (unsigned i = 0; i < tally->events_n; i++) {
        uint64_t at = place_of(names, n, i, tally->events[i].name);
        if (at == n) {
            return refuse(r, "/event/event");
        }
        for (uint64_t c = 0; c < r->out->setup.conditions; c++) {
            const fl_tally *totals = &r->out->totals[c];
            int own = fl_run_result_event_in(totals->spec, tally->events[i].name, i);
            const uint64_t *from = (const uint64_t *)item->data + (c * n + at) * steps;
            uint64_t *to =
                own < 0 ? NULL : totals->count + totals->spec->events[own].at + half * FL_TALLY_STEPS;
            for (unsigned step = 0; step < steps && to; step++) {
                to[step] = from[step] - (step > 0 ? from[step - 1] : 0);
            }
        }
    }
    return FL_OK;
}

/* The first value and the number of values of a side of a joint; false unless the values follow one another
 * within the bins. */
static bool read_side(const result_reading *r, const char *path, uint64_t bins, uint64_t out[2])
{
    const fl_store_item *item = find(r, path, FL_STORE_I64, 1);
    if (!item) {
        return false;
    }
    const int64_t *value = item->data;
    out[0] = (uint64_t)value[0];
    out[1] = item->size[0];
    for (uint64_t k = 0; k < out[1]; k++) {
        if (value[k] < 0 || (uint64_t)value[k] != out[0] + k || (uint64_t)value[k] >= bins) {
            return false;
        }
    }
    return true;
}

/* Copies the rectangle of a joint into a tally, which may have fewer bins than the file, or not count it. */
static void take_joint(fl_tally *to, const fl_tally_joint *joint, uint64_t side[2][2], const uint64_t *from)
{
    const fl_tally_joint *own = fl_run_result_joint_in(to->spec, joint);
    for (uint64_t row = 0; own && row < side[0][1] && side[0][0] + row < own->a_bins; row++) {
        uint64_t *line = to->count + own->at + (side[0][0] + row) * own->b_bins;
        for (uint64_t k = 0; k < side[1][1] && side[1][0] + k < own->b_bins; k++) {
            line[side[1][0] + k] = from[row * side[1][1] + k];
        }
    }
}

static fl_err read_joint(result_reading *r, const fl_tally_joint *joint)
{
    char folder[FL_RUN_RESULT_NAME];
    char sides[2][FL_RUN_RESULT_NAME];
    char path[4 * FL_RUN_RESULT_NAME];
    uint64_t side[2][2];
    const uint64_t bins[2] = {joint->a_bins, joint->b_bins};
    fl_run_result_joint_names(joint, folder, sides);
    for (unsigned k = 0; k < 2; k++) {
        snprintf(path, sizeof path, "%s/%s", folder, sides[k]);
        if (!read_side(r, path, bins[k], side[k])) {
            return refuse(r, path);
        }
    }
    snprintf(path, sizeof path, "%s/count", folder);
    const uint64_t *from = values(r, path, FL_STORE_U64, 3, side[0][1]);
    if (!from || fl_store_find(r->store, path)->size[2] != side[1][1]) {
        return refuse(r, path);
    }
    for (uint64_t c = 0; c < r->out->setup.conditions; c++) {
        take_joint(&r->out->totals[c], joint, side, from + c * side[0][1] * side[1][1]);
    }
    return FL_OK;
}

/* Copies a map into a tally, whose board may be smaller than that of the file. */
static void take_map(fl_tally *to, const fl_tally_spec *all, const char *name, const uint64_t *from)
{
    const fl_tally_map *own = fl_run_result_map_in(to->spec, name);
    int height = to->spec->height < all->height ? to->spec->height : all->height;
    int width = to->spec->width < all->width ? to->spec->width : all->width;
    for (int y = 0; y < height && own; y++) {
        memcpy(to->count + own->at + (size_t)y * (size_t)to->spec->width,
               from + (size_t)y * (size_t)all->width, (size_t)width * sizeof *from);
    }
}

/* How many samples the maps count. Files made before maps could be sampled do not say it. */
static fl_err read_mapped(result_reading *r)
{
    const uint64_t *samples = values(r, "/map/samples", FL_STORE_U64, 1, 0);
    bool is_right = samples || !fl_store_find(r->store, "/map/samples");
    for (uint64_t c = 0; c < r->out->setup.conditions && is_right; c++) {
        fl_tally *total = &r->out->totals[c];
        bool is_sampled = total->spec->mapped_at != FL_TALLY_NOT_COUNTED;
        if (is_sampled && samples) {
            total->count[total->spec->mapped_at] = samples[c];
        }
        is_right = samples ? total->spec->maps_n == 0 || samples[c] == fl_tally_mapped(total) : !is_sampled;
    }
    return is_right ? FL_OK : refuse(r, "/map/samples");
}

static fl_err read_maps(result_reading *r)
{
    const fl_tally_spec *tally = &r->out->setup.tally;
    uint64_t n = 0;
    uint64_t size = (uint64_t)tally->height * (uint64_t)tally->width;
    char *const *names = names_of(r, "/map/map", &n);
    const uint64_t *from = values(r, "/map/count", FL_STORE_U64, 4, n);
    const fl_store_item *item = fl_store_find(r->store, "/map/count");
    if (tally->maps_n == 0) {
        return FL_OK;
    }
    fl_err err = read_mapped(r);
    if (err) {
        return err;
    }
    if (!names || !from || item->size[2] != (uint64_t)tally->height ||
        item->size[3] != (uint64_t)tally->width) {
        return refuse(r, names ? "/map/count" : "/map/map");
    }
    for (unsigned i = 0; i < tally->maps_n; i++) {
        uint64_t at = place_of(names, n, i, tally->maps[i].name);
        if (at == n) {
            return refuse(r, "/map/map");
        }
        for (uint64_t c = 0; c < r->out->setup.conditions; c++) {
            take_map(&r->out->totals[c], tally, tally->maps[i].name, from + (c * n + at) * size);
        }
    }
    return FL_OK;
}

/* The visits of journeys. */
static fl_err read_visits(result_reading *r)
{
    uint64_t n = 0;
    for (uint64_t c = 0; c < r->out->setup.conditions; c++) {
        uint64_t own = r->out->totals[c].spec->catalogue->visits_n;
        n = own > n ? own : n;
    }
    const uint64_t *from = values(r, "/visit/count", FL_STORE_U64, 3, n);
    if (n == 0) {
        return FL_OK;
    }
    if (!from || fl_store_find(r->store, "/visit/count")->size[2] != FL_SAMPLE_VISIT) {
        return refuse(r, "/visit/count");
    }
    for (uint64_t c = 0; c < r->out->setup.conditions; c++) {
        const fl_tally_spec *spec = r->out->totals[c].spec;
        memcpy(r->out->totals[c].count + spec->visits_at, from + c * n * FL_SAMPLE_VISIT,
               (size_t)spec->catalogue->visits_n * FL_SAMPLE_VISIT * sizeof *from);
    }
    return FL_OK;
}

static fl_err read_totals(result_reading *r)
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
    err = err ? err : read_half(r, 0);
    err = err ? err : read_half(r, 1);
    for (unsigned i = 0; i < tally->joints_n && !err; i++) {
        err = read_joint(r, &tally->joints[i]);
    }
    err = err ? err : read_maps(r);
    err = err ? err : read_visits(r);
    err = err ? err : fl_run_result_read_paired(r->out, r->store, r->path, r->diag);
    free(r->sums);
    return err;
}

static fl_err read_number(result_reading *r, const char *name, uint64_t *out)
{
    const fl_store_attribute *attribute = fl_store_attribute_of(r->store, name);
    if (!attribute || attribute->text) {
        return refuse(r, name);
    }
    *out = attribute->number;
    return FL_OK;
}

static fl_err check_version(result_reading *r, uint64_t condition, const fl_generator *generator,
                            unsigned now)
{
    const fl_store_item *version = find(r, "/condition/generator_version", FL_STORE_U64, 1);
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
static fl_err check_versions(result_reading *r)
{
    uint64_t n = 0;
    char *const *names = names_of(r, "/condition/generator", &n);
    const fl_store_item *version = find(r, "/condition/generator_version", FL_STORE_U64, 1);
    if (!names || !version || version->size[0] != n) {
        return refuse(r, names ? "/condition/generator_version" : "/condition/generator");
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
static fl_err check_rules_versions(result_reading *r)
{
    const fl_store_item *version = find(r, "/condition/generator_version", FL_STORE_U64, 1);
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
    const result_reading r = {.store = store, .path = path, .diag = diag};
    uint64_t n[3] = {0, 0, 0};
    char *const *name = names_of(&r, "/input/name", &n[0]);
    char *const *hash = names_of(&r, "/input/hash", &n[1]);
    char *const *text = names_of(&r, "/input/text", &n[2]);
    fl_err err = n[0] == n[1] && n[0] == n[2] ? FL_OK : refuse(&r, "/input/name");
    out->is_closed = true;
    for (uint64_t i = 0; i < n[0] && !err; i++) {
        char *end = NULL;
        uint64_t noted = hash[i] ? strtoull(hash[i], &end, 16) : 0;
        bool is_right = name[i] && text[i] && noted != 0 && *end == '\0' && !fl_files_find(out, name[i]);
        bool is_whole = is_right && fl_files_hash(text[i], strlen(text[i])) == noted;
        err = is_right ? fl_files_restore(out, name[i], is_whole ? text[i] : NULL, noted, diag)
                       : refuse(&r, "/input/name");
    }
    return err;
}

/* The experiment as it was run. */
static fl_err read_experiment(result_reading *r)
{
    fl_run_result *out = r->out;
    const fl_store_attribute *text = fl_store_attribute_of(r->store, "experiment_resolved");
    if (!text || !text->text || !text->text[0]) {
        return refuse(r, "experiment_resolved");
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
static fl_err read_range(result_reading *r)
{
    uint64_t from = 0;
    uint64_t to = 0;
    fl_err err = read_number(r, "samples_from", &from);
    err = err ? err : read_number(r, "samples_to", &to);
    if (!err && (from > to || to > r->out->setup.to)) {
        return refuse(r, "samples_to");
    }
    if (!err) {
        fl_run_setup_take(&r->out->setup, from, to);
    }
    return err;
}

static fl_err check_digest(result_reading *r)
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
static fl_err read_numbers_of(result_reading *r)
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
    result_reading r = {.store = store, .path = path, .out = self, .diag = diag};
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
    result_reading r = {.store = store, .path = path, .out = self, .diag = diag};
    for (uint64_t c = 0; c < self->setup.conditions; c++) {
        fl_tally_clear(&self->totals[c]);
    }
    fl_run_setup_cut(&self->setup, 0, 1);
    return read_numbers_of(&r);
}

/* Adds the texts or numbers of an item, if it is there. */
static void add_values(const fl_store *store, const char *path, fl_text *out)
{
    const fl_store_item *item = fl_store_find(store, path);
    fl_text_add_format(out, "%s\n", path);
    for (uint64_t i = 0; item && item->data && i < fl_store_count(item); i++) {
        if (item->type == FL_STORE_TEXT) {
            const char *text = ((char *const *)item->data)[i];
            fl_text_add_format(out, "%s\n", text ? text : "");
        } else if (item->type == FL_STORE_U64) {
            fl_text_add_format(out, "%llu\n", (unsigned long long)((const uint64_t *)item->data)[i]);
        }
    }
}

void fl_run_result_add_key(const fl_store *store, fl_text *out)
{
    static const char *const items[] = {"/condition/generator", "/condition/generator_version", "/input/name",
                                        "/input/hash", "/input/text"};
    const fl_store_attribute *text = fl_store_attribute_of(store, "experiment_resolved");
    fl_text_add(out, text && text->text ? text->text : "");
    for (size_t i = 0; i < sizeof items / sizeof items[0]; i++) {
        add_values(store, items[i], out);
    }
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
