/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What an experiment counts: names and patterns, looked up in the catalogue of its configurations. */
#include "experiments/run/run_private.h"

#include <criterion/criterion.h>

#include <stdio.h>
#include <string.h>

/* An experiment with its catalogue and its choices. */
typedef struct chosen {
    fl_experiment experiment;
    fl_catalogue catalogue;
    fl_run_choices choices;
} chosen;

static chosen it;

/* The generator is classic unless the text says otherwise. */
static void choose(const char *more)
{
    char text[512];
    fl_diag diag;
    fl_diag_init(&diag);
    bool has_generator = strstr(more, "generator:") != NULL;
    int size = snprintf(text, sizeof text, "name: x\nfloors: 10\n%s%s",
                        has_generator ? "" : "generator: classic\n", more);
    fl_err err = fl_run_experiment_read(&it.experiment, text, (size_t)size, "x.yaml", &diag);
    cr_assert_eq(err, FL_OK, "%s: %s %s", more, diag.where, diag.what);
    fl_run_conditions all = {&it.experiment, it.experiment.generator, it.experiment.conditions, 0};
    cr_assert_eq(fl_run_experiment_catalogue(&all, &it.catalogue, &diag), FL_OK);
    cr_assert_eq(fl_run_experiment_choose(it.experiment.counts, &it.catalogue, &it.choices, &diag), FL_OK);
}

static void drop(void)
{
    fl_run_experiment_free_choices(&it.choices);
    fl_run_experiment_free_choices(&it.choices);
    fl_sample_catalogue_free(&it.catalogue);
    fl_run_experiment_free(&it.experiment);
}

static const char *event(unsigned i)
{
    return it.catalogue.event[it.choices.request.events.number[i]].name;
}

Test(experiment_choice, a_pattern_stands_for_all_that_match_it_and_none_twice)
{
    choose("events: [roll.curse.won, roll.curse.*, '*.won']\n");
    unsigned n = it.choices.request.events.n;
    unsigned of_curse = 0;
    cr_expect_str_eq(event(0), "roll.curse.won");
    for (unsigned i = 0; i < n; i++) {
        bool is_of_curse = strncmp(event(i), "roll.curse.", 11) == 0;
        of_curse += is_of_curse;
        cr_expect(is_of_curse || strstr(event(i), ".won"), "%s", event(i));
        for (unsigned k = 0; k < i; k++) {
            cr_expect_str_neq(event(i), event(k));
        }
    }
    cr_expect_eq(of_curse, (unsigned)FL_ROLL_FLAGS);
    cr_expect_eq(n, (unsigned)FL_ROLL_FLAGS + it.catalogue.rolls_n - 1);
    drop();
}

Test(experiment_choice, joints_are_pairs_or_all_pairs_of_the_listed_metrics)
{
    choose("metrics: [rooms]\njoints: [[dead_ends, rooms], [rooms, rooms]]\n");
    cr_assert_eq(it.choices.request.joints_n, 2u);
    cr_expect_eq(it.choices.request.joints[0][0], (unsigned)FL_METRIC_DEAD_ENDS);
    cr_expect_eq(it.choices.request.joints[1][1], (unsigned)FL_METRIC_ROOMS);
    drop();
    choose("metrics: [rooms, dead_ends, boss_distance]\njoints: all\n");
    cr_assert_eq(it.choices.request.joints_n, 3u);
    cr_expect_eq(it.choices.request.joints[2][0], (unsigned)FL_METRIC_DEAD_ENDS);
    cr_expect_eq(it.choices.request.joints[2][1], (unsigned)FL_METRIC_BOSS_DISTANCE);
    drop();
}
