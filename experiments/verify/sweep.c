/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The blocks of all ranges, one after the other, are those of one worker pool. */
#include "experiments/verify/verify_private.h"

#include <assert.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

enum { BLOCK = FL_RUN_BLOCK, GENERATORS = 16, CACHE_LINE = 64 };

typedef struct worker {
    _Alignas(CACHE_LINE) fl_floor_maker maker[GENERATORS]; /* one for each generator */
    fl_sweep *sweep;
    const fl_sweep_range *range; /* where the worker is */
    fl_tally tally;
    fl_sweep_population *population; /* whose floors `tally` holds */
    bool has_columns;                /* its floors are made in batches */
    fl_run_counter counter;
} worker;

struct fl_sweep {
    worker *workers;
    unsigned threads;
    const fl_generator *generator[GENERATORS];
    const fl_opened_generator *largest[GENERATORS]; /* its rules that need the most scratch memory */
    unsigned generators_n;
    const fl_sweep_job *job; /* of this call */
    fl_worker_pool pool;
    _Atomic uint64_t floors; /* counted in this call; the watcher reads it */
    bool is_stopped;         /* by the watcher */
    double patience;
    fl_first_floors *looks; /* of each of them */
};

static unsigned generator_of(const fl_sweep *self, const fl_opened_generator *opened)
{
    unsigned i = 0;
    while (i < self->generators_n && self->generator[i] != opened->generator) {
        i++;
    }
    return i;
}

static void note_generator(fl_sweep *self, const fl_opened_generator *opened)
{
    unsigned i = generator_of(self, opened);
    if (i == GENERATORS) {
        return;
    }
    size_t size = opened->generator->scratch_size(opened->rules);
    bool is_new = i == self->generators_n;
    if (is_new || size > opened->generator->scratch_size(self->largest[i]->rules)) {
        self->largest[i] = opened;
    }
    self->generator[i] = opened->generator;
    self->generators_n += is_new;
}

fl_err fl_verify_sweep_init(fl_sweep **out, const fl_sweep_population *populations, size_t n,
                            unsigned threads, fl_diag *diag)
{
    assert(threads >= 1 && threads <= FL_THREADS_MAX);
    fl_sweep *self = calloc(1, sizeof *self);
    fl_err err = FL_OK;
    *out = NULL;
    if (!self) {
        return fl_diag_memory(diag);
    }
    self->workers = aligned_alloc(CACHE_LINE, threads * sizeof *self->workers);
    if (!self->workers) {
        free(self);
        return fl_diag_memory(diag);
    }
    memset(self->workers, 0, threads * sizeof *self->workers);
    self->threads = threads;
    for (size_t i = 0; i < n; i++) {
        note_generator(self, &populations[i].condition->opened);
    }
    for (unsigned i = 0; i < threads * self->generators_n && !err; i++) {
        worker *w = &self->workers[i / self->generators_n];
        w->sweep = self;
        err =
            fl_run_maker_open(&w->maker[i % self->generators_n], self->largest[i % self->generators_n], diag);
    }
    *out = self;
    if (err) {
        fl_verify_sweep_free(self);
        *out = NULL;
    }
    return err;
}

void fl_verify_sweep_free(fl_sweep *self)
{
    if (!self) {
        return;
    }
    for (unsigned i = 0; i < self->threads * self->generators_n; i++) {
        fl_run_maker_close(&self->workers[i / self->generators_n].maker[i % self->generators_n]);
    }
    for (unsigned i = 0; i < self->threads; i++) {
        fl_run_counter_free(&self->workers[i].counter);
    }
    free(self->workers);
    free(self);
}

/* Adds what a worker counted to its population. */
static void add_to_total(void *sweep_of, unsigned number)
{
    fl_sweep *self = sweep_of;
    worker *w = &self->workers[number];
    if (w->population) {
        fl_tally_merge(w->population->total, &w->tally);
        fl_tally_free(&w->tally);
        w->population = NULL;
    }
}

static fl_err switch_to(worker *w, fl_sweep_population *population)
{
    fl_program_pool_rest(&w->sweep->pool, (unsigned)(w - w->sweep->workers));
    fl_err err = fl_tally_init(&w->tally, population->condition->spec);
    w->population = err ? NULL : population;
    w->tally.gate_of = population->condition->binding.gate_of;
    w->tally.start = population->condition->opened.first;
    fl_run_maker_switch(&w->maker[generator_of(w->sweep, &population->condition->opened)],
                        &population->condition->opened);
    fl_run_columns_init(&w->counter.columns, population->condition->spec, fl_backend_best());
    w->has_columns = fl_verify_sweep_is_fast(population);
    return err;
}

static uint64_t blocks_of(const fl_sweep_range *range)
{
    return (range->to - range->from + BLOCK - 1) / BLOCK;
}

/* The range that a block belongs to; *before: the blocks of those in front of it. */
static const fl_sweep_range *range_of(const fl_sweep *self, uint64_t block, uint64_t *before)
{
    const fl_sweep_range *range = self->job->ranges;
    *before = 0;
    while (block - *before >= blocks_of(range)) {
        *before += blocks_of(range++);
    }
    return range;
}

static uint64_t alike_until(void *sweep_of, uint64_t block)
{
    uint64_t before = 0;
    const fl_sweep_range *range = range_of(sweep_of, block, &before);
    return before + blocks_of(range);
}

