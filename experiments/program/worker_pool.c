/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Workers and the thread that watches them. Between two takes from the counter a worker touches nothing
 * shared. It reads the flags only between takes, so blocks that are taken are always done. Each take lasts
 * some milliseconds: short enough for a quick stop, and long enough that the counter costs nothing.
 *
 * Threads cannot be ended safely from outside, so a worker that hangs ends the process. Its time is counted
 * in ticks of the watcher: a process that was suspended (Ctrl-Z, a sleeping laptop) does not look hung. */
#include "experiments/program/program.h"

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <time.h>
#include <unistd.h>

typedef struct fl_worker_pool_state {
    _Atomic uint64_t next_block;
    _Atomic bool must_pause, must_stop;
    pthread_mutex_t lock; /* protects everything below, and what workers share while they pause */
    pthread_cond_t changed;
    unsigned paused, ended; /* workers */
    uint64_t failed;        /* the first block of the earliest failed take; UINT64_MAX = none */
    fl_err err;             /* the first error, and its message */
    fl_diag *diag;
    struct worker *workers; /* [threads] */
} fl_worker_pool_state;

typedef struct worker {
    fl_worker_pool *pool;
    unsigned number;
    pthread_t thread;
    _Atomic uint64_t takes; /* odd while the worker does blocks */
    _Atomic uint64_t first; /* the blocks of its last take: [first, end) */
    _Atomic uint64_t end;
    uint64_t at_once;     /* blocks of its next take */
    uint64_t alike_until; /* the end of similar blocks */
    /* The watcher's: */
    uint64_t seen, seen_progress; /* takes and progress at the last change */
    double waited;                /* seconds since the last change */
} worker;

/* Call with the lock held: two workers that merge at once would overwrite each other's counts, too rarely to
 * be noticed. */
static void rest(const fl_worker_pool *self, unsigned number)
{
    fl_bug_assert(pthread_mutex_trylock(&self->state->lock) != 0, "floorlab run");
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

/* Takes the next blocks; false if none is left. */
static bool take(worker *w)
{
    _Atomic uint64_t *next = &w->pool->state->next_block;
    uint64_t first = atomic_load(next);
    uint64_t end = 0;
    do {
        if (first >= w->pool->blocks) {
            return false;
        }
        /* The end of what a worker may take from `first` on. */
        const fl_worker_pool *pool = w->pool;
        uint64_t until = pool->alike_until ? pool->alike_until(pool->context, first) : pool->blocks;
        if (until != w->alike_until) {
            w->alike_until = until;
            w->at_once = 1;
        }
        end = until - first < w->at_once ? until : first + w->at_once;
    } while (!atomic_compare_exchange_weak(next, &first, end));
    atomic_store_explicit(&w->first, first, memory_order_relaxed);
    atomic_store_explicit(&w->end, end, memory_order_relaxed);
    return true;
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
        if (!take(w)) {
            break;
        }
        double started = fl_program_host_seconds();
        atomic_fetch_add_explicit(&w->takes, 1, memory_order_release);
        fl_err err = pool->work(pool->context, w->number, w->first, w->end, &diag);
        atomic_fetch_add_explicit(&w->takes, 1, memory_order_release);
        /* Adapts the next take to the target duration. A block may last a microsecond or minutes, so steps
         * may be large. */
        uint64_t n = w->end - w->first;
        double seconds = fl_program_host_seconds() - started;
        static const double shortest = 0.004;
        static const double longest = 0.05;
        if (seconds < shortest) {
            w->at_once = n * (seconds < shortest / 16 ? 8 : 2);
        } else if (seconds > longest) {
            w->at_once = n / (seconds > longest * 4 ? 8 : 2);
        }
        w->at_once = w->at_once > w->pool->at_once ? w->pool->at_once : w->at_once < 1 ? 1 : w->at_once;
        if (err) {
            fail(s, w->first, err, &diag);
        }
    }
    pthread_mutex_lock(&s->lock);
    rest(pool, w->number);
    s->ended++;
    pthread_cond_broadcast(&s->changed);
    pthread_mutex_unlock(&s->lock);
    return NULL;
}

/* The blocks done once the workers pause: all that were taken, up to the first that failed. */
static uint64_t done(const fl_worker_pool *self)
{
    uint64_t taken = self->state->next_block;
    return taken < self->state->failed ? taken : self->state->failed;
}

