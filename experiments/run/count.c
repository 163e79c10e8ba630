/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Counting with threads. The inner loop over samples shares, locks and allocates nothing. */
#include "experiments/run/run_private.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

enum { CACHE_LINE = 64 };

typedef struct worker {
    _Alignas(CACHE_LINE) fl_floor_maker *maker; /* [catalogues_n]: one per generator */
    fl_run_counter counter;
    fl_tally tally;
    uint64_t condition; /* of the samples in `tally`; UINT64_MAX = none */
} worker;

typedef struct shared {
    const fl_run_count_job *job;
    fl_worker_pool pool;
    worker *workers;
    _Atomic uint64_t samples; /* made so far; the watcher reads it */
} shared;

/* Merges a worker's tally into the totals of its configuration. */
static void rest(void *context, unsigned number)
{
    const shared *s = context;
    worker *w = &s->workers[number];
    if (s->job->rest) {
        s->job->rest(s->job->context, number);
    } else if (!s->job->visit && w->condition != UINT64_MAX) {
        fl_tally_merge(&s->job->totals[w->condition], &w->tally);
        fl_tally_clear(&w->tally);
        w->condition = UINT64_MAX;
    }
}

static fl_floor_maker *maker_of(const shared *s, const worker *w, uint64_t condition)
{
    const fl_run_setup *setup = s->job->setup;
    return &w->maker[setup->condition[condition].opened.catalogue - setup->catalogue];
}

static fl_err change_condition(shared *s, unsigned number, uint64_t condition)
{
    const fl_run_condition *to = &s->job->setup->condition[condition];
    worker *w = &s->workers[number];
    fl_program_pool_rest(&s->pool, number);
    fl_run_maker_switch(maker_of(s, w, condition), &to->opened);
    if (!s->job->visit && w->tally.spec != to->spec) {
        fl_tally_free(&w->tally);
        if (fl_tally_init(&w->tally, to->spec)) {
            return FL_ERR_MEMORY;
        }
        fl_tally_use_large_pages(&w->tally);
        fl_run_columns_init(&w->counter.columns, to->spec, s->job->backend);
    }
    w->condition = condition;
    w->tally.roll_of = to->binding.roll_of;
    w->tally.start = to->opened.first;
    return FL_OK;
}

static const fl_run_range *range_of(const shared *s, uint64_t sample)
{
    return fl_run_range_find(s->job->ranges, s->job->ranges_n, sample);
}

static uint64_t alike_until(void *context, uint64_t sample)
{
    const fl_run_range *range = range_of(context, sample);
    return range->before + (range->to - range->from);
}

/* Counts the samples [first, end) of one range. */
static fl_err work(void *context, unsigned number, uint64_t first, uint64_t end, fl_diag *diag)
{
    shared *s = context;
    const fl_run_count_job *job = s->job;
    worker *w = &s->workers[number];
    const fl_run_range *range = range_of(s, first);
    const fl_run_condition *condition = &job->setup->condition[range->condition];
    fl_floor_maker *maker = maker_of(s, w, range->condition);
    fl_err err = range->condition == w->condition ? FL_OK : change_condition(s, number, range->condition);
    fl_counter_range samples = {
        .first = condition->opened.first + range->from + (first - range->before),
        .n = end - first,
        .groups = job->visit ? 0 : condition->spec->groups,
        .has_columns =
            !job->visit && fl_run_columns_can_count(&condition->opened, condition->spec, job->backend),
        .backend = job->backend,
        .keep = job->keep,
        .context = job->context,
        .sample = first};
    if (!err && job->visit) {
        err = job->visit(job->context, number, maker, (const uint64_t[2]){first, end}, diag);
    } else if (!err) {
        err = fl_run_counter_count(&w->counter, maker, &samples, &w->tally);
    }
    atomic_fetch_add_explicit(&s->samples, err ? 0 : end - first, memory_order_relaxed);
    if (err) { /* from the samples; from keeping one, which the keeper explains; or from memory */
        fl_err wrong = fl_run_maker_check(maker, diag);
        err = wrong ? wrong : err == FL_ERR_MEMORY ? fl_diag_memory(diag) : err;
    }
    return err;
}

static uint64_t progress(void *context, unsigned number)
{
    const shared *s = context;
    return fl_run_maker_begun(s->workers[number].maker, s->job->setup->catalogues_n);
}

