/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Bosses, rooms in end rooms, gates. Odds are G-tests at 1e-6 with fixed seeds. */
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
    maker m;
    maker_open(&m, "classic", settings, 1);
    memcpy(&rules, m.rules, sizeof rules);
    maker_close(&m);
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

static void expect_ends(const uint8_t *ends)
{
    unsigned n = (unsigned)strlen((const char *)ends);
    cr_assert_eq(board.end_rooms_n, n, "%u end rooms, expected %u", board.end_rooms_n, n);
    cr_expect_arr_eq(board.end_rooms, ends, n);
}

Test(special, the_last_end_room_is_the_boss)
{
    lay_out((const uint8_t[]){36, 37, 34, 33, 45, 55, 0}, (const uint8_t[]){37, 33, 55, 0});
    cr_expect(fl_classic_special_boss(&rules, &board));
    cr_expect_eq(board.boss, 55);
    cr_expect_eq(board.kind[55], FL_KIND_BOSS);
    cr_expect_eq(board.outer_boss, FL_CLASSIC_NOWHERE);
    expect_ends((const uint8_t[]){37, 33, 0});
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

/* 55 is a dead end with three free cells around, 37 has lost its own to the rooms around it. */
Test(special, the_second_boss_lies_beyond_the_first)
{
    uint64_t found[FL_BOARD_BITS] = {0};
    board.curse = FL_CURSE_LABYRINTH;
    for (int i = 0; i < 30000; i++) {
        lay_out((const uint8_t[]){36, 37, 45, 55, 0}, (const uint8_t[]){37, 55, 0});
        cr_assert(fl_classic_special_boss(&rules, &board));
        cr_assert_eq(board.boss, 55);
        cr_assert_eq(board.kind[board.outer_boss], FL_KIND_BOSS);
        cr_assert_eq(board.cells_n, 6u);
        cr_assert_eq(board.cells[5], board.outer_boss);
        found[board.outer_boss]++;
        expect_ends((const uint8_t[]){37, 0});
    }
    double law[FL_BOARD_BITS] = {[54] = 1.0 / 3, [56] = 1.0 / 3, [65] = 1.0 / 3};
    cr_expect(gtest_fit(found, law, FL_BOARD_BITS) > alarm);
}

/* 19 in the corner has 9 and 29 beside it (off the board aside); both touch another room, so 37 it is. */
Test(special, an_end_room_without_space_is_passed_over)
{
    board.curse = FL_CURSE_LABYRINTH;
    lay_out((const uint8_t[]){36, 37, 45, 46, 8, 39, 19, 18, 0}, (const uint8_t[]){45, 37, 19, 0});
    cr_assert(fl_classic_special_boss(&rules, &board));
    cr_expect_eq(board.boss, 37);
    expect_ends((const uint8_t[]){45, 19, 0});
    cr_expect(board.outer_boss == 27 || board.outer_boss == 38 || board.outer_boss == 47, "%u",
              board.outer_boss);
    cr_expect_eq(fl_board_degree(board.filled, board.outer_boss), 1u);
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

Test(special, every_end_room_is_as_likely)
{
    uint64_t found[FL_BOARD_BITS] = {0};
    double law[FL_BOARD_BITS] = {[37] = 0.25, [33] = 0.25, [55] = 0.25, [15] = 0.25};
    for (int i = 0; i < ROLLS; i++) {
        lay_out((const uint8_t[]){37, 33, 55, 15, 0}, (const uint8_t[]){37, 33, 55, 15, 0});
        cr_assert(fl_classic_special_place(&board, FL_KIND_SHOP));
        cr_assert_eq(board.end_rooms_n, 3u);
        for (unsigned cell = 1; cell < FL_BOARD_BITS; cell++) {
            found[cell] += fl_board_has(board.filled, cell) && board.kind[cell] == FL_KIND_SHOP;
        }
    }
    cr_expect(gtest_fit(found, law, FL_BOARD_BITS) > alarm);
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
static void roll_gates(unsigned ends_n, unsigned copies)
{
    static const uint8_t cells[] = {11, 13, 15, 17, 19, 31, 33, 37, 39, 51, 53, 55, 57, 59, 0};
    uint8_t ends[16] = {0};
    memcpy(ends, cells, ends_n);
    lay_out(cells, ends);
    fl_classic_special_gates(&rules, &board, copies);
}

static unsigned count_kind(fl_kind kind)
{
    unsigned n = 0;
    for (unsigned i = 0; i < board.cells_n; i++) {
        n += board.kind[board.cells[i]] == kind;
    }
    return n;
}

Test(special, closed_gates_are_not_rolled)
{
    open_rules("level=1 hearts=1");
    for (int i = 0; i < 1000; i++) {
        roll_gates(14, 1);
        cr_assert_eq(board.gate[4], 0, "challenge");
        cr_assert_eq(board.gate[5], 0, "arcade");
    }
}

Test(special, without_an_end_room_gates_say_so_and_draw_nothing)
{
    open_rules("level=2 coins=9");
    fl_pcg before = board.rng;
    roll_gates(0, 1);
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

/* With 14 end rooms there is always one left. */
static void count_odds(const char *settings, unsigned number, double first, double second)
{
    uint64_t found[3] = {0}; /* missed, first, second */
    for (int i = 0; i < ROLLS; i++) {
        roll_gates(14, 1);
        fl_gate gate = board.gate[number];
        expect_consistent(gate, second > 0);
        cr_assert_eq(count_kind(rules.gates[0][number].kind), (gate & FL_GATE_PLACED) != 0);
        found[gate & FL_GATE_FIRST ? 1 : gate & FL_GATE_SECOND ? 2 : 0]++;
    }
    double law[3] = {(1 - first) * (1 - second), first, (1 - first) * second};
    double p = gtest_fit(found, law, 3);
    cr_expect(p > alarm, "%s, gate %u: p = %g", settings, number, p);
}

static void expect_odds(const char *settings, unsigned number, double first, double second)
{
    open_rules(settings);
    count_odds(settings, number, first, second);
}

Test(special, gates_pass_as_often_as_documented)
{
    expect_odds("level=3", 0, 1.0 / 7, 1.0 / 4);
    expect_odds("level=3 hearts=5", 0, 1.0 / 7, 0);
    expect_odds("level=3 book_picked=on", 1, 1.0 / 20, 1.0 / 4);
    expect_odds("level=3 devil_visited=on", 2, 1.0 / 2, 1.0 / 4);
    expect_odds("level=1", 3, 1.0 / 4, 1.0 / 3);
    expect_odds("level=2", 4, 1.0 / 2, 0);
    expect_odds("level=3", 4, 1.0 / 2, 1);
    expect_odds("level=2 coins=5", 5, 1, 0);
    expect_odds("rules=flash level=3", 0, 1.0 / 7, 1.0 / 4);
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
    count_odds("planted", 0, 2.0 / 5, 3.0 / 7);
}

Test(special, labyrinths_double_each_kind)
{
    open_rules("level=2 coins=9 hearts=0 max_hearts=6"); /* the arcade always passes */
    board.curse = FL_CURSE_LABYRINTH;
    for (int i = 0; i < 1000; i++) {
        roll_gates(14, 2);
        for (unsigned g = 0; g < rules.gates_n; g++) {
            unsigned expected = board.gate[g] & FL_GATE_PASSED ? 2 : 0;
            cr_assert_eq(count_kind(rules.gates[1][g].kind), expected, "%s", rules.gate_names[g]);
        }
        cr_assert_eq(count_kind(FL_KIND_ARCADE), 2u);
    }
}

Test(special, one_end_room_holds_one_of_two_copies)
{
    open_rules("level=2 coins=9");
    rules.gates_n = 1;
    memset(rules.gates, 0, sizeof rules.gates);
    rules.gates[0][0] =
        (fl_classic_gate){.kind = FL_KIND_ARCADE, .first_hits = 1, .first_of = 1, .is_open = true};
    roll_gates(1, 2);
    cr_expect_eq(count_kind(FL_KIND_ARCADE), 1u);
    cr_expect(board.gate[0] & FL_GATE_PLACED);
    cr_expect_eq(board.end_rooms_n, 0u);
}

/* Steps from the start over and over, until nothing gets nearer. */
static int distance_of(unsigned cell)
{
    int distance[FL_BOARD_BITS];
    for (unsigned i = 0; i < FL_BOARD_BITS; i++) {
        distance[i] = 1000;
    }
    distance[35] = 0;
    for (bool moved = true; moved;) {
        moved = false;
        for (unsigned i = 0; i < board.cells_n; i++) {
            for (unsigned k = 0; k < board.cells_n; k++) {
                int a = board.cells[i];
                int b = board.cells[k];
                bool touch = a - b == 1 || b - a == 1 || a - b == 10 || b - a == 10;
                if (touch && distance[a] > distance[b] + 1) {
                    distance[a] = distance[b] + 1;
                    moved = true;
                }
            }
        }
    }
    return distance[cell];
}

/* The end rooms that stay are no nearer than those that go, and keep their order. */
Test(special, the_farthest_end_rooms_stay_in_order)
{
    open_rules("rooms=30");
    board.target = 30;
    unsigned shortened = 0;
    for (int i = 0; i < 3000; i++) {
        uint8_t before[FL_BOARD_BITS];
        fl_classic_board_reset(&board, 35);
        fl_classic_grow_layout(&rules, &board);
        unsigned n = board.end_rooms_n;
        memcpy(before, board.end_rooms, n);
        fl_classic_special_farthest(&rules, &board, 6);
        cr_assert_eq(board.end_rooms_n, n < 6 ? n : 6);
        shortened += n > 6;
        int nearest = 1000;
        for (unsigned k = 0; k < board.end_rooms_n; k++) {
            int distance = distance_of(board.end_rooms[k]);
            nearest = distance < nearest ? distance : nearest;
        }
        unsigned kept = 0;
        for (unsigned k = 0; k < n; k++) {
            bool stays = kept < board.end_rooms_n && board.end_rooms[kept] == before[k];
            kept += stays;
            cr_assert(stays || distance_of(before[k]) <= nearest, "attempt %d", i);
        }
        cr_assert_eq(kept, board.end_rooms_n, "attempt %d: another order", i);
    }
    cr_expect_gt(shortened, 100u);
}

/* 36 is nearest, then 34's arm: of 33 and 55, equally far, the earlier goes. */
Test(special, of_two_equally_far_the_earlier_goes)
{
    lay_out((const uint8_t[]){36, 34, 33, 45, 55, 25, 15, 5, 0}, (const uint8_t[]){33, 36, 55, 5, 0});
    fl_classic_special_farthest(&rules, &board, 2);
    expect_ends((const uint8_t[]){55, 5, 0});
}
