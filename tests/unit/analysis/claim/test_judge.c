/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Verdicts of every kind of claim, on counts made up for it. */
#include "analysis/claim/claim_private.h"
#include "tests/unit/small_tally.h"

#include <criterion/criterion.h>

#include <math.h>

static small_tally small[2];
static fl_claim_judge_result result;
static bool is_census;

static void set_up(void)
{
    small_tally_init(&small[0]);
    small_tally_init(&small[1]);
}

static void tear_down(void)
{
    small_tally_free(&small[0]);
    small_tally_free(&small[1]);
}

TestSuite(judge, .init = set_up, .fini = tear_down);

static fl_verdict judge_at(const fl_claim *given, unsigned scenarios, double tolerance)
{
    fl_claim copy = *given;
    const fl_claim *claim = &copy;
    copy.value.den = copy.value.den ? copy.value.den : 1; /* as the reader leaves it */
    const fl_tally *tallies[] = {&small[0].tally, &small[1].tally};
    fl_claim_row row = {.id = "x", .claim = claim, .metric = claim->metric, .scenarios_n = scenarios};
    fl_claim_judge judge = {&row, tallies, 1e-5, tolerance, is_census};
    fl_diag diag;
    fl_diag_init(&diag);
    cr_assert_eq(fl_claim_judge_row(&judge, &result, &diag), FL_OK, "%s", diag.what);
    return result.found.verdict;
}

static fl_verdict judge(const fl_claim *claim)
{
    return judge_at(claim, 1, 0);
}

static const fl_claim sacrifice = {
    .type = FL_CLAIM_PROBABILITY, .event = "roll.sacrifice.won", .value = {5, 14}, .tolerance = 0.005};

Test(judge, a_chance_is_confirmed_refuted_or_neither)
{
    small_tally_event(&small[0], "roll.sacrifice.won", 357143, 1000000);
    small_tally_event(&small[0], "roll.sacrifice.placed", 160000, 1000000);
    cr_expect_eq(judge(&sacrifice), FL_VERDICT_CONFIRMED);
    cr_expect(result.hits == 357143 && result.trials == 1000000 && result.floors == 2000000);
    cr_expect_float_eq(result.floor_rate, 0.08, 1e-12);
    cr_expect_eq(result.floors_needed, 0);
    small_tally_event(&small[0], "roll.sacrifice.won", 10000, 10000);
    cr_expect_eq(judge(&sacrifice), FL_VERDICT_REFUTED);
}

Test(judge, little_data_decides_nothing_but_says_how_much_more)
{
    small_tally_event(&small[0], "roll.sacrifice.won", 357, 1000);
    small[0].tally.floors = 2000;
    cr_expect_eq(judge(&sacrifice), FL_VERDICT_UNDECIDED);
    cr_expect(result.floors_needed > 2 * 1e5 && result.floors_needed < 2 * 1e6, "%g", result.floors_needed);
    cr_expect_float_eq(result.floors_needed, 2 * result.found.needed, 2);
}

Test(judge, one_exception_refutes_always_and_never)
{
    fl_claim never = {.type = FL_CLAIM_NEVER,
                      .metric = "loops",
                      .is_inverted = true,
                      .tolerance = 1e-4,
                      .values = {{{0, 0}}, 1},
                      .value = {0, 1}};
    fl_claim always = {.type = FL_CLAIM_ALWAYS,
                       .metric = "loops",
                       .tolerance = 1e-4,
                       .values = {{{0, 0}}, 1},
                       .value = {0, 1}};
    small_tally_metric(&small[0], FL_METRIC_LOOPS, 0, 200000);
    cr_expect_eq(judge(&never), FL_VERDICT_CONFIRMED);
    cr_expect_eq(judge(&always), FL_VERDICT_CONFIRMED);
    small_tally_metric(&small[0], FL_METRIC_LOOPS, 1, 1);
    cr_expect_eq(judge(&never), FL_VERDICT_REFUTED);
    cr_expect_eq(judge(&always), FL_VERDICT_REFUTED);
    fl_claim occurs = never;
    occurs.type = FL_CLAIM_OCCURS;
    cr_expect_eq(judge(&occurs), FL_VERDICT_CONFIRMED);
}

