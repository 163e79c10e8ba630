/* SPDX-License-Identifier: GPL-2.0-or-later */
/* floorlab verify: judges claims and prints the verdicts. */
#include "experiments/commands/commands_private.h"
#include "experiments/import/import.h"
#include "experiments/run/run.h"
#include "experiments/verify/verify.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct verify_job {
    const fl_options *options;
    fl_claim_set claims; /* those to be judged */
    fl_files files;      /* that their populations name */
    bool has_files;      /* they are those of files that were named */
    fl_finding *findings;
    size_t findings_n;
    const char *run;       /* a result file to judge by; NULL = make samples */
    fl_judged_file stored; /* what a result file says */
    fl_run_result counts;  /* of a result file; open if `has_counts` */
    bool has_counts;
    fl_import import; /* floors of other generators, instead of a result file */
    const char *floors[FL_OPTION_WORDS];
    fl_import_stand_in stand_in; /* what floors stand for; n = 0: for themselves */
    fl_judged judged;            /* what is printed */
    fl_claim_run claim_run;
    fl_text again;    /* files and options that the numbers depend on */
    fl_text settings; /* of --set, separated by blanks */
    uint64_t shard, shards;
    double started;
    fl_progress progress;
} verify_job;

/* Reads a number between 0 and 1, ends excluded. */
static fl_err read_share(const fl_options *options, const char *name, double otherwise, double *out,
                         fl_diag *diag)
{
    const char *text = fl_program_option_get(options, name);
    fl_fraction chance = {0, 1};
    *out = otherwise;
    if (!text) {
        return FL_OK;
    }
    if (fl_stat_fraction_read(text, &chance) || chance.num == 0 || chance.num >= chance.den) {
        fl_err err = fl_diag_set(diag, FL_ERR_USAGE, "", "--%s needs a number between 0 and 1, not '%.80s'",
                                 name, text);
        fl_diag_hint(diag, "for example --%s 0.001", name);
        return err;
    }
    *out = fl_stat_fraction_value(chance);
    return FL_OK;
}

static fl_err check_word(const fl_options *options, const char *name, const char *words, fl_diag *diag)
{
    const char *word = fl_program_option_get(options, name);
    if (!word || fl_setting_word(words, word, strlen(word)) >= 0) {
        return FL_OK;
    }
    return fl_diag_set(diag, FL_ERR_USAGE, "", "--%s: found '%.80s', expected one of %s", name, word, words);
}

static fl_err read_numbers(const fl_options *options, verify_job *job, fl_diag *diag)
{
    uint64_t threads = 0;
    uint64_t patience = 0;
    fl_claim_run *claim_run = &job->claim_run;
    fl_judged *judged = &job->judged;
    fl_err err = fl_program_option_number(options, "floors", 0, &claim_run->limit, diag);
    err = err ? err : fl_program_option_number(options, "seed", 1, &claim_run->seed, diag);
    err = err ? err : fl_program_option_threads(options, &threads, diag);
    err = err ? err : fl_program_option_number(options, "patience", FL_RUN_PATIENCE, &patience, diag);
    claim_run->patience = (double)patience;
    err = err ? err : fl_program_option_shard(options, &job->shard, &job->shards, diag);
    err = err ? err : check_word(options, "verdict", "confirmed refuted undecided unexpected", diag);
    err = err ? err : check_word(options, "against", FL_VERIFY_GROUPS, diag);
    err = err ? err : read_share(options, "alpha", FL_VERIFY_ALPHA, &judged->family_alpha, diag);
    err = err ? err : read_share(options, "tolerance", 0, &judged->tolerance, diag);
    double precision = fl_program_option_get(options, "findings") ? FL_VERIFY_PRECISE : FL_VERIFY_PRECISION;
    err = err ? err : read_share(options, "precision", precision, &claim_run->precision, diag);
    claim_run->tolerance = judged->tolerance;
    judged->seed = claim_run->seed;
    claim_run->threads = (unsigned)threads;
    claim_run->is_patient = fl_program_option_get(options, "until-decided") != NULL;
    if (!err && fl_program_option_get(options, "floors") && claim_run->limit == 0) {
        err = fl_diag_set(diag, FL_ERR_USAGE, "", "--floors must be 1 or more");
    }
    return err;
}

