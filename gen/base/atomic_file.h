/* SPDX-License-Identifier: MIT */
/* A file that appears under its name only when it is complete.
 *
 * It is written under a temporary name in the same folder (".floorlab-<pid>-<number>.tmp", rights 0666 without the
 * umask) and renamed at the end; any failure before that removes it. What a killed process left behind goes with the next
 * file of this kind in the folder. */
#ifndef FL_GEN_BASE_ATOMIC_FILE_H
#define FL_GEN_BASE_ATOMIC_FILE_H

#include "gen/base/diag.h"

typedef struct fl_atomic_file {
    const char *path; /* borrowed */
    const char *base; /* its last name */
    int folder, file; /* open, or -1 */
    int lock;         /* the same file: it stays ours while it is closed and renamed */
    char name[80];
} fl_atomic_file;

/* FL_ERR_INPUT where `path` cannot be written: no such folder, a folder, a device. */
FL_NODISCARD fl_err fl_atomic_file_init(fl_atomic_file *self, const char *path, fl_diag *diag);

/* Whether a file of that name could be written now: better known before the work than after it. */
FL_NODISCARD fl_err fl_atomic_file_try(const char *path, fl_diag *diag);

/* Forces the content to the disk. */
FL_NODISCARD fl_err fl_atomic_file_sync(fl_atomic_file *self, fl_diag *diag);

/* Gives the file its name, for good. */
FL_NODISCARD fl_err fl_atomic_file_keep(fl_atomic_file *self, fl_diag *diag);

/* Removes the file unless it was kept. */
void fl_atomic_file_free(fl_atomic_file *self);

#endif
