/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "analysis/exact/coins/rare/rare_private.h"
#include "gen/classic/classic.h"

#include <criterion/criterion.h>

#include <string.h>

static fl_columns columns;
static fl_classic_batch batch;

/* The distance of a floor with 5 dead ends and a boss 3 steps away, without a super secret room. */
static int64_t distance(const char *condition)
{
    fl_diag diag;
    fl_setting_values values;
    void *rules = NULL;
    fl_catalogue catalogue;
    fl_expression expression;
    fl_diag_init(&diag);
    fl_setting_values_init(&values, fl_classic.settings, fl_classic.settings_n);
    cr_assert_eq(fl_classic.init(&values, &rules, &diag), FL_OK);
    const void *of = rules;
    cr_assert_eq(fl_sample_catalogue_init(&catalogue, &fl_classic, &of, 1, &diag), FL_OK);
    fl_expression_text text = {condition, "here", true};
    cr_assert_eq(fl_expression_parse(&expression, &text, &catalogue, &diag), FL_OK, "%s", diag.what);
    memset(&columns, 0, sizeof columns);
    columns.batch = &batch;
    columns.metric[FL_METRIC_DEAD_ENDS].constant = 5;
    columns.metric[FL_METRIC_BOSS_DISTANCE].constant = 3;
    columns.metric[FL_METRIC_SECRET_TRIES].constant = FL_GENERATOR_FACT_NONE;
    columns.event[FL_EVENT_HAS_LOOP].constant = FL_EVENT_MISS;
    int64_t out = fl_rare_distance(&expression, &columns, 0);
    fl_sample_catalogue_free(&catalogue);
    fl_classic.free(rules);
    return out;
}

Test(distance, what_holds_is_at_no_distance)
{
    cr_expect_eq(distance("dead_ends == 5"), 0);
    cr_expect_eq(distance("dead_ends != 4"), 0);
    cr_expect_eq(distance("dead_ends > 4 && boss_distance <= 3"), 0);
    cr_expect_eq(distance("dead_ends in 3..5 || boss_distance > 90"), 0);
    cr_expect_eq(distance("!(dead_ends < 5)"), 0);
    cr_expect_eq(distance("!has_loop"), 0);
    cr_expect_eq(distance("dead_ends - boss_distance == 2"), 0);
}

Test(distance, comparisons_are_as_far_as_their_sides_are_apart)
{
    cr_expect_eq(distance("dead_ends >= 8"), 3);
    cr_expect_eq(distance("dead_ends > 8"), 4);
    cr_expect_eq(distance("dead_ends < 5"), 1);
    cr_expect_eq(distance("dead_ends <= 2"), 3);
    cr_expect_eq(distance("dead_ends == 9"), 4);
    cr_expect_eq(distance("dead_ends != 5"), 1);
    cr_expect_eq(distance("dead_ends in 7..9"), 2);
    cr_expect_eq(distance("dead_ends * 2 >= 13"), 3);
    cr_expect_eq(distance("boss_distance > dead_ends"), 3);
    cr_expect_eq(distance("has_loop"), 1);
}

Test(distance, joined_conditions_add_up_or_take_the_nearest)
{
    cr_expect_eq(distance("dead_ends >= 7 && boss_distance >= 6"), 5);
    cr_expect_eq(distance("dead_ends >= 7 || boss_distance >= 6"), 2);
    cr_expect_eq(distance("!(dead_ends >= 4 && boss_distance >= 2)"), 2);
    cr_expect_eq(distance("!(dead_ends >= 4 || boss_distance >= 2)"), 4);
}

Test(distance, a_value_that_is_not_there_is_far_from_everything)
{
    cr_expect_gt(distance("secret_tries > 3"), 50);
    cr_expect_gt(distance("secret_tries != 3"), 50);
}
