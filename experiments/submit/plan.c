/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The folder of a submission, and what is missing in it. No clock is looked at: machines' clocks differ. */
#define _DEFAULT_SOURCE /* flock */
#include "analysis/store/store.h"
#include "analysis/tally/tally.h"
#include "experiments/submit/submit_private.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

enum { MOST_JOBS = 100000 };

static const fl_submit_row sorts[] = {
    {"run", "0"}, {"verify", "0|1|4"}, /* verdicts, whatever they are */
};

void fl_submit_add_path(const fl_submit_plan *self, const char *end, fl_text *out)
{
    fl_text_add_format(out, "%s%s%s", self->folder, self->submit->base, end);
}

static fl_err read_jobs(fl_submit_plan *self, fl_diag *diag)
{
    fl_err err = fl_program_option_number(self->submit->options, "jobs", 10, &self->jobs, diag);
    if (!err && (self->jobs < 2 || self->jobs > MOST_JOBS)) {
        err = fl_diag_set(diag, FL_ERR_USAGE, "", "--jobs must be 2 to %d, not %llu", MOST_JOBS,
                          (unsigned long long)self->jobs);
    }
    return err;
}

/* A line feed in a name or an option would end the comment that tells it to Slurm, and begin a command. */
static fl_err check_plain(const char *what, const char *word, fl_diag *diag)
{
    for (const char *p = word; p && *p; p++) {
        if ((unsigned char)*p < ' ' || *p == 127) {
            return fl_diag_set(diag, FL_ERR_USAGE, word,
                               "%s has a control character, which no script for Slurm may have", what);
        }
    }
    return FL_OK;
}

static fl_err check_words(const fl_submit_plan *self, fl_diag *diag)
{
    static const char *const written[] = {"partition", "time", "output"};
    fl_err err = check_plain("the name of the experiment", self->submit->base, diag);
    for (size_t i = 0; i < sizeof written / sizeof written[0] && !err; i++) {
        char what[32];
        snprintf(what, sizeof what, "--%s", written[i]);
        err = check_plain(what, fl_program_option_get(self->submit->options, written[i]), diag);
    }
    return err;
}

/* Makes the folders that are missing, and finds their names as every machine has them. */
static fl_err find_folder(fl_submit_plan *self, fl_diag *diag)
{
    const char *given = fl_program_option_get(self->submit->options, "output");
    char name[FL_SUBMIT_PATH];
    char real[FL_SUBMIT_PATH];
    int n = given ? snprintf(name, sizeof name, "%s", given)
                  : snprintf(name, sizeof name, "%.200s/", self->submit->base);
    if (n < 2 || n >= FL_SUBMIT_PATH - 300 || name[n - 1] != '/') {
        return fl_diag_set(diag, FL_ERR_USAGE, "", "--submit needs a folder for the shards: -o FOLDER/");
    }
    if (mkdir(name, 0777) && errno != EEXIST) {
        return fl_diag_set(diag, fl_diag_of_errno(errno), name, "cannot make this folder: %s",
                           strerror(errno));
    }
    if (!realpath(name, real) || !getcwd(self->here, sizeof self->here)) {
        return fl_diag_set(diag, fl_diag_of_errno(errno), name, "cannot find this folder: %s",
                           strerror(errno));
    }
    n = snprintf(self->folder, sizeof self->folder, "%s/", real);
    int m = snprintf(self->output, sizeof self->output, "%s.h5", real);
    ssize_t length = readlink("/proc/self/exe", self->program, sizeof self->program - 1);
    if (n >= FL_SUBMIT_PATH || m >= FL_SUBMIT_PATH || length < 1) {
        return fl_diag_set(diag, FL_ERR_INPUT, name,
                           "cannot find the names of this folder and of the program");
    }
    self->program[length] = '\0';
    fl_err err = check_plain("the name of this folder", self->folder, diag);
    err = err ? err : check_plain("the name of the working folder", self->here, diag);
    err = err ? err : check_plain("the name of the program", self->program, diag);
    if (err) {
        return err;
    }
    snprintf(name, sizeof name, "%.3500slogs", self->folder);
    return mkdir(name, 0777) && errno != EEXIST
               ? fl_diag_set(diag, FL_ERR_IO, name, "cannot make this folder: %s", strerror(errno))
               : FL_OK;
}

/* What a plan says but for its token. */
static void write_plan(const fl_submit_plan *self, fl_text *out)
{
    fl_text_add_format(out, "floorlab-plan 1\ncommand: %s\njobs: %llu\n%s", self->sort->command,
                       (unsigned long long)self->jobs, self->submit->identity);
}

/* The first line in which two plans differ. */
static void add_difference(const char *theirs, const char *ours, fl_text *out)
{
    while (*theirs && *ours) {
        size_t a = strcspn(theirs, "\n");
        size_t b = strcspn(ours, "\n");
        if (a != b || memcmp(theirs, ours, a) != 0) {
            break;
        }
        theirs += a + (theirs[a] == '\n');
        ours += b + (ours[b] == '\n');
    }
    fl_text_add_format(out, "it has '%.*s', not '%.*s'", (int)strcspn(theirs, "\n"), theirs,
                       (int)strcspn(ours, "\n"), ours);
}

