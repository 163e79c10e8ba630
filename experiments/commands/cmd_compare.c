/* SPDX-License-Identifier: GPL-2.0-or-later */
/* floorlab compare: two generators, result files or files of floors beside each other. */
#include "experiments/commands/commands_private.h"
#include "experiments/compare/compare.h"

#include <string.h>
#include <unistd.h>

static const double default_alpha = 0.001;
static const double default_tolerance = 0.02;

typedef struct compare_job {
    const fl_options *options;
    fl_compare_options how;
    double alpha, tolerance;
    bool is_coloured;
    fl_compare_side side[2];
    fl_compare_pairs pairs;
} compare_job;

static bool has(const compare_job *job, const char *option)
{
    return fl_program_option_get(job->options, option) != NULL;
}

static fl_err compare_laws(compare_job *job, int *exit_code, fl_text *out, fl_diag *diag)
{
    fl_compared compared = {
        .side = job->side, .pairs = &job->pairs, .family_alpha = job->alpha, .tolerance = job->tolerance};
    /* Counts both sides and judges; repeats with twice as many samples while more could decide something.
     * E-values stay valid however often they are looked at. */
    const char *only = fl_program_option_get(job->options, "only");
    bool grows = true;
    fl_err err = FL_OK;
    while (grows && !err) {
        err = fl_compare_side_count(&job->side[0], &job->how, diag);
        err = err ? err : fl_compare_side_count(&job->side[1], &job->how, diag);
        err = err ? err : fl_compare_all(&compared, only, diag);
        grows = false;
        for (unsigned s = 0; s < 2 && !err && compared.undecided > 0; s++) {
            grows = fl_compare_side_grow(&job->side[s]) || grows;
        }
    }
    if (!err && has(job, "json")) {
        fl_compare_print_json(&compared, out);
    } else if (!err) {
        fl_compare_print(&compared, has(job, "all"), out);
        err = has(job, "quiet") ? err : fl_compare_print_only_one(&compared, out, diag);
    }
    *exit_code = err ? 0 : fl_compare_exit_code(&compared);
    fl_compare_free(&compared);
    return err;
}

static fl_err compare_floors(compare_job *job, int *exit_code, fl_text *out, fl_diag *diag)
{
    fl_progress progress;
    fl_compare_floors floors = {.side = job->side,
                                .pair = job->pairs.pair[0],
                                .n = job->how.floors ? job->how.floors : FL_COMPARE_BY_SEED};
    fl_program_progress_start(&progress, job->options);
    fl_program_interrupt_listen();
    fl_err err = FL_OK;
    if (job->pairs.n > 1) {
        err = fl_diag_set(diag, FL_ERR_USAGE, "",
                          "--seeds compares one configuration; these have %zu in common", job->pairs.n);
        fl_diag_hint(diag, "name a generator with its settings, such as classic:level=3");
    }
    err = err ? err : fl_compare_floors_pair(&floors, diag);
    err = err ? err : fl_compare_floors_run(&floors, &progress, diag);
    if (!err && has(job, "json")) {
        fl_compare_floors_print_json(&floors, out);
    } else if (!err) {
        err = fl_compare_floors_print(&floors, job->is_coloured, out, diag);
    }
    *exit_code = !err && floors.equal < floors.n;
    fl_compare_floors_free(&floors);
    return err;
}

/* True if both are results with the same counts, which need no comparison. */
static bool are_identical(const compare_job *job)
{
    const fl_compare_side *side = job->side;
    return side[0].has_result && side[1].has_result && !has(job, "seeds") && !has(job, "json") &&
           strcmp(side[0].result.digest, side[1].result.digest) == 0;
}

