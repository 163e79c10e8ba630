/* SPDX-License-Identifier: GPL-2.0-or-later */
/* floorlab verify: judges claims and prints the verdicts. */
#include "experiments/commands/commands_private.h"
#include "experiments/run/run.h"
#include "experiments/verify/verify.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const double usual_alpha = 0.001;

typedef struct verify_job {
    fl_claim_set claims;
    fl_finding *findings;
    size_t findings_n;
    const char *run; /* a result file to judge; NULL = make floors */
    fl_claim_run claim_run;
    double family_alpha, started;
    fl_progress progress;
    fl_verdict_table table;
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

static fl_err read_numbers(const fl_options *options, verify_job *job, fl_diag *diag)
{
    uint64_t threads = 0;
    fl_claim_run *claim_run = &job->claim_run;
    fl_err err = fl_program_option_number(options, "floors", 0, &claim_run->limit, diag);
    err = err ? err : fl_program_option_number(options, "seed", 1, &claim_run->seed, diag);
    err = err ? err : fl_program_option_threads(options, &threads, diag);
    err = err ? err : read_share(options, "alpha", usual_alpha, &job->family_alpha, diag);
    err = err ? err : read_share(options, "tolerance", 0, &claim_run->tolerance, diag);
    claim_run->threads = (unsigned)threads;
    claim_run->is_patient = fl_program_option_get(options, "until-decided") != NULL;
    if (!err && fl_program_option_get(options, "floors") && claim_run->limit == 0) {
        err = fl_diag_set(diag, FL_ERR_USAGE, "", "--floors must be 1 or more");
    }
    return err;
}

static bool is_run(const char *name)
{
    size_t n = strlen(name);
    return n > 3 && strcmp(name + n - 3, ".h5") == 0;
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
    size_t files = 0;
    for (size_t i = 0; i < options->words_n && !err; i++) {
        if (is_run(options->word[i]) && !job->run) {
            job->run = options->word[i];
        } else {
            err = add_file(&job->claims, options->word[i], diag);
            files++;
        }
    }
    err = err || files > 0 ? err : fl_claim_set_add_shipped(&job->claims, diag);
    for (size_t i = 0; !err && fl_program_option_nth(options, "set", i); i++) {
        err = fl_claim_rows_set(&job->claims, fl_program_option_nth(options, "set", i), diag);
    }
    return err;
}

static fl_err choose(const fl_options *options, verify_job *job, fl_diag *diag)
{
    const char *explained = fl_program_option_get(options, "explain");
    const char *pattern = explained ? explained : fl_program_option_get(options, "only");
    fl_err err = fl_claim_rows_make(&job->claims, pattern, diag);
    if (!err && fl_program_option_get(options, "findings")) {
        fl_verify_findings_choose(&job->claims);
    }
    err = err ? err : fl_claim_finding_list(&job->claims, &job->findings, &job->findings_n, diag);
    if (!err && job->findings_n == 0) {
        const char *near = pattern ? fl_claim_set_nearest(&job->claims, pattern) : NULL;
        err = fl_diag_set(diag, FL_ERR_USAGE, "", "there is no claim '%.80s'", pattern ? pattern : "");
        fl_diag_hint(diag, near ? "did you mean '%s'?" : "'floorlab list %s' lists them",
                     near ? near : "claims");
    }
    job->claim_run.alpha = fl_stat_verdict_share(job->family_alpha, (unsigned)job->claims.rows_n);
    return err;
}

/* "132 of 201 claims decided, 3.2M floors, 210k floors/s, 0:21 left" */
static bool watch(void *job_of, const fl_claim_run_state *state)
{
    verify_job *job = job_of;
    double elapsed = fl_program_host_seconds() - job->started;
    fl_text line;
    fl_text_init(&line);
    fl_text_add_format(&line, "%zu of %zu claims decided, ", state->decided, state->rows);
    fl_program_format_number((double)state->floors, &line);
    fl_text_add(&line, " floors, ");
    fl_program_format_number(elapsed > 0 ? (double)state->floors / elapsed : 0, &line);
    fl_text_add(&line, " floors/s, ");
    if (state->cost_done > 0) {
        fl_program_format_time(elapsed * state->cost_left / state->cost_done, &line);
        fl_text_add(&line, " left");
    }
    fl_program_progress_text(&job->progress, fl_text_get(&line));
    fl_text_free(&line);
    return fl_program_interrupt_caught() == 0;
}

static fl_err count(verify_job *job, fl_diag *diag)
{
    fl_claim_run *claim_run = &job->claim_run;
    if (job->run) {
        fl_judge_run again = {
            &job->claims, job->findings, job->findings_n, claim_run->alpha, claim_run->tolerance, 0, {0}};
        fl_err err = fl_verify_judge_run(&again, job->run, diag);
        claim_run->floors = again.floors;
        return err;
    }
    claim_run->claims = &job->claims;
    claim_run->findings = job->findings;
    claim_run->findings_n = job->findings_n;
    claim_run->context = job;
    claim_run->watch = watch;
    fl_program_interrupt_listen();
    fl_err err = fl_verify_claims(claim_run, diag);
    fl_program_progress_end(&job->progress);
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
        if (fl_setting_word("explain findings only json quiet threads", row->name, strlen(row->name)) < 0) {
            fl_text_add_format(out, " --%s%s%s", row->name, row->value ? " " : "", options->value[i]);
        }
    }
}

