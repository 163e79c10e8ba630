/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Several runs laid over each other, condition by condition: those that agree in every setting that varies in
 * one of them. Conditions are never added up, since runs may have others, or others as often. */
#include "plots/figure/figure_private.h"

#include <string.h>

/* The value of a setting in a condition, varied or not; false where the file does not say. */
static bool find_value(const fl_result_view *run, uint64_t condition, const char *name, fl_text *out)
{
    for (unsigned axis = 0; axis < run->axes_n; axis++) {
        if (strcmp(run->axes[axis].name, name) == 0) {
            fl_text_clear(out);
            fl_text_add(out, run->axes[axis].value[condition]);
            return true;
        }
    }
    return fl_figure_view_setting(run, condition, name, out);
}

/* Whether a condition of `b` has the values that a condition of `a` has in the settings that vary in `a`. */
static bool has_values(const fl_result_view *a, uint64_t at_a, const fl_result_view *b, uint64_t at_b,
                       fl_text *value)
{
    for (unsigned axis = 0; axis < a->axes_n; axis++) {
        bool is_same =
            !fl_figure_titles_varies(a, axis) || (find_value(b, at_b, a->axes[axis].name, value) &&
                                                  strcmp(fl_text_get(value), a->axes[axis].value[at_a]) == 0);
        if (!is_same) {
            return false;
        }
    }
    return true;
}

bool fl_figure_runs_match(const fl_figure_job *job, uint64_t condition, uint64_t out[FL_FIGURE_RUNS])
{
    fl_text value;
    bool is_everywhere = true;
    fl_text_init(&value);
    out[0] = condition;
    for (unsigned i = 1; i < job->runs_n && is_everywhere; i++) {
        const fl_result_view *run = &job->runs[i];
        is_everywhere = false;
        for (uint64_t c = 0; c < run->conditions && !is_everywhere; c++) {
            out[i] = c;
            is_everywhere = has_values(job->runs, condition, run, c, &value) &&
                            has_values(run, c, job->runs, condition, &value);
        }
    }
    is_everywhere = is_everywhere && !value.is_short_of_memory;
    fl_text_free(&value);
    return is_everywhere;
}

uint64_t fl_figure_runs_common(const fl_figure_job *job, uint64_t *first)
{
    uint64_t n = 0;
    uint64_t at[FL_FIGURE_RUNS];
    for (uint64_t c = 0; c < job->runs->conditions; c++) {
        bool is_common = fl_figure_runs_match(job, c, at);
        *first = is_common && n == 0 ? c : *first;
        n += is_common;
    }
    return n;
}

void fl_figure_runs_add_note(const fl_figure_job *job, fl_text *out)
{
    uint64_t first = 0;
    uint64_t common = fl_figure_runs_common(job, &first);
    bool has_more = false;
    for (unsigned i = 0; i < job->runs_n; i++) {
        has_more = has_more || job->runs[i].conditions > common;
    }
    if (common == 1 && !has_more) {
        fl_text_add_format(out, "shares of the %s of a run", fl_figure_titles_samples(job->runs));
        fl_figure_titles_add_held(job->runs, out);
        return;
    }
    if (common == 1) {
        fl_text_add(out, "the one condition that all runs have: ");
        fl_figure_titles_condition(job->runs, first, out);
        return;
    }
    fl_text_add(out, "condition by condition");
    if (has_more) {
        fl_text_add_format(out, "; only the %llu that all runs have", (unsigned long long)common);
    }
}

/* Whether every run has the metric, and at least one of them more than one value of it. */
static bool is_common(const fl_figure_job *job, const char *name)
{
    fl_result_view_counts counts;
    bool is_varied = false;
    for (unsigned i = 0; i < job->runs_n; i++) {
        if (!fl_figure_view_metric(&job->runs[i], name, &counts)) {
            return false;
        }
        if (fl_figure_summary_largest(&counts, job->runs[i].conditions) < 0) {
            return false;
        }
        is_varied = is_varied || fl_figure_metrics_varies(&job->runs[i], &counts);
    }
    return is_varied;
}

/* What a page shows. */
typedef struct page {
    const fl_figure_job *job;
    fl_sweep_axes sweep; /* of the first run */
    unsigned series;     /* of the sweep */
    uint64_t only;       /* the one common condition, or FL_RESULT_VIEW_CONDITIONS: there are several */
} page;

static void add_distribution(fl_data_table *table, const fl_result_view_counts *counts, uint64_t condition,
                             fl_data_table_place *place)
{
    const uint64_t *count = fl_figure_view_row(counts, condition);
    double total = fl_figure_summary_total(counts, condition);
    double scale = fl_figure_metrics_scale(counts->unit);
    uint64_t n = counts->columns;
    for (uint64_t value = 0; value < n && total > 0; value++) {
        bool is_beside = (value > 0 && count[value - 1] > 0) || (value + 1 < n && count[value + 1] > 0);
        if (count[value] > 0 || is_beside) {
            place->x = scale * (double)value;
            fl_figure_table_row(table, place);
            fl_figure_table_count(table, count[value]);
            fl_figure_table_number(table, (double)count[value] / total);
        }
    }
}

