/* The metrics of every single floor, for --keep-floors: written to a file beside the result while the run goes on, in
 * fixed places, so that a block counted twice after an interruption just lands where it was; read back in streams when
 * the result file is made. Memory stays bounded whatever the number of floors. */
#ifndef FL_EXPERIMENTS_RUN_KEPT_FLOORS_H
#define FL_EXPERIMENTS_RUN_KEPT_FLOORS_H

#include "analysis/store/store.h"
#include "experiments/run/run_plan.h"

typedef struct fl_kept_floors fl_kept_floors;

/* Opens or creates OUTPUT.floors; refused while another process has it open, or when it lacks blocks that are said to
 * be done. */
FL_NODISCARD fl_err fl_run_kept_open(fl_kept_floors **out, const char *output, const fl_run_plan *plan,
                                     uint64_t done_blocks, fl_diag *diag);

/* Closes it; `remove` deletes the file. */
void fl_run_kept_close(fl_kept_floors *self, bool remove);

/* Notes a floor of a block; the block is written when its last floor came. Any thread, one thread a block. */
FL_NODISCARD fl_err fl_run_kept_note(fl_kept_floors *self, uint64_t block, unsigned floor,
                                     const int32_t *values);

/* Waits until what was noted is on disk: before a checkpoint says so. */
FL_NODISCARD fl_err fl_run_kept_sync(fl_kept_floors *self, fl_diag *diag);

/* Says what went wrong in fl_run_kept_note, which is called by threads. */
FL_NODISCARD fl_err fl_run_kept_explain(const fl_kept_floors *self, fl_err err, fl_diag *diag);

/* Adds the floors' numbers, and one streamed item /floor/<metric> per metric: its type is the narrowest that holds the
 * largest value counted in `totals`. */
FL_NODISCARD fl_err fl_run_kept_add_items(fl_kept_floors *self, const fl_tally *totals, fl_store *out,
                                          fl_diag *diag);

#endif
