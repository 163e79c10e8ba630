/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The closed law of the secret room against the literal loop of tries and against exact probabilities.
 *
 * Every comparison is a G-test at 1e-6 with a fixed seed; a wrong table is planted at the end and caught. */
#include "gen/classic/classic_private.h"
#include "tests/support/gtest.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { DRAWS = 100000, OUTCOMES = 3 * FL_BOARD_BITS + 1, NOTHING = OUTCOMES - 1 };

static const double alarm = 1e-6;

static fl_classic_rules rules;
static fl_classic_board board;
static fl_board forbidden;

static void open_rules(const char *settings)
{
    char word[64];
    fl_diag diag;
    fl_setting_values values;
    fl_setting_values_init(&values, fl_classic_rules_settings, FL_CLASSIC_SETTINGS_N);
    for (unsigned i = 0;; i++) {
        fl_setting_word_at(settings, i, word, sizeof word);
        if (!word[0]) {
            break;
        }
        cr_assert_eq(fl_setting_values_assign(&values, word, "test", &diag), FL_OK, "%s: %s", word,
                     diag.what);
    }
    cr_assert_eq(fl_classic_rules_init(&rules, &values, &diag), FL_OK, "%s: %s", settings, diag.what);
}

/* '#' a room, 'b' a room that may not be touched; the start is at (5, 3). */
static const char *const crooked[] = {". . . . . . . . .", ". . . . . . . . .", ". . # # . b . . .",
                                      ". . # . # # . . .", ". . # # . # # # .", ". . . . b . . . .",
                                      ". . . . . . . . .", ". . . . . . . . ."};
static const char *const straight[] = {". . . . . . . . .", ". . . . . . . . .", ". . . . . . . . .",
                                       ". b # # # # # b .", ". . . . . . . . .", ". . . . . . . . .",
                                       ". . . . . . . . .", ". . . . . . . . ."};
static const char *const low[] = {". . . . . . . . .", ". . . . . . . . .", ". . . . . . . . .",
                                  ". . . . # . . . .", ". . . . # . . . .", ". . . # # # . . .",
                                  ". # . # . # . # .", ". # # # . # # b ."};

static void draw_plan(const char *const *rows)
{
    fl_classic_board_reset(&board, 35);
    fl_pcg_init(&board.rng, 1, 2);
    forbidden = 0;
    for (unsigned y = 0; y < 8; y++) {
        for (unsigned x = 1; x <= 9; x++) {
            char sign = rows[y][2 * (x - 1)];
            unsigned cell = 10 * y + x;
            if (sign != '.' && cell != 35) {
                fl_classic_board_place(&board, cell, FL_KIND_NORMAL);
            }
            forbidden |= sign == 'b' ? fl_board_cell(cell) : 0;
        }
    }
}

static bool is_filled(int x, int y)
{
    return x >= 1 && x <= 9 && y >= 0 && y < 8 && fl_board_has(board.filled, (unsigned)(10 * y + x));
}

static bool is_forbidden(int x, int y)
{
    return x >= 1 && x <= 9 && y >= 0 && y < 8 && fl_board_has(forbidden, (unsigned)(10 * y + x));
}

/* Neighbours of a cell that would do otherwise; 0 = not empty, off the board, or beside what is forbidden. */
static unsigned worth(int x, int y)
{
    if (y >= 8 || is_filled(x, y) || is_forbidden(x - 1, y) || is_forbidden(x + 1, y) ||
        is_forbidden(x, y - 1) || is_forbidden(x, y + 1)) {
        return 0;
    }
    return (unsigned)is_filled(x - 1, y) + is_filled(x + 1, y) + is_filled(x, y - 1) + is_filled(x, y + 1);
}

/* One outcome: the criterion and the cell, or NOTHING. */
static unsigned outcome(unsigned criterion, unsigned cell)
{
    return criterion == 0 ? NOTHING : (criterion - 1) * FL_BOARD_BITS + cell;
}

/* The tries, one by one. */
static unsigned try_literally(fl_pcg *rng, unsigned *tries)
{
    int first = (int)rules.value[FL_CLASSIC_SECRET_FIRST_ROW];
    unsigned each = (unsigned)rules.value[FL_CLASSIC_SECRET_EACH];
    unsigned weakest = (unsigned)rules.value[FL_CLASSIC_SECRET_WEAKEST];
    *tries = 0;
    for (unsigned criterion = 3; criterion >= weakest; criterion--) {
        for (unsigned i = 0; i < each; i++) {
            int x = 1 + (int)fl_pcg_below(rng, 9);
            int y = first + (int)fl_pcg_below(rng, (uint32_t)rules.value[FL_CLASSIC_SECRET_ROWS]);
            ++*tries;
            if (worth(x, y) >= criterion) {
                return outcome(criterion, (unsigned)(10 * y + x));
            }
        }
    }
    return NOTHING;
}