static bool has_end(const char *name, const char *end)
{
    size_t n = strlen(name);
    size_t length = strlen(end);
    return n > length && strcmp(name + n - length, end) == 0;
}

static bool is_run(const char *name)
{
    return has_end(name, ".h5");
}

/* With --as all files are floors that are neither results nor claims. */
static bool is_floors(const verify_job *job, const char *name)
{
    return fl_program_option_get(job->options, "as") && !has_end(name, ".yaml") && !has_end(name, ".yml");
}

/* Files that make no sense together, or without --as. */
static fl_err check_files(const verify_job *job, fl_diag *diag)
{
    bool has_floors = job->import.files_n > 0;
    fl_err err = FL_OK;
    if (has_floors && job->run) {
        err = fl_diag_set(diag, FL_ERR_USAGE, job->run, "a result and floors cannot be judged together");
    } else if (fl_program_option_get(job->options, "as") && !has_floors && !job->run) {
        err = fl_diag_set(diag, FL_ERR_USAGE, "", "--as needs floors");
        fl_diag_hint(diag, "for example: floorlab verify mine.jsonl --as classic:level=2");
    } else if (fl_program_option_get(job->options, "skip-bad") && !has_floors) {
        err = fl_diag_set(diag, FL_ERR_USAGE, "", "--skip-bad is for files of floors, with --as");
    }
    return err;
}

static fl_err add_file(fl_claim_set *claims, const char *name, fl_diag *diag)
{
    char *text = NULL;
    size_t size = 0;
    fl_err err = fl_program_file_read(name, &text, &size, diag);
    err = err ? err : fl_claim_set_add(claims, text, size, name, diag);
    free(text);
    return err;
}

static fl_err read_book(const fl_options *options, verify_job *job, fl_diag *diag)
{
    fl_err err = FL_OK;
    for (size_t i = 0; i < options->words_n && !err; i++) {
        if (is_run(options->word[i]) && job->run) {
            err = fl_diag_set(diag, FL_ERR_USAGE, options->word[i], "verify reads one result file at a time");
            fl_diag_hint(diag, "shards of one call are put together by 'floorlab merge'");
        } else if (is_run(options->word[i])) {
            job->run = options->word[i];
        } else if (is_floors(job, options->word[i])) {
            job->floors[job->import.files_n++] = options->word[i];
        } else {
            err = add_file(&job->claims, options->word[i], diag);
            job->has_files = true;
        }
    }
    err = err ? err : check_files(job, diag);
    err = err || job->has_files ? err : fl_claim_set_add_shipped(&job->claims, diag);
    for (size_t i = 0; !err && fl_program_option_nth(options, "set", i); i++) {
        err = fl_claim_rows_set(&job->claims, fl_program_option_nth(options, "set", i), diag);
        fl_text_add_format(&job->settings, "%s%s", i > 0 ? " " : "",
                           fl_program_option_nth(options, "set", i));
    }
    return err;
}

static const char *pattern_of(const fl_options *options)
{
    const char *explained = fl_program_option_get(options, "explain");
    return explained ? explained : fl_program_option_get(options, "only");
}

static fl_err refuse_pattern(const fl_options *options, const fl_claim_set *claims, fl_diag *diag)
{
    const char *pattern = pattern_of(options);
    if (fl_program_option_get(options, "findings")) {
        fl_err err =
            fl_diag_set(diag, FL_ERR_USAGE, "", "the page of findings is about none of these claims");
        fl_diag_hint(diag, "it needs claims that some rule set breaks or another claim contradicts");
        return err;
    }
    const char *near = pattern ? fl_claim_set_nearest(claims, pattern) : NULL;
    fl_err err = fl_diag_set(diag, FL_ERR_USAGE, "", "there is no claim '%.80s'", pattern ? pattern : "");
    fl_diag_hint(diag, near ? "did you mean '%s'?" : "'floorlab list %s' lists them", near ? near : "claims");
    return err;
}

