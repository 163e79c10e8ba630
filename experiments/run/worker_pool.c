/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Counting with threads. The loop over a block's floors shares, locks and allocates nothing; the block
 * counter is touched once per block. */
#include "experiments/run/run_private.h"

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

enum { CACHE_LINE = 64 };

typedef struct shared shared;

typedef struct worker {
    _Alignas(CACHE_LINE) _Atomic uint64_t floors; /* counted so far; the watcher reads it */
    shared *shared;
    fl_floor_maker maker;
    fl_batch_columns columns;
    fl_tally tally;
    uint64_t condition; /* whose floors `tally` holds; UINT64_MAX = none */
    fl_err err;
} worker;

struct shared {
    fl_worker_pool *pool;
    fl_diag *diag;
    worker *workers;
    uint64_t blocks_at_once; /* that a worker takes from the counter */
    _Atomic uint64_t next_block;
    _Atomic bool must_pause, must_stop;
    pthread_mutex_t lock;
    pthread_cond_t changed;
    unsigned paused, ended; /* workers */
};

/* The end of the blocks that a worker takes with this one. Several are taken at once only where all
 * conditions are made in batches, which are fast. */
static uint64_t end_of_taken(const shared *s, uint64_t block)
{
    uint64_t blocks = s->pool->setup->blocks;
    return block + s->blocks_at_once < blocks ? block + s->blocks_at_once : blocks;
}

/* Adds a worker's tally to the totals of its condition. The lock is held. */
static void add_to_totals(worker *w)
{
    if (w->condition != UINT64_MAX) {
        fl_tally_merge(&w->shared->pool->totals[w->condition], &w->tally);
        fl_tally_clear(&w->tally);
        w->condition = UINT64_MAX;
    }
}

static void pause_worker(worker *w)
{
    shared *s = w->shared;
    pthread_mutex_lock(&s->lock);
    add_to_totals(w);
    s->paused++;
    pthread_cond_broadcast(&s->changed);
    while (s->must_pause) {
        pthread_cond_wait(&s->changed, &s->lock);
    }
    s->paused--;
    pthread_mutex_unlock(&s->lock);
}

static void change_condition(worker *w, uint64_t condition)
{
    shared *s = w->shared;
    const fl_run_setup *setup = s->pool->setup;
    pthread_mutex_lock(&s->lock);
    add_to_totals(w);
    pthread_mutex_unlock(&s->lock);
    w->condition = condition;
    w->tally.gate_of = setup->binding[condition].gate_of;
    fl_run_maker_switch(&w->maker, &setup->generators[condition]);
}

/* Floors [first, end) one by one. */
static fl_err count_singly(worker *w, uint64_t block, uint64_t first, uint64_t end)
{
    const fl_worker_pool *pool = w->shared->pool;
    uint64_t number = w->maker.opened->first;
    for (uint64_t i = first; i < end; i++) {
        fl_run_maker_make(&w->maker, number + i, pool->setup->tally.groups);
        fl_run_maker_count(&w->maker, &w->tally);
        fl_err err = pool->keep ? pool->keep(pool->context, block, (unsigned)(i - first),
                                             fl_run_maker_values(&w->maker))
                                : FL_OK;
        if (err) {
            return err;
        }
    }
    return FL_OK;
}

/* The same floors as one batch, which may span several blocks. */
static fl_err count_columns(worker *w, uint64_t block, uint64_t first, uint64_t end)
{
    const fl_worker_pool *pool = w->shared->pool;
    int32_t values[FL_METRIC_COUNT];
    fl_err err = FL_OK;
    fl_run_columns_make(&w->columns, &w->maker, w->maker.opened->first + first, (unsigned)(end - first));
    fl_tally_batch_add(&w->tally, &w->columns.columns);
    for (unsigned i = 0; i < end - first && pool->keep && !err; i++) {
        fl_column_values(&w->columns.columns, i, values);
        err = pool->keep(pool->context, block + i / FL_RUN_BLOCK, i % FL_RUN_BLOCK, values);
    }
    return err;
}

static bool has_columns(const fl_worker_pool *pool, uint64_t condition)
{
    return fl_run_columns_can_count(&pool->setup->generators[condition], &pool->setup->tally, pool->backend);
}

/* Counts the first blocks of [block, end) that share a condition, as a batch where possible; returns the
 * first block that is left. */
static uint64_t count_some(worker *w, uint64_t block, uint64_t end)
{
    const fl_run_setup *setup = w->shared->pool->setup;
    uint64_t first = 0;
    uint64_t last = 0;
    uint64_t next = 0;
    uint64_t begun = block;
    uint64_t condition = fl_run_setup_find_block(setup, block++, &first, &last);
    if (condition != w->condition) {
        change_condition(w, condition);
    }
    if (has_columns(w->shared->pool, condition)) {
        while (block < end && fl_run_setup_find_block(setup, block, &next, &next) == condition) {
            last = next;
            block++;
        }
        w->err = count_columns(w, begun, first, last);
    } else {
        w->err = count_singly(w, begun, first, last);
    }
    if (!w->err) {
        atomic_fetch_add_explicit(&w->floors, last - first, memory_order_relaxed);
    }
    return block;
}

