/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The search for the secret room of the rule set flash in closed form against the literal loop of 3,000
 * tries, written again from the rules.
 *
 * Every comparison is a G-test at 1e-6 with fixed seeds; a loop that relaxes at 200 is told apart. */
#include "gen/classic/classic_private.h"
#include "tests/support/gtest.h"
#include "tests/support/maker.h"
#include "tests/support/scale.h"

#include <criterion/criterion.h>
#include <string.h>

enum {
    DRAWS = 60000 / SCALE_SLIM,
    OUTCOMES = 3 * FL_BOARD_BITS + 1,
    NOTHING = OUTCOMES - 1,
    BINS = 301,
    WIDTH = 10
};

static const double alarm = 1e-6;

static fl_classic_rules rules;
static fl_classic_board board;

/* '#' a room, 'e' an end room, 'b' the boss room, 's' the super secret room; the start is at (5, 3). In the
 * first plan one cell has three ordinary neighbours; in the second cells with three touch end rooms; in the
 * third no cell does better than two. */
static const char *const plans[][8] = {
    {". . . . . . . . .", ". . . . . . . . .", ". . # # # . . . .", ". . # . # # e . .", ". . # . . . . . .",
     ". . # b . . . . .", ". e # s . . . . .", ". . . . . . . . ."},
    {". . . . . . . . .", ". . . e . . . . .", ". . # # . e . . .", ". . # . # # # s .", ". . # # . e . # .",
     ". . . e . . . b .", ". . . . . . . . .", ". . . . . . . . ."},
    {". . . . . . . . .", ". . . . . . . . .", ". . . . . . . . .", ". e # # # # # b .", ". . . . # . . . .",
     ". . . . # s . . .", ". . . . e . . . .", ". . . . . . . . ."},
    {". . . . . . . . .", ". . . . . . . . .", ". . . . . . . . .", ". . b . # . s . .", ". . . . . . . . .",
     ". . . . . . . . .", ". . . . . . . . .", ". . . . . . . . ."},
};

static char sign_at(const char *const *plan, int x, int y)
{
    return x < 1 || x > 9 || y < 0 || y > 7 ? '.' : plan[y][2 * (x - 1)];
}

static void draw_plan(const char *const *plan)
{
    fl_classic_board_reset(&board, 35);
    for (unsigned y = 0; y < 8; y++) {
        for (unsigned x = 1; x <= 9; x++) {
            char sign = sign_at(plan, (int)x, (int)y);
            unsigned cell = WIDTH * y + x;
            if (sign != '.' && cell != 35) {
                fl_classic_board_place(&board, cell, FL_KIND_NORMAL);
            }
            if (sign == 'e') {
                board.end_rooms[board.end_rooms_n++] = (uint8_t)cell;
            }
            board.boss = sign == 'b' ? (uint8_t)cell : board.boss;
            board.super_secret = sign == 's' ? (uint8_t)cell : board.super_secret;
        }
    }
}

/* Whether the game takes a cell at a try, by the rules' words. */
static bool takes(const char *const *plan, int x, int y, bool is_relaxed, bool is_wanting)
{
    static const int step[4][2] = {{1, 0}, {-1, 0}, {0, 1}, {0, -1}};
    int n = 0;
    bool is_clean = true;
    bool has_flag = true;
    bool ends_here = false;
    if (sign_at(plan, x, y) != '.' || x < 2 || x > 8) {
        return false;
    }
    for (int i = 0; i < 4; i++) {
        char sign = sign_at(plan, x + step[i][0], y + step[i][1]);
        n += sign != '.';
        is_clean = is_clean && (sign == '.' || sign == '#');
        has_flag = has_flag && (ends_here || sign == 'e' || sign == '#');
        ends_here = ends_here || sign == 'e';
    }
    return (n >= 3 && is_clean) ||
           (is_relaxed && has_flag && (n >= 3 || (n == 2 && (is_wanting || is_clean))));
}

