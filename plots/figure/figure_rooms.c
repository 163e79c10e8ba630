/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Figures of rooms. Panels are the series of the sweep; the swept setting goes along the x axis. */
#include "plots/figure/figure_private.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    BOSSES = 128, /* boss numbers that are looked at */
    LINES = 64,   /* most lines of the figure: style.gp has no more */
    LEAST = 200,  /* a line needs a share of 1/LEAST in some condition */
    BOSS_NAME = 40,
};

/* Steps through the positions of a sweep for which the run has a condition: panel = series, x = the swept
 * setting. */
static bool next_place(const fl_sweep_axes *sweep, unsigned *i, fl_text *name, fl_data_table_place *place,
                       uint64_t *condition)
{
    for (; *i < sweep->series_n * sweep->xs_n; (*i)++) {
        unsigned series = *i / sweep->xs_n;
        unsigned x = *i % sweep->xs_n;
        *condition = fl_figure_axes_condition(sweep, x, series);
        if (*condition == FL_RESULT_VIEW_CONDITIONS) {
            continue;
        }
        fl_text_clear(name);
        fl_figure_axes_series_name(sweep, series, name);
        *place = (fl_data_table_place){.panel = series + 1,
                                       .panel_name = fl_text_get(name),
                                       .series = 1,
                                       .x = sweep->x_place[x],
                                       .x_name = fl_figure_axes_x_value(sweep, x)};
        (*i)++;
        return true;
    }
    return false;
}

/* What a figure of values shows. */
typedef struct value_shares {
    const char *metric, *what;
    bool is_minimum; /* documented is the least value alone */
} value_shares;

/* The note: what the frames are, and which document says so. */
static void add_frames(const fl_figure_job *job, const value_shares *self, const char *source, fl_text *out)
{
    fl_text_add(out, "points: means");
    if (source) {
        fl_text_add_format(out, "; frames: documented%s (", self->is_minimum ? " minimum" : "");
        fl_figure_claims_add_source(source, out);
        fl_text_add(out, ")");
    } else {
        fl_text_add(out, fl_figure_claims_are_there(job->runs)
                             ? "; no document was judged on these conditions"
                             : "; the file has no claims");
    }
}

/* The share of every value, with the documented range of the condition. */
static void add_value_shares(const fl_figure_job *job, const value_shares *self, fl_data_table *table)
{
    const char *source = NULL;
    fl_claim_view claims;
    fl_sweep_axes sweep;
    fl_result_view_counts counts;
    fl_text name;
    fl_data_table_place place;
    unsigned i = 0;
    uint64_t c = 0;
    fl_figure_table_columns(table, "value count share mean documented_low documented_high");
    if (!fl_figure_view_metric(job->runs, self->metric, &counts)) {
        return;
    }
    fl_text_init(&name);
    fl_figure_claims_open(job->runs, &claims);
    fl_figure_axes_init(&sweep, job->runs);
    while (next_place(&sweep, &i, &name, &place, &c)) {
        uint64_t claim = 0;
        bool has_range = fl_figure_claims_range(&claims, c, self->metric, &claim);
        double least = has_range ? claims.least[claim] : NAN;
        double most = has_range && !self->is_minimum ? claims.most[claim] : least;
        source = has_range ? fl_figure_claims_row(&claims, claim).source : source;
        table->has_documented |= has_range;
        fl_summary summary = fl_figure_summary_of(&counts, c);
        for (uint64_t value = 0; value < counts.columns; value++) {
            uint64_t count = fl_figure_view_row(&counts, c)[value];
            if (count > 0) {
                fl_figure_table_row(table, &place);
                fl_figure_table_count(table, value);
                fl_figure_table_count(table, count);
                fl_figure_table_number(table, (double)count / summary.n);
                fl_figure_table_number(table, summary.mean);
                fl_figure_table_number(table, least);
                fl_figure_table_number(table, most);
            }
        }
    }
    fl_text_add_format(&table->scale, "share of the %s with that number",
                       fl_figure_titles_samples(job->runs));
    fl_text_clear(&name);
    add_frames(job, self, source, &name);
    fl_figure_titles_add(table, self->what, &sweep, fl_text_get(&name));
    fl_figure_axes_name_places(&sweep, 0, table);
    fl_figure_table_drop(table, &name);
}

