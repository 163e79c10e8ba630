/* SPDX-License-Identifier: GPL-2.0-or-later */
/* From the items of a result file back to tallies. A missing item, or one of the wrong size, is damage. */
#include "experiments/run/run.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PATH = 160 };

typedef struct result_reading {
    const fl_store *store;
    const char *path;
    fl_run_result *out;
    fl_diag *diag;
} result_reading;

static fl_err refuse(result_reading *r, const char *item)
{
    return fl_diag_set(r->diag, FL_ERR_DAMAGED, r->path, "'%s' is missing or malformed", item);
}

/* The numbers of an item with these sizes (0 = any second size). */
static const uint64_t *numbers(const result_reading *r, const char *name, unsigned rank, uint64_t *second)
{
    const fl_store_item *item = fl_store_find(r->store, name);
    bool is_right = item && item->data && item->rank == rank && item->size[0] == r->out->setup.conditions &&
                    (item->type == FL_STORE_U64 || item->type == FL_STORE_I64);
    if (!is_right) {
        return NULL;
    }
    *second = fl_store_count(item) / (item->size[0] ? item->size[0] : 1);
    return item->data;
}

/* One number per condition. */
static fl_err read_column(result_reading *r, const char *name, const uint64_t **out)
{
    uint64_t second = 0;
    *out = numbers(r, name, 1, &second);
    return *out ? FL_OK : refuse(r, name);
}

/* Copies rows of counts to their place in the tallies; a row may be shorter there, as trailing zeros are not
 * stored. */
static fl_err read_counts(result_reading *r, const char *name, unsigned rank, size_t at, uint64_t most)
{
    uint64_t n = 0;
    const uint64_t *from = numbers(r, name, rank, &n);
    if (!from || n > most) {
        return refuse(r, name);
    }
    for (uint64_t c = 0; c < r->out->setup.conditions; c++) {
        memcpy(r->out->totals[c].count + at, from + c * n, n * sizeof *from);
    }
    return FL_OK;
}

static fl_err read_metric(result_reading *r, unsigned i)
{
    static const char *const names[] = {
        "min",         "max",         "argmin",         "argmax",         "over_n",
        "over_sum_lo", "over_sum_hi", "over_square_lo", "over_square_hi", "n"};
    const uint64_t *column[10];
    char path[PATH];
    const fl_tally_metric *metric = &r->out->setup.tally.metrics[i];
    const char *name = fl_tally_metric_name(metric);
    snprintf(path, sizeof path, "/metric/%s/count", name);
    fl_err err = read_counts(r, path, 2, metric->at, metric->bins);
    for (unsigned f = 0; f < 10 && !err; f++) {
        snprintf(path, sizeof path, "/metric/%s/%s", name, names[f]);
        err = read_column(r, path, &column[f]);
    }
    for (uint64_t c = 0; c < r->out->setup.conditions && !err; c++) {
        bool is_empty = column[9][c] == 0;
        r->out->totals[c].extreme[i] = (fl_tally_extreme){
            .min = is_empty ? INT32_MAX : (int32_t)(int64_t)column[0][c],
            .max = is_empty ? INT32_MIN : (int32_t)(int64_t)column[1][c],
            .argmin = column[2][c],
            .argmax = column[3][c],
            .over_n = column[4][c],
            .over_sum = (fl_tally_sum)column[6][c] << 64 | column[5][c],
            .over_square = (fl_tally_sum)column[8][c] << 64 | column[7][c],
        };
    }
    return err;
}

/* Turns running totals back into counts per step. */
static fl_err read_event(result_reading *r, const fl_tally_event *event, unsigned half)
{
    char path[PATH];
    snprintf(path, sizeof path, "/trace/%s/%s", event->name, half ? "hits" : "trials");
    size_t at = event->at + half * FL_TALLY_STEPS;
    fl_err err = read_counts(r, path, 2, at, FL_TALLY_STEPS);
    for (uint64_t c = 0; c < r->out->setup.conditions && !err; c++) {
        uint64_t *count = r->out->totals[c].count + at;
        for (unsigned step = FL_TALLY_STEPS - 1; step > 0; step--) {
            count[step] -= count[step - 1];
        }
    }
    return err;
}

