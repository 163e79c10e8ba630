/* SPDX-License-Identifier: GPL-2.0-or-later */
/* floorlab run: counts an experiment into a result file. */
#include "experiments/commands/commands_private.h"
#include "experiments/run/result/result.h"
#include "experiments/submit/submit.h"
#include "experiments/verify/verify.h"
#include "gen/base/parse_number.h"
#include "gen/base/yaml.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct run_job {
    fl_experiment experiment;
    fl_run_setup setup;
    uint64_t shard, shards;
    char output[FL_OUTPUT_NAME];
    fl_run_options options;
    bool is_submitted;     /* counted by jobs */
    fl_finding_sum claims; /* of the built-in claims that the run can judge */
} run_job;

/* Refuses a name that a result of another generator has. Parses only the text of the experiment, because
 * reading it fully starts a program that it may name. */
static fl_err refuse_taken(const fl_options *options, const run_job *job, const fl_yaml_node *root,
                           fl_diag *diag)
{
    char output[FL_OUTPUT_NAME];
    fl_run_result old;
    const fl_yaml_node *name = fl_yaml_get(root, "name");
    const fl_yaml_node *generator = fl_yaml_get(root, "generator");
    if (!name || name->type != FL_YAML_SCALAR || !generator || generator->type != FL_YAML_SCALAR) {
        return FL_OK; /* an error that is reported later, or no generator of its own */
    }
    const fl_output_part part = {name->text, ".h5", job->shard, job->shards};
    fl_err err = fl_program_output_name(options, &part, output, diag);
    if (err || fl_program_output_guard(output, NULL, false, NULL) == FL_OK ||
        fl_run_result_open(&old, output, NULL) != FL_OK) {
        return err;
    }
    const char *theirs = old.experiment.generator ? old.experiment.generator->name : "several";
    if (strcmp(theirs, generator->text) != 0) {
        err = fl_diag_set(diag, FL_ERR_USAGE, output,
                          "there is another result of this name: its generator is %s", theirs);
        fl_diag_hint(diag, "choose another name with -o, or replace the file with --force");
    }
    fl_run_result_close(&old);
    return err;
}

static fl_err look_at_name(const fl_options *options, const run_job *job, fl_diag *diag)
{
    static const char *const others[] = {"force", "dry-run", "submit"};
    const char *path = options->word[0];
    fl_yaml *yaml = NULL;
    char *text = NULL;
    size_t size = 0;
    bool is_meant = !fl_program_file_is_stream(path) && fl_program_file_exists(path);
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++) {
        is_meant = is_meant && !fl_program_option_get(options, others[i]);
    }
    if (!is_meant || fl_program_file_read(path, &text, &size, NULL) != FL_OK) {
        return FL_OK;
    }
    fl_err err =
        fl_yaml_read(text, size, path, &yaml, NULL) == FL_OK && fl_yaml_root(yaml)->type == FL_YAML_MAP
            ? refuse_taken(options, job, fl_yaml_root(yaml), diag)
            : FL_OK;
    fl_yaml_free(yaml);
    free(text);
    return err;
}

