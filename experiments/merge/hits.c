/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The hits of a search that was made in shards: files of lines, put one after the other. Such a file has its
 * name only when its shard is whole, so names tell what is missing. */
#include "analysis/store/store.h"
#include "experiments/merge/merge.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { MOST = 1000000, CHUNK = 1 << 16 };

/* "find-03-of-50.csv": 3, 50 and ".csv". */
static bool read_name(const char *name, unsigned long part[2], const char **end)
{
    static const char *const ends[] = {".ndjson", ".csv", ".text"};
    const char *dash = strstr(name, "-of-");
    int length = 0;
    while (dash && strstr(dash + 1, "-of-")) {
        dash = strstr(dash + 1, "-of-");
    }
    const char *digits = dash;
    while (digits && digits > name && digits[-1] >= '0' && digits[-1] <= '9') {
        digits--;
    }
    if (!dash || digits == dash || sscanf(digits, "%7lu-of-%7lu%n", &part[0], &part[1], &length) != 2) {
        return false;
    }
    for (size_t i = 0; i < sizeof ends / sizeof ends[0]; i++) {
        if (strcmp(digits + length, ends[i]) == 0) {
            *end = ends[i];
            return part[0] >= 1 && part[0] <= part[1] && part[1] <= MOST;
        }
    }
    return false;
}

/* Whether two shards' names begin alike. */
static bool is_alike(const char *a, const char *b)
{
    size_t length = strcspn(fl_program_file_base(a), "0123456789");
    return strncmp(fl_program_file_base(a), fl_program_file_base(b), length) == 0;
}

static const char *any_of(const fl_merge_hits *self)
{
    size_t i = 0;
    while (i < self->of && !self->path[i]) {
        i++;
    }
    return i < self->of ? self->path[i] : "";
}

static fl_err add_file(fl_merge_hits *self, const char *path, fl_diag *diag)
{
    unsigned long part[2] = {0, 0};
    const char *end = NULL;
    if (!read_name(fl_program_file_base(path), part, &end)) {
        self->has_others = true;
        return FL_OK;
    }
    if (self->of == 0) {
        self->path = calloc(part[1], sizeof *self->path);
        self->of = self->path ? part[1] : 0;
        self->end = end;
    } else if (self->of != part[1] || self->end != end || !is_alike(any_of(self), path)) {
        fl_err err =
            fl_diag_set(diag, FL_ERR_MISMATCH, path, "it is not of the same search as %s", any_of(self));
        fl_diag_hint(diag, "put the shards of one search into a folder of their own");
        return err;
    }
    if (self->of && self->path[part[0] - 1]) {
        return fl_diag_set(diag, FL_ERR_MISMATCH, path, "shard %lu of %lu is given twice", part[0], part[1]);
    }
    char *copy = self->of ? strdup(path) : NULL;
    if (!copy) {
        return fl_diag_memory(diag);
    }
    self->path[part[0] - 1] = copy;
    self->n++;
    return FL_OK;
}

/* An entry of a folder: results are noted, what else has no such name is passed by. */
static fl_err add_entry(void *hits, const char *path, fl_diag *diag)
{
    fl_merge_hits *self = hits;
    const char *name = fl_program_file_base(path);
    const char *dot = strrchr(name, '.');
    unsigned long part[2];
    const char *end = NULL;
    self->has_others |= dot && strcmp(dot, ".h5") == 0;
    return read_name(name, part, &end) ? add_file(self, path, diag) : FL_OK;
}

fl_err fl_merge_hits_add(fl_merge_hits *self, const char *path, fl_diag *diag)
{
    bool is_folder = false;
    fl_err err = fl_program_file_is_folder(path, &is_folder, diag);
    return err         ? err
           : is_folder ? fl_program_file_each(path, self, add_entry, diag)
                       : add_file(self, path, diag);
}

bool fl_merge_are_hits(const fl_merge_hits *self)
{
    return self->n > 0 && !self->has_others;
}

static fl_err fail(const char *path, fl_diag *diag)
{
    return fl_diag_set(diag, FL_ERR_IO, path, "cannot be read: %s", strerror(errno));
}

/* Opens a regular file; opening a pipe must not wait for a writer. */
static fl_err open_hits(const char *path, FILE **out, fl_diag *diag)
{
    struct stat about;
    int file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    *out = file >= 0 ? fdopen(file, "r") : NULL;
    if (!*out) {
        int error = errno;
        if (file >= 0) {
            close(file);
        }
        return fl_diag_set(diag, fl_diag_of_errno(error), path, "cannot open: %s", strerror(error));
    }
    bool is_regular = fstat(file, &about) == 0 && S_ISREG(about.st_mode);
    if (!is_regular) {
        fclose(*out);
    }
    return is_regular ? FL_OK : fl_diag_set(diag, FL_ERR_INPUT, path, "this is not a regular file");
}

/* Adds a file behind the others. The first line of a table stands in `head`, once it is known. */
static fl_err add_hits(const char *path, char **head, bool is_table, int to, fl_diag *diag)
{
    size_t size = 0;
    char *line = NULL;
    fl_text text;
    FILE *file = NULL;
    fl_err err = open_hits(path, &file, diag);
    if (err) {
        return err;
    }
    fl_text_init(&text);
    bool has_line = is_table && getline(&line, &size, file) > 0;
    if (has_line && *head && strcmp(line, *head) != 0) {
        err = fl_diag_set(diag, FL_ERR_MISMATCH, path, "its columns are others than those of the first file");
    } else if (has_line && !*head) {
        fl_text_add(&text, line);
        *head = line;
        line = NULL;
    }
    while (!err && !feof(file)) {
        char chunk[CHUNK];
        size_t n = fread(chunk, 1, sizeof chunk, file);
        err = ferror(file) ? fail(path, diag) : FL_OK;
        fl_text_add_bytes(&text, chunk, n);
        err = err || !fl_text_check(&text) ? err : fl_diag_memory(diag);
        err = err ? err : fl_program_output_write(to, &text, diag);
        fl_text_clear(&text);
    }
    fclose(file);
    free(line);
    fl_text_free(&text);
    return err;
}

static bool is_given(const void *hits, uint64_t number)
{
    return ((const fl_merge_hits *)hits)->path[number - 1] != NULL;
}

fl_err fl_merge_hits_join(const fl_merge_hits *self, const char *output, fl_diag *diag)
{
    fl_atomic_file file;
    char *head = NULL;
    if (self->n < self->of) {
        return fl_program_launcher_refuse_missing(self->of, self->n, is_given, self, diag);
    }
    if (!output) {
        return FL_OK;
    }
    fl_err err = fl_store_atomic_init(&file, output, diag);
    for (size_t i = 0; i < self->of && !err; i++) {
        err = add_hits(self->path[i], &head, strcmp(self->end, ".csv") == 0, file.file, diag);
    }
    err = err ? err : fl_store_atomic_sync(&file, diag);
    err = err ? err : fl_store_atomic_keep(&file, diag);
    fl_store_atomic_free(&file);
    free(head);
    return err;
}

void fl_merge_hits_free(fl_merge_hits *self)
{
    for (size_t i = 0; i < self->of; i++) {
        free(self->path[i]);
    }
    free(self->path);
    *self = (fl_merge_hits){0};
}