void fl_figure_rooms_count(const fl_figure_job *job, fl_data_table *table)
{
    if (job->page == 0) {
        fl_text_add(&table->y_label, "rooms of the layout (without secret rooms)");
        add_value_shares(job, &(value_shares){"plan_rooms", "Numbers of rooms", false}, table);
    }
}

/* The documented rule is about the generator's own list, so that comes first; what a player sees comes
 * second. */
void fl_figure_rooms_dead_ends(const fl_figure_job *job, fl_data_table *table)
{
    static const char *const metrics[2] = {"end_rooms", "dead_ends"};
    static const char *const labels[2] = {"dead ends in the generator's list", "rooms with one neighbour"};
    fl_result_view_counts counts;
    bool is_listed = fl_figure_view_metric(job->runs, metrics[0], &counts) &&
                     fl_figure_summary_largest(&counts, job->runs->conditions) > 0;
    unsigned which = job->page + !is_listed;
    if (which < 2) {
        fl_text_add(&table->y_label, labels[which]);
        add_value_shares(job, &(value_shares){metrics[which], "Dead ends", true}, table);
    }
}

void fl_figure_rooms_secret(const fl_figure_job *job, fl_data_table *table)
{
    fl_sweep_axes sweep;
    fl_result_view_counts counts;
    fl_text name;
    fl_data_table_place place;
    unsigned i = 0;
    uint64_t c = 0;
    fl_figure_table_columns(table, "count share below");
    if (job->page > 0 || !fl_figure_view_metric(job->runs, "secret_neighbours", &counts)) {
        return;
    }
    fl_text_init(&name);
    fl_figure_axes_init(&sweep, job->runs);
    fl_text_add(&table->y_label, "share of floors");
    fl_figure_titles_add(table, "Rooms beside the secret room", &sweep, NULL);
    while (next_place(&sweep, &i, &name, &place, &c)) {
        double total = fl_figure_summary_total(&counts, c);
        double below = 0;
        for (uint64_t value = 0; value < counts.columns && value < 8; value++) {
            char text[24];
            double share = (double)fl_figure_view_row(&counts, c)[value] / total;
            snprintf(text, sizeof text, "%u", (unsigned)value);
            place.series = (unsigned)value + 1;
            place.series_name = text;
            if (share > 0) {
                fl_figure_table_row(table, &place);
                fl_figure_table_count(table, fl_figure_view_row(&counts, c)[value]);
                fl_figure_table_number(table, share);
                fl_figure_table_number(table, below);
                below += share;
            }
        }
    }
    fl_figure_axes_name_places(&sweep, 0, table);
    fl_figure_table_drop(table, &name);
}

/* A mean over conditions with the half of its interval. */
typedef struct pooled_mean {
    double mean, reach;
} pooled_mean;

/* Whether the values of the swept setting are words, which are compared and not taken together. */
static bool is_split_along(const fl_sweep_axes *sweep)
{
    return sweep->x >= 0 && sweep->series_n == 1 && sweep->xs_n <= FL_SWEEP_AXES_SERIES &&
           !fl_figure_axes_has_numbers(sweep->run, (unsigned)sweep->x);
}

/* The mean of a metric over all conditions of one series, or of one position of a setting of words. Where
 * conditions share their random numbers their errors may all point the same way, and are added up instead of
 * their squares. */
static pooled_mean mean_of(const fl_sweep_axes *sweep, const fl_result_view_counts *counts, unsigned series)
{
    bool is_split = is_split_along(sweep);
    bool is_shared = strcmp(sweep->run->streams, "shared") == 0;
    double n = 0;
    double sum = 0;
    double error = 0;
    for (unsigned x = 0; x < sweep->xs_n; x++) {
        uint64_t c = fl_figure_axes_condition(sweep, x, is_split ? 0 : series);
        if (c == FL_RESULT_VIEW_CONDITIONS || (is_split && x != series)) {
            continue;
        }
        fl_summary summary = fl_figure_summary_of(counts, c);
        double squared = summary.n > 1 ? summary.n * summary.variance : 0;
        n += summary.n;
        sum += summary.n > 0 ? summary.n * summary.mean : 0;
        error += is_shared ? sqrt(squared) : squared;
    }
    error = is_shared ? error : sqrt(error);
    return n > 0 ? (pooled_mean){sum / n,
                                 fl_stat_paired_reach(error / n, n > 1 ? n - 1 : 1, FL_FIGURE_ODDS_ALPHA)}
                 : (pooled_mean){NAN, NAN};
}

