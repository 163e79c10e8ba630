/* SPDX-License-Identifier: GPL-2.0-or-later */
/* How conditions differ, metric by metric and event by event.
 *
 * Those that share their random numbers: from the first one, with the intervals of pairs and those that
 * independent samples would have given. The numbers are those of the tables /paired/metric and /paired/event.
 *
 * Those of independent samples: two runs, condition by condition; in one run the values of the setting that
 * has the colours from its first one, else the conditions from the first. Intervals: Welch's for means,
 * Newcombe's (from Wilson's two) for shares. */
#include "plots/figure/figure_private.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* A metric or an event that differs in some condition. */
typedef struct panel {
    fl_result_view_paired rows;
    double scale;                         /* of what is shown */
    char name[2 * FL_FIGURE_LABEL_SIGNS]; /* "dead ends (rooms)" */
    bool is_short_of_memory;              /* for the name */
} panel;

/* Whether a condition differs from the first one, or may. */
static bool differs(const fl_result_view *run, const fl_result_view_paired *rows)
{
    bool does = false;
    for (uint64_t c = 1; c < run->conditions; c++) {
        uint64_t at = c * rows->stride;
        does = does || (isfinite(rows->difference[at]) && (rows->difference[at] != 0 || rows->error[at] > 0));
    }
    return does;
}

/* Events that are drawn: of gates whether a roll was won, of all others those that are about the whole
 * sample. */
static bool is_drawn_event(const char *name)
{
    size_t n = strlen(name);
    bool is_won = n > 12 && strcmp(name + n - 7, ".passed") == 0;
    return strncmp(name, "gate.", 5) == 0 ? is_won : strstr(name, ".by_chapter_") == NULL;
}

static void name_metric(panel *self, const char *name, const char *unit)
{
    fl_text text;
    fl_text_init(&text);
    fl_figure_metrics_add_name(&text, name, unit);
    snprintf(self->name, sizeof self->name, "%s", fl_text_get(&text));
    self->is_short_of_memory = text.is_short_of_memory;
    fl_text_free(&text);
}

/* "sacrifice: rolls won", "has loop (share)" */
static void name_event(panel *self, const char *name)
{
    fl_text text;
    bool is_gate = strncmp(name, "gate.", 5) == 0;
    char gate[FL_FIGURE_LABEL_SIGNS];
    snprintf(gate, sizeof gate, "%.*s", is_gate ? (int)(strlen(name) - 12) : (int)strlen(name),
             is_gate ? name + 5 : name);
    fl_text_init(&text);
    fl_figure_label_add_words(&text, gate);
    fl_text_add(&text, is_gate ? ": rolls won" : " (share)");
    snprintf(self->name, sizeof self->name, "%s", fl_text_get(&text));
    self->is_short_of_memory = text.is_short_of_memory;
    fl_text_free(&text);
}

/* Panel number `wanted` of all pages, metrics before events; false after the last. *found counts those before
 * it. */
static bool find_panel(const fl_result_view *run, unsigned wanted, unsigned *found, panel *out)
{
    const char *name = NULL;
    fl_result_view_counts counts;
    *found = 0;
    for (uint64_t i = 0; (name = fl_figure_view_name(&run->metrics, i)) != NULL; i++) {
        bool is_here = fl_figure_metrics_is_drawn(name) &&
                       fl_figure_view_paired(run, "metric", name, &out->rows) && differs(run, &out->rows);
        if (is_here && (*found)++ == wanted) {
            bool has_unit = fl_figure_view_metric(run, name, &counts);
            out->scale = has_unit ? fl_figure_metrics_scale(counts.unit) : 1;
            name_metric(out, name, has_unit ? counts.unit : NULL);
            return true;
        }
    }
    for (uint64_t i = 0; (name = fl_figure_view_name(&run->events, i)) != NULL; i++) {
        bool is_here = is_drawn_event(name) && fl_figure_view_paired(run, "event", name, &out->rows) &&
                       differs(run, &out->rows);
        if (is_here && (*found)++ == wanted) {
            out->scale = 1;
            name_event(out, name);
            return true;
        }
    }
    return false;
}

/* How many times wider the intervals of independent samples would be, over all conditions; NaN if there are
 * none. */
static double gain_of(const fl_result_view *run, const fl_result_view_paired *rows)
{
    double squares[2] = {0, 0};
    for (uint64_t c = 1; c < run->conditions; c++) {
        double error = rows->error[c * rows->stride];
        double unpaired = rows->unpaired[c * rows->stride];
        if (isfinite(error) && isfinite(unpaired)) {
            squares[0] += error * error;
            squares[1] += unpaired * unpaired;
        }
    }
    return squares[0] > 0 ? sqrt(squares[1] / squares[0]) : squares[1] > 0 ? INFINITY : NAN;
}

