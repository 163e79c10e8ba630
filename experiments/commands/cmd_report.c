/* SPDX-License-Identifier: GPL-2.0-or-later */
/* floorlab report: writes one HTML page about runs. */
#include "analysis/store/store.h"
#include "experiments/commands/commands_private.h"
#include "experiments/report/report.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { CLAIMS = 16 };

/* "runs/a.h5" -> "runs/a.html" */
static void name_output(const fl_options *options, fl_text *out)
{
    const char *given = fl_program_option_get(options, "output");
    const char *run = options->word[0];
    if (given) {
        fl_text_add(out, given);
        return;
    }
    fl_text_add_bytes(out, run, fl_text_stem(run, ".h5"));
    fl_text_add(out, ".html");
}

static void print_json(const fl_report *report, const char *path, size_t bytes, fl_text *out)
{
    fl_text_add(out, "{\"output\": ");
    fl_text_add_json(out, path);
    fl_text_add(out, ", \"runs\": [");
    for (unsigned i = 0; i < report->runs_n; i++) {
        const fl_report_run *run = &report->run[i];
        fl_finding_sum sum = fl_claim_finding_count(run->findings, run->findings_n);
        fl_text_add(out, i > 0 ? ", {\"run\": " : "{\"run\": ");
        fl_text_add_json(out, run->view.path);
        fl_text_add_format(out,
                           ", \"confirmed\": %u, \"refuted\": %u, \"undecided\": %u, \"changed\": %u, "
                           "\"left_out\": %u}",
                           sum.confirmed, sum.refuted, sum.undecided, sum.unexpected, sum.left_out);
    }
    fl_text_add_format(out, "], \"figures\": %u, \"floors\": %u, \"bytes\": %zu}\n", report->figures_n,
                       report->floors_n, bytes);
}

/* Puts the page that --explore names beside the report, unless it exists there. */
static fl_err attach(const fl_options *options, const char *folder, bool is_stream, fl_diag *diag)
{
    const char *page = fl_program_option_get(options, "explore");
    char *text = NULL;
    size_t size = 0;
    if (!page) {
        return FL_OK;
    }
    if (is_stream) {
        return fl_diag_set(diag, FL_ERR_USAGE, "",
                           "--explore puts a file beside the report, which needs -o FILE");
    }
    fl_text path;
    fl_text copy;
    fl_text_init(&path);
    fl_text_init(&copy);
    fl_text_add_format(&path, "%s/" FL_REPORT_EXPLORED, folder);
    fl_err err = fl_program_file_read(page, &text, &size, diag);
    if (!err && !strstr(text, FL_REPORT_EXPLORED_MARK)) {
        err = fl_diag_set(diag, FL_ERR_INPUT, page, "this is not the page to explore floors");
        fl_diag_hint(diag, "'./lab page' makes it: build/" FL_REPORT_EXPLORED);
    }
    err = err ? err
              : fl_program_output_guard(fl_text_get(&path), FL_REPORT_EXPLORED_MARK,
                                        fl_program_option_get(options, "force"), diag);
    if (!err) {
        fl_text_add_bytes(&copy, text, size);
        err = fl_text_check(&path) ? fl_diag_memory(diag)
                                   : fl_program_output_replace(fl_text_get(&path), &copy, diag);
    }
    free(text);
    fl_text_free(&copy);
    fl_text_free(&path);
    return err;
}

