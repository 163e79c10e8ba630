/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Threads that take blocks of the tree in turn. Each adds to a tally of its own, which goes into the common
 * one whenever it rests; the file to go on from is written while all rest. */
#include "experiments/enumerate/enumerate.h"

#include "analysis/store/store.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char mark[] = "floorlab exact 2";
static const double save_seconds = 30;

typedef struct walkers {
    const fl_enumerate_request *request;
    fl_worker_pool pool;
    fl_coins_work *work[FL_THREADS_MAX];
    fl_coins_tally tally[FL_THREADS_MAX];
    fl_coins_tally *total;
    _Atomic uint64_t blocks; /* done by this call */
    uint64_t before;
    double saved;
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
    double now = fl_program_host_seconds();
    if (self->request->progress) {
        fl_program_progress_step(self->request->progress, "walking through coins",
                                 self->before + self->blocks, self->pool.blocks);
    }
    if (fl_program_interrupt_caught()) {
        return FL_WORKER_POOL_STOP;
    }
    if (self->request->resume && now - self->saved > save_seconds) {
        self->saved = now;
        return FL_WORKER_POOL_SAVE;
    }
    return FL_WORKER_POOL_GO_ON;
}

static fl_err save(void *context, uint64_t done, fl_diag *diag)
{
    walkers *self = context;
    fl_text text;
    fl_text_init(&text);
    fl_text_add_format(&text, "%s\nblocks %" PRIu64 "\n", self->request->identity, done);
    fl_coins_tally_write(self->total, &text);
    fl_err err = fl_run_sealed_write(self->request->resume, mark, &text, diag);
    fl_text_free(&text);
    return err;
}

/* Reads the file to go on from. */
static fl_err take_up(walkers *self, fl_diag *diag)
{
    const char *path = self->request->resume;
    const char *identity = self->request->identity;
    size_t known = strlen(identity);
    char *text = NULL;
    char *body = NULL;
    uint64_t done = 0;
    int at = 0;
    fl_err err = fl_run_sealed_read(path, mark, &text, &body, diag);
    if (!err && (strncmp(body, identity, known) != 0 || body[known] != '\n')) {
        err = fl_diag_set(diag, FL_ERR_MISMATCH, path, "it is of another call of 'floorlab exact'");
        fl_diag_hint(diag, "give the same settings, metrics and condition, or another file");
    } else if (!err &&
               (sscanf(body + known + 1, "blocks %" SCNu64 "\n%n", &done, &at) != 1 || at == 0 ||
                done > self->pool.blocks || !fl_coins_tally_read(self->total, body + known + 1 + at))) {
        err = fl_diag_set(diag, FL_ERR_DAMAGED, path, "this checkpoint is damaged");
    }
    self->pool.done = self->before = err ? 0 : done;
    free(text);
    return err;
}

static fl_err look(walkers *self, fl_diag *diag)
{
    bool is_there = false;
    if (!self->request->resume) {
        return FL_OK;
    }
    fl_err err = fl_program_file_look(self->request->resume, &is_there, diag);
    err = err || is_there ? err : fl_store_atomic_try(self->request->resume, diag);
    return err || !is_there ? err : take_up(self, diag);
}

static fl_err work(walkers *self, fl_diag *diag)
{
    fl_program_interrupt_listen();
    self->saved = fl_program_host_seconds();
    fl_err err = fl_program_pool_run(&self->pool, diag);
    if (!err && self->pool.done < self->pool.blocks) {
        err = self->request->resume ? save(self, self->pool.done, diag) : FL_OK;
        if (!err) {
            err = fl_diag_set(diag, FL_ERR_STOPPED, "", "stopped after %" PRIu64 " of %" PRIu64 " blocks",
                              self->pool.done, self->pool.blocks);
            fl_diag_hint(diag, self->request->resume ? "the same command goes on"
                                                     : "with --resume FILE it could go on from there");
        }
    } else if (!err && self->request->resume) {
        unlink(self->request->resume); /* one that was never written is not there */
    }
    return err;
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
                                  .watch = watch,
                                  .save = save};
    fl_err err = fl_coins_tally_init(out, request->coins, diag);
    err = err ? err : look(self, diag);
    for (unsigned i = 0; i < request->threads && !err; i++) {
        err = fl_coins_work_open(&self->work[i], request->coins, diag);
        err = err ? err : fl_coins_tally_init(&self->tally[i], request->coins, diag);
    }
    err = err ? err : work(self, diag);
    for (unsigned i = 0; i < request->threads; i++) {
        fl_coins_work_close(self->work[i]);
        fl_coins_tally_free(&self->tally[i]);
    }
    free(self);
    return err;
}
