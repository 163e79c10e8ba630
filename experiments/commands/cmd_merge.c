/* SPDX-License-Identifier: GPL-2.0-or-later */
/* floorlab merge: adds the shards of one experiment up to one result file. */
#include "analysis/store/store.h"
#include "experiments/commands/commands_private.h"
#include "experiments/merge/merge.h"
#include "experiments/run/result/result.h"
#include "experiments/verify/verify.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct merge_job {
    fl_merge merge;
    const char *path; /* of the sum */
    unsigned threads;
    char digest[FL_DIGEST_TEXT];
    fl_progress progress;
} merge_job;

/* How many shards have columns of single floors. */
static size_t count_kept(const merge_job *job)
{
    size_t n = 0;
    for (size_t i = 0; i < job->merge.n; i++) {
        n += job->merge.shard[i].has_floors;
    }
    return n;
}

/* Lists the shards that have columns of single floors, for other programs to read them there. */
static fl_err add_parts(const merge_job *job, fl_store *out, fl_diag *diag)
{
    char file[] = "/part/file";
    size_t n = count_kept(job);
    fl_store_item item = {.path = file, .type = FL_STORE_TEXT, .rank = 1, .size = {n}, .dimension = {file}};
    item.description = "a merged file that has the values of single floors in /sample";
    const char **names = calloc(n + 1, sizeof *names);
    for (size_t i = 0, at = 0; i < job->merge.n && names; i++) {
        if (job->merge.shard[i].has_floors) {
            names[at++] = job->merge.shard[i].path;
        }
    }
    item.data = names;
    fl_err err = names && (n == 0 || fl_store_add(out, &item, NULL) == FL_OK) ? FL_OK : fl_diag_memory(diag);
    free(names);
    return err;
}

/* How many samples were put together. */
static void write_sums(const merge_job *job, const char *path, fl_text *out)
{
    uint64_t sum = 0;
    const fl_run_setup *setup = &job->merge.sum->setup;
    for (uint64_t c = 0; c < setup->conditions; c++) {
        sum += fl_tally_tried(&job->merge.sum->totals[c]);
    }
    fl_text_add_masked(out, path);
    if (!fl_run_experiment_has_own_samples(setup->experiment)) {
        fl_text_add_format(out, "  %llu of %llu floors, from floor %llu on\n",
                           (unsigned long long)(setup->to - setup->from),
                           (unsigned long long)setup->experiment->floors, (unsigned long long)setup->from);
    } else {
        fl_text_add_format(out, "  %llu samples of %llu %s\n", (unsigned long long)sum,
                           (unsigned long long)setup->conditions,
                           setup->experiment->generator ? "conditions" : "populations");
    }
    fl_text_add_format(out, "digest %s\n", job->digest);
    if (count_kept(job) > 0) {
        fl_text_add_format(out, "the values of single floors stay in %zu of the files, which /part lists\n",
                           count_kept(job));
    }
}

/* {"output": "all.h5", "shards": 3, "digest": …, of an experiment also its floors and conditions */
static void write_json(const merge_job *job, const char *path, fl_text *out)
{
    const fl_run_setup *setup = job->merge.sum ? &job->merge.sum->setup : NULL;
    fl_text_add(out, "{\"output\": ");
    fl_text_add_json(out, path);
    fl_text_add_format(out, ", \"shards\": %zu, \"digest\": \"%s\"", job->merge.n, job->digest);
    if (setup) {
        fl_text_add_format(out, ", \"from\": %llu, \"floors\": %llu, \"conditions\": %llu, \"complete\": %s",
                           (unsigned long long)setup->from, (unsigned long long)(setup->to - setup->from),
                           (unsigned long long)setup->conditions,
                           setup->to - setup->from == setup->experiment->floors ||
                                   fl_run_experiment_has_own_samples(setup->experiment)
                               ? "true"
                               : "false");
    }
    fl_text_add(out, "}\n");
}

