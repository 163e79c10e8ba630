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

/* Whether a checkpoint's result is there already, and has its row. */
static bool has_result(const fl_merge *self, const char *checkpoint)
{
    size_t length = strlen(checkpoint) - strlen(checkpoint_end);
    bool has = false;
    for (size_t i = 0; i < self->n && !has; i++) {
        const char *base = fl_program_file_base(self->shard[i].path);
        has = strlen(base) == length && memcmp(base, checkpoint, length) == 0;
    }
    return has;
}

/* What lies in a folder of shards. */
typedef struct folder {
    const fl_merge *merge;
    size_t begun; /* shards */
    fl_table *out;
} folder;

static fl_err add_checkpoint(void *folder_of, const char *path, fl_diag *diag)
{
    folder *self = folder_of;
    const char *name = fl_program_file_base(path);
    size_t length = strlen(name);
    size_t end = strlen(checkpoint_end);
    fl_run_progress progress = {.blocks = 0};
    fl_text shown;
    if (length <= end || strcmp(name + length - end, checkpoint_end) != 0 || has_result(self->merge, name)) {
        return FL_OK;
    }
    fl_text_init(&shown);
    fl_err err = fl_run_checkpoint_peek(path, &progress, diag);
    fl_text_add_bytes(&shown, name, length - end);
    err = err || !fl_text_check(&shown) ? err : fl_diag_memory(diag);
    if (!err) {
        fl_program_table_add(self->out, fl_text_get(&shown));
        fl_program_table_add(self->out, progress.is_at_work ? "at work" : "stopped");
        fl_program_table_add_number(self->out, (int64_t)(progress.blocks * FL_RUN_BLOCK));
        self->begun++;
    }
    fl_text_free(&shown);
    return err;
}

fl_err fl_merge_add_progress(const fl_merge *self, const char *path, fl_table *out, fl_diag *diag)
{
    folder folder = {self, self->n, out};
    fl_program_table_columns(out, "file state samples");
    for (size_t i = 0; i < self->n; i++) {
        fl_program_table_add(out, fl_program_file_base(self->shard[i].path));
        fl_program_table_add(out, state_of(self, &self->shard[i]));
        fl_program_table_add_number(out, (int64_t)self->shard[i].samples);
    }
    fl_err err = fl_program_file_each(path, &folder, add_checkpoint, diag);
    if (!err && folder.begun == 0) {
        err = fl_diag_set(diag, FL_ERR_INPUT, path,
                          "there is neither a result nor a checkpoint in this folder");
        fl_diag_hint(diag, "no shard of it has begun yet, or the results are in another folder");
    }
    return err;
}
