/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Making batches and their columns, and when that is possible. */
#include "experiments/run/run.h"

#include <assert.h>
#include <string.h>

void fl_run_columns_init(fl_batch_columns *self, const fl_tally_spec *spec, fl_backend backend)
{
    memset(self, 0, sizeof *self);
    self->batch.backend = backend;
    fl_tally_batch_want(spec, &self->columns, &self->batch);
}

bool fl_run_columns_can_count(const fl_opened_generator *opened, const fl_tally_spec *spec,
                              fl_backend backend)
{
    const fl_generator *generator = opened->generator;
    return backend != FL_BACKEND_REFERENCE && generator->fits_batch && generator->fits_batch(opened->rules) &&
           fl_tally_batch_fits(spec);
}

bool fl_run_columns_can_measure(const fl_opened_generator *opened, unsigned groups, fl_backend backend)
{
    const fl_generator *generator = opened->generator;
    unsigned with_columns =
        0; /* groups with columns; their other metrics do not occur on floors of the kernel */
    for (unsigned metric = 0; metric < FL_METRIC_COUNT; metric++) {
        with_columns |= fl_column_knows(metric) ? 1u << fl_metric_of(metric)->group : 0;
    }
    return backend != FL_BACKEND_REFERENCE && generator->fits_batch && generator->fits_batch(opened->rules) &&
           !(groups & ~with_columns);
}

void fl_run_columns_make(fl_batch_columns *self, fl_floor_maker *worker, uint64_t first, unsigned n)
{
    const fl_opened_generator *opened = worker->opened;
    self->batch.first = first;
    self->batch.n = n;
    opened->generator->make_batch(opened->rules, &worker->key, worker->scratch, &self->batch);
    fl_column_fill(&self->columns, &self->batch);
}
