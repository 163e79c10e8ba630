/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The closed law of the secret room against exact probabilities, with settings that the oracle does not
 * compare. Every comparison is a G-test at 1e-6 with a fixed seed; wrong tables are caught. */
#include "gen/classic/classic_private.h"
#include "tests/support/gtest.h"
#include "tests/support/maker.h"

#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

enum { DRAWS = 100000, OUTCOMES = 3 * FL_BOARD_BITS + 1, NOTHING = OUTCOMES - 1 };

static const double alarm = 1e-6;

static fl_classic_rules rules;
static fl_classic_board board;
static fl_board forbidden;

/* Rows 2 to 5: '#' a room, 'b' a room that may not be touched; the start is at (5, 3). */
static const char *const plan[] = {"..#..b...", "..#.##...", "..##.###.", "....b...."};

static void open_plan(const char *settings)
{
    maker_rules("classic", settings, &rules, sizeof rules);
    fl_classic_board_reset(&board, 35);
    fl_pcg_init(&board.rng, 1, 2);
    forbidden = 0;
    for (unsigned i = 0; i < 36; i++) {
        char sign = plan[i / 9][i % 9];
        unsigned cell = 10 * (i / 9 + 2) + i % 9 + 1;
        if (sign != '.' && cell != 35) {
            fl_classic_board_place(&board, cell, FL_KIND_NORMAL);
        }
        forbidden |= sign == 'b' ? fl_board_cell(cell) : 0;
    }
}

/* The cells that meet a demand, one by one; their number. */
static unsigned list_open(unsigned criterion, bool is_open[FL_BOARD_BITS])
{
    unsigned n = 0;
    for (unsigned cell = 0; cell < FL_BOARD_BITS; cell++) {
        is_open[cell] = fl_board_has(rules.secret_cells & ~board.filled, cell) &&
                        fl_board_degree(board.filled, cell) >= criterion &&
                        fl_board_degree(forbidden, cell) == 0;
        n += is_open[cell];
    }
    return n;
}

/* What the tries must give, by the textbook. */
static void exact_law(double *law)
{
    double left = 1;
    memset(law, 0, OUTCOMES * sizeof *law);
    for (unsigned criterion = 3; criterion >= rules.value[FL_CLASSIC_SECRET_WEAKEST]; criterion--) {
        bool is_open[FL_BOARD_BITS];
        unsigned open = list_open(criterion, is_open);
        double missed = left * pow(1 - open / (9.0 * (double)rules.value[FL_CLASSIC_SECRET_ROWS]),
                                   (double)rules.value[FL_CLASSIC_SECRET_EACH]);
        for (unsigned cell = 0; cell < FL_BOARD_BITS; cell++) {
            law[(criterion - 1) * FL_BOARD_BITS + cell] = is_open[cell] ? (left - missed) / open : 0;
        }
        left = missed;
    }
    law[NOTHING] = left;
}

/* How well floors' draws fit the law of the settings that are open. */
static double fit(uint64_t seed)
{
    uint64_t found[OUTCOMES] = {0};
    double law[OUTCOMES];
    fl_classic_secret secret;
    fl_pcg_init(&board.rng, seed, 1);
    for (int i = 0; i < DRAWS; i++) {
        fl_classic_secret_find(&rules, &board, forbidden, &secret);
        found[secret.criterion ? (secret.criterion - 1) * FL_BOARD_BITS + secret.cell : NOTHING]++;
    }
    exact_law(law);
    return gtest_fit(found, law, OUTCOMES);
}

Test(secret, the_closed_law_is_exact)
{
    static const char *const settings[] = {
        "",
        "secret_tries_each=20",
        "secret_tries_each=3",
        "secret_tries_each=1",
        "secret_tries_each=10 secret_weakest=2",
        "secret_tries_each=5 secret_weakest=3",
        "secret_tries_each=900 secret_weakest=3 secret_first_row=2 secret_rows=8",
        "secret_tries_each=4 secret_first_row=3 secret_rows=10",
        "secret_tries_each=6 secret_first_row=0 secret_rows=4",
    };
    for (unsigned i = 0; i < sizeof settings / sizeof settings[0]; i++) {
        open_plan(settings[i]);
        double p = fit(i);
        cr_expect(p > alarm, "%s: p = %g", settings[i], p);
    }
}

/* A table of misses for one try more or less, and a table that is off by one cell. */
Test(secret, a_wrong_table_is_caught)
{
    static const char *const wrong[] = {"secret_tries_each=21", "secret_tries_each=19",
                                        "secret_tries_each=20"};
    for (unsigned i = 0; i < 3; i++) {
        fl_board miss[FL_CLASSIC_TABLE] = {0};
        open_plan(wrong[i]);
        memcpy(miss, rules.miss + (i == 2), (FL_CLASSIC_TABLE - 1) * sizeof *miss);
        open_plan("secret_tries_each=20");
        memcpy(rules.miss, miss, sizeof miss);
        cr_expect(fit(7) < alarm, "mistake %u is not noticed", i);
    }
}

Test(secret, where_nothing_is_open_nothing_is_drawn_and_all_tries_were_taken)
{
    fl_classic_secret secret;
    open_plan("secret_tries_each=30");
    forbidden = board.filled;
    fl_pcg before = board.rng;
    fl_classic_secret_find(&rules, &board, forbidden, &secret);
    cr_expect_eq(secret.criterion, 0u);
    cr_expect_eq(secret.cell, (unsigned)FL_CLASSIC_NOWHERE);
    cr_expect_eq(fl_classic_secret_draw_tries(&rules, &secret, &board.rng), 90u);
    cr_expect_eq(board.rng.state, before.state);
}

/* A limit right beside the number that is drawn: the lower half of 64 bits decides. */
Test(secret, the_lower_half_counts_where_the_upper_ties)
{
    for (unsigned above = 0; above < 2; above++) {
        fl_classic_secret secret;
        bool is_open[FL_BOARD_BITS];
        open_plan("secret_weakest=3");
        fl_pcg peek = board.rng;
        fl_board draw = (fl_board)fl_pcg_next(&peek) << 32;
        draw |= fl_pcg_next(&peek);
        rules.miss[list_open(3, is_open)] = draw + above; /* missed, if the draw is below the limit */
        fl_classic_secret_find(&rules, &board, forbidden, &secret);
        cr_expect_eq(secret.criterion, above ? 0u : 3u);
    }
}