static fl_err write_merged(merge_job *job, fl_diag *diag)
{
    fl_store store;
    const fl_run_result *sum = job->merge.sum;
    fl_run_provenance provenance = {.command = "floorlab merge", .threads = job->threads};
    fl_store_init(&store);
    fl_err err = fl_run_result_build(&store, &sum->setup, sum->totals, &provenance, diag);
    err = err ? err : add_parts(job, &store, diag);
    err = err ? err : fl_verify_extend(NULL, &sum->setup, sum->totals, &store, diag);
    err = err ? err : fl_store_write(&store, job->path, diag);
    err = err ? err : fl_run_result_digest(&sum->setup, sum->totals, job->digest, diag);
    fl_store_free(&store);
    return err;
}

/* A shard is not replaced by the sum: it may hold columns of single floors, and it could not be merged again.
 */
static fl_err check_apart(const char *output, const char *input, fl_diag *diag)
{
    bool is_same = false;
    fl_err err = fl_program_file_is_same(output, input, &is_same, diag);
    return err || !is_same ? err
                           : fl_diag_set(diag, FL_ERR_USAGE, output, "this is one of the files to be merged");
}

static fl_err check_output(const merge_job *job, fl_diag *diag)
{
    fl_err err = FL_OK;
    for (size_t i = 0; i < job->merge.n && !err; i++) {
        err = check_apart(job->path, job->merge.shard[i].path, diag);
    }
    return err;
}

/* Whether the files are shards of a verify call: whether the first is one that can be read. */
static fl_err find_out(const merge_job *job, bool *out, fl_diag *diag)
{
    fl_err err = FL_ERR_INPUT;
    for (size_t i = 0; i < job->merge.n && err; i++) {
        fl_store store;
        err = fl_store_read(&store, job->merge.shard[i].path, diag);
        *out = !err && fl_verify_is_shard(&store);
        fl_store_free(&store);
        if (err == FL_ERR_MEMORY || err == FL_ERR_IO) {
            return err;
        }
    }
    fl_diag_init(diag);
    return FL_OK;
}

static void write_outcome(const merge_job *job, const fl_options *options, fl_text *out)
{
    if (fl_program_option_get(options, "json")) {
        write_json(job, job->path, out);
    } else if (!fl_program_option_get(options, "quiet") && job->merge.sum) {
        write_sums(job, job->path, out);
    } else if (!fl_program_option_get(options, "quiet")) {
        fl_text_add_masked(out, job->path);
        fl_text_add_format(out, "  %zu shards\ndigest %s\n", job->merge.n, job->digest);
    }
}

static fl_err merge_verdicts(merge_job *job, fl_diag *diag)
{
    size_t n = job->merge.n;
    const char **paths = calloc(n + 1, sizeof *paths);
    if (!paths) {
        return fl_diag_memory(diag);
    }
    for (size_t i = 0; i < n; i++) {
        paths[i] = job->merge.shard[i].path;
    }
    fl_verify_shards shards = {
        .path = paths, .n = (unsigned)n, .output = job->path, .progress = &job->progress};
    fl_err err = fl_verify_merge(&shards, diag);
    memcpy(job->digest, shards.digest, sizeof job->digest);
    free(paths);
    return err;
}

/* One fault is the error; of several each has a line. */
static fl_err tell_faults(const merge_job *job, const fl_merge_faults *faults, fl_diag *diag)
{
    const char *line = fl_text_get(&faults->text);
    if (faults->n == 1) {
        return fl_diag_set(diag, FL_ERR_MISMATCH, "", "%.*s", (int)strcspn(line, "\n"), line);
    }
    for (; *line; line += strcspn(line, "\n") + 1) {
        fprintf(stderr, "floorlab: %.*s\n", (int)strcspn(line, "\n"), line);
    }
    fl_err err = fl_diag_set(diag, FL_ERR_MISMATCH, "", "for %zu reasons these %zu files are not one run",
                             faults->n, job->merge.n);
    fl_diag_hint(diag, "nothing was written");
    return err;
}

