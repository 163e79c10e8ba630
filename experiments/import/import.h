/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Floors of other generators, read from files: each file becomes a configuration of an experiment that could
 * as well be written by hand ('generator: lines').
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
    uint64_t skip_bad;  /* in: bad lines of a file that are left out */
    unsigned threads;   /* in: that read; 0 = one */
    const char *format; /* in: what the files are: auto, json or maps; NULL = auto */
    const char *legend; /* in: of maps; NULL = none */
    const char *vary;   /* in: fields of the lines that divide a file into configurations; NULL = none */

    fl_text told; /* out: a line for each thing that people should know, "floorlab: mine.jsonl: …"; masked */
    uint64_t floors, bad;
    fl_experiment experiment;
    fl_run_setup setup;
    fl_tally *totals; /* NULL until fl_import_count */
} fl_import;

FL_NODISCARD fl_err fl_import_open(fl_import *self, fl_diag *diag);
void fl_import_close(fl_import *self);

/* Writes what people should know to the standard error output. */
FL_NODISCARD fl_err fl_import_tell(const fl_import *self, bool is_quiet, fl_diag *diag);

/* Counts all floors. FL_ERR_STOPPED: a signal stopped it. */
FL_NODISCARD fl_err fl_import_count(fl_import *self, unsigned threads, fl_progress *progress, fl_diag *diag);

/* "floors/mine-2.jsonl": "mine-2"; a name that an experiment may have. */
void fl_import_write_name(const char *file, char out[FL_IMPORT_NAME]);

/* Floors that are copies of one another (copies.c). */

enum { FL_IMPORT_COPIES_SHOWN = 3 };

typedef struct fl_import_copies {
    uint64_t floors, copies;                  /* good ones; of them equal to an earlier one */
    uint64_t pair[FL_IMPORT_COPIES_SHOWN][2]; /* numbers of the first that are equal */
    uint64_t distance;                        /* at which floors are repeated; 0 = at none */
    bool has_too_many;                        /* repeats, beside those of our own floors */
} fl_import_copies;

/* Looks at the first n floors of a configuration, and at those of the generator that they stand for; NULL =
 * none. Of a million files of independent floors at most one is told that they are repeated. */
FL_NODISCARD fl_err fl_import_copies_find(fl_import_copies *self, const fl_opened_generator *floors,
                                          uint64_t n, const fl_opened_generator *as, fl_diag *diag);

/* Adds how many floors differ and which are equal, if some are. */
void fl_import_copies_tell(const fl_import_copies *self, fl_text *out);

/* Adds what is wrong with the floors of a file, if something is. */
void fl_import_copies_refuse(const fl_import_copies *self, const char *name, fl_text *out);

/* Floors that stand for those of a generator (stand_in.c), by the option --as GENERATOR:K=V,K=V. */

typedef struct fl_import_stand_in {
    fl_opened_generator *as; /* [n]: of each configuration */
    size_t n;
    fl_run_setup setup;  /* as that of the floors, but with generators and settings of `as` */
    uint64_t *condition; /* [n]: which configurations of the floors these are */
    fl_tally *totals;    /* [n]: see fl_import_stand_in_totals */
} fl_import_stand_in;

/* Opens the option's values: one for each configuration of a setup, in their order; or, where fields of the
 * floors tell the configurations apart, for those with the values that the option's settings have. The setup
 * must live as long. Close it also after an error. */
FL_NODISCARD fl_err fl_import_stand_in_open(fl_import_stand_in *self, const fl_options *options,
                                            const fl_run_setup *setup, fl_diag *diag);
void fl_import_stand_in_close(fl_import_stand_in *self);

/* The tallies of its configurations, from those of the floors, which they share their counts with. */
const fl_tally *fl_import_stand_in_totals(fl_import_stand_in *self, const fl_tally *totals);

/* Whether some floors stand for those of this generator. */
bool fl_import_stand_in_has(const fl_import_stand_in *self, const fl_generator *generator);

#endif
