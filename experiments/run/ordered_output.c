/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A worker waits for its turn to write the block that it made. */
#include "experiments/run/run.h"

enum { CACHE_LINE = 64 };

typedef struct worker {
    _Alignas(CACHE_LINE) fl_text text;
} worker;

typedef struct shared {
    const fl_ordered_output *output;
    worker workers[FL_THREADS_MAX];
    fl_turns *turns;
} shared;

/* Waits for the block's turn and writes it, unless an earlier write failed. */
static fl_err write_block(shared *s, uint64_t block, const fl_text *text, fl_diag *diag)
{
    if (!fl_program_turns_begin(s->turns, block)) {
        return FL_OK;
    }
    fl_err err = s->output->write(s->output->job, text, diag);
    fl_program_turns_end(s->turns, block + 1, err != FL_OK);
    return err;
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
            fl_program_turns_stop(s->turns);
        } else {
            err = write_block(s, block, text, diag);
        }
    }
    return err;
}

fl_err fl_run_write_in_order(fl_ordered_output *self, fl_diag *diag)
{
    shared s = {.output = self, .turns = fl_program_turns_open(0)};
    fl_worker_pool pool = {
        .threads = self->threads, .blocks = self->blocks, .at_once = 1, .context = &s, .work = work};
    if (!s.turns) {
        return fl_diag_memory(diag);
    }
    for (unsigned i = 0; i < self->threads; i++) {
        fl_text_init(&s.workers[i].text);
    }
    fl_err err = fl_program_pool_run(&pool, diag);
    for (unsigned i = 0; i < self->threads; i++) {
        fl_text_free(&s.workers[i].text);
    }
    fl_program_turns_close(s.turns);
    return err;
}