static bool is_stood_for(const void *job_of, const fl_generator *generator)
{
    return fl_import_stand_in_has(&((const verify_job *)job_of)->stand_in, generator);
}

static fl_err choose(const fl_options *options, verify_job *job, fl_diag *diag)
{
    if (job->stand_in.n > 0) {
        job->claims.is_wanted = is_stood_for;
        job->claims.wanted_context = job;
    }
    const char *pattern = pattern_of(options);
    bool is_findings = fl_program_option_get(options, "findings") != NULL;
    fl_err err = fl_claim_rows_make(&job->claims, NULL, diag);
    err = err ? err : fl_verify_choose(&job->claims, pattern, is_findings, diag);
    bool is_any = false;
    for (size_t i = 0; i < job->claims.rows_n; i++) {
        is_any = is_any || job->claims.row[i].is_chosen;
    }
    if (!err && job->shards > 1 && is_any) {
        err = fl_verify_choose_shard(&job->claims, job->shard, job->shards, diag);
    }
    err = err ? err : fl_claim_finding_list(&job->claims, &job->findings, &job->findings_n, diag);
    if (!err && job->findings_n == 0) {
        err = refuse_pattern(options, &job->claims, diag);
    }
    fl_judged *judged = &job->judged;
    judged->claims = &job->claims;
    judged->findings = job->findings;
    judged->findings_n = job->findings_n;
    judged->alpha = fl_stat_verdict_share(judged->family_alpha, (unsigned)job->claims.rows_n);
    judged->options = fl_text_get(&job->again);
    judged->settings = fl_text_get(&job->settings);
    judged->only = pattern;
    judged->is_findings = is_findings;
    job->claim_run.alpha = judged->alpha;
    return err;
}

/* Leaves out what was judged only for the sake of others. */
static void drop_companions(verify_job *job)
{
    size_t n = 0;
    for (size_t i = 0; i < job->findings_n; i++) {
        if (!job->findings[i].row->is_companion) {
            job->findings[n++] = job->findings[i];
        }
    }
    job->findings_n = n;
    job->judged.findings_n = n;
}

/* "132 of 201 claims decided, 3.2M samples, 210k samples/s, 0:21 left" */
static bool watch(void *job_of, const fl_claim_run_state *state)
{
    verify_job *job = job_of;
    double elapsed = fl_program_host_seconds() - job->started;
    fl_text line;
    fl_text_init(&line);
    if (state->rows == 0) {
        fl_program_progress_text(&job->progress, "the first samples of each population are checked");
        return fl_program_interrupt_caught() == 0;
    }
    fl_text_add_format(&line, "%zu of %zu claims decided, ", state->decided, state->rows);
    fl_program_format_number((double)state->floors, &line);
    fl_text_add(&line, " samples, ");
    fl_program_format_number(elapsed > 0 ? (double)state->floors / elapsed : 0, &line);
    fl_text_add(&line, " samples/s, ");
    if (state->cost_done > 0) {
        fl_program_format_time(elapsed * state->cost_left / state->cost_done, &line);
        fl_text_add(&line, " left");
    }
    fl_program_progress_text(&job->progress, fl_text_get(&line));
    fl_text_free(&line);
    return fl_program_interrupt_caught() == 0;
}

