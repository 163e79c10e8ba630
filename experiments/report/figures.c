/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Each page of a figure is drawn once and becomes a picture for light and dark pages. */
#include "experiments/report/report_private.h"
#include "gen/base/embedded.h"

#include <stdio.h>

/* A figure that is being added. */
typedef struct adding {
    fl_report *report;
    const fl_figure *figure;
    const fl_result_view *runs; /* [runs_n] */
    unsigned runs_n;
    fl_text *out;
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
        fl_text_add(self->out, "<div class=\"picture\" tabindex=\"0\">\n");
        fl_render_light_dark_add(&self->report->light_dark, fl_text_get(&drawn), fl_text_get(&table->title),
                                 self->out);
        fl_text_add(self->out, "</div>\n");
    }
    fl_text_free(&drawn);
    return err;
}

static void add_caption(adding *self)
{
    fl_text_add_format(self->out, "<figcaption><h3>%s</h3><p>%s</p><p><code>floorlab plot",
                       self->figure->name, self->figure->meaning);
    for (unsigned i = 0; i < self->runs_n; i++) {
        fl_text_add_char(self->out, ' ');
        fl_report_add_file(self->runs[i].path, self->out);
    }
    fl_text_add_format(self->out, " --figure %s</code></p></figcaption>\n", self->figure->name);
}

/* Adds page by page until one is empty. */
static fl_err add_figure(adding *self)
{
    bool has_more = true;
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
                add_caption(self);
            }
            err = add_picture(self, &table);
            fl_text_add(self->out, "</figure>\n");
            self->report->figures_n += !err;
        }
        fl_figure_table_free(&table);
    }
    return err;
}

static void add_left_out(const fl_result_view *run, fl_text *out)
{
    fl_text names;
    fl_text_init(&names);
    fl_figure_add_left_out(run, 1, &names);
    if (names.size > 0) {
        fl_text_add(out, "<p class=\"note\">Left out: ");
        fl_text_add_xml(out, fl_text_get(&names));
        fl_text_add(out, ".</p>\n");
    }
    out->is_short_of_memory |= names.is_short_of_memory;
    fl_text_free(&names);
}

fl_err fl_report_figures_add(fl_report *self, unsigned run, fl_text *out, fl_diag *diag)
{
    size_t n = 0;
    const fl_figure *all = fl_figure_all(&n);
    fl_err err = FL_OK;
    fl_report_add_heading(self, run, "figures", "Figures", out);
    for (size_t i = 0; i < n && !err; i++) {
        adding figure = {self, &all[i], &self->run[run].view, 1, out, diag};
        bool is_common = self->runs_n > 1 && all[i].runs_max > 1;
        bool is_right =
            !(all[i].flags & FL_FIGURE_ASKED) && !fl_figure_left_out(&all[i], &self->run[run].view, 1);
        if (all[i].runs_min == 1 && !is_common && is_right) {
            err = add_figure(&figure);
        }
    }
    add_left_out(&self->run[run].view, out);
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
    for (unsigned i = 0; i < self->runs_n; i++) {
        runs[i] = self->run[i].view; /* borrowed */
    }
    fl_text_add(out, "<h2 id=\"together\">Side by side</h2>\n");
    for (size_t i = 0; i < n && !err; i++) {
        adding figure = {self, &all[i], runs, self->runs_n, out, diag};
        bool is_right = all[i].runs_max > 1 && !(all[i].flags & FL_FIGURE_ASKED) &&
                        !fl_figure_left_out(&all[i], runs, self->runs_n);
        if (self->runs_n >= all[i].runs_min && self->runs_n <= all[i].runs_max && is_right) {
            err = add_figure(&figure);
        }
    }
    return err;
}
