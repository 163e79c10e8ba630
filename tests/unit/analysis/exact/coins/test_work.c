/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "analysis/exact/coins/coins.h"
#include "tests/unit/analysis/exact/coins/small_law.h"

#include <criterion/criterion.h>

#include <math.h>
#include <string.h>

/* What is said not to depend on the secret room's cell must be the same where each cell is walked through. */
Test(work, cells_one_by_one_give_the_same_law_as_cells_together)
{
    static const char *const rules[] = {"level=1", "rooms=8 secret_forbids=boss secret_tries_each=20"};
    for (size_t i = 0; i < 2; i++) {
        small_law coarse, fine;
        small_law_open(&coarse, rules[i], false);
        small_law_open(&fine, rules[i], true);
        cr_expect_lt(coarse.law.rows_n, fine.law.rows_n);
        for (size_t row = 0; row < coarse.law.rows_n; row++) {
            const fl_coins_law_row *a = &coarse.law.row[row];
            const fl_coins_law_row *b = fl_coins_law_find(&fine.law, a->name);
            cr_assert(b && b->chances_n == a->chances_n, "%s", a->name);
            for (size_t k = 0; k < a->chances_n; k++) {
                cr_expect_str_eq(a->chance[k].decimal, b->chance[k].decimal, "%s", a->name);
            }
        }
        small_law_close(&coarse);
        small_law_close(&fine);
    }
}

/* That every metric which is said not to depend on it is asked floor by floor: all cells of one layout. */
Test(work, metrics_of_layouts_do_not_depend_on_the_cell)
{
    small_law law;
    fl_diag diag;
    fl_coins_work *work = NULL;
    small_law_plan(&law, "rooms=7", true);
    law.coins.wish.every_cell = true;
    fl_diag_init(&diag);
    cr_assert_eq(fl_coins_work_open(&work, &law.coins, &diag), FL_OK);
    cr_assert_eq(fl_coins_work_block(work, 0, &law.tally, &diag), FL_OK);
    fl_coins_work_close(work);
    cr_assert_eq(fl_coins_law_init(&law.law, &law.coins, &law.tally, &diag), FL_OK);
    small_law usual;
    small_law_open(&usual, "rooms=7", true);
    for (size_t row = 0; row < usual.law.rows_n; row++) {
        const fl_coins_law_row *a = &usual.law.row[row];
        const fl_coins_law_row *b = fl_coins_law_find(&law.law, a->name);
        cr_assert(b && b->chances_n == a->chances_n, "%s", a->name);
        for (size_t k = 0; k < a->chances_n; k++) {
            cr_expect_float_eq(a->chance[k].number, b->chance[k].number, 1e-15, "%s", a->name);
        }
    }
    small_law_close(&law);
    small_law_close(&usual);
}

static void want(const void *context, fl_columns *columns)
{
    fl_column_want(columns, *(const unsigned *)context);
}

static void ask(const void *context, const fl_columns *columns, unsigned n, uint8_t *out)
{
    for (unsigned i = 0; i < n; i++) {
        out[i] = fl_column_at(&columns->metric[*(const unsigned *)context], i) == 3;
    }
}

Test(work, a_question_gets_the_chance_of_its_floors)
{
    small_law law;
    fl_diag diag;
    fl_coins_work *work = NULL;
    fl_coins_tally tally;
    fl_coins_law out;
    unsigned metric = FL_METRIC_SECRET_NEIGHBOURS;
    fl_diag_init(&diag);
    small_law_open(&law, "rooms=8", false);
    fl_coins_free(&law.coins);
    fl_coins_wish wish = {.ask = ask, .want = want, .ask_context = &metric};
    cr_assert(fl_coins_wish_add(&wish, FL_COINS_QUESTION));
    cr_assert_eq(fl_coins_init(&law.coins, &law.terms, &wish, &diag), FL_OK);
    cr_assert_eq(fl_coins_tally_init(&tally, &law.coins, &diag), FL_OK);
    cr_assert_eq(fl_coins_work_open(&work, &law.coins, &diag), FL_OK);
    for (uint64_t block = 0; block < law.coins.blocks; block++) {
        cr_assert_eq(fl_coins_work_block(work, block, &tally, &diag), FL_OK);
    }
    fl_coins_work_close(work);
    cr_assert_eq(fl_coins_law_init(&out, &law.coins, &tally, &diag), FL_OK);
    const fl_coins_law_row *row = fl_coins_law_find(&out, "");
    cr_assert(row);
    cr_expect_float_eq(row->chance[FL_COINS_EVENT_HAPPENS].number,
                       small_law_chance(&law, "secret_neighbours", 3), 1e-16);
    fl_coins_law_free(&out);
    fl_coins_tally_free(&tally);
    small_law_close(&law);
}
