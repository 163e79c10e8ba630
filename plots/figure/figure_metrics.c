/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Figures of metrics. Left out are metrics that number things (bosses, curses) and those with a figure of
 * their own. */
#include "plots/figure/figure_private.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    DENSE = 64, /* below this value every step of a decay is written */
};

bool fl_figure_metrics_is_drawn(const char *name)
{
    static const char *const other[] = {
        "kind_", "shape_",          "boss_identity",     "second_boss_identity",
        "curse", "clustering_room", "clustering_secret", "forced_ends"};
    for (unsigned i = 0; i < sizeof other / sizeof other[0]; i++) {
        bool is_prefix = other[i][strlen(other[i]) - 1] == '_';
        if (is_prefix ? strncmp(name, other[i], strlen(other[i])) == 0 : strcmp(name, other[i]) == 0) {
            return false;
        }
    }
    return strstr(name, "_after_chapter_") == NULL;
}

bool fl_figure_metrics_varies(const fl_result_view *run, const fl_result_view_counts *counts)
{
    uint64_t first = UINT64_MAX;
    for (uint64_t i = 0; i < run->conditions * counts->columns; i++) {
        uint64_t value = i % counts->columns;
        uint64_t count = fl_figure_view_row(counts, i / counts->columns)[value];
        if (count > 0 && first != UINT64_MAX && first != value) {
            return true;
        }
        first = count > 0 ? value : first;
    }
    return false;
}

void fl_figure_metrics_add_name(fl_text *out, const char *name, const char *unit)
{
    fl_text_clear(out);
    fl_figure_label_add_words(out, name);
    if (unit && unit[0] && !strstr(name, unit) && strcmp(unit, "number") != 0) {
        fl_text_add_format(out, " (%s)", strcmp(unit, "permille") == 0 ? "%" : unit);
    }
}

double fl_figure_metrics_scale(const char *unit)
{
    return unit && strcmp(unit, "permille") == 0 ? 0.1 : 1;
}

static void add_swept(fl_data_table *table, const fl_sweep_axes *sweep, const fl_result_view_counts *counts,
                      fl_data_table_place *place)
{
    fl_text series_name;
    double scale = fl_figure_metrics_scale(counts->unit);
    fl_text_init(&series_name);
    for (unsigned series = 0; series < sweep->series_n; series++) {
        fl_text_clear(&series_name);
        fl_figure_axes_series_name(sweep, series, &series_name);
        for (unsigned x = 0; x < sweep->xs_n; x++) {
            uint64_t c = fl_figure_axes_condition(sweep, x, series);
            if (c == FL_RESULT_VIEW_CONDITIONS) {
                continue;
            }
            fl_summary summary = fl_figure_summary_of(counts, c);
            if (summary.n == 0) {
                continue;
            }
            place->series = series + 1;
            place->series_name = fl_text_get(&series_name);
            place->x = sweep->x_place[x];
            place->x_name = fl_figure_axes_x_value(sweep, x);
            fl_figure_table_row(table, place);
            fl_figure_table_summary(table, &summary, scale);
        }
    }
    fl_figure_table_drop(table, &series_name);
}

void fl_figure_metrics_swept(const fl_figure_job *job, fl_data_table *table)
{
    const char *name = NULL;
    const fl_result_view *run = job->runs;
    fl_text panel_name;
    fl_sweep_axes sweep;
    fl_result_view_counts counts;
    unsigned found = 0;
    unsigned most = fl_figure_table_panels(job, FL_FIGURE_PANELS);
    unsigned from = job->page * most;
    fl_text_init(&panel_name);
    fl_figure_axes_init(&sweep, run);
    fl_figure_table_columns(table, "n mean q05 q25 q50 q75 q95");
    fl_figure_titles_add(table, "Metrics", &sweep,
                         "points: means; thick bars: middle half; thin: middle 90 %");
    fl_text_add(&table->y_label, "value: mean and spread");
    for (uint64_t i = 0; (name = fl_figure_view_name(&run->metrics, i)) != NULL; i++) {
        bool is_here = fl_figure_metrics_is_drawn(name) && fl_figure_view_metric(run, name, &counts) &&
                       fl_figure_metrics_varies(run, &counts);
        found += is_here;
        if (is_here && found > from && found <= from + most) {
            fl_figure_metrics_add_name(&panel_name, name, counts.unit);
            fl_data_table_place place = {.panel = found - from, .panel_name = fl_text_get(&panel_name)};
            add_swept(table, &sweep, &counts, &place);
        }
    }
    fl_figure_axes_name_places(&sweep, 0, table);
    fl_figure_table_fit(table, found - from < most ? found - from : most, 186);
    fl_figure_table_drop(table, &panel_name);
}