static void add_shape_series(const fl_sweep_axes *sweep, unsigned series, fl_text *out)
{
    if (is_split_along(sweep)) {
        fl_text_add_format(out, "%s %s", fl_figure_axes_x_name(sweep), fl_figure_axes_x_value(sweep, series));
    } else {
        fl_figure_axes_series_name(sweep, series, out);
    }
}

void fl_figure_rooms_shapes(const fl_figure_job *job, fl_data_table *table)
{
    const char *metric = NULL;
    fl_sweep_axes sweep;
    fl_result_view_counts counts;
    fl_text name;
    unsigned row = 0;
    fl_text_init(&name);
    fl_figure_axes_init(&sweep, job->runs);
    fl_figure_table_columns(table, "mean low high");
    bool is_split = is_split_along(&sweep);
    unsigned series_n = is_split ? sweep.xs_n : sweep.series_n;
    fl_text_add(&table->x_label, "rooms of the shape a floor (logarithmic)");
    for (uint64_t i = 0; (metric = fl_figure_view_name(&job->runs->metrics, i)) != NULL; i++) {
        bool is_shape = strncmp(metric, "shape_", 6) == 0 &&
                        fl_figure_view_metric(job->runs, metric, &counts) &&
                        fl_figure_summary_largest(&counts, job->runs->conditions) > 0;
        row += is_shape;
        for (unsigned series = 0; is_shape && job->page == 0 && series < series_n; series++) {
            fl_text_clear(&name);
            add_shape_series(&sweep, series, &name);
            fl_data_table_place place = {.panel = 1,
                                         .series = series + 1,
                                         .series_name = fl_text_get(&name),
                                         .x = row,
                                         .x_name = metric + 6};
            fl_figure_table_row(table, &place);
            pooled_mean mean = mean_of(&sweep, &counts, series);
            fl_figure_table_number(table, mean.mean);
            fl_figure_table_number(table, mean.mean - mean.reach);
            fl_figure_table_number(table, mean.mean + mean.reach);
        }
    }
    if (row < 2) { /* one shape is no comparison */
        table->rows_n = 0;
    }
    fl_text_clear(&name);
    if (sweep.x >= 0 && !is_split) {
        fl_text_add_format(&name, "every %s together; ", fl_figure_axes_x_name(&sweep));
    }
    fl_text_add(&name, "95 % intervals");
    fl_figure_titles_add(table, "Shapes of rooms", &sweep, fl_text_get(&name));
    fl_figure_table_drop(table, &name);
}

/* A boss with a line: the first position along x where it is frequent, and its share there. */
typedef struct boss_line {
    unsigned number, first;
    double share;
} boss_line;

/* By the first position, and there the most frequent first, so that the lines follow the course of a game. */
static int compare_bosses(const void *a, const void *b)
{
    const boss_line *left = a;
    const boss_line *right = b;
    if (left->first != right->first) {
        return left->first < right->first ? -1 : 1;
    }
    if (left->share != right->share) {
        return left->share > right->share ? -1 : 1;
    }
    return left->number < right->number ? -1 : left->number > right->number;
}

/* Finds where a boss is frequent first, in any series; false if it is nowhere. */
static bool find_boss(const fl_sweep_axes *sweep, const fl_result_view_counts *counts, boss_line *out)
{
    for (unsigned x = 0; x < sweep->xs_n; x++) {
        double most = 0;
        for (unsigned series = 0; series < sweep->series_n; series++) {
            uint64_t c = fl_figure_axes_condition(sweep, x, series);
            double share =
                c < FL_RESULT_VIEW_CONDITIONS
                    ? (double)fl_figure_view_row(counts, c)[out->number] / fl_figure_summary_total(counts, c)
                    : 0;
            most = share > most ? share : most;
        }
        if (most * LEAST > 1) {
            out->first = x;
            out->share = most;
            return true;
        }
    }
    return false;
}

