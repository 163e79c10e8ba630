/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Runs of analysis/exact/coins/rare in threads: each run has random numbers of its own, so that the threads
 * do not matter. */
#include "experiments/enumerate/enumerate.h"

#include <stdlib.h>

fl_err fl_enumerate_condition(const fl_opened_generator *opened, const fl_expression_text *text,
                              fl_expression *out, fl_diag *diag)
{
    fl_catalogue catalogue;
    const void *rules = opened->rules;
    fl_err err = fl_sample_catalogue_init(&catalogue, opened->generator, &rules, 1, diag);
    err = err ? err : fl_expression_parse(out, text, &catalogue, diag);
    fl_sample_catalogue_free(&catalogue);
    return err;
}

typedef struct runners {
    const fl_enumerate_rare_request *request;
    fl_worker_pool pool;
    fl_rare_work *work[FL_THREADS_MAX];
    fl_rare_levels levels;
    double *estimates;
    _Atomic uint64_t done;
} runners;

static fl_err work(void *context, unsigned worker, uint64_t first, uint64_t end, fl_diag *diag)
{
    runners *self = context;
    fl_err err = FL_OK;
    for (uint64_t run = first; run < end && !err; run++) {
        err = fl_rare_run(self->work[worker], &self->levels, run + 1, &self->estimates[run], diag);
        self->done++;
    }
    return err;
}

static fl_worker_pool_order watch(void *context)
{
    runners *self = context;
    if (self->request->progress) {
        fl_program_progress_step(self->request->progress, "splitting", self->done, self->pool.blocks);
    }
    return fl_program_interrupt_caught() ? FL_WORKER_POOL_STOP : FL_WORKER_POOL_GO_ON;
}

static fl_err run_all(runners *self, fl_rare_sum *out, fl_diag *diag)
{
    fl_program_interrupt_listen();
    fl_err err = fl_rare_pilot(self->work[0], &self->levels, diag);
    err = err ? err : fl_program_pool_run(&self->pool, diag);
    if (!err && self->pool.done < self->pool.blocks) {
        return fl_diag_set(diag, FL_ERR_STOPPED, "", "stopped after %u of %u runs", (unsigned)self->pool.done,
                           (unsigned)self->pool.blocks);
    }
    if (!err) {
        fl_rare_sum_up(self->estimates, self->request->runs, out);
    }
    return err;
}

fl_err fl_enumerate_rare(const fl_enumerate_rare_request *request, fl_rare_levels *levels, fl_rare_sum *out,
                         fl_diag *diag)
{
    runners *self = calloc(1, sizeof *self);
    if (!self) {
        return fl_diag_memory(diag);
    }
    self->request = request;
    self->pool = (fl_worker_pool){.threads = request->threads,
                                  .blocks = request->runs,
                                  .at_once = 1,
                                  .context = self,
                                  .work = work,
                                  .watch = watch};
    self->estimates = calloc(request->runs, sizeof *self->estimates);
    fl_err err = self->estimates ? FL_OK : fl_diag_memory(diag);
    for (unsigned i = 0; i < request->threads && !err; i++) {
        err = fl_rare_work_open(&self->work[i], &request->rare, diag);
    }
    err = err ? err : run_all(self, out, diag);
    *levels = self->levels;
    for (unsigned i = 0; i < request->threads; i++) {
        fl_rare_work_close(self->work[i]);
    }
    free(self->estimates);
    free(self);
    return err;
}