static fl_program_pool_end *end_process;

void fl_program_pool_on_stuck(fl_program_pool_end *end)
{
    end_process = end;
}

/* Waits for a change and checks the workers. The lock is held. */
static void wait_a_tick(fl_worker_pool *self)
{
    static const double longest = 0.2; /* longer means that the process itself was suspended */
    double before = fl_program_host_seconds();
    /* Waits for a change, a tenth of a second at most. */
    static const long tick = 100000000L;
    static const long second = 1000000000L;
    struct timespec until;
    clock_gettime(CLOCK_MONOTONIC, &until);
    until.tv_nsec += tick;
    until.tv_sec += until.tv_nsec / second;
    until.tv_nsec %= second;
    pthread_cond_timedwait(&self->state->changed, &self->state->lock, &until);
    double seconds = fl_program_host_seconds() - before;
    /* Adds the seconds of a tick to the time of each worker in its blocks. */
    for (unsigned i = 0; i < self->threads && self->patience > 0; i++) {
        worker *w = &self->state->workers[i];
        uint64_t takes = atomic_load_explicit(&w->takes, memory_order_acquire);
        uint64_t progress = self->progress ? self->progress(self->context, i) : 0;
        bool is_same = takes == w->seen && progress == w->seen_progress;
        w->waited = takes % 2 == 1 && is_same ? w->waited + (seconds < longest ? seconds : longest) : 0;
        w->seen = takes;
        w->seen_progress = progress;
        if (w->waited > self->patience) {
            /* Ends the process because a worker hangs. */
            fl_diag diag;
            fl_diag_init(&diag);
            fl_err err = self->stuck ? self->stuck(self->context, w->number, w->first, w->end, &diag)
                                     : fl_diag_set(&diag, FL_ERR_STUCK, "", "a worker does not finish");
            fl_bug_assert(end_process, "floorlab run");
            end_process(err, &diag);
        }
    }
}

/* Pauses all workers, saves, and resumes them. The lock is held. */
static void save(fl_worker_pool *self)
{
    fl_worker_pool_state *s = self->state;
    s->must_pause = true;
    while (s->paused + s->ended < self->threads) {
        wait_a_tick(self);
    }
    if (!s->must_stop && self->save) { /* a failed worker has left its blocks half done */
        s->err = self->save(self->context, done(self), s->diag);
        s->must_stop = s->err != FL_OK;
    }
    s->must_pause = false;
    pthread_cond_broadcast(&s->changed);
}

static unsigned start(worker *workers, unsigned n)
{
    unsigned started = 0;
    while (started < n && pthread_create(&workers[started].thread, NULL, work, &workers[started]) == 0) {
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

fl_err fl_program_pool_run(fl_worker_pool *self, fl_diag *diag)
{
    assert(self->threads >= 1 && self->threads <= FL_THREADS_MAX);
    assert(self->at_once >= 1 && self->done <= self->blocks);
    fl_worker_pool_state state = {.next_block = self->done, .failed = UINT64_MAX, .diag = diag};
    worker workers[FL_THREADS_MAX];
    self->state = &state;
    state.workers = workers;
    pthread_condattr_t clock;
    pthread_condattr_init(&clock);
    pthread_condattr_setclock(&clock, CLOCK_MONOTONIC); /* ticks do not depend on the time of day */
    pthread_cond_init(&state.changed, &clock);
    pthread_condattr_destroy(&clock);
    pthread_mutex_init(&state.lock, NULL);
    for (unsigned i = 0; i < self->threads; i++) {
        workers[i] = (worker){.pool = self, .number = i, .at_once = 1};
    }
    unsigned started = start(workers, self->threads);
    if (started == self->threads && (self->watch || self->patience > 0)) {
        fl_worker_pool_state *s = self->state;
        pthread_mutex_lock(&s->lock);
        while (s->ended < self->threads) {
            wait_a_tick(self);
            pthread_mutex_unlock(&s->lock);
            fl_worker_pool_order order = self->watch ? self->watch(self->context) : FL_WORKER_POOL_GO_ON;
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
    for (unsigned i = 0; i < started; i++) {
        pthread_join(workers[i].thread, NULL);
    }
    self->done = done(self);
    self->state = NULL;
    pthread_cond_destroy(&state.changed);
    pthread_mutex_destroy(&state.lock);
    return state.err;
}
