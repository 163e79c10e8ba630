/* An experiment made ready: rules for every condition, what is counted, blocks of floor numbers. */
#ifndef FL_EXPERIMENTS_RUN_RUN_PLAN_H
#define FL_EXPERIMENTS_RUN_RUN_PLAN_H

#include "experiments/run/experiment.h"
#include "experiments/run/opened_generator.h"

enum {
    FL_RUN_PLAN_BLOCK = 1024
}; /* floors of a block, for slow generators no more work than threads can share */

typedef struct fl_run_plan {
    const fl_experiment *experiment; /* borrowed */
    uint64_t conditions;
    fl_opened_generator *sources;    /* [conditions] */
    uint8_t (*gate_of)[FL_GATE_MAX]; /* [conditions]: see fl_tally.gate_of */
    const char *gate_names[FL_GATE_MAX];
    unsigned gates_n;
    fl_tally_plan tally;
    uint64_t from, to; /* the floor numbers of every condition: all, or those of a shard */
    uint64_t blocks_each, blocks;
} fl_run_plan;

/* What to run: shard `shard` of `shards` (0 of 1 = everything). */
FL_NODISCARD fl_err fl_run_plan_init(fl_run_plan *self, const fl_experiment *experiment, uint64_t shard,
                                     uint64_t shards, fl_diag *diag);
void fl_run_plan_free(fl_run_plan *self);

/* What must be equal for two runs to count the same floors, a key to a line: the experiment's identity, and the content
 * of files that a person named. */
void fl_run_plan_identity(const fl_run_plan *self, fl_text *out);

/* The condition and the floors [*first, *end) of a block. */
uint64_t fl_run_plan_block(const fl_run_plan *self, uint64_t block, uint64_t *first, uint64_t *end);

/* A tally for each condition. */
FL_NODISCARD fl_err fl_run_plan_tallies(const fl_run_plan *self, fl_tally **out, fl_diag *diag);
void fl_run_plan_free_tallies(const fl_run_plan *self, fl_tally *tallies);

#endif