/* Mean and spread in every common condition of the page. */
static void add_spreads(fl_data_table *table, const page *self, unsigned run,
                        const fl_result_view_counts *counts, fl_data_table_place *place)
{
    double scale = fl_figure_metrics_scale(counts->unit);
    for (unsigned x = 0; x < self->sweep.xs_n; x++) {
        uint64_t at[FL_FIGURE_RUNS];
        uint64_t c = fl_figure_axes_condition(&self->sweep, x, self->series);
        if (c == FL_RESULT_VIEW_CONDITIONS || !fl_figure_runs_match(self->job, c, at)) {
            continue;
        }
        fl_summary summary = fl_figure_summary_of(counts, at[run]);
        if (summary.n > 0) {
            place->x = self->sweep.x_place[x];
            place->x_name = fl_figure_axes_x_value(&self->sweep, x);
            fl_figure_table_row(table, place);
            fl_figure_table_summary(table, &summary, scale);
        }
    }
}

static void add_metric(fl_data_table *table, const page *self, const char *name, unsigned panel)
{
    fl_text panel_name;
    fl_text run_name;
    fl_text_init(&panel_name);
    fl_text_init(&run_name);
    for (unsigned i = 0; i < self->job->runs_n; i++) {
        fl_result_view_counts counts;
        uint64_t at[FL_FIGURE_RUNS];
        if (!fl_figure_view_metric(&self->job->runs[i], name, &counts)) {
            continue;
        }
        fl_figure_metrics_add_name(&panel_name, name, counts.unit);
        fl_figure_titles_run(self->job, i, &run_name);
        fl_data_table_place place = {.panel = panel,
                                     .panel_name = fl_text_get(&panel_name),
                                     .series = i + 1,
                                     .series_name = fl_text_get(&run_name)};
        if (self->only == FL_RESULT_VIEW_CONDITIONS) {
            add_spreads(table, self, i, &counts, &place);
        } else if (fl_figure_runs_match(self->job, self->only, at)) {
            add_distribution(table, &counts, at[i], &place);
        }
    }
    fl_figure_table_drop(table, &panel_name);
    fl_figure_table_drop(table, &run_name);
}

static void add_titles(const page *self, fl_data_table *table)
{
    const fl_figure_job *job = self->job;
    const char *samples = fl_figure_titles_samples(job->runs);
    bool is_along = self->only == FL_RESULT_VIEW_CONDITIONS;
    fl_text_add_format(&table->title, "%u runs laid over each other", job->runs_n);
    fl_figure_runs_add_note(job, &table->note);
    if (is_along && self->sweep.series_n > 1) {
        fl_text_add(&table->note, "; ");
        fl_figure_axes_series_name(&self->sweep, self->series, &table->note);
    }
    if (is_along) {
        fl_text_add(&table->note, "; points: means; thick bars: middle half; thin: middle 90 %");
        fl_figure_label_add_words(&table->x_label, fl_figure_axes_x_name(&self->sweep));
        fl_text_add(&table->y_label, "value: mean and spread");
        fl_text_add(&table->reading,
                    "How to read: a sign is the mean of a run; half of its samples lie in the "
                    "thick bar, nine in ten within the thin one.");
    } else {
        fl_text_add(&table->x_label, "value");
        fl_text_add_format(&table->y_label, "share of %s", samples);
    }
}

/* Page by page the metrics of the first series of the sweep, of the second, and so on. */
void fl_figure_runs_overlay(const fl_figure_job *job, fl_data_table *table)
{
    const char *name = NULL;
    unsigned all = 0;
    page page = {.job = job, .only = FL_RESULT_VIEW_CONDITIONS};
    uint64_t first = 0;
    uint64_t common = fl_figure_runs_common(job, &first);
    fl_figure_axes_init(&page.sweep, job->runs);
    for (uint64_t i = 0; (name = fl_figure_view_name(&job->runs->metrics, i)) != NULL; i++) {
        all += fl_figure_metrics_is_drawn(name) && is_common(job, name);
    }
    unsigned most = fl_figure_table_panels(job, FL_FIGURE_PANELS);
    unsigned pages = (all + most - 1) / most;
    page.only = common == 1 ? first : page.only;
    page.series = pages > 0 ? job->page / pages : 0;
    fl_figure_table_columns(table, common == 1 ? "count share" : "n mean q05 q25 q50 q75 q95");
    if (pages == 0 || common == 0 || page.series >= (common == 1 ? 1 : page.sweep.series_n)) {
        return;
    }
    unsigned from = job->page % pages * most;
    unsigned found = 0;
    add_titles(&page, table);
    for (uint64_t i = 0; (name = fl_figure_view_name(&job->runs->metrics, i)) != NULL; i++) {
        bool is_here = fl_figure_metrics_is_drawn(name) && is_common(job, name);
        found += is_here;
        if (is_here && found > from && found <= from + most) {
            add_metric(table, &page, name, found - from);
        }
    }
    fl_figure_table_fit(table, all - from < most ? all - from : most, 186);
}
