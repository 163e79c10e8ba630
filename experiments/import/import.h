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
    const char *const *file; /* in: names, "-" is the standard input; borrowed */
    size_t files_n;
    uint64_t skip_bad;  /* in: limit of bad lines per file that are skipped */
    unsigned threads;   /* in: for reading; 0 = one */
    const char *format; /* in: format of the files: auto, json or maps; NULL = auto */
    const char *legend; /* in: for maps; NULL = none */
    const char *vary;   /* in: fields of the lines that divide a file into configurations; NULL = none */

    fl_text told; /* out: a line for each notice, "floorlab: mine.jsonl: …"; masked */
    uint64_t floors, bad;
    fl_experiment experiment;
    fl_run_setup setup;
    fl_tally *totals; /* NULL until fl_import_count */
} fl_import;

FL_NODISCARD fl_err fl_import_open(fl_import *self, fl_diag *diag);
void fl_import_close(fl_import *self);

/* Writes the notices to the standard error. */
FL_NODISCARD fl_err fl_import_tell(const fl_import *self, bool is_quiet, fl_diag *diag);

/* Counts all floors. FL_ERR_STOPPED: a signal stopped it. */
FL_NODISCARD fl_err fl_import_count(fl_import *self, unsigned threads, fl_progress *progress, fl_diag *diag);

/* "floors/mine-2.jsonl": "mine-2"; a valid name of an experiment. */
void fl_import_write_name(const char *file, char out[FL_IMPORT_NAME]);

/* Floors that are copies of one another (copies.c). */

enum { FL_IMPORT_COPIES_SHOWN = 3 };

typedef struct fl_import_copies {
    uint64_t floors, copies;                  /* good floors; of these, floors equal to an earlier one */
    uint64_t pair[FL_IMPORT_COPIES_SHOWN][2]; /* numbers of the first equal floors */
    uint64_t distance;                        /* at which floors repeat; 0 = none */
    bool has_too_many;                        /* more repeats than among our own floors */
} fl_import_copies;

/* Compares the first n floors of a configuration with each other and with the generator that they represent;
 * NULL = none. At most one in a million files of independent floors is reported as repeated. */
FL_NODISCARD fl_err fl_import_copies_find(fl_import_copies *self, const fl_opened_generator *floors,
                                          uint64_t n, const fl_opened_generator *as, fl_diag *diag);

/* Adds how many floors differ and which are equal, if any. */
void fl_import_copies_tell(const fl_import_copies *self, fl_text *out);

/* Adds the problem with the floors of a file, if any. */
void fl_import_copies_refuse(const fl_import_copies *self, const char *name, fl_text *out);

/* Floors that represent those of a generator (stand_in.c), by the option --as GENERATOR:K=V,K=V. */

typedef struct fl_import_stand_in {
    fl_opened_generator *as; /* [n]: for each configuration */
    size_t n;
    fl_run_setup setup;  /* the floors' setup, with generators and settings of `as` */
    uint64_t *condition; /* [n]: the matching configurations of the floors */
    fl_tally *totals;    /* [n]: see fl_import_stand_in_totals */
} fl_import_stand_in;

/* Opens the option's values: one per configuration of a setup, in order; or, if fields of the floors separate
 * the configurations, those with equal values. The setup must outlive it. Close it even after an error. */
FL_NODISCARD fl_err fl_import_stand_in_open(fl_import_stand_in *self, const fl_options *options,
                                            const fl_run_setup *setup, fl_diag *diag);
void fl_import_stand_in_close(fl_import_stand_in *self);

/* The tallies of its configurations; they share the counts of the floors' tallies. */
const fl_tally *fl_import_stand_in_totals(fl_import_stand_in *self, const fl_tally *totals);

/* True if some floors represent those of this generator. */
bool fl_import_stand_in_has(const fl_import_stand_in *self, const fl_generator *generator);

#endif
