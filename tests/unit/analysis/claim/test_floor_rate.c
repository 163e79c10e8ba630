/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Rates a floor: hits among all floors, of the first scenario alone. */
#include "analysis/claim/claim_private.h"
#include "tests/unit/small_tally.h"

#include <criterion/criterion.h>

static small_tally small;
static fl_claim_judge_result result;

static void set_up(void)
{
    small_tally_init(&small);
}

static void tear_down(void)
{
    small_tally_free(&small);
}

TestSuite(floor_rate, .init = set_up, .fini = tear_down);

/* So many floors, of which some come to the roll, some pass, and some of these have the room. */
static void judge(uint64_t floors, uint64_t asked, uint64_t passed, uint64_t placed)
{
    static const fl_claim claim = {
        .type = FL_CLAIM_PROBABILITY, .event = "roll.sacrifice.won", .value = {5, 14}, .tolerance = 0.01};
    const fl_tally *tally = &small.tally;
    fl_claim_row row = {.id = "x", .claim = &claim, .scenarios_n = 1};
    tear_down();
    set_up();
    fl_claim_judge judge = {&row, &tally, 1e-3, 0, false};
    small_tally_event(&small, "roll.sacrifice.won", passed, asked);
    small_tally_event(&small, "roll.sacrifice.placed", placed, asked);
    small.tally.floors = floors;
    cr_assert_eq(fl_claim_judge_row(&judge, &result, NULL), FL_OK);
}

/* The documented chance is confirmed and would be 0.353571 of the floors. */
Test(floor_rate, it_is_counted_on_all_floors)
{
    judge(1000000, 990000, 354000, 353999);
    cr_assert_eq(result.found.verdict, FL_VERDICT_CONFIRMED);
    cr_expect_float_eq(result.floor_rate, 0.353999, 1e-9);
    cr_expect(result.floor_limits.lo < 0.353 && result.floor_limits.hi > 0.355, "an interval of counts");
}

/* The floors of the other scenario say nothing about how often it is seen on this one. */
Test(floor_rate, of_two_scenarios_it_is_that_of_the_first)
{
    static const fl_claim claim = {
        .type = FL_CLAIM_EQUALS, .event = "roll.sacrifice.won", .value = {0, 1}, .tolerance = 0.01};
    small_tally other;
    fl_claim_row row = {.id = "x", .claim = &claim, .scenarios_n = 2};
    judge(10000, 9000, 3200, 3200);
    small_tally_init(&other);
    small_tally_event(&other, "roll.sacrifice.won", 32000, 90000);
    other.tally.floors = 1000000;
    const fl_tally *tallies[] = {&small.tally, &other.tally};
    fl_claim_judge both = {&row, tallies, 1e-3, 0, false};
    cr_assert_eq(fl_claim_judge_row(&both, &result, NULL), FL_OK);
    cr_expect_float_eq(result.floor_rate, 0.32, 1e-9);
    small_tally_free(&other);
}
