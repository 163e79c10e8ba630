/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Verdicts beside what was expected. */
#include "analysis/claim/claim.h"
#include "tests/unit/small_claim_set.h"

#include <criterion/criterion.h>

#include <stdlib.h>

static const fl_verdict yes = FL_VERDICT_CONFIRMED;
static const fl_verdict no = FL_VERDICT_REFUTED;
static const fl_verdict open = FL_VERDICT_UNDECIDED;

static fl_finding_sum sum_of(fl_verdict expected, fl_verdict found)
{
    fl_claim_row row = {.expected = expected};
    fl_finding finding = {.row = &row, .is_counted = true};
    finding.result.found.verdict = found;
    return fl_claim_finding_count(&finding, 1);
}

Test(finding, only_a_verdict_against_the_expected_one_is_unexpected)
{
    cr_expect_eq(sum_of(yes, no).unexpected, 1u);
    cr_expect_eq(sum_of(no, yes).unexpected, 1u);
    cr_expect_eq(sum_of(yes, yes).unexpected + sum_of(no, no).unexpected + sum_of(no, open).unexpected, 0u);
    cr_expect_eq(sum_of(open, yes).unexpected + sum_of(open, no).unexpected + sum_of(open, open).unexpected,
                 0u);
}

Test(finding, only_a_missing_verdict_is_waited_for)
{
    cr_expect_eq(sum_of(yes, open).waiting + sum_of(no, open).waiting, 2u);
    cr_expect_eq(sum_of(open, open).waiting + sum_of(yes, yes).waiting + sum_of(yes, no).waiting, 0u);
}

Test(finding, exit_codes_put_the_unexpected_first)
{
    cr_expect_eq(fl_claim_finding_exit_code(&(fl_finding_sum){.confirmed = 3, .refuted = 2, .undecided = 1}),
                 0);
    cr_expect_eq(fl_claim_finding_exit_code(&(fl_finding_sum){.refuted = 1, .unexpected = 1, .waiting = 1}),
                 1);
    cr_expect_eq(fl_claim_finding_exit_code(&(fl_finding_sum){.left_out = 7}), 4);
    cr_expect_eq(fl_claim_finding_exit_code(&(fl_finding_sum){.waiting = 1}), 4);
}

Test(finding, there_is_one_for_each_chosen_row)
{
    fl_claim_set book;
    fl_finding *all = NULL;
    size_t n = 0;
    small_claim_set_open(
        &book, "  - {id: a, source: s, text: t, type: never, event: has_loop, on: {level_1: confirmed, "
               "level_4: confirmed}}\n");
    book.row[0].is_chosen = false;
    cr_assert_eq(fl_claim_finding_list(&book, &all, &n, NULL), FL_OK);
    cr_expect(n == 1 && all[0].row == &book.row[1] && !all[0].is_counted &&
              fl_claim_finding_is_open(&all[0]));
    free(all);
    fl_claim_set_free(&book);
}