/* "dead ends (rooms) ×1.2" */
static void add_panel_name(const fl_result_view *run, const panel *panel, fl_text *out)
{
    double gain = gain_of(run, &panel->rows);
    fl_text_clear(out);
    fl_text_add(out, panel->name);
    if (isinf(gain)) {
        fl_text_add(out, "  exact");
    } else if (gain > 0) {
        fl_text_add_format(out, gain < 10 ? "  ×%.1f" : "  ×%.0f", gain);
    }
}

static void add_condition(fl_data_table *table, const panel *panel, uint64_t condition,
                          const fl_data_table_place *place)
{
    const fl_result_view_paired *rows = &panel->rows;
    uint64_t at = condition * rows->stride;
    double difference = panel->scale * rows->difference[at];
    double error = panel->scale * rows->error[at];
    double reach = fl_stat_paired_reach(error, rows->freedom[at], FL_FIGURE_ODDS_ALPHA);
    double unpaired =
        fl_stat_paired_reach(panel->scale * rows->unpaired[at], rows->freedom[at], FL_FIGURE_ODDS_ALPHA);
    if (!isfinite(difference)) {
        return;
    }
    bool is_base = condition == 0;
    fl_figure_table_row(table, place);
    fl_figure_table_number(table, difference);
    fl_figure_table_number(table, error);
    fl_figure_table_number(table, difference - reach);
    fl_figure_table_number(table, difference + reach);
    fl_figure_table_number(table, is_base ? difference : difference - unpaired);
    fl_figure_table_number(table, is_base ? difference : difference + unpaired);
}

static void add_panel(fl_data_table *table, const fl_sweep_axes *sweep, const panel *panel, unsigned number)
{
    fl_text names[2];
    fl_text_init(&names[0]);
    fl_text_init(&names[1]);
    add_panel_name(sweep->run, panel, &names[0]);
    names[0].is_short_of_memory |= panel->is_short_of_memory;
    for (unsigned i = 0; i < sweep->series_n * sweep->xs_n; i++) {
        unsigned series = i / sweep->xs_n;
        unsigned x = i % sweep->xs_n;
        uint64_t c = fl_figure_axes_condition(sweep, x, series);
        fl_text_clear(&names[1]);
        fl_figure_axes_series_name(sweep, series, &names[1]);
        fl_data_table_place place = {.panel = number,
                                     .panel_name = fl_text_get(&names[0]),
                                     .series = series + 1,
                                     .series_name = fl_text_get(&names[1]),
                                     .x = sweep->x_place[x],
                                     .x_name = fl_figure_axes_x_value(sweep, x)};
        if (c != FL_RESULT_VIEW_CONDITIONS) {
            add_condition(table, panel, c, &place);
        }
    }
    fl_figure_table_drop(table, &names[0]);
    fl_figure_table_drop(table, &names[1]);
}

void fl_figure_paired(const fl_figure_job *job, fl_data_table *table)
{
    const fl_result_view *run = job->runs;
    panel panel;
    fl_sweep_axes sweep;
    unsigned found = 0;
    unsigned drawn = 0;
    fl_text note;
    fl_text_init(&note);
    fl_figure_axes_init(&sweep, run);
    fl_figure_table_columns(table, "difference standard_error low high unpaired_low unpaired_high");
    fl_text_add(&note, "differences from ");
    fl_figure_titles_condition(run, 0, &note);
    fl_text_add_format(&note, "; bars: 95 %% intervals; grey: those of independent %s, × times as wide",
                       fl_figure_titles_samples(run));
    fl_text_add(&table->y_label, "difference");
    fl_figure_titles_add(table, "Paired differences", &sweep, fl_text_get(&note));
    unsigned most = fl_figure_table_panels(job, FL_FIGURE_PANELS);
    for (; drawn < most; drawn++) {
        if (!find_panel(run, job->page * most + drawn, &found, &panel)) {
            break;
        }
        add_panel(table, &sweep, &panel, drawn + 1);
    }
    fl_figure_axes_name_places(&sweep, 0, table);
    fl_figure_table_fit(table, drawn, 186);
    fl_figure_table_drop(table, &note);
}

/* Two conditions that are compared. */
typedef struct contrast {
    const fl_result_view *run[2]; /* base and other */
    uint64_t condition[2];
} contrast;

