/* SPDX-License-Identifier: GPL-2.0-or-later */
/* How far the shards of a folder are. Nothing is said of times: machines' clocks differ. */
#include "experiments/merge/merge_private.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

static const char checkpoint_end[] = ".h5.checkpoint";

static const char *state_of(const fl_merge *self, const fl_shard *shard)
{
    bool is_foreign = shard->digest[0] && self->digest && strcmp(shard->digest, self->digest) != 0;
    return shard->state == FL_SHARD_BAD          ? "damaged"
           : is_foreign                          ? "of another experiment"
           : shard->state == FL_SHARD_UNFINISHED ? "stopped"
                                                 : "whole";
}

static const char *base_of(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

/* Whether a checkpoint's result is there already, and has its row. */
static bool has_result(const fl_merge *self, const char *checkpoint)
{
    size_t length = strlen(checkpoint) - strlen(".checkpoint");
    bool has = false;
    for (size_t i = 0; i < self->n && !has; i++) {
        const char *base = base_of(self->shard[i].path);
        has = strlen(base) == length && memcmp(base, checkpoint, length) == 0;
    }
    return has;
}

static fl_err add_checkpoint(const char *folder, const char *name, fl_table *out, fl_diag *diag)
{
    fl_text path;
    fl_run_progress progress = {.blocks = 0};
    fl_text_init(&path);
    fl_text_add_format(&path, "%s/%s", folder, name);
    fl_err err = fl_text_check(&path) ? fl_diag_memory(diag)
                                      : fl_run_checkpoint_peek(fl_text_get(&path), &progress, diag);
    if (!err) {
        fl_text_clear(&path);
        fl_text_add_bytes(&path, name, strlen(name) - strlen(".checkpoint"));
        fl_program_table_add(out, fl_text_get(&path));
        fl_program_table_add(out, progress.is_at_work ? "at work" : "stopped");
        fl_program_table_add_number(out, (int64_t)(progress.blocks * FL_RUN_BLOCK));
    }
    fl_text_free(&path);
    return err;
}

fl_err fl_merge_add_progress(const fl_merge *self, const char *folder, fl_table *out, fl_diag *diag)
{
    fl_err err = FL_OK;
    size_t begun = self->n;
    fl_program_table_columns(out, "file state samples");
    for (size_t i = 0; i < self->n; i++) {
        fl_program_table_add(out, base_of(self->shard[i].path));
        fl_program_table_add(out, state_of(self, &self->shard[i]));
        fl_program_table_add_number(out, (int64_t)self->shard[i].samples);
    }
    DIR *list = opendir(folder);
    if (!list) {
        return fl_diag_set(diag, fl_diag_of_errno(errno), folder, "cannot open this folder: %s",
                           strerror(errno));
    }
    errno = 0;
    for (const struct dirent *entry = readdir(list); entry && !err; entry = readdir(list)) {
        size_t length = strlen(entry->d_name);
        size_t end = strlen(checkpoint_end);
        bool is_one = length > end && strcmp(entry->d_name + length - end, checkpoint_end) == 0;
        if (is_one && !has_result(self, entry->d_name)) {
            err = add_checkpoint(folder, entry->d_name, out, diag);
            begun++;
        }
        errno = 0;
    }
    if (!err && errno) {
        err = fl_diag_set(diag, FL_ERR_IO, folder, "cannot read this folder: %s", strerror(errno));
    }
    closedir(list);
    if (!err && begun == 0) {
        err = fl_diag_set(diag, FL_ERR_INPUT, folder,
                          "there is neither a result nor a checkpoint in this folder");
        fl_diag_hint(diag, "no shard of it has begun yet, or the results are in another folder");
    }
    return err;
}
