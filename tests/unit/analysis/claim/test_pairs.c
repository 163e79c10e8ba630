/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Counts of pairs, against counting by hand. */
#include "analysis/claim/claim_private.h"

#include <criterion/criterion.h>

#include <limits.h>
#include <string.h>

static const fl_claim law = {.type = FL_CLAIM_EQUALS, .metric = "rooms", .is_paired = true};
static const fl_claim chance = {.type = FL_CLAIM_EQUALS,
                                .metric = "rooms",
                                .is_paired = true,
                                .values = {.piece = {{7, 8}}, .pieces_n = 1}};

Test(pairs, steps_are_every_small_value_and_fewer_large_ones)
{
    for (unsigned i = 0; i <= 48; i++) {
        cr_expect_eq(fl_claim_pairs_step(i), (int32_t)i);
    }
    for (unsigned i = 1; i < FL_CLAIM_PAIR_STEPS; i++) {
        cr_expect_gt(fl_claim_pairs_step(i), fl_claim_pairs_step(i - 1));
    }
    cr_expect_gt(fl_claim_pairs_step(FL_CLAIM_PAIR_STEPS - 1), 60000);
    cr_expect_eq(fl_claim_pairs_steps(&law), (unsigned)FL_CLAIM_PAIR_STEPS);
    cr_expect_eq(fl_claim_pairs_steps(&chance), 1u);
}

Test(pairs, each_step_between_the_two_values_counts_for_the_higher_one)
{
    fl_claim_pairs pairs = {.n = 0};
    fl_claim_pairs_add(&pairs, 7, 7);
    fl_claim_pairs_add(&pairs, 9, 7);
    fl_claim_pairs_add(&pairs, 8, 9);
    fl_claim_pairs_add(&pairs, FL_CLAIM_PAIR_NONE, 0);
    cr_expect_eq(pairs.n, 4u);
    for (unsigned i = 0; i < FL_CLAIM_PAIR_STEPS; i++) {
        cr_expect_eq(pairs.first[i], i == 8 || i == 9 ? 1u : 0u, "step %u", i);
        cr_expect_eq(pairs.second[i], i == 9 || i == 0 ? 1u : 0u, "step %u", i);
    }
    cr_expect_eq(fl_claim_pairs_widest(&pairs), 0u);
    fl_claim_pairs_add(&pairs, 0, FL_CLAIM_PAIR_NONE);
    cr_expect_eq(fl_claim_pairs_widest(&pairs), 8u);
}

Test(pairs, a_chance_counts_whether_it_hits_and_no_value_is_a_miss)
{
    cr_expect_eq(fl_claim_pairs_value(&law, 7), 7);
    cr_expect_eq(fl_claim_pairs_value(&law, INT32_MIN), FL_CLAIM_PAIR_NONE);
    cr_expect_eq(fl_claim_pairs_value(&chance, 7), 0);
    cr_expect_eq(fl_claim_pairs_value(&chance, 9), FL_CLAIM_PAIR_NONE);
    cr_expect_eq(fl_claim_pairs_value(&chance, INT32_MIN), FL_CLAIM_PAIR_NONE);
    fl_claim inverted = chance;
    inverted.is_inverted = true;
    cr_expect_eq(fl_claim_pairs_value(&inverted, 7), FL_CLAIM_PAIR_NONE);
    cr_expect_eq(fl_claim_pairs_value(&inverted, 9), 0);
    cr_expect_eq(fl_claim_pairs_value(&inverted, INT32_MIN), FL_CLAIM_PAIR_NONE);
    cr_expect_eq(fl_claim_pairs_value(&inverted, -1), FL_CLAIM_PAIR_NONE);
}

Test(pairs, parts_put_together_are_the_whole)
{
    fl_claim_pairs whole = {.n = 0};
    fl_claim_pairs part[2] = {{.n = 0}, {.n = 0}};
    for (int32_t i = 0; i < 200; i++) {
        int32_t first = i * 37 % 90 - 1;
        int32_t second = i * 53 % 90 - 1;
        fl_claim_pairs_add(&whole, first, second);
        fl_claim_pairs_add(&part[i % 3 == 0], first, second);
    }
    fl_claim_pairs_merge(&part[1], &part[0]);
    cr_expect_eq(memcmp(&whole, &part[1], sizeof whole), 0);
}

static void expect_json(const fl_claim_pairs *pairs, const fl_claim *claim, const char *expected)
{
    fl_text text;
    fl_text_init(&text);
    fl_claim_pairs_add_json(pairs, claim, &text);
    cr_expect_str_eq(fl_text_get(&text), expected);
    fl_text_free(&text);
}

Test(pairs, json_names_the_steps_that_differ)
{
    fl_claim_pairs pairs = {.n = 0};
    fl_claim_pairs_add(&pairs, 0, 0);
    expect_json(&pairs, &law, "{\"n\": 1, \"steps\": []}");
    expect_json(&pairs, &chance, "{\"n\": 1, \"steps\": [{\"only_first\": 0, \"only_second\": 0}]}");
    fl_claim_pairs_add(&pairs, 5, 3);
    fl_claim_pairs_add(&pairs, 4, 5);
    expect_json(&pairs, &law,
                "{\"n\": 3, \"steps\": [{\"at_least\": 4, \"only_first\": 1, \"only_second\": 0}, "
                "{\"at_least\": 5, \"only_first\": 1, \"only_second\": 1}]}");
}
