/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The output of commands, and whole files. */
#define _GNU_SOURCE /* memmem */
#include "analysis/store/store.h"
#include "experiments/program/program.h"
#include "gen/base/files.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Digits of the largest part's number, so that names sort in the order of the parts. */
static int digits_of(uint64_t n)
{
    int digits = 1;
    for (; n >= 10; n /= 10) {
        digits++;
    }
    return digits;
}

void fl_program_output_part(const fl_output_part *part, char out[FL_OUTPUT_NAME])
{
    if (part->shards > 1) {
        snprintf(out, FL_OUTPUT_NAME, "%.200s-%0*llu-of-%llu%s", part->base, digits_of(part->shards),
                 (unsigned long long)part->shard + 1, (unsigned long long)part->shards, part->end);
    } else {
        snprintf(out, FL_OUTPUT_NAME, "%.200s%s", part->base, part->end);
    }
}

/* An existing folder is fine: other shards may make it at the same time. */
static fl_err make_folder(const char *path, fl_diag *diag)
{
    if (mkdir(path, 0777) == 0 || errno == EEXIST) {
        return FL_OK;
    }
    return fl_diag_set(diag, fl_diag_of_errno(errno), path, "cannot make this folder: %s", strerror(errno));
}

fl_err fl_program_output_name(const fl_options *options, const fl_output_part *part, char out[FL_OUTPUT_NAME],
                              fl_diag *diag)
{
    char part_name[FL_OUTPUT_NAME];
    const char *name = fl_program_option_get(options, "output");
    size_t length = name ? strlen(name) : 0;
    bool is_folder = length > 0 && name[length - 1] == '/';
    fl_program_output_part(is_folder ? part : &(fl_output_part){part->base, part->end, 0, 1}, part_name);
    int n = is_folder ? snprintf(out, FL_OUTPUT_NAME, "%s%s", name, part_name)
                      : snprintf(out, FL_OUTPUT_NAME, "%s", name ? name : part_name);
    if (n <= 0 || n >= FL_OUTPUT_NAME) {
        return fl_diag_set(diag, FL_ERR_USAGE, "", "the name of the output must have 1 to %d bytes",
                           FL_OUTPUT_NAME - 1);
    }
    return is_folder ? make_folder(name, diag) : FL_OK;
}

fl_err fl_program_output_write(int file, const fl_text *text, fl_diag *diag)
{
    if (fl_text_check(text)) {
        return fl_diag_memory(diag);
    }
    if (fl_files_put(file, FL_FILES_HERE, fl_text_get(text), text->size) == FL_OK) {
        return FL_OK;
    }
    return errno == EPIPE ? FL_ERR_CLOSED
                          : fl_diag_set(diag, FL_ERR_IO, file == STDOUT_FILENO ? "standard output" : "",
                                        "cannot write: %s", strerror(errno));
}

static bool is_inside(const char *byte)
{
    return ((unsigned char)*byte & 0xc0) == 0x80; /* not the first byte of a character */
}

/* Column at which wrapped lines continue: that of the text after a name and a gap, "evidence   against the
 * claim" -> 11; else the indentation. */
static unsigned indent_of(const char *line, size_t size)
{
    enum { MOST = 24 };
    size_t blanks = strspn(line, " ");
    for (size_t i = blanks; i + 1 < size && i < MOST; i++) {
        if (line[i] == ' ' && line[i + 1] == ' ') {
            return (unsigned)(i + strspn(line + i, " "));
        }
    }
    return (unsigned)blanks;
}

static void wrap(const fl_text *text, unsigned columns, fl_text *out)
{
    const char *end = NULL;
    for (const char *line = fl_text_get(text); *line; line = end + (*end != '\0')) {
        end = line + strcspn(line, "\n");
        unsigned indent = indent_of(line, (size_t)(end - line));
        unsigned below = indent < columns / 2 ? indent : 0;
        unsigned before = below; /* no break is possible before: the indentation and gap of the first line */
        unsigned room = columns > 0 ? columns : UINT_MAX;
        while (line < end) {
            const char *blank = NULL; /* the last blank at which the line may break */
            const char *p = line;
            for (unsigned at = 0; p < end && (at < room || is_inside(p)); p++) {
                blank = *p == ' ' && at > before ? p : blank;
                at += !is_inside(p);
            }
            blank = p < end && *p == ' ' ? p : blank;
            const char *stop = p == end || !blank ? p : blank;
            fl_text_add_bytes(out, line, (size_t)(stop - line));
            line = stop + strspn(stop, " ");
            if (line < end) {
                fl_text_add_format(out, "\n%*s", (int)below, "");
                before = 0;
                room = columns - below;
            }
        }
        fl_text_add(out, *end ? "\n" : "");
    }
}

fl_err fl_program_output_tell(const fl_text *text, const fl_options *options, fl_diag *diag)
{
    bool is_json = fl_program_option_get(options, "json") != NULL;
    fl_text wrapped;
    fl_text_init(&wrapped);
    wrap(text, is_json ? 0 : fl_program_host_columns(), &wrapped);
    wrapped.is_short_of_memory |= text->is_short_of_memory;
    fl_err err = fl_program_output_write(STDOUT_FILENO, &wrapped, diag);
    fl_text_free(&wrapped);
    return err;
}

/* True if the first bytes of a regular file contain the mark. */
static bool has_mark(const char *path, const char *mark)
{
    char head[1024];
    int file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    ssize_t n = file < 0 ? 0 : read(file, head, sizeof head);
    if (file >= 0) {
        close(file);
    }
    return n > 0 && memmem(head, (size_t)n, mark, strlen(mark)) != NULL;
}

fl_err fl_program_output_guard(const char *path, const char *mark, bool forces, fl_diag *diag)
{
    struct stat about = {0};
    bool is_there = false;
    fl_err looked = fl_program_file_is_stream(path) ? FL_OK : fl_program_file_look(path, &is_there, diag);
    bool is_empty = is_there && stat(path, &about) == 0 && S_ISREG(about.st_mode) && about.st_size == 0;
    if (looked || forces || !is_there || is_empty || (mark && has_mark(path, mark))) {
        return looked;
    }
    fl_err err = fl_diag_set(diag, FL_ERR_USAGE, path, "there is a file of this name");
    fl_diag_hint(diag, "choose another name with -o, or replace the file with --force");
    return err;
}

fl_err fl_program_output_replace(const char *path, const fl_text *text, fl_diag *diag)
{
    fl_atomic_file file;
    if (fl_program_file_is_stream(path)) {
        return fl_program_output_write(STDOUT_FILENO, text, diag);
    }
    fl_err err = fl_store_atomic_init(&file, path, diag);
    if (err) {
        return err;
    }
    err = fl_program_output_write(file.file, text, diag);
    if (err == FL_ERR_IO) {
        err = fl_diag_set(diag, FL_ERR_IO, path, "cannot write: %s", strerror(errno));
    }
    err = err ? err : fl_store_atomic_sync(&file, diag);
    err = err ? err : fl_store_atomic_keep(&file, diag);
    fl_store_atomic_free(&file);
    return err;
}

bool fl_program_output_is_coloured(int file, const char *when)
{
    const char *no_colour = getenv("NO_COLOR");
    const char *term = getenv("TERM");
    if (when && strcmp(when, "auto") != 0) {
        return strcmp(when, "always") == 0;
    }
    return isatty(file) && !(no_colour && *no_colour) && !(term && strcmp(term, "dumb") == 0);
}
