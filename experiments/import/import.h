/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Floors of other generators, read from files: each file becomes a condition of an experiment that could as
 * well be written by hand ('generator: lines').
 *
 *     fl_import_open    reads the files and sets the experiment up; its floors are yet to be counted
 *     fl_import_count   counts them in memory, for those who write no result
 *     fl_import_close   frees all, also after an error */
#ifndef FL_EXPERIMENTS_IMPORT_IMPORT_H
#define FL_EXPERIMENTS_IMPORT_IMPORT_H

#include "experiments/run/run.h"

#include <stdbool.h>
#include <stdint.h>

enum { FL_IMPORT_NAME = 48 };

typedef struct fl_import {
    const char *const *file; /* in: names, - is the standard input; borrowed */
    size_t files_n;
    uint64_t skip_bad; /* in: bad lines of a file that are left out */

    fl_text told; /* out: a line for each thing that people should know, "mine.jsonl: …"; masked */
    uint64_t floors, bad;
    fl_experiment experiment;
    fl_run_setup setup;
    fl_tally *totals; /* NULL until fl_import_count */
} fl_import;

FL_NODISCARD fl_err fl_import_open(fl_import *self, fl_diag *diag);
void fl_import_close(fl_import *self);

/* Counts all floors; the watcher is as in fl_run_counting. FL_ERR_STOPPED: it stopped the count. */
FL_NODISCARD fl_err fl_import_count(fl_import *self, unsigned threads, fl_progress *progress, fl_diag *diag);

/* "floors/mine-2.jsonl": "mine-2"; a name that an experiment may have. */
void fl_import_write_name(const char *file, char out[FL_IMPORT_NAME]);

#endif
