/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The files to be put together. */
#include "experiments/merge/merge_private.h"

#include <dirent.h>
#include <errno.h>
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

static fl_err add_entry(fl_merge *self, const char *folder, const char *name, fl_diag *diag)
{
    fl_text path;
    size_t length = strlen(folder);
    fl_text_init(&path);
    fl_text_add_format(&path, "%s%s%s", folder, length > 0 && folder[length - 1] == '/' ? "" : "/", name);
    fl_err err = fl_text_check(&path) ? fl_diag_memory(diag) : FL_OK;
    bool is_left_out = false;
    if (!err && self->left_out) {
        err = fl_program_file_is_same(self->left_out, fl_text_get(&path), &is_left_out, diag);
    }
    if (!err && !is_left_out) {
        err = add_file(self, fl_text_get(&path), diag);
    }
    fl_text_free(&path);
    return err;
}

static fl_err add_folder(fl_merge *self, const char *path, fl_diag *diag)
{
    size_t before = self->n;
    fl_err err = FL_OK;
    DIR *folder = opendir(path);
    if (!folder) {
        return fl_diag_set(diag, fl_diag_of_errno(errno), path, "cannot open this folder: %s",
                           strerror(errno));
    }
    errno = 0;
    for (const struct dirent *entry = readdir(folder); entry && !err; entry = readdir(folder)) {
        err = is_result(entry->d_name) ? add_entry(self, path, entry->d_name, diag) : FL_OK;
        errno = 0;
    }
    if (!err && errno) {
        err = fl_diag_set(diag, FL_ERR_IO, path, "cannot read this folder: %s", strerror(errno));
    }
    closedir(folder);
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