/* Judges by the counts of a run, or of floors. */
static fl_err judge_counts(verify_job *job, const fl_run_setup *setup, const fl_tally *totals, fl_diag *diag)
{
    bool are_imported = job->stand_in.n > 0;
    fl_judged *judged = &job->judged;
    fl_err err = choose(job->options, job, diag);
    drop_companions(job);
    fl_judge_run by = {.claims = &job->claims,
                       .findings = job->findings,
                       .findings_n = job->findings_n,
                       .alpha = judged->alpha,
                       .tolerance = judged->tolerance};
    err = err ? err : fl_verify_judge_counts(&by, are_imported ? &job->stand_in.setup : setup, totals, diag);
    if (!err && are_imported) {
        fl_verify_leave_out_unsaid(&by, totals);
    }
    judged->seed = 0;
    judged->floors = by.floors;
    return err;
}

/* Keeps the stored findings that a pattern names, or that the page of findings is about. */
static fl_err filter(verify_job *job, fl_diag *diag)
{
    size_t n = 0;
    fl_judged *judged = &job->judged;
    const char *pattern = pattern_of(job->options);
    bool is_findings = fl_program_option_get(job->options, "findings") != NULL;
    for (size_t i = 0; i < judged->findings_n; i++) {
        const fl_claim_row *row = judged->findings[i].row;
        bool is_wanted = !is_findings || fl_verify_findings_wants(judged->claims, row->claim);
        if (is_wanted && fl_verify_is_named(row, pattern)) {
            judged->findings[n++] = judged->findings[i];
        }
    }
    judged->findings_n = n;
    return n > 0 ? FL_OK : refuse_pattern(job->options, judged->claims, diag);
}

/* A result file has its samples: refuses options that say how to make some. */
static fl_err check_options(const verify_job *job, const char *file, fl_diag *diag)
{
    static const char *const making[] = {"output", "floors", "precision", "until-decided", "seed",
                                         "resume", "anew",   "shard",     "patience"};
    for (size_t i = 0; i < sizeof making / sizeof making[0]; i++) {
        if (fl_program_option_get(job->options, making[i])) {
            fl_err err = fl_diag_set(diag, FL_ERR_USAGE, file,
                                     "--%s is for making samples; this file has its own", making[i]);
            fl_diag_hint(diag, "leave out --%s, or the file", making[i]);
            return err;
        }
    }
    return FL_OK;
}

/* What a result file says about claims, if no others are named. */
static fl_err read_run(verify_job *job, fl_diag *diag)
{
    fl_store store;
    fl_err err = check_options(job, job->run, diag);
    err = err ? err : fl_store_hdf5_read(&store, job->run, diag);
    if (err) {
        return err;
    }
    bool is_stored = fl_verify_has_claims(&store) && !job->has_files && job->options->values_n == 0;
    for (size_t i = 0; i < job->options->values_n; i++) { /* options that only choose and print */
        const char *name = job->options->table[job->options->row[i]].name;
        bool is_harmless = fl_setting_word("only explain findings json quiet threads all verdict against",
                                           name, strlen(name)) >= 0;
        is_stored = i == 0 ? fl_verify_has_claims(&store) && !job->has_files && is_harmless
                           : is_stored && is_harmless;
    }
    err = fl_run_result_read(&job->counts, &store, job->run, diag);
    job->has_counts = !err;
    if (!err && is_stored) {
        err = fl_verify_judged_read(&job->stored, &store, job->run, diag);
        job->judged = job->stored.judged;
        err = err ? err : filter(job, diag);
    } else if (!err) {
        if (fl_program_option_get(job->options, "as")) {
            err = fl_import_stand_in_open(&job->stand_in, job->options, &job->counts.setup, diag);
        }
        err = err ? err : judge_counts(job, &job->counts.setup, job->counts.totals, diag);
    }
    fl_store_free(&store);
    return err;
}

/* Reads floors, counts them and judges what they stand for. Nothing is written. */
static fl_err judge_floors(verify_job *job, fl_diag *diag)
{
    fl_import *import = &job->import;
    bool is_quiet = fl_program_option_get(job->options, "quiet") != NULL;
    import->file = job->floors;
    fl_err err = check_options(job, job->floors[0], diag);
    err = err ? err : fl_program_option_number(job->options, "skip-bad", 0, &import->skip_bad, diag);
    err = err ? err : fl_import_open(import, diag);
    err = err ? err : fl_import_tell(import, is_quiet, diag);
    err = err ? err : fl_import_stand_in_open(&job->stand_in, job->options, &import->setup, diag);
    err = err ? err : fl_import_count(import, job->claim_run.threads, &job->progress, diag);
    return err ? err : judge_counts(job, &import->setup, import->totals, diag);
}

