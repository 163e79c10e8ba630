/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Threads that take blocks of the tree in turn. Each adds to a private tally, which is merged into the common
 * one at each pause. */
#include "experiments/enumerate/enumerate.h"

#include <inttypes.h>
#include <stdlib.h>

typedef struct walkers {
    const fl_enumerate_request *request;
    fl_worker_pool pool;
    fl_coins_work *work[FL_THREADS_MAX];
    fl_coins_tally tally[FL_THREADS_MAX];
    fl_coins_tally *total;
    _Atomic uint64_t blocks; /* done */
} walkers;

static fl_err walk(void *context, unsigned worker, uint64_t first, uint64_t end, fl_diag *diag)
{
    walkers *self = context;
    fl_err err = FL_OK;
    for (uint64_t block = first; block < end && !err; block++) {
        err = fl_coins_work_block(self->work[worker], block, &self->tally[worker], diag);
        self->blocks++;
    }
    return err;
}

static void rest(void *context, unsigned worker)
{
    walkers *self = context;
    fl_coins_tally_merge(self->total, &self->tally[worker]);
    fl_coins_tally_clear(&self->tally[worker]);
}

static fl_worker_pool_order watch(void *context)
{
    walkers *self = context;
    if (self->request->progress) {
        fl_program_progress_step(self->request->progress, "walking through coins", self->blocks,
                                 self->pool.blocks);
    }
    return fl_program_interrupt_caught() ? FL_WORKER_POOL_STOP : FL_WORKER_POOL_GO_ON;
}

fl_err fl_enumerate(const fl_enumerate_request *request, fl_coins_tally *out, fl_diag *diag)
{
    walkers *self = calloc(1, sizeof *self);
    if (!self) {
        return fl_diag_memory(diag);
    }
    self->request = request;
    self->total = out;
    self->pool = (fl_worker_pool){.threads = request->threads,
                                  .blocks = request->coins->blocks,
                                  .at_once = 1,
                                  .context = self,
                                  .work = walk,
                                  .rest = rest,
                                  .watch = watch};
    fl_err err = fl_coins_tally_init(out, request->coins, diag);
    for (unsigned i = 0; i < request->threads && !err; i++) {
        err = fl_coins_work_open(&self->work[i], request->coins, diag);
        err = err ? err : fl_coins_tally_init(&self->tally[i], request->coins, diag);
    }
    fl_program_interrupt_listen();
    err = err ? err : fl_program_pool_run(&self->pool, diag);
    if (!err && self->pool.done < self->pool.blocks) {
        err = fl_diag_set(diag, FL_ERR_STOPPED, "", "stopped after %" PRIu64 " of %" PRIu64 " blocks",
                          self->pool.done, self->pool.blocks);
    }
    for (unsigned i = 0; i < request->threads; i++) {
        fl_coins_work_close(self->work[i]);
        fl_coins_tally_free(&self->tally[i]);
    }
    free(self);
    return err;
}
