/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Claims in words. */
#include "analysis/claim/claim_private.h"

#include <criterion/criterion.h>

static fl_text text;

static void set_up(void)
{
    fl_text_init(&text);
}

static void tear_down(void)
{
    fl_text_free(&text);
}

TestSuite(claim, .init = set_up, .fini = tear_down);

static const char *documented(const fl_claim *claim)
{
    fl_text_clear(&text);
    fl_claim_print_documented(claim, &text);
    return fl_text_get(&text);
}

Test(claim, kinds_have_names_and_tolerances)
{
    for (int i = 0; i < FL_CLAIM_TYPES_N; i++) {
        const fl_claim_type_row *row = fl_claim_type_of((fl_claim_type)i);
        cr_expect(row->name[0] && row->meaning[0] && row->tolerance >= 0);
    }
    cr_expect_str_eq(fl_claim_type_of(FL_CLAIM_NEVER)->name, "never");
}

Test(claim, says_what_the_document_says)
{
    fl_claim claim = {.type = FL_CLAIM_PROBABILITY, .value_text = "5/14"};
    cr_expect_str_eq(documented(&claim), "5/14");
    claim.is_about = true;
    cr_expect_str_eq(documented(&claim), "about 5/14");
    claim = (fl_claim){.type = FL_CLAIM_BOUND, .value_text = "1/2", .relation = FL_VERDICT_AT_LEAST};
    cr_expect_str_eq(documented(&claim), "at least 1/2");
    claim = (fl_claim){.type = FL_CLAIM_NEVER};
    cr_expect_str_eq(documented(&claim), "never");
    claim = (fl_claim){.type = FL_CLAIM_SUPPORT, .values = {{{7, 8}}, 1}};
    cr_expect_str_eq(documented(&claim), "only 7…8");
    claim = (fl_claim){.type = FL_CLAIM_DISTRIBUTION, .law = {{7, 8}, {{1, 2}, {1, 2}}, 2}};
    cr_expect_str_eq(documented(&claim), "7: 1/2, 8: 1/2");
}

Test(claim, says_what_is_counted)
{
    fl_claim claim = {.type = FL_CLAIM_ALWAYS, .metric = "rooms", .values = {{{7, 8}}, 1}};
    fl_claim_print_counted(&claim, "rooms", &text);
    cr_expect_str_eq(fl_text_get(&text), "floors with rooms in 7…8");
    fl_text_clear(&text);
    claim = (fl_claim){.type = FL_CLAIM_MEAN, .given = {{{3, 4}}, 1}};
    fl_claim_print_counted(&claim, "clustering_room", &text);
    cr_expect_str_eq(fl_text_get(&text), "the values of clustering_room, among those with it in 3…4");
}

Test(claim, chances_are_events_or_metrics_with_values)
{
    fl_claim claim = {.type = FL_CLAIM_BOUND};
    cr_expect_not(fl_claim_is_chance(&claim), "a bound of a mean");
    claim.event = "has_loop";
    cr_expect(fl_claim_is_chance(&claim));
    claim = (fl_claim){.type = FL_CLAIM_ORDER, .values = {{{1, 1}}, 1}};
    cr_expect(fl_claim_is_chance(&claim));
    claim.type = FL_CLAIM_DISTRIBUTION;
    cr_expect_not(fl_claim_is_chance(&claim));
}

Test(claim, a_roll_is_shown_beside_the_rooms_that_came)
{
    char name[FL_EVENT_NAME];
    fl_claim claim = {.event = "gate.sacrifice.passed"};
    fl_claim_floor_event(&claim, name);
    cr_expect_str_eq(name, "gate.sacrifice.placed");
    claim.event = "gate.sacrifice.rolled";
    fl_claim_floor_event(&claim, name);
    cr_expect_str_eq(name, "");
    claim.floor_event = "has_secret";
    fl_claim_floor_event(&claim, name);
    cr_expect_str_eq(name, "has_secret");
    fl_claim_floor_event(&(fl_claim){.event = NULL}, name);
    cr_expect_str_eq(name, "");
}
