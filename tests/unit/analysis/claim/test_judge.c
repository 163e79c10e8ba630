/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Verdicts of every kind of claim, on counts made up for it. */
#include "analysis/claim/claim_private.h"
#include "tests/unit/small_tally.h"

#include <criterion/criterion.h>

#include <math.h>

static small_tally small[2];
static fl_claim_judge_result result;

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

static fl_verdict judge_at(const fl_claim *given, unsigned populations, double tolerance)
{
    fl_claim copy = *given;
    const fl_claim *claim = &copy;
    copy.value.den = copy.value.den ? copy.value.den : 1; /* as the reader leaves it */
    const fl_tally *tallies[] = {&small[0].tally, &small[1].tally};
    fl_claim_row row = {.id = "x", .claim = claim, .metric = claim->metric, .populations_n = populations};
    fl_claim_judge judge = {&row, tallies, 1e-5, tolerance, false};
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
    .type = FL_CLAIM_PROBABILITY, .event = "gate.sacrifice.passed", .value = {5, 14}, .tolerance = 0.005};

Test(judge, a_chance_is_confirmed_refuted_or_neither)
{
    small_tally_event(&small[0], "gate.sacrifice.passed", 357143, 1000000);
    small_tally_event(&small[0], "gate.sacrifice.placed", 160000, 1000000);
    cr_expect_eq(judge(&sacrifice), FL_VERDICT_CONFIRMED);
    cr_expect(result.hits == 357143 && result.trials == 1000000 && result.floors == 2000000);
    cr_expect_float_eq(result.floor_rate, 0.08, 1e-12);
    cr_expect_eq(result.floors_needed, 0);
    small_tally_event(&small[0], "gate.sacrifice.passed", 10000, 10000);
    cr_expect_eq(judge(&sacrifice), FL_VERDICT_REFUTED);
}

/* A few hundred of all samples that there are decide what they would not as a part of more. */
Test(judge, a_share_of_all_samples_is_exact)
{
    static const struct row {
        uint64_t hits;
        fl_verdict verdict;
    } rows[] = {{357, FL_VERDICT_CONFIRMED},
                {362, FL_VERDICT_CONFIRMED},
                {363, FL_VERDICT_REFUTED},
                {352, FL_VERDICT_REFUTED}};
    static const fl_claim never = {
        .type = FL_CLAIM_NEVER, .event = "gate.sacrifice.passed", .value = {0, 1}, .tolerance = 0.001};
    const fl_tally *tallies[] = {&small[0].tally};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        fl_claim_row row = {.id = "x", .claim = &sacrifice, .populations_n = 1};
        fl_claim_judge judge = {&row, tallies, 1e-5, 0, true};
        small_tally_event(&small[0], "gate.sacrifice.passed", rows[i].hits, 1000);
        cr_assert_eq(fl_claim_judge_row(&judge, &result, NULL), FL_OK);
        cr_expect_eq(result.found.verdict, rows[i].verdict, "%u of 1000", (unsigned)rows[i].hits);
        cr_expect(result.is_exact && result.hits == rows[i].hits && result.trials == 1000);
        cr_expect(result.found.limits.lo == result.found.limits.hi);
        judge.is_census = false;
        cr_assert_eq(fl_claim_judge_row(&judge, &result, NULL), FL_OK);
        cr_expect_eq(result.found.verdict, FL_VERDICT_UNDECIDED);
        cr_expect_not(result.is_exact);
        tear_down();
        set_up();
    }
    fl_claim_row row = {.id = "y", .claim = &never, .populations_n = 1};
    fl_claim_judge judge = {&row, tallies, 1e-5, 0, true};
    small_tally_event(&small[0], "gate.sacrifice.passed", 0, 100);
    cr_assert_eq(fl_claim_judge_row(&judge, &result, NULL), FL_OK);
    cr_expect_eq(result.found.verdict, FL_VERDICT_CONFIRMED, "never");
}

static bool is_blind_to(double value)
{
    return result.blind.lo <= value && value <= result.blind.hi;
}

