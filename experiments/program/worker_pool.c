/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Workers and the thread that watches them. Between two takes from the counter a worker touches nothing that
 * is shared; a worker looks at the flags only between its blocks, so that what is taken is always done. */
#include "experiments/program/program.h"

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <time.h>

typedef struct fl_worker_pool_state {
    _Atomic uint64_t next_block;
    _Atomic bool must_pause, must_stop;
    pthread_mutex_t lock; /* of all below, and of what workers share while they rest */
    pthread_cond_t changed;
    unsigned paused, ended; /* workers */
    uint64_t failed;        /* the first block of the first take that failed; UINT64_MAX = none */
    fl_err err;             /* the first, and its message */
    fl_diag *diag;
} fl_worker_pool_state;

typedef struct worker {
    fl_worker_pool *pool;
    unsigned number;
} worker;

/* The lock is held. */
static void rest(const fl_worker_pool *self, unsigned number)
{
    if (self->rest) {
        self->rest(self->context, number);
    }
}

void fl_program_pool_rest(fl_worker_pool *self, unsigned worker)
{
    pthread_mutex_lock(&self->state->lock);
    rest(self, worker);
    pthread_mutex_unlock(&self->state->lock);
}

static void pause_worker(worker *w)
{
    fl_worker_pool_state *s = w->pool->state;
    pthread_mutex_lock(&s->lock);
    rest(w->pool, w->number);
    s->paused++;
    pthread_cond_broadcast(&s->changed);
    while (s->must_pause) {
        pthread_cond_wait(&s->changed, &s->lock);
    }
    s->paused--;
    pthread_mutex_unlock(&s->lock);
}

static void fail(fl_worker_pool_state *s, uint64_t block, fl_err err, const fl_diag *diag)
{
    pthread_mutex_lock(&s->lock);
    if (!s->err && s->diag) {
        *s->diag = *diag;
    }
    s->err = s->err ? s->err : err;
    s->failed = block < s->failed ? block : s->failed;
    s->must_stop = true;
    pthread_mutex_unlock(&s->lock);
}

static void *work(void *worker_of)
{
    worker *w = worker_of;
    const fl_worker_pool *pool = w->pool;
    fl_worker_pool_state *s = pool->state;
    fl_diag diag;
    fl_diag_init(&diag);
    while (!s->must_stop) {
        if (s->must_pause) {
            pause_worker(w);
            continue;
        }
        uint64_t first = atomic_fetch_add(&s->next_block, pool->at_once);
        if (first >= pool->blocks) {
            break;
        }
        uint64_t end = pool->blocks - first < pool->at_once ? pool->blocks : first + pool->at_once;
        fl_err err = pool->work(pool->context, w->number, first, end, &diag);
        if (err) {
            fail(s, first, err, &diag);
        }
    }
    pthread_mutex_lock(&s->lock);
    rest(pool, w->number);
    s->ended++;
    pthread_cond_broadcast(&s->changed);
    pthread_mutex_unlock(&s->lock);
    return NULL;
}

/* How many blocks are done once the workers rest: all that were taken, up to the first that failed. */
static uint64_t done(const fl_worker_pool *self)
{
    uint64_t taken = self->state->next_block;
    taken = taken < self->blocks ? taken : self->blocks;
    return taken < self->state->failed ? taken : self->state->failed;
}

/* Waits for a change, a tenth of a second at most. The lock is held. */
static void wait_a_tick(fl_worker_pool_state *s)
{
    static const long tick = 100000000L;
    static const long second = 1000000000L;
    struct timespec until;
    clock_gettime(CLOCK_MONOTONIC, &until);
    until.tv_nsec += tick;
    until.tv_sec += until.tv_nsec / second;
    until.tv_nsec %= second;
    pthread_cond_timedwait(&s->changed, &s->lock, &until);
}

/* Pauses all workers, saves, lets them go on. The lock is held. */
static void save(fl_worker_pool *self)
{
    fl_worker_pool_state *s = self->state;
    s->must_pause = true;
    while (s->paused + s->ended < self->threads) {
        pthread_cond_wait(&s->changed, &s->lock);
    }
    if (!s->must_stop && self->save) { /* a worker that failed has left its blocks half done */
        s->err = self->save(self->context, done(self), s->diag);
        s->must_stop = s->err != FL_OK;
    }
    s->must_pause = false;
    pthread_cond_broadcast(&s->changed);
}

static void watch_workers(fl_worker_pool *self)
{
    fl_worker_pool_state *s = self->state;
    pthread_mutex_lock(&s->lock);
    while (s->ended < self->threads) {
        wait_a_tick(s);
        pthread_mutex_unlock(&s->lock);
        fl_worker_pool_order order = self->watch(self->context);
        pthread_mutex_lock(&s->lock);
        if (order == FL_WORKER_POOL_SAVE && !s->must_stop) {
            save(self);
        }
        if (order == FL_WORKER_POOL_STOP) {
            s->must_stop = true;
        }
    }
    pthread_mutex_unlock(&s->lock);
}

static unsigned start(worker *workers, pthread_t *threads, unsigned n)
{
    unsigned started = 0;
    while (started < n && pthread_create(&threads[started], NULL, work, &workers[started]) == 0) {
        started++;
    }
    if (started < n) {
        fl_diag diag;
        fl_diag_init(&diag);
        fl_err err = fl_diag_set(&diag, FL_ERR_MEMORY, "", "cannot start thread %u", started + 1);
        fail(workers->pool->state, UINT64_MAX, err, &diag);
    }
    return started;
}

static void open_state(fl_worker_pool_state *s)
{
    pthread_condattr_t clock;
    pthread_condattr_init(&clock);
    pthread_condattr_setclock(&clock, CLOCK_MONOTONIC); /* ticks go on when someone sets the time */
    pthread_cond_init(&s->changed, &clock);
    pthread_condattr_destroy(&clock);
    pthread_mutex_init(&s->lock, NULL);
}

fl_err fl_program_pool_run(fl_worker_pool *self, fl_diag *diag)
{
    assert(self->threads >= 1 && self->threads <= FL_THREADS_MAX);
    assert(self->at_once >= 1 && self->done <= self->blocks);
    fl_worker_pool_state state = {.next_block = self->done, .failed = UINT64_MAX, .diag = diag};
    worker workers[FL_THREADS_MAX];
    pthread_t threads[FL_THREADS_MAX];
    self->state = &state;
    open_state(&state);
    for (unsigned i = 0; i < self->threads; i++) {
        workers[i] = (worker){self, i};
    }
    unsigned started = start(workers, threads, self->threads);
    if (started == self->threads && self->watch) {
        watch_workers(self);
    }
    for (unsigned i = 0; i < started; i++) {
        pthread_join(threads[i], NULL);
    }
    self->done = done(self);
    self->state = NULL;
    pthread_cond_destroy(&state.changed);
    pthread_mutex_destroy(&state.lock);
    return state.err;
}
