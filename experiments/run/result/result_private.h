/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the files of experiments/run/result share: the tables of a result file. */
#ifndef FL_EXPERIMENTS_RUN_RESULT_RESULT_PRIVATE_H
#define FL_EXPERIMENTS_RUN_RESULT_RESULT_PRIVATE_H

#include "experiments/run/result/result.h"

/* Adds the attributes of the root. */
FL_NODISCARD fl_err fl_run_result_add_head(fl_store *out, const fl_run_setup *setup, const fl_tally *totals,
                                           const fl_run_provenance *provenance, fl_diag *diag);

/* The table of the files that settings name. */
FL_NODISCARD fl_err fl_run_result_add_files(fl_run_table *self);

/* A result file that is being read. */
typedef struct fl_result_reading {
    const fl_store *store;
    const char *path;
    fl_run_result *out;
    fl_diag *diag;
    fl_tally_sum (*sums)[3]; /* [conditions][metrics]: of the values that are in the histograms */
} fl_result_reading;

/* An item is missing or malformed: FL_ERR_DAMAGED. */
FL_NODISCARD fl_err fl_run_result_refuse(const fl_result_reading *r, const char *item);

/* An item of a type and rank; NULL if it is not there like that. */
const fl_store_item *fl_run_result_find(const fl_result_reading *r, const char *path, fl_store_type type,
                                        unsigned rank);

/* An item whose first dimension is the conditions and whose second has `second` entries. */
const void *fl_run_result_values(const fl_result_reading *r, const char *path, fl_store_type type,
                                 unsigned rank, uint64_t second);

/* The texts of a list; NULL if it is not there. */
char *const *fl_run_result_names_of(const fl_result_reading *r, const char *path, uint64_t *n);

/* The place of a name in a list, looked for from `guess` on; n if it is not there. */
uint64_t fl_run_result_place_of(char *const *names, uint64_t n, uint64_t guess, const char *name);

/* The tables of events (events.c). */
FL_NODISCARD fl_err fl_run_result_add_events(fl_run_table *self);
FL_NODISCARD fl_err fl_run_result_read_events(fl_result_reading *r);

/* The tables of joints, maps and visits (planes.c). */
FL_NODISCARD fl_err fl_run_result_read_planes(fl_result_reading *r);
FL_NODISCARD fl_err fl_run_result_add_joints(fl_run_table *self);
FL_NODISCARD fl_err fl_run_result_add_maps(fl_run_table *self);
FL_NODISCARD fl_err fl_run_result_add_visits(fl_run_table *self);

/* The tables of paired differences, and their sums back to the totals of a file (paired.c); nothing
 * where conditions do not share their random numbers. */
FL_NODISCARD fl_err fl_run_result_add_paired(fl_run_table *self);
FL_NODISCARD fl_err fl_run_result_read_paired(fl_run_result *self, const fl_store *store, const char *path,
                                              fl_diag *diag);

/* Adds the closed form of journeys' events to their table (journey_form.c). */
FL_NODISCARD fl_err fl_run_result_add_forms(fl_run_table *self);

#endif
