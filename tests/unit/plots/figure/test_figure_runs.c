/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Runs and configurations side by side: what is compared with what, how large the differences are, and how
 * much fits on a print. */
#include "experiments/run/result/result.h"
#include "plots/figure/figure_private.h"
#include "tests/unit/small_run.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

static fl_diag diag;

/* A counted run as figures see it. */
static void open_run(fl_result_view *view, const char *text, const char *path)
{
    small_run run;
    fl_store store;
    fl_run_provenance provenance = {.command = "test", .threads = 1, .seconds = 1};
    fl_diag_init(&diag);
    small_run_open(&run, text, 0, 1);
    small_run_count(&run, 0, run.setup.samples);
    fl_store_init(&store);
    cr_assert_eq(fl_run_result_build(&store, &run.setup, run.totals, &provenance, &diag), FL_OK, "%s",
                 diag.what);
    cr_assert_eq(fl_figure_view_init(view, &store, path, &diag), FL_OK, "%s", diag.what);
    small_run_close(&run);
}

static const char levels[] = "name: a\nabout: x\ngenerator: classic\nvary: {level: [1, 2, 4]}\nfloors: 600\n";
static const char flash[] = "name: b\nabout: x\ngenerator: classic\nsettings: {rules: flash}\n"
                            "vary: {level: [4, 2]}\nfloors: 500\n";

/* The cells of the row of a panel, a series and a value of x from number `from` on; false without one. */
static bool find_row(const fl_data_table *table, const char *panel, unsigned series, const char *x,
                     double out[4])
{
    for (const char *line = strchr(fl_text_get(&table->rows), '\n'); line && line[1];
         line = strchr(line + 1, '\n')) {
        char name[2][64];
        unsigned number = 0;
        int n = sscanf(line, " %*u\t%63[^\t]\t%u\t%*[^\t]\t%*[^\t]\t%63[^\t]\t%lf\t%lf\t%lf\t%lf", name[0],
                       &number, name[1], &out[0], &out[1], &out[2], &out[3]);
        cr_assert_geq(n, 5, "%.80s", line);
        if (strcmp(name[0], panel) == 0 && number == series && strcmp(name[1], x) == 0) {
            return true;
        }
    }
    return false;
}

static void fill(const char *figure, const fl_result_view *runs, unsigned n, fl_data_table *table)
{
    fl_figure_job job = {.runs = runs, .runs_n = n};
    fl_figure_table_init(table);
    fl_figure_fill(fl_figure_find(figure), &job, table);
    cr_assert_eq(fl_figure_table_check(table), FL_OK);
}

static fl_summary summary(const fl_result_view *run, const char *metric, uint64_t condition)
{
    fl_result_view_counts counts;
    cr_assert(fl_figure_view_metric(run, metric, &counts));
    return fl_figure_summary_of(&counts, condition);
}

/* Level 4 is the third condition of one run and the first of the other; level 1 is in one of them alone. */
Test(figure_runs, conditions_are_compared_with_their_like)
{
    fl_result_view runs[2];
    fl_data_table table;
    double cells[4];
    double layouts = 0;
    open_run(&runs[0], levels, "a.h5");
    open_run(&runs[1], flash, "b.h5");
    fill("overlay", runs, 2, &table);
    cr_assert(find_row(&table, "rooms", 1, "4", cells));
    cr_expect_eq(cells[0], 600);
    cr_expect_float_eq(cells[1], summary(&runs[0], "rooms", 2).mean, 1e-3);
    cr_assert(find_row(&table, "rooms", 2, "4", cells));
    cr_expect_eq(cells[0], 500);
    cr_expect_float_eq(cells[1], summary(&runs[1], "rooms", 0).mean, 1e-3);
    cr_expect_not(find_row(&table, "rooms", 1, "1", cells));
    cr_expect(strstr(fl_text_get(&table.note), "only the 2 that all runs have"), "%s",
              fl_text_get(&table.note));
    fl_figure_table_free(&table);
    fill("attempts", runs, 2, &table);
    for (const char *line = strstr(fl_text_get(&table.rows), "\tlevel 4\t2\t"); line;
         line = strstr(line + 1, "\tlevel 4\t2\t")) {
        cr_assert_eq(sscanf(line, "\tlevel 4\t2\t%*[^\t]\t%*[^\t]\t-\t%lf", cells), 1, "%.80s", line);
        layouts += cells[0];
    }
    fl_summary attempts = summary(&runs[1], "attempts", 0);
    cr_expect_float_eq(layouts, attempts.n * attempts.mean, 0.5,
                       "those that needed one, two, … add up to all");
    cr_expect_not(strstr(fl_text_get(&table.rows), "\tlevel 1\t"));
    fl_figure_table_free(&table);
    fl_figure_view_free(&runs[0]);
    fl_figure_view_free(&runs[1]);
}

