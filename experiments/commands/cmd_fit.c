/* SPDX-License-Identifier: GPL-2.0-or-later */
/* floorlab fit: searches for a ruleset whose floors resemble those of a run. */
#include "analysis/store/store.h"
#include "experiments/commands/commands_private.h"
#include "experiments/fit/fit.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
    SEARCH_ATTEMPTS = 20, /* rules that need more are not worth having */
    COMPARED_TIMES = 10   /* floors of the final comparison, times those of the search */
};

static const double step_first = 0.12, step_least = 0.01, step_most = 0.3;
static const double step_up = 1.5, step_down = 0.92;

typedef struct fit_job {
    const char *to, *from, *output;
    uint64_t generations, seed, floors;
    fl_run_result run;
    fl_fit_target target;
    fl_fit_judge judge;
    fl_grid_rules *rules; /* of the start; every candidate overwrites its numbers */
    fl_text start, text;
    fl_fit_vector vector;
    fl_fit_state state;
    fl_progress progress;
    double began;
    double start_distance[FL_FIT_METRICS], start_sum, fitted_sum;
} fit_job;

static fl_err read_job(const fl_options *options, fit_job *job, fl_diag *diag)
{
    job->to = fl_program_option_get(options, "to");
    job->output = fl_program_option_get(options, "output");
    job->from = fl_program_option_get(options, "from");
    job->from = job->from ? job->from : "basement";
    if (strcmp(options->word[0], "grid") != 0) {
        return fl_diag_set(diag, FL_ERR_USAGE, "",
                           "only 'grid' can be fitted: its rules are numbers in a file");
    }
    if (!job->to || !job->output) {
        return fl_diag_set(diag, FL_ERR_USAGE, "",
                           "'fit' needs a run to imitate and a file to write: --to RUN.h5 -o FITTED.yaml");
    }
    bool is_stream = fl_program_file_is_stream(job->output);
    if (is_stream && fl_program_option_get(options, "json")) {
        return fl_diag_set(diag, FL_ERR_USAGE, "", "-o - and --json both write to the standard output");
    }
    bool may_replace = fl_program_option_get(options, "force") != NULL;
    fl_err err = fl_program_output_guard(job->output, NULL, may_replace, diag);
    err = err || is_stream ? err : fl_store_atomic_try(job->output, diag);
    err = err ? err : fl_program_option_number(options, "generations", 150, &job->generations, diag);
    err = err ? err : fl_program_option_number(options, "seed", 1, &job->seed, diag);
    err = err ? err : fl_program_option_number(options, "floors", 2000, &job->floors, diag);
    if (!err && (job->floors < 1 || job->floors > 10000000)) {
        err = fl_diag_set(diag, FL_ERR_USAGE, "", "--floors must be 1 to 10000000");
    }
    return err;
}

/* Reads the ruleset to start from, and its numbers. */
static fl_err read_start(fit_job *job, fl_diag *diag)
{
    fl_setting_values values;
    char word[FL_SETTING_VALUES_TEXT + 8];
    fl_setting_values_init(&values, fl_grid.settings, fl_grid.settings_n);
    if (snprintf(word, sizeof word, "rules=%s", job->from) >= (int)sizeof word) {
        return fl_diag_set(diag, FL_ERR_INPUT, job->from, "the name is too long");
    }
    fl_err err = fl_setting_values_assign(&values, word, "--from", diag);
    err = err ? err : fl_grid_rules_init(job->rules, &values, diag);
    if (err) {
        return err;
    }
    fl_grid_write_rules(job->rules, &job->start);
    fl_fit_vector_read(&job->vector, job->rules);
    snprintf(job->rules->about, sizeof job->rules->about, "%.40s, fitted", job->rules->name);
    memcpy(job->state.value, job->vector.value, sizeof job->state.value);
    return fl_text_check(&job->start) ? fl_diag_memory(diag) : FL_OK;
}

/* Computes the distance of a vector on the search's floors. */
static fl_err judge_vector(fit_job *job, const double *value, double *out, fl_diag *diag)
{
    fl_fit_floors floors = {job->seed, (uint32_t)job->floors, SEARCH_ATTEMPTS};
    fl_text_clear(&job->text);
    fl_fit_vector_apply(&job->vector, value, job->rules);
    fl_grid_write_rules(job->rules, &job->text);
    if (fl_text_check(&job->text)) {
        return fl_diag_memory(diag);
    }
    return fl_fit_judge_text(&job->judge, fl_text_get(&job->text), &floors, out, diag);
}

