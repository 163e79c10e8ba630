/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Judges claims by a result file, by imported floors, or by new samples. */
#include "experiments/commands/verify/verify_private.h"

#include "gen/lines/lines.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char *pattern_of(const fl_options *options)
{
    const char *explained = fl_program_option_get(options, "explain");
    return explained ? explained : fl_program_option_get(options, "only");
}

static fl_err refuse_pattern(const fl_options *options, const fl_claim_set *claims, fl_diag *diag)
{
    const char *pattern = pattern_of(options);
    const char *near = pattern ? fl_claim_set_nearest(claims, pattern) : NULL;
    fl_text begun; /* the ids with this prefix */
    fl_text_init(&begun);
    for (size_t i = 0; i < claims->claims_n && pattern && pattern[0]; i++) {
        if (strncmp(claims->claim[i]->id, pattern, strlen(pattern)) == 0) {
            fl_text_add_format(&begun, "%s%s", begun.size > 0 ? ", " : "", claims->claim[i]->id);
        }
    }
    fl_err err = fl_diag_set(diag, FL_ERR_USAGE, "", "there is no claim '%.80s'", pattern ? pattern : "");
    fl_diag_hint(diag,
                 begun.size > 0 ? "claims that begin so: %.200s"
                 : near         ? "did you mean '%s'?"
                                : "'floorlab list %s' lists them",
                 begun.size > 0 ? fl_text_get(&begun)
                 : near         ? near
                                : "claims");
    fl_text_free(&begun);
    return err;
}

static bool is_stood_for(const void *job_of, const fl_generator *generator)
{
    return fl_import_stand_in_has(&((const fl_verify_job *)job_of)->stand_in, generator);
}

static fl_err choose_claims(const fl_options *options, fl_verify_job *job, fl_diag *diag)
{
    if (job->stand_in.n > 0) {
        job->claims.is_wanted = is_stood_for;
        job->claims.wanted_context = job;
    }
    const char *pattern = pattern_of(options);
    fl_err err = fl_claim_rows_make(&job->claims, NULL, diag);
    err = err ? err : fl_verify_choose(&job->claims, pattern, diag);
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
    job->claim_run.alpha = judged->alpha;
    return err;
}

