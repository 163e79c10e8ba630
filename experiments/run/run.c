/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A run from its first sample to its file. A first SIGINT, SIGTERM or SIGHUP stops it after the current
 * samples. A second one ends the process at once, which is safe: files on disk are always complete. */
#include "experiments/run/run.h"

#include "analysis/store/store.h"
#include "experiments/run/result/result.h"
#include "experiments/run/run_private.h"

#include <string.h>
#include <sys/stat.h>

typedef struct run_state {
    const fl_run_setup *setup;
    const fl_run_options *options;
    fl_progress progress;
    fl_checkpoint checkpoint;
    fl_kept_floors *kept;
    fl_tally *totals;
    uint64_t floors_before;
    double last_save;
} run_state;

static fl_worker_pool_order watch(void *state_of, uint64_t floors_done)
{
    run_state *s = state_of;
    double now = fl_program_host_seconds();
    fl_program_progress_floors(&s->progress, s->floors_before + floors_done);
    if (fl_program_interrupt_caught()) {
        return FL_WORKER_POOL_STOP;
    }
    double pause = s->options->checkpoint_seconds;
    return pause > 0 && now - s->last_save >= pause ? FL_WORKER_POOL_SAVE : FL_WORKER_POOL_GO_ON;
}

static fl_err save(void *state_of, uint64_t done, fl_diag *diag)
{
    run_state *s = state_of;
    fl_text more;
    fl_text_init(&more);
    fl_err err = s->kept ? fl_run_kept_sync(s->kept, diag) : FL_OK;
    if (!err && s->kept) {
        fl_run_kept_pack(s->kept, done, &more);
        err = fl_text_check(&more) ? fl_diag_memory(diag) : FL_OK;
    }
    fl_checkpoint_state state = {s->setup, s->totals, done, &more};
    err = err ? err : fl_run_checkpoint_save(&s->checkpoint, &state, diag);
    fl_text_free(&more);
    s->last_save = fl_program_host_seconds();
    return err;
}

static fl_err keep(void *state_of, uint64_t sample, unsigned n, const int32_t *const *values)
{
    run_state *s = state_of;
    return fl_run_kept_add(s->kept, sample, n, values);
}

static fl_err write_result(run_state *s, double seconds, fl_diag *diag)
{
    fl_store store;
    fl_store_init(&store);
    fl_run_provenance provenance = {.command = s->options->command,
                                    .threads = s->options->threads,
                                    .seconds = seconds,
                                    .shard = s->options->shard,
                                    .shards = s->options->shards};
    fl_err err = fl_run_result_build(&store, s->setup, s->totals, &provenance, diag);
    if (!err && s->kept) {
        err = fl_run_kept_check(s->kept, s->totals, diag);
        err = err ? err : fl_run_kept_add_items(s->kept, s->totals, &store, diag);
    }
    if (!err && s->options->extend) {
        err = s->options->extend(s->options->context, s->setup, s->totals, &store, diag);
    }
    err = err ? err : fl_store_write(&store, s->options->output, diag);
    fl_store_free(&store);
    if (err == FL_ERR_INPUT) { /* the place was writable when the run began, so the machine failed */
        err = FL_ERR_IO;
        if (diag) {
            diag->code = err;
        }
    }
    return err;
}

static void sum_up(const run_state *s, fl_run_outcome *out)
{
    for (uint64_t c = 0; c < s->setup->conditions; c++) {
        out->floors += fl_tally_tried(&s->totals[c]);
        out->counted += s->totals[c].floors;
        out->failed += s->totals[c].failed;
    }
    out->floors_now = out->floors - s->floors_before;
}