Test(judge, all_samples_that_there_are_decide_at_once)
{
    fl_claim occurs = {.type = FL_CLAIM_OCCURS, .metric = "loops", .values = {{{1, 1}}, 1}, .value = {0, 1}};
    fl_claim never = occurs;
    never.type = FL_CLAIM_NEVER;
    is_census = true;
    small_tally_metric(&small[0], FL_METRIC_LOOPS, 0, 3);
    cr_expect_eq(judge(&occurs), FL_VERDICT_REFUTED);
    cr_expect_eq(judge(&never), FL_VERDICT_CONFIRMED);
    small_tally_metric(&small[0], FL_METRIC_LOOPS, 1, 1);
    cr_expect_eq(judge(&occurs), FL_VERDICT_CONFIRMED);
    cr_expect_eq(judge(&never), FL_VERDICT_REFUTED);
    cr_expect(result.is_exact);
}

Test(judge, bounds_are_about_chances_or_means)
{
    fl_claim bound = {.type = FL_CLAIM_BOUND,
                      .metric = "rooms",
                      .relation = FL_VERDICT_AT_LEAST,
                      .value = {1, 2},
                      .tolerance = 0.01,
                      .values = {{{8, 9}}, 1}};
    small_tally_metric(&small[0], FL_METRIC_ROOMS, 7, 20000);
    small_tally_metric(&small[0], FL_METRIC_ROOMS, 8, 80000);
    cr_expect_eq(judge(&bound), FL_VERDICT_CONFIRMED);
    bound.relation = FL_VERDICT_AT_MOST;
    cr_expect_eq(judge(&bound), FL_VERDICT_REFUTED);
    bound.values.pieces_n = 0;
    bound.value = (fl_fraction){9, 1};
    bound.tolerance = 0.5;
    cr_expect_eq(judge(&bound), FL_VERDICT_CONFIRMED, "a mean of 7.8 is at most 9");
    cr_expect_float_eq(result.found.observed, 7.8, 1e-9);
}

Test(judge, laws_allow_nothing_else)
{
    fl_claim law = {.type = FL_CLAIM_DISTRIBUTION,
                    .metric = "rooms",
                    .tolerance = 0.02,
                    .law = {{7, 8}, {{1, 2}, {1, 2}}, 2}};
    small_tally_metric(&small[0], FL_METRIC_ROOMS, 7, 100100);
    small_tally_metric(&small[0], FL_METRIC_ROOMS, 8, 99900);
    cr_expect_eq(judge(&law), FL_VERDICT_CONFIRMED);
    cr_expect(result.trials == 200000 && result.hits == FL_CLAIM_JUDGE_NO_HITS && isnan(result.floor_rate));
    small_tally_metric(&small[0], FL_METRIC_ROOMS, 9, 1);
    cr_expect_eq(judge(&law), FL_VERDICT_REFUTED);
    law.given = (fl_value_set){{{7, 8}}, 1};
    cr_expect_eq(judge(&law), FL_VERDICT_CONFIRMED, "nines are not asked");
    small_tally_free(&small[0]);
    small_tally_init(&small[0]);
    law.given.pieces_n = 0;
    small_tally_metric(&small[0], FL_METRIC_ROOMS, 7, 100);
    for (unsigned i = 0; i < small[0].counting.spec.metrics_n; i++) {
        small[0].tally.extreme[i].over_n = 1;
    }
    cr_expect(judge(&law) == FL_VERDICT_REFUTED && result.trials == 101, "a value beyond the bins");
}

