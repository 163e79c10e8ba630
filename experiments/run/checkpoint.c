/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Writing and reading checkpoints; the format of a record is in run.h. A run locks (flock) the file of that
 * name, which is empty at first. A new log is locked before it is renamed. */
#define _DEFAULT_SOURCE /* flock */
#include "analysis/store/store.h"
#include "experiments/run/run_private.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

enum { HEAD = 60, LOG_MAX = 32 << 20, TRIES = 100 };
static const char mark[] = "FLOORCP2";

fl_err fl_run_checkpoint_init_as(fl_checkpoint *self, const char *output, const char *identity, fl_diag *diag)
{
    static const char suffix[] = ".checkpoint";
    size_t size = strlen(output) + sizeof suffix;
    *self = (fl_checkpoint){.file = -1, .lock = -1};
    self->path = malloc(size);
    self->identity = strdup(identity);
    if (!self->path || !self->identity) {
        fl_run_checkpoint_free(self);
        return fl_diag_memory(diag);
    }
    snprintf(self->path, size, "%s%s", output, suffix);
    return FL_OK;
}

/* Adds what must be equal for a checkpoint to fit, one key per line. */
fl_err fl_run_checkpoint_init(fl_checkpoint *self, const char *output, const fl_run_setup *setup,
                              bool keeps_floors, fl_diag *diag)
{
    fl_text text;
    *self = (fl_checkpoint){.file = -1, .lock = -1};
    fl_text_init(&text);
    fl_run_experiment_add_identity(setup->experiment, &text);
    for (uint64_t c = 0; c < setup->conditions && !setup->experiment->generator; c++) {
        fl_text_add_format(&text, "samples of %s: %llu\n", setup->condition[c].name,
                           (unsigned long long)setup->condition[c].samples);
    }
    fl_text_add_format(&text, "floors: %llu\nshard: %llu to %llu\nkeep-floors: %s\n",
                       (unsigned long long)setup->experiment->floors, (unsigned long long)setup->from,
                       (unsigned long long)setup->to, keeps_floors ? "yes" : "no");
    fl_err err = fl_text_check(&text) ? fl_diag_memory(diag)
                                      : fl_run_checkpoint_init_as(self, output, fl_text_get(&text), diag);
    fl_text_free(&text);
    return err;
}

/* Before the first record the file is empty and is removed with the lock. */
static void unlock(fl_checkpoint *self, bool is_replaced)
{
    struct stat about;
    if (self->lock < 0) {
        return;
    }
    if (!is_replaced && fstat(self->lock, &about) == 0 && about.st_size == 0) {
        (void)unlink(self->path);
    }
    close(self->lock);
    self->lock = -1;
}

void fl_run_checkpoint_free(fl_checkpoint *self)
{
    unlock(self, false);
    if (self->file >= 0) {
        close(self->file);
    }
    free(self->path);
    free(self->identity);
    *self = (fl_checkpoint){.file = -1, .lock = -1};
}

static fl_err refuse_file(const fl_checkpoint *self, fl_diag *diag)
{
    switch (errno) {
    case ENAMETOOLONG:
        return fl_diag_set(diag, FL_ERR_USAGE, self->path,
                           "this name, that of the checkpoint, is too long; choose a shorter one with -o");
    case ELOOP:
        return fl_diag_set(diag, FL_ERR_INPUT, self->path, "there is a link of that name; remove it");
    default:
        return fl_diag_set(diag, FL_ERR_IO, self->path, "cannot be opened: %s", strerror(errno));
    }
}

/* Opens and locks the file of that name; *is_same is false if the name now belongs to another file. */
static fl_err lock_once(fl_checkpoint *self, bool *is_same, fl_diag *diag)
{
    struct stat ours;
    struct stat named;
    self->lock = open(self->path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0666);
    if (self->lock < 0 || fstat(self->lock, &ours)) {
        return refuse_file(self, diag);
    }
    if (!S_ISREG(ours.st_mode)) {
        return fl_diag_set(diag, FL_ERR_INPUT, self->path, "this is not a regular file");
    }
    if (flock(self->lock, LOCK_EX | LOCK_NB) && errno == EWOULDBLOCK) {
        fl_err err = fl_diag_set(diag, FL_ERR_USAGE, self->path, "another process is making this result");
        fl_diag_hint(diag, "wait until it has ended, or choose another name with -o");
        return err;
    }
    *is_same = lstat(self->path, &named) == 0 && named.st_dev == ours.st_dev && named.st_ino == ours.st_ino;
    return FL_OK;
}

