/* SPDX-License-Identifier: MIT */
/* A file that appears under its name only when it is complete.
 *
 * It is written under a temporary name in the same folder (".floorlab-<pid>-<number>.tmp") and renamed at the
 * end; if anything fails before that, it is removed. Temporary files that a killed process left in the folder
 * are removed when the next file is begun there.
 *
 *     err = fl_atomic_file_init(&file, "result.h5", diag);
 *     write to file.file;
 *     err = err ? err : fl_atomic_file_sync(&file, diag);
 *     err = err ? err : fl_atomic_file_keep(&file, diag);
 *     fl_atomic_file_free(&file); */
#ifndef FL_GEN_BASE_ATOMIC_FILE_H
#define FL_GEN_BASE_ATOMIC_FILE_H

#include "gen/base/diag.h"

typedef struct fl_atomic_file {
    const char *path; /* borrowed */
    const char *base; /* its last part */
    int folder, file; /* descriptors, or -1 */
    int lock;         /* second descriptor of the file: holds the lock while it is closed and renamed */
    char name[80];    /* of the temporary file */
} fl_atomic_file;

/* FL_ERR_INPUT if `path` cannot be written: its folder does not exist, or it is a folder or a device. */
FL_NODISCARD fl_err fl_atomic_file_init(fl_atomic_file *self, const char *path, fl_diag *diag);

/* Tries whether a file of that name could be written: to be called before long work. */
FL_NODISCARD fl_err fl_atomic_file_try(const char *path, fl_diag *diag);

/* Forces the content to the disk. */
FL_NODISCARD fl_err fl_atomic_file_sync(fl_atomic_file *self, fl_diag *diag);

/* Gives the file its final name. */
FL_NODISCARD fl_err fl_atomic_file_keep(fl_atomic_file *self, fl_diag *diag);

/* Removes the file unless it was kept. */
void fl_atomic_file_free(fl_atomic_file *self);

#endif