/* Lists the bosses that deserve a line, in the order of the lines; returns how many. */
static unsigned list_bosses(const fl_sweep_axes *sweep, const fl_result_view_counts *counts,
                            boss_line out[LINES])
{
    unsigned n = 0;
    for (uint64_t boss = 1; boss < counts->columns && boss < BOSSES && n < LINES; boss++) {
        out[n] = (boss_line){.number = (unsigned)boss};
        n += find_boss(sweep, counts, &out[n]);
    }
    qsort(out, n, sizeof *out, compare_bosses);
    return n;
}

/* "Mom", or the number where the boss has no name. */
static void name_boss(const fl_yaml *names, const char *generator, unsigned boss, char out[BOSS_NAME])
{
    const char *name = fl_figure_bosses_name(names, generator, boss);
    if (name) {
        snprintf(out, BOSS_NAME, "%s", name);
    } else {
        snprintf(out, BOSS_NAME, "boss %u", boss);
    }
}

/* A page shows one series, which the note names. */
static void add_boss_titles(const fl_sweep_axes *sweep, const char *series, fl_data_table *table)
{
    fl_text more;
    fl_text_init(&more);
    if (sweep->series_n > 1) {
        fl_figure_label_add(&more, series, FL_FIGURE_LABEL_SIGNS);
        fl_text_add(&more, "; ");
    }
    fl_text_add(&more, "percent of floors");
    fl_figure_titles_add(table, "Bosses", sweep, fl_text_get(&more));
    fl_figure_table_drop(table, &more);
}

void fl_figure_rooms_bosses(const fl_figure_job *job, fl_data_table *table)
{
    boss_line bosses[LINES];
    fl_yaml *names = NULL;
    fl_sweep_axes sweep;
    fl_result_view_counts counts;
    fl_text name;
    fl_figure_table_columns(table, "y count share number");
    if (!fl_figure_view_metric(job->runs, "boss_identity", &counts)) {
        return;
    }
    fl_figure_axes_init(&sweep, job->runs);
    if (job->page >= sweep.series_n) {
        return;
    }
    fl_text_init(&name);
    table->rows.is_short_of_memory |= fl_figure_bosses_open(&names, NULL) != FL_OK;
    fl_figure_axes_series_name(&sweep, job->page, &name);
    fl_text_add(&table->y_label, "boss");
    add_boss_titles(&sweep, fl_text_get(&name), table);
    unsigned n = list_bosses(&sweep, &counts, bosses);
    for (unsigned i = 0; i < n * sweep.xs_n; i++) {
        char text[BOSS_NAME];
        unsigned x = i % sweep.xs_n;
        uint64_t c = fl_figure_axes_condition(&sweep, x, job->page);
        uint64_t count =
            c < FL_RESULT_VIEW_CONDITIONS ? fl_figure_view_row(&counts, c)[bosses[i / sweep.xs_n].number] : 0;
        name_boss(names, fl_figure_view_generator(job->runs, c < FL_RESULT_VIEW_CONDITIONS ? c : 0),
                  bosses[i / sweep.xs_n].number, text);
        fl_data_table_place place = {.panel = 1,
                                     .panel_name = fl_text_get(&name),
                                     .series = i / sweep.xs_n + 1,
                                     .series_name = text,
                                     .x = sweep.x_place[x],
                                     .x_name = fl_figure_axes_x_value(&sweep, x)};
        if (count > 0) {
            fl_figure_table_row(table, &place);
            fl_figure_table_count(table, i / sweep.xs_n + 1);
            fl_figure_table_count(table, count);
            fl_figure_table_number(table, (double)count / fl_figure_summary_total(&counts, c));
            fl_figure_table_count(table, bosses[i / sweep.xs_n].number);
        }
    }
    fl_figure_axes_name_places(&sweep, 0, table);
    table->height = 140 + 17 * n;
    fl_yaml_free(names);
    fl_figure_table_drop(table, &name);
}
