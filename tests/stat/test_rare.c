/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Estimates of rare floors beside their exact chances on levels 1 to 4: their mean, and how often the
 * interval of 95 % covers. Each condition gets CALLS estimates of RUNS runs.
 *
 * False alarms: the mean of all runs is off by five standard errors less than once in 10^6; fewer than LEAST
 * of the intervals cover, where each does with 95 %, less than once in 10^5. The seeds are fixed. */
#include "analysis/exact/coins/rare/rare.h"
#include "experiments/enumerate/enumerate.h"
#include "tests/support/scale.h"

#include <criterion/criterion.h>

#include <math.h>
#include <stdio.h>

/* What takes more sweeps takes minutes, and is estimated in thorough tests only, a tenth as often. */
enum { RUNS = 20, FEW_SWEEPS = 10 };

typedef struct rare_case {
    const char *settings, *condition;
    double chance; /* as 'floorlab exact classic CONDITION' tells it */
    unsigned floors, sweeps;
} rare_case;

static void judge(const rare_case *of)
{
    unsigned calls = of->sweeps <= FEW_SWEEPS ? scale_count(200) : 20;
    unsigned least = calls == 20 ? 13 : 172;
    unsigned covered = 0;
    double sum = 0;
    double squares = 0;
    fl_opened_generator opened;
    fl_classic_terms terms;
    static fl_expression expression;
    fl_diag diag;
    fl_diag_init(&diag);
    cr_assert_eq(fl_run_generator_open_words(&opened, "classic", of->settings, &diag), FL_OK);
    fl_classic_terms_read(opened.rules, &terms);
    fl_expression_text text = {of->condition, "here", true};
    cr_assert_eq(fl_enumerate_condition(&opened, &text, &expression, &diag), FL_OK, "%s", diag.what);
    for (unsigned call = 0; call < calls; call++) {
        fl_enumerate_rare_request request = {
            .rare = {&terms, &expression, 1 + call, of->floors, of->sweeps}, .runs = RUNS, .threads = 2};
        fl_rare_levels levels;
        fl_rare_sum found;
        cr_assert_eq(fl_enumerate_rare(&request, &levels, &found, &diag), FL_OK, "%s", diag.what);
        covered += found.low <= of->chance && of->chance <= found.high;
        sum += found.mean;
        squares += found.mean * found.mean;
    }
    double mean = sum / calls;
    double error = sqrt((squares / calls - mean * mean) / (calls - 1));
    cr_log_info("%s: %.4g is %.4g +- %.2g; %u of %u intervals cover\n", of->condition, of->chance, mean,
                error, covered, calls);
    cr_expect_lt(fabs(mean - of->chance), 5 * error, "%s: %g, not %g", of->condition, mean, of->chance);
    cr_expect_geq(covered, least, "%s: %u of %u intervals cover", of->condition, covered, calls);
    fl_run_generator_close(&opened);
}

Test(stat, estimates_of_rare_floors_are_unbiased_and_their_intervals_cover)
{
    static const rare_case cases[] = {
        {"level=1", "end_rooms == 5", 0.0191102864628060692770432874945, 300, 3},
        {"level=2", "path_length_sum >= 52", 0.00000979250752620682664716324730672, 500, 6},
        {"level=2", "start_neighbours == 1 && end_rooms == 3 && boss_distance >= 7 && secret_neighbours == 1",
         0.00203473841158447234561735623231, 300, 5},
        {"level=3", "path_length_sum >= 74 && secret_neighbours == 1",
         0.0000000382108627557441931530475222798, 4000, 8},
        {"level=4", "path_length_sum >= 115 && secret_neighbours == 1",
         0.000000000324111634978889978889474046275, 4000, 60},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        if (cases[i].sweeps <= FEW_SWEEPS || scale_is_thorough()) {
            judge(&cases[i]);
        }
    }
}

/* The power: a chance that is a tenth too large is told from the right one. */
Test(stat, a_wrong_chance_is_not_covered)
{
    fl_rare_sum found;
    double estimates[] = {0.99, 1.0, 1.01, 1.0, 0.99, 1.01};
    fl_rare_sum_up(estimates, 6, &found);
    cr_expect(found.low <= 1 && found.high >= 1);
    cr_expect_lt(found.high, 1.1);
}
