/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Shared by the files of experiments/run/result: the tables of a result file. */
#ifndef FL_EXPERIMENTS_RUN_RESULT_RESULT_PRIVATE_H
#define FL_EXPERIMENTS_RUN_RESULT_RESULT_PRIVATE_H

#include "experiments/run/result/result.h"

/* Adds the attributes of the root. */
FL_NODISCARD fl_err fl_run_result_add_head(fl_store *out, const fl_run_setup *setup, const fl_tally *totals,
                                           const fl_run_provenance *provenance, fl_diag *diag);

/* The table of the files that settings name. */
FL_NODISCARD fl_err fl_run_result_add_files(fl_run_table *self);

/* The tables of events (events.c). */
FL_NODISCARD fl_err fl_run_result_add_events(fl_run_table *self);

/* The tables of joints, maps and visits (planes.c). */
FL_NODISCARD fl_err fl_run_result_add_joints(fl_run_table *self);
FL_NODISCARD fl_err fl_run_result_add_maps(fl_run_table *self);
FL_NODISCARD fl_err fl_run_result_add_visits(fl_run_table *self);

/* The tables of paired differences (paired.c); nothing unless configurations share their random numbers. */
FL_NODISCARD fl_err fl_run_result_add_paired(fl_run_table *self);

/* Adds the closed forms of journeys' events to their table (journey_form.c). */
FL_NODISCARD fl_err fl_run_result_add_forms(fl_run_table *self);

#endif
