/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Draws each page of a figure as image data; report.css inverts its colours in dark mode. */
#include "experiments/report/report_private.h"
#include "gen/base/embedded.h"

#include <ctype.h>
#include <stdio.h>

/* Figures of a section, about one run or all of them. */
typedef struct section {
    fl_report *report;
    fl_result_view runs[FL_FIGURE_RUNS]; /* borrowed */
    unsigned runs_n;
    unsigned run; /* number of the run, if there is one */
    fl_text *out;
    fl_text *links; /* NULL = none */
    fl_diag *diag;
} section;

static section section_of(fl_report *report, unsigned run, unsigned runs_n, fl_text *out, fl_diag *diag)
{
    section self = {.report = report, .runs_n = runs_n, .run = run, .out = out, .diag = diag};
    for (unsigned i = 0; i < runs_n; i++) {
        self.runs[i] = report->run[run + i].view;
    }
    return self;
}

/* True if a figure belongs to the section; one that also takes several runs belongs to all of them. */
static bool has(const section *self, const fl_figure *figure)
{
    bool is_common = self->report->runs_n > 1 && figure->runs_max > 1;
    return is_common == (self->runs_n > 1) && self->runs_n >= figure->runs_min &&
           self->runs_n <= figure->runs_max && !(figure->flags & FL_FIGURE_ASKED) &&
           !fl_figure_left_out(figure, self->runs, self->runs_n);
}

/* Adds a figure page by page until one is empty; how to read it precedes. */
static fl_err add_figure(const section *self, const fl_figure *figure)
{
    char what[64];
    char number[16];
    char place[64]; /* id on the page: for run 2 "figure-2-odds", for all runs "figure-odds" */
    char meaning[160];
    bool has_more = true;
    fl_text *out = self->out;
    fl_err err = FL_OK;
    unsigned before = self->report->figures_n;
    const fl_embedded *script = fl_embedded_find(figure->script);
    fl_bug_assert(script, "floorlab report RUN.h5, with any result file");
    snprintf(what, sizeof what, "drawing %s", figure->name);
    snprintf(number, sizeof number, "%u-", self->run + 1);
    snprintf(place, sizeof place, "figure-%s%s", self->runs_n == 1 ? number : "", figure->name);
    snprintf(meaning, sizeof meaning, "%c%s", toupper((unsigned char)figure->meaning[0]),
             figure->meaning + 1);
    fl_program_progress_step(self->report->progress, what, self->report->steps++, self->report->steps_n);
    for (unsigned page = 0; page < FL_FIGURE_PAGES && has_more && !err; page++) {
        fl_data_table table;
        fl_text drawn;
        fl_figure_job job = {.runs = self->runs, .runs_n = self->runs_n, .page = page};
        fl_figure_files_picture picture = {figure->name, script->data, &table, figure->width, figure->height};
        fl_text_init(&drawn);
        fl_figure_table_init(&table);
        fl_figure_fill(figure, &job, &table);
        err = fl_figure_table_check(&table) ? fl_diag_memory(self->diag) : FL_OK;
        has_more = table.rows_n > 0 && !err;
        err = has_more ? fl_render_files_read(&self->report->files, &picture, &drawn, self->diag) : err;
        if (has_more && !err) {
            fl_text_add(out, "<figure>\n");
            if (page == 0) {
                fl_report_add(out, "<figcaption><h3 id=\"%s\">%s</h3><p><code>floorlab plot", place, meaning);
                for (unsigned i = 0; i < self->runs_n; i++) {
                    fl_report_add(out, " %f", self->runs[i].path);
                }
                fl_report_add(out, " --figure %s</code></p></figcaption>\n", figure->name);
            }
            fl_report_add(out,
                          "<div class=\"picture\" tabindex=\"0\"><img alt=\"%s\" src=\"data:image/svg+xml,",
                          fl_text_get(&table.title));
            fl_report_add_address(fl_text_get(&drawn), " !$'()*+,/:;<=>?@[]{|}", out);
            fl_text_add(out, "\"></div>\n</figure>\n");
            self->report->figures_n++;
        }
        fl_text_free(&drawn);
        fl_figure_table_free(&table);
    }
    if (self->links && self->report->figures_n > before) {
        fl_report_add(self->links, "<li><a href=\"#%s\">%s</a></li>\n", place, meaning);
    }
    return err;
}

static fl_err add_all(const section *self)
{
    size_t n = 0;
    const fl_figure *all = fl_figure_all(&n);
    fl_err err = FL_OK;
    for (size_t i = 0; i < n && !err; i++) {
        err = has(self, &all[i]) ? add_figure(self, &all[i]) : FL_OK;
    }
    return err;
}

uint64_t fl_report_figures_count(fl_report *self)
{
    size_t n = 0;
    uint64_t figures = 0;
    const fl_figure *all = fl_figure_all(&n);
    for (unsigned run = 0; run < self->runs_n + (self->runs_n > 1);
         run++) { /* all runs together at the end */
        bool is_one = run < self->runs_n;
        section one = section_of(self, is_one ? run : 0, is_one ? 1 : self->runs_n, NULL, NULL);
        for (size_t i = 0; i < n; i++) {
            figures += has(&one, &all[i]);
        }
    }
    return figures;
}

fl_err fl_report_figures_add(fl_report *self, unsigned run, fl_text *out, fl_diag *diag)
{
    fl_text figures;
    section one = section_of(self, run, 1, &figures, diag);
    one.links = out;
    fl_text_init(&figures);
    fl_report_add_heading(self, run, "figures", "Figures", out);
    fl_text_add(out, "<ul class=\"contents\">\n");
    fl_err err = add_all(&one);
    fl_text_add_format(out, "</ul>\n%s", fl_text_get(&figures));
    out->is_short_of_memory |= figures.is_short_of_memory;
    fl_text_clear(&figures);
    fl_figure_add_left_out(one.runs, 1, &figures);
    fl_report_add(out, figures.size > 0 ? "<p class=\"note\">Left out: %t.</p>\n" : "%t", &figures);
    return err;
}

fl_err fl_report_figures_add_common(fl_report *self, fl_text *out, fl_diag *diag)
{
    section all = section_of(self, 0, self->runs_n, out, diag);
    if (self->runs_n < 2) {
        return FL_OK;
    }
    fl_text_add(out, "<h2 id=\"together\">Side by side</h2>\n");
    return add_all(&all);
}
