/* The frame of the page. */
#include "experiments/report/report.h"

#include "experiments/report/report_private.h"
#include "experiments/verify/verify.h"
#include "gen/base/embedded.h"

#include <stdlib.h>
#include <string.h>

static const double usual_alpha = 0.001;

/* Of experiments/report/report.js; tests/cli/report.py says when it is another one. */
static const char script_hash[] = "sha256-TNrzKpvyemjtDo0hJ5Uu9yy9nMBXx3zEfvUfxNKF3Yw=";

void fl_report_add_label(const char *text, unsigned signs, fl_text *out)
{
    fl_text label;
    fl_text_init(&label);
    fl_figure_label_add(&label, text, signs);
    fl_text_add_xml(out, fl_text_get(&label));
    out->is_short_of_memory |= label.is_short_of_memory;
    fl_text_free(&label);
}

void fl_report_add_file(const char *path, fl_text *out)
{
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._-+=";
    const char *slash = strrchr(path, '/');
    const char *name = slash ? slash + 1 : path;
    if (name[0] != '-' && name[strspn(name, plain)] == '\0') {
        fl_text_add(out, name);
        return;
    }
    fl_text word;
    fl_text_init(&word);
    fl_text_add(&word, name[0] == '-' ? "'./" : "'");
    for (; *name; name++) {
        if (*name == '\'') {
            fl_text_add(&word, "'\\''");
        } else {
            fl_text_add_char(&word, *name);
        }
    }
    fl_text_add_char(&word, '\'');
    fl_text_add_xml(out, fl_text_get(&word));
    out->is_short_of_memory |= word.is_short_of_memory;
    fl_text_free(&word);
}

void fl_report_add_command(const char *command, fl_text *out)
{
    fl_text word;
    fl_text_init(&word);
    fl_text_add(out, "<code class=\"command\">");
    while (*command) {
        size_t n = strcspn(command, " ");
        fl_text_clear(&word);
        fl_text_add_bytes(&word, command, n);
        fl_text_add(out, "<span>");
        fl_text_add_xml(out, fl_text_get(&word));
        fl_text_add(out, command[n] ? "</span> " : "</span>");
        command += n + (command[n] == ' ');
    }
    fl_text_add(out, "</code>");
    out->is_short_of_memory |= word.is_short_of_memory;
    fl_text_free(&word);
}

void fl_report_add_heading(const fl_report *self, unsigned run, const char *id, const char *text,
                           fl_text *out)
{
    fl_text_add_format(out, "<h2 id=\"%s", id);
    if (run > 0) {
        fl_text_add_format(out, "-%u", run + 1);
    }
    fl_text_add_format(out, "\">%s", text);
    if (self->runs_n > 1) {
        fl_text_add(out, ": ");
        fl_report_add_label(self->run[run].view.name, FL_FIGURE_LABEL_SIGNS, out);
    }
    fl_text_add(out, "</h2>\n");
}

static fl_err read_claims(fl_report *self, const fl_report_inputs *sources, fl_diag *diag)
{
    fl_err err = FL_OK;
    for (unsigned i = 0; i < sources->claims_n && !err; i++) {
        char *text = NULL;
        size_t size = 0;
        err = fl_program_file_read(sources->claims[i], &text, &size, diag);
        err = err ? err : fl_claim_set_add(&self->book, text, size, sources->claims[i], diag);
        free(text);
    }
    err = err || sources->claims_n > 0 ? err : fl_claim_set_add_shipped(&self->book, diag);
    return err ? err : fl_claim_rows_make(&self->book, NULL, diag);
}

/* Verdicts on a run whose floors this program makes. */
static fl_err judge(fl_report *self, fl_report_run *run, fl_diag *diag)
{
    double alpha = fl_stat_verdict_share(self->family_alpha, (unsigned)self->book.rows_n);
    fl_err err = fl_claim_finding_list(&self->book, &run->findings, &run->findings_n, diag);
    fl_judge_run again = {&self->book, run->findings, run->findings_n, alpha, 0, 0};
    return err ? err : fl_verify_judge_run(&again, run->view.path, diag);
}

static bool watch(void *context, const fl_claim_run_state *state)
{
    (void)context;
    (void)state;
    return fl_program_interrupt_caught() == 0;
}

/* Verdicts on floors that are made for it. */
static fl_err verify(fl_report *self, unsigned threads, fl_diag *diag)
{
    fl_err err = fl_claim_finding_list(&self->book, &self->verified, &self->verified_n, diag);
    fl_claim_run census = {.book = &self->book,
                           .findings = self->verified,
                           .findings_n = self->verified_n,
                           .seed = 1,
                           .threads = threads,
                           .alpha = fl_stat_verdict_share(self->family_alpha, (unsigned)self->book.rows_n),
                           .watch = watch};
    fl_program_interrupt_listen();
    err = err ? err : fl_verify_claims_run(&census, diag);
    self->verified_floors = census.floors;
    return err || !census.was_stopped ? err : FL_ERR_STOPPED;
}