static fl_err run(const fl_options *options, int *exit_code, fl_diag *diag)
{
    compare_job job = {.options = options};
    fl_text out;
    fl_text_init(&out);
    uint64_t threads = 0;
    fl_compare_options *how = &job.how;
    fl_err err = fl_program_option_number(job.options, "floors", 0, &how->floors, diag);
    err = err ? err : fl_program_option_number(job.options, "seed", 1, &how->seed, diag);
    err = err ? err : fl_program_option_number(job.options, "skip-bad", 0, &how->skip_bad, diag);
    err = err ? err : fl_program_option_threads(job.options, &threads, diag);
    err = err ? err : fl_commands_read_share(job.options, "alpha", default_alpha, &job.alpha, diag);
    err =
        err ? err : fl_commands_read_share(job.options, "tolerance", default_tolerance, &job.tolerance, diag);
    job.is_coloured =
        fl_program_output_is_coloured(STDOUT_FILENO, fl_program_option_get(job.options, "color"));
    how->threads = (unsigned)threads;
    how->shares_numbers = has(&job, "seeds");
    fl_progress progress;
    fl_program_progress_start(&progress, job.options);
    how->is_quiet = has(&job, "quiet");
    how->tells_progress = progress.file >= 0;
    if (!err && has(&job, "floors") && how->floors == 0) {
        err = fl_diag_set(diag, FL_ERR_USAGE, "", "--floors must be 1 or more");
    }
    /* For a comparison floor by floor both sides have the same seed, otherwise different random numbers. */
    if (!err) {
        for (unsigned s = 0; s < 2 && !err; s++) {
            err = fl_compare_side_open(&job.side[s], job.options->word[s], &job.how, diag);
            job.how.seed += has(&job, "seeds") ? 0 : 1;
        }
        err = err ? err : fl_compare_pairs_find(&job.pairs, job.side, diag);
    }
    if (!err && are_identical(&job)) {
        fl_text_add_format(&out, "identical: both results have the digest %s\n", job.side[0].result.digest);
    } else if (!err) {
        err = has(&job, "seeds") ? compare_floors(&job, exit_code, &out, diag)
                                 : compare_laws(&job, exit_code, &out, diag);
    }
    err = err ? err : fl_program_output_write(STDOUT_FILENO, &out, diag);
    fl_compare_pairs_free(&job.pairs);
    fl_compare_side_close(&job.side[0]);
    fl_compare_side_close(&job.side[1]);
    fl_text_free(&out);
    return err;
}

static const fl_option options[] = {
    {"floors", 'n', false, "N",
     "floors to make of each generator that is named (default: 200k, and up to 1.6M while "
     "something is undecided; with --seeds 10k)"},
    {"tolerance", 0, false, "T", "differences up to T count as equal (default 0.02)"},
    {"alpha", 0, false, "A", "the chance that anything that is equal is called different (default 0.001)"},
    {"only", 0, false, "METRIC", "compare only what is called so; * stands for anything"},
    {"all", 0, false, NULL, "print what is equal or left out, too"},
    {"seeds", 0, false, NULL,
     "compare floors of equal game seeds, or else floor 0 with floor 0, 1 with 1, and so on, field by "
     "field"},
    {"skip-bad", 0, false, "N", "leave out up to N bad lines or maps of a file of floors (default 0)"},
    FL_CMD_SEED,
    {"threads", 't', false, "T",
     "threads (default: one for each processor that it may use); the verdicts do not depend on it"},
    FL_CMD_COLOR,
    FL_CMD_JSON,
    FL_CMD_PROGRESS,
    FL_CMD_QUIET,
    FL_CMD_HELP,
};

const fl_command fl_commands_compare = {
    .name = "compare",
    .arguments = "A B",
    .summary = "say in what two generators, results or files of floors differ",
    .details = "A and B are each a result file of 'run' or 'import', a file of floors as\n"
               "'import' reads it, or a generator and its settings, classic:level=3, whose\n"
               "floors are made now. Everything that both count is compared: metrics,\n"
               "events, maps, joints.\n"
               "\n"
               "Equal: the distributions are the same within the tolerance, in at most twelve\n"
               "cells of values. Different: they are not. Undecided: too few floors to say. The\n"
               "distance is the largest difference of the chances of any set of values; of an\n"
               "event that of its chances; of a map that of its worst cell. The interval holds\n"
               "at any number of floors, and for all rows together. What only one side has is\n"
               "drawn with the first floor that has it.\n"
               "\n"
               "Of results with several configurations, those with equal values of the settings\n"
               "that vary are compared.\n"
               "\n"
               "With --seeds floors of equal numbers are compared, from the same seed: for a\n"
               "port, or a new version, that must make the same floors. Floors of a file that\n"
               "say the game's own seed (\"seed_text\") are compared with those of\n"
               "the same seed, in whatever order. The first that differs is drawn.\n"
               "\n"
               "For pictures: 'report A.h5 B.h5' has what differs most on its page,\n"
               "and 'plot A.h5 B.h5' draws the differences of all means and shares.\n"
               "\n"
               "Exit codes: 0 all is equal, 1 something differs, 4 something is undecided.",
    .examples = "floorlab compare classic:rules=article classic:rules=flash\n"
                "floorlab compare mine.jsonl classic:rules=article,level=1\n"
                "floorlab compare old.h5 new.h5 --all\n"
                "floorlab compare ported.jsonl classic:rules=demo --seeds\n"
                "floorlab compare stage-3.jsonl rebirth:rng=isaac,hard=on,stage=3 --seeds\n",
    .options = options,
    .options_n = sizeof options / sizeof options[0],
    .words_min = 2,
    .words_max = 2,
    .run = run,
};