/* A difference with the limits of its interval. */
typedef struct gap {
    double difference, error;
    fl_interval limits;
} gap;

static bool find_metric_gap(const contrast *self, const char *name, gap *out)
{
    fl_summary of[2];
    double part[2];
    for (unsigned i = 0; i < 2; i++) {
        fl_result_view_counts counts;
        if (!fl_figure_view_metric(self->run[i], name, &counts)) {
            return false;
        }
        of[i] = fl_figure_summary_of(&counts, self->condition[i]);
        if (of[i].n < 2) {
            return false;
        }
        part[i] = of[i].variance / of[i].n;
    }
    double sum = part[0] + part[1];
    double freedom = sum * sum / (part[0] * part[0] / (of[0].n - 1) + part[1] * part[1] / (of[1].n - 1));
    double reach = sum > 0 ? fl_stat_paired_reach(sqrt(sum), freedom, FL_FIGURE_ODDS_ALPHA) : 0;
    out->difference = of[1].mean - of[0].mean;
    out->error = sqrt(sum);
    out->limits = (fl_interval){out->difference - reach, out->difference + reach};
    return true;
}

static bool find_event_gap(const contrast *self, const char *name, gap *out)
{
    double share[2];
    fl_interval limits[2];
    double squares = 0;
    for (unsigned i = 0; i < 2; i++) {
        fl_result_view_event event;
        if (!fl_figure_view_event_of(self->run[i], name, &event)) {
            return false;
        }
        uint64_t trials = event.trials[self->condition[i] * event.stride];
        uint64_t hits = event.hits[self->condition[i] * event.stride];
        if (trials == 0) {
            return false;
        }
        share[i] = (double)hits / (double)trials;
        limits[i] = fl_stat_interval_wilson(hits, trials, FL_FIGURE_ODDS_ALPHA);
        squares += share[i] * (1 - share[i]) / (double)trials;
    }
    out->difference = share[1] - share[0];
    out->error = sqrt(squares);
    out->limits.lo = out->difference - hypot(share[1] - limits[1].lo, limits[0].hi - share[0]);
    out->limits.hi = out->difference + hypot(limits[1].hi - share[1], share[0] - limits[0].lo);
    return true;
}

/* What is compared at a position of the sweep; false where nothing is. */
static bool find_contrast(const fl_figure_job *job, const fl_sweep_axes *sweep, unsigned x, unsigned series,
                          contrast *out)
{
    uint64_t at[FL_FIGURE_RUNS];
    bool is_across = job->runs_n == 1 && sweep->series_n > 1;
    uint64_t c = fl_figure_axes_condition(sweep, x, series);
    if (c == FL_RESULT_VIEW_CONDITIONS) {
        return false;
    }
    if (job->runs_n > 1) {
        *out = (contrast){{job->runs, &job->runs[1]}, {c, 0}};
        if (!fl_figure_runs_match(job, c, at)) {
            return false;
        }
        out->condition[1] = at[1];
        return true;
    }
    uint64_t base = fl_figure_axes_condition(sweep, is_across ? x : 0, 0);
    *out = (contrast){{job->runs, job->runs}, {base, c}};
    return base != FL_RESULT_VIEW_CONDITIONS && base != c;
}

/* What a page of differences shows. */
typedef struct differences {
    const fl_figure_job *job;
    fl_sweep_axes sweep;
} differences;

static void add_gap(fl_data_table *table, const gap *gap, double scale, const fl_data_table_place *place)
{
    fl_figure_table_row(table, place);
    fl_figure_table_number(table, scale * gap->difference);
    fl_figure_table_number(table, scale * gap->error);
    fl_figure_table_number(table, scale * gap->limits.lo);
    fl_figure_table_number(table, scale * gap->limits.hi);
    fl_figure_table_number(table, NAN);
    fl_figure_table_number(table, NAN);
}

/* A metric or an event in all conditions that are compared, into panel number `panel`; with 0 nothing is
 * written. Whether there is a difference anywhere, or there may be one. */
