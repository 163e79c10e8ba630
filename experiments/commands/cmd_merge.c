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
    char digest[FL_DIGEST_TEXT];
} merge_job;

/* Returns the number of shards with columns of single floors. */
static size_t count_kept(const merge_job *job)
{
    size_t n = 0;
    for (size_t i = 0; i < job->merge.n; i++) {
        n += job->merge.shard[i].has_floors;
    }
    return n;
}

/* Adds the number of merged samples. */
static void write_sums(const merge_job *job, const char *path, fl_text *out)
{
    uint64_t sum = 0;
    const fl_run_setup *setup = &job->merge.sum.setup;
    for (uint64_t c = 0; c < setup->conditions; c++) {
        sum += fl_tally_tried(&job->merge.sum.totals[c]);
    }
    fl_text_add_masked(out, path);
    if (!fl_run_experiment_has_own_samples(setup->experiment)) {
        fl_text_add_format(out, "  %llu of %llu floors, from floor %llu on\n",
                           (unsigned long long)(setup->to - setup->from),
                           (unsigned long long)setup->experiment->floors, (unsigned long long)setup->from);
    } else {
        fl_text_add_format(out, "  %llu samples of %llu %s\n", (unsigned long long)sum,
                           (unsigned long long)setup->conditions,
                           setup->experiment->generator ? "configurations" : "scenarios");
    }
    fl_text_add_format(out, "digest %s\n", job->digest);
    if (count_kept(job) > 0) {
        fl_text_add_format(out, "the values of single floors stay in %zu of the files, which /part lists\n",
                           count_kept(job));
    }
}

static fl_err write_merged(merge_job *job, fl_diag *diag)
{
    fl_store store;
    const fl_run_result *sum = &job->merge.sum;
    fl_run_provenance provenance = {.command = "floorlab merge", .threads = 1};
    fl_store_init(&store);
    fl_err err = fl_run_result_build(&store, &sum->setup, sum->totals, &provenance, diag);
    /* Lists the shards that have columns of single floors, so that other programs can read them. */
    if (!err) {
        char file[] = "/part/file";
        size_t n = count_kept(job);
        fl_store_item item = {
            .path = file, .type = FL_STORE_TEXT, .rank = 1, .size = {n}, .dimension = {file}};
        item.description = "a merged file that has the values of single floors in /sample";
        const char **names = calloc(n + 1, sizeof *names);
        for (size_t i = 0, at = 0; i < job->merge.n && names; i++) {
            if (job->merge.shard[i].has_floors) {
                names[at++] = job->merge.shard[i].path;
            }
        }
        item.data = names;
        err = names && (n == 0 || fl_store_add(&store, &item, NULL) == FL_OK) ? FL_OK : fl_diag_memory(diag);
        free(names);
    }
    err = err ? err : fl_verify_extend(NULL, &sum->setup, sum->totals, &store, diag);
    err = err ? err : fl_store_write(&store, job->path, diag);
    err = err ? err : fl_run_result_digest(&sum->setup, sum->totals, job->digest, diag);
    fl_store_free(&store);
    return err;
}

static fl_err merge_all(merge_job *job, const fl_options *options, fl_diag *diag)
{
    fl_progress progress;
    fl_program_progress_start(&progress, options);
    fl_err err = fl_merge_read(&job->merge, &progress, diag);
    if (!err && job->merge.faults_n > 0) {
        fl_program_progress_end(&progress);
        /* Names each shard that does not fit, and why. */
        const char *line = fl_text_get(&job->merge.faults);
        if (job->merge.faults_n == 1) {
            return fl_diag_set(diag, FL_ERR_MISMATCH, "", "%.*s", (int)strcspn(line, "\n"), line);
        }
        for (; *line; line += strcspn(line, "\n") + 1) {
            fprintf(stderr, "floorlab: %.*s\n", (int)strcspn(line, "\n"), line);
        }
        err = fl_diag_set(diag, FL_ERR_MISMATCH, "", "for %zu reasons these %zu files are not one run",
                          job->merge.faults_n, job->merge.n);
        fl_diag_hint(diag, "nothing was written");
        return err;
    }
    if (!err) {
        fl_program_progress_step(&progress, "judging the claims and writing the file", job->merge.n,
                                 job->merge.n + 1);
        err = write_merged(job, diag);
    }
    fl_program_progress_end(&progress);
    return err;
}

static fl_err run(const fl_options *options, int *exit_code, fl_diag *diag)
{
    (void)exit_code;
    merge_job job = {.path = fl_program_option_get(options, "output")};
    fl_text out;
    if (!job.path) {
        return fl_diag_set(diag, FL_ERR_USAGE, "", "'merge' needs a file to write: -o ALL.h5");
    }
    job.merge.left_out = job.path;
    fl_text_init(&out);
    fl_err err = FL_OK;
    for (size_t i = 0; i < options->words_n && !err; i++) {
        err = fl_merge_add(&job.merge, options->word[i], diag);
    }
    /* Never replaces a shard by the sum: it may have columns of single floors, and could not be merged
     * again. */
    if (!err) {
        for (size_t i = 0; i < job.merge.n && !err; i++) {
            bool is_same = false;
            err = fl_program_file_is_same(job.path, job.merge.shard[i].path, &is_same, diag);
            if (!err && is_same) {
                err = fl_diag_set(diag, FL_ERR_USAGE, job.path, "this is one of the files to be merged");
            }
        }
        bool forces = fl_program_option_get(options, "force") != NULL;
        err = err ? err : fl_program_output_guard(job.path, NULL, forces, diag);
        err = err ? err : fl_store_atomic_try(job.path, diag);
    }
    err = err ? err : merge_all(&job, options, diag);
    if (!err && fl_program_option_get(options, "json")) {
        /* {"output": "all.h5", "shards": 3, "digest": …, "from": …} */
        const fl_run_setup *setup = &job.merge.sum.setup;
        bool is_complete = setup->to - setup->from == setup->experiment->floors ||
                           fl_run_experiment_has_own_samples(setup->experiment);
        fl_text_add(&out, "{\"output\": ");
        fl_text_add_json(&out, job.path);
        fl_text_add_format(&out,
                           ", \"shards\": %zu, \"digest\": \"%s\", \"from\": %llu, \"floors\": %llu, "
                           "\"configurations\": %llu, \"complete\": %s}\n",
                           job.merge.n, job.digest, (unsigned long long)setup->from,
                           (unsigned long long)(setup->to - setup->from),
                           (unsigned long long)setup->conditions, is_complete ? "true" : "false");
    } else if (!err && !fl_program_option_get(options, "quiet")) {
        write_sums(&job, job.path, &out);
    }
    err = err ? err : fl_program_output_tell(&out, options, diag);
    fl_text_free(&out);
    fl_merge_free(&job.merge);
    return err;
}

static const fl_option options[] = {
    {"output", 'o', false, "ALL.h5", "the merged result file (required)"},
    FL_CMD_FORCE,
    FL_CMD_JSON,
    FL_CMD_PROGRESS,
    FL_CMD_QUIET,
    FL_CMD_HELP,
};

const fl_command fl_commands_merge = {
    .name = "merge",
    .arguments = "FOLDER|RUN.h5…",
    .summary = "put the shards of an experiment together",
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
