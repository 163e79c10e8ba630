/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "analysis/exact/coins/coins.h"
#include "tests/unit/analysis/exact/coins/small_law.h"

#include <criterion/criterion.h>

static void write(const fl_coins_tally *tally, fl_text *out)
{
    fl_text_clear(out);
    fl_coins_tally_write(tally, out);
    cr_assert_eq(fl_text_check(out), FL_OK);
}

Test(tally, what_is_written_is_read_again)
{
    small_law law, other;
    fl_text first, second;
    fl_text_init(&first);
    fl_text_init(&second);
    small_law_open(&law, "rooms=7", false);
    small_law_plan(&other, "rooms=7", false);
    write(&law.tally, &first);
    cr_assert(fl_coins_tally_read(&other.tally, fl_text_get(&first)));
    write(&other.tally, &second);
    cr_expect_str_eq(fl_text_get(&first), fl_text_get(&second));
    small_law_close(&law);
    small_law_close(&other);
    fl_text_free(&first);
    fl_text_free(&second);
}

Test(tally, merging_adds_and_clearing_empties)
{
    small_law law;
    fl_text empty, now;
    fl_text_init(&empty);
    fl_text_init(&now);
    small_law_plan(&law, "rooms=7", false);
    write(&law.tally, &empty);
    small_law_close(&law);
    small_law_open(&law, "rooms=7", false);
    uint64_t before = law.tally.by_size[0].accepted[9];
    uint64_t word = law.tally.by_size[0].success.word[2];
    fl_coins_tally_merge(&law.tally, &law.tally);
    cr_expect_gt(before, 0);
    cr_expect_eq(law.tally.by_size[0].accepted[9], 2 * before);
    cr_expect_neq(law.tally.by_size[0].success.word[2], word);
    fl_coins_tally_clear(&law.tally);
    write(&law.tally, &now);
    cr_expect_str_eq(fl_text_get(&empty), fl_text_get(&now));
    small_law_close(&law);
    fl_text_free(&empty);
    fl_text_free(&now);
}
