/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Figures of the values of a metric: the share of samples that have each. */
#include "plots/figure/figure_private.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    BARS = 30,    /* approximate limit of bars in a panel of a histogram */
    RARE = 2000,  /* tails with a smaller share than 1/RARE do not affect the choice of bars */
    DENSE = 64,   /* below this value every step of a decay is written */
    BOSSES = 128, /* limit of boss numbers */
    LINES = 64,   /* limit of lines for bosses in style.gp */
    LEAST = 200,  /* a boss needs a share of 1/LEAST in some configuration */
};

/* The share of every value of a page's metric, with the documented range or its minimum; a panel for each
 * series. The documented rule about dead ends is about the generator's own list, so the list comes first, if
 * it exists; the visible dead ends come second. */
void fl_figure_values_numbers(fl_figure_page *page)
{
    static const char *const metrics[][2] = {{"plan_rooms", "rooms of the layout (without secret rooms)"},
                                             {"end_rooms", "dead ends in the generator's list"},
                                             {"dead_ends", "rooms with one neighbour"}};
    const char *source = NULL;
    fl_result_view_counts counts;
    uint64_t c = 0;
    bool is_minimum = strcmp(page->figure->names[0], metrics[0][0]) != 0;
    bool is_listed = fl_figure_view_metric(page->run, metrics[1][0], &counts) &&
                     fl_figure_summary_largest(&counts, page->run->conditions) > 0;
    unsigned shown = page->job->page + is_minimum + (is_minimum && !is_listed);
    if (shown > 2 * is_minimum || !fl_figure_view_metric(page->run, metrics[shown][0], &counts)) {
        return;
    }
    fl_text_add(&page->table->y_label, metrics[shown][1]);
    for (unsigned i = 0; fl_figure_page_step(page, &i, &c);) {
        fl_claim_view_row claim;
        bool has_range = fl_figure_claims_range(&page->claims, c, metrics[shown][0], &claim);
        double least = has_range ? claim.least : NAN;
        double most = has_range && !is_minimum ? claim.most : least;
        fl_summary summary = fl_figure_summary_of(&counts, c);
        source = has_range ? claim.source : source;
        page->table->has_documented |= has_range;
        fl_figure_page_apart(page);
        for (uint64_t value = 0; value < counts.columns; value++) {
            uint64_t count = fl_figure_view_row(&counts, c)[value];
            if (count > 0) {
                fl_figure_page_row(page, "ccnnnn", value, count, (double)count / summary.n, summary.mean,
                                   least, most);
            }
        }
    }
    fl_text_add_format(&page->table->scale, "share of the %s with that number",
                       fl_figure_titles_samples(page->run));
    fl_text_add(&page->note, "points: means; ");
    if (source) {
        fl_text_add_format(&page->note, "frames: documented%s (", is_minimum ? " minimum" : "");
        fl_figure_claims_add_source(source, &page->note);
        fl_text_add(&page->note, ")");
    } else {
        fl_text_add(&page->note, fl_figure_claims_are_there(page->run)
                                     ? "no document was judged on these configurations"
                                     : "the file has no claims");
    }
}

void fl_figure_values_secret(fl_figure_page *page)
{
    fl_result_view_counts counts;
    uint64_t c = 0;
    if (page->job->page > 0 || !fl_figure_view_metric(page->run, "secret_neighbours", &counts)) {
        return;
    }
    for (unsigned i = 0; fl_figure_page_step(page, &i, &c);) {
        double total = fl_figure_summary_total(&counts, c);
        double below = 0;
        fl_figure_page_apart(page);
        for (uint64_t value = 0; value < counts.columns && value < 8; value++) {
            uint64_t count = fl_figure_view_row(&counts, c)[value];
            page->place.series = (unsigned)value + 1;
            fl_text_clear(&page->series);
            fl_text_add_format(&page->series, "%u", (unsigned)value);
            if (count > 0) {
                fl_figure_page_row(page, "cnn", count, (double)count / total, below);
                below += (double)count / total;
            }
        }
    }
}