static fl_err read_job(const fl_options *options, run_job *job, fl_diag *diag)
{
    uint64_t threads = 0;
    uint64_t patience = 0;
    fl_err err = fl_submit_wanted(options, &job->is_submitted, diag);
    err = err ? err : fl_program_option_shard(options, &job->shard, &job->shards, diag);
    err = err ? err : fl_program_option_threads(options, &threads, diag);
    err = err ? err : fl_program_option_number(options, "patience", FL_RUN_PATIENCE, &patience, diag);
    job->options.patience = (double)patience;
    err = err ? err
              : fl_program_option_seconds(options, "checkpoint", 30, &job->options.checkpoint_seconds, diag);
    if (!err) {
        err = look_at_name(options, job, diag);
        err = err ? err : fl_run_experiment_open(&job->experiment, options->word[0], diag);
        for (size_t i = 0; !err && fl_program_option_nth(options, "set", i); i++) {
            err = fl_run_experiment_set(&job->experiment, fl_program_option_nth(options, "set", i), diag);
        }
        if (!err && fl_program_option_get(options, "allow-unrepeatable")) {
            err = fl_run_experiment_set(&job->experiment, "unrepeatable=on", diag);
        }
        if (!err && fl_run_experiment_has_own_samples(&job->experiment) &&
            (fl_program_option_get(options, "floors") || fl_program_option_get(options, "keep-floors"))) {
            err = fl_diag_set(
                diag, FL_ERR_USAGE, "",
                "the %s of %s set their own numbers of samples: leave out --floors and --keep-floors",
                job->experiment.generator ? "configurations" : "scenarios", job->experiment.name);
        }
        uint64_t floors = job->experiment.floors;
        uint64_t seed = job->experiment.seed;
        const char *text = fl_program_option_get(options, "floors");
        bool is_all = text && strcmp(text, "all") == 0;
        err = err || !text || is_all ? err : fl_program_option_number(options, "floors", 1, &floors, diag);
        if (!err && text && !is_all && floors - 1 >= FL_RUN_MOST_FLOORS) {
            err = fl_diag_set(diag, FL_ERR_USAGE, "", "--floors must be 1 to 10^12, not %llu",
                              (unsigned long long)floors);
        }
        if (!err && text) {
            fl_run_experiment_set_floors(&job->experiment, is_all ? FL_EXPERIMENT_ALL : floors);
        }
        err = err ? err : fl_program_option_number(options, "seed", seed, &job->experiment.seed, diag);
    }
    if (!err && !job->is_submitted) {
        const fl_output_part part = {job->experiment.name, ".h5", job->shard, job->shards};
        err = fl_program_output_name(options, &part, job->output, diag);
    }
    job->options.output = job->output;
    err = err ? err : fl_program_option_backend(options, &job->options.backend, diag);
    job->options.threads = (unsigned)threads;
    job->options.shard = job->shards > 1 ? job->shard + 1 : 0;
    job->options.shards = job->shards > 1 ? job->shards : 0;
    job->options.resumes = fl_program_option_get(options, "resume") != NULL;
    job->options.begins_anew = fl_program_option_get(options, "anew") != NULL;
    job->options.keeps_floors = fl_program_option_get(options, "keep-floors") != NULL;
    return err ? err : fl_run_setup_init(&job->setup, &job->experiment, job->shard, job->shards, diag);
}

static void write_json(const run_job *job, const fl_run_outcome *result, fl_text *out)
{
    fl_text_add(out, "{\"output\": ");
    fl_text_add_json(out, job->output);
    fl_text_add_format(
        out,
        ", \"digest\": \"%s\", \"samples\": %llu, \"failed_samples\": %llu, \"seconds\": %.3f, "
        "\"samples_per_second\": %.0f, \"threads\": %u, \"configurations\": %llu, \"complete\": %s, "
        "\"counted_samples\": %llu}\n",
        result->digest, (unsigned long long)result->floors, (unsigned long long)result->failed,
        result->seconds, result->seconds > 0 ? (double)result->floors_now / result->seconds : 0.0,
        job->options.threads, (unsigned long long)job->setup.conditions,
        result->was_stopped ? "false" : "true", (unsigned long long)result->counted);
}

static void write_text(const run_job *job, const fl_run_outcome *result, fl_text *out)
{
    double rate = result->seconds > 0 ? (double)result->floors_now / result->seconds : 0.0;
    const fl_generator *generator = job->experiment.generator;
    const char *samples = generator ? fl_sample_names(generator->makes) : "samples";
    uint64_t conditions = job->setup.conditions;
    if (result->was_stopped) {
        fl_text_add_format(out, "stopped after %llu %s; continue with the same command and --resume\n",
                           (unsigned long long)result->floors, samples);
    }
    fl_text_add_masked(out, job->output);
    fl_text_add_format(out, "  %llu %s in %llu configuration%s, ", (unsigned long long)result->floors,
                       samples, (unsigned long long)conditions, conditions == 1 ? "" : "s");
    if (result->floors_now > 0) {
        fl_program_format_number(rate, out);
        fl_text_add_format(out, " %s/s", samples);
    } else {
        fl_text_add(out, "none of them new");
    }
    if (result->counted < result->floors) {
        fl_text_add_format(out, "; %llu of them counted, by 'where'", (unsigned long long)result->counted);
    }
    fl_text_add_format(out, "\ndigest %s\n", result->digest);
    if (job->claims.confirmed + job->claims.refuted + job->claims.undecided > 0) {
        fl_text_add_format(out,
                           "claims: %u confirmed, %u refuted, %u undecided; %u changed "
                           "(floorlab verify ",
                           job->claims.confirmed, job->claims.refuted, job->claims.undecided,
                           job->claims.unexpected);
        fl_text_add_masked(out, job->output);
        fl_text_add(out, ")\n");
    }
    if (result->failed > 0) {
        fl_text_add_format(out, "%llu floors failed: no layout was accepted (event floor_failed)\n",
                           (unsigned long long)result->failed);
    }
}