static fl_err read_planes(result_reading *r)
{
    char path[PATH];
    const fl_tally_spec *tally = &r->out->setup.tally;
    fl_err err = FL_OK;
    for (unsigned i = 0; i < tally->joints_n && !err; i++) {
        const fl_tally_joint *joint = &tally->joints[i];
        snprintf(path, sizeof path, "/joint/%s__%s/count", fl_metric_of(joint->a)->name,
                 fl_metric_of(joint->b)->name);
        err = read_counts(r, path, 3, joint->at, (uint64_t)joint->a_bins * joint->b_bins);
    }
    for (unsigned i = 0; i < tally->maps_n && !err; i++) {
        int kind = tally->maps[i].kind;
        snprintf(path, sizeof path, "/map/%s/count", kind < 0 ? "any" : fl_kind_of((fl_kind)kind)->name);
        err = read_counts(r, path, 3, tally->maps[i].at, (uint64_t)tally->width * (uint64_t)tally->height);
    }
    return err;
}

static fl_err read_totals(result_reading *r)
{
    const uint64_t *floors = NULL;
    const uint64_t *failed = NULL;
    const fl_tally_spec *tally = &r->out->setup.tally;
    fl_err err = fl_run_setup_make_tallies(&r->out->setup, &r->out->totals, r->diag);
    err = err ? err : read_column(r, "/floors", &floors);
    err = err ? err : read_column(r, "/failed", &failed);
    for (uint64_t c = 0; c < r->out->setup.conditions && !err; c++) {
        r->out->totals[c].floors = floors[c];
        r->out->totals[c].failed = failed[c];
    }
    for (unsigned i = 0; i < tally->metrics_n && !err; i++) {
        err = read_metric(r, i);
    }
    for (unsigned i = 0; i < tally->events_n && !err; i++) {
        err = read_event(r, &tally->events[i], 0);
        err = err ? err : read_event(r, &tally->events[i], 1);
    }
    return err ? err : read_planes(r);
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

/* The experiment as it was run. A generator of another version would make other floors: refused. */
static fl_err read_experiment(result_reading *r)
{
    fl_run_result *out = r->out;
    uint64_t version = 0;
    uint64_t from = 0;
    uint64_t to = 0;
    const fl_store_attribute *text = fl_store_attribute_of(r->store, "experiment_resolved");
    if (!text || !text->text) {
        return refuse(r, "experiment_resolved");
    }
    fl_err err = fl_run_experiment_read(&out->experiment, text->text, strlen(text->text), r->path, r->diag);
    err = err ? err : read_number(r, "generator_version", &version);
    err = err ? err : read_number(r, "floors_from", &from);
    err = err ? err : read_number(r, "floors_to", &to);
    if (!err && version != out->experiment.generator->version) {
        return fl_diag_set(r->diag, FL_ERR_VERSION, r->path,
                           "it was made by version %llu of generator '%s'; this program has version %u",
                           (unsigned long long)version, out->experiment.generator->name,
                           out->experiment.generator->version);
    }
    if (!err && (from > to || to > out->experiment.floors)) {
        return refuse(r, "floors_to");
    }
    err = err ? err : fl_run_setup_init(&out->setup, &out->experiment, 0, 1, r->diag);
    out->setup.from = from;
    out->setup.to = to;
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
        const fl_run_setup *setup = &r->out->setup;
        bool has_files = setup->experiment->generator->content &&
                         setup->experiment->generator->content(setup->generators[0].rules) != 0;
        err = fl_diag_set(r->diag, FL_ERR_DAMAGED, r->path, "its numbers have the digest %s, but it says %s",
                          found, noted && noted->text ? noted->text : "nothing");
        fl_diag_hint(r->diag, has_files ? "has the ruleset file it names changed since then?" : "");
        return err;
    }
    memcpy(r->out->digest, found, sizeof found);
    r->out->is_complete = complete != 0;
    return err;
}

fl_err fl_run_result_open(fl_run_result *self, const char *path, fl_diag *diag)
{
    fl_store store;
    result_reading r = {.store = &store, .path = path, .out = self, .diag = diag};
    memset(self, 0, sizeof *self);
    fl_store_init(&store);
    fl_err err = fl_store_hdf5_read(&store, path, diag);
    err = err ? err : read_experiment(&r);
    err = err ? err : read_totals(&r);
    err = err ? err : check_digest(&r);
    self->has_floors = !err && fl_store_find(&store, "/floor/number") != NULL;
    fl_store_free(&store);
    if (err) {
        fl_run_result_close(self);
    }
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
