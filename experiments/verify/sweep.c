/* Blocks of the legs, one after the other, are taken from one counter. */
#include "experiments/verify/verify_private.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

enum { BLOCK = 256, GENERATORS = 16, SAMPLE = 64, CACHE_LINE = 64 };

typedef struct worker {
    _Alignas(CACHE_LINE) _Atomic uint64_t floors; /* counted in this run; for the watcher */
    fl_sweep *crew;
    fl_opened_generator_worker maker[GENERATORS]; /* one for each generator */
    fl_tally tally;
    fl_sweep_population *place; /* whose floors `tally` holds */
    bool has_columns;           /* the place's floors are made in batches */
    fl_batch_columns harvest;
    fl_err err;
} worker;

struct fl_sweep {
    worker *workers;
    unsigned threads;
    const fl_generator *generator[GENERATORS];
    const fl_opened_generator *neediest[GENERATORS]; /* the one whose floors take the most scratch memory */
    unsigned generators_n;
    const fl_sweep_job *job; /* of this run */
    _Atomic uint64_t next_block;
    _Atomic bool shall_stop;
    pthread_mutex_t lock;
    pthread_cond_t changed;
    unsigned left;   /* workers that have ended */
    bool is_stopped; /* by the watcher */
};

static unsigned generator_of(const fl_sweep *self, const fl_opened_generator *source)
{
    unsigned i = 0;
    while (i < self->generators_n && self->generator[i] != source->generator) {
        i++;
    }
    return i;
}

static void meet(fl_sweep *self, const fl_opened_generator *source)
{
    unsigned i = generator_of(self, source);
    if (i == GENERATORS) {
        return;
    }
    size_t size = source->generator->scratch_size(source->rules);
    bool is_new = i == self->generators_n;
    if (is_new || size > source->generator->scratch_size(self->neediest[i]->rules)) {
        self->neediest[i] = source;
    }
    self->generator[i] = source->generator;
    self->generators_n += is_new;
}

fl_err fl_verify_sweep_init(fl_sweep **out, const fl_sweep_population *places, size_t n, unsigned threads,
                            fl_diag *diag)
{
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
        meet(self, &places[i].source);
    }
    for (unsigned i = 0; i < threads * self->generators_n && !err; i++) {
        worker *w = &self->workers[i / self->generators_n];
        w->crew = self;
        err = fl_run_generator_hire(&w->maker[i % self->generators_n], self->neediest[i % self->generators_n],
                                    diag);
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
        fl_run_generator_dismiss(&self->workers[i / self->generators_n].maker[i % self->generators_n]);
    }
    pthread_cond_destroy(&self->changed);
    pthread_mutex_destroy(&self->lock);
    free(self->workers);
    free(self);
}

/* Adds what a worker counted to its place. */
static void hand_in(worker *w)
{
    if (!w->place) {
        return;
    }
    pthread_mutex_lock(&w->crew->lock);
    fl_tally_merge(&w->place->total, &w->tally);
    pthread_mutex_unlock(&w->crew->lock);
    fl_tally_free(&w->tally);
    w->place = NULL;
}

static fl_err move_to(worker *w, fl_sweep_population *place)
{
    hand_in(w);
    fl_err err = fl_tally_init(&w->tally, &place->plan);
    w->place = err ? NULL : place;
    fl_run_generator_assign(&w->maker[generator_of(w->crew, &place->source)], &place->source);
    fl_run_columns_init(&w->harvest, &place->plan, fl_backend_best());
    w->has_columns = fl_verify_sweep_is_fast(place);
    return err;
}

/* Legs of slow floors are cut smaller, so that all threads end at about the same time. */
static uint64_t block_of(const fl_sweep_stretch *leg)
{
    return fl_verify_sweep_is_fast(leg->place) ? FL_CLASSIC_BATCH_FLOORS : BLOCK;
}

