/* Batches of floors for one worker: the vector kernel's columns, with what a plan counts worked out on them. */
#ifndef FL_EXPERIMENTS_RUN_BATCH_COLUMNS_H
#define FL_EXPERIMENTS_RUN_BATCH_COLUMNS_H

#include "analysis/tally/tally_batch.h"
#include "experiments/run/opened_generator.h"

typedef struct fl_batch_columns {
    fl_columns columns;
    fl_classic_batch batch;
} fl_batch_columns;

/* Nothing is allocated: a worker holds it. */
void fl_run_columns_init(fl_batch_columns *self, const fl_tally_plan *plan, fl_backend backend);

/* Whether a backend makes the source's floors in batches, with columns of all that a plan counts. */
bool fl_run_columns_fits(const fl_opened_generator *source, const fl_tally_plan *plan, fl_backend backend);

/* The same where only metrics of some groups are asked for; what the plan counts of others is left out. */
bool fl_run_columns_fits_groups(const fl_opened_generator *source, unsigned groups, fl_backend backend);

/* Makes n floors (at most FL_CLASSIC_BATCH_FLOORS), and their columns. */
void fl_run_columns_make(fl_batch_columns *self, fl_opened_generator_worker *worker, uint64_t first,
                         unsigned n);

/* The option --backend; without it the fastest that is here. */
FL_NODISCARD fl_err fl_run_columns_backend(const fl_options *options, fl_backend *out, fl_diag *diag);

#endif
