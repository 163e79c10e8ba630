/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Blocks of journeys as blocks of ordered output: they write no text, but their order tells how many are
 * done. */
#include "experiments/journeys/journeys_private.h"

#include <stdlib.h>

typedef struct count_job {
    const fl_journey_counting *counting;
    fl_journey_block **blocks;
    fl_journey_tally *tallies;
    uint64_t done;
} count_job;

static uint64_t runs_of(const fl_journey_counting *counting, uint64_t block)
{
    uint64_t before = block * FL_JOURNEY_BLOCK_RUNS;
    return counting->runs - before < FL_JOURNEY_BLOCK_RUNS ? counting->runs - before : FL_JOURNEY_BLOCK_RUNS;
}

static void make(void *job_of, unsigned worker, uint64_t block, fl_text *out)
{
    count_job *job = job_of;
    (void)out;
    fl_journeys_block_run(job->blocks[worker], job->counting->first + block * FL_JOURNEY_BLOCK_RUNS,
                          (unsigned)runs_of(job->counting, block), &job->tallies[worker]);
}

static fl_err tell(void *job_of, const fl_text *text, fl_diag *diag)
{
    count_job *job = job_of;
    (void)text;
    (void)diag;
    job->done += runs_of(job->counting, job->done / FL_JOURNEY_BLOCK_RUNS);
    bool goes_on = !job->counting->watch || job->counting->watch(job->counting->context, job->done);
    return goes_on ? FL_OK : FL_ERR_STOPPED;
}

static fl_err run(count_job *job, fl_journey_tally *out, fl_diag *diag)
{
    const fl_journey_counting *counting = job->counting;
    fl_err err = FL_OK;
    for (unsigned i = 0; i < counting->threads && !err; i++) {
        err = fl_journeys_block_init(&job->blocks[i], counting->journey, counting->seed, counting->backend);
        err = err ? err : fl_tally_journey_init(&job->tallies[i], counting->journey);
    }
    if (err) {
        return fl_diag_memory(diag);
    }
    fl_ordered_output output = {.blocks =
                                    (counting->runs + FL_JOURNEY_BLOCK_RUNS - 1) / FL_JOURNEY_BLOCK_RUNS,
                                .threads = counting->threads,
                                .job = job,
                                .make = make,
                                .write = tell};
    err = fl_run_write_in_order(&output, diag);
    for (unsigned i = 0; i < counting->threads && !err; i++) {
        fl_tally_journey_merge(out, &job->tallies[i]);
    }
    return err;
}

fl_err fl_journeys_count(const fl_journey_counting *self, fl_journey_tally *out, fl_diag *diag)
{
    count_job job = {.counting = self,
                     .blocks = calloc(self->threads, sizeof *job.blocks),
                     .tallies = calloc(self->threads, sizeof *job.tallies)};
    fl_err err = job.blocks && job.tallies ? run(&job, out, diag) : fl_diag_memory(diag);
    for (unsigned i = 0; job.blocks && job.tallies && i < self->threads; i++) {
        fl_journeys_block_free(job.blocks[i]);
        fl_tally_journey_free(&job.tallies[i]);
    }
    free(job.blocks);
    free(job.tallies);
    return err;
}