static fl_err write_file(verify_job *job, const char *path, fl_diag *diag)
{
    fl_store store;
    fl_text command;
    const fl_claim_run *run = &job->claim_run;
    fl_text_init(&command);
    fl_text_add_format(&command, "floorlab verify%s", fl_text_get(&job->again));
    fl_run_provenance provenance = {.command = fl_text_get(&command),
                                    .threads = run->threads,
                                    .seconds = fl_program_host_seconds() - job->started};
    fl_store_init(&store);
    fl_err err = fl_run_result_build(&store, &run->setup, run->totals, &provenance, diag);
    err = err ? err : fl_verify_judged_add(&job->judged, &store, diag);
    err = err ? err : fl_store_set_number(&store, "claims_shard", job->shard + 1);
    err = err ? err : fl_store_set_number(&store, "claims_shards", job->shards);
    err = err ? err : fl_store_hdf5_write(&store, path, diag);
    fl_store_free(&store);
    fl_text_free(&command);
    return err;
}

/* What must be equal for a call to go on where another one stopped. */
static fl_err write_identity(const verify_job *job, fl_text *out, fl_diag *diag)
{
    char digest[FL_DIGEST_TEXT];
    fl_judged empty = job->judged; /* claims and options, without findings */
    empty.findings_n = 0;
    fl_err err = fl_verify_judged_digest(&empty, digest, diag);
    const char *pattern = pattern_of(job->options);
    fl_text_add_format(out, "claims %s, only %s, findings %d, precision %g, limit %llu, shard %llu of %llu\n",
                       digest, pattern ? pattern : "all",
                       fl_program_option_get(job->options, "findings") != NULL, job->claim_run.precision,
                       (unsigned long long)job->claim_run.limit, (unsigned long long)job->shard + 1,
                       (unsigned long long)job->shards);
    return err;
}

/* Prints what the samples of this program are known by; nothing is counted. */
static fl_err print_known(verify_job *job, fl_diag *diag)
{
    fl_text out;
    fl_text_init(&out);
    fl_err err = choose(job->options, job, diag);
    err = err ? err : fl_verify_add_known(&job->claims, job->findings, job->findings_n, &out, diag);
    err = err                   ? err
          : fl_text_check(&out) ? fl_diag_memory(diag)
                                : fl_program_output_write(STDOUT_FILENO, &out, diag);
    fl_text_free(&out);
    return err;
}

static fl_err count(verify_job *job, fl_diag *diag)
{
    fl_claim_run *claim_run = &job->claim_run;
    const char *path = fl_program_option_get(job->options, "output");
    bool is_quiet = fl_program_option_get(job->options, "quiet") != NULL;
    bool goes_on =
        fl_program_option_get(job->options, "resume") || fl_program_option_get(job->options, "anew");
    bool may_replace = goes_on || fl_program_option_get(job->options, "force");
    fl_err err =
        fl_program_output_guard(path ? path : "verify.h5", path ? NULL : FL_STORE_MARK, may_replace, diag);
    path = path ? path : "verify.h5";
    err = err ? err : choose(job->options, job, diag);
    err = err ? err : fl_store_atomic_try(path, diag);
    if (err) {
        return err;
    }
    claim_run->claims = &job->claims;
    claim_run->findings = job->findings;
    claim_run->findings_n = job->findings_n;
    claim_run->context = job;
    claim_run->watch = watch;
    claim_run->output = path;
    claim_run->resumes = fl_program_option_get(job->options, "resume") != NULL;
    claim_run->begins_anew = fl_program_option_get(job->options, "anew") != NULL;
    fl_text identity;
    fl_text_init(&identity);
    err = write_identity(job, &identity, diag);
    claim_run->identity = fl_text_get(&identity);
    fl_program_interrupt_listen();
    err = err ? err : fl_verify_claims(claim_run, diag);
    fl_text_free(&identity);
    claim_run->identity = NULL;
    fl_program_progress_end(&job->progress);
    job->judged.floors = claim_run->floors;
    job->judged.is_stopped = claim_run->was_stopped;
    drop_companions(job);
    if (!err && !claim_run->was_stopped) {
        err = write_file(job, path, diag);
        err = err ? err : fl_verify_claims_done(claim_run, diag);
    }
    if (!err && !is_quiet) {
        double seconds = fl_program_host_seconds() - job->started;
        fprintf(stderr,
                claim_run->was_stopped ? "stopped after %.1f s, %s is not written; go on with --resume\n"
                                       : "judged in %.1f s; samples and verdicts are kept in %s\n",
                seconds, path);
    }
    return err;
}

