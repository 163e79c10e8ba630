/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The bookkeeping of layouts, and their way into a floor. */
#include "gen/classic/classic_private.h"
#include "tests/support/maker.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

static fl_classic_board board;
static fl_classic_rules rules;
static fl_floor floor_;

static void open_rules(const char *settings)
{
    maker_rules("classic", settings, &rules, sizeof rules);
}

/* Start 35, a way right 36 37, a way down 45 55; end rooms 37 and 55; the boss is in 55, a secret room beside
 * both ways in 46. */
static void set_up(void)
{
    open_rules("");
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

static void place_secret(void)
{
    board.secret = 46;
    board.secret_criterion = 2;
    board.secret_best = 4;
    fl_classic_board_place(&board, 46, FL_KIND_SECRET);
}

Test(board, reset_leaves_the_start_alone)
{
    memset(board.gate, 0xff, sizeof board.gate);
    place_secret();
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

Test(board, rooms_stand_in_placing_order)
{
    static const uint8_t cells[] = {35, 45, 36, 55, 37};
    cr_expect_eq(board.cells_n, 5u);
    cr_expect_eq(fl_board_count(board.filled), 5u);
    for (int i = 0; i < 5; i++) {
        cr_expect_eq(board.cells[i], cells[i]);
        cr_expect(fl_board_has(board.filled, cells[i]));
    }
    cr_expect_eq(board.kind[55], FL_KIND_BOSS);
}

Test(board, taking_an_end_keeps_the_order_of_the_others)
{
    static const uint8_t ends[] = {11, 22, 33, 44, 55};
    for (unsigned index = 0; index < 5; index++) {
        memcpy(board.end_rooms, ends, sizeof ends);
        board.end_rooms_n = 5;
        cr_expect_eq(fl_classic_board_take_end_room(&board, index), ends[index]);
        cr_assert_eq(board.end_rooms_n, 4u);
        for (unsigned i = 0; i < 4; i++) {
            cr_expect_eq(board.end_rooms[i], ends[i + (i >= index)], "took %u, place %u", index, i);
        }
    }
}

Test(board, ends_are_a_board_too)
{
    board.end_rooms_n = 0;
    cr_expect(fl_classic_board_end_rooms(&board) == 0);
    board.end_rooms[0] = 79;
    board.end_rooms[1] = 1;
    board.end_rooms[2] = 64;
    board.end_rooms_n = 3;
    cr_expect(fl_classic_board_end_rooms(&board) ==
              (fl_board_cell(79) | fl_board_cell(1) | fl_board_cell(64)));
}

Test(board, cells_become_columns_from_zero)
{
    fl_classic_board_write(&board, &rules, &floor_);
    cr_assert_eq(floor_.rooms_n, 5);
    for (int i = 0; i < 5; i++) {
        const fl_room *room = &floor_.rooms[i];
        cr_expect_eq(room->origin_x, board.cells[i] % 10 - 1);
        cr_expect_eq(room->origin_y, board.cells[i] / 10);
        cr_expect_eq((int)room->kind, board.kind[board.cells[i]]);
        cr_expect_eq(room->shape, FL_SHAPE_1X1);
        cr_expect_eq(floor_.owner[room->origin_y * 9 + room->origin_x], i + 1);
    }
    cr_expect_eq(floor_.doors_n, 4u);
    cr_expect_eq(floor_.rooms[3].distance, 2);
    cr_expect(floor_.rooms[3].is_dead_end);
}

Test(board, the_secret_room_is_no_part_of_the_plan)
{
    place_secret();
    fl_classic_board_write(&board, &rules, &floor_);
    cr_assert_eq(floor_.rooms_n, 6);
    for (int i = 0; i < 6; i++) {
        cr_expect_eq(floor_.rooms[i].is_added, i == 5, "room %d", i);
        cr_expect_eq(floor_.rooms[i].is_end, i == 3, "room %d", i);
    }
    cr_expect_eq(floor_.rooms[5].distance, 2);
    cr_expect_eq(floor_.fact[FL_GENERATOR_FACT_SECRET_CRITERION], 2);
    cr_expect_eq(floor_.fact[FL_GENERATOR_FACT_SECRET_BEST], 4);
}

Test(board, the_outer_boss_is_the_end)
{
    fl_classic_board_place(&board, 65, FL_KIND_BOSS);
    board.outer_boss = 65;
    board.curse = FL_CURSE_LABYRINTH;
    fl_classic_board_write(&board, &rules, &floor_);
    cr_expect_eq(fl_floor_end(&floor_), 5);
    cr_expect_not(floor_.rooms[3].is_end);
    cr_expect_not(floor_.rooms[5].is_added);
}

Test(board, facts_are_what_is_known)
{
    board.end_rooms_n = 1; /* what is left does not matter */
    fl_classic_board_write(&board, &rules, &floor_);
    cr_expect_eq(floor_.fact[FL_GENERATOR_FACT_ATTEMPTS], 3);
    cr_expect_eq(floor_.fact[FL_GENERATOR_FACT_TARGET], 5);
    cr_expect_eq(floor_.fact[FL_GENERATOR_FACT_END_ROOMS], 2);
    cr_expect_eq(floor_.fact[FL_GENERATOR_FACT_CURSE], FL_CURSE_NONE);
    cr_expect_eq(floor_.fact[FL_GENERATOR_FACT_SECRET_CRITERION], 0); /* looked for, not found */
    cr_expect_eq(floor_.fact[FL_GENERATOR_FACT_EXTRA_ROOMS], FL_GENERATOR_FACT_NONE);
    cr_expect_eq(floor_.fact[FL_GENERATOR_FACT_SECRET_TRIES], FL_GENERATOR_FACT_NONE);
}

Test(board, tries_are_a_fact_once_counted)
{
    place_secret();
    board.secret_tries = 17;
    fl_classic_board_write(&board, &rules, &floor_);
    cr_expect_eq(floor_.fact[FL_GENERATOR_FACT_SECRET_TRIES], 17);
}

Test(board, no_target_is_no_fact)
{
    board.target = 0;
    fl_classic_board_write(&board, &rules, &floor_);
    cr_expect_eq(floor_.fact[FL_GENERATOR_FACT_TARGET], FL_GENERATOR_FACT_NONE);
}

/* Five grown rooms, then one extra room, the second boss and a secret room: one extra room. */
Test(board, extra_rooms_are_counted_on_labyrinth_floors)
{
    board.curse = FL_CURSE_LABYRINTH;
    fl_classic_board_place(&board, 25, FL_KIND_NORMAL);
    fl_classic_board_place(&board, 65, FL_KIND_BOSS);
    board.outer_boss = 65;
    place_secret();
    fl_classic_board_write(&board, &rules, &floor_);
    cr_expect_eq(floor_.fact[FL_GENERATOR_FACT_EXTRA_ROOMS], 1);
    cr_expect_eq(floor_.fact[FL_GENERATOR_FACT_CURSE], FL_CURSE_LABYRINTH);
}

Test(board, gates_are_copied_with_their_names)
{
    for (unsigned i = 0; i < rules.gates_n; i++) {
        board.gate[i] = (fl_gate)(1 + i);
    }
    fl_classic_board_write(&board, &rules, &floor_);
    cr_assert_eq(floor_.gates_n, rules.gates_n);
    for (unsigned i = 0; i < rules.gates_n; i++) {
        cr_expect_eq(floor_.gate[i], 1 + i);
        cr_expect_str_eq(floor_.gate_names[i], rules.gate_names[i]);
    }
}

Test(board, without_specials_there_is_nothing_to_say_of_them)
{
    open_rules("specials=off");
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
