/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A worker that has made a block waits for its turn to write it. It never waits in vain: blocks are taken in
 * rising order, so another worker is making the block whose turn it is, or writes it. */
#include "experiments/run/run.h"

#include <pthread.h>

enum { CACHE_LINE = 64 };

typedef struct worker {
    _Alignas(CACHE_LINE) fl_text text;
} worker;

typedef struct shared {
    const fl_ordered_output *output;
    worker workers[FL_THREADS_MAX];
    pthread_mutex_t lock;
    pthread_cond_t turned;
    uint64_t turn; /* the block to write next */
    bool has_failed;
} shared;

/* Waits for the block's turn and writes it, unless writing has failed. */
static fl_err write_block(shared *s, uint64_t block, const fl_text *text, fl_diag *diag)
{
    fl_err err = FL_OK;
    pthread_mutex_lock(&s->lock);
    while (s->turn != block && !s->has_failed) {
        pthread_cond_wait(&s->turned, &s->lock);
    }
    if (!s->has_failed) {
        err = s->output->write(s->output->job, text, diag);
        s->has_failed = err != FL_OK;
        s->turn++;
        pthread_cond_broadcast(&s->turned);
    }
    pthread_mutex_unlock(&s->lock);
    return err;
}

/* Those who wait for the turn of a block that will not be written wait no longer. */
static void fail(shared *s)
{
    pthread_mutex_lock(&s->lock);
    s->has_failed = true;
    pthread_cond_broadcast(&s->turned);
    pthread_mutex_unlock(&s->lock);
}

static fl_err work(void *shared_of, unsigned number, uint64_t first, uint64_t end, fl_diag *diag)
{
    shared *s = shared_of;
    fl_text *text = &s->workers[number].text;
    fl_err err = FL_OK;
    for (uint64_t block = first; block < end && !err; block++) {
        fl_text_clear(text);
        err = s->output->make(s->output->job, number, block, text, diag);
        if (err) {
            fail(s);
        } else {
            err = write_block(s, block, text, diag);
        }
    }
    return err;
}

fl_err fl_run_write_in_order(fl_ordered_output *self, fl_diag *diag)
{
    shared s = {.output = self};
    fl_worker_pool pool = {
        .threads = self->threads, .blocks = self->blocks, .at_once = 1, .context = &s, .work = work};
    pthread_mutex_init(&s.lock, NULL);
    pthread_cond_init(&s.turned, NULL);
    for (unsigned i = 0; i < self->threads; i++) {
        fl_text_init(&s.workers[i].text);
    }
    fl_err err = fl_program_pool_run(&pool, diag);
    for (unsigned i = 0; i < self->threads; i++) {
        fl_text_free(&s.workers[i].text);
    }
    pthread_cond_destroy(&s.turned);
    pthread_mutex_destroy(&s.lock);
    return err;
}
