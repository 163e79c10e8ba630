/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Growth by the rule set flash from coins drawn at once. That the law is the game's is held in distribution
 * by tests/oracle/classic; here is what holds on every layout. */
#include "gen/classic/classic_private.h"

#include "tests/support/maker.h"
#include "tests/support/scale.h"

#include <criterion/criterion.h>

enum { LAYOUTS = 5000 / SCALE_LEAN, WORDS = 3 };

static fl_classic_rules rules;
static fl_classic_board board;

static void open_rules(const char *settings)
{
    maker_rules("classic", settings, &rules, sizeof rules);
    fl_pcg_init(&board.rng, 11, 3);
}

static void grow(unsigned hundredths)
{
    fl_classic_board_reset(&board, rules.start);
    fl_classic_flash_grow(&rules, &board, hundredths);
}

/* A tree has one edge less than rooms; an end room touches one room where it was never passed. */
static void expect_tree(unsigned hundredths)
{
    unsigned ends = 0;
    unsigned sum = 0;
    for (unsigned i = 0; i < board.cells_n; i++) {
        sum += fl_board_degree(board.filled, board.cells[i]);
    }
    cr_assert_eq(sum, 2 * (board.cells_n - 1));
    cr_assert_leq(board.cells_n, (hundredths + 99) / 100 + 1);
    for (unsigned i = 0; i < board.end_rooms_n; i++) {
        ends += fl_board_degree(board.filled, board.end_rooms[i]) == 1;
        cr_assert_neq(board.end_rooms[i], rules.start);
    }
    cr_assert_eq(ends, board.end_rooms_n);
}

Test(flash_grow, plans_are_trees_and_end_rooms_are_their_leaves)
{
    open_rules("rules=flash");
    for (unsigned i = 0; i < LAYOUTS; i++) {
        unsigned hundredths = 760 + i % 7 * 100;
        fl_pcg before = board.rng;
        grow(hundredths);
        expect_tree(hundredths);
        fl_pcg_advance(&before, WORDS);
        cr_assert_eq(board.rng.state, before.state, "layout %u drew other than three words", i);
    }
}

/* A leaf beside the start that brought it back is no end room. */
Test(flash_grow, who_brings_the_start_back_is_no_end_room)
{
    unsigned leaves_that_are_none = 0;
    open_rules("rules=flash");
    for (unsigned i = 0; i < LAYOUTS; i++) {
        grow(900);
        fl_board ends = fl_classic_board_end_rooms(&board);
        for (unsigned k = 1; k < board.cells_n; k++) {
            unsigned cell = board.cells[k];
            bool is_leaf = fl_board_degree(board.filled, cell) == 1;
            bool is_beside = fl_board_has(rules.near[rules.start], cell);
            cr_assert(!is_leaf || is_beside || fl_board_has(ends, cell));
            leaves_that_are_none += is_leaf && !fl_board_has(ends, cell);
        }
    }
    cr_expect_gt(leaves_that_are_none, LAYOUTS / 10);
}

/* On large floors the start comes back in every round, until no side is left on which it could add a room. */
Test(flash_grow, a_start_that_comes_back_by_itself_leaves_no_side_open)
{
    for (unsigned comes_back = 0; comes_back < 2; comes_back++) {
        unsigned open = 0;
        open_rules(comes_back ? "rules=flash" : "rules=flash reseed_every_waves=0");
        for (unsigned i = 0; i < LAYOUTS; i++) {
            fl_board at_least[4];
            grow(2000);
            fl_board_degrees(board.filled, at_least);
            open += board.cells_n < 21 &&
                    (rules.near[rules.start] & ~board.filled & at_least[0] & ~at_least[1]) != 0;
        }
        cr_expect(comes_back ? open == 0 : open > LAYOUTS / 10, "%u", open);
    }
}

Test(flash_grow, the_coins_are_the_bits_of_three_words)
{
    fl_pcg rng;
    fl_classic_coins coins;
    fl_pcg_init(&rng, 3, 3);
    fl_pcg words = rng;
    fl_classic_grow_toss(&rng, &coins);
    uint32_t word[WORDS];
    for (unsigned i = 0; i < WORDS; i++) {
        word[i] = fl_pcg_next(&words);
    }
    for (unsigned y = 0; y < FL_BOARD_ROWS; y++) {
        for (unsigned x = 1; x <= FL_BOARD_COLUMNS; x++) {
            unsigned bit = FL_BOARD_COLUMNS * y + x - 1;
            bool heads = word[bit / 32] >> (bit % 32) & 1;
            cr_expect_eq(fl_board_has(coins.tails, FL_BOARD_STRIDE * y + x), !heads, "bit %u", bit);
        }
    }
    cr_expect_eq(coins.back_heads, word[2] >> 8 & 15);
    cr_expect_eq(coins.fresh_heads, word[2] >> 12 & 0xffff);
    cr_expect_eq(rng.state, words.state);
}