Test(judge, a_complete_support_waits_for_every_value)
{
    fl_claim support = {
        .type = FL_CLAIM_SUPPORT, .metric = "rooms", .tolerance = 1e-3, .values = {{{7, 9}}, 1}};
    small_tally_metric(&small[0], FL_METRIC_ROOMS, 7, 50000);
    small_tally_metric(&small[0], FL_METRIC_ROOMS, 8, 50000);
    cr_expect_eq(judge(&support), FL_VERDICT_CONFIRMED);
    support.is_complete = true;
    cr_expect_eq(judge(&support), FL_VERDICT_UNDECIDED);
    small_tally_metric(&small[0], FL_METRIC_ROOMS, 9, 1);
    cr_expect_eq(judge(&support), FL_VERDICT_CONFIRMED);
    small_tally_metric(&small[0], FL_METRIC_ROOMS, 10, 1);
    cr_expect_eq(judge(&support), FL_VERDICT_REFUTED);
}

Test(judge, two_samples_are_the_same_or_not)
{
    fl_claim equals = {.type = FL_CLAIM_EQUALS, .metric = "rooms", .tolerance = 0.05};
    for (unsigned i = 0; i < 2; i++) {
        small_tally_metric(&small[i], FL_METRIC_ROOMS, 7, 100000 + i);
        small_tally_metric(&small[i], FL_METRIC_ROOMS, 8, 100000 - i);
    }
    cr_expect_eq(judge_at(&equals, 2, 0), FL_VERDICT_CONFIRMED);
    cr_expect_eq(result.trials, 400000u);
    small_tally_metric(&small[1], FL_METRIC_ROOMS, 9, 20000);
    cr_expect_eq(judge_at(&equals, 2, 0), FL_VERDICT_REFUTED);
    equals.event = "has_loop";
    small_tally_event(&small[0], "has_loop", 50000, 100000);
    small_tally_event(&small[1], "has_loop", 40000, 100000);
    cr_expect_eq(judge_at(&equals, 2, 0), FL_VERDICT_REFUTED, "an event is compared as well");
}

/* The cells are chosen from the counts, which costs a part of alpha. */
Test(judge, cells_chosen_from_the_counts_ask_for_more)
{
    fl_claim equals = {.type = FL_CLAIM_EQUALS, .metric = "rooms", .tolerance = 0.05};
    for (unsigned i = 0; i < 2; i++) {
        small_tally_metric(&small[i], FL_METRIC_ROOMS, 7, i == 0 ? 10000 : 10760);
        small_tally_metric(&small[i], FL_METRIC_ROOMS, 8, i == 0 ? 10000 : 9240);
    }
    cr_expect_eq(judge_at(&equals, 2, 0), FL_VERDICT_UNDECIDED);
}

Test(judge, an_order_rises_or_does_not)
{
    fl_claim order = {.type = FL_CLAIM_ORDER, .metric = "rooms", .values = {{{7, 9}}, 1}};
    order.values.pieces_n = 0;
    small_tally_metric(&small[0], FL_METRIC_ROOMS, 7, 100000);
    cr_expect_eq(judge_at(&order, 2, 0), FL_VERDICT_UNDECIDED, "nothing counted of the second");
    small_tally_metric(&small[1], FL_METRIC_ROOMS, 20, 100000);
    cr_expect_eq(judge_at(&order, 2, 0), FL_VERDICT_CONFIRMED);
    small_tally_metric(&small[0], FL_METRIC_ROOMS, 50, 1000000);
    cr_expect_eq(judge_at(&order, 2, 0), FL_VERDICT_REFUTED);
}

Test(judge, scenarios_of_an_order_share_alpha)
{
    fl_claim order = {.type = FL_CLAIM_ORDER, .event = "has_loop"};
    small_tally_event(&small[0], "has_loop", 40000, 100000);
    small_tally_event(&small[1], "has_loop", 41858, 100000);
    cr_expect_eq(judge_at(&order, 2, 0), FL_VERDICT_UNDECIDED);
}
