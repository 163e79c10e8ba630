/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Writing and reading checkpoints; the form of a record is in run_private.h. */
#include "analysis/store/store.h"
#include "experiments/run/run_private.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { HEAD = 60, LOG_MAX = 32 << 20 };
static const char mark[] = "FLOORCP2";

/* What must be equal for a checkpoint to fit, one key a line. */
static fl_err write_identity(const fl_run_setup *setup, bool keeps_floors, char **out)
{
    fl_text text;
    fl_text_init(&text);
    fl_run_setup_add_identity(setup, &text);
    for (uint64_t c = 0; c < setup->conditions && !setup->experiment->generator; c++) {
        fl_text_add_format(&text, "samples of %s: %llu\n", setup->condition[c].name,
                           (unsigned long long)setup->experiment->population[c].samples);
    }
    fl_text_add_format(&text, "floors: %llu\nshard: %llu to %llu\nblock: %d\nkeep-floors: %s\n",
                       (unsigned long long)setup->experiment->floors, (unsigned long long)setup->from,
                       (unsigned long long)setup->to, FL_RUN_BLOCK, keeps_floors ? "yes" : "no");
    *out = fl_text_check(&text) ? NULL : strdup(fl_text_get(&text));
    fl_text_free(&text);
    return *out ? FL_OK : FL_ERR_MEMORY;
}

fl_err fl_run_checkpoint_init(fl_checkpoint *self, const char *output, const fl_run_setup *setup,
                              bool keeps_floors, fl_diag *diag)
{
    static const char suffix[] = ".checkpoint";
    size_t size = strlen(output) + sizeof suffix;
    memset(self, 0, sizeof *self);
    self->file = -1;
    self->path = malloc(size);
    if (!self->path || write_identity(setup, keeps_floors, &self->identity)) {
        fl_run_checkpoint_free(self);
        return fl_diag_memory(diag);
    }
    snprintf(self->path, size, "%s%s", output, suffix);
    return FL_OK;
}

void fl_run_checkpoint_free(fl_checkpoint *self)
{
    if (self->file >= 0) {
        close(self->file);
    }
    free(self->path);
    free(self->identity);
    memset(self, 0, sizeof *self);
    self->file = -1;
}

/* The folder was writable when the run began, so a failure now is an I/O error, not bad input. */
static fl_err start_temp(fl_atomic_file *temp, const char *path, fl_diag *diag)
{
    fl_err err = fl_store_atomic_init(temp, path, diag);
    if (err == FL_ERR_INPUT && diag) {
        diag->code = FL_ERR_IO;
    }
    return err == FL_ERR_INPUT ? FL_ERR_IO : err;
}

/* Starts a new log, which replaces the old one once its first record is complete. */
static fl_err start_log(fl_checkpoint *self, const fl_text *record, fl_diag *diag)
{
    fl_atomic_file temp;
    fl_err err = start_temp(&temp, self->path, diag);
    if (err) {
        return err;
    }
    err = fl_program_output_write(temp.file, record, diag);
    err = err ? err : fl_store_atomic_sync(&temp, diag);
    int file = err ? -1 : fcntl(temp.file, F_DUPFD_CLOEXEC, 0);
    if (!err && file < 0) {
        err = fl_diag_set(diag, FL_ERR_IO, self->path, "cannot save: %s", strerror(errno));
    }
    err = err ? err : fl_store_atomic_keep(&temp, diag);
    fl_store_atomic_free(&temp);
    if (err && file >= 0) {
        close(file);
    }
    if (err) {
        return err;
    }
    if (self->file >= 0) {
        close(self->file);
    }
    self->file = file;
    self->size = record->size;
    return FL_OK;
}

static fl_err append(fl_checkpoint *self, const fl_text *record, fl_diag *diag)
{
    if (self->file < 0 || self->size > LOG_MAX) {
        return start_log(self, record, diag);
    }
    fl_err err = fl_program_output_write(self->file, record, diag);
    if (!err && fsync(self->file)) {
        err = fl_diag_set(diag, FL_ERR_IO, self->path, "cannot save: %s", strerror(errno));
    }
    self->size += record->size;
    return err;
}

fl_err fl_run_checkpoint_save(fl_checkpoint *self, const fl_checkpoint_state *state, fl_diag *diag)
{
    fl_text body;
    fl_text record;
    char digest[FL_DIGEST_TEXT];
    fl_text_init(&body);
    fl_text_init(&record);
    fl_tally_pack_add_number(strlen(self->identity), &body);
    fl_text_add(&body, self->identity);
    fl_tally_pack_add_number(state->done_blocks, &body);
    for (uint64_t i = 0; i < state->setup->conditions; i++) {
        fl_tally_pack_add(&state->totals[i], &body);
    }
    if (state->more) {
        fl_text_add_bytes(&body, fl_text_get(state->more), state->more->size);
    }
    fl_tally_digest_text(fl_text_get(&body), body.size, digest);
    fl_text_add_format(&record, "%s %016" PRIx64 " %s\n\n", mark, (uint64_t)body.size, digest);
    fl_text_add_bytes(&record, fl_text_get(&body), body.size);
    fl_err err =
        fl_text_check(&body) || fl_text_check(&record) ? fl_diag_memory(diag) : append(self, &record, diag);
    fl_text_free(&body);
    fl_text_free(&record);
    return err;
}

