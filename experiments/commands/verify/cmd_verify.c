/* SPDX-License-Identifier: GPL-2.0-or-later */
/* floorlab verify: judges claims and prints the verdicts. */
#include "experiments/commands/commands_private.h"
#include "experiments/commands/verify/verify_private.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static fl_err read_numbers(const fl_options *options, fl_verify_job *job, fl_diag *diag)
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
    err =
        err ? err
            : fl_commands_read_share(options, "precision", FL_VERIFY_PRECISION, &claim_run->precision, diag);
    claim_run->tolerance = judged->tolerance;
    judged->seed = claim_run->seed;
    claim_run->threads = (unsigned)threads;
    claim_run->checks_itself = true;
    claim_run->is_patient = fl_program_option_get(options, "until-decided") != NULL;
    if (!err && fl_program_option_get(options, "floors") && claim_run->limit == 0) {
        err = fl_diag_set(diag, FL_ERR_USAGE, "", "--floors must be 1 or more");
    }
    if (err) {
        return err;
    }
    static const char *const other[] = {"floors", "precision", "until-decided", "findings"};
    if (!fl_program_option_get(options, "quick")) {
        return FL_OK;
    }
    /* --quick has its own number of floors. */
    for (size_t i = 0; i < sizeof other / sizeof other[0]; i++) {
        if (fl_program_option_get(options, other[i])) {
            return fl_diag_set(diag, FL_ERR_USAGE, "", "--quick and --%s contradict each other", other[i]);
        }
    }
    claim_run->limit = FL_VERIFY_QUICK;
    return FL_OK;
}

/* With --as every file contains floors, unless it is a result or claims. */
static bool is_floors(const fl_verify_job *job, const char *name)
{
    return fl_program_option_get(job->options, "as") && !fl_text_has_end(name, ".yaml") &&
           !fl_text_has_end(name, ".yml");
}

static fl_err add_file(fl_claim_set *claims, const char *name, fl_diag *diag)
{
    char *text = NULL;
    size_t size = 0;
    fl_err err = fl_program_file_read(name, &text, &size, diag);
    if (!err && text[strspn(text, " \t\r\n")] == '{') {
        err = fl_diag_set(diag, FL_ERR_USAGE, name, "this is a file of floors, not of claims");
        fl_diag_hint(
            diag,
            "add --as to name the rules that made them, for example: floorlab verify %s --as classic:level=1",
            name);
    }
    err = err ? err : fl_claim_set_add(claims, text, size, name, diag);
    free(text);
    return err;
}

static fl_err read_files(const fl_options *options, fl_verify_job *job, fl_diag *diag)
{
    fl_err err = FL_OK;
    for (size_t i = 0; i < options->words_n && !err; i++) {
        if (fl_text_has_end(options->word[i], ".h5") && job->run) {
            err = fl_diag_set(diag, FL_ERR_USAGE, options->word[i], "verify reads one result file at a time");
        } else if (fl_text_has_end(options->word[i], ".h5")) {
            job->run = options->word[i];
        } else if (is_floors(job, options->word[i])) {
            job->floors[job->import.files_n++] = options->word[i];
        } else {
            err = add_file(&job->claims, options->word[i], diag);
            job->has_files = true;
        }
    }
    /* Refuses files that do not go together, or floors without --as. */
    if (!err) {
        bool has_floors = job->import.files_n > 0;
        if (has_floors && job->run) {
            err = fl_diag_set(diag, FL_ERR_USAGE, job->run, "give result files or files of floors, not both");
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

/* Adds the files and options that the numbers depend on. */
static void add_options(const fl_options *options, fl_text *out)
{
    for (size_t i = 0; i < options->words_n; i++) {
        fl_text_add_char(out, ' ');
        fl_program_format_word(options->word[i], out);
    }
    for (size_t i = 0; i < options->values_n; i++) {
        const fl_option *row = &options->table[options->row[i]];
        if (fl_setting_word("explain findings only json tsv quiet threads output force resume anew "
                            "patience all verdict against",
                            row->name, strlen(row->name)) < 0) {
            fl_text_add_format(out, " --%s%s", row->name, row->value ? " " : "");
            if (row->value) {
                fl_program_format_word(options->value[i], out);
            }
        }
    }
}

static void explain_all(const fl_verify_job *job, const fl_verdict_table *table, fl_text *out)
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
                           .counts = fl_verify_detail_counts(table, &judged->findings[i], 0)};
        if (judged->findings[i].is_counted) {
            fl_verify_explain_print(&page, out);
        }
    }
}

/* True if the summary replaces the table of all rows. */
static bool is_summary(const fl_verify_job *job)
{
    enum { FEW = 40 };
    static const char *const asking[] = {"all", "as", "only", "verdict", "against"};
    bool is_asked = job->judged.findings_n <= FEW;
    for (size_t i = 0; i < sizeof asking / sizeof asking[0]; i++) {
        is_asked = is_asked || fl_program_option_get(job->options, asking[i]);
    }
    return !is_asked;
}

