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

Test(counts_of, what_is_not_counted_is_not_found)
{
    uint64_t n;
    fl_claim_counts sample;
    cr_expect_not(fl_claim_counts_event(&small.tally, "floor_failed", &n, &n));
    fl_claim event = {.event = "has_loop"};
    fl_claim metric = {.event = NULL};
    cr_expect_not(fl_claim_counts_find(&sample, &small.tally, "tiles"));
    cr_expect(fl_claim_counts_find(&sample, &small.tally, "loops"));
    cr_expect(fl_claim_counts_has(&(fl_claim_row){.claim = &event}, &small.tally));
    cr_expect_not(fl_claim_counts_has(&(fl_claim_row){.claim = &metric, .metric = "tiles"}, &small.tally));
}

static unsigned groups_of(const fl_claim *claim, const char *metric)
{
    return fl_claim_counts_groups(&(fl_claim_row){.claim = claim, .metric = metric},
                                  &small.counting.catalogue);
}

Test(counts_of, asks_for_no_more_groups_than_it_needs)
{
    fl_claim gate = {.event = "gate.sacrifice.passed"};
    fl_claim loop = {.event = "has_loop"};
    cr_expect_eq(groups_of(&gate, NULL), 0u);
    cr_expect_eq(groups_of(&loop, NULL), 1u << FL_METRIC_DEGREES);
    cr_expect_eq(groups_of(&(fl_claim){.event = NULL}, "rooms"), 1u << FL_METRIC_COUNTS);
    cr_expect_eq(groups_of(&(fl_claim){.event = NULL}, "clustering_room"), 1u << FL_METRIC_CLUSTERING);
    gate.floor_event = "has_loop";
    cr_expect_eq(groups_of(&gate, NULL), 1u << FL_METRIC_DEGREES);
}
