/* floorlab merge: the shards of one experiment into one result. */
#include "experiments/cmd.h"
#include "analysis/store/store.h"
#include "experiments/output.h"
#include "experiments/reread.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Shards are put into the order of their floors. */
static int by_floors(const void *a_of, const void *b_of)
{
    const fl_reread *a = a_of;
    const fl_reread *b = b_of;
    return a->plan.from < b->plan.from ? -1 : a->plan.from > b->plan.from;
}

static fl_err check_alike(const fl_reread *a, const fl_reread *b, const char *path, fl_diag *diag)
{
    fl_text ours;
    fl_text theirs;
    fl_text_init(&ours);
    fl_text_init(&theirs);
    fl_experiment_identity(&a->experiment, &ours);
    fl_experiment_identity(&b->experiment, &theirs);
    bool is_alike =
        strcmp(fl_text_get(&ours), fl_text_get(&theirs)) == 0 && a->experiment.floors == b->experiment.floors;
    fl_text_free(&ours);
    fl_text_free(&theirs);
    return is_alike
               ? FL_OK
               : fl_diag_set(
                     diag, FL_ERR_MISMATCH, path,
                     "this is another experiment than the first file's (settings, seed, metrics or floors)");
}

static fl_err check_ranges(const fl_reread *shards, size_t n, fl_diag *diag)
{
    for (size_t i = 1; i < n; i++) {
        uint64_t end = shards[i - 1].plan.to;
        uint64_t next = shards[i].plan.from;
        if (next != end) {
            return fl_diag_set(diag, FL_ERR_MISMATCH, "", "floors %llu to %llu are %s",
                               (unsigned long long)(next < end ? next : end),
                               (unsigned long long)(next < end ? end : next) - 1,
                               next < end ? "in two of the files" : "in none of the files");
        }
    }
    return FL_OK;
}

static fl_err open_all(const fl_options *options, fl_reread *shards, fl_diag *diag)
{
    fl_err err = FL_OK;
    for (size_t i = 0; i < options->words_n && !err; i++) {
        err = fl_reread_open(&shards[i], options->word[i], diag);
        if (!err && !shards[i].is_complete) {
            err = fl_diag_set(diag, FL_ERR_MISMATCH, options->word[i], "this run was stopped before its end");
            fl_diag_hint(diag, "finish it with --resume first");
        }
        err = err ? err : check_alike(&shards[0], &shards[i], options->word[i], diag);
    }
    qsort(shards, err ? 0 : options->words_n, sizeof *shards, by_floors);
    return err ? err : check_ranges(shards, options->words_n, diag);
}

static fl_err write_merged(fl_reread *shards, size_t n, const char *path, fl_text *out, fl_diag *diag)
{
    fl_store store;
    char digest[FL_DIGEST_TEXT];
    fl_result_provenance provenance = {.command = "floorlab merge", .threads = 1};
    for (size_t i = 1; i < n; i++) {
        for (uint64_t c = 0; c < shards[0].plan.conditions; c++) {
            fl_tally_merge(&shards[0].totals[c], &shards[i].totals[c]);
        }
    }
    shards[0].plan.to = shards[n - 1].plan.to;
    fl_store_init(&store);
    fl_err err = fl_result_build(&store, &shards[0].plan, shards[0].totals, &provenance, diag);
    err = err ? err : fl_store_write(&store, path, diag);
    err = err ? err : fl_result_digest(&shards[0].plan, shards[0].totals, digest, diag);
    if (!err) {
        fl_text_add_format(out, "%s  floors %llu to %llu of %llu\ndigest %s\n", path,
                           (unsigned long long)shards[0].plan.from, (unsigned long long)shards[0].plan.to - 1,
                           (unsigned long long)shards[0].experiment.floors, digest);
    }
    fl_store_free(&store);
    return err;
}

static fl_err run(const fl_options *options, int *exit_code, fl_diag *diag)
{
    (void)exit_code;
    const char *path = fl_option_get(options, "output");
    fl_text out;
    if (!path) {
        return fl_diag_set(diag, FL_ERR_USAGE, "", "merge wants to know where to: -o ALL.h5");
    }
    fl_reread *shards = calloc(options->words_n, sizeof *shards);
    if (!shards) {
        return fl_diag_memory(diag);
    }
    fl_text_init(&out);
    fl_err err = open_all(options, shards, diag);
    err = err ? err : write_merged(shards, options->words_n, path, &out, diag);
    err = err ? err : fl_output_write(STDOUT_FILENO, &out, diag);
    fl_text_free(&out);
    for (size_t i = 0; i < options->words_n; i++) {
        fl_reread_free(&shards[i]);
    }
    free(shards);
    return err;
}

static const fl_option options[] = {
    {"output", 'o', false, "ALL.h5", "the merged result file"},
    FL_CMD_HELP,
};

const fl_command fl_cmd_merge = {
    .name = "merge",
    .arguments = "RUN.h5 …",
    .summary = "put the shards of one experiment together",
    .details = "The shards must be of one experiment and follow one another without gap or overlap. The "
               "digest of all\n"
               "shards together is that of the unsharded run.",
    .examples = "floorlab merge part-1.h5 part-2.h5 part-3.h5 -o all.h5\n",
    .options = options,
    .options_n = sizeof options / sizeof options[0],
    .words_min = 1,
    .words_max = FL_OPTION_WORDS,
    .run = run,
};