/* Adds what is counted, one item per line. */
static void add_identity(const fl_experiment *experiment, const fl_run_setup *setup, fl_text *out)
{
    fl_run_experiment_add_identity(experiment, out);
    fl_text_add_format(out, "floors: %llu\nshard: %llu to %llu\n", (unsigned long long)experiment->floors,
                       (unsigned long long)setup->from, (unsigned long long)setup->to);
}

/* Says how the existing result of this name differs from the new one; nothing if it does not. */
static fl_err compare_with_old(const run_job *job, const fl_run_result *old, fl_diag *diag)
{
    fl_text theirs;
    fl_text ours;
    fl_text difference;
    fl_err err = FL_OK;
    fl_text_init(&theirs);
    fl_text_init(&ours);
    fl_text_init(&difference);
    add_identity(&old->experiment, &old->setup, &theirs);
    add_identity(&job->experiment, &job->setup, &ours);
    if (fl_text_check(&theirs) || fl_text_check(&ours)) {
        err = fl_diag_memory(diag);
    } else if (strcmp(fl_text_get(&theirs), fl_text_get(&ours)) != 0) {
        fl_run_experiment_add_difference(fl_text_get(&theirs), fl_text_get(&ours), &difference);
        err = fl_diag_set(diag, FL_ERR_USAGE, job->output, "there is another result of this name: %s",
                          fl_text_get(&difference));
        fl_diag_hint(diag, "choose another name with -o, or replace the file with --force");
    }
    fl_text_free(&theirs);
    fl_text_free(&ours);
    fl_text_free(&difference);
    return err;
}

/* Checks an existing file of the output's name: a result of the same run may be replaced, and a complete one
 * is not made again. */
static fl_err look_at_old(const fl_options *options, const run_job *job, fl_run_outcome *out, bool *is_done,
                          fl_diag *diag)
{
    fl_run_result old;
    bool forces = fl_program_option_get(options, "force") != NULL;
    if (forces || fl_program_output_guard(job->output, NULL, false, NULL) == FL_OK) {
        return FL_OK;
    }
    fl_err err = fl_run_result_open(&old, job->output, diag);
    if (err) {
        bool is_trouble = err == FL_ERR_MEMORY || err == FL_ERR_IO;
        return is_trouble ? err : fl_program_output_guard(job->output, NULL, false, diag);
    }
    err = compare_with_old(job, &old, diag);
    bool is_whole = old.is_complete && (old.has_floors || !job->options.keeps_floors);
    *is_done = !err && is_whole && !job->options.begins_anew;
    for (uint64_t c = 0; c < old.setup.conditions && *is_done; c++) {
        out->floors += old.totals[c].floors;
        out->failed += old.totals[c].failed;
    }
    memcpy(out->digest, old.digest, sizeof out->digest);
    fl_run_result_close(&old);
    return err;
}

/* Stops a trial count after a while. */
static fl_worker_pool_order watch_trial(void *started_of, uint64_t floors_done)
{
    enum { SECONDS = 2 };
    const double *started = started_of;
    bool is_enough = floors_done > 0 && fl_program_host_seconds() - *started > SECONDS;
    return is_enough || fl_program_interrupt_caught() ? FL_WORKER_POOL_STOP : FL_WORKER_POOL_GO_ON;
}

