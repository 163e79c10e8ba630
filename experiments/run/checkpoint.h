/* Checkpoints: an append-only log beside the result file. The last whole record wins; a torn one is as if it had never
 * been written.
 *
 * A record is: 8 bytes of mark, the length and an XXH3-128 of what follows; then identity, floors, shard, blocks
 * counted, and the tallies. */
#ifndef FL_EXPERIMENTS_RUN_CHECKPOINT_H
#define FL_EXPERIMENTS_RUN_CHECKPOINT_H

#include "experiments/run/run_plan.h"

typedef struct fl_checkpoint {
    char *path;     /* RUN.h5.checkpoint */
    char *identity; /* what the run is; a checkpoint of another is refused */
    int file;       /* -1: not open yet */
    uint64_t size;
} fl_checkpoint;

/* For the run that will be written to `output`. */
FL_NODISCARD fl_err fl_run_checkpoint_init(fl_checkpoint *self, const char *output, const fl_run_plan *plan,
                                           bool keeps_floors, fl_diag *diag);
void fl_run_checkpoint_free(fl_checkpoint *self);

/* Appends a record and waits until it is on disk. */
FL_NODISCARD fl_err fl_run_checkpoint_save(fl_checkpoint *self, const fl_run_plan *plan,
                                           const fl_tally *totals, uint64_t done_blocks, fl_diag *diag);

/* Reads the last whole record. *done_blocks stays 0 when there is no checkpoint. */
FL_NODISCARD fl_err fl_run_checkpoint_load(fl_checkpoint *self, const fl_run_plan *plan, fl_tally *totals,
                                           uint64_t *done_blocks, fl_diag *diag);

/* Removes the log: the result is written. */
void fl_run_checkpoint_remove(fl_checkpoint *self);

#endif