static fl_err count_block(worker *w, const fl_sweep_stretch *leg, uint64_t block)
{
    fl_err err = w->place == leg->place ? FL_OK : move_to(w, leg->place);
    if (err) {
        return err;
    }
    fl_opened_generator_worker *maker = &w->maker[generator_of(w->crew, &leg->place->source)];
    uint64_t size = block_of(leg);
    uint64_t from = leg->from + block * size;
    uint64_t to = leg->to - from < size ? leg->to : from + size;
    uint64_t first = maker->source->first;
    if (w->has_columns) {
        fl_run_columns_make(&w->harvest, maker, first + from, (unsigned)(to - from));
        fl_tally_batch_add(&w->tally, &w->harvest.columns);
    }
    for (uint64_t i = from; i < to && !w->has_columns; i++) {
        fl_run_generator_make(maker, first + i, leg->place->groups);
        fl_tally_add(&w->tally, &maker->floor, maker->values, &maker->metric, first + i);
    }
    atomic_fetch_add_explicit(&w->floors, to - from, memory_order_relaxed);
    return FL_OK;
}

static uint64_t blocks_of(const fl_sweep_stretch *leg)
{
    return (leg->to - leg->from + block_of(leg) - 1) / block_of(leg);
}

static void *work(void *worker_of)
{
    worker *w = worker_of;
    fl_sweep *self = w->crew;
    const fl_sweep_stretch *leg = self->job->legs;
    const fl_sweep_stretch *end = leg + self->job->legs_n;
    uint64_t before = 0; /* blocks of the legs before this one */
    while (!self->shall_stop && !w->err) {
        uint64_t block = atomic_fetch_add(&self->next_block, 1);
        while (leg < end && block - before >= blocks_of(leg)) {
            before += blocks_of(leg++);
        }
        if (leg == end) {
            break;
        }
        w->err = count_block(w, leg, block - before);
    }
    hand_in(w);
    pthread_mutex_lock(&self->lock);
    self->left++;
    self->shall_stop = self->shall_stop || w->err;
    pthread_cond_broadcast(&self->changed);
    pthread_mutex_unlock(&self->lock);
    return NULL;
}

static void watch_over(fl_sweep *self, unsigned started)
{
    pthread_mutex_lock(&self->lock);
    while (self->left < started) {
        fl_program_host_wait_a_tick(&self->changed, &self->lock);
        uint64_t floors = 0;
        for (unsigned i = 0; i < self->threads; i++) {
            floors += atomic_load_explicit(&self->workers[i].floors, memory_order_relaxed);
        }
        pthread_mutex_unlock(&self->lock);
        if (self->job->watch && !self->job->watch(self->job->context, floors)) {
            self->is_stopped = true;
            self->shall_stop = true;
        }
        pthread_mutex_lock(&self->lock);
    }
    pthread_mutex_unlock(&self->lock);
}

fl_err fl_verify_sweep_run(fl_sweep *self, const fl_sweep_job *job, fl_diag *diag)
{
    pthread_t threads[FL_SWEEP_THREADS];
    unsigned started = 0;
    fl_err err = FL_OK;
    self->job = job;
    self->next_block = 0;
    self->shall_stop = false;
    self->is_stopped = false;
    self->left = 0;
    for (; started < self->threads && !err; started += !err) {
        self->workers[started].floors = 0;
        self->workers[started].err = FL_OK;
        if (pthread_create(&threads[started], NULL, work, &self->workers[started])) {
            self->shall_stop = true;
            err = fl_diag_set(diag, FL_ERR_MEMORY, "", "cannot start thread %u", started + 1);
        }
    }
    watch_over(self, started);
    for (unsigned i = 0; i < started; i++) {
        pthread_join(threads[i], NULL);
        err = err || !self->workers[i].err ? err : fl_diag_memory(diag);
    }
    return err ? err : self->is_stopped ? FL_ERR_STOPPED : FL_OK;
}

bool fl_verify_sweep_is_fast(const fl_sweep_population *place)
{
    return fl_run_columns_fits_groups(&place->source, place->groups, fl_backend_best());
}

uint64_t fl_verify_sweep_draws(fl_sweep *self, const fl_sweep_population *place, uint64_t *rooms)
{
    fl_opened_generator_worker *maker = &self->workers[0].maker[generator_of(self, &place->source)];
    uint64_t draws = 0;
    *rooms = 0;
    fl_run_generator_assign(maker, &place->source);
    for (uint64_t i = 0; i < SAMPLE; i++) {
        fl_run_generator_make(maker, place->source.first + i, 0);
        draws += fl_run_generator_draws(maker);
        *rooms += maker->floor.rooms_n;
    }
    return draws;
}
