/* SPDX-License-Identifier: GPL-2.0-or-later */
/* How conditions that share their random numbers differ from the first one: metric by metric and event by
 * event, with the intervals of pairs and those that independent samples would have given. The numbers are
 * those of the tables /paired/metric and /paired/event. */
#include "plots/figure/figure_private.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* A metric or an event that differs in some condition. */
typedef struct panel {
    fl_result_view_paired rows;
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
            name_metric(out, name, fl_figure_view_metric(run, name, &counts) ? counts.unit : NULL);
            return true;
        }
    }
    for (uint64_t i = 0; (name = fl_figure_view_name(&run->events, i)) != NULL; i++) {
        bool is_here = is_drawn_event(name) && fl_figure_view_paired(run, "event", name, &out->rows) &&
                       differs(run, &out->rows);
        if (is_here && (*found)++ == wanted) {
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

static void add_condition(fl_data_table *table, const fl_result_view_paired *rows, uint64_t condition,
                          const fl_data_table_place *place)
{
    uint64_t at = condition * rows->stride;
    double difference = rows->difference[at];
    double reach = fl_stat_paired_reach(rows->error[at], rows->freedom[at], FL_FIGURE_ODDS_ALPHA);
    double unpaired = fl_stat_paired_reach(rows->unpaired[at], rows->freedom[at], FL_FIGURE_ODDS_ALPHA);
    if (!isfinite(difference)) {
        return;
    }
    bool is_base = condition == 0;
    fl_figure_table_row(table, place);
    fl_figure_table_number(table, difference);
    fl_figure_table_number(table, rows->error[at]);
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
                                     .x = x + 1,
                                     .x_name = fl_figure_axes_x_value(sweep, x)};
        if (c != FL_RESULT_VIEW_CONDITIONS) {
            add_condition(table, &panel->rows, c, &place);
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
    fl_figure_titles_add(table, "Paired differences", &sweep, fl_text_get(&note));
    for (; drawn < FL_FIGURE_PANELS; drawn++) {
        if (!find_panel(run, job->page * FL_FIGURE_PANELS + drawn, &found, &panel)) {
            break;
        }
        add_panel(table, &sweep, &panel, drawn + 1);
    }
    fl_figure_table_fit(table, drawn, 186);
    fl_figure_table_drop(table, &note);
}