/* True if samples come from an external program: then the measured time says little. */
static bool has_outside(const fl_run_setup *setup)
{
    bool has = false;
    for (uint64_t c = 0; c < setup->conditions; c++) {
        has = has || setup->condition[c].opened.generator->open;
    }
    return has;
}

/* Counts samples; *counted is how many were counted before the stop. */
static fl_err count_trial(run_job *job, fl_run_range *range, uint64_t *counted, double *seconds,
                          fl_diag *diag)
{
    fl_run_setup *setup = &job->setup;
    fl_tally *totals = NULL;
    double started = fl_program_host_seconds();
    double used = fl_program_host_process_seconds();
    fl_err err = fl_run_setup_make_tallies(setup, &totals, diag);
    fl_run_count_job count_job = {.setup = setup,
                                  .ranges = range,
                                  .ranges_n = 1,
                                  .threads = job->options.threads,
                                  .backend = job->options.backend,
                                  .totals = totals,
                                  .patience = job->options.patience,
                                  .context = &started,
                                  .watch = watch_trial};
    err = err ? err : fl_run_count(&count_job, diag);
    *seconds = has_outside(setup) ? (fl_program_host_seconds() - started) * job->options.threads
                                  : fl_program_host_process_seconds() - used;
    *counted = totals ? totals[range->condition].floors : 0;
    fl_run_setup_free_tallies(setup, totals);
    return err;
}

/* Estimates the time of a configuration from a short trial count. */
static fl_err try_condition(run_job *job, uint64_t c, double *seconds, fl_diag *diag)
{
    enum { FIRST = 1 << 12, GROWTH = 8 };
    static const double while_enough = 0.02;
    const fl_run_condition *condition = &job->setup.condition[c];
    uint64_t samples = condition->to - condition->from;
    fl_err err = FL_OK;
    double taken[2] = {0, 0}; /* of the last count, and of the one before */
    uint64_t counted[2] = {0, 0};
    for (uint64_t n = FIRST; !err && taken[0] < while_enough && counted[0] < samples; n *= GROWTH) {
        fl_run_range range = {c, condition->from, condition->from + (n < samples ? n : samples), 0};
        taken[1] = taken[0];
        counted[1] = counted[0];
        err = count_trial(job, &range, &counted[0], &taken[0], diag);
    }
    double more = counted[0] > counted[1] ? (taken[0] - taken[1]) / (double)(counted[0] - counted[1]) : 0;
    *seconds += taken[0] + (more > 0 ? more : 0) * (double)(samples - counted[0]);
    return err;
}

/* --dry-run: reads and refuses as in a run, but keeps nothing. */
static fl_err plan(run_job *job, bool is_json, fl_text *out, fl_diag *diag)
{
    double seconds = 0;
    fl_program_interrupt_listen();
    /* Processor time of the whole run. Each configuration is tried: speeds differ by factors of thousands. */
    fl_err err = FL_OK;
    for (uint64_t c = 0; c < job->setup.conditions && !err; c++) {
        err = try_condition(job, c, &seconds, diag);
    }
    if (!err && is_json) {
        fl_text_add(out, "{\"output\": ");
        fl_text_add_json(out, job->output);
        fl_text_add_format(out, ", \"configurations\": %llu, \"samples\": %llu, \"seconds\": %.1f}\n",
                           (unsigned long long)job->setup.conditions, (unsigned long long)job->setup.samples,
                           seconds / job->options.threads);
    } else if (!err) {
        /* A table of the configurations, and the totals of the run below it. */
        const fl_run_setup *setup = &job->setup;
        fl_table table;
        fl_program_table_init(&table);
        fl_program_table_columns(&table, "configuration samples generator settings");
        for (uint64_t c = 0; c < setup->conditions; c++) {
            const fl_run_condition *condition = &setup->condition[c];
            fl_text settings;
            fl_text_init(&settings);
            fl_run_generator_add_settings(&condition->opened, &settings);
            fl_program_table_add_number(&table, (int64_t)c);
            fl_program_table_add_number(&table, (int64_t)(condition->to - condition->from));
            fl_program_table_add(&table, condition->opened.generator->name);
            fl_program_table_add(&table, fl_text_get(&settings));
            fl_text_drop(&settings, out);
        }
        fl_program_table_write(&table, out);
        fl_program_table_free(&table);
        fl_text_add_format(out, "\n%llu samples, %u metrics and %u events of each, into ",
                           (unsigned long long)setup->samples, setup->tally.metrics_n, setup->tally.events_n);
        fl_text_add_masked(out, job->output);
        fl_text_add(out, "\nabout ");
        fl_program_format_time(seconds / job->options.threads, out);
        fl_text_add_format(out,
                           " on %u idle processors, by the speed of the first samples; nothing was written\n",
                           job->options.threads);
    }
    return err;
}

