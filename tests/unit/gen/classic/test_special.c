/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Bosses and gates where floors seldom or never come; tests/golden and test_classic_oracle hold the rest. The
 * odds are a G-test at 1e-6 with a fixed seed. */
#include "gen/classic/classic_private.h"
#include "tests/support/gtest.h"
#include "tests/support/maker.h"

#include <criterion/criterion.h>
#include <string.h>

enum { ROLLS = 200000 };

static const double alarm = 1e-6;

static fl_classic_rules rules;
static fl_classic_board board;

static void open_rules(const char *settings)
{
    maker_rules("classic", settings, &rules, sizeof rules);
}

static void set_up(void)
{
    open_rules("");
    fl_pcg_init(&board.rng, 3, 4);
    board.curse = FL_CURSE_NONE;
}

TestSuite(special, .init = set_up);

/* Rooms after the start, and the list of end rooms; both end with 0. */
static void lay_out(const uint8_t *cells, const uint8_t *ends)
{
    fl_classic_board_reset(&board, 35);
    for (; *cells; cells++) {
        fl_classic_board_place(&board, *cells, FL_KIND_NORMAL);
    }
    for (; *ends; ends++) {
        board.end_rooms[board.end_rooms_n++] = *ends;
    }
}

Test(special, without_end_rooms_there_is_no_boss)
{
    lay_out((const uint8_t[]){36, 0}, (const uint8_t[]){0});
    cr_expect_not(fl_classic_special_boss(&rules, &board));
}

Test(special, the_boss_may_not_touch_the_start)
{
    static const uint8_t beside[] = {25, 34, 36, 45};
    for (int i = 0; i < 4; i++) {
        const uint8_t ends[] = {11, beside[i], 0};
        lay_out((const uint8_t[]){25, 34, 36, 45, 0}, ends);
        cr_expect_not(fl_classic_special_boss(&rules, &board), "%u", beside[i]);
        open_rules("boss_may_touch_start=on");
        cr_expect(fl_classic_special_boss(&rules, &board), "%u", beside[i]);
        cr_expect_eq(board.boss, beside[i]);
        open_rules("");
    }
}

Test(special, without_specials_a_labyrinth_has_one_boss)
{
    open_rules("specials=off");
    board.curse = FL_CURSE_LABYRINTH;
    lay_out((const uint8_t[]){36, 37, 45, 55, 0}, (const uint8_t[]){37, 55, 0});
    cr_assert(fl_classic_special_boss(&rules, &board));
    cr_expect_eq(board.outer_boss, FL_CLASSIC_NOWHERE);
    cr_expect_eq(board.cells_n, 5u);
}

Test(special, where_no_end_room_is_left_nothing_is_placed)
{
    lay_out((const uint8_t[]){36, 0}, (const uint8_t[]){0});
    fl_pcg before = board.rng;
    cr_expect_not(fl_classic_special_place(&board, FL_KIND_SHOP));
    cr_expect_eq(board.rng.state, before.state);
    cr_expect_eq(board.kind[36], FL_KIND_NORMAL);
}

/* Rolls the gates of the rules on a plan with so many end rooms. */
static void roll_gates(unsigned ends_n)
{
    static const uint8_t cells[] = {11, 13, 15, 17, 19, 31, 33, 37, 39, 51, 53, 55, 57, 59, 0};
    uint8_t ends[16] = {0};
    memcpy(ends, cells, ends_n);
    lay_out(cells, ends);
    fl_classic_special_gates(&rules, &board, 1);
}

static unsigned count_kind(fl_kind kind)
{
    unsigned n = 0;
    for (unsigned i = 0; i < board.cells_n; i++) {
        n += board.kind[board.cells[i]] == kind;
    }
    return n;
}

Test(special, without_an_end_room_gates_say_so_and_draw_nothing)
{
    open_rules("level=2 coins=9");
    fl_pcg before = board.rng;
    roll_gates(0);
    for (unsigned i = 0; i < rules.gates_n; i++) {
        cr_expect_eq(board.gate[i], FL_GATE_NO_DEAD_END, "%s", rules.gate_names[i]);
    }
    cr_expect_eq(board.rng.state, before.state);
}

static void expect_consistent(fl_gate gate, bool has_second)
{
    bool first = gate & FL_GATE_FIRST;
    bool second = gate & FL_GATE_SECOND;
    cr_assert(gate & FL_GATE_ROLLED);
    cr_assert_not(first && second);
    cr_assert_eq((gate & FL_GATE_PASSED) != 0, first || second);
    cr_assert_eq((gate & FL_GATE_PLACED) != 0, first || second);
    cr_assert_eq((gate & FL_GATE_SECOND_ROLLED) != 0, has_second && !first);
    cr_assert_not(second && !(gate & FL_GATE_SECOND_ROLLED));
}

/* Chances with other numerators than one, which no shipped gate has. */
Test(special, numerators_count_as_well_as_denominators)
{
    open_rules("level=3");
    rules.gates_n = 1;
    rules.gates[0][0] = (fl_classic_gate){.kind = FL_KIND_ARCADE,
                                          .first_hits = 2,
                                          .first_of = 5,
                                          .second_hits = 3,
                                          .second_of = 7,
                                          .is_open = true};
    uint64_t found[3] = {0}; /* missed, first, second */
    for (int i = 0; i < ROLLS; i++) {
        roll_gates(14); /* so many that one is always left */
        fl_gate gate = board.gate[0];
        expect_consistent(gate, true);
        cr_assert_eq(count_kind(FL_KIND_ARCADE), (gate & FL_GATE_PLACED) != 0);
        found[gate & FL_GATE_FIRST ? 1 : gate & FL_GATE_SECOND ? 2 : 0]++;
    }
    const double law[3] = {3.0 / 5 * 4 / 7, 2.0 / 5, 3.0 / 5 * 3 / 7};
    cr_expect(gtest_fit(found, law, 3) > alarm);
}
