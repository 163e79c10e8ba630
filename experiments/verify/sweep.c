/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Workers take blocks from one counter that runs through all ranges, one after the other. */
#include "experiments/verify/verify_private.h"

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

enum { BLOCK = 256, GENERATORS = 16, SAMPLE = 64, CACHE_LINE = 64 };

typedef struct worker {
    _Alignas(CACHE_LINE) _Atomic uint64_t floors; /* counted in this call; the watcher reads it */
    fl_sweep *sweep;
    fl_floor_maker maker[GENERATORS]; /* one for each generator */
    fl_tally tally;
    fl_sweep_population *population; /* whose floors `tally` holds */
    bool has_columns;                /* its floors are made in batches */
    fl_batch_columns columns;
    fl_err err;
} worker;

struct fl_sweep {
    worker *workers;
    unsigned threads;
    const fl_generator *generator[GENERATORS];
    const fl_opened_generator *largest[GENERATORS]; /* its rules that need the most scratch memory */
    unsigned generators_n;
    const fl_sweep_job *job; /* of this call */
    _Atomic uint64_t next_block;
    _Atomic bool must_stop;
    pthread_mutex_t lock;
    pthread_cond_t changed;
    unsigned ended;  /* workers that have ended */
    bool is_stopped; /* by the watcher */
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
    pthread_mutex_init(&self->lock, NULL);
    pthread_cond_init(&self->changed, NULL);
    for (size_t i = 0; i < n; i++) {
        note_generator(self, &populations[i].opened);
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
    pthread_cond_destroy(&self->changed);
    pthread_mutex_destroy(&self->lock);
    free(self->workers);
    free(self);
}

/* Adds what a worker counted to its population. */
static void add_to_total(worker *w)
{
    if (!w->population) {
        return;
    }
    pthread_mutex_lock(&w->sweep->lock);
    fl_tally_merge(&w->population->total, &w->tally);
    pthread_mutex_unlock(&w->sweep->lock);
    fl_tally_free(&w->tally);
    w->population = NULL;
}

static fl_err switch_to(worker *w, fl_sweep_population *population)
{
    add_to_total(w);
    fl_err err = fl_tally_init(&w->tally, &population->spec);
    w->population = err ? NULL : population;
    fl_run_maker_switch(&w->maker[generator_of(w->sweep, &population->opened)], &population->opened);
    fl_run_columns_init(&w->columns, &population->spec, fl_backend_best());
    w->has_columns = fl_verify_sweep_is_fast(population);
    return err;
}

/* Slow floors are cut into smaller blocks, so that all threads end at about the same time. */
static uint64_t block_of(const fl_sweep_range *range)
{
    return fl_verify_sweep_is_fast(range->population) ? FL_CLASSIC_BATCH_FLOORS : BLOCK;
}

static fl_err count_block(worker *w, const fl_sweep_range *range, uint64_t block)
{
    fl_err err = w->population == range->population ? FL_OK : switch_to(w, range->population);
    if (err) {
        return err;
    }
    fl_floor_maker *maker = &w->maker[generator_of(w->sweep, &range->population->opened)];
    uint64_t size = block_of(range);
    uint64_t from = range->from + block * size;
    uint64_t to = range->to - from < size ? range->to : from + size;
    uint64_t first = maker->opened->first;
    if (w->has_columns) {
        fl_run_columns_make(&w->columns, maker, first + from, (unsigned)(to - from));
        fl_tally_batch_add(&w->tally, &w->columns.columns);
    }
    for (uint64_t i = from; i < to && !w->has_columns; i++) {
        fl_run_maker_make(maker, first + i, range->population->groups);
        fl_tally_add(&w->tally, &maker->floor, maker->values, &maker->metric, first + i);
    }
    atomic_fetch_add_explicit(&w->floors, to - from, memory_order_relaxed);
    return FL_OK;
}

static uint64_t blocks_of(const fl_sweep_range *range)
{
    return (range->to - range->from + block_of(range) - 1) / block_of(range);
}

static void *work(void *worker_of)
{
    worker *w = worker_of;
    fl_sweep *self = w->sweep;
    const fl_sweep_range *range = self->job->ranges;
    const fl_sweep_range *end = range + self->job->ranges_n;
    uint64_t before = 0; /* blocks of the ranges before this one */
    while (!self->must_stop && !w->err) {
        uint64_t block = atomic_fetch_add(&self->next_block, 1);
        while (range < end && block - before >= blocks_of(range)) {
            before += blocks_of(range++);
        }
        if (range == end) {
            break;
        }
        w->err = count_block(w, range, block - before);
    }
    add_to_total(w);
    pthread_mutex_lock(&self->lock);
    self->ended++;
    self->must_stop = self->must_stop || w->err;
    pthread_cond_broadcast(&self->changed);
    pthread_mutex_unlock(&self->lock);
    return NULL;
}

static void watch_workers(fl_sweep *self, unsigned started)
{
    pthread_mutex_lock(&self->lock);
    while (self->ended < started) {
        fl_program_host_wait_a_tick(&self->changed, &self->lock);
        uint64_t floors = 0;
        for (unsigned i = 0; i < self->threads; i++) {
            floors += atomic_load_explicit(&self->workers[i].floors, memory_order_relaxed);
        }
        pthread_mutex_unlock(&self->lock);
        if (self->job->watch && !self->job->watch(self->job->context, floors)) {
            self->is_stopped = true;
            self->must_stop = true;
        }
        pthread_mutex_lock(&self->lock);
    }
    pthread_mutex_unlock(&self->lock);
}

fl_err fl_verify_sweep_count(fl_sweep *self, const fl_sweep_job *job, fl_diag *diag)
{
    pthread_t threads[FL_THREADS_MAX];
    unsigned started = 0;
    fl_err err = FL_OK;
    self->job = job;
    self->next_block = 0;
    self->must_stop = false;
    self->is_stopped = false;
    self->ended = 0;
    for (; started < self->threads && !err; started += !err) {
        self->workers[started].floors = 0;
        self->workers[started].err = FL_OK;
        if (pthread_create(&threads[started], NULL, work, &self->workers[started])) {
            self->must_stop = true;
            err = fl_diag_set(diag, FL_ERR_MEMORY, "", "cannot start thread %u", started + 1);
        }
    }
    watch_workers(self, started);
    for (unsigned i = 0; i < started; i++) {
        pthread_join(threads[i], NULL);
        err = err || !self->workers[i].err ? err : fl_diag_memory(diag);
    }
    return err ? err : self->is_stopped ? FL_ERR_STOPPED : FL_OK;
}

bool fl_verify_sweep_is_fast(const fl_sweep_population *population)
{
    return fl_run_columns_can_measure(&population->opened, population->groups, fl_backend_best());
}

uint64_t fl_verify_sweep_draws(fl_sweep *self, const fl_sweep_population *population, uint64_t *rooms)
{
    fl_floor_maker *maker = &self->workers[0].maker[generator_of(self, &population->opened)];
    uint64_t draws = 0;
    *rooms = 0;
    fl_run_maker_switch(maker, &population->opened);
    for (uint64_t i = 0; i < SAMPLE; i++) {
        fl_run_maker_make(maker, population->opened.first + i, 0);
        draws += fl_run_maker_draws(maker);
        *rooms += maker->floor.rooms_n;
    }
    return draws;
}
