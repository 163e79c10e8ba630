/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Worker w makes blocks w, w + threads, …; a turn counter says which block is written next. */
#include "experiments/run/run.h"

#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

typedef struct shared {
    fl_ordered_output *output;
    pthread_mutex_t lock;
    pthread_cond_t turned;
    uint64_t turn; /* the block to write next */
    fl_err err;
    fl_diag *diag;
} shared;

typedef struct worker {
    shared *state;
    unsigned number;
} worker;

/* Waits for the block's turn and writes it. False if writing has failed, here or in another thread. */
static bool write_block(shared *state, uint64_t block, const fl_text *text)
{
    pthread_mutex_lock(&state->lock);
    while (state->turn != block && !state->err) {
        pthread_cond_wait(&state->turned, &state->lock);
    }
    bool goes_on = !state->err;
    if (goes_on) {
        state->err = state->output->write(state->output->job, text, state->diag);
        goes_on = !state->err;
        state->turn++;
        pthread_cond_broadcast(&state->turned);
    }
    pthread_mutex_unlock(&state->lock);
    return goes_on;
}

static void *work(void *worker_of)
{
    worker *worker = worker_of;
    fl_ordered_output *output = worker->state->output;
    fl_text text;
    fl_text_init(&text);
    for (uint64_t block = worker->number; block < output->blocks; block += output->threads) {
        fl_text_clear(&text);
        output->make(output->job, worker->number, block, &text);
        if (!write_block(worker->state, block, &text)) {
            break;
        }
    }
    fl_text_free(&text);
    return NULL;
}

fl_err fl_run_write_in_order(fl_ordered_output *self, fl_diag *diag)
{
    shared state = {.output = self, .diag = diag};
    worker workers[FL_THREADS_MAX];
    pthread_t threads[FL_THREADS_MAX];
    unsigned started = 0;
    assert(self->threads >= 1 && self->threads <= FL_THREADS_MAX);
    pthread_mutex_init(&state.lock, NULL);
    pthread_cond_init(&state.turned, NULL);
    for (unsigned i = 0; i < self->threads; i++) {
        workers[i] = (worker){.state = &state, .number = i};
    }
    for (unsigned i = 1; i < self->threads && !state.err; i++, started++) {
        if (pthread_create(&threads[i], NULL, work, &workers[i])) {
            pthread_mutex_lock(&state.lock);
            state.err = fl_diag_set(diag, FL_ERR_MEMORY, "", "cannot start thread %u", i + 1);
            pthread_cond_broadcast(&state.turned);
            pthread_mutex_unlock(&state.lock);
            break;
        }
    }
    (void)work(&workers[0]);
    for (unsigned i = 1; i <= started; i++) {
        pthread_join(threads[i], NULL);
    }
    pthread_cond_destroy(&state.turned);
    pthread_mutex_destroy(&state.lock);
    return state.err;
}