/* Adds the files and options that the numbers depend on. */
static void add_options(const fl_options *options, fl_text *out)
{
    for (size_t i = 0; i < options->words_n; i++) {
        fl_text_add_format(out, " %s", options->word[i]);
    }
    for (size_t i = 0; i < options->values_n; i++) {
        const fl_option *row = &options->table[options->row[i]];
        if (fl_setting_word("explain findings only json quiet threads output force resume anew shard "
                            "patience all verdict against",
                            row->name, strlen(row->name)) < 0) {
            fl_text_add_format(out, " --%s%s%s", row->name, row->value ? " " : "", options->value[i]);
        }
    }
}

static void explain_all(const verify_job *job, const fl_verdict_table *table, fl_text *out)
{
    const fl_judged *judged = &job->judged;
    for (size_t i = 0; i < judged->findings_n; i++) {
        fl_explain page = {.claims = judged->claims,
                           .finding = &judged->findings[i],
                           .family_alpha = judged->family_alpha,
                           .alpha = judged->alpha,
                           .tolerance = judged->tolerance,
                           .seed = judged->seed,
                           .options = judged->options,
                           .counts = fl_verify_table_counts(table, &judged->findings[i], 0)};
        if (judged->findings[i].is_counted) {
            fl_verify_explain_print(&page, out);
        }
    }
}

static void print_findings(const verify_job *job, const fl_verdict_table *table, fl_text *out)
{
    fl_text again;
    fl_text_init(&again);
    const char *only = fl_program_option_get(job->options, "only");
    only = only ? only : job->judged.only;
    fl_text_add(&again, job->judged.options);
    if (only) {
        fl_text_add_format(&again, " --only '%s'", only);
    }
    fl_findings_page page = {*table, fl_text_get(&again)};
    fl_verify_findings_print(&page, out);
    out->is_short_of_memory |= again.is_short_of_memory;
    fl_text_free(&again);
}

/* Nobody reads a thousand rows that were not asked for. */
static bool is_summary(const verify_job *job)
{
    enum { FEW = 40 };
    static const char *const asking[] = {"all", "as", "only", "verdict", "against"};
    bool is_asked = job->judged.findings_n <= FEW;
    for (size_t i = 0; i < sizeof asking / sizeof asking[0]; i++) {
        is_asked = is_asked || fl_program_option_get(job->options, asking[i]);
    }
    return !is_asked;
}

