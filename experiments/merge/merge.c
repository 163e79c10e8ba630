/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Reads shards one after the other and adds them up. The first readable one says which experiment it is.
 * Rules and names are the same for the others, so only their numbers are read. */
#include "experiments/merge/merge.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_SHARDS = 1000000 }; /* the limit of --shard */

static fl_err add_file(fl_merge *self, const char *path, fl_diag *diag)
{
    fl_shard *grown = realloc(self->shard, (self->n + 1) * sizeof *grown);
    self->shard = grown ? grown : self->shard;
    char *copy = grown ? strdup(path) : NULL;
    if (!copy) {
        return fl_diag_memory(diag);
    }
    self->shard[self->n++] = (fl_shard){.path = copy};
    return FL_OK;
}

static fl_err add_entry(void *context, const char *path, fl_diag *diag)
{
    fl_merge *self = context;
    const char *name = fl_program_file_base(path);
    bool is_left_out = false;
    fl_err err = FL_OK;
    if (name[0] == '.' || !fl_text_has_end(name, ".h5")) {
        return FL_OK;
    }
    if (self->left_out) {
        err = fl_program_file_is_same(self->left_out, path, &is_left_out, diag);
    }
    return err || is_left_out ? err : add_file(self, path, diag);
}

static int by_path(const void *a, const void *b)
{
    return strcmp(((const fl_shard *)a)->path, ((const fl_shard *)b)->path);
}

fl_err fl_merge_add(fl_merge *self, const char *path, fl_diag *diag)
{
    bool is_folder = false;
    size_t before = self->n;
    fl_err err = fl_program_file_is_folder(path, &is_folder, diag);
    if (err || !is_folder) {
        return err ? err : add_file(self, path, diag);
    }
    err = fl_program_file_each(path, self, add_entry, diag);
    if (!err && self->n == before) {
        err = fl_diag_set(diag, FL_ERR_INPUT, path, "there is no result file in this folder (*.h5)");
        fl_diag_hint(diag, "name the folder that the shards were written to");
    }
    if (!err) {
        qsort(self->shard + before, self->n - before, sizeof *self->shard, by_path);
    }
    self->has_folder = true;
    return err;
}

/* ---- reading ---- */

typedef struct merge_reader {
    fl_merge *merge;
    fl_run_result shard; /* the shard read last, except the first */
    bool has_shard;
    fl_text key;      /* identifies its setup */
    fl_text identity; /* of the sum */
} merge_reader;

static void begin_fault(fl_merge *self, const char *path)
{
    fl_text_add_masked(&self->faults, path);
    fl_text_add(&self->faults, path[0] ? ": " : "");
    self->faults_n++;
}

/* Records an unreadable file as a fault, unless the machine failed. */
static fl_err note_trouble(fl_merge *self, const fl_shard *shard, fl_err err, const fl_diag *trouble,
                           fl_diag *diag)
{
    if (err == FL_ERR_MEMORY || err == FL_ERR_IO) {
        err = fl_diag_set(diag, err, shard->path, "%s", trouble->what);
        fl_diag_hint(diag, "%s", trouble->hint);
        return err;
    }
    begin_fault(self, shard->path);
    fl_text_add_format(&self->faults, "%s%s%s\n", trouble->what, trouble->hint[0] ? "; " : "", trouble->hint);
    return FL_OK;
}

/* Adds the experiment's identity, with the number of samples of each configuration. */
static fl_err add_identity(const fl_run_result *result, fl_text *out, fl_diag *diag)
{
    fl_run_experiment_add_identity(&result->experiment, out);
    for (uint64_t c = 0; c < result->setup.conditions; c++) {
        fl_text_add_format(out, "samples of configuration %llu: %llu\n", (unsigned long long)c,
                           (unsigned long long)result->setup.condition[c].samples);
    }
    return fl_text_check(out) ? fl_diag_memory(diag) : FL_OK;
}

/* Records the contents of a shard. */
static fl_err note(fl_merge *self, const fl_run_result *result, const fl_store *store, fl_shard *shard,
                   fl_diag *diag)
{
    const fl_run_setup *setup = &result->setup;
    const fl_store_attribute *shards = fl_store_attribute_of(store, "shards");
    bool is_told = shards && !shards->text && shards->number <= MOST_SHARDS;
    self->shards = self->shards || !is_told ? self->shards : shards->number;
    shard->ranges = calloc(setup->conditions + 1, sizeof *shard->ranges);
    if (!shard->ranges) {
        return fl_diag_memory(diag);
    }
    for (uint64_t c = 0; c < setup->conditions; c++) {
        shard->ranges[c] = (fl_shard_range){setup->condition[c].from, setup->condition[c].to};
    }
    shard->has_floors = result->has_floors;
    if (!result->is_complete) {
        begin_fault(self, shard->path);
        fl_text_add(&self->faults, "this run was stopped before the end: finish it with run --resume\n");
    }
    return FL_OK;
}

