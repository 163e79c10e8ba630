/* SPDX-License-Identifier: GPL-2.0-or-later */
/* How conditions are laid out, and which are added up: runs that have settings and nothing else. */
#include "plots/figure/figure_private.h"

#include <criterion/criterion.h>
#include <string.h>

enum { STAGES = 3, CONDITIONS = 12 };

/* Three stages, two random number generators, two orders. */
static char *stage[CONDITIONS] = {"1", "2", "6", "1", "2", "6", "1", "2", "6", "1", "2", "6"};
static char *rng[CONDITIONS] = {"pcg",   "pcg",   "pcg",   "pcg",   "pcg",   "pcg",
                                "isaac", "isaac", "isaac", "isaac", "isaac", "isaac"};
static char *order[CONDITIONS] = {"scattered",  "scattered",  "scattered",  "sequential",
                                  "sequential", "sequential", "scattered",  "scattered",
                                  "scattered",  "sequential", "sequential", "sequential"};
static const uint64_t samples[CONDITIONS] = {1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048};

static fl_result_view make_run(void)
{
    return (fl_result_view){.conditions = CONDITIONS,
                            .samples = samples,
                            .name = "run",
                            .sample = "floor",
                            .axes = {{"rng", rng}, {"seed_order", order}, {"stage", stage}},
                            .axes_n = 3};
}

Test(sweep_axes, all_settings_but_one_become_series)
{
    fl_result_view run = make_run();
    fl_sweep_axes sweep;
    fl_text name;
    bool is_seen[CONDITIONS] = {false};
    fl_text_init(&name);
    fl_figure_axes_init(&sweep, &run);
    cr_assert_str_eq(fl_figure_axes_x_name(&sweep), "stage");
    cr_assert_eq(sweep.xs_n, STAGES);
    cr_assert_eq(sweep.series_n, 4);
    for (unsigned i = 0; i < CONDITIONS; i++) {
        uint64_t c = fl_figure_axes_condition(&sweep, i % STAGES, i / STAGES);
        cr_assert_lt(c, CONDITIONS);
        cr_assert_not(is_seen[c], "condition %u is drawn twice", (unsigned)c);
        is_seen[c] = true;
    }
    fl_figure_axes_series_name(&sweep, 3, &name);
    cr_assert_str_eq(fl_text_get(&name), "rng isaac, seed_order sequential");
    fl_text_clear(&name);
    fl_figure_axes_held(&sweep, &name);
    cr_assert_str_eq(fl_text_get(&name), "");
    fl_text_free(&name);
}

/* Four rule sets and three players are more than there are colours: one setting is held, which is said. */
Test(sweep_axes, what_is_not_shown_is_said)
{
    enum { MANY = 36 };
    static char *const names[3][4] = {{"1", "2", "3"}, {"a", "b", "c", "d"}, {"x", "y", "z"}};
    static const uint64_t many[MANY];
    char *values[3][MANY];
    for (unsigned i = 0; i < MANY; i++) {
        values[0][i] = names[0][i % 3];
        values[1][i] = names[1][i / 3 % 4];
        values[2][i] = names[2][i / 12];
    }
    fl_result_view run = {.conditions = MANY,
                          .samples = many,
                          .name = "run",
                          .sample = "floor",
                          .axes = {{"level", values[0]}, {"rules", values[1]}, {"player", values[2]}},
                          .axes_n = 3};
    fl_sweep_axes sweep;
    fl_text held;
    fl_text_init(&held);
    fl_figure_axes_init(&sweep, &run);
    fl_figure_axes_held(&sweep, &held);
    cr_assert_str_eq(fl_figure_axes_x_name(&sweep), "level");
    cr_assert_eq(sweep.series_n, 4);
    cr_assert_str_eq(fl_text_get(&held), "player x, 1 of 3 values of player (--where chooses)");
    fl_text_free(&held);
}

Test(sweep_axes, words_are_kept_apart_and_numbers_added_up)
{
    fl_result_view run = make_run();
    fl_parts parts;
    fl_data_table table;
    uint64_t sum = 0;
    fl_figure_parts_init(&parts, &run);
    cr_assert_eq(parts.n, 4);
    cr_assert_eq(fl_figure_parts_samples(&parts, 0), 1 + 2 + 4);
    for (unsigned i = 0; i < parts.n; i++) {
        sum += fl_figure_parts_samples(&parts, i);
    }
    cr_assert_eq(sum, 4095, "every condition is in one part");
    fl_figure_table_init(&table);
    fl_figure_parts_add_title(&parts, 1, "Maps", "more", &table);
    cr_assert_str_eq(fl_text_get(&table.note),
                     "56 floors of rng pcg, seed_order sequential; every stage together; more");
    fl_figure_table_free(&table);
    fl_figure_table_init(&table);
    fl_figure_parts_add_title(&parts, 3, "Maps", "more", &table);
    cr_assert_not_null(strstr(fl_text_get(&table.note), "3\xe2\x80\xaf"
                                                        "584 floors"),
                       "a narrow space");
    fl_figure_table_free(&table);
    run.axes_n = 0;
    fl_figure_parts_init(&parts, &run);
    cr_assert_eq(parts.n, 1);
}
