/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Each thread reads shards and adds them up.
 *
 * Only the first shard of a thread is set up (its rules made and what it counts looked up). The others say
 * that they are of the same experiment by the same words, so that only their numbers are read. */
#include "experiments/merge/merge_private.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

enum { FEWEST = 8 }; /* files that are worth a thread */

/* Belongs to one thread while it reads. */
typedef struct fl_merge_worker {
    fl_merge *merge;

    /* The first shard it could read, to which those of the same experiment are added; and the last one. */
    fl_run_result sum, fresh;
    bool has_sum, has_fresh;
    fl_text key[2]; /* what set the two up */
    char *identity; /* of the sum */
    char digest[FL_DIGEST_TEXT];
    size_t made;
} worker;

typedef struct reading {
    fl_merge *merge;
    fl_progress *progress;
    _Atomic size_t done;
} reading;

/* The experiment, with how many samples of each condition. */
static fl_err make_identity(const fl_run_result *result, char **out, fl_diag *diag)
{
    fl_text text;
    uint64_t n = fl_run_experiment_has_own_samples(&result->experiment) ? result->setup.conditions : 1;
    fl_text_init(&text);
    fl_run_experiment_add_identity(&result->experiment, &text);
    for (uint64_t c = 0; c < n; c++) {
        fl_text_add_format(&text, "samples of condition %llu: %llu\n", (unsigned long long)c,
                           (unsigned long long)fl_run_experiment_samples(&result->experiment, c));
    }
    *out = fl_text_check(&text) ? NULL : strdup(fl_text_get(&text));
    fl_text_free(&text);
    return *out ? FL_OK : fl_diag_memory(diag);
}

static void note_number(const fl_store *store, fl_shard *shard)
{
    const fl_store_attribute *number = fl_store_attribute_of(store, "shard");
    const fl_store_attribute *of = fl_store_attribute_of(store, "shards");
    if (number && of && !number->text && !of->text && number->number >= 1 && number->number <= of->number) {
        shard->number = number->number;
        shard->of = of->number;
    }
}

/* Notes what a shard holds. */
static fl_err note(const fl_run_result *result, const fl_store *store, fl_shard *shard, fl_diag *diag)
{
    const fl_run_setup *setup = &result->setup;
    uint64_t n = fl_merge_is_uniform(setup) ? 1 : setup->conditions;
    free(shard->ranges);
    shard->ranges = calloc(n, sizeof *shard->ranges);
    if (!shard->ranges) {
        return fl_diag_memory(diag);
    }
    for (uint64_t c = 0; c < n; c++) {
        const fl_run_condition *condition = &setup->condition[c];
        uint64_t end = fl_merge_is_uniform(setup) ? setup->to : condition->to;
        shard->ranges[c] = (fl_shard_range){fl_merge_is_uniform(setup) ? setup->from : condition->from, end};
    }
    shard->samples = 0;
    for (uint64_t c = 0; c < setup->conditions; c++) {
        shard->samples += fl_tally_tried(&result->totals[c]);
    }
    shard->state = result->is_complete ? FL_SHARD_WHOLE : FL_SHARD_UNFINISHED;
    shard->has_floors = result->has_floors;
    note_number(store, shard);
    return FL_OK;
}

/* Makes a shard the first one of a worker, which takes over what was read. */
static fl_err begin_sum(worker *w, const fl_store *store, size_t at, fl_diag *diag)
{
    fl_shard *shard = &w->merge->shard[at];
    fl_err err = make_identity(&w->sum, &w->identity, diag);
    if (err) {
        return err;
    }
    fl_tally_digest_text(w->identity, strlen(w->identity), w->digest);
    memcpy(shard->digest, w->digest, sizeof shard->digest);
    w->made = at;
    err = note(&w->sum, store, shard, diag);
    for (uint64_t c = 0; c < w->sum.setup.conditions && shard->state != FL_SHARD_WHOLE; c++) {
        fl_tally_clear(&w->sum.totals[c]); /* its counts are not taken */
    }
    return err;
}

