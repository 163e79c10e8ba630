/* SPDX-License-Identifier: GPL-2.0-or-later */
/* floorlab export: writes floors as lines of JSON, or as rows of a table. */
#include "analysis/store/store.h"
#include "experiments/commands/commands_private.h"
#include "experiments/find/find.h"
#include "experiments/show/show.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { BLOCK = 256 }; /* floors a worker makes at a time */

typedef struct export_job {
    int file;         /* that the lines are written to */
    const char *name; /* of the file; NULL: the standard output */
    const fl_opened_generator *opened;
    fl_floor_maker *makers;
    uint64_t from, floors;
    unsigned groups;
    bool has_metrics;
    const fl_show_columns *columns; /* NULL: whole samples as JSON */
    const fl_find_question *where;  /* only samples for which it is true; NULL: all */
    fl_progress progress;
    uint64_t blocks, written;
} export_job;

static fl_err add_sample(const export_job *job, const fl_floor_maker *maker, fl_text *out)
{
    if (!job->columns) {
        return fl_show_add_json(maker, job->has_metrics, out, NULL);
    }
    if (job->columns->separator) {
        fl_show_columns_add_row(job->columns, maker, out);
    } else {
        fl_show_columns_add_json(job->columns, maker, out);
    }
    return FL_OK;
}

/* Makes the lines of one block. */
static fl_err make_block(void *job_of, unsigned worker, uint64_t block, fl_text *out, fl_diag *diag)
{
    export_job *job = job_of;
    uint64_t first = block * BLOCK;
    uint64_t end = job->floors - first < BLOCK ? job->floors : first + BLOCK;
    if (block == 0 && job->columns && job->columns->separator) {
        fl_show_columns_add_head(job->columns, out);
    }
    fl_err err = FL_OK;
    fl_run_maker_expect(&job->makers[worker], job->from + first, end - first);
    for (uint64_t i = first; i < end && !err; i++) {
        fl_run_maker_make(&job->makers[worker], job->from + i, job->groups);
        err = fl_run_maker_check(&job->makers[worker], diag);
        bool is_meant = !err && (!job->where || fl_find_is_hit(job->where, &job->makers[worker]));
        if (is_meant && add_sample(job, &job->makers[worker], out)) {
            out->is_short_of_memory = true;
        }
    }
    return err;
}

static fl_err write_block(void *job_of, const fl_text *text, fl_diag *diag)
{
    export_job *job = job_of; /* one worker writes at a time */
    fl_program_progress_step(&job->progress, "writing the lines", job->written++, job->blocks);
    fl_err err = fl_program_output_write(job->file, text, diag);
    return err == FL_ERR_IO && job->name
               ? fl_diag_set(diag, err, job->name, "cannot write: %s", strerror(errno))
               : err;
}

static fl_err export_all(export_job *job, unsigned threads, fl_diag *diag)
{
    fl_err err = FL_OK;
    job->makers = calloc(threads, sizeof *job->makers);
    fl_text settings;
    if (!job->makers) {
        return fl_diag_memory(diag);
    }
    fl_text_init(&settings);
    fl_run_generator_add_settings(job->opened, &settings);
    err = fl_text_check(&settings) ? fl_diag_memory(diag) : FL_OK;
    for (unsigned i = 0; i < threads && !err; i++) {
        err = fl_run_maker_open(&job->makers[i], job->opened, diag);
        job->makers[i].settings = fl_text_get(&settings);
    }
    uint64_t blocks = job->floors / BLOCK + (job->floors % BLOCK != 0);
    job->blocks = blocks;
    bool has_head = job->columns && job->columns->separator;
    fl_ordered_output output = {.blocks = blocks == 0 && has_head ? 1 : blocks,
                                .threads = threads,
                                .job = job,
                                .make = make_block,
                                .write = write_block};
    err = err ? err : fl_run_write_in_order(&output, diag);
    fl_program_progress_end(&job->progress);
    for (unsigned i = 0; i < threads; i++) {
        fl_run_maker_close(&job->makers[i]);
    }
    free(job->makers);
    fl_text_free(&settings);
    return err;
}

/* Exports to a file, which gets its name when it is complete. */
static fl_err export_to(export_job *job, const char *output, bool forces, unsigned threads, fl_diag *diag)
{
    fl_atomic_file file;
    fl_err err = fl_program_output_guard(output, NULL, forces, diag);
    err = err ? err : fl_store_atomic_init(&file, output, diag);
    if (err) {
        return err;
    }
    job->file = file.file;
    job->name = output;
    err = export_all(job, threads, diag);
    err = err ? err : fl_store_atomic_sync(&file, diag);
    err = err ? err : fl_store_atomic_keep(&file, diag);
    fl_store_atomic_free(&file);
    return err;
}

static const struct format_row {
    const char *name, *endings;
    char separator; /* 0: JSON */
} format_rows[] = {{"jsonl", "jsonl ndjson json", 0}, {"csv", "csv", ','}, {"tsv", "tsv", '\t'}};

enum { FORMATS = sizeof format_rows / sizeof format_rows[0] };