static fl_err write_page(fl_report *report, const fl_options *options, const char *path, fl_diag *diag)
{
    const char *claims[CLAIMS];
    fl_text folder;
    fl_text page;
    fl_report_request sources = {
        .run = options->word, .runs_n = (unsigned)options->words_n, .claims = claims};
    while (sources.claims_n < CLAIMS && fl_program_option_nth(options, "claims", sources.claims_n)) {
        claims[sources.claims_n] = fl_program_option_nth(options, "claims", sources.claims_n);
        sources.claims_n++;
    }
    uint64_t threads = 0;
    fl_progress progress;
    fl_program_progress_start(&progress, options);
    sources.progress = &progress;
    fl_text_init(&folder);
    fl_text_init(&page);
    /* The folder of a file; "." if the path has none. */
    const char *slash = strrchr(path, '/');
    if (!slash) {
        fl_text_add_char(&folder, '.');
    } else {
        fl_text_add_bytes(&folder, path, slash > path ? (size_t)(slash - path) : 1);
    }
    sources.folder = fl_text_get(&folder);
    bool is_stream = fl_program_file_is_stream(path);
    fl_err err = fl_text_check(&folder) ? fl_diag_memory(diag) : FL_OK;
    if (is_stream && fl_program_option_get(options, "json")) {
        err = fl_diag_set(diag, FL_ERR_USAGE, "", "-o - and --json both write to the standard output");
    }
    err = err || is_stream ? err : fl_store_atomic_try(path, diag);
    err = err ? err
              : fl_program_output_guard(path, FL_REPORT_MARK, fl_program_option_get(options, "force"), diag);
    err = err ? err : fl_program_option_threads(options, &threads, diag);
    sources.threads = fl_program_option_get(options, "verify") ? (unsigned)threads : 0;
    sources.is_explored = fl_program_option_get(options, "explore") != NULL;
    sources.is_brief = fl_program_option_get(options, "brief") != NULL;
    size_t n = 0;
    const fl_figure *all = fl_figure_all(&n);
    for (size_t i = 0; i < n; i++) {
        bool is_wanted = fl_cmd_figure_is_wanted(options, &all[i]) &&
                         (!sources.is_brief || fl_program_option_get(options, "figure") ||
                          strcmp(all[i].name, "odds") == 0);
        sources.figures |= (uint64_t)is_wanted << i;
    }
    err = err ? err : fl_cmd_figures_check(options, diag);
    err = err ? err : attach(options, sources.folder, is_stream, diag);
    if (!err) {
        err = fl_report_init(report, &sources, diag);
        err = err ? err : fl_report_write(report, &page, diag);
        fl_program_progress_end(&progress);
        err = err ? err : fl_program_output_replace(path, &page, diag);
        if (!err) {
            fl_text out;
            fl_text_init(&out);
            if (fl_program_option_get(options, "json")) {
                print_json(report, path, page.size, &out);
            } else if (!fl_program_option_get(options, "quiet") && !fl_program_file_is_stream(path)) {
                fl_text_add_format(&out, "%s: %u figures, %u floors, %zu kB\n", path, report->figures_n,
                                   report->floors_n, (page.size + 999) / 1000);
            }
            err = fl_program_output_write(STDOUT_FILENO, &out, diag);
            fl_text_free(&out);
        }
        fl_report_free(report);
    }
    fl_text_free(&folder);
    fl_text_free(&page);
    return err;
}

static fl_err run(const fl_options *options, int *exit_code, fl_diag *diag)
{
    (void)exit_code;
    fl_text path;
    fl_report *report = calloc(1, sizeof *report);
    if (!report) {
        return fl_diag_memory(diag);
    }
    fl_text_init(&path);
    name_output(options, &path);
    fl_err err = fl_text_check(&path) ? fl_diag_memory(diag) : FL_OK;
    err = err ? err : write_page(report, options, fl_text_get(&path), diag);
    fl_text_free(&path);
    free(report);
    return err;
}

static const fl_option options[] = {
    {"output", 'o', false, "FILE",
     "the page (default: the first run's name with .html; -: the standard output); an older page is "
     "replaced"},
    FL_CMD_FORCE,
    FL_CMD_FIGURE,
    {"brief", 0, false, NULL, "only the sums, what is contradicted, the odds and the provenance"},
    {"claims", 0, true, "FILE", "judge the claims of this file instead of those that ship; may be repeated"},
    {"verify", 0, false, NULL,
     "also judge all claims on new floors, as 'verify' does: one to two minutes more"},
    {"explore", 0, false, "PAGE",
     "put this page beside the report, with links to the floors of each configuration; './lab page' makes "
     "it: "
     "build/floorlab.html"},
    {"threads", 't', false, "T",
     "threads for --verify (default: one for each processor that it may use); the page does not depend on "
     "it"},
    FL_CMD_JSON,
    FL_CMD_PROGRESS,
    FL_CMD_QUIET,
    FL_CMD_HELP,
};

const fl_command fl_commands_report = {
    .name = "report",
    .arguments = "RUN.h5…",
    .summary = "write one HTML page about runs: verdicts, figures, floors",
    .details = "One HTML file that needs no other: the verdicts that the file keeps, or those on\n"
               "the claims that the run can decide; every figure that it has data for; its most\n"
               "extreme floors; and how to get all of it again. Several runs\n"
               "share a page; what differs between each and the first stands before all else,\n"
               "as 'compare' judges it. Figures need gnuplot.",
    .examples = "floorlab report rebirth-stages.h5\n"
                "floorlab report rebirth-stages.h5 -o stages.html\n"
                "floorlab report rebirth-stages.h5 --verify\n"
                "floorlab report verify.h5\n"
                "floorlab report game.h5 mine.h5 -o both.html\n",
    .options = options,
    .options_n = sizeof options / sizeof options[0],
    .words_min = 1,
    .words_max = FL_FIGURE_RUNS,
    .run = run,
};
