/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Fitting: numbers of a ruleset and back, distances, children. */
#include "experiments/fit/fit.h"
#include "tests/support/grid_group.h"
#include "tests/unit/small_run.h"

#include <criterion/criterion.h>

#include <string.h>

static const char run_text[] = "name: x\ngenerator: grid\nsettings: {rules: basement}\nfloors: 4000\n"
                               "metrics: [tiles, dead_ends, attempts, secret_neighbours]\nmaps: none\n";

/* A target out of a run in memory. */
static void open_target(small_run *run, fl_fit_target *target)
{
    fl_run_result reread;
    fl_diag diag;
    fl_diag_init(&diag);
    memset(&reread, 0, sizeof reread);
    small_run_open(run, run_text, 0, 1);
    small_run_count(run, 0, run->setup.samples);
    reread.experiment = run->experiment;
    reread.setup = run->setup;
    reread.totals = run->totals;
    cr_assert_eq(fl_fit_target_read(target, &reread, "run.h5", &diag), FL_OK, "%s", diag.what);
}

static double distance_of(const fl_fit_target *target, const char *text)
{
    static fl_fit_judge judge;
    fl_diag diag;
    double out = -1;
    fl_fit_floors floors = {.seed = 9, .n = 4000, .attempts_max = 20};
    fl_diag_init(&diag);
    cr_assert_eq(fl_fit_judge_init(&judge, target, &diag), FL_OK);
    cr_assert_eq(fl_fit_judge_text(&judge, text, &floors, &out, &diag), FL_OK);
    fl_fit_judge_free(&judge);
    return out;
}

Test(fit, the_rules_of_the_target_are_nearest)
{
    small_run run;
    fl_fit_target target;
    grid_group own;
    fl_text text;
    fl_text_init(&text);
    open_target(&run, &target);
    cr_expect_eq(target.metrics_n, 3u, "attempts are not to be seen on a floor");
    grid_group_open(&own, grid_group_small, "");
    cr_expect_gt(distance_of(&target, grid_group_small), 1.5);
    cr_expect_eq(distance_of(&target, "name: nothing"), FL_FIT_HOPELESS);
    memcpy(own.rules, run.setup.condition[0].opened.rules, sizeof *own.rules);
    fl_grid_write_rules(own.rules, &text);
    cr_expect_lt(distance_of(&target, fl_text_get(&text)), 0.1);
    own.rules->rulesets[0].params[0].p /= 4;
    fl_text_clear(&text);
    fl_grid_write_rules(own.rules, &text);
    cr_expect_gt(distance_of(&target, fl_text_get(&text)), 0.1);
    fl_fit_target_free(&target);
    grid_group_close(&own);
    fl_text_free(&text);
    small_run_close(&run);
}

Test(fit, numbers_come_back_as_they_were)
{
    static fl_fit_vector vector;
    grid_group group;
    fl_text before;
    fl_text after;
    fl_text_init(&before);
    fl_text_init(&after);
    grid_group_open(&group, grid_group_small, "");
    fl_grid_write_rules(group.rules, &before);
    fl_fit_vector_read(&vector, group.rules);
    cr_expect_eq(vector.n, 9u, "%u", vector.n);
    group.rules->entries[1].connections = 1;
    group.rules->entries[1].weight_as_read = 5;
    group.rules->passes[0].tiles_max = 99;
    group.rules->rulesets[0].params[1].p = 3;
    fl_fit_vector_apply(&vector, vector.value, group.rules);
    group.rules->entries[2].connections = FL_GRID_ROTATION_RIM; /* beyond what is searched */
    fl_grid_write_rules(group.rules, &after);
    cr_expect_str_eq(fl_text_get(&before), fl_text_get(&after));
    grid_group_close(&group);
    fl_text_free(&before);
    fl_text_free(&after);
}