static unsigned try_literally(const char *const *plan, unsigned relaxes, fl_pcg *rng, unsigned *tries)
{
    for (*tries = 1; *tries <= 3000; ++*tries) {
        unsigned cell = fl_pcg_below(rng, FL_BOARD_BITS);
        if (takes(plan, (int)(cell % WIDTH), (int)(cell / WIDTH), *tries > relaxes, *tries > 600)) {
            unsigned demand = *tries > 600 ? 2 : *tries > relaxes ? 1 : 0;
            return demand * FL_BOARD_BITS + cell;
        }
    }
    return NOTHING;
}

static unsigned search_by_law(const fl_key *key)
{
    board.secret = FL_CLASSIC_NOWHERE;
    board.secret_criterion = board.secret_tries = 0;
    fl_classic_flash_secret(&rules, key, 0, &board);
    return board.secret == FL_CLASSIC_NOWHERE ? NOTHING
                                              : (3 - board.secret_criterion) * FL_BOARD_BITS + board.secret;
}

/* The smaller p-value of two comparisons: what was found, and by how many tries. */
static double compare(const char *const *plan, unsigned relaxes)
{
    static uint64_t found[2][OUTCOMES];
    static uint64_t tries[2][BINS];
    fl_key key;
    fl_pcg rng;
    memset(found, 0, sizeof found);
    memset(tries, 0, sizeof tries);
    maker_rules("classic", "rules=flash secret_tries=on", &rules, sizeof rules);
    fl_key_init(&key, "classic", 1, 9);
    fl_pcg_init(&rng, 8, 8);
    fl_pcg_init(&board.rng, 9, 9);
    draw_plan(plan);
    for (unsigned i = 0; i < DRAWS; i++) {
        unsigned n = 0;
        unsigned outcome = try_literally(plan, relaxes, &rng, &n);
        found[0][outcome]++;
        tries[0][outcome == NOTHING ? 0 : 1 + (n - 1) / 10]++;
        key.index = i;
        outcome = search_by_law(&key);
        found[1][outcome]++;
        tries[1][outcome == NOTHING ? 0 : 1 + (board.secret_tries - 1) / 10]++;
    }
    double p = gtest_same(found[0], found[1], OUTCOMES);
    double q = gtest_same(tries[0], tries[1], BINS);
    return p < q ? p : q;
}

Test(flash_secret, the_law_is_that_of_the_tries)
{
    for (unsigned i = 0; i < sizeof plans / sizeof plans[0]; i++) {
        double p = compare(plans[i], 300);
        cr_expect_gt(p, alarm, "plan %u: p = %g", i, p);
    }
}

Test(flash_secret, tries_that_relax_at_200_are_told_apart)
{
    cr_expect_lt(compare(plans[0], 200), alarm);
}

/* Where no cell will ever do nothing is drawn, and labyrinths do not wait for tries that can do nothing. */
Test(flash_secret, nothing_is_drawn_in_vain)
{
    fl_key key;
    maker_rules("classic", "rules=flash", &rules, sizeof rules);
    fl_key_init(&key, "classic", 1, 9);
    for (unsigned limit = 0; limit < 2; limit++) {
        fl_pcg_init(&board.rng, 9, 9);
        fl_pcg before = board.rng;
        draw_plan(plans[3]);
        fl_classic_flash_secret(&rules, &key, limit, &board);
        cr_expect_eq(board.secret, FL_CLASSIC_NOWHERE);
        cr_expect_eq(board.rng.state, before.state, "limit %u", limit);
    }
}

/* A labyrinth's search adds rooms up to the limit, and counts its tries only where they are asked for. */
Test(flash_secret, labyrinths_gain_rooms)
{
    fl_key key;
    unsigned most = 0;
    maker_rules("classic", "rules=flash", &rules, sizeof rules);
    fl_key_init(&key, "classic", 1, 9);
    fl_pcg_init(&board.rng, 9, 9);
    for (unsigned i = 0; i < 500; i++) {
        draw_plan(plans[2]);
        unsigned before = board.cells_n;
        fl_classic_flash_secret(&rules, &key, before + 3, &board);
        cr_assert_leq(board.cells_n, before + 3);
        cr_assert_eq(board.secret_tries, 0u);
        most = board.cells_n - before > most ? board.cells_n - before : most;
    }
    cr_expect_eq(most, 3u);
}