/* --submit: reads and refuses as in a run; the tasks of jobs do the counting. */
static fl_err submit(const fl_options *options, const run_job *job, fl_diag *diag)
{
    fl_text identity;
    fl_text out;
    fl_text_init(&identity);
    fl_text_init(&out);
    add_identity(&job->experiment, &job->setup, &identity);
    const fl_submit it = {job->experiment.name, fl_text_get(&identity), options};
    fl_err err = strcmp(options->word[0], "-") == 0
                     ? fl_diag_set(diag, FL_ERR_USAGE, "",
                                   "--submit needs an experiment that the tasks can read, not -")
                     : FL_OK;
    err = err || !fl_text_check(&identity) ? err : fl_diag_memory(diag);
    err = err ? err : fl_submit_slurm(&it, &out, diag);
    err = err ? err : fl_program_output_tell(&out, options, diag);
    fl_text_free(&identity);
    fl_text_free(&out);
    return err;
}

static fl_err run(const fl_options *options, int *exit_code, fl_diag *diag)
{
    static const int signal_base = 128;
    run_job job;
    fl_run_outcome result;
    fl_text command;
    fl_text out;
    memset(&job, 0, sizeof job);
    fl_text_init(&command);
    fl_text_init(&out);
    job.options.extend = fl_verify_extend;
    job.options.context = &job.claims;
    fl_err err = read_job(options, &job, diag);
    /* The command line, for the provenance of the file and for the commands of other shards. */
    static const char *const without[] = {"shard", "output", NULL};
    fl_text_add(&command, "floorlab run");
    fl_program_option_add_words(options, without, &command);
    if (job.shards > 1) {
        fl_text_add_format(&command, " --shard %llu/%llu", (unsigned long long)job.shard + 1,
                           (unsigned long long)job.shards);
    }
    fl_text_add(&command, " --output ");
    fl_program_format_word(job.output, &command);
    job.options.command = fl_text_get(&command);
    fl_program_progress_start(&job.options.progress, options);
    bool is_dry = fl_program_option_get(options, "dry-run") != NULL;
    bool is_done = false;
    memset(&result, 0, sizeof result);
    err = err || is_dry || job.is_submitted ? err : look_at_old(options, &job, &result, &is_done, diag);
    if (!err && job.is_submitted) {
        err = submit(options, &job, diag);
    } else if (!err && is_dry) {
        err = plan(&job, fl_program_option_get(options, "json") != NULL, &out, diag);
        err = err ? err : fl_program_output_tell(&out, options, diag);
    } else if (!err && !is_done) {
        err = fl_run_execute(&job.setup, &job.options, &result, diag);
    }
    if (!err && !is_dry && !job.is_submitted) {
        /* With --resume and without a checkpoint the run started over and replaced an older file: say so. */
        bool is_meant = !fl_program_option_get(options, "resume") || fl_program_option_get(options, "quiet");
        if (!is_meant && result.floors > 0 && result.floors_now == result.floors) {
            fprintf(stderr,
                    "floorlab: there was no checkpoint to go on from; all was counted from the start\n");
        }
        /* Nothing was counted, since the result exists. */
        if (is_done && !fl_program_option_get(options, "quiet")) {
            fl_text name;
            fl_text_init(&name);
            fl_text_add_masked(&name, job.output);
            fprintf(stderr, "floorlab: %s has this run already; --anew counts it again\n",
                    fl_text_get(&name));
            fl_text_free(&name);
        }
        *exit_code = result.was_stopped ? signal_base + result.signal : 0;
        if (fl_program_option_get(options, "json")) {
            write_json(&job, &result, &out);
        } else if (!fl_program_option_get(options, "quiet")) {
            write_text(&job, &result, &out);
        }
        err = fl_program_output_tell(&out, options, diag);
    }
    fl_text_free(&out);
    fl_text_free(&command);
    fl_run_setup_free(&job.setup);
    fl_run_experiment_free(&job.experiment);
    return err;
}

