/* Running a plan with everything around it. A first SIGINT or SIGTERM stops after the blocks in hand; a second one ends
 * the process at once: what is on disk is whole at every moment. */
#include "experiments/run/run.h"

#include "experiments/run/run_private.h"
#include "gen/base/atomic_file.h"

#include <string.h>
#include <sys/stat.h>

typedef struct session {
    const fl_run_setup *plan;
    const fl_run_options *options;
    fl_progress progress;
    fl_checkpoint checkpoint;
    fl_kept_floors *spool;
    fl_tally *totals;
    uint64_t floors_before;
    double last_save;
} session;

static fl_worker_pool_order watch(void *session_of, uint64_t floors_done)
{
    session *s = session_of;
    double now = fl_program_host_seconds();
    fl_program_progress_tell(&s->progress, s->floors_before + floors_done);
    if (fl_program_interrupt_caught()) {
        return FL_WORKER_POOL_STOP;
    }
    double pause = s->options->checkpoint_seconds;
    return pause > 0 && now - s->last_save >= pause ? FL_WORKER_POOL_SAVE : FL_WORKER_POOL_GO_ON;
}

static fl_err save(void *session_of, uint64_t done_blocks, fl_diag *diag)
{
    session *s = session_of;
    fl_err err = s->spool ? fl_run_kept_sync(s->spool, diag) : FL_OK;
    err = err ? err : fl_run_checkpoint_save(&s->checkpoint, s->plan, s->totals, done_blocks, diag);
    s->last_save = fl_program_host_seconds();
    return err;
}

static fl_err keep(void *session_of, uint64_t block, unsigned floor, const int32_t *values)
{
    session *s = session_of;
    return fl_run_kept_note(s->spool, block, floor, values);
}

static fl_err write_result(session *s, double seconds, fl_diag *diag)
{
    fl_store store;
    fl_store_init(&store);
    fl_run_provenance provenance = {
        .command = s->options->command, .threads = s->options->threads, .seconds = seconds};
    fl_err err = fl_run_result_build(&store, s->plan, s->totals, &provenance, diag);
    if (!err && s->spool) {
        err = fl_run_kept_add_items(s->spool, s->totals, &store, diag);
    }
    err = err ? err : fl_store_hdf5_write(&store, s->options->output, diag);
    fl_store_free(&store);
    return err;
}

static void sum_up(const session *s, fl_run_outcome *out)
{
    for (uint64_t c = 0; c < s->plan->conditions; c++) {
        out->floors += s->totals[c].floors;
        out->failed += s->totals[c].failed;
    }
    out->floors_now = out->floors - s->floors_before;
}

/* Nobody loses the counts of an unfinished run by forgetting an option. */
static fl_err spare_checkpoint(const session *s, fl_diag *diag)
{
    struct stat found;
    const char *path = s->checkpoint.path;
    if (s->options->resumes || s->options->begins_anew || stat(path, &found) || found.st_size == 0) {
        return FL_OK;
    }
    fl_err err = fl_diag_set(diag, FL_ERR_USAGE, path, "an unfinished run is kept here");
    fl_diag_hint(diag, "--resume goes on with it, --anew counts from the first floor again");
    return err;
}

/* Tallies, checkpoint and spool, with what an earlier part of the run left. */
static fl_err prepare(session *s, uint64_t *done_blocks, fl_diag *diag)
{
    const fl_run_options *options = s->options;
    *done_blocks = 0;
    s->checkpoint.file = -1;
    fl_err err = fl_atomic_file_try(options->output, diag);
    err = err ? err : fl_run_setup_tallies(s->plan, &s->totals, diag);
    if (!err) {
        err = fl_run_checkpoint_init(&s->checkpoint, options->output, s->plan, options->keeps_floors, diag);
    }
    err = err ? err : spare_checkpoint(s, diag);
    if (!err && options->resumes) {
        err = fl_run_checkpoint_load(&s->checkpoint, s->plan, s->totals, done_blocks, diag);
    }
    if (!err && options->keeps_floors) {
        err = fl_run_kept_open(&s->spool, options->output, s->plan, *done_blocks, diag);
    }
    for (uint64_t c = 0; c < s->plan->conditions && !err; c++) {
        s->floors_before += s->totals[c].floors;
    }
    return err;
}

/* The floors are counted, the file cannot be written: with a checkpoint they need not be counted again. */
static void keep_for_later(session *s, uint64_t done_blocks, fl_diag *diag)
{
    if (save(s, done_blocks, NULL) == FL_OK) {
        fl_diag_hint(diag, "all floors are counted: once this is mended, --resume writes the file");
    }
}

static fl_err finish(session *s, fl_run_outcome *out, uint64_t done_blocks, fl_diag *diag)
{
    fl_err err = FL_OK;
    out->was_stopped = done_blocks < s->plan->blocks;
    out->signal = fl_program_interrupt_caught();
    sum_up(s, out);
    if (out->was_stopped) {
        err = save(s, done_blocks, diag);
    }
    bool writes = !out->was_stopped || !s->spool; /* half a column is no column */
    if (!err && writes) {
        err = write_result(s, out->seconds, diag);
    }
    if (err && !out->was_stopped) {
        keep_for_later(s, done_blocks, diag);
    }
    err = err ? err : fl_run_result_digest(s->plan, s->totals, out->digest, diag);
    if (!err && !out->was_stopped) {
        fl_run_checkpoint_remove(&s->checkpoint);
    }
    return err;
}

fl_err fl_run_experiment_run(const fl_run_setup *plan, const fl_run_options *options, fl_run_outcome *out,
                             fl_diag *diag)
{
    session s = {.plan = plan, .options = options, .progress = options->progress};
    uint64_t done_blocks = 0;
    memset(out, 0, sizeof *out);
    fl_err err = prepare(&s, &done_blocks, diag);
    s.progress.total = (plan->to - plan->from) * plan->conditions;
    s.progress.before = s.floors_before;
    s.last_save = fl_program_host_seconds();
    double started = s.last_save;
    fl_program_interrupt_listen();
    fl_worker_pool runner = {.plan = plan,
                             .threads = options->threads,
                             .backend = options->backend,
                             .totals = s.totals,
                             .done_blocks = done_blocks,
                             .context = &s,
                             .watch = watch,
                             .save = save,
                             .keep = s.spool ? keep : NULL};
    err = err ? err : fl_run_pool_run(&runner, diag);
    err = s.spool ? fl_run_kept_explain(s.spool, err, diag) : err;
    out->seconds = fl_program_host_seconds() - started;
    fl_program_progress_end(&s.progress);
    err = err ? err : finish(&s, out, runner.done_blocks, diag);
    fl_run_kept_close(s.spool, !err && !out->was_stopped);
    fl_run_checkpoint_free(&s.checkpoint);
    fl_run_setup_free_tallies(plan, s.totals);
    return err;
}
