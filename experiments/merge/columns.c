/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Columns of single samples of shards, as columns of the sum. */
#include "experiments/merge/merge_private.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

bool fl_merge_has_floors(const fl_merge *self)
{
    bool has =
        self->sum && self->sum->setup.from < self->sum->setup.to && fl_merge_is_uniform(&self->sum->setup);
    for (size_t i = 0; i < self->n && has; i++) {
        const fl_shard *shard = &self->shard[i];
        has = shard->has_floors || shard->ranges[0].from == shard->ranges[0].to;
    }
    return has;
}

static int by_start(const void *a_of, const void *b_of)
{
    const fl_shard *a = *(const fl_shard *const *)a_of;
    const fl_shard *b = *(const fl_shard *const *)b_of;
    return a->ranges[0].from < b->ranges[0].from ? -1 : a->ranges[0].from > b->ranges[0].from;
}

/* The folder that a file lies in, ended by '/', without links; NULL if it cannot be found. */
static char *folder_of(const char *path)
{
    const char *slash = strrchr(path, '/');
    char *folder = slash ? strndup(path, (size_t)(slash - path) + 1) : strdup(".");
    char *real = folder ? realpath(folder, NULL) : NULL;
    size_t length = real ? strlen(real) : 0;
    char *out = real ? realloc(real, length + 2) : NULL;
    free(folder);
    if (!out) {
        free(real);
        return NULL;
    }
    if (length == 0 || out[length - 1] != '/') {
        strcpy(out + length, "/");
    }
    return out;
}

/* The name of a file as seen from a folder: what lies below it has a name without the folder, so that all can
 * be moved together; anything else its whole name. */
static char *seen_from(const char *folder, const char *path)
{
    const char *slash = strrchr(path, '/');
    const char *base = slash ? slash + 1 : path;
    char *own = folder_of(path);
    if (!own) {
        return NULL;
    }
    bool is_below = strncmp(own, folder, strlen(folder)) == 0;
    fl_text name;
    fl_text_init(&name);
    fl_text_add_format(&name, "%s%s", is_below ? own + strlen(folder) : own, base);
    char *out = fl_text_check(&name) ? NULL : strdup(fl_text_get(&name));
    fl_text_free(&name);
    free(own);
    return out;
}

/* The types that all shards have. */
static void find_types(const fl_merge *merge, const fl_shard *const *shards, size_t n, unsigned char *out)
{
    unsigned columns = merge->sum->setup.tally.metrics_n;
    for (size_t i = 0; i < n; i++) {
        for (unsigned k = 0; k < columns; k++) {
            bool is_same = i == 0 || out[k] == shards[i]->types[k];
            out[k] = is_same ? shards[i]->types[k] : FL_RUN_NO_TYPE;
        }
    }
}

static fl_err list_sources(fl_merge_columns *self, const fl_shard *const *shards, const char *output,
                           fl_diag *diag)
{
    char *folder = folder_of(output);
    bool is_short = !folder;
    for (size_t i = 0; i < self->n && !is_short; i++) {
        uint64_t samples = shards[i]->ranges[0].to - shards[i]->ranges[0].from;
        self->files[i] = (fl_store_piece){shards[i]->path, samples};
        self->names[i] = (fl_store_piece){seen_from(folder, shards[i]->path), samples};
        is_short = !self->names[i].path;
    }
    free(folder);
    return is_short ? fl_diag_memory(diag) : FL_OK;
}

fl_err fl_merge_columns_add(fl_merge_columns *self, const fl_merge *merge, fl_store *out, fl_diag *diag)
{
    const fl_run_setup *setup = &merge->sum->setup;
    const fl_shard **shards = calloc(merge->n + 1, sizeof *shards);
    unsigned char *types = calloc(setup->tally.metrics_n + 1, sizeof *types);
    self->files = calloc(merge->n + 1, sizeof *self->files);
    self->names = calloc(merge->n + 1, sizeof *self->names);
    fl_err err = shards && types && self->files && self->names ? FL_OK : fl_diag_memory(diag);
    for (size_t i = 0; i < merge->n && !err; i++) {
        if (merge->shard[i].ranges[0].from < merge->shard[i].ranges[0].to) {
            shards[self->n++] = &merge->shard[i];
        }
    }
    if (!err) {
        qsort(shards, self->n, sizeof *shards, by_start);
        find_types(merge, shards, self->n, types);
        err = list_sources(self, shards, self->output, diag);
    }
    const fl_run_join join = {merge->sum->totals, self->files, self->names, self->n, types, self->copies};
    err = err ? err : fl_run_kept_join(&self->kept, setup, &join, out, diag);
    free(shards);
    free(types);
    return err;
}

void fl_merge_columns_free(fl_merge_columns *self)
{
    for (size_t i = 0; i < self->n && self->names; i++) {
        free((char *)self->names[i].path);
    }
    free(self->files);
    free(self->names);
    fl_run_kept_close(self->kept, false);
    *self = (fl_merge_columns){0};
}
