/* SPDX-License-Identifier: GPL-2.0-or-later */
/* floorlab merge: adds the shards of one experiment up to one result file. */
#include "analysis/store/store.h"
#include "experiments/commands/commands_private.h"
#include "experiments/run/run.h"
#include "experiments/verify/verify.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

typedef struct merge_range {
    uint64_t from, to; /* floors of a shard */
} merge_range;

/* What was read so far. At most one more shard is in memory. */
typedef struct merge_job {
    fl_run_result all;   /* the first shard, to which the others are added */
    merge_range *ranges; /* [conditions][files]: of each shard, condition by condition */
    size_t files;
    size_t n;
    size_t with_floors; /* shards with columns of single floors */
    char digest[FL_DIGEST_TEXT];
    fl_progress progress;
} merge_job;

/* Orders shards by their floors; an empty shard comes before one that starts at the same floor. */
static int by_floors(const void *a_of, const void *b_of)
{
    const merge_range *a = a_of;
    const merge_range *b = b_of;
    if (a->from != b->from) {
        return a->from < b->from ? -1 : 1;
    }
    return a->to < b->to ? -1 : a->to > b->to;
}

static fl_err refuse(const char *path, const char *difference, fl_diag *diag)
{
    fl_err err = fl_diag_set(diag, FL_ERR_MISMATCH, path,
                             "it belongs to another experiment than the first file: %s", difference);
    fl_diag_hint(diag, "make it again with the options of the first file");
    return err;
}

static fl_err check_alike(const fl_run_result *a, const fl_run_result *b, const char *path, fl_diag *diag)
{
    fl_text text[3];
    for (unsigned i = 0; i < 3; i++) {
        fl_text_init(&text[i]);
    }
    fl_run_experiment_add_identity(&a->experiment, &text[0]);
    fl_run_experiment_add_identity(&b->experiment, &text[1]);
    bool is_alike = strcmp(fl_text_get(&text[0]), fl_text_get(&text[1])) == 0;
    if (!is_alike) {
        fl_run_experiment_add_difference(fl_text_get(&text[1]), fl_text_get(&text[0]), &text[2]);
    }
    for (uint64_t i = 0; i < a->setup.conditions && is_alike; i++) {
        uint64_t ours = fl_run_experiment_samples(&a->experiment, i);
        uint64_t theirs = fl_run_experiment_samples(&b->experiment, i);
        is_alike = ours == theirs;
        if (!is_alike) {
            fl_text_add_format(&text[2], "it has %llu floors of condition %llu, not %llu",
                               (unsigned long long)theirs, (unsigned long long)i, (unsigned long long)ours);
        }
    }
    fl_err err = is_alike ? FL_OK : refuse(path, fl_text_get(&text[2]), diag);
    for (unsigned i = 0; i < 3; i++) {
        fl_text_free(&text[i]);
    }
    return err;
}

/* The samples of a condition must follow one another. */
static fl_err check_ranges(const merge_range *ranges, size_t n, fl_diag *diag)
{
    for (size_t i = 1; i < n; i++) {
        uint64_t end = ranges[i - 1].to;
        uint64_t next = ranges[i].from;
        if (next != end) {
            fl_err err = fl_diag_set(diag, FL_ERR_MISMATCH, "", "floors %llu to %llu are %s",
                                     (unsigned long long)(next < end ? next : end),
                                     (unsigned long long)(next < end ? end : next) - 1,
                                     next < end ? "in two of the files" : "in none of the files");
            fl_diag_hint(diag, next < end ? "give every shard once"
                                          : "make the shard that is missing, with the same options");
            return err;
        }
    }
    return FL_OK;
}

static fl_err open_shard(fl_run_result *shard, const char *path, fl_diag *diag)
{
    fl_err err = fl_run_result_open(shard, path, diag);
    if (!err && !shard->is_complete) {
        err = fl_diag_set(diag, FL_ERR_MISMATCH, path, "this run was stopped before the end");
        fl_diag_hint(diag, "finish it first, with run --resume");
    }
    return err;
}