static const fl_option options[] = {
    {"output", 'o', false, "RUN.h5",
     "the result file (default: the experiment's name and .h5); FOLDER/: a file in it, of each shard"},
    FL_CMD_FORCE,
    {"floors", 'n', false, "RANGE",
     "samples per configuration, up to 10^12 (default: as in the experiment), or all game seeds: all"},
    FL_CMD_SEED,
    {"threads", 't', false, "T",
     "threads (default: one for each processor that it may use); the digest does not depend on it"},
    FL_CMD_BACKEND,
    {"set", 's', true, "K=V", "give a setting this value in all configurations; may be repeated"},
    {"keep-floors", 0, false, NULL, "also write the metrics of every single floor, as columns"},
    {"resume", 0, false, NULL, "continue a stopped run from its checkpoint"},
    {"anew", 0, false, NULL, "start over: drop the checkpoint of a stopped run, count a finished one again"},
    {"checkpoint", 0, false, "SECONDS", "seconds between checkpoints (default 30, 0 = only when stopped)"},
    {"shard", 0, false, "I/N",
     "count only the I-th of N parts of the floors, I from 1 to N; auto (or auto/N): as the launcher says "
     "(mpirun, srun, job arrays, parallel); see merge"},
    {"submit", 0, false, "slurm", "make the shards as a Slurm job array, and put them together"},
    {"jobs", 0, false, "N", "of --submit: how many shards (default 10)"},
    {"time", 0, false, "TIME", "of --submit: the time limit of a task, as sbatch takes it"},
    {"partition", 0, false, "NAME", "of --submit: the partition"},
    {"print", 0, false, NULL, "of --submit: only write the scripts, and print how to submit them"},
    FL_CMD_PATIENCE,
    {"allow-unrepeatable", 0, false, NULL,
     "of the generator program: count floors that differ when they are asked for again (unrepeatable=on)"},
    {"dry-run", 0, false, NULL,
     "list the configurations and tell how long it would take; count and write nothing"},
    FL_CMD_JSON,
    FL_CMD_PROGRESS,
    FL_CMD_QUIET,
    FL_CMD_HELP,
};

const fl_command fl_commands_run = {
    .name = "run",
    .arguments = "EXPERIMENT",
    .summary = "count the floors of an experiment into a result file",
    .details = "EXPERIMENT is a YAML file (-: the standard input), or the name of a built-in one\n"
               "(floorlab list experiments). Each of its configurations has its own random\n"
               "numbers. With 'streams: shared' in the file, sample i of all configurations is\n"
               "made from the same ones: compare them as pairs, not as independent samples. The\n"
               "result file also keeps the verdicts on the claims that its samples can decide\n"
               "(floorlab verify RUN.h5).\n"
               "\n"
               "Ctrl-C finishes the samples at work, writes what there is and says how to go on.\n"
               "The digest of a finished run does not depend on threads, interruptions or\n"
               "shards. A sample that does not come to an end ends the run with exit code 3 and\n"
               "the command that shows the sample (--patience).",
    .examples = "floorlab run classic-levels\n"
                "floorlab run classic-billion --dry-run\n"
                "floorlab run classic-levels --floors 10M --threads 2 -o levels.h5\n"
                "floorlab run classic-levels --shard 3/100 -o part-3.h5\n",
    .options = options,
    .options_n = sizeof options / sizeof options[0],
    .words_min = 1,
    .words_max = 1,
    .run = run,
};
