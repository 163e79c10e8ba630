/* SPDX-License-Identifier: GPL-2.0-or-later */
/* floorlab export: writes floors as lines of JSON. */
#include "analysis/store/store.h"
#include "experiments/commands/commands_private.h"
#include "experiments/show/show.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { BLOCK = 256 }; /* floors a worker makes at a time */

typedef struct export_job {
    int file; /* the lines go there */
    const fl_opened_generator *opened;
    fl_floor_maker *makers;
    uint64_t from, floors;
    unsigned groups;
    bool has_metrics;
} export_job;

/* Makes the lines of one block. */
static void make_block(void *job_of, unsigned worker, uint64_t block, fl_text *out)
{
    export_job *job = job_of;
    uint64_t first = block * BLOCK;
    uint64_t end = job->floors - first < BLOCK ? job->floors : first + BLOCK;
    for (uint64_t i = first; i < end; i++) {
        fl_run_maker_make(&job->makers[worker], job->from + i, job->groups);
        if (fl_show_add_json(&job->makers[worker], job->has_metrics, out, NULL)) {
            out->is_short_of_memory = true;
        }
    }
}

static fl_err write_block(void *job_of, const fl_text *text, fl_diag *diag)
{
    const export_job *job = job_of;
    return fl_program_output_write(job->file, text, diag);
}

static fl_err read_range(const fl_options *options, export_job *job, fl_diag *diag)
{
    fl_err err = fl_run_generator_floor_number(job->opened, options, "from", &job->from, diag);
    err = err ? err : fl_program_option_number(options, "floors", 0, &job->floors, diag);
    if (!err && !fl_program_option_get(options, "floors")) {
        err = fl_diag_set(diag, FL_ERR_USAGE, "", "'export' needs the number of %s: --floors N",
                          fl_sample_names(job->opened->generator->makes));
    }
    if (!err && job->floors > 0 && job->floors - 1 > job->opened->last - job->from) {
        err = fl_diag_set(diag, FL_ERR_USAGE, "", "--from and --floors go beyond the last floor, %llu",
                          (unsigned long long)job->opened->last);
    }
    return err;
}

static fl_err export_all(export_job *job, unsigned threads, fl_diag *diag)
{
    fl_err err = FL_OK;
    job->makers = calloc(threads, sizeof *job->makers);
    if (!job->makers) {
        return fl_diag_memory(diag);
    }
    for (unsigned i = 0; i < threads && !err; i++) {
        err = fl_run_maker_open(&job->makers[i], job->opened, diag);
    }
    fl_ordered_output output = {.blocks = job->floors / BLOCK + (job->floors % BLOCK != 0),
                                .threads = threads,
                                .job = job,
                                .make = make_block,
                                .write = write_block};
    err = err ? err : fl_run_write_in_order(&output, diag);
    for (unsigned i = 0; i < threads; i++) {
        fl_run_maker_close(&job->makers[i]);
    }
    free(job->makers);
    return err;
}

/* To a file, which gets its name when it is complete. */
static fl_err export_to(export_job *job, const char *output, bool forces, unsigned threads, fl_diag *diag)
{
    fl_atomic_file file;
    fl_err err = fl_program_output_guard(output, NULL, forces, diag);
    err = err ? err : fl_store_atomic_init(&file, output, diag);
    if (err) {
        return err;
    }
    job->file = file.file;
    err = export_all(job, threads, diag);
    err = err ? err : fl_store_atomic_sync(&file, diag);
    err = err ? err : fl_store_atomic_keep(&file, diag);
    fl_store_atomic_free(&file);
    return err;
}

static fl_err run(const fl_options *options, int *exit_code, fl_diag *diag)
{
    (void)exit_code;
    fl_opened_generator opened;
    export_job job = {
        .file = STDOUT_FILENO, .opened = &opened, .groups = FL_METRIC_ALL_GROUPS, .has_metrics = true};
    uint64_t threads = 0;
    fl_err err = fl_run_generator_open(&opened, options->word[0], options, diag);
    err = err ? err : read_range(options, &job, diag);
    err = err ? err : fl_program_option_threads(options, &threads, diag);
    if (fl_program_option_get(options, "no-metrics")) {
        job.groups = 0;
        job.has_metrics = false;
    }
    const char *output = fl_program_option_get(options, "output");
    bool forces = fl_program_option_get(options, "force") != NULL;
    if (!err) {
        err = output ? export_to(&job, output, forces, (unsigned)threads, diag)
                     : export_all(&job, (unsigned)threads, diag);
    }
    fl_run_generator_close(&opened);
    return err;
}

static const fl_option options[] = {
    {"floors", 'n', false, "N", "how many floors, rooms or journeys (required)"},
    {"from", 0, false, "I", "number of the first, or a game seed such as \"B911 99AC\""},
    {"output", 'o', false, "FILE", "write to this file (default: to the standard output)"},
    FL_CMD_FORCE,
    FL_CMD_SEED,
    FL_CMD_SET,
    {"threads", 't', false, "T",
     "threads, 1 to 64 (default: one per processor); the lines do not depend on it"},
    {"no-metrics", 0, false, NULL, "leave the metrics out"},
    FL_CMD_HELP,
};

const fl_command fl_cmd_export = {
    .name = "export",
    .arguments = "GENERATOR",
    .summary = "write floors, chunk rooms or journeys as lines of JSON",
    .details = "One a line, in the order of their numbers: of floors the rooms with their cells,\n"
               "doors, facts, gates and metrics. The lines do not hold the settings: note them\n"
               "down.",
    .examples = "floorlab export classic --floors 1000 -o floors.jsonl\n"
                "floorlab export classic --set rules=demo --floors 10k | jq .metrics.boss_distance\n"
                "floorlab export room --set size=big --floors 100 -o rooms.jsonl\n"
                "floorlab export journey --set plan=classic --floors 1000 -o journeys.jsonl\n",
    .options = options,
    .options_n = sizeof options / sizeof options[0],
    .words_min = 1,
    .words_max = 1,
    .run = run,
};
