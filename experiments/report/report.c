/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Opens the runs, judges the claims, and puts the sections together to a page. */
#include "experiments/report/report.h"

#include "experiments/report/report_private.h"
#include "gen/base/embedded.h"

#include <stdlib.h>
#include <string.h>

static const double usual_alpha = 0.001;

/* The hash of experiments/report/report.js; tests/cli/report.py checks it. */
static const char script_hash[] = "sha256-dQqiHSGFhvGsNeY6sCxI8dw5atbfvF4b8GOYjEvmbDU=";

/* Reads the built-in claims before the first judgement, if none were given. Opening their scenarios takes
 * longer than the page of a run with stored verdicts. */
static fl_err need_claims(fl_report *self, fl_diag *diag)
{
    if (self->has_claims) {
        return FL_OK;
    }
    self->has_claims = true;
    fl_err err = fl_claim_set_add_shipped(&self->claims, diag);
    return err ? err : fl_claim_rows_make(&self->claims, NULL, diag);
}

static bool watch(void *report_of, const fl_claim_run_state *state)
{
    fl_report *self = report_of;
    double done = state->cost_done + state->cost_left > 0
                      ? state->cost_done / (state->cost_done + state->cost_left)
                      : 0;
    fl_program_progress_step(self->progress, "judging the claims on new floors, percent",
                             (uint64_t)(100 * done), 100);
    return fl_program_interrupt_caught() == 0;
}

/* Judges all claims on new floors. */
static fl_err verify(fl_report *self, unsigned threads, fl_diag *diag)
{
    fl_err err = need_claims(self, diag);
    err = err ? err : fl_claim_finding_list(&self->claims, &self->verified, &self->verified_n, diag);
    fl_claim_run claim_run = {.claims = &self->claims,
                              .findings = self->verified,
                              .findings_n = self->verified_n,
                              .seed = 1,
                              .threads = threads,
                              .alpha =
                                  fl_stat_verdict_share(self->family_alpha, (unsigned)self->claims.rows_n),
                              .context = self,
                              .watch = watch};
    fl_program_interrupt_listen();
    err = err ? err : fl_verify_claims(&claim_run, diag);
    self->verified_floors = claim_run.floors;
    err = err ? err : fl_verify_add_exact(&self->claims, self->verified, self->verified_n, diag);
    return err || !claim_run.was_stopped ? err : FL_ERR_STOPPED;
}

/* True if a run gets its figures although its floors cannot be made: an older generator version, or missing
 * rule files. */
static bool is_drawable(fl_err err)
{
    return !err || err == FL_ERR_VERSION || err == FL_ERR_INPUT || err == FL_ERR_USAGE;
}

/* Opens a run: the file is read once for tallies and figures. */
static fl_err open_run(fl_report *self, const char *path, bool judges_anew, fl_diag *diag)
{
    fl_store store;
    fl_report_run *run = &self->run[self->runs_n];
    fl_err err = fl_store_read(&store, path, diag);
    if (err) {
        return err;
    }
    self->runs_n++;
    bool is_stored = !judges_anew && fl_verify_has_claims(&store);
    fl_err verdicts = is_stored ? fl_verify_judged_read(&run->stored, &store, path, diag) : FL_OK;
    if (is_stored && !verdicts) {
        run->is_judged = true;
        run->claims = &run->stored.claims;
        run->findings = run->stored.judged.findings;
        run->findings_n = run->stored.judged.findings_n;
        run->family_alpha = run->stored.judged.family_alpha;
    }
    fl_diag_init(&run->reason);
    fl_err known = fl_run_result_read(&run->result, &store, path, &run->reason);
    run->is_known = !known;
    err = fl_figure_view_init(&run->view, &store, path, diag);
    if (!err && !is_drawable(known) && diag) {
        *diag = run->reason;
    }
    err = err || is_drawable(known) ? err : known;
    err = err ? err : verdicts;
    if (!err && !known && !is_stored) {
        err = need_claims(self, diag);
        run->claims = &self->claims;
        run->family_alpha = self->family_alpha;
        err = err ? err : fl_claim_finding_list(&self->claims, &run->findings, &run->findings_n, diag);
        double alpha = fl_stat_verdict_share(self->family_alpha, (unsigned)self->claims.rows_n);
        fl_judge_run by = {&self->claims, run->findings, run->findings_n, alpha, 0, 0};
        err = err ? err : fl_verify_judge_counts(&by, &run->result.setup, run->result.totals, diag);
        run->floors = by.floors;
    }
    return err || !run->claims ? err : fl_verify_add_exact(run->claims, run->findings, run->findings_n, diag);
}