/* The mean of a metric over all configurations of one series, or with is_split at one position, and half of
 * its interval. If configurations share random numbers, their errors may be correlated, so the errors are
 * added up instead of their squares. */
static fl_interval mean_of(const fl_sweep_axes *sweep, const fl_result_view_counts *counts, unsigned series,
                           bool is_split)
{
    bool is_shared = strcmp(sweep->run->streams, "shared") == 0;
    double n = 0;
    double sum = 0;
    double error = 0;
    for (unsigned x = is_split ? series : 0; x < (is_split ? series + 1 : sweep->xs_n); x++) {
        uint64_t c = fl_figure_axes_condition(sweep, x, is_split ? 0 : series);
        if (c == FL_RESULT_VIEW_CONDITIONS) {
            continue;
        }
        fl_summary summary = fl_figure_summary_of(counts, c);
        double squared = summary.n > 1 ? summary.n * summary.variance : 0;
        n += summary.n;
        sum += summary.n > 0 ? summary.n * summary.mean : 0;
        error += is_shared ? sqrt(squared) : squared;
    }
    error = is_shared ? error : sqrt(error);
    double reach = n > 0 ? fl_stat_paired_reach(error / n, n > 1 ? n - 1 : 1, FL_FIGURE_ODDS_ALPHA) : NAN;
    return (fl_interval){n > 0 ? sum / n : NAN, reach};
}

void fl_figure_values_shapes(fl_figure_page *page)
{
    const char *metric = NULL;
    const fl_sweep_axes *sweep = &page->sweep;
    fl_result_view_counts counts;
    unsigned row = 0;
    /* values of a swept setting that are words are compared and not merged */
    bool is_split = sweep->x >= 0 && sweep->series_n == 1 && sweep->xs_n <= FL_SWEEP_AXES_SERIES &&
                    !fl_figure_axes_has_numbers(sweep->run, (unsigned)sweep->x);
    for (uint64_t i = 0; (metric = fl_figure_view_name(&page->run->metrics, i)) != NULL; i++) {
        bool is_shape = page->job->page == 0 && strncmp(metric, "shape_", 6) == 0 &&
                        fl_figure_view_metric(page->run, metric, &counts) &&
                        fl_figure_summary_largest(&counts, page->run->conditions) > 0;
        page->place.x = row += is_shape;
        page->place.x_name = metric + 6;
        for (unsigned series = 0; is_shape && series < (is_split ? sweep->xs_n : sweep->series_n); series++) {
            fl_text_clear(&page->series);
            page->place.series = series + 1;
            if (is_split) {
                fl_text_add_format(&page->series, "%s %s", fl_figure_axes_x_name(sweep),
                                   fl_figure_axes_x_value(sweep, series));
            } else {
                fl_figure_axes_series_name(sweep, series, &page->series);
            }
            fl_interval mean = mean_of(sweep, &counts, series, is_split);
            fl_figure_page_row(page, "nnn", mean.lo, mean.lo - mean.hi, mean.lo + mean.hi);
        }
    }
    page->table->rows_n *= row > 1; /* a single shape is no comparison */
    if (sweep->x >= 0 && !is_split) {
        fl_text_add_format(&page->note, "every %s together; ", fl_figure_axes_x_name(sweep));
    }
    fl_text_add(&page->note, "95 % intervals");
}

/* Names of bosses are data: a map of numbers and names for each generator. */

fl_err fl_figure_bosses_open(fl_yaml **out, fl_diag *diag)
{
    return fl_yaml_read_shipped("data/bosses.yaml", out, diag);
}

const char *fl_figure_bosses_name(const fl_yaml *names, const char *generator, int64_t number)
{
    char key[24];
    snprintf(key, sizeof key, "%lld", (long long)number);
    const fl_yaml_node *map = names ? fl_yaml_get(fl_yaml_root(names), generator) : NULL;
    const fl_yaml_node *name = map ? fl_yaml_get(map, key) : NULL;
    return name ? name->text : NULL;
}

