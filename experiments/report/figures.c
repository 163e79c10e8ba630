/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Draws the first page of each figure as image data; report.css inverts its colours in dark mode. All figures
 * but the first are folded. */
#include "experiments/report/report_private.h"
#include "gen/base/embedded.h"

#include <stdio.h>
#include <string.h>

/* Figures of a section, about one run or all of them. */
typedef struct section {
    fl_report *report;
    fl_result_view runs[FL_FIGURE_RUNS]; /* borrowed */
    unsigned runs_n;
    unsigned run; /* number of the run, if there is one */
    fl_text *out;
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
           self->runs_n <= figure->runs_max &&
           (self->report->figures >> (figure - fl_figure_all(&(size_t){0})) & 1) != 0 &&
           !fl_figure_left_out(figure, self->runs, self->runs_n);
}

/* The length of a text at `at` of gnuplot's SVG that `instead` can replace; 0 = none. Empty groups, numbers
 * of plots, default values and line ends are half of a picture. */
static size_t squeeze(const char *at, const char **instead)
{
    static const struct waste {
        const char *begin, *end, *instead; /* all up to `end`, which the first of its bytes begins */
    } all[] = {{"<g ", ">\n</g>\n", ""},
               {"<title>gnuplot_plot_", "title>", ""},
               {" id=\"gnuplot_plot_", "\" ", ""},
               {" id=\"gnuplot_canvas\"", "",
                " fill='none' color='black' stroke='currentColor' font-family='sans-serif'"},
               {" font-family=\"sans-serif\"", "", ""},
               {",  ", "", ","},
               {" fill=\"none\" color=\"black\" stroke=\"currentColor\"", "", ""},
               {" stroke-linecap=\"butt\" stroke-linejoin=\"miter\"", "", ""},
               {"rgb( ", "", "rgb("},
               {" points = ", "", " points="},
               {" fill = ", "", " fill="},
               {"\n", "", ""},
               {"\t", "", ""},
               {"\"", "", "'"}};
    for (unsigned i = 0; i < sizeof all / sizeof all[0]; i++) {
        const struct waste *one = &all[i];
        size_t n = strlen(one->begin);
        if (strncmp(at, one->begin, n) == 0) {
            n += one->end[0] ? strcspn(at + n, (char[]){one->end[0], '\0'}) : 0;
            if (strncmp(at + n, one->end, strlen(one->end)) == 0) {
                *instead = one->instead;
                return n + strlen(one->end);
            }
        }
    }
    return 0;
}

/* Adds a figure; how to read it is below the picture. */
static fl_err add_figure(const section *self, const fl_figure *figure)
{
    char place[64]; /* id on the page: for run 2 "figure-2-odds", for all runs "figure-odds" */
    fl_text *out = self->out;
    fl_data_table table;
    fl_text drawn;
    fl_text small;
    const fl_embedded *script = fl_embedded_find(figure->script);
    fl_bug_assert(script, "floorlab report RUN.h5, with any result file");
    snprintf(place, sizeof place, self->runs_n == 1 ? "figure-%u-" : "figure-", self->run + 1);
    fl_figure_job job = {.runs = self->runs, .runs_n = self->runs_n};
    fl_figure_files_picture picture = {figure->name, script->data, &table, figure->width, figure->height};
    fl_text_init(&drawn);
    fl_text_init(&small);
    fl_figure_table_init(&table);
    fl_figure_fill(figure, &job, &table);
    fl_err err = fl_figure_table_check(&table) ? fl_diag_memory(self->diag) : FL_OK;
    bool is_drawn = table.rows_n > 0 && !err;
    err = is_drawn ? fl_render_files_read(&self->report->files, &picture, &drawn, self->diag) : err;
    if (is_drawn && !err) {
        const char *instead = "";
        for (const char *at = fl_text_get(&drawn); *at;) {
            size_t n = squeeze(at, &instead);
            fl_text_add_bytes(&small, n > 0 ? instead : at, n > 0 ? strlen(instead) : 1);
            at += n > 0 ? n : 1;
        }
        fl_report_add(out,
                      "<details%s class=\"figure\">\n<summary><h3 id=\"%s%s\">%s</h3></summary>\n<figure>"
                      "<div class=\"picture\" tabindex=\"0\"><img alt=\"%s\" src=\"data:image/svg+xml,",
                      self->report->figures_n == 0 ? " open" : "", place, figure->name, figure->meaning,
                      fl_text_get(&table.title));
        fl_report_add_address(fl_text_get(&small), " !$'()*+,/:;<=>?@[]{|}", out);
        fl_text_add(out, "\"></div>\n<figcaption><p><code>floorlab plot");
        for (unsigned i = 0; i < self->runs_n; i++) {
            fl_report_add(out, " %f", self->runs[i].path);
        }
        fl_report_add(out, " --figure %s</code></p></figcaption></figure>\n</details>\n", figure->name);
        self->report->figures_n++;
    }
    fl_text_free(&small);
    fl_text_free(&drawn);
    fl_figure_table_free(&table);
    return err;
}

static fl_err add_all(const section *self)
{
    size_t n = 0;
    const fl_figure *all = fl_figure_all(&n);
    fl_err err = FL_OK;
    for (size_t i = 0; i < n && !err; i++) {
        fl_program_progress_step(self->report->progress, all[i].name, self->report->steps++,
                                 self->report->steps_n);
        err = has(self, &all[i]) ? add_figure(self, &all[i]) : FL_OK;
    }
    return err;
}

fl_err fl_report_figures_add(fl_report *self, unsigned run, fl_text *out, fl_diag *diag)
{
    fl_text left_out;
    section one = section_of(self, run, 1, out, diag);
    fl_text_init(&left_out);
    fl_report_add_heading(self, run, "figures", "Figures", out);
    fl_report_add(out,
                  "<p class=\"note\">The first page of each: <code>floorlab plot %f</code> draws all.</p>\n",
                  one.runs[0].path);
    fl_err err = add_all(&one);
    fl_figure_add_left_out(one.runs, 1, &left_out);
    fl_report_add(out, left_out.size > 0 ? "<p class=\"note\">Left out: %t.</p>\n" : "%t", &left_out);
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
