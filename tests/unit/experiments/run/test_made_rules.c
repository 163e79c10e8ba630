/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Rules are made once: the first setup has those that reading made, and they are as good as new ones. */
#include "experiments/run/run_private.h"

#include <criterion/criterion.h>
#include <string.h>

static fl_experiment experiment;
static fl_run_setup first;
static fl_run_setup second;
static fl_diag diag;

static void read_text(const char *text)
{
    fl_diag_init(&diag);
    cr_assert_eq(fl_run_experiment_read(&experiment, text, strlen(text), "x.yaml", &diag), FL_OK, "%s",
                 diag.what);
}

static void set_up(fl_run_setup *setup)
{
    cr_assert_eq(fl_run_setup_init(setup, &experiment, 0, 1, &diag), FL_OK, "%s", diag.what);
}

static void tear_down(void)
{
    fl_run_setup_free(&first);
    fl_run_setup_free(&second);
    fl_run_experiment_free(&experiment);
}

TestSuite(made_rules, .fini = tear_down);

Test(made_rules, the_first_setup_takes_those_of_reading)
{
    void *rules[2];
    read_text("name: x\ngenerator: classic\nvary: {level: [1, 2]}\nfloors: 10\n");
    for (uint64_t i = 0; i < 2; i++) {
        cr_assert_eq(fl_run_made_rules_get(&experiment, i, &rules[i], &diag), FL_OK);
        cr_assert(rules[i]);
    }
    set_up(&first);
    set_up(&second);
    for (unsigned i = 0; i < 2; i++) {
        cr_expect_eq(first.condition[i].opened.rules, rules[i]);
        cr_expect_neq(second.condition[i].opened.rules, rules[i]);
    }
}

Test(made_rules, a_setting_that_changes_makes_others)
{
    int level = 0;
    read_text("name: x\ngenerator: classic\nvary: {level: [1, 2]}\nfloors: 10\n");
    cr_assert_eq(fl_run_experiment_set(&experiment, "level=5", &diag), FL_OK);
    set_up(&first);
    cr_assert_eq(first.conditions, 1);
    level = fl_setting_values_find(&first.condition[0].opened.values, "level");
    cr_expect_eq(fl_setting_values_get(&first.condition[0].opened.values, (size_t)level), 5);
}

/* Where samples are numbered by game seeds, a setup changes where they begin. */
Test(made_rules, a_setup_finds_the_same_samples_as_with_new_rules)
{
    read_text("name: x\ngenerator: rebirth\nsettings: {rng: isaac}\nfloors: 10\n");
    experiment.seed = 7;
    set_up(&first);
    set_up(&second);
    cr_expect_gt(first.condition[0].opened.first, 1);
    cr_expect_eq(first.condition[0].opened.first, second.condition[0].opened.first);
    cr_expect_eq(first.condition[0].opened.last, second.condition[0].opened.last);
    cr_expect_eq(first.condition[0].opened.seed, second.condition[0].opened.seed);
}

Test(made_rules, a_setting_that_is_refused_leaves_what_can_be_freed)
{
    read_text("name: x\ngenerator: rebirth\nvary: {stage: [1, 2]}\nfloors: 10\n");
    cr_expect_neq(fl_run_experiment_set(&experiment, "stage=99", &diag), FL_OK);
    set_up(&first);
    cr_expect_eq(first.conditions, 2);
    cr_expect_neq(fl_run_experiment_set(&experiment, "curse=labyrinth", &diag), FL_OK, "stage 2 has none");
    cr_expect_neq(fl_run_setup_init(&second, &experiment, 0, 1, &diag), FL_OK);
}

Test(made_rules, populations_of_two_generators_keep_their_own)
{
    read_text("name: x\npopulations:\n  a: {generator: classic, floors: 10}\n"
              "  b: {generator: rebirth, floors: 20, settings: {rng: isaac}}\n"
              "  c: {generator: classic, floors: 30, settings: {level: 4}}\n");
    set_up(&first);
    set_up(&second);
    for (unsigned i = 0; i < 3; i++) {
        const fl_opened_generator *a = &first.condition[i].opened;
        const fl_opened_generator *b = &second.condition[i].opened;
        cr_expect_eq(a->generator, fl_run_experiment_generator(&experiment, i));
        cr_expect_eq(a->first, b->first);
        cr_expect(fl_setting_values_are_same(&a->values, &b->values));
    }
}