static void *work(void *worker_of)
{
    worker *w = worker_of;
    shared *s = w->shared;
    while (!s->must_stop && !w->err) {
        if (s->must_pause) {
            pause_worker(w);
            continue;
        }
        uint64_t block = atomic_fetch_add(&s->next_block, s->blocks_at_once);
        uint64_t end = end_of_taken(s, block);
        if (block >= end) {
            break;
        }
        while (block < end && !w->err) {
            block = count_some(w, block, end);
        }
    }
    pthread_mutex_lock(&s->lock);
    add_to_totals(w);
    s->ended++;
    s->must_stop = s->must_stop || w->err;
    pthread_cond_broadcast(&s->changed);
    pthread_mutex_unlock(&s->lock);
    return NULL;
}

/* How many blocks were taken: all of them are counted once the workers rest. */
static uint64_t taken(const shared *s)
{
    uint64_t next = s->next_block;
    return next < s->pool->setup->blocks ? next : s->pool->setup->blocks;
}

static uint64_t floors_done(const shared *s)
{
    uint64_t floors = 0;
    for (unsigned i = 0; i < s->pool->threads; i++) {
        floors += atomic_load_explicit(&s->workers[i].floors, memory_order_relaxed);
    }
    return floors;
}

/* Pauses all workers, saves, lets them go on. The lock is held. */
static fl_err save(shared *s)
{
    s->must_pause = true;
    while (s->paused + s->ended < s->pool->threads) {
        pthread_cond_wait(&s->changed, &s->lock);
    }
    /* a worker that failed has left its block half counted */
    fl_err err = s->must_stop ? FL_OK : s->pool->save(s->pool->context, taken(s), s->diag);
    s->must_pause = false;
    pthread_cond_broadcast(&s->changed);
    return err;
}

static fl_err watch_workers(shared *s)
{
    fl_worker_pool *pool = s->pool;
    fl_err err = FL_OK;
    pthread_mutex_lock(&s->lock);
    while (s->ended < pool->threads) {
        fl_program_host_wait_a_tick(&s->changed, &s->lock);
        fl_worker_pool_order order = pool->watch(pool->context, floors_done(s));
        if (order == FL_WORKER_POOL_SAVE && !s->must_stop) {
            err = save(s);
        }
        if (order == FL_WORKER_POOL_STOP || err) {
            s->must_stop = true;
        }
    }
    pthread_mutex_unlock(&s->lock);
    return err;
}

/* The condition that needs the most scratch memory: a worker makes floors of all conditions. */
static const fl_opened_generator *largest(const fl_run_setup *setup)
{
    const fl_opened_generator *out = &setup->generators[0];
    size_t most = 0;
    for (uint64_t i = 0; i < setup->conditions; i++) {
        size_t size = out->generator->scratch_size(setup->generators[i].rules);
        out = size > most ? &setup->generators[i] : out;
        most = size > most ? size : most;
    }
    return out;
}

static fl_err open_worker(shared *s, unsigned i)
{
    worker *w = &s->workers[i];
    w->shared = s;
    w->condition = UINT64_MAX;
    fl_err err = fl_run_maker_open(&w->maker, largest(s->pool->setup), s->diag);
    fl_run_columns_init(&w->columns, &s->pool->setup->tally, s->pool->backend);
    if (!err && fl_tally_init(&w->tally, &s->pool->setup->tally)) {
        err = fl_diag_memory(s->diag);
    }
    return err;
}

static fl_err start(shared *s, pthread_t *threads, unsigned *started)
{
    for (*started = 0; *started < s->pool->threads; ++*started) {
        if (pthread_create(&threads[*started], NULL, work, &s->workers[*started])) {
            s->must_stop = true;
            return fl_diag_set(s->diag, FL_ERR_MEMORY, "", "cannot start thread %u", *started + 1);
        }
    }
    return FL_OK;
}

static fl_err count_with_threads(shared *s)
{
    pthread_t threads[FL_THREADS_MAX];
    unsigned started = 0;
    s->blocks_at_once = FL_CLASSIC_BATCH_FLOORS / FL_RUN_BLOCK;
    for (uint64_t i = 0; i < s->pool->setup->conditions; i++) {
        s->blocks_at_once = has_columns(s->pool, i) ? s->blocks_at_once : 1;
    }
    fl_err err = start(s, threads, &started);
    err = err ? err : watch_workers(s);
    for (unsigned i = 0; i < started; i++) {
        pthread_join(threads[i], NULL);
        err = err ? err : s->workers[i].err;
    }
    s->pool->done_blocks = taken(s);
    return err;
}

fl_err fl_run_pool_count(fl_worker_pool *self, fl_diag *diag)
{
    assert(self->threads >= 1 && self->threads <= FL_THREADS_MAX);
    assert(self->done_blocks <= self->setup->blocks);
    shared s = {.pool = self, .diag = diag, .next_block = self->done_blocks};
    fl_err err = FL_OK;
    s.workers = aligned_alloc(CACHE_LINE, self->threads * sizeof *s.workers);
    if (!s.workers) {
        return fl_diag_memory(diag);
    }
    memset(s.workers, 0, self->threads * sizeof *s.workers);
    pthread_mutex_init(&s.lock, NULL);
    pthread_cond_init(&s.changed, NULL);
    for (unsigned i = 0; i < self->threads && !err; i++) {
        err = open_worker(&s, i);
    }
    err = err ? err : count_with_threads(&s);
    for (unsigned i = 0; i < self->threads; i++) {
        fl_run_maker_close(&s.workers[i].maker);
        fl_tally_free(&s.workers[i].tally);
    }
    pthread_cond_destroy(&s.changed);
    pthread_mutex_destroy(&s.lock);
    free(s.workers);
    return err;
}