/* A boss with a line: the first position along x with a sufficient share in some series, and the share. */
typedef struct boss_line {
    unsigned number, first;
    double share;
} boss_line;

/* By the first position, then the most frequent first, so that the lines follow the course of a game. */
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

/* A page shows one series, which the note names. */
void fl_figure_values_bosses(fl_figure_page *page)
{
    boss_line bosses[LINES];
    fl_yaml *names = NULL;
    const fl_sweep_axes *sweep = &page->sweep;
    fl_result_view_counts counts;
    if (page->job->page >= sweep->series_n || !fl_figure_view_metric(page->run, "boss_identity", &counts)) {
        return;
    }
    page->table->rows.is_short_of_memory |= fl_figure_bosses_open(&names, NULL) != FL_OK;
    fl_figure_axes_series_name(sweep, page->job->page, &page->panel);
    if (sweep->series_n > 1) {
        fl_figure_label_add(&page->note, fl_text_get(&page->panel), FL_FIGURE_LABEL_SIGNS);
        fl_text_add(&page->note, "; ");
    }
    fl_text_add(&page->note, "percent of floors");
    unsigned n = 0; /* bosses with a line, in the order of the lines */
    for (unsigned boss = 1; boss < counts.columns && boss < BOSSES && n < LINES; boss++) {
        bool is_frequent = false;
        for (unsigned x = 0; x < sweep->xs_n && !is_frequent; x++) {
            bosses[n] = (boss_line){.number = boss, .first = x};
            for (unsigned series = 0; series < sweep->series_n; series++) {
                uint64_t c = fl_figure_axes_condition(sweep, x, series);
                double share = c < FL_RESULT_VIEW_CONDITIONS ? (double)fl_figure_view_row(&counts, c)[boss] /
                                                                   fl_figure_summary_total(&counts, c)
                                                             : 0;
                bosses[n].share = share > bosses[n].share ? share : bosses[n].share;
            }
            is_frequent = bosses[n].share * LEAST > 1;
        }
        n += is_frequent;
    }
    qsort(bosses, n, sizeof *bosses, compare_bosses);
    for (unsigned i = 0; i < n * sweep->xs_n; i++) {
        unsigned number = bosses[i / sweep->xs_n].number;
        uint64_t c = fl_figure_axes_condition(sweep, i % sweep->xs_n, page->job->page);
        uint64_t count = c < FL_RESULT_VIEW_CONDITIONS ? fl_figure_view_row(&counts, c)[number] : 0;
        if (count == 0) {
            continue;
        }
        const char *name = fl_figure_bosses_name(names, fl_figure_view_generator(page->run, c), number);
        fl_text_clear(&page->series);
        if (name) {
            fl_text_add(&page->series, name);
        } else {
            fl_text_add_format(&page->series, "boss %u", number);
        }
        page->place.series = i / sweep->xs_n + 1;
        fl_figure_page_at(page, i % sweep->xs_n);
        fl_figure_page_row(page, "ccnc", (uint64_t)page->place.series, count,
                           (double)count / fl_figure_summary_total(&counts, c), (uint64_t)number);
    }
    page->table->height = 140 + 17 * n;
    fl_yaml_free(names);
}

/* The number of values per bar: 1, 2, 5, 10, 20, …, so that every configuration without its rare tails has
 * BARS. */
static uint64_t choose_width(const fl_result_view *run, const fl_result_view_counts *counts)
{
    static const uint64_t steps[3] = {1, 2, 5};
    uint64_t low = counts->columns;
    uint64_t high = 0;
    for (uint64_t c = 0; c < run->conditions; c++) {
        double rare = fl_figure_summary_total(counts, c) / RARE;
        double below = 0;
        for (uint64_t value = 0; value < counts->columns; value++) {
            double count = (double)fl_figure_view_row(counts, c)[value];
            double above = rare * RARE - below - count;
            bool is_bulk = count > 0 && below + count > rare && above + count > rare;
            low = is_bulk && value < low ? value : low;
            high = is_bulk && value > high ? value : high;
            below += count;
        }
    }
    uint64_t span = high >= low ? high - low + 1 : 1;
    uint64_t ten = 1;
    for (unsigned i = 0;; i++) {
        if (span <= steps[i % 3] * ten * BARS) {
            return steps[i % 3] * ten;
        }
        ten *= i % 3 == 2 ? 10 : 1;
    }
}