static double total_of(const double *count, uint64_t n)
{
    double total = 0;
    for (uint64_t i = 0; i < n; i++) {
        total += count[i];
    }
    return total;
}

/* The share of values that are at least x, step by step. */
static void add_decay(fl_data_table *table, const double *count, uint64_t n, fl_data_table_place *place)
{
    double left = total_of(count, n);
    double total = left;
    for (uint64_t value = 0; value < n && left > 0; value++) {
        bool is_written = value < DENSE || count[value] > 0;
        if (left < total || count[value] > 0) {
            place->x = (double)value;
            if (is_written) {
                fl_figure_table_row(table, place);
                fl_figure_table_count(table, (uint64_t)left);
                fl_figure_table_number(table, left / total);
            }
        }
        left -= count[value];
    }
}

/* One row of counts as doubles. */
static double *copy_row(const fl_result_view_counts *counts, uint64_t condition)
{
    double *out = calloc(counts->columns, sizeof *out);
    for (uint64_t i = 0; out && i < counts->columns; i++) {
        out[i] = (double)fl_figure_view_row(counts, condition)[i];
    }
    return out;
}

static void decay_of_sweep(const fl_figure_job *job, const fl_result_view_counts *counts,
                           fl_data_table *table)
{
    fl_sweep_axes sweep;
    fl_text names[2];
    fl_figure_axes_init(&sweep, job->runs);
    fl_text_init(&names[0]);
    fl_text_init(&names[1]);
    unsigned most = fl_figure_table_panels(job, FL_FIGURE_PANELS);
    unsigned from = job->page * most;
    unsigned left = sweep.xs_n > from ? sweep.xs_n - from : 0;
    unsigned panels = left < most ? left : most;
    for (unsigned p = 0; p < panels; p++) {
        unsigned x = from + p;
        for (unsigned series = 0; series < sweep.series_n; series++) {
            uint64_t c = fl_figure_axes_condition(&sweep, x, series);
            double *row = c < FL_RESULT_VIEW_CONDITIONS ? copy_row(counts, c) : NULL;
            table->rows.is_short_of_memory |= c < FL_RESULT_VIEW_CONDITIONS && !row;
            fl_text_clear(&names[0]);
            fl_text_clear(&names[1]);
            fl_text_add_format(&names[0], "%s %s", fl_figure_axes_x_name(&sweep),
                               fl_figure_axes_x_value(&sweep, x));
            fl_figure_axes_series_name(&sweep, series, &names[1]);
            fl_data_table_place place = {.panel = p + 1,
                                         .panel_name = fl_text_get(&names[0]),
                                         .series = series + 1,
                                         .series_name = fl_text_get(&names[1])};
            if (row) {
                add_decay(table, row, counts->columns, &place);
            }
            free(row);
        }
    }
    fl_figure_table_fit(table, panels, panels > 6 ? 186 : panels > 3 ? 210 : 316);
    fl_figure_table_drop(table, &names[0]);
    fl_figure_table_drop(table, &names[1]);
}