/* A run of an older generator, or of rooms that are not here, still has its figures. */
static fl_err open_run(fl_report *self, const char *path, fl_diag *diag)
{
    fl_report_run *run = &self->run[self->runs_n];
    fl_err err = fl_figure_view_open(&run->view, path, diag);
    if (err) {
        return err;
    }
    self->runs_n++;
    fl_diag_init(&run->reason);
    err = fl_run_result_open(&run->again, path, &run->reason);
    run->is_known = !err;
    if (err == FL_ERR_VERSION || err == FL_ERR_INPUT || err == FL_ERR_USAGE) {
        return FL_OK;
    }
    if (err && diag) {
        *diag = run->reason;
    }
    return err ? err : judge(self, run, diag);
}

fl_err fl_report_init(fl_report *self, const fl_report_inputs *sources, fl_diag *diag)
{
    memset(self, 0, sizeof *self);
    fl_claim_set_init(&self->book);
    fl_render_light_dark_init(&self->light_dark);
    fl_text_init(&self->body);
    self->family_alpha = usual_alpha;
    self->canvas.format = "svg";
    self->canvas.hidden.lock = -1;
    fl_err err = read_claims(self, sources, diag);
    for (unsigned i = 0; i < sources->runs_n && !err; i++) {
        err = open_run(self, sources->run[i], diag);
    }
    if (!err && sources->threads > 0) {
        err = verify(self, sources->threads, diag);
    }
    return err ? err : fl_render_files_init(&self->canvas, sources->folder, diag);
}

void fl_report_free(fl_report *self)
{
    fl_render_files_free(&self->canvas);
    for (unsigned i = 0; i < self->runs_n; i++) {
        if (self->run[i].is_known) {
            fl_run_result_close(&self->run[i].again);
        }
        fl_figure_view_free(&self->run[i].view);
        free(self->run[i].findings);
    }
    self->runs_n = 0;
    free(self->verified);
    fl_claim_set_free(&self->book);
    fl_text_free(&self->body);
}

static fl_err add_run(fl_report *self, unsigned run, fl_diag *diag)
{
    fl_report_verdicts_add(self, run, &self->body);
    fl_err err = fl_report_figures_add(self, run, &self->body, diag);
    err = err ? err : fl_report_floors_add(self, run, &self->body, diag);
    if (!err) {
        fl_report_facts_add(self, run, &self->body);
    }
    return err;
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

static void add_head(const fl_report *self, fl_text *out)
{
    fl_text_add(out, "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n");
    fl_text_add_format(out,
                       "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src "
                       "'unsafe-inline'; script-src '%s'; base-uri 'none'; form-action 'none'\">\n",
                       script_hash);
    fl_text_add(out, "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
                     "<meta name=\"referrer\" content=\"no-referrer\">\n<title>");
    add_title(self, out);
    fl_text_add(out, " – floorlab report</title>\n<style>\n");
    add_shipped("experiments/report/report.css", out);
    fl_text_add(out, ":root{");
    fl_report_floors_add_variables(false, out);
    fl_render_light_dark_variables(&self->light_dark, false, out);
    fl_text_add(out, "}\n@media screen and (prefers-color-scheme: dark){:root{");
    fl_report_floors_add_variables(true, out);
    fl_render_light_dark_variables(&self->light_dark, true, out);
    fl_text_add(out, "}}\n</style>\n</head>\n<body>\n");
}

static void add_script(fl_text *out)
{
    fl_text_add(out, "<script>");
    add_shipped("experiments/report/report.js", out);
    fl_text_add(out, "</script>\n</body>\n</html>\n");
}

fl_err fl_report_write(fl_report *self, fl_text *out, fl_diag *diag)
{
    fl_err err = FL_OK;
    fl_report_verdicts_add_all(self, &self->body);
    for (unsigned i = 0; i < self->runs_n && !err; i++) {
        err = add_run(self, i, diag);
    }
    err = err ? err : fl_report_figures_add_common(self, &self->body, diag);
    if (err) {
        return err;
    }
    add_head(self, out);
    fl_text_add(out, "<a class=\"skip\" href=\"#main\">To the content</a>\n<header>\n<h1>");
    add_title(self, out);
    fl_text_add(out, "</h1>\n");
    fl_report_facts_add_summary(self, out);
    fl_text_add(out, "</header>\n<main id=\"main\">\n");
    fl_text_add(out, fl_text_get(&self->body));
    fl_text_add(out, "</main>\n");
    fl_report_facts_add_footer(out);
    add_script(out);
    return fl_text_check(out) || fl_text_check(&self->body) ? fl_diag_memory(diag) : FL_OK;
}
