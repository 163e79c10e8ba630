/* SPDX-License-Identifier: GPL-2.0-or-later */
/* write(2) in a loop: it may write less than asked. */
#define _GNU_SOURCE /* memmem */
#include "analysis/store/store.h"
#include "experiments/program/program.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

fl_err fl_program_output_write(int file, const fl_text *text, fl_diag *diag)
{
    if (fl_text_check(text)) {
        return fl_diag_memory(diag);
    }
    const char *data = fl_text_get(text);
    for (size_t done = 0; done < text->size;) {
        ssize_t n = write(file, data + done, text->size - done);
        if (n < 0 && errno == EINTR) {
            continue;
        }
        if (n < 0 && errno == EPIPE) {
            return FL_ERR_CLOSED;
        }
        if (n <= 0) {
            return fl_diag_set(diag, FL_ERR_IO, "output", "cannot write: %s", strerror(errno));
        }
        done += (size_t)n;
    }
    return FL_OK;
}

/* Whether a regular file has the mark in its first bytes. */
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
    fl_err looked = fl_program_file_look(path, &is_there, diag);
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

fl_err fl_program_output_colour(int file, const char *when, bool *out, fl_diag *diag)
{
    const char *no_colour = getenv("NO_COLOR");
    const char *term = getenv("TERM");
    *out = isatty(file) && !(no_colour && *no_colour) && !(term && strcmp(term, "dumb") == 0);
    if (!when || strcmp(when, "auto") == 0) {
        return FL_OK;
    }
    *out = strcmp(when, "always") == 0;
    if (*out || strcmp(when, "never") == 0) {
        return FL_OK;
    }
    return fl_diag_set(diag, FL_ERR_USAGE, "", "--color must be auto, always or never, not '%.80s'", when);
}