fl_err fl_report_init(fl_report *self, const fl_report_request *request, fl_diag *diag)
{
    memset(self, 0, sizeof *self);
    fl_claim_set_init(&self->claims);
    fl_text_init(&self->body);
    self->family_alpha = usual_alpha;
    self->is_explored = request->is_explored;
    self->is_brief = request->is_brief;
    self->figures = request->figures;
    self->files.format = "svg";
    self->files.hidden.lock = -1;
    fl_program_progress_init(&self->untold, -1);
    self->progress = request->progress ? request->progress : &self->untold;
    fl_err err = fl_figure_bosses_open(&self->boss_names, diag);
    for (unsigned i = 0; i < request->claims_n && !err; i++) {
        char *text = NULL;
        size_t size = 0;
        err = fl_program_file_read(request->claims[i], &text, &size, diag);
        err = err ? err : fl_claim_set_add(&self->claims, text, size, request->claims[i], diag);
        free(text);
    }
    self->has_claims = request->claims_n > 0;
    if (!err && self->has_claims) {
        err = fl_claim_rows_make(&self->claims, NULL, diag);
    }
    for (unsigned i = 0; i < request->runs_n && !err; i++) {
        err = open_run(self, request->run[i], request->claims_n > 0, diag);
    }
    if (!err && request->threads > 0) {
        err = verify(self, request->threads, diag);
    }
    return err ? err : fl_render_files_init(&self->files, request->folder, diag);
}

void fl_report_free(fl_report *self)
{
    fl_render_files_free(&self->files);
    for (unsigned i = 0; i < self->runs_n; i++) {
        if (self->run[i].is_known) {
            fl_run_result_close(&self->run[i].result);
        }
        fl_figure_view_free(&self->run[i].view);
        if (self->run[i].is_judged) {
            fl_verify_judged_free(&self->run[i].stored);
        } else {
            free(self->run[i].findings);
        }
    }
    self->runs_n = 0;
    free(self->verified);
    fl_yaml_free(self->boss_names);
    fl_claim_set_free(&self->claims);
    fl_text_free(&self->body);
}

static void add_title(const fl_report *self, fl_text *out)
{
    for (unsigned i = 0; i < self->runs_n; i++) {
        fl_text_add(out, i > 0 ? ", " : "");
        fl_report_add_label(self->run[i].view.name, FL_FIGURE_LABEL_SIGNS, out);
    }
}

static void add_shipped(const char *name, fl_text *out)
{
    const fl_embedded *file = fl_embedded_find(name);
    fl_bug_assert(file, "floorlab report RUN.h5, with any result file");
    fl_text_add_bytes(out, file->data, file->size);
}

fl_err fl_report_write(fl_report *self, fl_text *out, fl_diag *diag)
{
    size_t figures = 0;
    (void)fl_figure_all(&figures);
    self->steps_n = figures * (self->runs_n + (self->runs_n > 1)) + self->runs_n - 1;
    self->progress->started = fl_program_host_seconds(); /* the remaining time is estimated from the steps */
    fl_report_verdicts_add_all(self, &self->body);
    fl_err err = self->runs_n > 1 ? fl_report_differences_add(self, &self->body, diag) : FL_OK;
    for (unsigned i = 0; i < self->runs_n && !err; i++) {
        fl_report_verdicts_add(self, i, &self->body);
        err = self->runs_n == 1 ? fl_report_differences_add(self, &self->body, diag) : FL_OK;
        err = err ? err : fl_report_figures_add(self, i, &self->body, diag);
        err = err || self->is_brief ? err : fl_report_floors_add(self, i, &self->body, diag);
        if (!err) {
            fl_report_facts_add(self, i, &self->body);
        }
    }
    err = err ? err : fl_report_figures_add_common(self, &self->body, diag);
    if (err) {
        return err;
    }
    fl_text_add(out, "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n" FL_REPORT_MARK
                     "\n");
    fl_text_add_format(
        out,
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; img-src data:; "
        "style-src 'unsafe-inline'; script-src '%s'; base-uri 'none'; form-action 'none'\">\n",
        script_hash);
    fl_text_add(out, "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
                     "<meta name=\"referrer\" content=\"no-referrer\">\n<title>");
    add_title(self, out);
    fl_text_add(out, " – floorlab report</title>\n<style>\n");
    add_shipped("experiments/report/report.css", out);
    fl_text_add(out, ":root{");
    fl_report_floors_add_variables(false, out);
    fl_text_add(out, "}\n@media screen and (prefers-color-scheme: dark){:root{");
    fl_report_floors_add_variables(true, out);
    fl_text_add(out, "}}\n</style>\n</head>\n<body>\n");
    fl_text_add(out, "<a class=\"skip\" href=\"#main\">To the content</a>\n<header>\n<h1>");
    add_title(self, out);
    fl_text_add(out, "</h1>\n");
    fl_report_facts_add_summary(self, out);
    fl_text_add(out, "</header>\n<main id=\"main\">\n");
    fl_report_explore_add(self, out);
    fl_text_add_format(
        out,
        "%s</main>\n<footer><p>Made by floorlab %s. This page is complete: it works without network "
        "and script.</p></footer>\n<script>",
        fl_text_get(&self->body), fl_program_host_code_version());
    add_shipped("experiments/report/report.js", out);
    fl_text_add(out, "</script>\n</body>\n</html>\n");
    return fl_text_check(out) || fl_text_check(&self->body) ? fl_diag_memory(diag) : FL_OK;
}