static void explain_all(const fl_options *options, const verify_job *job, fl_text *out)
{
    fl_text again;
    fl_text_init(&again);
    add_options(options, &again);
    for (size_t i = 0; i < job->findings_n; i++) {
        fl_explain page = {.claims = &job->claims,
                           .finding = &job->findings[i],
                           .family_alpha = job->family_alpha,
                           .alpha = job->claim_run.alpha,
                           .tolerance = job->claim_run.tolerance,
                           .seed = job->run ? 0 : job->claim_run.seed,
                           .options = fl_text_get(&again)};
        if (job->findings[i].is_counted) {
            fl_verify_explain_print(&page, out);
        }
    }
    fl_text_free(&again);
}

static void print_findings(const fl_options *options, const fl_verdict_table *table, fl_text *out)
{
    fl_text again;
    fl_text_init(&again);
    add_options(options, &again);
    if (fl_program_option_get(options, "only")) {
        fl_text_add_format(&again, " --only '%s'", fl_program_option_get(options, "only"));
    }
    fl_findings_page page = {*table, fl_text_get(&again)};
    fl_verify_findings_print(&page, out);
    out->is_short_of_memory |= again.is_short_of_memory;
    fl_text_free(&again);
}

static fl_err print(const fl_options *options, const verify_job *job, fl_diag *diag)
{
    fl_text out;
    fl_text_init(&out);
    fl_verdict_table table = {.claims = &job->claims,
                              .findings = job->findings,
                              .findings_n = job->findings_n,
                              .family_alpha = job->family_alpha,
                              .seconds = fl_program_host_seconds() - job->started,
                              .floors = job->claim_run.floors,
                              .is_stopped = job->claim_run.was_stopped};
    fl_err err = FL_OK;
    if (fl_program_option_get(options, "json")) {
        fl_verify_table_print_json(&table, &out);
    } else if (fl_program_option_get(options, "findings")) {
        print_findings(options, &table, &out);
    } else if (fl_program_option_get(options, "explain")) {
        explain_all(options, job, &out);
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
    fl_claim_set_init(&job.claims);
    fl_program_progress_start(&job.progress, STDERR_FILENO, fl_program_option_get(options, "quiet") != NULL);
    job.started = fl_program_host_seconds();
    fl_err err = read_numbers(options, &job, diag);
    err = err ? err : read_book(options, &job, diag);
    err = err ? err : choose(options, &job, diag);
    err = err ? err : count(&job, diag);
    err = err ? err : print(options, &job, diag);
    if (!err) {
        fl_finding_sum sum = fl_claim_finding_count(job.findings, job.findings_n);
        *exit_code = job.claim_run.was_stopped ? signal_base + fl_program_interrupt_caught()
                                               : fl_claim_finding_exit_code(&sum);
    }
    free(job.findings);
    fl_claim_set_free(&job.claims);
    return err;
}

static const fl_option options[] = {
    {"only", 0, false, "GLOB", "judge only claims whose id matches, such as 'classic.*'"},
    {"explain", 0, false, "ID", "tell everything about one claim: source, reading, counts, how to repeat it"},
    {"findings", 0, false, NULL,
     "write a page of what the documents get wrong, in Markdown; judges only such claims"},
    {"floors", 'n', false, "N",
     "make at most N floors of a population (default: as many as about half a minute allows)"},
    {"until-decided", 0, false, NULL, "make floors until every claim is decided that can be"},
    {"alpha", 0, false, "A",
     "the chance that any true claim is refuted, shared by all claims (default 0.001)"},
    {"tolerance", 0, false, "T",
     "how far a chance may be off and still count as agreement (default: each claim's own)"},
    FL_CMD_SET,
    FL_CMD_SEED,
    {"threads", 't', false, "T",
     "threads, 1 to 64 (default: one per processor); the verdicts do not depend on it"},
    FL_CMD_JSON,
    FL_CMD_QUIET,
    FL_CMD_HELP,
};

const fl_command fl_cmd_verify = {
    .name = "verify",
    .arguments = "[CLAIMS.yaml …] [RUN.h5]",
    .summary = "check what documents claim, by counting floors",
    .details = "Without files it judges all claims that ship. Floors are made for each claim\n"
               "until the evidence decides it. With RUN.h5 nothing is made: the run's conditions\n"
               "whose settings are those of a claim's population are judged.\n"
               "\n"
               "Claims are judged on several rule sets, so some are expected to be refuted; a\n"
               "verdict that is not the expected one is marked \"unexpected\". --set changes every\n"
               "population whose generator has the setting; --set plant.curse=0.6 plants a wrong\n"
               "chance, which verify must find.\n"
               "\n"
               "Exit codes: 0 all verdicts are the expected ones; 1 some are not; 4 some claims\n"
               "are still undecided, for want of floors (those marked as undecidable are not\n"
               "checked); 2 bad input. Ctrl-C stops and shows the verdicts so far.",
    .examples = "floorlab verify\n"
                "floorlab verify --only 'classic.*' --floors 1M\n"
                "floorlab verify --explain classic.sacrifice.full\n"
                "floorlab verify my-claims.yaml --json\n"
                "floorlab verify levels.h5\n",
    .options = options,
    .options_n = sizeof options / sizeof options[0],
    .words_min = 0,
    .words_max = 16,
    .run = run,
};