static fl_err print(const fl_verify_job *job, fl_diag *diag)
{
    fl_text out;
    const fl_judged *judged = &job->judged;
    fl_text_init(&out);
    fl_verdict_table table = {.claims = judged->claims,
                              .findings = judged->findings,
                              .findings_n = judged->findings_n,
                              .family_alpha = judged->family_alpha,
                              .floors = judged->floors,
                              .seed = judged->seed,
                              .is_stopped = judged->is_stopped,
                              .setup = job->has_counts      ? &job->counts.setup
                                       : job->import.totals ? &job->import.setup
                                                            : &job->claim_run.setup,
                              .totals = job->has_counts      ? job->counts.totals
                                        : job->import.totals ? job->import.totals
                                                             : job->claim_run.totals,
                              .is_summary = is_summary(job) && !fl_program_option_get(job->options, "json") &&
                                            !fl_program_option_get(job->options, "tsv"),
                              .is_quick = fl_program_option_get(job->options, "quick") != NULL,
                              .lists_all = fl_program_option_get(job->options, "all") != NULL,
                              .verdict = fl_program_option_get(job->options, "verdict"),
                              .against = fl_program_option_get(job->options, "against"),
                              .copies = fl_text_get(&job->copies),
                              .is_repeated = job->refused.size > 0,
                              .is_bare = fl_program_option_get(job->options, "quiet") &&
                                         (fl_program_option_get(job->options, "verdict") ||
                                          fl_program_option_get(job->options, "against")),
                              .line = fl_program_host_columns()};
    fl_err err = FL_OK;
    if (fl_program_option_get(job->options, "json")) {
        fl_verify_table_print_json(&table, &out);
    } else if (fl_program_option_get(job->options, "tsv")) {
        fl_verify_table_print_tsv(&table, &out);
    } else if (fl_program_option_get(job->options, "findings")) {
        err = fl_verify_findings_print(&table, &out, diag);
    } else if (fl_program_option_get(job->options, "explain")) {
        explain_all(job, &table, &out);
    } else {
        fl_verify_table_print(&table, &out);
    }
    err = err                   ? err
          : fl_text_check(&out) ? fl_diag_memory(diag)
                                : fl_program_output_tell(&out, job->options, diag);
    fl_text_free(&out);
    return err;
}

/* Suggests what to type if no claim is about the floors. */
static fl_err tell_nothing(const fl_verify_job *job, fl_diag *diag)
{
    fl_finding_sum sum = fl_claim_finding_count(job->judged.findings, job->judged.findings_n);
    if (sum.confirmed + sum.refuted + sum.undecided > 0 || job->claim_run.was_stopped) {
        return FL_OK;
    }
    fl_text out;
    fl_text_init(&out);
    fl_text_add_format(&out, "floorlab: nothing was judged: none of the %u claims is about these floors\n",
                       sum.left_out);
    if (!fl_program_option_get(job->options, "as") && job->run) {
        fl_text_add(&out, "hint: say with --as whose floors they should be, for example: floorlab verify ");
        fl_text_add_masked(&out, job->run);
        fl_text_add(&out, " --as classic:level=1\n");
    }
    fl_err err = fl_program_output_write(STDERR_FILENO, &out, diag);
    fl_text_free(&out);
    return err;
}