static fl_err note_ranges(merge_job *job, const fl_run_setup *setup, fl_diag *diag)
{
    if (!job->ranges) {
        job->ranges = calloc(setup->conditions * job->files, sizeof *job->ranges);
    }
    if (!job->ranges) {
        return fl_diag_memory(diag);
    }
    for (uint64_t c = 0; c < setup->conditions; c++) {
        const fl_run_condition *condition = &setup->condition[c];
        job->ranges[c * job->files + job->n] = (merge_range){.from = condition->from, .to = condition->to};
    }
    job->n++;
    return FL_OK;
}

/* Adds the totals of one more shard. */
static fl_err add_shard(merge_job *job, const char *path, fl_diag *diag)
{
    fl_run_result fresh;
    fl_run_result *shard = job->n == 0 ? &job->all : &fresh;
    fl_err err = open_shard(shard, path, diag);
    err = err ? err : check_alike(&job->all, shard, path, diag);
    if (!err) {
        job->with_floors += shard->has_floors;
        err = note_ranges(job, &shard->setup, diag);
    }
    for (uint64_t c = 0; shard == &fresh && c < job->all.setup.conditions && !err; c++) {
        fl_tally_merge(&job->all.totals[c], &fresh.totals[c]);
    }
    if (shard == &fresh) {
        fl_run_result_close(&fresh);
    }
    return err;
}

static fl_err add_all(merge_job *job, const fl_options *options, fl_diag *diag)
{
    fl_err err = FL_OK;
    for (size_t i = 0; i < options->words_n && !err; i++) {
        fl_program_progress_step(&job->progress, "reading the files", i, options->words_n + 1);
        err = add_shard(job, options->word[i], diag);
    }
    if (err) {
        return err;
    }
    fl_run_setup *setup = &job->all.setup;
    for (uint64_t c = 0; c < setup->conditions && !err; c++) {
        merge_range *ranges = job->ranges + c * job->files;
        qsort(ranges, job->n, sizeof *ranges, by_floors);
        err = check_ranges(ranges, job->n, diag);
        setup->condition[c].from = ranges[0].from;
        setup->condition[c].to = ranges[job->n - 1].to;
    }
    fl_run_setup_number(setup);
    return err ? err : fl_run_setup_check_totals(setup, job->all.totals, setup->blocks, diag);
}

