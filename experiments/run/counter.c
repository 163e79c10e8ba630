/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Counts consecutive samples by the fastest method available: as columns of a batch, as journeys side by
 * side, or one by one. The counts do not depend on the method. */
#include "experiments/run/run_private.h"

#include <string.h>

/* Batches, their columns, and the conditions for their use. */

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
    bool fits = generator->fits_batch && generator->fits_batch(opened->rules);
    bool fits_runs = generator->fits_runs && generator->fits_runs(opened->rules);
    return backend != FL_BACKEND_REFERENCE && (fits || fits_runs) && fl_tally_batch_fits(spec);
}

unsigned fl_run_columns_reach(const fl_floor_maker *maker, uint64_t first, unsigned n)
{
    const fl_opened_generator *opened = maker->opened;
    fl_key key = maker->key;
    key.index = first;
    return opened->generator->fits_batch(opened->rules)
               ? n
               : opened->generator->batch_run(opened->rules, &key, n);
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
    return range->keep ? range->keep(range->context, range->sample + i, 1, &values) : FL_OK;
}

/* A part of a range: n samples from number `from` on. */
typedef struct counter_part {
    uint64_t from, n;
} counter_part;

static fl_err count_singly(fl_floor_maker *maker, const fl_counter_range *range, const counter_part *part,
                           fl_tally *tally)
{
    fl_err err = FL_OK;
    maker->floor.unseen = fl_tally_unseen(tally->spec);
    fl_run_maker_expect(maker, range->first + part->from, part->n);
    for (uint64_t i = part->from; i < part->from + part->n && !err; i++) {
        fl_run_maker_make(maker, range->first + i, range->groups);
        err = fl_run_maker_check(maker, NULL);
        if (err) {
            break;
        }
        bool is_counted = fl_run_maker_count(maker, tally);
        bool has_failed = maker->sample ? maker->work.has_failed : maker->floor.failure != NULL;
        err = keep(range, i, has_failed || !is_counted ? NULL : fl_run_maker_values(maker));
    }
    maker->floor.unseen = 0;
    return err;
}

/* Keeps many at a time, because keeping may lock. */
static fl_err keep_columns(const fl_batch_columns *self, const fl_counter_range *range,
                           const counter_part *part, const fl_tally *tally)
{
    enum { TOGETHER = 64 };
    uint8_t wanted[FL_CLASSIC_BATCH_FLOORS];
    int32_t values[TOGETHER][FL_METRIC_COUNT];
    const int32_t *kept[TOGETHER];
    fl_err err = FL_OK;
    (void)fl_tally_batch_wanted(tally, &self->columns, wanted);
    for (unsigned from = 0, n = 0; from < part->n && !err; from += n) {
        n = part->n - from < TOGETHER ? (unsigned)(part->n - from) : TOGETHER;
        for (unsigned k = 0; k < n; k++) {
            fl_column_values(&self->columns, from + k, values[k]);
            bool is_kept = wanted[from + k] && !fl_classic_batch_is_failed(&self->batch, from + k);
            kept[k] = is_kept ? values[k] : NULL;
        }
        err = range->keep(range->context, range->sample + part->from + from, n, kept);
    }
    return err;
}

/* Counts n floors of a range from its number `from` on as columns. */
static fl_err count_run(fl_run_counter *self, fl_floor_maker *maker, const fl_counter_range *range,
                        const counter_part *part, fl_tally *tally)
{
    uint64_t first = range->first + part->from;
    self->columns.batch.wants_cells = tally->spec->maps_n > 0;
    fl_run_columns_make(&self->columns, maker, first, (unsigned)part->n);
    fl_tally_batch_add(tally, &self->columns.columns);
    return range->keep ? keep_columns(&self->columns, range, part, tally) : FL_OK;
}

/* Counts a range in which some floors cannot be columns: the others are. */
static fl_err count_columns(fl_run_counter *self, fl_floor_maker *maker, const fl_counter_range *range,
                            fl_tally *tally)
{
    fl_err err = FL_OK;
    for (counter_part part = {0, 0}; part.from < range->n && !err; part.from += part.n) {
        part.n = fl_run_columns_reach(maker, range->first + part.from, (unsigned)(range->n - part.from));
        if (part.n > 0) {
            err = count_run(self, maker, range, &part, tally);
        } else {
            part.n = 1;
            err = count_singly(maker, range, &part, tally);
        }
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
            bool is_counted = fl_tally_add_sample(tally, &maker->work, range->first + from + i);
            err = keep(range, from + i, maker->work.has_failed || !is_counted ? NULL : maker->work.values);
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
    return count_singly(maker, range, &(counter_part){0, range->n}, tally);
}