static fl_err merge_runs(merge_job *job, fl_diag *diag)
{
    fl_merge_faults faults = {.n = 0};
    fl_text_init(&faults.text);
    fl_err err = fl_merge_read(&job->merge, job->threads, &job->progress, diag);
    err = err ? err : fl_merge_find_faults(&job->merge, &faults, diag);
    fl_program_progress_end(&job->progress);
    if (!err && faults.n > 0) {
        err = tell_faults(job, &faults, diag);
    } else if (!err) {
        fl_program_progress_step(&job->progress, "judging the claims and writing the file", job->merge.n,
                                 job->merge.n + 1);
        err = write_merged(job, diag);
        fl_program_progress_end(&job->progress);
    }
    fl_text_free(&faults.text);
    return err;
}

static fl_err add_inputs(merge_job *job, const fl_options *options, fl_diag *diag)
{
    fl_err err = FL_OK;
    job->merge.left_out = job->path;
    for (size_t i = 0; i < options->words_n && !err; i++) {
        err = fl_merge_add(&job->merge, options->word[i], diag);
    }
    return err;
}

static fl_err check_place(const merge_job *job, const fl_options *options, fl_diag *diag)
{
    if (!job->path) {
        return fl_diag_set(diag, FL_ERR_USAGE, "", "'merge' needs a file to write: -o ALL.h5");
    }
    fl_err err = check_output(job, diag);
    bool forces = fl_program_option_get(options, "force") != NULL;
    err = err ? err : fl_program_output_guard(job->path, NULL, forces, diag);
    return err ? err : fl_store_atomic_try(job->path, diag);
}

static fl_err run(const fl_options *options, int *exit_code, fl_diag *diag)
{
    (void)exit_code;
    merge_job job = {.path = fl_program_option_get(options, "output")};
    fl_text out;
    uint64_t threads = 1;
    bool is_verify = false;
    fl_text_init(&out);
    fl_err err = fl_program_option_threads(options, &threads, diag);
    job.threads = (unsigned)threads;
    err = err ? err : add_inputs(&job, options, diag);
    err = err ? err : check_place(&job, options, diag);
    err = err ? err : find_out(&job, &is_verify, diag);
    if (!err) {
        fl_program_progress_start(&job.progress, options);
        err = is_verify ? merge_verdicts(&job, diag) : merge_runs(&job, diag);
    }
    if (!err) {
        write_outcome(&job, options, &out);
    }
    err = err ? err : fl_program_output_tell(&out, options, diag);
    fl_text_free(&out);
    fl_merge_free(&job.merge);
    return err;
}

static const fl_option options[] = {
    {"output", 'o', false, "ALL.h5", "the merged result file (required)"},
    FL_CMD_FORCE,
    {"threads", 't', false, "T", "threads (default: one for each processor that it may use)"},
    FL_CMD_JSON,
    FL_CMD_PROGRESS,
    FL_CMD_QUIET,
    FL_CMD_HELP,
};

const fl_command fl_commands_merge = {
    .name = "merge",
    .arguments = "FOLDER|RUN.h5…",
    .summary = "put the shards of an experiment, or of a verify, together",
    .details = "The shards must belong to one experiment and follow one another without gap or\n"
               "overlap; what is missing, doubled, damaged or of another experiment is named.\n"
               "Of a FOLDER all files *.h5 are taken, and they must be the whole experiment. The\n"
               "merged file has the digest of the run without shards. The values of single\n"
               "floors (--keep-floors) stay in the shards, which its table /part lists.",
    .examples = "floorlab merge part-1.h5 part-2.h5 part-3.h5 -o all.h5\n"
                "floorlab merge parts/ -o all.h5\n",
    .options = options,
    .options_n = sizeof options / sizeof options[0],
    .words_min = 1,
    .words_max = FL_OPTION_WORDS,
    .run = run,
};
