/* Batches of floors for one worker: the vector kernel's columns, with what a plan counts worked out on them. */
#ifndef FL_EXPERIMENTS_RUN_BATCH_COLUMNS_H
#define FL_EXPERIMENTS_RUN_BATCH_COLUMNS_H

#include "analysis/tally/tally_batch.h"
#include "experiments/run/opened_generator.h"

typedef struct fl_harvest {
    fl_columns columns;
    fl_batch batch;
} fl_harvest;

/* Nothing is allocated: a worker holds it. */
void fl_harvest_init(fl_harvest *self, const fl_tally_plan *plan, fl_backend backend);

/* Whether a backend makes the source's floors in batches, with columns of all that a plan counts. */
bool fl_harvest_fits(const fl_source *source, const fl_tally_plan *plan, fl_backend backend);

/* The same where only metrics of some groups are asked for; what the plan counts of others is left out. */
bool fl_harvest_fits_groups(const fl_source *source, unsigned groups, fl_backend backend);

/* Makes n floors (at most FL_BATCH_FLOORS), and their columns. */
void fl_harvest_make(fl_harvest *self, fl_source_worker *worker, uint64_t first, unsigned n);

/* The option --backend; without it the fastest that is here. */
FL_NODISCARD fl_err fl_harvest_backend(const fl_options *options, fl_backend *out, fl_diag *diag);

#endif