/* Counts the blocks [first, end), which are of one range. */
static fl_err work(void *sweep_of, unsigned number, uint64_t first, uint64_t end, fl_diag *diag)
{
    fl_sweep *self = sweep_of;
    worker *w = &self->workers[number];
    uint64_t before = 0;
    const fl_sweep_range *range = range_of(self, first, &before);
    w->range = range;
    fl_err err = w->population == range->population ? FL_OK : switch_to(w, range->population);
    if (err) {
        return fl_diag_memory(diag);
    }
    fl_floor_maker *maker = &w->maker[generator_of(self, &range->population->condition->opened)];
    uint64_t from = range->from + (first - before) * BLOCK;
    uint64_t to = end - before < blocks_of(range) ? range->from + (end - before) * BLOCK : range->to;
    fl_counter_range what = {.first = maker->opened->first + from,
                             .n = to - from,
                             .groups = range->population->condition->spec->groups,
                             .has_columns = w->has_columns,
                             .backend = fl_backend_best()};
    err = fl_run_counter_count(&w->counter, maker, &what, &w->tally);
    atomic_fetch_add_explicit(&self->floors, to - from, memory_order_relaxed);
    fl_err wrong = fl_run_maker_check(maker, diag);
    return wrong ? wrong : err ? fl_diag_memory(diag) : FL_OK;
}

static uint64_t progress(void *sweep_of, unsigned number)
{
    const fl_sweep *self = sweep_of;
    return fl_run_maker_begun(self->workers[number].maker, self->generators_n);
}

static fl_err is_stuck(void *sweep_of, unsigned number, uint64_t first, uint64_t end, fl_diag *diag)
{
    const fl_sweep *self = sweep_of;
    const worker *w = &self->workers[number];
    const fl_run_condition *condition = w->range->population->condition;
    (void)first;
    (void)end;
    return fl_run_maker_tell_stuck(&w->maker[generator_of(self, &condition->opened)], condition,
                                   self->patience, diag);
}

static fl_worker_pool_order watch(void *sweep_of)
{
    fl_sweep *self = sweep_of;
    uint64_t floors = atomic_load_explicit(&self->floors, memory_order_relaxed);
    self->is_stopped = self->is_stopped || !self->job->watch(self->job->context, floors);
    return self->is_stopped ? FL_WORKER_POOL_STOP : FL_WORKER_POOL_GO_ON;
}

fl_err fl_verify_sweep_count(fl_sweep *self, const fl_sweep_job *job, fl_diag *diag)
{
    self->job = job;
    self->floors = 0;
    self->is_stopped = false;
    self->pool = (fl_worker_pool){.threads = self->threads,
                                  .at_once = FL_CLASSIC_BATCH_FLOORS / BLOCK,
                                  .context = self,
                                  .alike_until = alike_until,
                                  .work = work,
                                  .rest = add_to_total,
                                  .watch = job->watch ? watch : NULL,
                                  .patience = self->patience,
                                  .progress = progress,
                                  .stuck = is_stuck};
    for (size_t i = 0; i < job->ranges_n; i++) {
        self->pool.blocks += blocks_of(&job->ranges[i]);
    }
    fl_err err = fl_program_pool_run(&self->pool, diag);
    return err ? err : self->is_stopped ? FL_ERR_STOPPED : FL_OK;
}

bool fl_verify_sweep_is_fast(const fl_sweep_population *population)
{
    return fl_run_columns_can_count(&population->condition->opened, population->condition->spec,
                                    fl_backend_best());
}

void fl_verify_sweep_be_patient(fl_sweep *self, double seconds)
{
    self->patience = seconds;
}

/* A block of this job is a population. */
static fl_err look(void *sweep_of, unsigned number, uint64_t first, uint64_t end, fl_diag *diag)
{
    fl_sweep *self = sweep_of;
    fl_err err = FL_OK;
    for (uint64_t i = first; i < end && !err; i++) {
        const fl_run_condition *condition = self->job->ranges[i].population->condition;
        fl_floor_maker *maker = &self->workers[number].maker[generator_of(self, &condition->opened)];
        fl_run_maker_switch(maker, &condition->opened);
        err = fl_verify_first_floors(condition, maker, &self->looks[i], diag);
    }
    return err;
}

static fl_err look_is_stuck(void *sweep_of, unsigned number, uint64_t first, uint64_t end, fl_diag *diag)
{
    const fl_sweep *self = sweep_of;
    const fl_run_condition *condition = self->job->ranges[first].population->condition;
    (void)end;
    return fl_run_maker_tell_stuck(&self->workers[number].maker[generator_of(self, &condition->opened)],
                                   condition, self->patience, diag);
}

fl_err fl_verify_sweep_look(fl_sweep *self, const fl_sweep_job *job, fl_first_floors *out, fl_diag *diag)
{
    self->job = job;
    self->looks = out;
    self->floors = 0;
    self->is_stopped = false;
    self->pool = (fl_worker_pool){.threads = self->threads,
                                  .blocks = job->ranges_n,
                                  .at_once = 1,
                                  .context = self,
                                  .work = look,
                                  .watch = job->watch ? watch : NULL,
                                  .patience = self->patience,
                                  .progress = progress,
                                  .stuck = look_is_stuck};
    fl_err err = fl_program_pool_run(&self->pool, diag);
    return err ? err : self->is_stopped ? FL_ERR_STOPPED : FL_OK;
}