/* Adds the shard that was read last. */
static fl_err add_fresh(worker *w, const fl_store *store, fl_shard *shard, fl_diag *diag)
{
    char *identity = NULL;
    fl_err err = make_identity(&w->fresh, &identity, diag);
    err = err ? err : note(&w->fresh, store, shard, diag);
    if (err) {
        free(identity);
        return err;
    }
    fl_tally_digest_text(identity, strlen(identity), shard->digest);
    if (strcmp(shard->digest, w->digest) != 0) {
        shard->identity = identity;
        return FL_OK;
    }
    free(identity);
    for (uint64_t c = 0; c < w->sum.setup.conditions && shard->state == FL_SHARD_WHOLE; c++) {
        fl_tally_merge(&w->sum.totals[c], &w->fresh.totals[c]);
    }
    return FL_OK;
}

/* What is wrong with a file is noted, unless it is the machine's fault. */
static fl_err note_trouble(fl_shard *shard, fl_err err, const fl_diag *trouble, fl_diag *diag)
{
    fl_text text;
    if (err == FL_ERR_MEMORY || err == FL_ERR_IO) {
        fl_err same = fl_diag_set(diag, err, shard->path, "%s", trouble->what);
        fl_diag_hint(diag, "%s", trouble->hint);
        return same;
    }
    fl_text_init(&text);
    fl_text_add_format(&text, "%s%s%s", trouble->what, trouble->hint[0] ? "; " : "", trouble->hint);
    shard->state = FL_SHARD_BAD;
    shard->trouble = fl_text_check(&text) ? NULL : strdup(fl_text_get(&text));
    fl_text_free(&text);
    return shard->trouble ? FL_OK : fl_diag_memory(diag);
}

/* Reads a result into the worker's first or second place; again where it is set up for its key. */
static fl_err read_into(worker *w, const fl_store *store, const char *path, fl_diag *trouble)
{
    fl_text key;
    fl_run_result *to = w->has_sum ? &w->fresh : &w->sum;
    fl_text *own = &w->key[w->has_sum];
    bool *is_there = w->has_sum ? &w->has_fresh : &w->has_sum;
    fl_text_init(&key);
    fl_run_result_add_key(store, &key);
    if (fl_text_check(&key)) {
        fl_text_free(&key);
        return fl_diag_memory(trouble);
    }
    if (*is_there && strcmp(fl_text_get(&key), fl_text_get(own)) == 0) {
        fl_text_free(&key);
        return fl_run_result_read_alike(to, store, path, trouble);
    }
    if (*is_there) {
        fl_run_result_close(to);
    }
    fl_err err = fl_run_result_read(to, store, path, trouble);
    *is_there = !err;
    fl_text_free(own);
    *own = key;
    return err;
}

static fl_err take(worker *w, const fl_store *store, size_t at, fl_diag *diag)
{
    fl_diag trouble;
    fl_shard *shard = &w->merge->shard[at];
    bool is_first = !w->has_sum;
    fl_diag_init(&trouble);
    fl_err err = read_into(w, store, shard->path, &trouble);
    if (err) {
        return note_trouble(shard, err, &trouble, diag);
    }
    return is_first ? begin_sum(w, store, at, diag) : add_fresh(w, store, shard, diag);
}

/* Reads one file; what is wrong with it is noted. */
static fl_err read_shard(worker *w, size_t at, fl_diag *diag)
{
    fl_diag trouble;
    fl_store store;
    fl_diag_init(&trouble);
    fl_err err = fl_store_read(&store, w->merge->shard[at].path, &trouble);
    err = err ? note_trouble(&w->merge->shard[at], err, &trouble, diag) : take(w, &store, at, diag);
    fl_store_free(&store);
    return err;
}

static fl_err work(void *reading_of, unsigned number, uint64_t first, uint64_t end, fl_diag *diag)
{
    reading *r = reading_of;
    fl_err err = FL_OK;
    for (uint64_t at = first; at < end && !err; at++) {
        err = read_shard(&r->merge->workers[number], (size_t)at, diag);
        r->done++;
    }
    return err;
}

static fl_worker_pool_order watch(void *reading_of)
{
    reading *r = reading_of;
    fl_program_progress_step(r->progress, "reading the files", r->done < r->merge->n ? r->done : r->merge->n,
                             r->merge->n + 1);
    return FL_WORKER_POOL_GO_ON;
}

static fl_err open_workers(fl_merge *self, unsigned n, fl_diag *diag)
{
    self->workers = calloc(n, sizeof *self->workers);
    if (!self->workers) {
        return fl_diag_memory(diag);
    }
    self->workers_n = n;
    for (unsigned i = 0; i < n; i++) {
        worker *w = &self->workers[i];
        w->merge = self;
        fl_text_init(&w->key[0]);
        fl_text_init(&w->key[1]);
    }
    return FL_OK;
}