static fl_err run(const fl_options *options, int *exit_code, fl_diag *diag)
{
    static const int signal_base = 128;
    fl_verify_job job;
    memset(&job, 0, sizeof job);
    job.options = options;
    fl_claim_set_init(&job.claims);
    job.claims.files = &job.files;
    fl_text_init(&job.again);
    fl_text_init(&job.copies);
    fl_text_init(&job.refused);
    fl_text_init(&job.settings);
    add_options(options, &job.again);
    fl_program_progress_start(&job.progress, options);
    job.started = fl_program_host_seconds();
    fl_err err = read_numbers(options, &job, diag);
    err = err ? err : read_files(options, &job, diag);
    bool is_known = fl_program_option_get(options, "known") != NULL;
    if (is_known) {
        err = err ? err : fl_verify_print_known(&job, diag);
    } else {
        err = err                      ? err
              : job.run                ? fl_verify_judge_result(&job, diag)
              : job.import.files_n > 0 ? fl_verify_judge_floors(&job, diag)
                                       : fl_verify_judge_anew(&job, diag);
        /* Adds what exact distributions say about the claims; not for imported floors. */
        if (!err) {
            const fl_judged *judged = &job.judged;
            bool is_ours = job.import.files_n == 0 && job.stand_in.n == 0;
            err = is_ours ? fl_verify_add_exact(judged->claims, judged->findings, judged->findings_n, diag)
                          : FL_OK;
        }
        err = err ? err : print(&job, diag);
        err = err ? err : tell_nothing(&job, diag);
        err = err ? err : fl_program_output_write(STDERR_FILENO, &job.refused, diag);
    }
    if (!err && !is_known) {
        fl_finding_sum sum = fl_claim_finding_count(job.judged.findings, job.judged.findings_n);
        if (fl_program_option_get(options, "quick")) {
            sum.waiting = 0;
        }
        *exit_code = job.claim_run.was_stopped ? signal_base + fl_program_interrupt_caught()
                     : job.refused.size > 0    ? 1
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
    fl_text_free(&job.copies);
    fl_text_free(&job.refused);
    fl_text_free(&job.settings);
    return err;
}

static const fl_option options[] = {
    {"output", 'o', false, "VERIFY.h5",
     "where samples and verdicts are kept; a file of the same claims and options is replaced (default: "
     "verify.h5; with --only, --explain or --quick a name of its own, such as "
     "verify-classic.shop.h5)"},
    FL_CMD_FORCE,
    {"all", 0, false, NULL, "list the rows of all claims (default: of more than 40 a summary)"},
    {"verdict", 0, false, "confirmed|refuted|undecided|changed",
     "list only rows with it (changed: those that are not as expected); with --quiet nothing but these "
     "rows"},
    {"against", 0, false, "game|document|reading|comparison|control",
     "list only refuted rows, by whom: the game's code, the rules of another document, our own reading of a "
     "loose sentence"},
    {"only", 0, false, "CLAIMS", "judge only claims whose id matches, such as 'classic.*'"},
    {"explain", 0, false, "ID", "tell everything about one claim: source, reading, counts, how to repeat it"},
    {"findings", 0, false, NULL,
     "print the page 'What we found' (analysis/FINDINGS.md) from the built-in claims"},
    {"known", 0, false, NULL,
     "print hashes of each scenario's first samples, as data/known_samples.txt has them; judges nothing"},
    {"floors", 'n', false, "N",
     "make at most N floors of a scenario (default: as many as fit in less than a minute)"},
    {"quick", 0, false, NULL,
     "a look in seconds, as after an installation: 2,000 floors of a scenario; what these leave undecided "
     "is no failure"},
    {"precision", 0, false, "P",
     "for a refuted claim, go on until the true chance is known to within P (default 0.02)"},
    {"until-decided", 0, false, NULL, "make floors until every claim that can be decided is"},
    {"alpha", 0, false, "A",
     "the chance that even one true claim is refuted, shared by all claims (default 0.001)"},
    {"tolerance", 0, false, "T",
     "how far a chance may be off and still count as agreement (default: each claim's own)"},
    {"as", 0, true, "GENERATOR:K=V,…",
     "the files hold floors of another generator; judge them as if GENERATOR with these settings had made "
     "them"},
    {"skip-bad", 0, false, "N", "with --as: leave out up to N bad lines or maps of a file (default 0)"},
    FL_CMD_SET,
    FL_CMD_SEED,
    {"threads", 't', false, "T",
     "threads (default: one for each processor that it may use); the verdicts do not depend on it"},
    {"resume", 0, false, NULL, "continue a stopped call from its checkpoint, with the same options"},
    {"anew", 0, false, NULL, "start over, and drop the checkpoint of a stopped call"},
    FL_CMD_PATIENCE,
    FL_CMD_JSON,
    {"tsv", 0, false, NULL, "print the rows for a spreadsheet, with quotes and sources"},
    FL_CMD_PROGRESS,
    FL_CMD_QUIET,
    FL_CMD_HELP,
};

const fl_command fl_commands_verify = {
    .name = "verify",
    .arguments = "[CLAIMS.yaml …] [RUN.h5 | FLOORS --as GENERATOR]",
    .summary = "check what documents claim, by counting floors",
    .details = "Without files it judges all built-in claims, and prints a summary. It makes\n"
               "floors for each claim until the evidence decides it, and keeps samples and\n"
               "verdicts in a result file. Given such a file, or the result of a run, it makes\n"
               "no floors and prints what the file says about the claims. With CLAIMS.yaml\n"
               "beside it, it judges the configurations of the run whose settings are those of a\n"
               "claim's scenario.\n"
               "\n"
               "FLOORS are those of your own generator, as 'import' reads them, or a result of\n"
               "'import'; --as says which documented floors they should be. It judges those\n"
               "claims that your floors can decide, and lists the others with the reason.\n"
               "\n"
               "Claims are judged on several rule sets, so some are expected to be refuted; a\n"
               "verdict that is not the expected one is marked \"changed\". --set changes every\n"
               "scenario whose generator has the setting: --set hearts=1 judges floors of a\n"
               "hurt player.\n"
               "\n"
               "Before anything is judged, the first samples of each scenario are compared\n"
               "with hashes by which the version of their generator is known, and counted by\n"
               "every kernel that runs here and by several threads.\n"
               "\n"
               "Exit codes: 0 all verdicts are the expected ones; 1 some are not, or some of\n"
               "your floors are copies of others; 2 bad input; 3 two ways of making or counting\n"
               "samples differ, or a sample does not come to an end (--patience); 4 too few\n"
               "floors decide some claims (those marked as undecidable are not checked), or no\n"
               "claim is about the floors. Ctrl-C stops and shows the verdicts so far; --resume\n"
               "continues to the same verdicts.",
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
