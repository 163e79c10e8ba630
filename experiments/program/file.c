/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Reading small files whole. */
#include "experiments/program/program.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { LARGEST = 1 << 30 };

bool fl_program_file_exists(const char *path)
{
    struct stat about;
    return stat(path, &about) == 0 || fl_diag_of_errno(errno) != FL_ERR_INPUT;
}

fl_err fl_program_file_look(const char *path, bool *is_there, fl_diag *diag)
{
    struct stat about;
    *is_there = stat(path, &about) == 0;
    return *is_there || fl_diag_of_errno(errno) == FL_ERR_INPUT
               ? FL_OK
               : fl_diag_set(diag, FL_ERR_IO, path, "cannot look at it: %s", strerror(errno));
}

static fl_err read_all(int file, const char *path, char *text, size_t *size, fl_diag *diag)
{
    size_t done = 0;
    while (done < *size) {
        ssize_t n = read(file, text + done, *size - done);
        if (n < 0 && errno == EINTR) {
            continue;
        }
        if (n < 0) {
            return fl_diag_set(diag, FL_ERR_IO, path, "cannot read: %s", strerror(errno));
        }
        if (n == 0) {
            break;
        }
        done += (size_t)n;
    }
    *size = done;
    text[done] = '\0';
    return FL_OK;
}

fl_err fl_program_file_read(const char *path, char **text, size_t *size, fl_diag *diag)
{
    struct stat about;
    *text = NULL;
    int file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK); /* opening a pipe must not wait for a writer */
    if (file < 0) {
        return fl_diag_set(diag, fl_diag_of_errno(errno), path, "cannot open: %s", strerror(errno));
    }
    fl_err err = FL_OK;
    if (fstat(file, &about)) {
        err = fl_diag_set(diag, FL_ERR_IO, path, "cannot look at it: %s", strerror(errno));
    } else if (!S_ISREG(about.st_mode) || about.st_size > LARGEST) {
        err =
            fl_diag_set(diag, FL_ERR_INPUT, path, "expected a regular file of at most %d MiB", LARGEST >> 20);
    }
    *size = err ? 0 : (size_t)about.st_size;
    *text = err ? NULL : malloc(*size + 1);
    if (!err) {
        err = *text ? read_all(file, path, *text, size, diag) : fl_diag_memory(diag);
    }
    close(file);
    if (err) {
        free(*text);
        *text = NULL;
    }
    return err;
}
