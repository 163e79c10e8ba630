/* The one place with worker threads that count. In the loop over a block's floors nothing is shared, locked or
 * allocated; the block counter is touched once per block. */
#include "experiments/run/run_private.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

enum { CACHE_LINE = 64 };

typedef struct crew crew;

typedef struct worker {
    _Alignas(CACHE_LINE) _Atomic uint64_t floors; /* counted so far; for the watcher */
    crew *crew;
    fl_opened_generator_worker maker;
    fl_batch_columns harvest;
    fl_tally tally;
    uint64_t condition; /* whose floors `tally` holds; UINT64_MAX = none */
    fl_err err;
} worker;

struct crew {
    fl_worker_pool *runner;
    fl_diag *diag;
    worker *workers;
    uint64_t stretch; /* blocks that a worker takes at once */
    _Atomic uint64_t next_block;
    _Atomic bool shall_park, shall_stop;
    pthread_mutex_t lock;
    pthread_cond_t changed;
    unsigned parked, left; /* workers that wait; that have ended */
};

/* Where the blocks end that begin with one; blocks are taken by stretches only where all conditions have columns: then
 * they are quick. */
static uint64_t stretch_end(const crew *c, uint64_t block)
{
    uint64_t blocks = c->runner->plan->blocks;
    return block + c->stretch < blocks ? block + c->stretch : blocks;
}

/* Adds a worker's tally to the totals of its condition. The lock is held. */
static void hand_in(worker *w)
{
    if (w->condition != UINT64_MAX) {
        fl_tally_merge(&w->crew->runner->totals[w->condition], &w->tally);
        fl_tally_clear(&w->tally);
        w->condition = UINT64_MAX;
    }
}

static void park(worker *w)
{
    crew *c = w->crew;
    pthread_mutex_lock(&c->lock);
    hand_in(w);
    c->parked++;
    pthread_cond_broadcast(&c->changed);
    while (c->shall_park) {
        pthread_cond_wait(&c->changed, &c->lock);
    }
    c->parked--;
    pthread_mutex_unlock(&c->lock);
}

static void change_condition(worker *w, uint64_t condition)
{
    crew *c = w->crew;
    const fl_run_setup *plan = c->runner->plan;
    pthread_mutex_lock(&c->lock);
    hand_in(w);
    pthread_mutex_unlock(&c->lock);
    w->condition = condition;
    w->tally.gate_of = plan->gate_of[condition];
    w->maker.source = &plan->sources[condition];
}

/* Floors [first, end) one by one. */
static fl_err count_singly(worker *w, uint64_t block, uint64_t first, uint64_t end)
{
    const fl_worker_pool *runner = w->crew->runner;
    uint64_t number = w->maker.source->first;
    for (uint64_t i = first; i < end; i++) {
        fl_run_generator_make(&w->maker, number + i, runner->plan->tally.groups);
        fl_tally_add(&w->tally, &w->maker.floor, w->maker.values, &w->maker.metric, number + i);
        fl_err err = runner->keep
                         ? runner->keep(runner->context, block, (unsigned)(i - first), w->maker.values)
                         : FL_OK;
        if (err) {
            return err;
        }
    }
    return FL_OK;
}

/* The same floors all at once; blocks may follow one another. */
static fl_err count_columns(worker *w, uint64_t block, uint64_t first, uint64_t end)
{
    const fl_worker_pool *runner = w->crew->runner;
    int32_t values[FL_METRIC_COUNT];
    fl_err err = FL_OK;
    fl_run_columns_make(&w->harvest, &w->maker, w->maker.source->first + first, (unsigned)(end - first));
    fl_tally_batch_add(&w->tally, &w->harvest.columns);
    for (unsigned i = 0; i < end - first && runner->keep && !err; i++) {
        fl_column_values(&w->harvest.columns, i, values);
        err = runner->keep(runner->context, block + i / FL_RUN_SETUP_BLOCK, i % FL_RUN_SETUP_BLOCK, values);
    }
    return err;
}

static bool has_columns(const fl_worker_pool *runner, uint64_t condition)
{
    return fl_run_columns_fits(&runner->plan->sources[condition], &runner->plan->tally, runner->backend);
}

/* Counts the blocks of [block, end) that are of the first one's condition, as a batch where that can be; returns the
 * first that is left. */
