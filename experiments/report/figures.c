/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Draws each page of a figure as image data; report.css turns its colours round in the dark. */
#include "experiments/report/report_private.h"
#include "gen/base/embedded.h"

#include <ctype.h>
#include <stdio.h>

/* A figure that is being added. */
typedef struct adding {
    fl_report *report;
    const fl_figure *figure;
    const fl_result_view *runs; /* [runs_n] */
    unsigned runs_n;
    unsigned run; /* which, if it is one */
    fl_text *out;
    fl_text *links; /* NULL = none */
    fl_diag *diag;
} adding;

/* Adds the picture of a page. */
static fl_err add_picture(adding *self, const fl_data_table *table)
{
    const fl_embedded *script = fl_embedded_find(self->figure->script);
    fl_bug_assert(script, "floorlab report RUN.h5, with any result file");
    fl_figure_files_picture picture = {self->figure->name, script->data, table, self->figure->width,
                                       self->figure->height};
    fl_text drawn;
    fl_text_init(&drawn);
    fl_err err = fl_render_files_read(&self->report->files, &picture, &drawn, self->diag);
    if (!err) {
        fl_text_add(self->out, "<div class=\"picture\" tabindex=\"0\"><img alt=\"");
        fl_text_add_xml(self->out, fl_text_get(&table->title));
        fl_text_add(self->out, "\" src=\"data:image/svg+xml,");
        fl_report_add_address(fl_text_get(&drawn), " !$'()*+,/:;<=>?@[]{|}", self->out);
        fl_text_add(self->out, "\"></div>\n");
    }
    fl_text_free(&drawn);
    return err;
}

/* Adds the first part of a page, and how it is drawn. */
static void add_caption(adding *self, const char *place, const char *meaning)
{
    fl_report_add(self->out, "<figcaption><h3 id=\"%s\">%s</h3><p><code>floorlab plot", place, meaning);
    for (unsigned i = 0; i < self->runs_n; i++) {
        fl_text_add_char(self->out, ' ');
        fl_report_add_file(self->runs[i].path, self->out);
    }
    fl_report_add(self->out, " --figure %s</code></p></figcaption>\n", self->figure->name);
}

/* Adds page by page until one is empty. */
static fl_err add_figure(adding *self)
{
    char what[64];
    char number[16];
    char place[64]; /* on the page: of run 2 "figure-2-odds", of all together "figure-odds" */
    char meaning[160];
    bool has_more = true;
    unsigned before = self->report->figures_n;
    snprintf(what, sizeof what, "drawing %s", self->figure->name);
    snprintf(number, sizeof number, "%u-", self->run + 1);
    snprintf(place, sizeof place, "figure-%s%s", self->runs_n == 1 ? number : "", self->figure->name);
    snprintf(meaning, sizeof meaning, "%c%s", toupper((unsigned char)self->figure->meaning[0]),
             self->figure->meaning + 1);
    fl_program_progress_step(self->report->progress, what, self->report->steps++, self->report->steps_n);
    fl_err err = FL_OK;
    for (unsigned page = 0; page < FL_FIGURE_PAGES && has_more && !err; page++) {
        fl_data_table table;
        fl_figure_job job = {.runs = self->runs, .runs_n = self->runs_n, .page = page};
        fl_figure_table_init(&table);
        fl_figure_fill(self->figure, &job, &table);
        err = fl_figure_table_check(&table) ? fl_diag_memory(self->diag) : FL_OK;
        has_more = table.rows_n > 0;
        if (has_more && !err) {
            fl_text_add(self->out, "<figure>\n");
            if (page == 0) {
                add_caption(self, place, meaning);
            }
            err = add_picture(self, &table);
            fl_text_add(self->out, "</figure>\n");
            self->report->figures_n += !err;
        }
        fl_figure_table_free(&table);
    }
    if (self->links && self->report->figures_n > before) {
        fl_report_add(self->links, "<li><a href=\"#%s\">%s</a></li>\n", place, meaning);
    }
    return err;
}

/* Whether a figure belongs to the section of one run. */
static bool is_of_run(const fl_report *self, unsigned run, const fl_figure *figure)
{
    bool is_common = self->runs_n > 1 && figure->runs_max > 1;
    return figure->runs_min == 1 && !is_common && !(figure->flags & FL_FIGURE_ASKED) &&
           !fl_figure_left_out(figure, &self->run[run].view, 1);
}

/* Whether it belongs to the section of all of them. */
static bool is_of_all(const fl_report *self, const fl_result_view *runs, const fl_figure *figure)
{
    return self->runs_n > 1 && figure->runs_max > 1 && self->runs_n >= figure->runs_min &&
           self->runs_n <= figure->runs_max && !(figure->flags & FL_FIGURE_ASKED) &&
           !fl_figure_left_out(figure, runs, self->runs_n);
}

/* The views of all runs, borrowed. */
static void list_runs(const fl_report *self, fl_result_view *out)
{
    for (unsigned i = 0; i < self->runs_n; i++) {
        out[i] = self->run[i].view;
    }
}

uint64_t fl_report_figures_count(const fl_report *self)
{
    size_t n = 0;
    uint64_t figures = 0;
    const fl_figure *all = fl_figure_all(&n);
    fl_result_view runs[FL_FIGURE_RUNS];
    list_runs(self, runs);
    for (size_t i = 0; i < n; i++) {
        for (unsigned run = 0; run < self->runs_n; run++) {
            figures += is_of_run(self, run, &all[i]);
        }
        figures += is_of_all(self, runs, &all[i]);
    }
    return figures;
}

fl_err fl_report_figures_add(fl_report *self, unsigned run, fl_text *out, fl_diag *diag)
{
    size_t n = 0;
    const fl_figure *all = fl_figure_all(&n);
    fl_err err = FL_OK;
    fl_text figures;
    fl_text_init(&figures);
    fl_report_add_heading(self, run, "figures", "Figures", out);
    fl_text_add(out, "<ul class=\"contents\">\n");
    for (size_t i = 0; i < n && !err; i++) {
        adding figure = {self, &all[i], &self->run[run].view, 1, run, &figures, out, diag};
        if (is_of_run(self, run, &all[i])) {
            err = add_figure(&figure);
        }
    }
    fl_text_add(out, "</ul>\n");
    fl_text_add(out, fl_text_get(&figures));
    out->is_short_of_memory |= figures.is_short_of_memory;
    fl_text_free(&figures);
    fl_text_init(&figures);
    fl_figure_add_left_out(&self->run[run].view, 1, &figures);
    if (figures.size > 0) {
        fl_report_add(out, "<p class=\"note\">Left out: %t.</p>\n", &figures);
    }
    return err;
}

fl_err fl_report_figures_add_common(fl_report *self, fl_text *out, fl_diag *diag)
{
    size_t n = 0;
    const fl_figure *all = fl_figure_all(&n);
    fl_result_view runs[FL_FIGURE_RUNS];
    fl_err err = FL_OK;
    if (self->runs_n < 2) {
        return FL_OK;
    }
    list_runs(self, runs);
    fl_text_add(out, "<h2 id=\"together\">Side by side</h2>\n");
    for (size_t i = 0; i < n && !err; i++) {
        adding figure = {self, &all[i], runs, self->runs_n, 0, out, NULL, diag};
        if (is_of_all(self, runs, &all[i])) {
            err = add_figure(&figure);
        }
    }
    return err;
}
