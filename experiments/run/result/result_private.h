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

/* The tables of joints, maps and visits (planes.c). */
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

/* The folder of a joint, "/joint/rooms_by_dead_ends", and the scales of its sides. */
void fl_run_result_joint_names(const fl_tally_joint *joint, char folder[FL_RUN_RESULT_NAME],
                               char sides[2][FL_RUN_RESULT_NAME]);

/* A joint or a map of the file among those that a condition counts, where it lies elsewhere; NULL if it is
 * not counted there. */
const fl_tally_joint *fl_run_result_joint_in(const fl_tally_spec *spec, const fl_tally_joint *joint);
const fl_tally_map *fl_run_result_map_in(const fl_tally_spec *spec, const char *name);

#endif
