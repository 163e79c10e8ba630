/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Claims of a file as figures see them, from columns made by hand; whole files are in test_figure.c. */
#include "plots/figure/figure_private.h"

#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

enum { N = 4 };

static char *const counts[N] = {"rooms", "rooms", "dead_ends", NULL};
static char *const verdicts[N] = {"confirmed", "refuted", "", "undecided"};
static const uint64_t conditions[N] = {0, 1, 0, 0};
static const double least[N] = {7, NAN, 5, 5};
static const double most[N] = {8, NAN, 60, 60};
static const double values[N] = {0.5, 0.5, 0.5, 0.5};

static fl_claim_view claims_of(const fl_result_view *run)
{
    return (fl_claim_view){.run = run,
                           .n = N,
                           .column = {counts, counts, counts, counts, counts, counts, counts, verdicts,
                                      conditions, conditions, conditions, values, least, most, values, values,
                                      values, values}};
}

Test(claim_view, ranges_are_those_judged_on_the_condition)
{
    fl_result_view run;
    fl_claim_view_row found;
    memset(&run, 0, sizeof run);
    fl_claim_view claims = claims_of(&run);
    cr_assert(fl_figure_claims_range(&claims, 0, "rooms", &found));
    cr_assert_eq(found.most, 8);
    cr_assert_not(fl_figure_claims_range(&claims, 1, "rooms", &found), "it names no values");
    cr_assert_not(fl_figure_claims_range(&claims, 0, "dead_ends", &found), "it was not judged");
    cr_assert_not(fl_figure_claims_range(&claims, 2, "rooms", &found), "it was judged elsewhere");
    cr_assert(isnan(fl_figure_claims_chance(&claims, 0, "rooms")), "that is no event of the file");
}

Test(claim_view, missing_texts_are_empty)
{
    fl_result_view run;
    memset(&run, 0, sizeof run);
    fl_claim_view claims = claims_of(&run);
    cr_assert_str_eq(fl_figure_claims_row(&claims, 3).counts, "");
    cr_assert_eq(fl_figure_claims_row(&claims, 3).outcome, FL_CLAIM_OUTCOME_UNDECIDED);
    cr_assert_eq(fl_figure_claims_row(&claims, 2).outcome, FL_CLAIM_OUTCOME_NONE);
}

Test(claim_view, a_source_ends_before_the_place_in_it)
{
    static const char *const sources[][2] = {{"wiki \"Curses\", Odds; Blade", "wiki \"Curses\""},
                                             {"Blade; Gao 2022, 6.1", "Blade"},
                                             {"Blade", "Blade"},
                                             {"", ""}};
    for (size_t i = 0; i < sizeof sources / sizeof sources[0]; i++) {
        fl_text text;
        fl_text_init(&text);
        fl_figure_claims_add_source(sources[i][0], &text);
        cr_expect_str_eq(fl_text_get(&text), sources[i][1]);
        fl_text_free(&text);
    }
}
