/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Counts samples in a row, the fastest way there is for them: as columns of a batch, as journeys side by
 * side, or one by one. Whatever the way, the counts are the same. */
#include "experiments/run/run_private.h"

#include <string.h>

/* Batches and their columns, and when they are possible. */

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

void fl_run_columns_make(fl_batch_columns *self, fl_floor_maker *maker, uint64_t first, unsigned n)
{
    const fl_opened_generator *opened = maker->opened;
    self->batch.first = first;
    self->batch.n = n;
    fl_run_maker_begin(maker, first, n);
    opened->generator->make_batch(opened->rules, &maker->key, maker->scratch, &self->batch);
    fl_column_fill(&self->columns, &self->batch);
}

/* Counting. */

void fl_run_counter_free(fl_run_counter *self)
{
    fl_run_journeys_free(self->journeys);
    self->journeys = NULL;
}

static fl_err keep(const fl_counter_range *range, uint64_t i, const int32_t *values)
{
    return range->keep ? range->keep(range->context, range->block + i / FL_RUN_BLOCK,
                                     (unsigned)(i % FL_RUN_BLOCK), values)
                       : FL_OK;
}

static fl_err count_singly(fl_floor_maker *maker, const fl_counter_range *range, fl_tally *tally)
{
    fl_err err = FL_OK;
    maker->floor.unseen = fl_tally_unseen(tally->spec);
    fl_run_maker_expect(maker, range->first, range->n);
    for (uint64_t i = 0; i < range->n && !err; i++) {
        fl_run_maker_make(maker, range->first + i, range->groups);
        err = fl_run_maker_check(maker, NULL);
        if (err) {
            break;
        }
        fl_run_maker_count(maker, tally);
        bool has_failed = maker->sample ? maker->work.has_failed : maker->floor.failure != NULL;
        err = keep(range, i, has_failed ? NULL : fl_run_maker_values(maker));
    }
    maker->floor.unseen = 0;
    return err;
}

static fl_err count_columns(fl_run_counter *self, fl_floor_maker *maker, const fl_counter_range *range,
                            fl_tally *tally)
{
    int32_t values[FL_METRIC_COUNT];
    fl_err err = FL_OK;
    fl_run_columns_make(&self->columns, maker, range->first, (unsigned)range->n);
    fl_tally_batch_add(tally, &self->columns.columns);
    for (unsigned i = 0; i < range->n && range->keep && !err; i++) {
        fl_column_values(&self->columns.columns, i, values);
        err = keep(range, i, fl_classic_batch_is_failed(&self->columns.batch, i) ? NULL : values);
    }
    return err;
}

static fl_err count_journeys(fl_run_counter *self, fl_floor_maker *maker, const fl_counter_range *range,
                             fl_tally *tally)
{
    const fl_journey *journey = maker->opened->rules;
    fl_err err = fl_run_journeys_use(&self->journeys, journey, range->backend);
    maker->work.skips_named_events = !tally->spec->has_named_events;
    for (uint64_t from = 0; from < range->n && !err; from += FL_JOURNEY_BLOCK_RUNS) {
        uint64_t left = range->n - from;
        unsigned n = left < FL_JOURNEY_BLOCK_RUNS ? (unsigned)left : FL_JOURNEY_BLOCK_RUNS;
        fl_run_maker_begin(maker, range->first + from, n);
        fl_run_journeys_walk(self->journeys, maker->opened->seed, range->first + from, n);
        for (unsigned i = 0; i < n && !err; i++) {
            fl_sample_measure(&maker->work, maker->binding, journey, &self->journeys->trip[i]);
            fl_tally_add_sample(tally, &maker->work, range->first + from + i);
            err = keep(range, from + i, maker->work.has_failed ? NULL : maker->work.values);
        }
    }
    return err;
}

fl_err fl_run_counter_count(fl_run_counter *self, fl_floor_maker *maker, const fl_counter_range *range,
                            fl_tally *tally)
{
    if (range->has_columns) {
        return count_columns(self, maker, range, tally);
    }
    if (maker->opened->generator->makes == FL_SAMPLE_JOURNEY) {
        return count_journeys(self, maker, range, tally);
    }
    return count_singly(maker, range, tally);
}