/* Makes eight children; the best replaces the parent unless its distance is larger. */
static fl_err make_generation(fit_job *job, fl_diag *diag)
{
    double child[FL_FIT_NUMBERS];
    double best[FL_FIT_NUMBERS];
    double least = INFINITY;
    fl_err err = FL_OK;
    for (unsigned i = 0; i < FL_FIT_CHILDREN && !err; i++) {
        double found = INFINITY;
        fl_fit_vector_child(&job->vector, &job->state, job->seed, i, child);
        err = judge_vector(job, child, &found, diag);
        if (!err && found < least) {
            least = found;
            memcpy(best, child, sizeof best);
        }
    }
    if (err) {
        return err;
    }
    bool is_better = least < job->state.best;
    if (least <= job->state.best) {
        job->state.best = least;
        memcpy(job->state.value, best, sizeof best);
    }
    job->state.step = fmax(step_least, fmin(step_most, job->state.step * (is_better ? step_up : step_down)));
    job->state.generation++;
    return FL_OK;
}

static void add_cell(double number, fl_table *out)
{
    char text[32];
    snprintf(text, sizeof text, "%.4f", number);
    fl_program_table_add(out, text);
}

static void write_json(const fit_job *job, const fl_table *table, fl_text *out)
{
    fl_text_add(out, "{\"output\": ");
    fl_text_add_json(out, job->output);
    fl_text_add(out, ", \"to\": ");
    fl_text_add_json(out, job->to);
    fl_text_add(out, ", \"from\": ");
    fl_text_add_json(out, job->from);
    fl_text_add_format(out,
                       ", \"generations\": %llu, \"numbers\": %u, \"floors\": %llu, \"seconds\": %.3f, "
                       "\"start\": %.6f, \"fitted\": %.6f, \"metrics\": ",
                       (unsigned long long)job->state.generation, job->vector.n,
                       (unsigned long long)job->floors * COMPARED_TIMES,
                       fl_program_host_seconds() - job->began, job->start_sum, job->fitted_sum);
    fl_program_table_write_json(table, out);
    fl_text_add(out, "}\n");
}

static void write_text(const fit_job *job, const fl_table *table, fl_text *out)
{
    fl_text_add_masked(out, fl_program_file_is_stream(job->output) ? "the ruleset" : job->output);
    fl_text_add_format(out, ": %u numbers of ", job->vector.n);
    fl_text_add_masked(out, job->from);
    fl_text_add_format(out, ", %llu generations\n\n", (unsigned long long)job->state.generation);
    fl_program_table_write(table, out);
    fl_text_add(out, "\nJensen-Shannon distances to ");
    fl_text_add_masked(out, job->to);
    fl_text_add_format(out,
                       ", on %llu floors that the search had not seen.\n"
                       "Their sum: %.3f at the start, %.3f fitted; it could be %u at most.\n",
                       (unsigned long long)job->floors * COMPARED_TIMES, job->start_sum, job->fitted_sum,
                       job->target.metrics_n);
}

/* Reports on the standard error if the ruleset itself is written to the standard output. */
static fl_err report(fit_job *job, bool is_json, fl_diag *diag)
{
    int file = fl_program_file_is_stream(job->output) ? STDERR_FILENO : STDOUT_FILENO;
    fl_table table;
    fl_text out;
    fl_program_table_init(&table);
    fl_text_init(&out);
    /* Compares both rulesets with the run, on floors that the search has not seen. */
    fl_fit_floors floors = {job->seed + 1, (uint32_t)job->floors * COMPARED_TIMES, 1000};
    fl_err err = fl_fit_judge_text(&job->judge, fl_text_get(&job->start), &floors, &job->start_sum, diag);
    memcpy(job->start_distance, job->judge.distance, sizeof job->start_distance);
    fl_text_clear(&job->text);
    fl_fit_vector_apply(&job->vector, job->state.value, job->rules);
    fl_grid_write_rules(job->rules, &job->text);
    err = err ? err : fl_program_output_replace(job->output, &job->text, diag);
    err =
        err ? err : fl_fit_judge_text(&job->judge, fl_text_get(&job->text), &floors, &job->fitted_sum, diag);
    if (!err) {
        fl_program_table_columns(&table, "start fitted name");
        table.is_number[0] = true;
        table.is_number[1] = true;
        for (unsigned i = 0; i < job->target.metrics_n; i++) {
            add_cell(job->start_distance[i], &table);
            add_cell(job->judge.distance[i], &table);
            fl_program_table_add(&table, fl_metric_of(job->target.metric[i])->name);
        }
        (is_json ? write_json : write_text)(job, &table, &out);
        err = fl_program_output_write(file, &out, diag);
    }
    fl_program_table_free(&table);
    fl_text_free(&out);
    return err;
}