void fl_figure_values_histogram(fl_figure_page *page)
{
    const char *name = NULL;
    const fl_result_view *run = page->run;
    fl_result_view_counts counts;
    for (uint64_t i = 0; (name = fl_figure_view_name(&run->metrics, i)) != NULL; i++) {
        if (fl_figure_metrics_panel(page, name, &counts)) {
            uint64_t width = choose_width(run, &counts);
            for (uint64_t c = 0; c < run->conditions; c++) {
                fl_figure_page_series(page, (unsigned)c + 1, c);
                fl_figure_metrics_add_bars(page, &counts, c, width);
            }
        }
    }
    fl_text_add_format(&page->note, "tails of less than one in %u are cut off", RARE);
    fl_text_add_format(&page->table->y_label, "share of %s", fl_figure_titles_samples(run));
}

/* A panel for each value of the swept setting, or for several runs for each common configuration. */
void fl_figure_values_decay(fl_figure_page *page)
{
    const fl_figure_job *job = page->job;
    const fl_sweep_axes *sweep = &page->sweep;
    const char *metric = page->figure->names[0];
    fl_result_view_counts counts;
    bool is_several = job->runs_n > 1;
    bool varies = false;
    for (unsigned i = 0; i < job->runs_n; i++) {
        varies = varies || (fl_figure_view_metric(&job->runs[i], metric, &counts) &&
                            fl_figure_metrics_varies(&job->runs[i], &counts));
    }
    for (uint64_t k = 0; varies && k < (is_several ? page->run->conditions : sweep->xs_n); k++) {
        uint64_t at[FL_FIGURE_RUNS];
        if ((is_several && !fl_figure_runs_match(job, k, at)) || !fl_figure_page_panel(page)) {
            continue;
        }
        if (is_several) {
            fl_figure_titles_condition(page->run, k, &page->panel);
        } else {
            fl_text_add_format(&page->panel, "%s %s", fl_figure_axes_x_name(sweep),
                               fl_figure_axes_x_value(sweep, (unsigned)k));
        }
        for (unsigned i = 0; i < (is_several ? job->runs_n : sweep->series_n); i++) {
            uint64_t c = is_several ? at[i] : fl_figure_axes_condition(sweep, (unsigned)k, i);
            page->place.series = i + 1;
            fl_text_clear(&page->series);
            if (is_several) {
                fl_figure_titles_run(job, i, &page->series);
            } else {
                fl_figure_axes_series_name(sweep, i, &page->series);
            }
            if (c != FL_RESULT_VIEW_CONDITIONS &&
                fl_figure_view_metric(&job->runs[is_several ? i : 0], metric, &counts)) {
                const uint64_t *count = fl_figure_view_row(&counts, c);
                double total = fl_figure_summary_total(&counts, c);
                double left = total; /* with values of at least x */
                for (uint64_t value = 0; value < counts.columns && left > 0; value++) {
                    if (count[value] > 0 || (left < total && value < DENSE)) {
                        page->place.x = (double)value;
                        fl_figure_page_row(page, "cn", (uint64_t)left, left / total);
                    }
                    left -= (double)count[value];
                }
            }
        }
    }
    unsigned panels = fl_figure_page_panels(page);
    page->each = panels > 6 ? 186 : panels > 3 ? 210 : 316;
    if (is_several) {
        fl_text_add(&page->table->title, page->figure->title);
        fl_figure_runs_add_note(job, &page->table->note);
    }
}