static fl_err print(const verify_job *job, fl_diag *diag)
{
    fl_text out;
    const fl_judged *judged = &job->judged;
    fl_text_init(&out);
    fl_verdict_table table = {.claims = judged->claims,
                              .findings = judged->findings,
                              .findings_n = judged->findings_n,
                              .family_alpha = judged->family_alpha,
                              .floors = judged->floors,
                              .is_stopped = judged->is_stopped,
                              .setup = job->has_counts      ? &job->counts.setup
                                       : job->import.totals ? &job->import.setup
                                                            : &job->claim_run.setup,
                              .totals = job->has_counts      ? job->counts.totals
                                        : job->import.totals ? job->import.totals
                                                             : job->claim_run.totals,
                              .is_summary = is_summary(job),
                              .lists_all = fl_program_option_get(job->options, "all") != NULL,
                              .verdict = fl_program_option_get(job->options, "verdict"),
                              .against = fl_program_option_get(job->options, "against"),
                              .line = fl_program_host_columns()};
    fl_err err = FL_OK;
    if (fl_program_option_get(job->options, "json")) {
        fl_verify_table_print_json(&table, &out);
    } else if (fl_program_option_get(job->options, "findings")) {
        print_findings(job, &table, &out);
    } else if (fl_program_option_get(job->options, "explain")) {
        explain_all(job, &table, &out);
    } else {
        err = fl_verify_table_print(&table, &out);
    }
    err = err || fl_text_check(&out) ? fl_diag_memory(diag)
                                     : fl_program_output_write(STDOUT_FILENO, &out, diag);
    fl_text_free(&out);
    return err;
}

static fl_err run(const fl_options *options, int *exit_code, fl_diag *diag)
{
    static const int signal_base = 128;
    verify_job job;
    memset(&job, 0, sizeof job);
    job.options = options;
    fl_claim_set_init(&job.claims);
    job.claims.files = &job.files;
    fl_text_init(&job.again);
    fl_text_init(&job.settings);
    add_options(options, &job.again);
    fl_program_progress_start(&job.progress, STDERR_FILENO, fl_program_option_get(options, "quiet") != NULL);
    job.started = fl_program_host_seconds();
    fl_err err = read_numbers(options, &job, diag);
    err = err ? err : read_book(options, &job, diag);
    bool is_known = fl_program_option_get(options, "known") != NULL;
    if (is_known) {
        err = err ? err : print_known(&job, diag);
    } else {
        err = err                      ? err
              : job.run                ? read_run(&job, diag)
              : job.import.files_n > 0 ? judge_floors(&job, diag)
                                       : count(&job, diag);
        err = err ? err : print(&job, diag);
    }
    if (!err && !is_known) {
        fl_finding_sum sum = fl_claim_finding_count(job.judged.findings, job.judged.findings_n);
        *exit_code = job.claim_run.was_stopped ? signal_base + fl_program_interrupt_caught()
                                               : fl_claim_finding_exit_code(&sum);
    }
    fl_verify_claims_free(&job.claim_run);
    fl_import_stand_in_close(&job.stand_in);
    fl_import_close(&job.import);
    if (job.has_counts) {
        fl_run_result_close(&job.counts);
    }
    if (job.stored.judged.findings) {
        fl_verify_judged_free(&job.stored);
    }
    free(job.findings);
    fl_claim_set_free(&job.claims);
    fl_files_free(&job.files);
    fl_text_free(&job.again);
    fl_text_free(&job.settings);
    return err;
}