static fl_err read_first(merge_reader *r, const fl_store *store, fl_shard *shard, fl_diag *diag)
{
    fl_merge *self = r->merge;
    fl_diag trouble;
    fl_diag_init(&trouble);
    fl_err err = fl_run_result_read(&self->sum, store, shard->path, &trouble);
    if (err) {
        return note_trouble(self, shard, err, &trouble, diag);
    }
    self->has_sum = true;
    self->first = shard->path;
    err = add_identity(&self->sum, &r->identity, diag);
    return err ? err : note(self, &self->sum, store, shard, diag);
}

static fl_err read_next(merge_reader *r, const fl_store *store, fl_shard *shard, fl_diag *diag)
{
    fl_merge *self = r->merge;
    fl_text key;
    fl_text identity;
    fl_diag trouble;
    fl_diag_init(&trouble);
    fl_text_init(&key);
    fl_run_result_add_key(store, &key);
    fl_err err = fl_text_check(&key) ? fl_diag_memory(&trouble) : FL_OK;
    if (!err && r->has_shard && strcmp(fl_text_get(&key), fl_text_get(&r->key)) == 0) {
        err = fl_run_result_read_alike(&r->shard, store, shard->path, &trouble);
        fl_text_free(&key);
    } else {
        if (r->has_shard) {
            fl_run_result_close(&r->shard);
        }
        err = err ? err : fl_run_result_read(&r->shard, store, shard->path, &trouble);
        r->has_shard = !err;
        fl_text_free(&r->key);
        r->key = key;
    }
    if (err) {
        return note_trouble(self, shard, err, &trouble, diag);
    }
    fl_text_init(&identity);
    err = add_identity(&r->shard, &identity, diag);
    if (!err && strcmp(fl_text_get(&identity), fl_text_get(&r->identity)) != 0) {
        begin_fault(self, shard->path);
        fl_text_add(&self->faults, "it belongs to another experiment than ");
        fl_text_add_masked(&self->faults, self->first);
        fl_text_add(&self->faults, ": ");
        fl_run_experiment_add_difference(fl_text_get(&identity), fl_text_get(&r->identity), &self->faults);
        fl_text_add_char(&self->faults, '\n');
    } else if (!err) {
        err = note(self, &r->shard, store, shard, diag);
        for (uint64_t c = 0; c < self->sum.setup.conditions && !err; c++) {
            fl_tally_merge(&self->sum.totals[c], &r->shard.totals[c]);
        }
    }
    fl_text_free(&identity);
    return err;
}

/* ---- are they one run? ---- */

/* A shard's samples of one configuration. */
typedef struct place {
    fl_shard_range range;
    const char *path;
} place;

static int by_range(const void *context_a, const void *context_b)
{
    const place *a = context_a;
    const place *b = context_b;
    return a->range.from != b->range.from ? (a->range.from < b->range.from ? -1 : 1)
           : a->range.to != b->range.to   ? (a->range.to < b->range.to ? -1 : 1)
                                          : strcmp(a->path, b->path);
}

static void add_samples(fl_merge *self, uint64_t c, fl_shard_range range)
{
    fl_text_add_format(&self->faults, "floors %llu to %llu", (unsigned long long)range.from,
                       (unsigned long long)range.to - 1);
    if (fl_run_experiment_has_own_samples(&self->sum.experiment)) {
        fl_text_add_format(&self->faults, " of configuration %llu", (unsigned long long)c);
    }
}

/* Adds samples that no shard has: "floors 333 to 665 are in none of the files: shard 2 of 3". */
static void add_gap(fl_merge *self, uint64_t c, fl_shard_range missing)
{
    fl_tally_sum samples = fl_run_setup_samples(&self->sum.setup, c);
    uint64_t first = 0;
    uint64_t last = 0;
    begin_fault(self, "");
    add_samples(self, c, missing);
    fl_text_add(&self->faults, " are in none of the files");
    for (uint64_t i = 0; i < self->shards; i++) {
        uint64_t from = (uint64_t)(samples * i / self->shards);
        uint64_t to = (uint64_t)(samples * (i + 1) / self->shards);
        bool is_in = from < to && from < missing.to && to > missing.from;
        first = is_in && first == 0 ? i + 1 : first;
        last = is_in ? i + 1 : last;
    }
    if (first > 0) {
        fl_text_add_format(&self->faults, first < last ? ": shards %llu to " : ": shard ",
                           (unsigned long long)first);
        fl_text_add_format(&self->faults, "%llu of %llu", (unsigned long long)last,
                           (unsigned long long)self->shards);
    }
    fl_text_add_char(&self->faults, '\n');
}