static unsigned count_open(unsigned criterion)
{
    unsigned n = 0;
    for (int y = (int)rules.value[FL_CLASSIC_SECRET_FIRST_ROW],
             last = y + (int)rules.value[FL_CLASSIC_SECRET_ROWS];
         y < last; y++) {
        for (int x = 1; x <= 9; x++) {
            n += worth(x, y) >= criterion;
        }
    }
    return n;
}

/* What the tries must give, by the textbook. */
static void exact_law(double *law)
{
    double left = 1;
    int first = (int)rules.value[FL_CLASSIC_SECRET_FIRST_ROW];
    double area = 9.0 * (double)rules.value[FL_CLASSIC_SECRET_ROWS];
    memset(law, 0, OUTCOMES * sizeof *law);
    for (unsigned criterion = 3; criterion >= rules.value[FL_CLASSIC_SECRET_WEAKEST]; criterion--) {
        unsigned open = count_open(criterion);
        double missed = left * pow(1 - open / area, (double)rules.value[FL_CLASSIC_SECRET_EACH]);
        for (int y = first; y < 8 && y < first + (int)rules.value[FL_CLASSIC_SECRET_ROWS]; y++) {
            for (int x = 1; x <= 9; x++) {
                law[outcome(criterion, (unsigned)(10 * y + x))] +=
                    worth(x, y) >= criterion ? (left - missed) / open : 0;
            }
        }
        left = missed;
    }
    law[NOTHING] = left;
}

static void count_closed(uint64_t *found, uint64_t seed)
{
    fl_classic_secret secret;
    memset(found, 0, OUTCOMES * sizeof *found);
    fl_pcg_init(&board.rng, seed, 1);
    for (int i = 0; i < DRAWS; i++) {
        fl_classic_secret_find(&rules, &board, forbidden, &secret);
        found[outcome(secret.criterion, secret.cell)]++;
        cr_assert_eq(secret.criterion == 0, secret.cell == FL_CLASSIC_NOWHERE);
    }
}

