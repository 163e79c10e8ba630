/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A file of hits that grows during a search. The checkpoint stores the number of valid bytes and their
 * checksum; resuming truncates what was written later. */
#include "experiments/find/find.h"
#include "gen/base/files.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <xxhash.h>

enum { PIECE = 1 << 16 }; /* bytes that are read at once */

fl_err fl_find_file_open(fl_find_file *self, const char *path, const char *identity, fl_diag *diag)
{
    static const char suffix[] = ".part";
    size_t size = strlen(path) + sizeof suffix;
    memset(self, 0, sizeof *self);
    self->file = -1;
    fl_err err = fl_run_checkpoint_init_as(&self->checkpoint, path, identity, diag);
    if (err) {
        return err;
    }
    self->path = strdup(path);
    self->part = malloc(size);
    self->sum = XXH3_createState();
    if (!self->path || !self->part || !self->sum) {
        return fl_diag_memory(diag);
    }
    snprintf(self->part, size, "%s%s", path, suffix);
    XXH3_128bits_reset(self->sum);
    return FL_OK;
}

static fl_err fail(const fl_find_file *self, const char *what, fl_diag *diag)
{
    return fl_diag_set(diag, FL_ERR_IO, self->part, "%s: %s", what, strerror(errno));
}

/* Computes the checksum of the valid bytes in the file. */
static fl_err sum_file(fl_find_file *self, fl_diag *diag)
{
    unsigned char piece[PIECE];
    XXH3_128bits_reset(self->sum);
    for (uint64_t at = 0; at < self->size;) {
        size_t n = self->size - at < sizeof piece ? (size_t)(self->size - at) : sizeof piece;
        if (fl_files_get(self->file, (int64_t)at, piece, &n)) {
            return fail(self, "cannot be read", diag);
        }
        if (n == 0) {
            break; /* it is shorter, so the checksum differs */
        }
        XXH3_128bits_update(self->sum, piece, n);
        at += n;
    }
    return FL_OK;
}

/* Checks that the file contains what was written to it. */
static fl_err check_file(fl_find_file *self, XXH128_hash_t written, fl_diag *diag)
{
    fl_err err = sum_file(self, diag);
    if (!err && !XXH128_isEqual(XXH3_128bits_digest(self->sum), written)) {
        err = fl_diag_set(diag, FL_ERR_DAMAGED, self->part,
                          "the file was changed: it lacks hits that were written to it");
        fl_diag_hint(diag, "begin again with --anew");
    }
    return err;
}

/* Reads the checkpoint: state, length of the file, and checksum. */
static fl_err load(fl_find_file *self, fl_find_search *search, XXH128_hash_t *sum, fl_diag *diag)
{
    fl_text more;
    fl_text_init(&more);
    fl_checkpoint_state state = {.setup = &self->setup, .more = &more};
    fl_err err = fl_run_checkpoint_load(&self->checkpoint, &state, diag);
    fl_tally_pack_reader bytes = {(const unsigned char *)fl_text_get(&more),
                                  (const unsigned char *)fl_text_get(&more) + more.size};
    if (!err && state.done > 0) {
        fl_text rest = {0};
        uint64_t *const head[] = {&self->size, &sum->low64, &sum->high64};
        for (unsigned i = 0; i < sizeof head / sizeof *head; i++) {
            err = err ? err : fl_tally_pack_read_number(&bytes, head[i]);
        }
        fl_text_init(&rest);
        fl_text_add_bytes(&rest, (const char *)bytes.at, (size_t)(bytes.end - bytes.at));
        err = err ? err : fl_text_check(&rest);
        err = err ? err : fl_find_unpack(search, &rest);
        fl_text_free(&rest);
        search->done = state.done;
        if (err) {
            err = fl_diag_set(diag, FL_ERR_DAMAGED, self->checkpoint.path, "this checkpoint is damaged");
        }
    }
    fl_text_free(&more);
    return err;
}

fl_err fl_find_file_begin(fl_find_file *self, fl_checkpoint_use use, fl_find_search *search, fl_diag *diag)
{
    XXH128_hash_t sum = XXH3_128bits_digest(self->sum); /* of no bytes */
    self->setup.samples = search->n;
    fl_err err = fl_run_checkpoint_begin(&self->checkpoint, use, diag);
    if (!err && use == FL_CHECKPOINT_KEEP) {
        err = load(self, search, &sum, diag);
    }
    if (err) {
        return err;
    }
    self->file = open(self->part, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0666);
    if (self->file < 0) {
        err = fl_diag_of_errno(errno);
        return fl_diag_set(diag, err, self->part, "cannot be written: %s", strerror(errno));
    }
    err = check_file(self, sum, diag);
    if (err) {
        return err;
    }
    if (ftruncate(self->file, (off_t)self->size) || lseek(self->file, (off_t)self->size, SEEK_SET) < 0) {
        return fail(self, "cannot be written", diag);
    }
    return FL_OK;
}

fl_err fl_find_file_write(fl_find_file *self, const fl_text *text, fl_diag *diag)
{
    self->size += text->size;
    XXH3_128bits_update(self->sum, fl_text_get(text), text->size);
    fl_err err = fl_program_output_write(self->file, text, diag);
    return err == FL_ERR_IO ? fail(self, "cannot be written", diag) : err;
}

fl_err fl_find_file_save(fl_find_file *self, const fl_find_search *search, fl_diag *diag)
{
    fl_text more;
    if (fsync(self->file)) {
        return fail(self, "cannot save", diag);
    }
    fl_text_init(&more);
    XXH128_hash_t sum = XXH3_128bits_digest(self->sum);
    fl_tally_pack_add_number(self->size, &more);
    fl_tally_pack_add_number(sum.low64, &more);
    fl_tally_pack_add_number(sum.high64, &more);
    fl_find_pack(search, &more);
    fl_checkpoint_state state = {.setup = &self->setup, .done = search->done, .more = &more};
    fl_err err =
        fl_text_check(&more) ? fl_diag_memory(diag) : fl_run_checkpoint_save(&self->checkpoint, &state, diag);
    fl_text_free(&more);
    return err;
}

fl_err fl_find_file_keep(fl_find_file *self, fl_diag *diag)
{
    fl_err err = check_file(self, XXH3_128bits_digest(self->sum), diag);
    if (err) {
        return err;
    }
    if (fsync(self->file) || rename(self->part, self->path)) {
        return fail(self, "cannot get its name", diag);
    }
    fl_run_checkpoint_remove(&self->checkpoint);
    return FL_OK;
}

void fl_find_file_close(fl_find_file *self)
{
    if (self->file >= 0) {
        close(self->file);
    }
    fl_run_checkpoint_free(&self->checkpoint);
    free(self->path);
    free(self->part);
    XXH3_freeState(self->sum);
    self->file = -1;
    self->path = self->part = NULL;
    self->sum = NULL;
}
