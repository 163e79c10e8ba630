/* SPDX-License-Identifier: GPL-2.0-or-later */
/* How the values of each metric are distributed: bars where there is one condition, a line for each of a few.
 * Neighbouring values share a bar where there are many of them. */
#include "plots/figure/figure_private.h"

#include <math.h>
#include <stdlib.h>

enum {
    BARS = 30,   /* about the most that a panel shows */
    RARE = 2000, /* tails with fewer samples than one in so many take no part in the choice of bars */
};

/* The values between which all but rare tails of every condition lie. */
static void find_bulk(const fl_result_view *run, const fl_result_view_counts *counts, uint64_t bulk[2])
{
    bulk[0] = counts->columns;
    bulk[1] = 0;
    for (uint64_t c = 0; c < run->conditions; c++) {
        double rare = fl_figure_summary_total(counts, c) / RARE;
        double below = 0;
        for (uint64_t value = 0; value < counts->columns; value++) {
            double count = (double)fl_figure_view_row(counts, c)[value];
            double above = rare * RARE - below - count;
            bool is_bulk = count > 0 && below + count > rare && above + count > rare;
            bulk[0] = is_bulk && value < bulk[0] ? value : bulk[0];
            bulk[1] = is_bulk && value > bulk[1] ? value : bulk[1];
            below += count;
        }
    }
}

/* How many values share a bar: 1, 2, 5, 10, 20, … */
static uint64_t choose_width(const uint64_t bulk[2])
{
    static const uint64_t steps[3] = {1, 2, 5};
    uint64_t span = bulk[1] >= bulk[0] ? bulk[1] - bulk[0] + 1 : 1;
    uint64_t ten = 1;
    for (unsigned i = 0;; i++) {
        uint64_t width = steps[i % 3] * ten;
        if (span <= width * BARS) {
            return width;
        }
        ten *= i % 3 == 2 ? 10 : 1;
    }
}

/* A distribution of one condition: a row for each bar, and an empty one on either side of a gap. */
typedef struct bars {
    const uint64_t *row;
    uint64_t columns, width;
    double total, scale; /* of the values: permille are shown as percent */
} bars;

static uint64_t count_of(const bars *self, uint64_t bar)
{
    uint64_t sum = 0;
    for (uint64_t i = bar * self->width; i < (bar + 1) * self->width && i < self->columns; i++) {
        sum += self->row[i];
    }
    return sum;
}

static void add_bars(fl_data_table *table, const bars *self, fl_data_table_place *place)
{
    uint64_t n = (self->columns + self->width - 1) / self->width;
    for (uint64_t bar = 0; bar < n && self->total > 0; bar++) {
        uint64_t count = count_of(self, bar);
        bool is_beside =
            (bar > 0 && count_of(self, bar - 1) > 0) || (bar + 1 < n && count_of(self, bar + 1) > 0);
        if (count > 0 || is_beside) {
            place->x = self->scale * ((double)(bar * self->width) + (double)(self->width - 1) / 2);
            fl_figure_table_row(table, place);
            fl_figure_table_number(table, self->scale * (double)self->width);
            fl_figure_odds_add_share(table, count, (uint64_t)self->total);
        }
    }
}

static void add_metric(fl_data_table *table, const fl_result_view *run, const fl_result_view_counts *counts,
                       fl_data_table_place *place)
{
    fl_text name;
    uint64_t bulk[2];
    fl_text_init(&name);
    find_bulk(run, counts, bulk);
    for (uint64_t c = 0; c < run->conditions; c++) {
        bars bars = {.row = fl_figure_view_row(counts, c),
                     .columns = counts->columns,
                     .width = choose_width(bulk),
                     .total = fl_figure_summary_total(counts, c),
                     .scale = fl_figure_metrics_scale(counts->unit)};
        fl_text_clear(&name);
        fl_figure_titles_condition(run, c, &name);
        place->series = (unsigned)c + 1;
        place->series_name = fl_text_get(&name);
        add_bars(table, &bars, place);
    }
    fl_figure_table_drop(table, &name);
}

static void add_titles(fl_data_table *table, const fl_result_view *run)
{
    fl_figure_titles_add_title(table, "Distributions", run);
    fl_figure_titles_add_samples(run, fl_figure_titles_samples(run), &table->note);
    fl_figure_titles_add_held(run, &table->note);
    fl_text_add_format(&table->note, "; tails of less than one in %u are cut off", RARE);
    fl_text_add_format(&table->y_label, "share of %s", fl_figure_titles_samples(run));
    fl_text_add(&table->x_label, "value");
}

void fl_figure_histogram(const fl_figure_job *job, fl_data_table *table)
{
    const char *name = NULL;
    const fl_result_view *run = job->runs;
    fl_text panel_name;
    fl_result_view_counts counts;
    unsigned found = 0;
    unsigned most = fl_figure_table_panels(job, FL_FIGURE_PANELS);
    unsigned from = job->page * most;
    fl_text_init(&panel_name);
    fl_figure_table_columns(table, "width trials hits share low high");
    add_titles(table, run);
    for (uint64_t i = 0; (name = fl_figure_view_name(&run->metrics, i)) != NULL; i++) {
        bool is_here = fl_figure_metrics_is_drawn(name) && fl_figure_view_metric(run, name, &counts) &&
                       fl_figure_metrics_varies(run, &counts);
        found += is_here;
        if (is_here && found > from && found <= from + most) {
            fl_figure_metrics_add_name(&panel_name, name, counts.unit);
            fl_data_table_place place = {.panel = found - from, .panel_name = fl_text_get(&panel_name)};
            add_metric(table, run, &counts, &place);
        }
    }
    fl_figure_table_fit(table, found - from < most ? found - from : most, 186);
    fl_figure_table_drop(table, &panel_name);
}
