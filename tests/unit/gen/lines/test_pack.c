/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What is packed comes back. */
#include "gen/floor/floor_json.h"
#include "gen/lines/lines_private.h"
#include "tests/unit/random_floor.h"

#include <criterion/criterion.h>
#include <string.h>

static fl_floor made, back;
static fl_lines_floors floors;
static fl_text text, again;
static fl_diag diag;

static void set_up(void)
{
    cr_assert_eq(fl_floor_init(&made, FL_RANDOM_FLOOR_CELLS), FL_OK);
    cr_assert_eq(fl_floor_init(&back, FL_RANDOM_FLOOR_CELLS), FL_OK);
    fl_text_init(&text);
    fl_text_init(&again);
    fl_diag_init(&diag);
}

static void tear_down(void)
{
    fl_floor_free(&made);
    fl_floor_free(&back);
    fl_text_free(&text);
    fl_text_free(&again);
    fl_lines_floors_free(&floors);
    fl_lines_floors_free(&floors);
}

TestSuite(pack, .init = set_up, .fini = tear_down);

static void write_line(const fl_floor *floor, fl_text *out)
{
    fl_floor_json_head head = {.generator = "test", .rules = "", .has_difficulty = true};
    fl_text_clear(out);
    fl_floor_json_write(&head, floor, out);
}

static void expect_back(size_t index)
{
    write_line(&made, &text);
    fl_lines_unpack(&floors, index, &back);
    write_line(&back, &again);
    cr_assert_str_eq(fl_text_get(&again), fl_text_get(&text), "floor %zu", index);
}

/* The rolls of each of these floors are its own; so each is in a file of its own. */
Test(pack, random_floors_come_back)
{
    static const char *const rolls[] = {"a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k", "l"};
    unsigned linked = 0;
    for (uint64_t seed = 0; seed < 500; seed++) {
        fl_random_floor_make(&made, seed); /* its rolls have odd names */
        cr_assert_leq(made.rolls_n, sizeof rolls / sizeof rolls[0]);
        made.roll_names = rolls;
        cr_assert_eq(fl_lines_pack(&floors, &made, &diag), FL_OK, "%s", diag.what);
        linked += floors.bytes[sizeof floors.next_seed] >> 1 & 1;
        expect_back(0);
        fl_lines_floors_free(&floors);
    }
    cr_expect_gt(linked, 0u);
}

/* A floor of three rooms in a row. */
static void make_row(void)
{
    fl_floor_clear(&made, 5, 3);
    fl_floor_add(&made, FL_KIND_START, FL_SHAPE_1X1, 0, 0);
    fl_floor_add(&made, FL_KIND_NORMAL, FL_SHAPE_1X1, 1, 0);
    fl_floor_add(&made, FL_KIND_BOSS, FL_SHAPE_1X1, 2, 0);
    made.rooms[2].is_end = true;
    fl_floor_link(&made);
    fl_floor_measure(&made);
}

static void pack(void)
{
    cr_assert_eq(fl_lines_pack(&floors, &made, &diag), FL_OK, "%s", diag.what);
}

Test(pack, what_is_seldom_said_comes_back)
{
    make_row();
    made.rooms[1].tag = "cursed";
    made.rooms[1].more_tags = "cold, dark";
    made.rooms[1].price = 2;
    made.rooms[0].rank = 7; /* without a price */
    made.rooms[1].rank = 7;
    made.rooms[0].difficulty = 4; /* alone */
    made.rooms[2].variant = -1;
    made.rooms[2].subtype = 3;
    made.rooms[2].is_added = true;
    made.fact[FL_GENERATOR_FACT_CURSE] = FL_CURSE_MAZE;
    made.fact[FL_GENERATOR_FACT_SECOND_BOSS] = -5;
    fl_floor_measure(&made);
    pack();
    expect_back(0);
    cr_expect(back.rooms[0].rank == 7 && back.rooms[1].rank == 7 && back.rooms[0].difficulty == 4);
    cr_expect_str_eq(back.rooms[1].more_tags, "cold, dark");
    cr_expect_eq(floors.known.cells_most, 3u);
    cr_expect(floors.known.width == 5 && floors.known.height == 3);
}

Test(pack, doors_of_its_own_come_back)
{
    make_row();
    made.doors[1] = made.doors[0];
    made.doors_n = 1;
    pack();
    expect_back(0);
    make_row();
    made.doors[1].is_wall = true;
    pack();
    expect_back(1);
    make_row();
    made.doors[0].kind = FL_KIND_SECRET;
    pack();
    expect_back(2);
    cr_expect(back.doors_n == 2 && back.doors[0].kind == FL_KIND_SECRET);
}

Test(pack, a_floor_has_all_rolls_of_its_file)
{
    static const char *const first[] = {"dice", "curse"};
    static const char *const second[] = {"vault", "dice"};
    make_row();
    made.rolls_n = 2;
    made.roll_names = first;
    made.roll[0] = FL_ROLL_ROLLED;
    made.roll[1] = FL_ROLL_ROLLED | FL_ROLL_WON;
    pack();
    made.roll_names = second;
    pack();
    fl_lines_unpack(&floors, 0, &back);
    cr_assert_eq(back.rolls_n, 3);
    cr_expect_str_eq(back.roll_names[2], "vault");
    cr_expect(back.roll[0] == FL_ROLL_ROLLED && back.roll[1] == made.roll[1] && back.roll[2] == 0);
    fl_lines_unpack(&floors, 1, &back);
    cr_expect(back.roll[0] == made.roll[1] && back.roll[1] == 0 && back.roll[2] == FL_ROLL_ROLLED);
}