static const fl_option options[] = {
    {"output", 'o', false, "VERIFY.h5",
     "where samples and verdicts are kept (default: verify.h5, an older one is replaced)"},
    FL_CMD_FORCE,
    {"all", 0, false, NULL, "list the rows of all claims (default: of more than 40 a summary)"},
    {"verdict", 0, false, "VERDICT",
     "list only rows with it: confirmed, refuted, undecided, or unexpected for those that are not as "
     "expected"},
    {"against", 0, false, "WHOM",
     "list only refuted rows, by whom: game (its code), document (the rules of another), reading (our own of "
     "a "
     "loose sentence), comparison, control"},
    {"only", 0, false, "GLOB", "judge only claims whose id matches, such as 'classic.*'"},
    {"explain", 0, false, "ID", "tell everything about one claim: source, reading, counts, how to repeat it"},
    {"findings", 0, false, NULL,
     "write a page of what the documents get wrong, in Markdown; judges only such claims"},
    {"known", 0, false, NULL,
     "print hashes of each population's first samples, as data/known_samples.txt has them; judges nothing"},
    {"floors", 'n', false, "N",
     "make at most N floors of a population (default: as many as less than a minute allows)"},
    {"precision", 0, false, "P",
     "go on until the chance that refutes a claim is known to within P (default 0.02; 0.002 with "
     "--findings)"},
    {"until-decided", 0, false, NULL, "make floors until every claim is decided that can be"},
    {"alpha", 0, false, "A",
     "the chance that any true claim is refuted, shared by all claims (default 0.001)"},
    {"tolerance", 0, false, "T",
     "how far a chance may be off and still count as agreement (default: each claim's own)"},
    {"as", 0, true, "GENERATOR:K=V,…",
     "files are floors of another generator, and stand for those of GENERATOR with these settings"},
    {"skip-bad", 0, false, "N", "with --as: leave out up to N bad lines or maps of a file (default 0)"},
    FL_CMD_SET,
    FL_CMD_SEED,
    {"threads", 't', false, "T",
     "threads, 1 to 64 (default: one per processor); the verdicts do not depend on it"},
    {"resume", 0, false, NULL, "continue a stopped call from its checkpoint, with the same options"},
    {"anew", 0, false, NULL, "start over, and drop the checkpoint of a stopped call"},
    {"shard", 0, false, "I/N",
     "judge only the I-th of N parts of the populations, I from 1 to N; merge puts the files together"},
    FL_CMD_PATIENCE,
    FL_CMD_JSON,
    FL_CMD_QUIET,
    FL_CMD_HELP,
};

const fl_command fl_commands_verify = {
    .name = "verify",
    .arguments = "[CLAIMS.yaml …] [RUN.h5 | FLOORS --as GENERATOR]",
    .summary = "check what documents claim, by counting floors",
    .details = "Without files it judges all claims that ship, and prints a summary. Floors are\n"
               "made for each claim until the evidence decides it; samples and verdicts are kept\n"
               "in a result file. With such a file, or with that of a run, nothing is made: what\n"
               "the file says about claims is printed. With CLAIMS.yaml beside it the run's\n"
               "conditions whose settings are those of a claim's population are judged anew.\n"
               "\n"
               "FLOORS are those of your own generator, as 'import' reads them, or a result of\n"
               "'import'; --as says which documented floors they should be. Judged are the\n"
               "claims about those that the floors can decide; the others are listed with the\n"
               "reason.\n"
               "\n"
               "Claims are judged on several rule sets, so some are expected to be refuted; a\n"
               "verdict that is not the expected one is marked \"unexpected\". --set changes every\n"
               "population whose generator has the setting; --set plant.curse=0.6 plants a wrong\n"
               "chance, which verify must find.\n"
               "\n"
               "Before a population is counted, its first floors are made twice, and by every\n"
               "kernel that runs here, and compared: with each other, and with hashes by which\n"
               "the version of their generator is known.\n"
               "\n"
               "Exit codes: 0 all verdicts are the expected ones; 1 some are not; 4 some claims\n"
               "are still undecided, for want of floors (those marked as undecidable are not\n"
               "checked); 2 bad input; 3 two ways of making or counting samples differ, or a\n"
               "sample does not come to an end (--patience). Ctrl-C stops and shows the verdicts\n"
               "so far; --resume goes on to the same verdicts.",
    .examples = "floorlab verify\n"
                "floorlab verify verify.h5 --verdict refuted\n"
                "floorlab verify verify.h5 --against game\n"
                "floorlab verify --only 'classic.*' --floors 1M\n"
                "floorlab verify --explain classic.sacrifice.full\n"
                "floorlab verify mine.jsonl --as classic:rules=article,level=2\n"
                "floorlab verify my-claims.yaml --json\n"
                "floorlab verify levels.h5\n",
    .options = options,
    .options_n = sizeof options / sizeof options[0],
    .words_min = 0,
    .words_max = 16,
    .run = run,
};