static fl_err open_job(fit_job *job, const fl_options *options, fl_diag *diag)
{
    fl_err err = read_job(options, job, diag);
    job->rules = err ? NULL : calloc(1, sizeof *job->rules);
    if (!err && !job->rules) {
        return fl_diag_memory(diag);
    }
    err = err ? err : read_start(job, diag);
    err = err ? err : fl_run_result_open(&job->run, job->to, diag);
    err = err ? err : fl_fit_target_read(&job->target, &job->run, job->to, diag);
    return err ? err : fl_fit_judge_init(&job->judge, &job->target, diag);
}

static fl_err run(const fl_options *options, int *exit_code, fl_diag *diag)
{
    static const int signal_base = 128;
    fit_job *job = calloc(1, sizeof *job);
    if (!job) {
        return fl_diag_memory(diag);
    }
    fl_text_init(&job->start);
    fl_text_init(&job->text);
    job->began = fl_program_host_seconds();
    fl_program_interrupt_listen();
    fl_err err = open_job(job, options, diag);
    fl_program_progress_start(&job->progress, options);
    if (!err) {
        job->state.step = step_first;
        err = judge_vector(job, job->state.value, &job->state.best, diag);
        while (job->state.generation < job->generations && !fl_program_interrupt_caught() && !err) {
            err = make_generation(job, diag);
            fl_text line;
            double done = (double)job->state.generation;
            double left = (double)job->generations - done;
            fl_text_init(&line);
            fl_text_add_format(&line, "generation %llu of %llu, distance %.3f, ",
                               (unsigned long long)job->state.generation,
                               (unsigned long long)job->generations, job->state.best);
            fl_program_format_time((fl_program_host_seconds() - job->began) / done * left, &line);
            fl_text_add(&line, " left");
            fl_program_progress_text(&job->progress, fl_text_get(&line));
            fl_text_free(&line);
        }
        fl_program_progress_end(&job->progress);
    }
    if (!err && job->state.generation < job->generations) {
        *exit_code = signal_base + fl_program_interrupt_caught();
    } else if (!err) {
        err = report(job, fl_program_option_get(options, "json") != NULL, diag);
    }
    fl_fit_judge_free(&job->judge);
    fl_fit_target_free(&job->target);
    fl_run_result_close(&job->run);
    fl_text_free(&job->start);
    fl_text_free(&job->text);
    free(job->rules);
    free(job);
    return err;
}

static const fl_option options[] = {
    {"to", 0, false, "RUN.h5", "the run to imitate; it must have one configuration"},
    {"from", 0, false, "RULES", "the ruleset to start from, by name or file (default: basement)"},
    {"output", 'o', false, "FITTED.yaml", "the ruleset file to write; -: the standard output"},
    FL_CMD_FORCE,
    {"generations", 0, false, "N", "how many generations of eight candidates (default 150)"},
    {"floors", 'n', false, "N",
     "floors per candidate (default 2000); the final comparison makes ten times as many"},
    FL_CMD_SEED,
    FL_CMD_JSON,
    FL_CMD_PROGRESS,
    FL_CMD_QUIET,
    FL_CMD_HELP,
};

const fl_command fl_commands_fit = {
    .name = "fit",
    .arguments = "grid --to RUN.h5 -o FITTED.yaml",
    .summary = "find a ruleset whose floors resemble those of a run",
    .details = "An evolution strategy changes the numbers of a grid ruleset (sizes of passes,\n"
               "weights, counts, connections, probabilities, distances) so that the metrics of\n"
               "its floors come close to those of the run. It minimises the sum of the\n"
               "Jensen-Shannon distances of all metrics that the run has and a fit can compare.",
    .examples = "floorlab run rebirth-basement -o basement.h5\n"
                "floorlab fit grid --to basement.h5 -o fitted.yaml\n"
                "floorlab show grid --set rules=fitted.yaml\n",
    .options = options,
    .options_n = sizeof options / sizeof options[0],
    .words_min = 1,
    .words_max = 1,
    .run = run,
};
