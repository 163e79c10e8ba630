/* What the files of this folder share and nobody outside needs. */
#ifndef FL_EXPERIMENTS_RUN_RUN_PRIVATE_H
#define FL_EXPERIMENTS_RUN_RUN_PRIVATE_H

#include "experiments/run/run.h"

#include <stdbool.h>
#include <stdint.h>

/* A setting of an experiment and its values. */

FL_NODISCARD fl_err fl_run_experiment_axis_add(fl_experiment_axis *self, const char *value, fl_diag *diag);
void fl_run_experiment_axis_free(fl_experiment_axis *self);

/* Experiments: what to run, read from YAML. Everything is checked before anything runs. */

/* The place of a setting among those with one value; fixed_n when it is not there. */
unsigned fl_run_experiment_find_fixed(const fl_experiment *self, const char *name);

/* Every condition's combination of settings is tried once. */
FL_NODISCARD fl_err fl_run_experiment_check(const fl_experiment *self, fl_diag *diag);

/* The settings of a condition, checked. */
FL_NODISCARD fl_err fl_run_experiment_values(const fl_experiment *self, uint64_t condition,
                                             fl_setting_values *out, fl_diag *diag);

/* An experiment made ready: rules for every condition, what is counted, blocks of floor numbers. */

/* What must be equal for two runs to count the same floors, a key to a line: the experiment's identity, and the content
 * of files that a person named. */
void fl_run_setup_add_identity(const fl_run_setup *self, fl_text *out);

/* The condition and the floors [*first, *end) of a block. */
uint64_t fl_run_setup_find_block(const fl_run_setup *self, uint64_t block, uint64_t *first, uint64_t *end);

/* Checkpoints: an append-only log beside the result file. The last whole record wins; a torn one is as if it had never
 * been written.
 *
 * A record is: 8 bytes of mark, the length and an XXH3-128 of what follows; then identity, floors, shard, blocks
 * counted, and the tallies. */

typedef struct fl_checkpoint {
    char *path;     /* RUN.h5.checkpoint */
    char *identity; /* what the run is; a checkpoint of another is refused */
    int file;       /* -1: not open yet */
    uint64_t size;
} fl_checkpoint;

/* For the run that will be written to `output`. */
FL_NODISCARD fl_err fl_run_checkpoint_init(fl_checkpoint *self, const char *output, const fl_run_setup *setup,
                                           bool keeps_floors, fl_diag *diag);
void fl_run_checkpoint_free(fl_checkpoint *self);

/* Appends a record and waits until it is on disk. */
FL_NODISCARD fl_err fl_run_checkpoint_save(fl_checkpoint *self, const fl_run_setup *setup,
                                           const fl_tally *totals, uint64_t done_blocks, fl_diag *diag);

/* Reads the last whole record. *done_blocks stays 0 when there is no checkpoint. */
FL_NODISCARD fl_err fl_run_checkpoint_load(fl_checkpoint *self, const fl_run_setup *setup, fl_tally *totals,
                                           uint64_t *done_blocks, fl_diag *diag);

/* Removes the log: the result is written. */
void fl_run_checkpoint_remove(fl_checkpoint *self);

/* The metrics of every single floor, for --keep-floors: written to a file beside the result while the run goes on, in
 * fixed places, so that a block counted twice after an interruption just lands where it was; read back in streams when
 * the result file is made. Memory stays bounded whatever the number of floors. */

typedef struct fl_kept_floors fl_kept_floors;

/* Opens or creates OUTPUT.floors; refused while another process has it open, or when it lacks blocks that are said to
 * be done. */
FL_NODISCARD fl_err fl_run_kept_open(fl_kept_floors **out, const char *output, const fl_run_setup *setup,
                                     uint64_t done_blocks, fl_diag *diag);

/* Closes it; `remove` deletes the file. */
void fl_run_kept_close(fl_kept_floors *self, bool remove);

/* Notes a floor of a block; the block is written when its last floor came. Any thread, one thread a block. */
FL_NODISCARD fl_err fl_run_kept_add(fl_kept_floors *self, uint64_t block, unsigned floor,
                                    const int32_t *values);

/* Waits until what was noted is on disk: before a checkpoint says so. */
FL_NODISCARD fl_err fl_run_kept_sync(fl_kept_floors *self, fl_diag *diag);

/* Says what went wrong in fl_run_kept_add, which is called by threads. */
FL_NODISCARD fl_err fl_run_kept_explain(const fl_kept_floors *self, fl_err err, fl_diag *diag);

/* Adds the floors' numbers, and one streamed item /floor/<metric> per metric: its type is the narrowest that holds the
 * largest value counted in `totals`. */
FL_NODISCARD fl_err fl_run_kept_add_items(fl_kept_floors *self, const fl_tally *totals, fl_store *out,
                                          fl_diag *diag);

#endif
