/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What a call of verify asks for: numbers, files, which claims. */
#include "experiments/commands/commands_private.h"
#include "experiments/commands/verify/verify_private.h"

#include <stdlib.h>
#include <string.h>

fl_err fl_verify_read_numbers(const fl_options *options, fl_verify_job *job, fl_diag *diag)
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
    err = err ? err : fl_commands_read_share(options, "alpha", FL_VERIFY_ALPHA, &judged->family_alpha, diag);
    err = err ? err : fl_commands_read_share(options, "tolerance", 0, &judged->tolerance, diag);
    double precision = fl_program_option_get(options, "findings") ? FL_VERIFY_PRECISE : FL_VERIFY_PRECISION;
    err = err ? err : fl_commands_read_share(options, "precision", precision, &claim_run->precision, diag);
    claim_run->tolerance = judged->tolerance;
    judged->seed = claim_run->seed;
    claim_run->threads = (unsigned)threads;
    claim_run->checks_itself = true;
    claim_run->is_patient = fl_program_option_get(options, "until-decided") != NULL;
    if (!err && fl_program_option_get(options, "floors") && claim_run->limit == 0) {
        err = fl_diag_set(diag, FL_ERR_USAGE, "", "--floors must be 1 or more");
    }
    /* A quick look has its own number of floors. */
    if (err) {
        return err;
    }
    static const char *const other[] = {"floors", "precision", "until-decided", "findings"};
    if (!fl_program_option_get(options, "quick")) {
        return FL_OK;
    }
    for (size_t i = 0; i < sizeof other / sizeof other[0]; i++) {
        if (fl_program_option_get(options, other[i])) {
            return fl_diag_set(diag, FL_ERR_USAGE, "", "--quick and --%s contradict each other", other[i]);
        }
    }
    claim_run->limit = FL_VERIFY_QUICK;
    return FL_OK;
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
static bool is_floors(const fl_verify_job *job, const char *name)
{
    return fl_program_option_get(job->options, "as") && !has_end(name, ".yaml") && !has_end(name, ".yml");
}

static fl_err add_file(fl_claim_set *claims, const char *name, fl_diag *diag)
{
    char *text = NULL;
    size_t size = 0;
    fl_err err = fl_program_file_read(name, &text, &size, diag);
    if (!err && text[strspn(text, " \t\r\n")] == '{') {
        err = fl_diag_set(diag, FL_ERR_USAGE, name, "these are floors, not claims");
        fl_diag_hint(diag,
                     "say with --as whose floors they should be, for example: floorlab verify %s --as "
                     "classic:level=1",
                     name);
    }
    err = err ? err : fl_claim_set_add(claims, text, size, name, diag);
    free(text);
    return err;
}

fl_err fl_verify_read_files(const fl_options *options, fl_verify_job *job, fl_diag *diag)
{
    fl_err err = FL_OK;
    for (size_t i = 0; i < options->words_n && !err; i++) {
        if (is_run(options->word[i]) && job->run) {
            err = fl_diag_set(diag, FL_ERR_USAGE, options->word[i], "verify reads one result file at a time");
        } else if (is_run(options->word[i])) {
            job->run = options->word[i];
        } else if (is_floors(job, options->word[i])) {
            job->floors[job->import.files_n++] = options->word[i];
        } else {
            err = add_file(&job->claims, options->word[i], diag);
            job->has_files = true;
        }
    }
    /* Files that make no sense together, or without --as. */
    if (!err) {
        bool has_floors = job->import.files_n > 0;
        if (has_floors && job->run) {
            err = fl_diag_set(diag, FL_ERR_USAGE, job->run, "a result and floors cannot be judged together");
        } else if (fl_program_option_get(job->options, "as") && !has_floors && !job->run) {
            err = fl_diag_set(diag, FL_ERR_USAGE, "", "--as needs floors");
            fl_diag_hint(diag, "for example: floorlab verify mine.jsonl --as classic:level=2");
        } else if (fl_program_option_get(job->options, "skip-bad") && !has_floors) {
            err = fl_diag_set(diag, FL_ERR_USAGE, "", "--skip-bad is for files of floors, with --as");
        }
    }
    err = err || job->has_files ? err : fl_claim_set_add_shipped(&job->claims, diag);
    for (size_t i = 0; !err && fl_program_option_nth(options, "set", i); i++) {
        err = fl_claim_rows_set(&job->claims, fl_program_option_nth(options, "set", i), diag);
        fl_text_add_format(&job->settings, "%s%s", i > 0 ? " " : "",
                           fl_program_option_nth(options, "set", i));
    }
    return err;
}

const char *fl_verify_pattern(const fl_options *options)
{
    const char *explained = fl_program_option_get(options, "explain");
    return explained ? explained : fl_program_option_get(options, "only");
}

fl_err fl_verify_refuse_pattern(const fl_options *options, const fl_claim_set *claims, fl_diag *diag)
{
    const char *pattern = fl_verify_pattern(options);
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
    return fl_import_stand_in_has(&((const fl_verify_job *)job_of)->stand_in, generator);
}

fl_err fl_verify_choose_claims(const fl_options *options, fl_verify_job *job, fl_diag *diag)
{
    if (job->stand_in.n > 0) {
        job->claims.is_wanted = is_stood_for;
        job->claims.wanted_context = job;
    }
    const char *pattern = fl_verify_pattern(options);
    bool is_findings = fl_program_option_get(options, "findings") != NULL;
    fl_err err = fl_claim_rows_make(&job->claims, NULL, diag);
    err = err ? err : fl_verify_choose(&job->claims, pattern, is_findings, diag);
    err = err ? err : fl_claim_finding_list(&job->claims, &job->findings, &job->findings_n, diag);
    if (!err && job->findings_n == 0) {
        err = fl_verify_refuse_pattern(options, &job->claims, diag);
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
void fl_verify_drop_companions(fl_verify_job *job)
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