static fl_err lock(fl_checkpoint *self, fl_diag *diag)
{
    bool is_same = false;
    fl_err err = FL_OK;
    for (unsigned i = 0; i < TRIES && !err && !is_same; i++) {
        if (self->lock >= 0) {
            close(self->lock);
        }
        err = lock_once(self, &is_same, diag);
    }
    if (!err && !is_same) {
        err = fl_diag_set(diag, FL_ERR_IO, self->path, "other processes keep replacing this file");
    }
    if (err && self->lock >= 0) { /* the file belongs to another process */
        close(self->lock);
        self->lock = -1;
    }
    return err;
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

/* Starts a new log, which replaces the old one after its first complete record. */
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
    unlock(self, true);
    self->file = file;
    self->size = record->size;
    return FL_OK;
}

/* True if the log or its folder was removed: appended records would be lost. */
static bool is_lost(const fl_checkpoint *self)
{
    struct stat about;
    return fstat(self->file, &about) != 0 || about.st_nlink == 0;
}

static fl_err append(fl_checkpoint *self, const fl_text *record, fl_diag *diag)
{
    if (self->file < 0 || self->size > LOG_MAX || is_lost(self)) {
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
    fl_tally_pack_add_number(state->done, &body);
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

static fl_err refuse_other(const fl_checkpoint *self, const char *theirs, fl_diag *diag)
{
    fl_text difference;
    fl_text_init(&difference);
    fl_run_experiment_add_difference(theirs, self->identity, &difference);
    fl_err err = fl_diag_set(diag, FL_ERR_MISMATCH, self->path,
                             "this checkpoint belongs to another experiment: %s", fl_text_get(&difference));
    fl_diag_hint(diag, "repeat the options of the first part, or start over with --anew");
    fl_text_free(&difference);
    return err;
}

/* Checks that the record belongs to this run. */
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
    fl_err err = fl_tally_pack_read_number(body, &out->done);
    for (uint64_t i = 0; i < out->setup->conditions && !err; i++) {
        err = fl_tally_pack_read(body, &out->totals[i]);
    }
    if (!err && out->more) {
        fl_text_add_bytes(out->more, (const char *)body->at, (size_t)(body->end - body->at));
        body->at = body->end;
    }
    return !err && body->at == body->end && out->done <= out->setup->samples;
}

fl_err fl_run_checkpoint_load(fl_checkpoint *self, fl_checkpoint_state *state, fl_diag *diag)
{
    char *text = NULL;
    size_t size = 0;
    fl_tally_pack_reader body;
    state->done = 0;
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
        if (!err && state->more && fl_text_check(state->more)) {
            err = fl_diag_memory(diag);
        }
    } else if (size >= 8 && memcmp(text, mark, 8) != 0) {
        err = fl_diag_set(diag, FL_ERR_FORMAT, self->path, "this file is not a checkpoint");
    }
    free(text);
    return err;
}

fl_err fl_run_checkpoint_begin(fl_checkpoint *self, fl_checkpoint_use use, fl_diag *diag)
{
    struct stat found;
    fl_err err = lock(self, diag);
    if (!err && fstat(self->lock, &found)) {
        err = fl_diag_set(diag, FL_ERR_IO, self->path, "cannot look at it: %s", strerror(errno));
    }
    if (err || found.st_size == 0) {
        return err;
    }
    if (use == FL_CHECKPOINT_DROP && ftruncate(self->lock, 0)) {
        return refuse_file(self, diag);
    }
    if (use == FL_CHECKPOINT_REFUSE) {
        err = fl_diag_set(diag, FL_ERR_USAGE, self->path, "this is the checkpoint of an unfinished run");
        fl_diag_hint(diag, "continue it with --resume, or start over with --anew");
    }
    return err;
}

void fl_run_checkpoint_remove(fl_checkpoint *self)
{
    (void)unlink(self->path);
}