static fl_err compare(fl_submit_plan *self, const char *path, fl_diag *diag)
{
    char *text = NULL;
    size_t size = 0;
    fl_text ours;
    fl_text_init(&ours);
    write_plan(self, &ours);
    fl_err err = fl_program_file_read(path, &text, &size, diag);
    const char *rest = !err ? strchr(text, '\n') : NULL;
    bool is_plan = !err && strncmp(text, "token ", 6) == 0 && rest && rest - text == 6 + FL_SUBMIT_TOKEN - 1;
    if (is_plan) {
        memcpy(self->token, text + 6, FL_SUBMIT_TOKEN - 1);
    } else if (!err) {
        err = fl_diag_set(diag, FL_ERR_FORMAT, path, "this is no plan of a submission");
    }
    if (!err && strcmp(rest + 1, fl_text_get(&ours)) != 0) {
        fl_text difference;
        fl_text_init(&difference);
        add_difference(rest + 1, fl_text_get(&ours), &difference);
        err = fl_diag_set(diag, FL_ERR_MISMATCH, path, "this folder belongs to another submission: %s",
                          fl_text_get(&difference));
        fl_diag_hint(diag, "choose another folder with -o, or repeat the options");
        fl_text_free(&difference);
    }
    free(text);
    fl_text_free(&ours);
    return err;
}

static fl_err make_token(fl_submit_plan *self, fl_diag *diag)
{
    char bytes[16];
    int file = open("/dev/urandom", O_RDONLY | O_CLOEXEC);
    bool is_read = file >= 0 && read(file, bytes, sizeof bytes) == (ssize_t)sizeof bytes;
    if (file >= 0) {
        close(file);
    }
    if (!is_read) {
        return fl_diag_set(diag, FL_ERR_IO, "/dev/urandom", "cannot read: %s", strerror(errno));
    }
    fl_tally_digest_text(bytes, sizeof bytes, self->token);
    return FL_OK;
}

static fl_err write_new(fl_submit_plan *self, const char *path, fl_diag *diag)
{
    fl_text text;
    fl_text_init(&text);
    fl_err err = make_token(self, diag);
    fl_text_add_format(&text, "token %s\n", self->token);
    write_plan(self, &text);
    err = err ? err : fl_program_output_write(self->file, &text, diag);
    if (!err && fsync(self->file)) {
        err = fl_diag_set(diag, FL_ERR_IO, path, "cannot save: %s", strerror(errno));
    }
    self->is_new = true;
    fl_text_free(&text);
    return err;
}

fl_err fl_submit_plan_open(fl_submit_plan *self, const fl_submit *submit, fl_diag *diag)
{
    struct stat about;
    fl_text path;
    *self = (fl_submit_plan){.submit = submit, .file = -1};
    for (size_t i = 0; i < sizeof sorts / sizeof sorts[0]; i++) {
        self->sort = strcmp(sorts[i].command, submit->command) == 0 ? &sorts[i] : self->sort;
    }
    fl_text_init(&path);
    fl_err err = read_jobs(self, diag);
    err = err ? err : check_words(self, diag);
    err = err ? err : find_folder(self, diag);
    fl_submit_add_path(self, ".plan", &path);
    const char *name = fl_text_get(&path);
    if (!err) {
        self->file = open(name, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0666);
    }
    if (!err && (self->file < 0 || fstat(self->file, &about))) {
        err = fl_diag_set(diag, FL_ERR_IO, name, "cannot be opened: %s", strerror(errno));
    }
    if (!err && flock(self->file, LOCK_EX | LOCK_NB) && errno == EWOULDBLOCK) {
        err = fl_diag_set(diag, FL_ERR_USAGE, name, "another submission is at work on this folder");
        fl_diag_hint(diag, "wait until it has ended");
    }
    err = err ? err : about.st_size > 0 ? compare(self, name, diag) : write_new(self, name, diag);
    self->is_missing = err ? NULL : calloc(self->jobs, sizeof *self->is_missing);
    err = err || self->is_missing ? err : fl_diag_memory(diag);
    fl_text_free(&path);
    return err;
}

void fl_submit_plan_close(fl_submit_plan *self)
{
    if (self->file >= 0) {
        close(self->file);
    }
    free(self->is_missing);
    *self = (fl_submit_plan){.file = -1};
}

/* Whether a shard's file is there and whole. */
static fl_err look(const char *path, bool *is_whole, fl_text *notes, fl_diag *diag)
{
    fl_store store;
    bool is_there = false;
    *is_whole = false;
    fl_err err = fl_program_file_look(path, &is_there, diag);
    if (err || !is_there) {
        return err;
    }
    err = fl_store_read(&store, path, diag);
    const fl_store_attribute *complete = err ? NULL : fl_store_attribute_of(&store, "complete");
    *is_whole = complete && complete->number != 0;
    fl_store_free(&store);
    if (err == FL_ERR_MEMORY || err == FL_ERR_IO || !err) {
        return err;
    }
    fl_text bad;
    fl_text_init(&bad);
    fl_text_add_format(&bad, "%s.damaged", path);
    err = fl_text_check(&bad) ? fl_diag_memory(diag) : FL_OK;
    if (!err && rename(path, fl_text_get(&bad))) {
        err = fl_diag_set(diag, FL_ERR_IO, path, "cannot be renamed: %s", strerror(errno));
    }
    fl_text_add_format(notes, "%s cannot be read; it is called .damaged now, and is made again\n", path);
    fl_text_free(&bad);
    return err;
}

fl_err fl_submit_plan_look(fl_submit_plan *self, fl_text *notes, fl_diag *diag)
{
    fl_err err = FL_OK;
    self->missing = 0;
    for (uint64_t i = 0; i < self->jobs && !err; i++) {
        char name[FL_OUTPUT_NAME];
        char path[FL_SUBMIT_PATH + FL_OUTPUT_NAME];
        bool is_whole = false;
        const fl_output_part part = {self->submit->base, ".h5", i, self->jobs};
        fl_program_output_part(&part, name);
        snprintf(path, sizeof path, "%s%s", self->folder, name);
        err = look(path, &is_whole, notes, diag);
        self->is_missing[i] = !is_whole;
        self->missing += !is_whole;
    }
    return err;
}