/* Lists the samples of a configuration that no shard has and those that two have. The sum ranges from the
 * first shard's first sample to the last one's last. */
static void check_condition(fl_merge *self, uint64_t c, place *places)
{
    fl_run_condition *condition = &self->sum.setup.condition[c];
    size_t n = 0;
    for (size_t i = 0; i < self->n; i++) {
        const fl_shard *shard = &self->shard[i];
        if (shard->ranges && shard->ranges[c].from < shard->ranges[c].to) {
            places[n++] = (place){shard->ranges[c], shard->path};
        }
    }
    qsort(places, n, sizeof *places, by_range);
    uint64_t samples = fl_run_setup_samples(&self->sum.setup, c);
    uint64_t end = self->has_folder || n == 0 ? 0 : places[0].range.from;
    const char *before = NULL; /* the file that has the samples before `end` */
    for (size_t i = 0; i < n; i++) {
        fl_shard_range range = places[i].range;
        if (range.from > end) {
            add_gap(self, c, (fl_shard_range){end, range.from});
        } else if (range.from < end) {
            begin_fault(self, places[i].path);
            add_samples(self, c, (fl_shard_range){range.from, range.to < end ? range.to : end});
            fl_text_add(&self->faults, " are in two of the files, also in ");
            fl_text_add_masked(&self->faults, before);
            fl_text_add(&self->faults, ": give every shard once\n");
        }
        before = range.to > end ? places[i].path : before;
        end = range.to > end ? range.to : end;
    }
    if (self->has_folder && end < samples) {
        add_gap(self, c, (fl_shard_range){end, samples});
    }
    if (n > 0) {
        condition->from = places[0].range.from;
        condition->to = end;
    }
}

/* Names the first configuration with a fault. */
static fl_err check_all(fl_merge *self, fl_diag *diag)
{
    size_t faults_n = self->faults_n;
    place *places = calloc(self->n + 1, sizeof *places);
    if (!places) {
        return fl_diag_memory(diag);
    }
    for (uint64_t c = 0; c < self->sum.setup.conditions && self->faults_n == faults_n; c++) {
        check_condition(self, c, places);
    }
    free(places);
    if (self->faults_n > 0) {
        return FL_OK;
    }
    fl_run_setup_number(&self->sum.setup);
    return fl_run_setup_check_totals(&self->sum.setup, self->sum.totals, self->sum.setup.samples, diag);
}

fl_err fl_merge_read(fl_merge *self, fl_progress *progress, fl_diag *diag)
{
    merge_reader r = {.merge = self};
    fl_err err = FL_OK;
    fl_text_init(&self->faults);
    fl_text_init(&r.key);
    fl_text_init(&r.identity);
    for (size_t i = 0; i < self->n && !err; i++) {
        fl_shard *shard = &self->shard[i];
        fl_store store;
        fl_diag trouble;
        fl_diag_init(&trouble);
        fl_program_progress_step(progress, "reading the files", i, self->n + 1);
        err = fl_store_read(&store, shard->path, &trouble);
        err = err             ? note_trouble(self, shard, err, &trouble, diag)
              : self->has_sum ? read_next(&r, &store, shard, diag)
                              : read_first(&r, &store, shard, diag);
        fl_store_free(&store);
    }
    if (!err && self->has_sum) {
        err = check_all(self, diag);
    }
    if (r.has_shard) {
        fl_run_result_close(&r.shard);
    }
    fl_text_free(&r.key);
    fl_text_free(&r.identity);
    return err || !fl_text_check(&self->faults) ? err : fl_diag_memory(diag);
}

void fl_merge_free(fl_merge *self)
{
    if (self->has_sum) {
        fl_run_result_close(&self->sum);
    }
    for (size_t i = 0; i < self->n; i++) {
        free(self->shard[i].path);
        free(self->shard[i].ranges);
    }
    free(self->shard);
    fl_text_free(&self->faults);
    *self = (fl_merge){0};
}
