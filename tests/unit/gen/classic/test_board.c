/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What a new attempt leaves of the last one, and floors that failed; tests/golden holds the floors made. */
#include "gen/classic/classic_private.h"
#include "tests/support/maker.h"

#include <criterion/criterion.h>
#include <string.h>

static fl_classic_board board;
static fl_classic_rules rules;
static fl_floor floor_;

/* Start 35, a way right 36 37, a way down 45 55; end rooms 37 and 55; the boss is in 55. */
static void set_up(void)
{
    maker_rules("classic", "", &rules, sizeof rules);
    cr_assert_eq(fl_floor_init(&floor_, 72), FL_OK);
    fl_floor_clear(&floor_, FL_BOARD_COLUMNS, FL_BOARD_ROWS);
    memset(&board, 0x5a, sizeof board);
    board.target = 5;
    board.attempts = 3;
    board.curse = FL_CURSE_NONE;
    fl_classic_board_reset(&board, 35);
    fl_classic_board_place(&board, 45, FL_KIND_NORMAL);
    fl_classic_board_place(&board, 36, FL_KIND_NORMAL);
    fl_classic_board_place(&board, 55, FL_KIND_BOSS);
    fl_classic_board_place(&board, 37, FL_KIND_TREASURE);
    board.grown_n = board.cells_n;
    board.accepted_end_rooms_n = 2;
    board.boss = 55;
}

static void tear_down(void)
{
    fl_floor_free(&floor_);
}

TestSuite(board, .init = set_up, .fini = tear_down);

Test(board, reset_leaves_the_start_alone)
{
    memset(board.gate, 0xff, sizeof board.gate);
    board.secret = 46;
    board.secret_criterion = 2;
    board.secret_best = 4;
    board.secret_tries = 9;
    board.super_secret = 3;
    board.outer_boss = 4;
    board.end_rooms_n = 7;
    fl_classic_board_reset(&board, 45);
    cr_expect(board.filled == fl_board_cell(45));
    cr_expect_eq(board.cells_n, 1u);
    cr_expect_eq(board.cells[0], 45);
    cr_expect_eq(board.kind[45], FL_KIND_START);
    cr_expect_eq(board.end_rooms_n + board.grown_n + board.secret_criterion + board.secret_best +
                     board.secret_tries,
                 0u);
    cr_expect_eq(board.boss, FL_CLASSIC_NOWHERE);
    cr_expect_eq(board.outer_boss, FL_CLASSIC_NOWHERE);
    cr_expect_eq(board.secret, FL_CLASSIC_NOWHERE);
    cr_expect_eq(board.super_secret, FL_CLASSIC_NOWHERE);
    for (int i = 0; i < FL_CLASSIC_GATES; i++) {
        cr_expect_eq(board.gate[i], 0);
    }
}

Test(board, reset_keeps_what_belongs_to_the_floor)
{
    fl_pcg before = board.rng;
    board.curse = FL_CURSE_LOST;
    fl_classic_board_reset(&board, 35);
    cr_expect_eq(board.target, 5u);
    cr_expect_eq(board.attempts, 3u);
    cr_expect_eq(board.curse, FL_CURSE_LOST);
    cr_expect_eq(board.rng.state, before.state);
    cr_expect_eq(board.rng.increment, before.increment);
}

Test(board, without_specials_there_is_nothing_to_say_of_them)
{
    maker_rules("classic", "specials=off", &rules, sizeof rules);
    fl_classic_board_write(&board, &rules, &floor_);
    cr_expect_eq(floor_.gates_n, 0);
    cr_expect_eq(floor_.fact[FL_GENERATOR_FACT_SECRET_CRITERION], FL_GENERATOR_FACT_NONE);
    cr_expect_eq(floor_.fact[FL_GENERATOR_FACT_SECRET_BEST], FL_GENERATOR_FACT_NONE);
    cr_expect_eq(floor_.rooms_n, 5);
}

Test(board, a_failed_floor_has_no_rooms)
{
    floor_.failure = "no luck";
    fl_classic_board_write(&board, &rules, &floor_);
    cr_expect_eq(floor_.rooms_n, 0);
    cr_expect_eq(floor_.doors_n, 0u);
    cr_expect_eq(floor_.gates_n, 0);
    cr_expect_eq(floor_.fact[FL_GENERATOR_FACT_ATTEMPTS], 3);
    cr_expect_eq(floor_.fact[FL_GENERATOR_FACT_TARGET], 5);
    cr_expect_eq(floor_.fact[FL_GENERATOR_FACT_END_ROOMS], FL_GENERATOR_FACT_NONE);
    cr_expect_eq(floor_.fact[FL_GENERATOR_FACT_SECRET_CRITERION], FL_GENERATOR_FACT_NONE);
}
