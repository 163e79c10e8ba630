/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The same floors each time: threads share them, and each process counts a shard of them. */
#include "experiments/bench/bench_private.h"
#include "experiments/run/run.h"

#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/* Counts all floors of a setup. */
static fl_err count(const fl_run_setup *setup, unsigned threads, fl_backend backend, fl_diag *diag)
{
    fl_tally *totals = NULL;
    fl_err err = fl_run_setup_make_tallies(setup, &totals, diag);
    if (!err) {
        fl_run_counting counting = {.setup = setup, .threads = threads, .backend = backend, .totals = totals};
        err = fl_run_count(&counting, diag);
        fl_run_setup_free_tallies(setup, totals);
    }
    return err;
}

/* The work of a child process. */
_Noreturn static void count_and_exit(const fl_run_setup *shard, fl_backend backend)
{
    _exit(count(shard, 1, backend, NULL) ? 1 : 0);
}

static fl_err wait_for(pid_t child, fl_diag *diag)
{
    int status = 0;
    while (waitpid(child, &status, 0) < 0) {
        if (errno != EINTR) {
            return fl_diag_set(diag, FL_ERR_IO, "", "cannot wait for a process: %s", strerror(errno));
        }
    }
    if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) {
        return fl_diag_set(diag, FL_ERR_IO, "", "a process that counted floors has failed");
    }
    return FL_OK;
}

static fl_err count_in_processes(const fl_run_setup *shard, unsigned processes, fl_backend backend,
                                 fl_diag *diag)
{
    pid_t child[FL_THREADS_MAX];
    unsigned n = 0;
    fl_err err = FL_OK;
    for (; n < processes && !err; n += !err) {
        child[n] = fork();
        if (child[n] == 0) {
            count_and_exit(&shard[n], backend);
        }
        if (child[n] < 0) {
            err = fl_diag_set(diag, FL_ERR_IO, "", "cannot start a process: %s", strerror(errno));
        }
    }
    for (unsigned i = 0; i < n; i++) {
        fl_err one = wait_for(child[i], err ? NULL : diag); /* only the first failure is reported */
        err = err ? err : one;
    }
    return err;
}

/* Makes an experiment of a case. */
static fl_err write_experiment(fl_experiment *out, const fl_bench_case *what, uint64_t floors, fl_diag *diag)
{
    char text[128];
    int size = snprintf(text, sizeof text, "name: bench\ngenerator: %s\nfloors: %llu\nmaps: none\n",
                        what->generator, (unsigned long long)floors);
    fl_err err = fl_run_experiment_read(out, text, (size_t)size, "bench", diag);
    for (unsigned i = 0; !err; i++) {
        fl_setting_word_at(what->settings, i, text, sizeof text);
        if (!text[0]) {
            break;
        }
        err = fl_run_experiment_set(out, text, diag);
    }
    return err;
}

/* An experiment with its setups: whole and in shards. */
typedef struct scale_setup {
    fl_experiment experiment;
    fl_run_setup whole;
    fl_run_setup *shard;
    unsigned shards;
} scale_setup;

static void close_setup(scale_setup *self)
{
    fl_run_setup_free(&self->whole);
    for (unsigned i = 0; i < self->shards; i++) {
        fl_run_setup_free(&self->shard[i]);
    }
    free(self->shard);
    fl_run_experiment_free(&self->experiment);
}

static fl_err open_setup(scale_setup *self, const fl_bench_case *what, uint64_t floors, unsigned shards,
                         fl_diag *diag)
{
    memset(self, 0, sizeof *self);
    fl_err err = write_experiment(&self->experiment, what, floors, diag);
    err = err ? err : fl_run_setup_init(&self->whole, &self->experiment, 0, 1, diag);
    self->shard = calloc(shards + 1, sizeof *self->shard);
    err = err || self->shard ? err : fl_diag_memory(diag);
    for (; self->shards < shards && !err; self->shards += !err) {
        err = fl_run_setup_init(&self->shard[self->shards], &self->experiment, self->shards, shards, diag);
    }
    return err;
}

enum { ROUND = 1024 };

/* Finds how many floors one thread counts in a round, rounded up so that all threads get the same number of
 * rounds. */
static fl_err find_floors(const fl_bench_case *what, const fl_bench_scale_request *request, uint64_t *out,
                          fl_diag *diag)
{
    static const double enough = 1.0 / 8; /* of a round: long enough to extrapolate */
    double elapsed = 0;
    uint64_t floors = ROUND;
    fl_err err = FL_OK;
    while (!err && elapsed < request->seconds * enough) {
        scale_setup one;
        floors *= 2;
        err = open_setup(&one, what, floors, 0, diag);
        double started = fl_program_host_seconds();
        err = err ? err : count(&one.whole, 1, request->backend, diag);
        elapsed = fl_program_host_seconds() - started;
        close_setup(&one);
    }
    uint64_t together = (uint64_t)request->threads * ROUND;
    *out = err ? 0 : ((uint64_t)((double)floors * request->seconds / elapsed) / together + 1) * together;
    return err;
}

static fl_err measure_round(const scale_setup *self, const fl_bench_scale_request *request, double seconds[3],
                            fl_diag *diag)
{
    double started = fl_program_host_seconds();
    fl_err err = count(&self->whole, 1, request->backend, diag);
    double one = fl_program_host_seconds();
    err = err ? err : count(&self->whole, request->threads, request->backend, diag);
    double threads = fl_program_host_seconds();
    err = err ? err : count_in_processes(self->shard, request->threads, request->backend, diag);
    seconds[0] = one - started;
    seconds[1] = threads - one;
    seconds[2] = fl_program_host_seconds() - threads;
    return err;
}

fl_err fl_bench_scale_measure(fl_bench_scale *out, const fl_bench_case *what,
                              const fl_bench_scale_request *request, fl_diag *diag)
{
    assert(request->threads >= 1 && request->threads <= FL_THREADS_MAX);
    scale_setup scale_setup;
    double rate[FL_BENCH_ROUNDS], rate_threads[FL_BENCH_ROUNDS];
    double threads[FL_BENCH_ROUNDS], processes[FL_BENCH_ROUNDS];
    uint64_t floors = 0;
    fl_err err = find_floors(what, request, &floors, diag);
    if (err) {
        return err;
    }
    err = open_setup(&scale_setup, what, floors, request->threads, diag);
    for (unsigned round = 0; round < FL_BENCH_ROUNDS && !err; round++) {
        double seconds[3];
        err = measure_round(&scale_setup, request, seconds, diag);
        rate[round] = (double)floors / seconds[0];
        rate_threads[round] = (double)floors / seconds[1];
        threads[round] = seconds[0] / seconds[1];
        processes[round] = seconds[0] / seconds[2];
    }
    close_setup(&scale_setup);
    if (!err) {
        *out = (fl_bench_scale){what, fl_bench_median(rate), fl_bench_median(rate_threads),
                                fl_bench_median(threads), fl_bench_median(processes)};
    }
    return err;
}
