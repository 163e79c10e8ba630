/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What a tally holds about a claim. */
#include "analysis/claim/claim_private.h"
#include "tests/unit/small_tally.h"

#include <criterion/criterion.h>

static small_tally small;

static void set_up(void)
{
    small_tally_init(&small);
    small_tally_metric(&small, FL_METRIC_ROOMS, 7, 40);
    small_tally_metric(&small, FL_METRIC_ROOMS, 8, 50);
    small_tally_metric(&small, FL_METRIC_ROOMS, 9, 10);
    small_tally_event(&small, "has_loop", 3, 20);
}

static void tear_down(void)
{
    small_tally_free(&small);
}

TestSuite(counts_of, .init = set_up, .fini = tear_down);

static void expect(const fl_claim *claim, uint64_t hits, uint64_t trials)
{
    uint64_t found[2] = {0, 0};
    const fl_claim_row row = {.claim = claim, .metric = claim->event ? NULL : "rooms"};
    cr_expect(fl_claim_counts_chance(&row, &small.tally, &found[0], &found[1]));
    cr_expect(found[0] == hits && found[1] == trials, "%u of %u", (unsigned)found[0], (unsigned)found[1]);
}

Test(counts_of, events_are_summed_over_their_steps)
{
    expect(&(fl_claim){.event = "has_loop"}, 3, 20);
}

Test(counts_of, a_metric_among_values_is_an_event)
{
    expect(&(fl_claim){.values = {{{8, 9}}, 1}}, 60, 100);
    expect(&(fl_claim){.values = {{{8, 9}}, 1}, .is_inverted = true}, 40, 100);
    expect(&(fl_claim){.values = {{{7, 7}}, 1}, .given = {{{7, 8}}, 1}}, 40, 90);
    expect(&(fl_claim){.values = {{{7, 7}}, 1}, .given = {{{7, 8}}, 1}, .is_inverted = true}, 50, 90);
}

Test(counts_of, values_beyond_the_bins_are_trials_but_no_hits)
{
    small.tally.extreme[0].over_n = 5;
    expect(&(fl_claim){.values = {{{8, 9}}, 1}}, 60, 105);
    expect(&(fl_claim){.values = {{{8, 9}}, 1}, .is_inverted = true}, 45, 105);
    expect(&(fl_claim){.values = {{{7, 7}}, 1}, .given = {{{7, 8}}, 1}}, 40, 90);
}

Test(counts_of, values_are_told_in_short)
{
    fl_text text;
    fl_claim law = {.type = FL_CLAIM_DISTRIBUTION};
    fl_claim_row row = {.claim = &law, .metric = "rooms"};
    fl_text_init(&text);
    cr_expect(fl_claim_counts_add_values(&row, &small.tally, &text));
    cr_expect_str_eq(fl_text_get(&text), "7: 40 %, 8: 50 %, 9: 10 %");
    small_tally_metric(&small, FL_METRIC_ROOMS, 10, 10); /* as frequent as 9; 11 has none, 12 is a rare end */
    small_tally_metric(&small, FL_METRIC_ROOMS, 12, 1);
    fl_text_clear(&text);
    cr_expect(fl_claim_counts_add_values(&row, &small.tally, &text));
    cr_expect_str_eq(fl_text_get(&text), "7: 36 %, 8: 45 %, 9 or 10, 9 % each, 12: 1 %");
    fl_text_free(&text);
}