/* Finds the body of the last complete record. */
static bool find_last(const char *text, size_t size, fl_tally_pack_reader *out)
{
    bool has_one = false;
    for (size_t at = 0; size - at >= HEAD;) {
        uint64_t length = 0;
        char digest[FL_DIGEST_TEXT];
        char found[FL_DIGEST_TEXT];
        if (memcmp(text + at, mark, 8) != 0 ||
            sscanf(text + at + 8, " %16" SCNx64 " %32s", &length, digest) != 2 || length > size - at - HEAD) {
            break;
        }
        fl_tally_digest_text(text + at + HEAD, length, found);
        if (strcmp(digest, found) != 0) {
            break;
        }
        out->at = (const unsigned char *)text + at + HEAD;
        out->end = out->at + length;
        has_one = true;
        at += HEAD + length;
    }
    return has_one;
}

/* Names the first line in which two identities differ. */
static fl_err refuse_other(const fl_checkpoint *self, const char *theirs, fl_diag *diag)
{
    const char *a = self->identity;
    const char *b = theirs;
    while (*a && *b) {
        size_t a_length = strcspn(a, "\n");
        size_t b_length = strcspn(b, "\n");
        if (a_length != b_length || memcmp(a, b, a_length) != 0) {
            break;
        }
        a += a_length + (a[a_length] == '\n');
        b += b_length + (b[b_length] == '\n');
    }
    fl_err err =
        fl_diag_set(diag, FL_ERR_MISMATCH, self->path,
                    "this checkpoint belongs to another experiment: it has '%.*s', this run has '%.*s'",
                    (int)strcspn(b, "\n"), b, (int)strcspn(a, "\n"), a);
    fl_diag_hint(diag, "repeat the options of the first part, or start over with --anew");
    return err;
}

/* Whether the record belongs to this run. */
static fl_err check_identity(const fl_checkpoint *self, fl_tally_pack_reader *body, fl_diag *diag)
{
    uint64_t length = 0;
    if (fl_tally_pack_read_number(body, &length) || length > (uint64_t)(body->end - body->at)) {
        return fl_diag_set(diag, FL_ERR_DAMAGED, self->path, "this checkpoint is damaged");
    }
    char *theirs = strndup((const char *)body->at, length);
    if (!theirs) {
        return fl_diag_memory(diag);
    }
    body->at += length;
    fl_err err = strcmp(theirs, self->identity) == 0 ? FL_OK : refuse_other(self, theirs, diag);
    free(theirs);
    return err;
}

/* False if the record is damaged. */
static bool read_state(fl_tally_pack_reader *body, fl_checkpoint_state *out)
{
    fl_err err = fl_tally_pack_read_number(body, &out->done_blocks);
    for (uint64_t i = 0; i < out->setup->conditions && !err; i++) {
        err = fl_tally_pack_read(body, &out->totals[i]);
    }
    if (!err && out->more) {
        fl_text_add_bytes(out->more, (const char *)body->at, (size_t)(body->end - body->at));
        body->at = body->end;
    }
    return !err && body->at == body->end && out->done_blocks <= out->setup->blocks;
}

fl_err fl_run_checkpoint_load(fl_checkpoint *self, fl_checkpoint_state *state, fl_diag *diag)
{
    char *text = NULL;
    size_t size = 0;
    fl_tally_pack_reader body;
    state->done_blocks = 0;
    if (!fl_program_file_exists(self->path)) {
        return FL_OK;
    }
    fl_err err = fl_program_file_read(self->path, &text, &size, diag);
    if (err) {
        return err;
    }
    if (find_last(text, size, &body)) {
        err = check_identity(self, &body, diag);
        if (!err && !read_state(&body, state)) {
            err = fl_diag_set(diag, FL_ERR_DAMAGED, self->path, "this checkpoint is damaged");
        }
    } else if (size >= 8 && memcmp(text, mark, 8) != 0) {
        err = fl_diag_set(diag, FL_ERR_FORMAT, self->path, "this file is not a checkpoint");
    }
    free(text);
    return err;
}

fl_err fl_run_checkpoint_check(const fl_checkpoint *self, bool is_meant, fl_diag *diag)
{
    struct stat found;
    bool is_there = stat(self->path, &found) == 0;
    if (!is_there && errno == ENAMETOOLONG) {
        return fl_diag_set(diag, FL_ERR_USAGE, self->path,
                           "this name, that of the checkpoint, is too long; choose a shorter one with -o");
    }
    if (is_meant || !is_there || found.st_size == 0) {
        return FL_OK;
    }
    fl_err err = fl_diag_set(diag, FL_ERR_USAGE, self->path, "this is the checkpoint of an unfinished run");
    fl_diag_hint(diag, "continue it with --resume, or start over with --anew");
    return err;
}

void fl_run_checkpoint_remove(fl_checkpoint *self)
{
    (void)unlink(self->path);
}