Test(figure_runs, differences_of_means_have_the_intervals_of_two_samples)
{
    fl_result_view runs[2];
    fl_data_table table;
    double cells[4];
    open_run(&runs[0], levels, "a.h5");
    open_run(&runs[1], flash, "b.h5");
    fl_summary base = summary(&runs[0], "dead_ends", 2);
    fl_summary other = summary(&runs[1], "dead_ends", 0);
    fill("difference", runs, 2, &table);
    cr_assert(find_row(&table, "dead ends (rooms)", 1, "4", cells));
    double error = sqrt(base.variance / base.n + other.variance / other.n);
    cr_expect_float_eq(cells[0], other.mean - base.mean, 1e-4);
    cr_expect_float_eq(cells[1], error, 1e-5);
    cr_expect_float_eq(cells[3] - cells[0], 1.962 * error, 2e-3 * error, "%g", (cells[3] - cells[0]) / error);
    cr_expect_float_eq(cells[0] - cells[2], cells[3] - cells[0], 1e-4);
    cr_expect_not(find_row(&table, "dead ends (rooms)", 1, "1", cells));
    fl_figure_table_free(&table);
    fl_figure_view_free(&runs[0]);
    fl_figure_view_free(&runs[1]);
}

/* Newcombe's interval, which is not symmetric: each end from the ends of the two shares that lie there. */
Test(figure_runs, differences_of_shares_have_newcombes_interval)
{
    static const char text[] = "name: a\nabout: x\ngenerator: classic\nvary: {level: [1, 2]}\nfloors: 400\n";
    fl_result_view run;
    fl_result_view_event event;
    bool is_found = false;
    open_run(&run, text, "a.h5");
    cr_assert(fl_figure_view_event_of(&run, "roll.curse.won", &event));
    double share[2];
    fl_interval limits[2];
    for (unsigned c = 0; c < 2; c++) {
        uint64_t hits = event.hits[c * event.stride];
        uint64_t trials = event.trials[c * event.stride];
        share[c] = (double)hits / (double)trials;
        limits[c] = fl_stat_interval_wilson(hits, trials, FL_FIGURE_ODDS_ALPHA);
    }
    double below = hypot(share[1] - limits[1].lo, limits[0].hi - share[0]);
    double above = hypot(limits[1].hi - share[1], share[0] - limits[0].lo);
    cr_assert_gt(fabs(above - below), 1e-3);
    for (unsigned page = 0; page < 8 && !is_found; page++) {
        fl_data_table table;
        double cells[4];
        fl_figure_job job = {.runs = &run, .runs_n = 1, .page = page};
        fl_figure_table_init(&table);
        fl_figure_fill(fl_figure_find("difference"), &job, &table);
        is_found = find_row(&table, "curse: rolls won", 1, "2", cells);
        if (is_found) {
            cr_expect_float_eq(cells[0], share[1] - share[0], 1e-4);
            cr_expect_float_eq(cells[2], cells[0] - below, 1e-4, "%g, %g", cells[0] - cells[2], below);
            cr_expect_float_eq(cells[3], cells[0] + above, 1e-4, "%g, %g", cells[3] - cells[0], above);
        }
        fl_figure_table_free(&table);
    }
    cr_assert(is_found);
    fl_figure_view_free(&run);
}

/* Words are compared with intervals, numbers are taken together: shared streams may err all the same way. */
Test(figure_runs, shapes_have_intervals)
{
    static const char text[] = "name: a\nabout: x\ngenerator: rebirth\nvary: {%s}\nfloors: 600\nmaps: none\n"
                               "streams: %s\n";
    static const char *const vary[3] = {"hard: [off, on]", "stage: [2, 3]", "stage: [2, 3]"};
    double reach[3];
    for (unsigned i = 0; i < 3; i++) {
        char whole[200];
        fl_result_view run;
        fl_data_table table;
        double cells[4];
        snprintf(whole, sizeof whole, text, vary[i], i == 2 ? "shared" : "independent");
        open_run(&run, whole, "a.h5");
        fill("shapes", &run, 1, &table);
        cr_expect_eq(find_row(&table, "-", 2, "2x2", cells), i == 0, "words have colours, numbers have not");
        cr_assert(find_row(&table, "-", 1, "2x2", cells));
        cr_expect(cells[1] < cells[0] && cells[0] < cells[2]);
        reach[i] = cells[2] - cells[0];
        fl_summary of[2] = {summary(&run, "shape_2x2", 0), summary(&run, "shape_2x2", 1)};
        double error[2] = {sqrt(of[0].variance / 600), sqrt(of[1].variance / 600)};
        double wanted = i == 0   ? error[0]
                        : i == 1 ? hypot(error[0], error[1]) / 2
                                 : (error[0] + error[1]) / 2;
        cr_expect_float_eq(reach[i], 1.963 * wanted, 4e-3 * wanted, "%u: %g", i, reach[i] / wanted);
        fl_figure_table_free(&table);
        fl_figure_view_free(&run);
    }
}