/* Several runs: a panel for each condition that all of them have. */
static void decay_of_runs(const fl_figure_job *job, const char *metric, fl_data_table *table)
{
    fl_text names[2];
    unsigned most = fl_figure_table_panels(job, FL_FIGURE_PANELS);
    unsigned from = job->page * most;
    unsigned found = 0;
    fl_text_init(&names[0]);
    fl_text_init(&names[1]);
    for (uint64_t c = 0; c < job->runs->conditions; c++) {
        uint64_t at[FL_FIGURE_RUNS];
        bool is_here = fl_figure_runs_match(job, c, at) && found++ >= from && found <= from + most;
        fl_text_clear(&names[0]);
        fl_figure_titles_condition(job->runs, c, &names[0]);
        for (unsigned i = 0; i < job->runs_n && is_here; i++) {
            fl_result_view_counts counts;
            bool is_there = fl_figure_view_metric(&job->runs[i], metric, &counts);
            double *row = is_there ? copy_row(&counts, at[i]) : NULL;
            table->rows.is_short_of_memory |= is_there && !row;
            fl_figure_titles_run(job, i, &names[1]);
            fl_data_table_place place = {.panel = found - from,
                                         .panel_name = fl_text_get(&names[0]),
                                         .series = i + 1,
                                         .series_name = fl_text_get(&names[1])};
            if (row) {
                add_decay(table, row, counts.columns, &place);
            }
            free(row);
        }
    }
    unsigned panels = found > from + most ? most : found > from ? found - from : 0;
    fl_figure_table_fit(table, panels, panels > 6 ? 186 : panels > 3 ? 210 : 316);
    fl_figure_table_drop(table, &names[0]);
    fl_figure_table_drop(table, &names[1]);
}

static bool varies_in_any(const fl_figure_job *job, const char *metric)
{
    bool does = false;
    for (unsigned i = 0; i < job->runs_n; i++) {
        fl_result_view_counts counts;
        does = does || (fl_figure_view_metric(&job->runs[i], metric, &counts) &&
                        fl_figure_metrics_varies(&job->runs[i], &counts));
    }
    return does;
}

static void decay(const fl_figure_job *job, const char *metric, const char *what, fl_data_table *table)
{
    fl_result_view_counts counts;
    fl_sweep_axes sweep;
    fl_figure_table_columns(table, "count share");
    if (job->runs_n > 1 && varies_in_any(job, metric)) {
        fl_text_add(&table->title, what);
        fl_figure_runs_add_note(job, &table->note);
        decay_of_runs(job, metric, table);
    } else if (job->runs_n == 1 && fl_figure_view_metric(job->runs, metric, &counts) &&
               fl_figure_metrics_varies(job->runs, &counts)) {
        fl_figure_axes_init(&sweep, job->runs);
        fl_figure_titles_add(table, what, &sweep, NULL);
        decay_of_sweep(job, &counts, table);
    }
}

void fl_figure_metrics_clustering(const fl_figure_job *job, fl_data_table *table)
{
    fl_text_add(&table->x_label, "clustering number of a room");
    fl_text_add(&table->y_label, "share of rooms with this clustering number or more");
    decay(job, "clustering_room", "Clustering numbers", table);
}

void fl_figure_metrics_attempts(const fl_figure_job *job, fl_data_table *table)
{
    fl_text_add(&table->x_label, "layouts tried");
    fl_text_add(&table->y_label, "share of floors that needed at least that many");
    decay(job, "attempts", "Attempts", table);
}

void fl_figure_metrics_speed(const fl_figure_job *job, fl_data_table *table)
{
    fl_text name;
    fl_text_init(&name);
    fl_figure_table_columns(table, "floors seconds floors_per_second");
    fl_text_add(&table->title, "Speed of the runs");
    fl_text_add(&table->note, "dashed: perfect scaling, drawn through the lowest point");
    fl_text_add(&table->x_label, "threads");
    fl_text_add(&table->y_label, "floors a second");
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
            fl_figure_titles_run(job, i, &name);
            fl_data_table_place place = {
                .panel = 1, .series = i + 1, .series_name = fl_text_get(&name), .x = (double)threads->number};
            fl_figure_table_row(table, &place);
            fl_figure_table_number(table, floors);
            fl_figure_table_number(table, took);
            fl_figure_table_number(table, floors / took);
        }
    }
    fl_figure_table_drop(table, &name);
}
