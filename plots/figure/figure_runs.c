/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Several runs overlaid, configuration by configuration: those that agree in every setting that varies in one
 * of them. Configurations are never added up, since the runs may have different ones, or with other
 * weights. */
#include "gen/base/suggest.h"
#include "plots/figure/figure_private.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* True if a configuration of `b` has the values of a configuration of `a` in the settings that vary in
 * `a`. */
static bool has_values(const fl_result_view *a, uint64_t at_a, const fl_result_view *b, uint64_t at_b,
                       fl_text *value)
{
    for (unsigned axis = 0; axis < a->axes_n; axis++) {
        const char *name = a->axes[axis].name;
        size_t k = fl_suggest_find(name, b->axes, b->axes_n, sizeof b->axes[0]);
        bool is_found = k < b->axes_n || fl_figure_view_setting(b, at_b, name, value);
        if (k < b->axes_n) {
            fl_text_clear(value);
            fl_text_add(value, b->axes[k].value[at_b]);
        }
        if (fl_figure_titles_varies(a, axis) &&
            (!is_found || strcmp(fl_text_get(value), a->axes[axis].value[at_a]) != 0)) {
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
        fl_text_add(out, "the one configuration that all runs have: ");
        fl_figure_titles_condition(job->runs, first, out);
        return;
    }
    fl_text_add(out, "configuration by configuration");
    if (has_more) {
        fl_text_add_format(out, "; only the %llu that all runs have", (unsigned long long)common);
    }
}

/* True if every run has the metric, and at least one of them more than one value of it. */
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

/* The metrics of the first series of the sweep, of the second, and so on, page by page: mean and spread in
 * every common configuration, or the distribution if there is only one. */
void fl_figure_runs_overlay(fl_figure_page *page)
{
    const fl_figure_job *job = page->job;
    fl_data_table *table = page->table;
    const char *name = NULL;
    unsigned all = 0;
    uint64_t only = 0;
    uint64_t common = fl_figure_runs_common(job, &only);
    for (uint64_t i = 0; (name = fl_figure_view_name(&job->runs->metrics, i)) != NULL; i++) {
        all += fl_figure_metrics_is_drawn(name) && is_common(job, name);
    }
    unsigned pages = (all + page->panels_max - 1) / page->panels_max;
    unsigned series = pages > 0 ? job->page / pages : 0;
    bool is_along = common > 1;
    fl_figure_table_columns(table, is_along ? "n mean q05 q25 q50 q75 q95" : "count share");
    if (pages == 0 || common == 0 || series >= (is_along ? page->sweep.series_n : 1)) {
        return;
    }
    page->from = job->page % pages * page->panels_max;
    for (uint64_t i = 0; (name = fl_figure_view_name(&job->runs->metrics, i)) != NULL; i++) {
        bool is_here = fl_figure_metrics_is_drawn(name) && is_common(job, name) && fl_figure_page_panel(page);
        for (unsigned k = 0; is_here && k < job->runs_n; k++) {
            fl_result_view_counts counts;
            uint64_t at[FL_FIGURE_RUNS];
            if (!fl_figure_view_metric(&job->runs[k], name, &counts)) {
                continue;
            }
            fl_figure_metrics_add_name(&page->panel, name, counts.unit);
            fl_figure_titles_run(job, k, &page->series);
            page->place.series = k + 1;
            for (unsigned x = 0; is_along && x < page->sweep.xs_n; x++) {
                uint64_t c = fl_figure_axes_condition(&page->sweep, x, series);
                if (c != FL_RESULT_VIEW_CONDITIONS && fl_figure_runs_match(job, c, at)) {
                    fl_figure_page_at(page, x);
                    fl_figure_metrics_add_summary(page, &counts, at[k]);
                }
            }
            if (!is_along && fl_figure_runs_match(job, only, at)) {
                fl_figure_metrics_add_bars(page, &counts, at[k], 1);
            }
        }
    }
    fl_text_add_format(&table->title, "%u runs laid over each other", job->runs_n);
    fl_figure_runs_add_note(job, &table->note);
    if (is_along && page->sweep.series_n > 1) {
        fl_text_add(&table->note, "; ");
        fl_figure_axes_series_name(&page->sweep, series, &table->note);
    }
    if (is_along) {
        fl_text_add(&table->note, "; points: means; thick bars: middle half; thin: middle 90 %");
        fl_figure_label_add_words(&table->x_label, fl_figure_axes_x_name(&page->sweep));
        fl_text_add(&table->y_label, "value: mean and spread");
        fl_text_add(&table->reading,
                    "How to read: a sign is the mean of a run; half of its samples lie in the "
                    "thick bar, nine in ten within the thin one.");
    } else {
        fl_text_add(&table->x_label, "value");
        fl_text_add_format(&table->y_label, "share of %s", fl_figure_titles_samples(job->runs));
    }
}

void fl_figure_runs_speed(fl_figure_page *page)
{
    const fl_figure_job *job = page->job;
    for (unsigned i = 0; i < job->runs_n && job->page == 0; i++) {
        const fl_store *store = &job->runs[i].store;
        const fl_store_attribute *seconds = fl_store_attribute_of(store, "seconds");
        const fl_store_attribute *threads = fl_store_attribute_of(store, "threads");
        double floors = 0;
        for (uint64_t c = 0; c < job->runs[i].conditions; c++) {
            floors += (double)job->runs[i].samples[c];
        }
        double took = seconds && seconds->text ? strtod(seconds->text, NULL) : 0;
        if (threads && !threads->text && threads->number > 0 && took > 0 && isfinite(took)) {
            fl_figure_titles_run(job, i, &page->series);
            page->place.series = i + 1;
            page->place.x = (double)threads->number;
            fl_figure_page_row(page, "nnn", floors, took, floors / took);
        }
    }
    fl_text_add(&page->table->title, page->figure->title);
    fl_text_add(&page->table->note, "dashed: perfect scaling, drawn through the lowest point");
}
