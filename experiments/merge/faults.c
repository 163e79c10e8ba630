/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What keeps shards from being one run, and by which of them it is: files that cannot be used, samples that
 * several shards have, and samples that none has. */
#include "experiments/merge/merge_private.h"

#include <stdlib.h>
#include <string.h>

/* A shard's samples of one condition. */
typedef struct place {
    fl_shard_range range;
    const fl_shard *shard;
} place;

/* The samples of shard `number` of `of`, counted from 0, where a condition has so many. */
static fl_shard_range cut(uint64_t samples, uint64_t number, uint64_t of)
{
    return (fl_shard_range){(uint64_t)((fl_tally_sum)samples * number / of),
                            (uint64_t)((fl_tally_sum)samples * (number + 1) / of)};
}

bool fl_merge_is_uniform(const fl_run_setup *setup)
{
    return !fl_run_experiment_has_own_samples(setup->experiment);
}

/* Of condition c of a shard of the sum's experiment. */
static fl_shard_range range_of(const fl_merge *self, const fl_shard *shard, uint64_t c)
{
    const fl_run_setup *setup = &self->sum->setup;
    if (!fl_merge_is_uniform(setup)) {
        return shard->ranges[c];
    }
    uint64_t samples = fl_run_setup_samples(setup, c);
    const fl_shard_range *range = &shard->ranges[0];
    return (fl_shard_range){range->from < samples ? range->from : samples,
                            range->to < samples ? range->to : samples};
}

/* A shard's samples count as taken when it is whole or was begun. */
static bool is_ours(const fl_merge *self, const fl_shard *shard)
{
    return (shard->state == FL_SHARD_WHOLE || shard->state == FL_SHARD_UNFINISHED) &&
           strcmp(shard->digest, self->digest) == 0;
}

/* The condition with most samples: no shard of it is empty unless all are. */
static uint64_t longest_of(const fl_merge *self)
{
    uint64_t longest = 0;
    const fl_run_setup *setup = &self->sum->setup;
    for (uint64_t c = 1; c < setup->conditions; c++) {
        if (fl_run_setup_samples(setup, c) > fl_run_setup_samples(setup, longest)) {
            longest = c;
        }
    }
    return longest;
}

static int by_range(const void *a_of, const void *b_of)
{
    const place *a = a_of;
    const place *b = b_of;
    if (a->range.from != b->range.from) {
        return a->range.from < b->range.from ? -1 : 1;
    }
    if (a->range.to != b->range.to) {
        return a->range.to < b->range.to ? -1 : 1;
    }
    return a->shard < b->shard ? -1 : a->shard > b->shard;
}

/* The shards that have samples of a condition, in the order of these. */
static fl_err list_places(const fl_merge *self, uint64_t c, place **out, size_t *n, fl_diag *diag)
{
    *n = 0;
    *out = calloc(self->n + 1, sizeof **out);
    if (!*out) {
        return fl_diag_memory(diag);
    }
    for (size_t i = 0; i < self->n; i++) {
        const fl_shard *shard = &self->shard[i];
        if (is_ours(self, shard)) {
            fl_shard_range range = range_of(self, shard, c);
            (*out)[*n] = (place){range, shard};
            *n += range.from < range.to;
        }
    }
    qsort(*out, *n, sizeof **out, by_range);
    return FL_OK;
}

typedef struct listing {
    const fl_merge *merge;
    fl_merge_faults *out;
    uint64_t condition;
} listing;

static void begin_line(fl_merge_faults *out, const char *path)
{
    fl_text_add_masked(&out->text, path);
    fl_text_add(&out->text, path[0] ? ": " : "");
    out->n++;
}

/* The shards that have these samples, "shards 3 to 5 of 100", where shards were cut alike. */
static void add_numbers(const listing *l, fl_shard_range missing)
{
    const fl_merge *self = l->merge;
    uint64_t samples = fl_run_setup_samples(&self->sum->setup, l->condition);
    uint64_t first = 0;
    uint64_t last = 0;
    for (uint64_t i = 0; i < self->shards; i++) {
        fl_shard_range range = cut(samples, i, self->shards);
        bool is_in = range.from < range.to && range.from < missing.to && range.to > missing.from;
        first = is_in && first == 0 ? i + 1 : first;
        last = is_in ? i + 1 : last;
    }
    if (first > 0) {
        fl_text_add_format(&l->out->text, first < last ? ": shards %llu to %llu of %llu" : ": shard %llu",
                           (unsigned long long)first, (unsigned long long)last,
                           (unsigned long long)self->shards);
        if (first == last) {
            fl_text_add_format(&l->out->text, " of %llu", (unsigned long long)self->shards);
        }
    }
}

static void add_samples(const listing *l, fl_shard_range range)
{
    fl_text_add_format(&l->out->text, "floors %llu to %llu", (unsigned long long)range.from,
                       (unsigned long long)range.to - 1);
    if (!fl_merge_is_uniform(&l->merge->sum->setup)) {
        fl_text_add_format(&l->out->text, " of condition %llu", (unsigned long long)l->condition);
    }
}