static fl_err choose_columns(const fl_options *options, export_job *job, fl_show_columns *columns,
                             fl_diag *diag)
{
    const char *fields = fl_program_option_get(options, "fields");
    const char *name = fl_program_option_get(options, "format");
    const char *output = fl_program_option_get(options, "output");
    const char *ending = output ? strrchr(output, '.') : NULL;
    const struct format_row *format = &format_rows[0];
    for (size_t i = 0; i < FORMATS; i++) {
        bool is_meant =
            name ? strcmp(name, format_rows[i].name) == 0
                 : ending && fl_setting_word(format_rows[i].endings, ending + 1, strlen(ending + 1)) >= 0;
        format = is_meant ? &format_rows[i] : format;
    }
    if (!fields && !format->separator) {
        return FL_OK;
    }
    fl_err err = fl_show_columns_init(columns, job->opened, fields, diag);
    if (!err) {
        columns->separator = format->separator;
        job->columns = columns;
        job->groups = columns->groups;
    }
    return err;
}

/* --where: the samples that are written. */
static fl_err read_where(const fl_options *options, export_job *job, fl_find_question *question,
                         fl_diag *diag)
{
    fl_find_words words = {.condition = fl_program_option_get(options, "where"),
                           .condition_where = "--where"};
    if (!words.condition) {
        return FL_OK;
    }
    fl_err err = fl_find_question_init(question, job->opened, &words, diag);
    if (!err) {
        job->where = question;
        job->groups |= question->groups;
    }
    return err;
}

static fl_err run(const fl_options *options, int *exit_code, fl_diag *diag)
{
    (void)exit_code;
    fl_show_columns columns;
    fl_find_question question;
    fl_opened_generator opened;
    export_job job = {
        .file = STDOUT_FILENO, .opened = &opened, .groups = FL_METRIC_ALL_GROUPS, .has_metrics = true};
    uint64_t threads = 0;
    fl_err err = fl_run_generator_open(&opened, options->word[0], options, diag);
    if (!err) {
        err = fl_run_generator_floor_number(job.opened, options, "from", &job.from, diag);
        err = err ? err : fl_program_option_number(options, "floors", 0, &job.floors, diag);
        if (!err && !fl_program_option_get(options, "floors")) {
            err = fl_diag_set(diag, FL_ERR_USAGE, "", "'export' needs the number of %s: --floors N",
                              fl_sample_names(job.opened->generator->makes));
        }
        if (!err && job.floors > 0 && job.floors - 1 > job.opened->last - job.from) {
            err = fl_diag_set(diag, FL_ERR_USAGE, "", "--from and --floors go beyond the last floor, %llu",
                              (unsigned long long)job.opened->last);
        }
    }
    err = err ? err : fl_program_option_threads(options, &threads, diag);
    if (fl_program_option_get(options, "no-metrics")) {
        job.groups = 0;
        job.has_metrics = false;
    }
    err = err ? err : choose_columns(options, &job, &columns, diag);
    err = err ? err : read_where(options, &job, &question, diag);
    const char *output = fl_program_option_get(options, "output");
    bool forces = fl_program_option_get(options, "force") != NULL;
    fl_program_progress_start(&job.progress, options);
    if (isatty(STDOUT_FILENO) && !output) {
        fl_program_progress_init(&job.progress, -1); /* no progress line: the lines themselves show it */
    }
    if (!err) {
        bool is_file = output && !fl_program_file_is_stream(output);
        err = is_file ? export_to(&job, output, forces, (unsigned)threads, diag)
                      : export_all(&job, (unsigned)threads, diag);
    }
    if (job.columns) {
        fl_show_columns_free(&columns);
    }
    if (job.where) {
        fl_find_question_free(&question);
    }
    fl_run_generator_close(&opened);
    return err;
}

static const fl_option options[] = {
    {"floors", 'n', false, "N", "how many floors, rooms or journeys (required)"},
    {"from", 0, false, "I", "number of the first, or a game seed such as \"B911 99AC\""},
    {"where", 0, false, "EXPRESSION", "only those for which it holds (floorlab help expressions)"},
    {"fields", 0, false, "NAMES",
     "only these, separated by commas, * allowed: index, seed_text, failed, and metrics (floorlab list "
     "metrics)"},
    {"format", 0, false, "jsonl|csv|tsv", "default: by the name of the output, else jsonl"},
    {"output", 'o', false, "FILE", "write to this file (default, and -: to the standard output)"},
    FL_CMD_FORCE,
    FL_CMD_SEED,
    FL_CMD_SET,
    {"threads", 't', false, "T",
     "threads (default: one for each processor that it may use); the lines do not depend on it"},
    {"no-metrics", 0, false, NULL, "leave the metrics out"},
    FL_CMD_PROGRESS,
    FL_CMD_QUIET,
    FL_CMD_HELP,
};

const fl_command fl_commands_export = {
    .name = "export",
    .arguments = "GENERATOR",
    .summary = "write floors, chunk rooms or journeys as lines of JSON or CSV",
    .details = "One a line, in the order of their numbers: of floors the rooms with their cells,\n"
               "doors, facts, rolls and metrics. A line alone can be made again: it has the\n"
               "generator, its version, the settings that were given, the seed and its number.",
    .examples = "floorlab export classic --floors 1000 -o floors.jsonl\n"
                "floorlab export classic --floors 100k --fields index,rooms,dead_ends -o a.csv\n"
                "floorlab export classic --floors 10k --where 'dead_ends >= 5' --fields index\n"
                "floorlab export classic --floors 10k | jq .metrics.boss_distance\n"
                "floorlab export room --set size=big --floors 100 -o rooms.jsonl\n"
                "floorlab export journey --set plan=classic --floors 1000 -o journeys.jsonl\n",
    .options = options,
    .options_n = sizeof options / sizeof options[0],
    .words_min = 1,
    .words_max = 1,
    .run = run,
};