/* The experiment that most shards have; of several, that of the first file. */
static void choose_experiment(fl_merge *self)
{
    size_t most = 0;
    for (size_t i = 0; i < self->n; i++) {
        const fl_shard *shard = &self->shard[i];
        bool is_known = self->digest && strcmp(self->digest, shard->digest) == 0;
        size_t n = 0;
        for (size_t k = i; k < self->n && shard->digest[0] && !is_known && self->n - i > most; k++) {
            n += strcmp(shard->digest, self->shard[k].digest) == 0;
        }
        self->digest = n > most ? shard->digest : self->digest;
        most = n > most ? n : most;
    }
}

/* Puts the sums of the workers together two by two, in that of the first. */
static void add_sums(fl_merge *self)
{
    unsigned n = 0;
    for (unsigned i = 0; i < self->workers_n; i++) {
        const worker *w = &self->workers[i];
        if (w->has_sum && self->digest && strcmp(w->digest, self->digest) == 0) {
            self->of_sum[n++] = i;
        }
    }
    for (unsigned step = 1; step < n; step *= 2) {
        for (unsigned i = 0; i + step < n; i += 2 * step) {
            const fl_run_result *from = &self->workers[self->of_sum[i + step]].sum;
            fl_run_result *to = &self->workers[self->of_sum[i]].sum;
            for (uint64_t c = 0; c < to->setup.conditions; c++) {
                fl_tally_merge(&to->totals[c], &from->totals[c]);
            }
        }
    }
    worker *first = n > 0 ? &self->workers[self->of_sum[0]] : NULL;
    self->sum = first ? &first->sum : NULL;
}

/* Where the first shards of all workers are of other experiments than most are, reads one of these, so that
 * what is missing can be told. */
static fl_err read_ours(fl_merge *self, fl_diag *diag)
{
    worker *w = &self->workers[0];
    size_t at = 0;
    while (strcmp(self->shard[at].digest, self->digest) != 0) {
        at++;
    }
    if (w->has_sum) {
        fl_run_result_close(&w->sum);
    }
    w->has_sum = false;
    if (w->identity) {
        free(self->shard[w->made].identity);
        self->shard[w->made].identity = w->identity;
        w->identity = NULL;
    }
    return read_shard(w, at, diag);
}

fl_err fl_merge_read(fl_merge *self, unsigned threads, fl_progress *progress, fl_diag *diag)
{
    reading r = {.merge = self, .progress = progress};
    unsigned n = self->n / FEWEST + 1 < threads ? (unsigned)(self->n / FEWEST) + 1 : threads;
    fl_worker_pool pool = {
        .threads = n, .blocks = self->n, .at_once = 1, .context = &r, .work = work, .watch = watch};
    fl_err err = open_workers(self, n, diag);
    err = err ? err : fl_program_pool_run(&pool, diag);
    if (err) {
        return err;
    }
    choose_experiment(self);
    add_sums(self);
    if (self->digest && !self->sum) {
        err = read_ours(self, diag);
        add_sums(self);
    }
    return err;
}

const char *fl_merge_words(const fl_merge *self, const char *digest)
{
    for (unsigned i = 0; i < self->workers_n; i++) {
        if (self->workers[i].identity && strcmp(self->workers[i].digest, digest) == 0) {
            return self->workers[i].identity;
        }
    }
    for (size_t i = 0; i < self->n; i++) {
        if (self->shard[i].identity && strcmp(self->shard[i].digest, digest) == 0) {
            return self->shard[i].identity;
        }
    }
    return "";
}

static void free_worker(worker *w)
{
    if (w->has_sum) {
        fl_run_result_close(&w->sum);
    }
    if (w->has_fresh) {
        fl_run_result_close(&w->fresh);
    }
    fl_text_free(&w->key[0]);
    fl_text_free(&w->key[1]);
    free(w->identity);
}

void fl_merge_free(fl_merge *self)
{
    for (unsigned i = 0; i < self->workers_n; i++) {
        free_worker(&self->workers[i]);
    }
    for (size_t i = 0; i < self->n; i++) {
        free(self->shard[i].path);
        free(self->shard[i].trouble);
        free(self->shard[i].ranges);
        free(self->shard[i].identity);
    }
    free(self->workers);
    free(self->shard);
    *self = (fl_merge){0};
}
