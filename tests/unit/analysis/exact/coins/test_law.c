/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "analysis/exact/coins/coins.h"
#include "tests/unit/analysis/exact/coins/small_law.h"

#include <criterion/criterion.h>

#include <math.h>
#include <string.h>

Test(law, known_chances_of_acceptance_come_out)
{
    small_law law;
    small_law_open(&law, "level=1", false);
    cr_expect_str_eq(law.law.by_size[0].accepted.decimal, "0.62445068359375");
    cr_expect_float_eq(law.law.by_size[0].success.number, 0.6025386, 1e-7);
    cr_expect_float_eq(law.law.by_size[1].accepted.number, 0.64460564, 1e-8);
    cr_expect_float_eq(small_law_chance(&law, "end_rooms", 3), 0.54947846, 1e-8);
    cr_expect_float_eq(small_law_chance(&law, "boss_direction", 0), 0.26577624, 1e-8);
    cr_expect_float_eq(small_law_chance(&law, "secret_criterion", 3), 0.01409381, 1e-7);
    cr_expect_float_eq(small_law_chance(&law, "attempts", 1), 0.6158439, 1e-7);
    small_law_close(&law);
}

Test(law, odds_of_a_roll_are_the_documented_fraction)
{
    small_law law;
    small_law_open(&law, "level=1", false);
    const fl_coins_law_row *row = fl_coins_law_find(&law.law, "roll.sacrifice.won");
    cr_assert(row && row->is_event);
    cr_expect_str_eq(row->chance[FL_COINS_EVENT_GIVEN].fraction, "5/14");
    cr_expect_float_eq(row->chance[FL_COINS_EVENT_HAPPENS].number, 0.16090055, 1e-8);
    small_law_close(&law);
}

Test(law, few_attempts_make_floors_fail_and_change_the_mixture)
{
    small_law once, often;
    small_law_open(&once, "level=1 max_attempts=1", false);
    small_law_open(&often, "level=1", false);
    double failed = 1 - (once.law.by_size[0].success.number + once.law.by_size[1].success.number) / 2;
    cr_expect_float_eq(once.law.failed.number, failed, 1e-15);
    cr_expect_eq(often.law.failed.number, 0);
    cr_expect_eq(small_law_chance(&often, "target", 7), 0.5);
    cr_expect_float_eq(small_law_chance(&once, "target", 7),
                       once.law.by_size[0].success.number / (1 - failed) / 2, 1e-15);
    cr_expect_eq(small_law_chance(&once, "attempts", 1), 1);
    small_law_close(&once);
    small_law_close(&often);
}

Test(law, chances_that_are_not_one_together_are_a_defect)
{
    small_law law;
    fl_diag diag;
    fl_coins_law out;
    fl_diag_init(&diag);
    small_law_open(&law, "rooms=7", false);
    law.tally.by_size[0].refused[5]++;
    cr_expect_eq(fl_coins_law_init(&out, &law.coins, &law.tally, &diag), FL_ERR_DEFECT);
    fl_coins_law_free(&out);
    small_law_close(&law);
}
