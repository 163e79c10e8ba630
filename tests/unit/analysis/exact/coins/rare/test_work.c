/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Estimates beside exact chances; how often the interval covers them, tests/stat/test_rare.c counts. */
#include "analysis/exact/coins/rare/rare.h"
#include "tests/unit/analysis/exact/coins/small_law.h"

#include <criterion/criterion.h>

#include <math.h>
#include <string.h>

enum { RUNS = 12 };

typedef struct small_rare {
    small_law law;
    fl_expression expression;
    fl_rare_request request;
    fl_rare_work *work;
} small_rare;

static void parse(small_rare *self, const char *settings, const char *condition)
{
    fl_diag diag;
    fl_catalogue catalogue;
    fl_expression_text text = {condition, "here", true};
    fl_diag_init(&diag);
    memset(self, 0, sizeof *self);
    small_law_open_rules(&self->law, settings);
    const void *rules = self->law.rules;
    cr_assert_eq(fl_sample_catalogue_init(&catalogue, &fl_classic, &rules, 1, &diag), FL_OK);
    cr_assert_eq(fl_expression_parse(&self->expression, &text, &catalogue, &diag), FL_OK, "%s", diag.what);
    fl_sample_catalogue_free(&catalogue);
    self->request = (fl_rare_request){&self->law.terms, &self->expression, 1, 500, 4};
}

static void close_rare(small_rare *self)
{
    fl_rare_work_close(self->work);
    fl_classic.free(self->law.rules);
}

static void estimate(const char *settings, const char *condition, fl_rare_sum *out)
{
    small_rare it;
    fl_diag diag;
    fl_rare_levels levels;
    double estimates[RUNS];
    double again = 0;
    fl_diag_init(&diag);
    parse(&it, settings, condition);
    cr_assert_eq(fl_rare_work_open(&it.work, &it.request, &diag), FL_OK, "%s", diag.what);
    cr_assert_eq(fl_rare_pilot(it.work, &levels, &diag), FL_OK, "%s", diag.what);
    cr_assert_eq(levels.distance[levels.n - 1], 0);
    for (unsigned run = 0; run < RUNS; run++) {
        cr_assert_eq(fl_rare_run(it.work, &levels, run + 1, &estimates[run], &diag), FL_OK);
    }
    cr_assert_eq(fl_rare_run(it.work, &levels, 3, &again, &diag), FL_OK);
    cr_expect_eq(again, estimates[2], "a run depends on its number alone");
    fl_rare_sum_up(estimates, RUNS, out);
    close_rare(&it);
}

Test(work, estimates_are_near_exact_chances)
{
    small_law exact;
    fl_rare_sum sum;
    small_law_open(&exact, "level=1", false);
    estimate("level=1", "end_rooms == 5", &sum);
    cr_expect_lt(fabs(sum.mean - small_law_chance(&exact, "end_rooms", 5)), 5 * sum.error);
    estimate("level=1", "secret_neighbours == 3", &sum);
    cr_expect_lt(fabs(sum.mean - small_law_chance(&exact, "secret_neighbours", 3)), 5 * sum.error);
    small_law_close(&exact);
}

Test(work, conditions_and_rules_that_cannot_be_are_refused)
{
    static const struct {
        const char *settings, *condition, *why;
    } rows[] = {{"level=1", "attempts > 9", "attempts"},
                {"level=1", "gate.sacrifice.placed", "a gate"},
                {"level=1", "kind_curse > 0", "kind_curse"},
                {"level=1", "boss_direction == 1", "boss_direction"},
                {"rules=flash", "end_rooms > 3", "coins alone"}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        small_rare it;
        fl_diag diag;
        fl_diag_init(&diag);
        parse(&it, rows[i].settings, rows[i].condition);
        cr_expect_eq(fl_rare_work_open(&it.work, &it.request, &diag), FL_ERR_INPUT, "%s", rows[i].condition);
        cr_expect(strstr(diag.what, rows[i].why), "%s", diag.what);
        close_rare(&it);
    }
}

Test(work, a_condition_that_no_floor_meets_is_told)
{
    small_rare it;
    fl_diag diag;
    fl_rare_levels levels;
    fl_diag_init(&diag);
    parse(&it, "level=1", "end_rooms > 20");
    cr_assert_eq(fl_rare_work_open(&it.work, &it.request, &diag), FL_OK);
    cr_expect_eq(fl_rare_pilot(it.work, &levels, &diag), FL_ERR_INPUT);
    cr_expect(strstr(diag.what, "nearer"));
    close_rare(&it);
}