/* Opens tallies, checkpoint and kept floors, with the results of an earlier part of the run. */
static fl_err prepare(run_state *s, uint64_t *done, fl_diag *diag)
{
    const fl_run_options *options = s->options;
    *done = 0;
    s->checkpoint = (fl_checkpoint){.file = -1, .lock = -1};
    fl_err err = fl_store_atomic_try(options->output, diag);
    err = err ? err : fl_run_setup_make_tallies(s->setup, &s->totals, diag);
    if (!err) {
        err = fl_run_checkpoint_init(&s->checkpoint, options->output, s->setup, options->keeps_floors, diag);
    }
    fl_checkpoint_use use = fl_run_checkpoint_use(options->resumes, options->begins_anew);
    err = err ? err : fl_run_checkpoint_begin(&s->checkpoint, use, diag);
    fl_text more;
    fl_text_init(&more);
    if (!err && options->resumes) {
        fl_checkpoint_state state = {s->setup, s->totals, 0, options->keeps_floors ? &more : NULL};
        err = fl_run_checkpoint_load(&s->checkpoint, &state, diag);
        *done = state.done;
        err = err ? err : fl_run_setup_check_totals(s->setup, s->totals, *done, diag);
    }
    if (!err && options->keeps_floors) {
        err = fl_run_kept_open(&s->kept, options->output, s->setup, &(fl_kept_done){*done, &more}, diag);
    }
    fl_text_free(&more);
    for (uint64_t c = 0; c < s->setup->conditions && !err; c++) {
        s->floors_before += fl_tally_tried(&s->totals[c]);
    }
    return err;
}

/* Saves a checkpoint before the file is written, so that the floors need not be counted again if that fails;
 * afterwards there may be no memory for it. If that fails, it is tried again later, because a failed file
 * frees disk space. */
static fl_err write_safely(run_state *s, fl_run_outcome *out, uint64_t done, fl_diag *diag)
{
    bool can_resume = !s->options->has_no_resume;
    bool is_saved = can_resume && save(s, done, NULL) == FL_OK;
    fl_err err = write_result(s, out->seconds, diag);
    if (err == FL_ERR_IO || err == FL_ERR_MEMORY) { /* errors that the user can fix */
        is_saved = is_saved || (can_resume && save(s, done, NULL) == FL_OK);
        if (is_saved) {
            fl_diag_hint(diag, "all floors are counted: when this is fixed, --resume writes the file");
        }
    }
    return err;
}

static fl_err finish(run_state *s, fl_run_outcome *out, uint64_t done, fl_diag *diag)
{
    fl_err err = FL_OK;
    out->was_stopped = done < s->setup->samples;
    out->signal = fl_program_interrupt_caught();
    sum_up(s, out);
    fl_err wrong = fl_run_setup_check_totals(s->setup, s->totals, done, diag);
    if (wrong) {
        return wrong;
    }
    if (!out->was_stopped) {
        err = write_safely(s, out, done, diag);
    } else {
        err = save(s, done, diag);
        if (!err && !s->kept) { /* columns of single floors are checked when complete */
            err = write_result(s, out->seconds, diag);
        }
    }
    err = err ? err : fl_run_result_digest(s->setup, s->totals, out->digest, diag);
    if (!err && !out->was_stopped) {
        fl_run_checkpoint_remove(&s->checkpoint);
    }
    return err;
}

fl_err fl_run_execute(const fl_run_setup *setup, const fl_run_options *options, fl_run_outcome *out,
                      fl_diag *diag)
{
    run_state s = {.setup = setup, .options = options, .progress = options->progress};
    uint64_t done = 0;
    memset(out, 0, sizeof *out);
    fl_err err = prepare(&s, &done, diag);
    bool drops_checkpoint = !err && options->has_no_resume;
    s.progress.total = setup->samples;
    s.progress.before = s.floors_before;
    s.last_save = fl_program_host_seconds();
    double started = s.last_save;
    fl_program_interrupt_listen();
    fl_run_count_job job = {.setup = setup,
                            .threads = options->threads,
                            .backend = options->backend,
                            .totals = s.totals,
                            .patience = options->patience,
                            .done = done,
                            .context = &s,
                            .watch = watch,
                            .save = save,
                            .keep = s.kept ? keep : NULL};
    err = err ? err : fl_run_count(&job, diag);
    err = s.kept ? fl_run_kept_explain(s.kept, err, diag) : err;
    out->seconds = fl_program_host_seconds() - started;
    fl_program_progress_end(&s.progress);
    err = err ? err : finish(&s, out, job.done, diag);
    fl_run_kept_close(s.kept, !err && !out->was_stopped);
    if (drops_checkpoint) {
        fl_run_checkpoint_remove(&s.checkpoint);
    }
    fl_run_checkpoint_free(&s.checkpoint);
    fl_run_setup_free_tallies(setup, s.totals);
    return err;
}