static const char *const settings_of[] = {
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

enum { SETTINGS = sizeof settings_of / sizeof settings_of[0], PLANS = 3 };

static const char *const *const plans[PLANS] = {crooked, straight, low};

Test(secret, the_closed_law_is_exact)
{
    for (unsigned i = 0; i < SETTINGS * PLANS; i++) {
        uint64_t found[OUTCOMES];
        double law[OUTCOMES];
        open_rules(settings_of[i / PLANS]);
        draw_plan(plans[i % PLANS]);
        count_closed(found, i);
        exact_law(law);
        double p = gtest_fit(found, law, OUTCOMES);
        cr_expect(p > alarm, "%s, plan %u: p = %g", settings_of[i / PLANS], i % PLANS, p);
    }
}

Test(secret, the_literal_tries_follow_the_closed_law)
{
    for (unsigned i = 0; i < SETTINGS * PLANS; i++) {
        uint64_t closed[OUTCOMES];
        uint64_t tried[OUTCOMES] = {0};
        unsigned tries = 0;
        fl_pcg rng;
        open_rules(settings_of[i / PLANS]);
        draw_plan(plans[i % PLANS]);
        count_closed(closed, 1000 + i);
        fl_pcg_init(&rng, i, 2);
        for (int k = 0; k < DRAWS / 10; k++) {
            tried[try_literally(&rng, &tries)]++;
        }
        double p = gtest_same(closed, tried, OUTCOMES);
        cr_expect(p > alarm, "%s, plan %u: p = %g", settings_of[i / PLANS], i % PLANS, p);
    }
}

Test(secret, open_cells_are_counted)
{
    for (unsigned i = 0; i < SETTINGS * PLANS; i++) {
        fl_classic_secret secret;
        open_rules(settings_of[i / PLANS]);
        draw_plan(plans[i % PLANS]);
        fl_classic_secret_find(&rules, &board, forbidden, &secret);
        for (unsigned demand = 0; demand < 3; demand++) {
            cr_expect_eq(secret.open[demand], count_open(3 - demand), "%s, plan %u, %u neighbours",
                         settings_of[i / PLANS], i % PLANS, 3 - demand);
        }
    }
}

Test(secret, where_nothing_is_open_nothing_is_drawn)
{
    fl_classic_secret secret;
    open_rules("");
    draw_plan(straight);
    forbidden = board.filled;
    fl_pcg before = board.rng;
    fl_classic_secret_find(&rules, &board, forbidden, &secret);
    cr_expect_eq(secret.criterion, 0u);
    cr_expect_eq(secret.cell, (unsigned)FL_CLASSIC_NOWHERE);
    cr_expect_eq(board.rng.state, before.state);
    cr_expect_eq(fl_board_count(board.filled), board.cells_n);
}

Test(secret, finding_a_cell_places_nothing)
{
    fl_classic_secret secret;
    open_rules("");
    draw_plan(crooked);
    fl_board before = board.filled;
    fl_classic_secret_find(&rules, &board, forbidden, &secret);
    cr_expect(board.filled == before);
    cr_expect_not(fl_board_has(before, secret.cell));
}

/* A limit right beside the number that is drawn: the lower half of 64 bits decides. */
Test(secret, the_lower_half_counts_where_the_upper_ties)
{
    for (unsigned above = 0; above < 2; above++) {
        fl_classic_secret secret;
        open_rules("secret_weakest=3");
        draw_plan(crooked);
        fl_pcg peek = board.rng;
        fl_board draw = (fl_board)fl_pcg_next(&peek) << 32;
        draw |= fl_pcg_next(&peek);
        rules.miss[count_open(3)] = draw + above; /* missed, if the draw is below the limit */
        fl_classic_secret_find(&rules, &board, forbidden, &secret);
        cr_expect_eq(secret.criterion, above ? 0u : 3u);
    }
}

/* P(the i-th try of this demand hits first | one of them hits). */
Test(secret, tries_are_truncated_geometric)
{
    static const unsigned opens[] = {1, 2, 5, 17, 40};
    for (unsigned i = 0; i < sizeof opens / sizeof opens[0] * 3; i++) {
        enum { EACH = 30 };
        fl_classic_secret secret = {.cell = 11, .criterion = 3 - i % 3, .open = {90, 90, 90}};
        uint64_t found[3 * EACH + 1] = {0};
        double law[3 * EACH + 1] = {0};
        fl_pcg rng;
        open_rules("secret_tries_each=30");
        secret.open[i % 3] = opens[i / 3];
        double hit = opens[i / 3] / 72.0;
        for (unsigned k = 0; k < EACH; k++) {
            law[i % 3 * EACH + k + 1] = hit * pow(1 - hit, k) / (1 - pow(1 - hit, EACH));
        }
        fl_pcg_init(&rng, i, 3);
        for (int k = 0; k < DRAWS; k++) {
            unsigned tries = fl_classic_secret_draw_tries(&rules, &secret, &rng);
            cr_assert(tries >= 1 && tries <= 3 * EACH);
            found[tries]++;
        }
        double p = gtest_fit(found, law, 3 * EACH + 1);
        cr_expect(p > alarm, "%u cells open: p = %g", opens[i / 3], p);
    }
}

Test(secret, all_tries_were_taken_where_nothing_was_found)
{
    fl_classic_secret secret = {.cell = FL_CLASSIC_NOWHERE};
    fl_pcg rng;
    open_rules("secret_tries_each=30");
    fl_pcg_init(&rng, 1, 1);
    cr_expect_eq(fl_classic_secret_draw_tries(&rules, &secret, &rng), 90u);
}

/* Search and count together: the number of tries as a person who tries would see it. */
Test(secret, counted_tries_are_those_of_the_literal_loop)
{
    for (unsigned i = 0; i < PLANS; i++) {
        uint64_t drawn[3 * 12 + 1] = {0};
        uint64_t tried[3 * 12 + 1] = {0};
        fl_classic_secret secret;
        fl_pcg rng;
        open_rules("secret_tries_each=12");
        draw_plan(plans[i]);
        fl_pcg_init(&rng, i, 4);
        for (int k = 0; k < DRAWS; k++) {
            unsigned tries = 0;
            fl_classic_secret_find(&rules, &board, forbidden, &secret);
            drawn[fl_classic_secret_draw_tries(&rules, &secret, &rng)]++;
            (void)try_literally(&rng, &tries);
            tried[tries]++;
        }
        double p = gtest_same(drawn, tried, 3 * 12 + 1);
        cr_expect(p > alarm, "plan %u: p = %g", i, p);
    }
}

/* A table of misses for one try more or less, and a table that is off by one cell. */
Test(secret, a_wrong_table_is_caught)
{
    static const char *const wrong[] = {"secret_tries_each=21", "secret_tries_each=19"};
    for (unsigned i = 0; i < 3; i++) {
        uint64_t found[OUTCOMES];
        double law[OUTCOMES];
        fl_board miss[FL_CLASSIC_TABLE] = {0};
        open_rules(i < 2 ? wrong[i] : "secret_tries_each=20");
        memcpy(miss, rules.miss + (i == 2), (FL_CLASSIC_TABLE - 1) * sizeof *miss);
        open_rules("secret_tries_each=20");
        memcpy(rules.miss, miss, sizeof miss);
        draw_plan(crooked);
        count_closed(found, 7);
        exact_law(law);
        cr_expect(gtest_fit(found, law, OUTCOMES) < alarm, "mistake %u is not noticed", i);
    }
}