static void list_gap(const listing *l, fl_shard_range missing)
{
    begin_line(l->out, "");
    add_samples(l, missing);
    fl_text_add(&l->out->text, " are in none of the files");
    add_numbers(l, missing);
    fl_text_add_char(&l->out->text, '\n');
}

static void list_doubled(const listing *l, const fl_shard *a, const fl_shard *b, fl_shard_range both)
{
    begin_line(l->out, b->path);
    add_samples(l, both);
    fl_text_add(&l->out->text, " are in two of the files, also in ");
    fl_text_add_masked(&l->out->text, a->path);
    fl_text_add(&l->out->text, ": give every shard once\n");
}

/* Lists the samples of a condition that no shard has, and those that several have. */
static fl_err list_ranges(const listing *l, fl_diag *diag)
{
    const fl_merge *self = l->merge;
    uint64_t c = l->condition;
    size_t n = 0;
    place *places = NULL;
    fl_err err = list_places(self, c, &places, &n, diag);
    uint64_t samples = fl_run_setup_samples(&self->sum->setup, c);
    uint64_t end = self->has_folder || n == 0 ? 0 : places[0].range.from;
    const fl_shard *last = NULL; /* that has the samples before `end` */
    for (size_t i = 0; i < n && !err; i++) {
        fl_shard_range range = places[i].range;
        if (range.from > end) {
            list_gap(l, (fl_shard_range){end, range.from});
        } else if (range.from < end) {
            uint64_t both = range.to < end ? range.to : end;
            list_doubled(l, last, places[i].shard, (fl_shard_range){range.from, both});
        }
        last = range.to > end ? places[i].shard : last;
        end = range.to > end ? range.to : end;
    }
    if (!err && self->has_folder && end < samples) {
        list_gap(l, (fl_shard_range){end, samples});
    }
    free(places);
    return err;
}

static void list_foreign(const fl_merge *self, const fl_shard *shard, fl_merge_faults *out)
{
    fl_text_add(&out->text, "it belongs to another experiment than the others: ");
    fl_run_experiment_add_difference(fl_merge_words(self, shard->digest), fl_merge_words(self, self->digest),
                                     &out->text);
}

/* Files that cannot be used. */
static void list_files(fl_merge *self, fl_merge_faults *out)
{
    for (size_t i = 0; i < self->n; i++) {
        fl_shard *shard = &self->shard[i];
        bool is_foreign = shard->digest[0] && strcmp(shard->digest, self->digest) != 0;
        if (shard->state == FL_SHARD_WHOLE && !is_foreign) {
            continue;
        }
        begin_line(out, shard->path);
        if (shard->state == FL_SHARD_UNFINISHED) {
            fl_text_add(&out->text, "this run was stopped before the end: finish it with run --resume");
            fl_text_add(&out->text, is_foreign ? "; " : "");
        }
        if (is_foreign) {
            list_foreign(self, shard, out);
            shard->state = FL_SHARD_FOREIGN;
        }
        fl_text_add(&out->text, shard->trouble ? shard->trouble : "");
        fl_text_add_char(&out->text, '\n');
    }
}

/* Into how many parts most shards say they were cut, as long as the first ones do not differ. */
static void find_number(fl_merge *self)
{
    for (size_t i = 0; i < self->n && self->shards == 0; i++) {
        self->shards = is_ours(self, &self->shard[i]) ? self->shard[i].of : 0;
    }
}

/* The sum has the samples from the first shard's first to the last one's last. */
static void set_ranges(fl_merge *self)
{
    fl_run_setup *setup = &self->sum->setup;
    for (uint64_t c = 0; c < setup->conditions; c++) {
        fl_shard_range all = {UINT64_MAX, 0};
        fl_shard_range empty = {0, 0};
        for (size_t i = 0; i < self->n; i++) {
            fl_shard_range range = range_of(self, &self->shard[i], c);
            if (range.from < range.to) {
                all.from = range.from < all.from ? range.from : all.from;
                all.to = range.to > all.to ? range.to : all.to;
            } else {
                empty = range;
            }
        }
        all = all.from < all.to ? all : empty;
        setup->condition[c].from = all.from;
        setup->condition[c].to = all.to;
    }
    fl_run_setup_number(setup);
}

fl_err fl_merge_find_faults(fl_merge *self, fl_merge_faults *out, fl_diag *diag)
{
    listing l = {.merge = self, .out = out};
    if (!self->sum) {
        self->digest = "";
        list_files(self, out);
        return fl_text_check(&out->text) ? fl_diag_memory(diag) : FL_OK;
    }
    find_number(self);
    list_files(self, out);
    l.condition = longest_of(self);
    fl_err err = list_ranges(&l, diag);
    for (uint64_t c = 0; c < self->sum->setup.conditions && !err && out->n == 0; c++) {
        l.condition = c;
        err = list_ranges(&l, diag);
    }
    if (!err && fl_text_check(&out->text)) {
        err = fl_diag_memory(diag);
    }
    if (!err && out->n == 0) {
        set_ranges(self);
        err = fl_run_setup_check_totals(&self->sum->setup, self->sum->totals, self->sum->setup.blocks, diag);
    }
    return err;
}