/* Drops findings that only served to judge others. */
static void drop_companions(fl_verify_job *job)
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
    fl_verify_job *job = job_of;
    double elapsed = fl_program_host_seconds() - job->started;
    fl_text line;
    fl_text_init(&line);
    if (state->rows == 0) {
        fl_program_progress_text(&job->progress, "the first samples of each scenario are checked");
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

/* Judges by the counts of a run, or of imported floors. */
static fl_err judge_counts(fl_verify_job *job, const fl_run_setup *setup, const fl_tally *totals,
                           fl_diag *diag)
{
    bool are_imported = job->stand_in.n > 0;
    fl_judged *judged = &job->judged;
    fl_err err = choose_claims(job->options, job, diag);
    drop_companions(job);
    if (!err && are_imported) { /* only claims about such floors share alpha */
        setup = &job->stand_in.setup;
        totals = fl_import_stand_in_totals(&job->stand_in, totals);
        size_t n = fl_verify_rows_that_apply(&job->claims, setup, totals);
        judged->alpha = fl_stat_verdict_share(judged->family_alpha, n > 0 ? (unsigned)n : 1);
    }
    fl_judge_run by = {.claims = &job->claims,
                       .findings = job->findings,
                       .findings_n = job->findings_n,
                       .alpha = judged->alpha,
                       .tolerance = judged->tolerance};
    err = err ? err : fl_verify_judge_counts(&by, setup, totals, diag);
    if (!err && are_imported) {
        fl_verify_leave_out_unsaid(&by, totals);
    }
    judged->seed = 0;
    judged->floors = by.floors;
    return err;
}

/* Searches imported floors for copies, as far as the floors are available. */
static fl_err find_copies(fl_verify_job *job, const fl_run_setup *setup, const char *const *names,
                          bool has_each, fl_diag *diag)
{
    fl_err err = FL_OK;
    for (size_t i = 0; i < job->stand_in.n && !err; i++) {
        uint64_t condition = job->stand_in.condition[i];
        const fl_opened_generator *floors = &setup->condition[condition].opened;
        fl_import_copies copies;
        if (fl_files_can_make(setup->experiment->files) && floors->generator == &fl_lines) {
            err = fl_import_copies_find(&copies, floors, fl_run_setup_samples(setup, condition),
                                        &job->stand_in.as[i], diag);
            if (!err) {
                fl_import_copies_tell(&copies, &job->copies);
                fl_import_copies_refuse(&copies, names[has_each ? condition : 0], &job->refused);
            }
        }
    }
    return err;
}

/* A result file has its samples: refuses options about making samples. */
static fl_err check_options(const fl_verify_job *job, const char *file, fl_diag *diag)
{
    static const char *const making[] = {"output", "floors", "quick", "precision", "until-decided",
                                         "seed",   "resume", "anew",  "patience"};
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

/* Reports the stored verdicts of a result file, or judges the named claims by its counts. */
fl_err fl_verify_judge_result(fl_verify_job *job, fl_diag *diag)
{
    fl_store store;
    fl_err err = check_options(job, job->run, diag);
    err = err ? err : fl_store_read(&store, job->run, diag);
    if (err) {
        return err;
    }
    bool is_stored = fl_verify_has_claims(&store) && !job->has_files && job->options->values_n == 0;
    for (size_t i = 0; i < job->options->values_n; i++) { /* options that only select and print */
        const char *name = job->options->table[job->options->row[i]].name;
        bool is_harmless = fl_setting_word("only explain findings json tsv quiet threads all verdict against",
                                           name, strlen(name)) >= 0;
        is_stored = i == 0 ? fl_verify_has_claims(&store) && !job->has_files && is_harmless
                           : is_stored && is_harmless;
    }
    err = fl_run_result_read(&job->counts, &store, job->run, diag);
    job->has_counts = !err;
    if (!err && is_stored) {
        err = fl_verify_judged_read(&job->stored, &store, job->run, diag);
        job->judged = job->stored.judged;
        /* Keeps the stored findings that match a pattern. */
        if (!err) {
            size_t n = 0;
            fl_judged *judged = &job->judged;
            const char *pattern = pattern_of(job->options);
            for (size_t i = 0; i < judged->findings_n; i++) {
                if (fl_verify_is_named(judged->findings[i].row, pattern)) {
                    judged->findings[n++] = judged->findings[i];
                }
            }
            judged->findings_n = n;
            err = n > 0 ? FL_OK : refuse_pattern(job->options, judged->claims, diag);
        }
    } else if (!err) {
        if (fl_program_option_get(job->options, "as")) {
            err = fl_import_stand_in_open(&job->stand_in, job->options, &job->counts.setup, diag);
        }
        err = err ? err : judge_counts(job, &job->counts.setup, job->counts.totals, diag);
        err = err ? err : find_copies(job, &job->counts.setup, &job->run, false, diag);
        const fl_store_attribute *repeated = fl_store_attribute_of(&store, "repeated");
        if (repeated && repeated->number > 0 && job->stand_in.n > 0 && job->refused.size == 0) {
            fl_text_add(&job->refused, "floorlab: ");
            fl_text_add_masked(&job->refused, job->run);
            fl_text_add(&job->refused, ": its floors are repeated at a fixed distance, as import said\n");
        }
    }
    fl_store_free(&store);
    return err;
}

/* Reads floors, counts them and judges the claims they represent. Writes nothing. */
fl_err fl_verify_judge_floors(fl_verify_job *job, fl_diag *diag)
{
    fl_import *import = &job->import;
    bool is_quiet = fl_program_option_get(job->options, "quiet") != NULL;
    import->file = job->floors;
    import->threads = job->claim_run.threads;
    fl_err err = check_options(job, job->floors[0], diag);
    err = err ? err : fl_program_option_number(job->options, "skip-bad", 0, &import->skip_bad, diag);
    err = err ? err : fl_import_open(import, diag);
    err = err ? err : fl_import_tell(import, is_quiet, diag);
    err = err ? err : fl_import_stand_in_open(&job->stand_in, job->options, &import->setup, diag);
    err = err ? err : fl_import_count(import, job->claim_run.threads, &job->progress, diag);
    err = err ? err : judge_counts(job, &import->setup, import->totals, diag);
    return err ? err : find_copies(job, &import->setup, import->file, import->files_n > 1, diag);
}

static fl_err write_file(fl_verify_job *job, const char *path, fl_diag *diag)
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
    err = err ? err : fl_store_write(&store, path, diag);
    fl_store_free(&store);
    fl_text_free(&command);
    return err;
}

/* Adds what must be equal for a call to resume another one. */
static fl_err write_identity(const fl_verify_job *job, fl_text *out, fl_diag *diag)
{
    char digest[FL_DIGEST_TEXT];
    fl_judged empty = job->judged; /* claims and options, without findings */
    empty.findings_n = 0;
    fl_err err = fl_verify_judged_digest(&empty, digest, diag);
    const char *pattern = pattern_of(job->options);
    fl_text_add_format(out, "claims %s, only %s, precision %g, limit %llu\n", digest,
                       pattern ? pattern : "all", job->claim_run.precision,
                       (unsigned long long)job->claim_run.limit);
    return err;
}

/* Prints the hashes that identify the samples of this program; counts nothing. */
fl_err fl_verify_print_known(fl_verify_job *job, fl_diag *diag)
{
    fl_text out;
    fl_text_init(&out);
    fl_err err = choose_claims(job->options, job, diag);
    err = err ? err : fl_verify_add_known(&job->claims, job->findings, job->findings_n, &out, diag);
    err = err                   ? err
          : fl_text_check(&out) ? fl_diag_memory(diag)
                                : fl_program_output_write(STDOUT_FILENO, &out, diag);
    fl_text_free(&out);
    return err;
}

static fl_err tell_end(const fl_claim_run *run, const char *path, double seconds, fl_diag *diag)
{
    fl_text out;
    fl_text_init(&out);
    fl_text_add_format(&out, run->was_stopped ? "stopped after %.1f s, " : "judged in %.1f s; ", seconds);
    fl_text_add(&out, run->was_stopped ? "" : "samples and verdicts are kept in ");
    fl_text_add_masked(&out, path);
    fl_text_add(&out, run->was_stopped ? " is not written; go on with --resume\n" : "\n");
    fl_err err = fl_program_output_write(STDERR_FILENO, &out, diag);
    fl_text_free(&out);
    return err;
}

static bool is_same_text(const fl_store *store, const char *name, const char *text)
{
    const fl_store_attribute *found = fl_store_attribute_of(store, name);
    return found && found->text ? text && strcmp(found->text, text) == 0 : !text;
}

/* True if a file holds the verdicts of the same call, which may replace it. */
static bool is_of_call(const fl_verify_job *job, const char *path)
{
    fl_store store;
    if (fl_store_read(&store, path, NULL)) {
        return false;
    }
    bool is_same = is_same_text(&store, "claims_options", fl_text_get(&job->again)) &&
                   is_same_text(&store, "claims_only", pattern_of(job->options));
    fl_store_free(&store);
    return is_same;
}

/* Refuses to replace a file of another call. */
static fl_err guard(const fl_verify_job *job, const char *path, fl_diag *diag)
{
    bool forces =
        fl_program_option_get(job->options, "force") || fl_program_option_get(job->options, "resume");
    if (fl_program_output_guard(path, NULL, forces, NULL) == FL_OK || is_of_call(job, path)) {
        return FL_OK;
    }
    fl_err err = fl_program_output_guard(path, NULL, forces, diag);
    if (err == FL_ERR_USAGE) {
        err = fl_diag_set(diag, err, path, "this file is not of the same claims and options");
        fl_diag_hint(diag, "choose another name with -o, or replace the file with --force");
    }
    return err;
}

fl_err fl_verify_judge_anew(fl_verify_job *job, fl_diag *diag)
{
    fl_claim_run *claim_run = &job->claim_run;
    char name[FL_OUTPUT_NAME];
    const char *path = fl_program_option_get(job->options, "output");
    bool is_quiet = fl_program_option_get(job->options, "quiet") != NULL;
    char base[FL_OUTPUT_NAME] = "verify";
    if (!path) {
        /* "verify", with a suffix for a subset of the claims: "verify-classic.shop", "verify-quick". */
        enum { MOST = 150 };
        const char *pattern = pattern_of(job->options);
        size_t n = (size_t)snprintf(base, FL_OUTPUT_NAME, "verify%s%s",
                                    fl_program_option_get(job->options, "quick") ? "-quick" : "",
                                    pattern ? "-" : "");
        for (; pattern && *pattern && n < MOST; pattern++) {
            if (isalnum((unsigned char)*pattern) || strchr(".@_-", *pattern)) {
                base[n++] = *pattern;
            }
        }
        while (strchr(".-", base[n - 1])) {
            n--;
        }
        base[n] = '\0';
    }
    const fl_output_part part = {base, ".h5", 0, 1};
    fl_err err = fl_program_output_name(job->options, &part, name, diag);
    err = err ? err : guard(job, name, diag);
    path = name;
    err = err ? err : choose_claims(job->options, job, diag);
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
    return err || is_quiet ? err : tell_end(claim_run, path, fl_program_host_seconds() - job->started, diag);
}