static uint64_t count_some(worker *w, uint64_t block, uint64_t end)
{
    const fl_run_setup *plan = w->crew->runner->plan;
    uint64_t first = 0;
    uint64_t last = 0;
    uint64_t next = 0;
    uint64_t begun = block;
    uint64_t condition = fl_run_setup_block(plan, block++, &first, &last);
    if (condition != w->condition) {
        change_condition(w, condition);
    }
    if (has_columns(w->crew->runner, condition)) {
        while (block < end && fl_run_setup_block(plan, block, &next, &next) == condition) {
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
    crew *c = w->crew;
    while (!c->shall_stop && !w->err) {
        if (c->shall_park) {
            park(w);
            continue;
        }
        uint64_t block = atomic_fetch_add(&c->next_block, c->stretch);
        uint64_t end = stretch_end(c, block);
        if (block >= end) {
            break;
        }
        while (block < end && !w->err) {
            block = count_some(w, block, end);
        }
    }
    pthread_mutex_lock(&c->lock);
    hand_in(w);
    c->left++;
    c->shall_stop = c->shall_stop || w->err;
    pthread_cond_broadcast(&c->changed);
    pthread_mutex_unlock(&c->lock);
    return NULL;
}

/* The blocks that are counted once nobody works: all that were taken. */
static uint64_t taken(const crew *c)
{
    uint64_t next = c->next_block;
    return next < c->runner->plan->blocks ? next : c->runner->plan->blocks;
}

static uint64_t floors_done(const crew *c)
{
    uint64_t floors = 0;
    for (unsigned i = 0; i < c->runner->threads; i++) {
        floors += atomic_load_explicit(&c->workers[i].floors, memory_order_relaxed);
    }
    return floors;
}

/* Has everybody wait, saves, lets them go on. The lock is held. */
static fl_err save(crew *c)
{
    c->shall_park = true;
    while (c->parked + c->left < c->runner->threads) {
        pthread_cond_wait(&c->changed, &c->lock);
    }
    /* a worker that failed has left its block half counted */
    fl_err err = c->shall_stop ? FL_OK : c->runner->save(c->runner->context, taken(c), c->diag);
    c->shall_park = false;
    pthread_cond_broadcast(&c->changed);
    return err;
}

static fl_err watch_over(crew *c)
{
    fl_worker_pool *runner = c->runner;
    fl_err err = FL_OK;
    pthread_mutex_lock(&c->lock);
    while (c->left < runner->threads) {
        fl_program_host_wait_a_tick(&c->changed, &c->lock);
        fl_worker_pool_order order = runner->watch(runner->context, floors_done(c));
        if (order == FL_WORKER_POOL_SAVE && !c->shall_stop) {
            err = save(c);
        }
        if (order == FL_WORKER_POOL_STOP || err) {
            c->shall_stop = true;
        }
    }
    pthread_mutex_unlock(&c->lock);
    return err;
}

/* The condition whose floors take the most scratch memory: a worker makes floors of all. */
static const fl_opened_generator *neediest(const fl_run_setup *plan)
{
    const fl_opened_generator *out = &plan->sources[0];
    size_t most = 0;
    for (uint64_t i = 0; i < plan->conditions; i++) {
        size_t size = out->generator->scratch_size(plan->sources[i].rules);
        out = size > most ? &plan->sources[i] : out;
        most = size > most ? size : most;
    }
    return out;
}

static fl_err hire(crew *c, unsigned i)
{
    worker *w = &c->workers[i];
    w->crew = c;
    w->condition = UINT64_MAX;
    fl_err err = fl_run_generator_hire(&w->maker, neediest(c->runner->plan), c->diag);
    fl_run_columns_init(&w->harvest, &c->runner->plan->tally, c->runner->backend);
    if (!err && fl_tally_init(&w->tally, &c->runner->plan->tally)) {
        err = fl_diag_memory(c->diag);
    }
    return err;
}

static fl_err start(crew *c, pthread_t *threads, unsigned *started)
{
    for (*started = 0; *started < c->runner->threads; ++*started) {
        if (pthread_create(&threads[*started], NULL, work, &c->workers[*started])) {
            c->shall_stop = true;
            return fl_diag_set(c->diag, FL_ERR_MEMORY, "", "cannot start thread %u", *started + 1);
        }
    }
    return FL_OK;
}

static fl_err run_crew(crew *c)
{
    pthread_t threads[FL_WORKER_POOL_THREADS];
    unsigned started = 0;
    c->stretch = FL_CLASSIC_BATCH_FLOORS / FL_RUN_SETUP_BLOCK;
    for (uint64_t i = 0; i < c->runner->plan->conditions; i++) {
        c->stretch = has_columns(c->runner, i) ? c->stretch : 1;
    }
    fl_err err = start(c, threads, &started);
    err = err ? err : watch_over(c);
    for (unsigned i = 0; i < started; i++) {
        pthread_join(threads[i], NULL);
        err = err ? err : c->workers[i].err;
    }
    c->runner->done_blocks = taken(c);
    return err;
}

fl_err fl_run_pool_run(fl_worker_pool *self, fl_diag *diag)
{
    crew c = {.runner = self, .diag = diag, .next_block = self->done_blocks};
    fl_err err = FL_OK;
    c.workers = aligned_alloc(CACHE_LINE, self->threads * sizeof *c.workers);
    if (!c.workers) {
        return fl_diag_memory(diag);
    }
    memset(c.workers, 0, self->threads * sizeof *c.workers);
    pthread_mutex_init(&c.lock, NULL);
    pthread_cond_init(&c.changed, NULL);
    for (unsigned i = 0; i < self->threads && !err; i++) {
        err = hire(&c, i);
    }
    err = err ? err : run_crew(&c);
    for (unsigned i = 0; i < self->threads; i++) {
        fl_run_generator_dismiss(&c.workers[i].maker);
        fl_tally_free(&c.workers[i].tally);
    }
    pthread_cond_destroy(&c.changed);
    pthread_mutex_destroy(&c.lock);
    free(c.workers);
    return err;
}
