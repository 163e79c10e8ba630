/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The files to be put together. */
#include "experiments/merge/merge_private.h"

#include <stdlib.h>
#include <string.h>

static fl_err add_file(fl_merge *self, const char *path, fl_diag *diag)
{
    if (self->n == self->capacity) {
        size_t more = 2 * self->capacity + 64;
        fl_shard *grown = realloc(self->shard, more * sizeof *grown);
        if (!grown) {
            return fl_diag_memory(diag);
        }
        self->shard = grown;
        self->capacity = more;
    }
    char *copy = strdup(path);
    if (!copy) {
        return fl_diag_memory(diag);
    }
    self->shard[self->n++] = (fl_shard){.path = copy};
    return FL_OK;
}

/* Whether an entry of a folder is a result file by its name. */
static bool is_result(const char *name)
{
    static const char end[] = ".h5";
    size_t length = strlen(name);
    return name[0] != '.' && length > strlen(end) && strcmp(name + length - strlen(end), end) == 0;
}

static int by_path(const void *a_of, const void *b_of)
{
    return strcmp(((const fl_shard *)a_of)->path, ((const fl_shard *)b_of)->path);
}

static fl_err add_entry(void *merge, const char *path, fl_diag *diag)
{
    fl_merge *self = merge;
    bool is_left_out = false;
    fl_err err = FL_OK;
    if (!is_result(fl_program_file_base(path))) {
        return FL_OK;
    }
    if (self->left_out) {
        err = fl_program_file_is_same(self->left_out, path, &is_left_out, diag);
    }
    return err || is_left_out ? err : add_file(self, path, diag);
}

static fl_err add_folder(fl_merge *self, const char *path, fl_diag *diag)
{
    size_t before = self->n;
    fl_err err = fl_program_file_each(path, self, add_entry, diag);
    if (!err && self->n == before && !self->may_be_empty) {
        err = fl_diag_set(diag, FL_ERR_INPUT, path, "there is no result file in this folder (*.h5)");
        fl_diag_hint(diag, "name the folder that the shards were written to");
    }
    if (!err) {
        qsort(self->shard + before, self->n - before, sizeof *self->shard, by_path);
    }
    self->has_folder = true;
    return err;
}

fl_err fl_merge_add(fl_merge *self, const char *path, fl_diag *diag)
{
    bool is_folder = false;
    fl_err err = fl_program_file_is_folder(path, &is_folder, diag);
    return err ? err : is_folder ? add_folder(self, path, diag) : add_file(self, path, diag);
}