Test(judge, what_is_confirmed_tells_what_it_is_blind_to)
{
    fl_claim mean = {.type = FL_CLAIM_MEAN, .metric = "rooms", .value = {15, 2}, .tolerance = 0.1};
    fl_claim law = {.type = FL_CLAIM_DISTRIBUTION,
                    .metric = "rooms",
                    .tolerance = 0.02,
                    .law = {{7, 8}, {{1, 2}, {1, 2}}, 2}};
    fl_claim support = {
        .type = FL_CLAIM_SUPPORT, .metric = "rooms", .values = {{{7, 8}}, 1}, .tolerance = 0.001};
    fl_claim same = {.type = FL_CLAIM_EQUALS, .metric = "rooms", .tolerance = 0.02};
    fl_claim occurs = {.type = FL_CLAIM_OCCURS, .event = "gate.sacrifice.passed", .tolerance = 0.001};
    for (unsigned i = 0; i < 2; i++) {
        small_tally_event(&small[i], "gate.sacrifice.passed", 357143, 1000000);
        small_tally_metric(&small[i], FL_METRIC_ROOMS, 7, 100000);
        small_tally_metric(&small[i], FL_METRIC_ROOMS, 8, 100000);
    }
    cr_expect_eq(judge(&sacrifice), FL_VERDICT_CONFIRMED);
    cr_expect(is_blind_to(0.3575) && !is_blind_to(0.363) && !is_blind_to(0.351));
    cr_expect_eq(judge(&mean), FL_VERDICT_CONFIRMED);
    cr_expect(is_blind_to(7.5) && is_blind_to(7.502) && !is_blind_to(7.45));
    cr_expect_eq(judge(&law), FL_VERDICT_CONFIRMED);
    cr_expect(is_blind_to(0.001) && !is_blind_to(0.02));
    cr_expect_eq(judge(&support), FL_VERDICT_CONFIRMED);
    cr_expect(is_blind_to(0) && is_blind_to(1e-5) && !is_blind_to(1e-4));
    cr_expect_eq(judge_at(&same, 2, 0), FL_VERDICT_CONFIRMED);
    cr_expect(is_blind_to(0.001) && !is_blind_to(0.03));
    cr_expect_eq(judge(&occurs), FL_VERDICT_CONFIRMED);
    cr_expect(isnan(result.blind.lo) && isnan(result.blind.hi), "nothing can refute it");
    small_tally_event(&small[0], "gate.sacrifice.passed", 10000, 10000);
    cr_expect_eq(judge(&sacrifice), FL_VERDICT_REFUTED);
    cr_expect(isnan(result.blind.lo) && isnan(result.blind.hi));
}

Test(judge, little_data_decides_nothing_but_says_how_much_more)
{
    small_tally_event(&small[0], "gate.sacrifice.passed", 357, 1000);
    small[0].tally.floors = 2000;
    cr_expect_eq(judge(&sacrifice), FL_VERDICT_UNDECIDED);
    cr_expect(result.floors_needed > 2 * 1e5 && result.floors_needed < 2 * 1e6, "%g", result.floors_needed);
    cr_expect_float_eq(result.floors_needed, 2 * result.found.needed, 2);
}

Test(judge, without_trials_the_floors_needed_are_unknown)
{
    small[0].tally.floors = 1000;
    cr_expect_eq(judge(&sacrifice), FL_VERDICT_UNDECIDED);
    cr_expect(isinf(result.floors_needed) && isnan(result.found.observed));
}

Test(judge, a_tolerance_from_outside_is_for_chances_that_are_not_about)
{
    fl_claim about = sacrifice;
    about.is_about = true;
    small_tally_event(&small[0], "gate.sacrifice.passed", 3571, 10000);
    cr_expect_eq(judge_at(&sacrifice, 1, 0.1), FL_VERDICT_CONFIRMED);
    cr_expect_eq(judge_at(&about, 1, 0.1), FL_VERDICT_UNDECIDED);
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

Test(judge, a_mean_is_narrower_where_its_range_is_documented)
{
    fl_claim mean = {.type = FL_CLAIM_MEAN, .metric = "rooms", .value = {78, 10}, .tolerance = 0.015};
    small_tally_metric(&small[0], FL_METRIC_ROOMS, 7, 20000);
    small_tally_metric(&small[0], FL_METRIC_ROOMS, 8, 80000);
    cr_expect_eq(judge(&mean), FL_VERDICT_UNDECIDED);
    mean.values = (fl_value_set){{{7, 9}}, 1};
    cr_expect_eq(judge(&mean), FL_VERDICT_CONFIRMED);
    mean.values = (fl_value_set){{{8, 9}}, 1};
    cr_expect_eq(judge(&mean), FL_VERDICT_REFUTED, "7 is outside of the documented range");
    mean.values = (fl_value_set){{{7, 9}}, 1};
    mean.value = (fl_fraction){8, 1};
    cr_expect_eq(judge(&mean), FL_VERDICT_REFUTED);
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

Test(judge, what_the_tally_lacks_is_an_error)
{
    const fl_tally *tallies[] = {&small[0].tally};
    fl_claim claim = {.type = FL_CLAIM_NEVER, .event = "floor_failed", .tolerance = 0.1, .value = {0, 1}};
    fl_claim_row row = {.id = "x", .claim = &claim, .populations_n = 1};
    fl_claim_judge lacking = {&row, tallies, 1e-5, 0, false};
    cr_expect_eq(fl_claim_judge_row(&lacking, &result, NULL), FL_ERR_MISMATCH);
}