static bool add_differences(fl_data_table *table, const differences *self, const char *name, bool is_event,
                            unsigned number)
{
    fl_text series_name;
    fl_result_view_counts counts;
    panel panel = {.scale = 1};
    bool has_any = false;
    bool has_unit = !is_event && fl_figure_view_metric(self->job->runs, name, &counts);
    if (is_event) {
        name_event(&panel, name);
    } else {
        name_metric(&panel, name, has_unit ? counts.unit : NULL);
        panel.scale = has_unit ? fl_figure_metrics_scale(counts.unit) : 1;
    }
    table->rows.is_short_of_memory |= panel.is_short_of_memory;
    fl_text_init(&series_name);
    for (unsigned i = 0; i < self->sweep.series_n * self->sweep.xs_n; i++) {
        unsigned series = i / self->sweep.xs_n;
        unsigned x = i % self->sweep.xs_n;
        contrast contrast;
        gap gap = {.difference = NAN};
        bool is_here =
            find_contrast(self->job, &self->sweep, x, series, &contrast) &&
            (is_event ? find_event_gap(&contrast, name, &gap) : find_metric_gap(&contrast, name, &gap));
        has_any = has_any || (is_here && (gap.difference != 0 || gap.error > 0));
        if (is_here && number > 0) {
            fl_text_clear(&series_name);
            fl_figure_axes_series_name(&self->sweep, series, &series_name);
            fl_data_table_place place = {.panel = number,
                                         .panel_name = panel.name,
                                         .series = series + 1,
                                         .series_name = fl_text_get(&series_name),
                                         .x = self->sweep.x_place[x],
                                         .x_name = fl_figure_axes_x_value(&self->sweep, x)};
            add_gap(table, &gap, panel.scale, &place);
        }
    }
    fl_figure_table_drop(table, &series_name);
    return has_any;
}

/* What is the base, and what the intervals do not say. */
static void add_difference_note(const differences *self, fl_data_table *table)
{
    const fl_figure_job *job = self->job;
    fl_text note;
    fl_text_init(&note);
    if (job->runs_n > 1) {
        bool is_same =
            job->runs[0].seed == job->runs[1].seed &&
            (strcmp(job->runs[0].streams, "shared") == 0 || strcmp(job->runs[1].streams, "shared") == 0);
        fl_text name;
        fl_text_init(&name);
        fl_figure_titles_run(job, 1, &name);
        fl_text_add_format(&note, "%s, less ", fl_text_get(&name));
        fl_figure_titles_run(job, 0, &name);
        fl_text_add(&note, fl_text_get(&name));
        fl_text_add(&note, is_same
                               ? "; bars: 95 % intervals of independent samples, but both runs may have the "
                                 "same random numbers"
                               : "; bars: 95 % intervals");
        fl_figure_table_drop(table, &name);
        fl_text_add(&table->title, "Differences of two runs");
        fl_text_add(&table->note, fl_text_get(&note));
        fl_figure_label_add_words(&table->x_label, fl_figure_axes_x_name(&self->sweep));
    } else {
        fl_text_add(&note, "differences from ");
        if (self->sweep.series_n > 1) {
            fl_figure_axes_series_name(&self->sweep, 0, &note);
            fl_text_add_format(&note, " at the same %s", fl_figure_axes_x_name(&self->sweep));
        } else {
            fl_figure_titles_condition(job->runs, 0, &note);
        }
        fl_text_add(&note, "; bars: 95 % intervals");
        fl_figure_titles_add(table, "Differences", &self->sweep, fl_text_get(&note));
    }
    fl_text_add(&table->y_label, "difference");
    fl_figure_table_drop(table, &note);
}

/* Metrics first, then events, as in the figure of pairs. */
void fl_figure_paired_difference(const fl_figure_job *job, fl_data_table *table)
{
    const fl_result_view *run = job->runs;
    const char *name = NULL;
    differences self = {.job = job};
    unsigned most = fl_figure_table_panels(job, FL_FIGURE_PANELS);
    unsigned from = job->page * most;
    unsigned found = 0;
    fl_figure_axes_init(&self.sweep, run);
    fl_figure_table_columns(table, "difference standard_error low high unpaired_low unpaired_high");
    add_difference_note(&self, table);
    for (unsigned sort = 0; sort < 2; sort++) {
        const fl_result_view_names *names = sort == 0 ? &run->metrics : &run->events;
        for (uint64_t i = 0; (name = fl_figure_view_name(names, i)) != NULL && found < from + most; i++) {
            bool is_drawn = sort == 0 ? fl_figure_metrics_is_drawn(name) : is_drawn_event(name);
            if (is_drawn && add_differences(table, &self, name, sort == 1, 0) && found++ >= from) {
                (void)add_differences(table, &self, name, sort == 1, found - from);
            }
        }
    }
    bool has_base = job->runs_n == 1 && self.sweep.series_n == 1;
    fl_figure_axes_name_places(&self.sweep, has_base ? self.sweep.x_place[0] : 0, table);
    fl_figure_table_fit(table, found > from ? found - from : 0, 186);
}