/* How many samples were put together. */
static void write_sums(const merge_job *job, const char *path, fl_text *out)
{
    uint64_t sum = 0;
    const fl_run_setup *setup = &job->all.setup;
    for (uint64_t c = 0; c < setup->conditions; c++) {
        sum += job->all.totals[c].floors;
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
    fl_text_add(out, job->with_floors > 0
                         ? "the columns of single floors are only in the shards: keep those files\n"
                         : "");
}

/* {"output": "all.h5", "shards": 3, "digest": …, of an experiment also its floors and conditions */
static void write_json(const merge_job *job, const char *path, fl_text *out)
{
    const fl_run_setup *setup = &job->all.setup;
    fl_text_add(out, "{\"output\": ");
    fl_text_add_json(out, path);
    fl_text_add_format(out, ", \"shards\": %zu, \"digest\": \"%s\"", job->files, job->digest);
    if (job->n > 0) {
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

static fl_err write_merged(merge_job *job, const char *path, fl_diag *diag)
{
    fl_store store;
    const fl_run_result *all = &job->all;
    fl_run_provenance provenance = {.command = "floorlab merge", .threads = 1};
    fl_store_init(&store);
    fl_err err = fl_run_result_build(&store, &all->setup, all->totals, &provenance, diag);
    err = err ? err : fl_verify_extend(NULL, &all->setup, all->totals, &store, diag);
    err = err ? err : fl_store_hdf5_write(&store, path, diag);
    err = err ? err : fl_run_result_digest(&all->setup, all->totals, job->digest, diag);
    fl_store_free(&store);
    return err;
}

/* A shard is not replaced by the sum: it may hold columns of single floors, and it could not be merged again.
 */
static fl_err check_output(const fl_options *options, const char *path, fl_diag *diag)
{
    struct stat output;
    struct stat input;
    for (size_t i = 0; i < options->words_n && stat(path, &output) == 0; i++) {
        if (stat(options->word[i], &input) == 0 && input.st_dev == output.st_dev &&
            input.st_ino == output.st_ino) {
            return fl_diag_set(diag, FL_ERR_USAGE, path, "this is one of the files to be merged");
        }
    }
    return FL_OK;
}

/* Whether a file is a shard of a verify call. */
static fl_err find_out(const char *path, bool *out, fl_diag *diag)
{
    fl_store store;
    fl_err err = fl_store_hdf5_read(&store, path, diag);
    *out = !err && fl_verify_is_shard(&store);
    fl_store_free(&store);
    return err;
}

static void write_outcome(const merge_job *job, const fl_options *options, const char *path, fl_text *out)
{
    if (fl_program_option_get(options, "json")) {
        write_json(job, path, out);
    } else if (!fl_program_option_get(options, "quiet") && job->n > 0) {
        write_sums(job, path, out);
    } else if (!fl_program_option_get(options, "quiet")) {
        fl_text_add_masked(out, path);
        fl_text_add_format(out, "  %zu shards\ndigest %s\n", job->files, job->digest);
    }
}

static fl_err merge_verdicts(merge_job *job, const fl_options *options, const char *path, fl_diag *diag)
{
    fl_verify_shards shards = {
        .path = options->word, .n = (unsigned)options->words_n, .output = path, .progress = &job->progress};
    fl_err err = fl_verify_merge(&shards, diag);
    memcpy(job->digest, shards.digest, sizeof job->digest);
    return err;
}

static fl_err run(const fl_options *options, int *exit_code, fl_diag *diag)
{
    (void)exit_code;
    merge_job job = {.files = options->words_n};
    fl_text out;
    const char *path = fl_program_option_get(options, "output");
    if (!path) {
        return fl_diag_set(diag, FL_ERR_USAGE, "", "'merge' needs a file to write: -o ALL.h5");
    }
    bool is_verify = false;
    fl_err err = check_output(options, path, diag);
    err = err ? err
              : fl_program_output_guard(path, NULL, fl_program_option_get(options, "force") != NULL, diag);
    err = err ? err : fl_store_atomic_try(path, diag);
    err = err ? err : find_out(options->word[0], &is_verify, diag);
    if (err) {
        return err;
    }
    fl_text_init(&out);
    fl_program_progress_start(&job.progress, options);
    if (is_verify) {
        err = merge_verdicts(&job, options, path, diag);
    } else {
        err = add_all(&job, options, diag);
        fl_program_progress_step(&job.progress, "judging the claims and writing the file", options->words_n,
                                 options->words_n + 1);
        err = err ? err : write_merged(&job, path, diag);
        fl_program_progress_end(&job.progress);
    }
    if (!err) {
        write_outcome(&job, options, path, &out);
        err = fl_program_output_tell(&out, options, diag);
    }
    fl_text_free(&out);
    if (!is_verify) {
        fl_run_result_close(&job.all);
    }
    free(job.ranges);
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
    .arguments = "RUN.h5…",
    .summary = "put the shards of an experiment, or of a verify, together",
    .details = "The shards must belong to one experiment and follow one another without gap or\n"
               "overlap. The merged file has the digest of the run without shards. Columns of\n"
               "single floors (--keep-floors) are not merged; they stay in the shards.",
    .examples = "floorlab merge part-1.h5 part-2.h5 part-3.h5 -o all.h5\n",
    .options = options,
    .options_n = sizeof options / sizeof options[0],
    .words_min = 1,
    .words_max = FL_OPTION_WORDS,
    .run = run,
};