static fl_err is_stuck(void *context, unsigned number, uint64_t first, uint64_t end, fl_diag *diag)
{
    const shared *s = context;
    uint64_t condition = s->workers[number].condition;
    (void)first;
    (void)end;
    return fl_run_maker_tell_stuck(maker_of(s, &s->workers[number], condition),
                                   &s->job->setup->condition[condition], s->job->patience, diag);
}

static fl_worker_pool_order watch(void *context)
{
    shared *s = context;
    return s->job->watch(s->job->context, atomic_load_explicit(&s->samples, memory_order_relaxed));
}

static fl_err save(void *context, uint64_t done, fl_diag *diag)
{
    const shared *s = context;
    return s->job->save(s->job->context, done, diag);
}

/* A worker makes samples of all configurations of a generator, so its scratch memory has the largest size. */
static fl_err open_worker(worker *w, const fl_run_count_job *job, fl_diag *diag)
{
    const fl_run_setup *setup = job->setup;
    fl_err err = FL_OK;
    w->condition = UINT64_MAX;
    w->maker = calloc(setup->catalogues_n + 1, sizeof *w->maker);
    if (!w->maker) {
        return fl_diag_memory(diag);
    }
    for (unsigned i = 0; i < setup->catalogues_n && !err; i++) {
        const fl_opened_generator *largest = NULL;
        size_t size_max = 0;
        for (uint64_t c = 0; c < setup->conditions; c++) {
            const fl_opened_generator *opened = &setup->condition[c].opened;
            bool is_meant = opened->catalogue == &setup->catalogue[i];
            size_t size = is_meant ? opened->generator->scratch_size(opened->rules) : 0;
            largest = is_meant && (!largest || size > size_max) ? opened : largest;
            size_max = size > size_max ? size : size_max;
        }
        err = fl_run_maker_open(&w->maker[i], largest, diag);
    }
    return err;
}

static void close_worker(worker *w, const fl_run_count_job *job)
{
    for (unsigned i = 0; w->maker && i < job->setup->catalogues_n; i++) {
        fl_run_maker_close(&w->maker[i]);
    }
    free(w->maker);
    fl_run_counter_free(&w->counter);
    fl_tally_free(&w->tally);
}

fl_err fl_run_count(fl_run_count_job *self, fl_diag *diag)
{
    shared s = {.job = self,
                .pool = {.threads = self->threads,
                         .at_once = self->at_once > 0 ? self->at_once : FL_CLASSIC_BATCH_FLOORS,
                         .done = self->done,
                         .context = &s,
                         .alike_until = alike_until,
                         .work = work,
                         .rest = rest,
                         .watch = self->watch ? watch : NULL,
                         .patience = self->patience,
                         .progress = progress,
                         .stuck = is_stuck,
                         .save = self->save ? save : NULL}};
    fl_err err = FL_OK;
    if (!self->ranges) {
        self->ranges = self->setup->range;
        self->ranges_n = self->setup->conditions;
    }
    for (size_t i = 0; i < self->ranges_n; i++) {
        self->ranges[i].before = s.pool.blocks;
        s.pool.blocks += self->ranges[i].to - self->ranges[i].from;
    }
    self->samples = s.pool.blocks;
    s.workers = aligned_alloc(CACHE_LINE, self->threads * sizeof *s.workers);
    if (!s.workers) {
        return fl_diag_memory(diag);
    }
    memset(s.workers, 0, self->threads * sizeof *s.workers);
    for (unsigned i = 0; i < self->threads && !err; i++) {
        err = open_worker(&s.workers[i], self, diag);
    }
    err = err ? err : fl_program_pool_run(&s.pool, diag);
    self->done = s.pool.done;
    for (unsigned i = 0; i < self->threads; i++) {
        close_worker(&s.workers[i], self);
    }
    free(s.workers);
    return err;
}

static fl_worker_pool_order tell(void *progress, uint64_t samples)
{
    fl_program_progress_floors(progress, samples);
    return fl_program_interrupt_caught() ? FL_WORKER_POOL_STOP : FL_WORKER_POOL_GO_ON;
}

fl_err fl_run_count_all(const fl_run_setup *setup, unsigned threads, fl_tally *totals, fl_progress *progress,
                        fl_diag *diag)
{
    fl_run_count_job job = {.setup = setup,
                            .threads = threads,
                            .backend = fl_backend_best(),
                            .totals = totals,
                            .patience = FL_RUN_PATIENCE,
                            .context = progress,
                            .watch = tell};
    progress->total = setup->samples;
    fl_program_interrupt_listen();
    fl_err err = fl_run_count(&job, diag);
    fl_program_progress_end(progress);
    return err || job.done == setup->samples ? err : FL_ERR_STOPPED;
}
