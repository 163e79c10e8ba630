/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "analysis/claim/claim_private.h"
#include "tests/unit/small_claim_set.h"

#include <criterion/criterion.h>

#include <string.h>

static const char text[] = "source: s\nsources: [{short: s, title: t}]\n"
                           "populations:\n  p: {generator: rebirth, settings: {rules: wiki, stage: 2}}\n"
                           "claims:\n"
                           "  - {id: roll, source: s, text: t, type: probability, event: gate.curse.passed, "
                           "value: 1/2, on: {p: confirmed}}\n"
                           "  - {id: seen, source: s, text: t, type: probability, event: gate.curse.placed, "
                           "value: 1/2, on: {p: confirmed}}\n"
                           "  - {id: own, source: s, text: t, type: mean, metric: rooms, value: 10, "
                           "indifferent: [hearts], on: {p: confirmed}}\n";

static bool is_indifferent(const fl_claim_set *set, const char *id, const char *setting)
{
    size_t row = fl_claim_rows_find(set, id, 0);
    cr_assert_lt(row, set->rows_n, "%s", id);
    return fl_claim_is_indifferent(set, &set->row[row], setting);
}

Test(indifferent, what_is_counted_and_the_claim_say_which_settings_do_not_matter)
{
    fl_claim_set set;
    fl_claim_set_init(&set);
    cr_assert_eq(fl_claim_set_add(&set, text, strlen(text), "test.yaml", NULL), FL_OK);
    cr_assert_eq(fl_claim_rows_make(&set, NULL, NULL), FL_OK);
    cr_expect(is_indifferent(&set, "roll", "interiors"), "a roll comes before rooms are fitted");
    cr_expect_not(is_indifferent(&set, "seen", "interiors"), "what players see does depend on them");
    cr_expect_not(is_indifferent(&set, "roll", "stage"));
    cr_expect(is_indifferent(&set, "own", "hearts"), "the claim says so");
    cr_expect_not(is_indifferent(&set, "roll", "hearts"), "another claim does not");
    cr_expect(is_indifferent(&set, "seen", "preset"), "what a preset sets is compared");
    fl_claim_set_free(&set);
}

Test(indifferent, a_row_by_another_rule_set_expects_nothing)
{
    fl_claim_set set;
    fl_claim_set_init(&set);
    cr_assert_eq(fl_claim_set_add(&set, text, strlen(text), "test.yaml", NULL), FL_OK);
    cr_assert_eq(fl_claim_rows_make(&set, NULL, NULL), FL_OK);
    size_t rows = set.rows_n;
    cr_assert_eq(fl_claim_rows_add_variant(&set, fl_claim_rows_find(&set, "roll", 0), "repentance", NULL),
                 FL_OK);
    cr_assert_eq(fl_claim_rows_add_variant(&set, fl_claim_rows_find(&set, "roll", 0), "repentance", NULL),
                 FL_OK);
    cr_expect_eq(set.rows_n, rows + 1, "added once");
    const fl_claim_row *row = &set.row[fl_claim_rows_find(&set, "roll by repentance", 0)];
    cr_expect_eq(row->expected, FL_VERDICT_UNDECIDED);
    cr_expect_str_eq(set.population[row->population[0]].name, "p by repentance");
    cr_expect_eq(fl_claim_rows_add_variant(&set, 0, "nonsense", NULL), FL_ERR_INPUT);
    fl_claim_set_free(&set);
}
