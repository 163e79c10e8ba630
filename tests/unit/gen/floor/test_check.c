/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The eight conditions: valid floors pass, and each way to break one is named with its number. */
#include "gen/floor/check.h"

#include "tests/support/scale.h"
#include "tests/unit/random_floor.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

static fl_floor floor_;
static fl_diag diag;

/* Board of 4 x 3, rooms 0…3:
 *
 *     0 0 . .
 *     1 2 2 .
 *     1 2 3 .   start 0, shop 1, normal 2 (an L), boss 3, the end */
static void set_up(void)
{
    static const uint16_t cells[][3] = {{0, 1}, {4, 8}, {5, 6, 9}, {10}};
    static const uint16_t sizes[] = {2, 2, 3, 1};
    static const fl_kind kinds[] = {FL_KIND_START, FL_KIND_SHOP, FL_KIND_NORMAL, FL_KIND_BOSS};
    cr_assert_eq(fl_floor_init(&floor_, FL_RANDOM_FLOOR_CELLS), FL_OK);
    fl_floor_clear(&floor_, 4, 3);
    for (int i = 0; i < 4; i++) {
        fl_floor_add_cells(&floor_, kinds[i], cells[i], sizes[i]);
    }
    floor_.rooms[3].is_end = true;
    fl_floor_link(&floor_);
    fl_floor_measure(&floor_);
}

static void tear_down(void)
{
    fl_floor_free(&floor_);
}

TestSuite(check, .init = set_up, .fini = tear_down);

/* Expects a condition to be broken, and mends the floor. */
static void expect_broken(int condition, const char *detail)
{
    char start[32];
    fl_diag_init(&diag);
    snprintf(start, sizeof start, "condition %d: ", condition);
    cr_expect_eq(fl_check_floor(&floor_, "show --index 7", &diag), FL_ERR_INPUT);
    cr_expect_eq(strncmp(diag.what, start, strlen(start)), 0, "expected %s, got '%s'", start, diag.what);
    cr_expect_not_null(strstr(diag.what, detail), "'%s' does not say '%s'", diag.what, detail);
    cr_expect_str_eq(diag.where, "show --index 7");
    tear_down();
    set_up();
}

/* The door between two cells, which must be there. */
static fl_door *door_at(unsigned a, unsigned b)
{
    for (unsigned i = 0; i < floor_.doors_n; i++) {
        if (floor_.doors[i].cell_a == a && floor_.doors[i].cell_b == b) {
            return &floor_.doors[i];
        }
    }
    cr_assert_fail("no door between %u and %u", a, b);
    return NULL;
}

Test(check, valid_floors_pass)
{
    cr_expect_eq(fl_check_floor(&floor_, "", &diag), FL_OK, "%s", diag.what);
    cr_expect_eq(floor_.doors_n, 6u);
    for (uint64_t seed = 0; seed < 20000 / SCALE_LEAN; seed++) {
        fl_random_floor_make(&floor_, seed);
        cr_assert_eq(fl_check_floor(&floor_, "", &diag), FL_OK, "seed %d: %s", (int)seed, diag.what);
    }
    floor_.failure = "no layout in 100 attempts";
    cr_expect_eq(fl_check_floor(&floor_, "", &diag), FL_ERR_INPUT);
    cr_expect_not_null(strstr(diag.what, floor_.failure));
    cr_expect_eq(fl_check_floor(&floor_, NULL, NULL), FL_ERR_INPUT, "nobody need listen");
}

Test(check, condition_1_knows_the_owners_and_the_size_there_are)
{
    floor_.owner[3] = 5;
    expect_broken(1, "tile [3,0]");
    floor_.width = FL_FLOOR_SIDE_MAX + 1;
    expect_broken(1, "201 x 3");
    floor_.width = 134;
    expect_broken(1, "134 x 3");
    floor_.width = -4;
    expect_broken(1, "-4 x 3");
}

Test(check, condition_2_wants_doors_between_adjacent_tiles_of_the_board)
{
    door_at(1, 5)->cell_a = 0;
    expect_broken(2, "[0,0] and [1,1]");
    floor_.owner[3] = 1;
    door_at(0, 4)->cell_a = 3;
    expect_broken(2, "[3,0] and [0,1]"); /* rows do not wrap */
    floor_.doors[0].cell_b = 12;
    expect_broken(2, "the board has 12");
    floor_.doors_n = FL_RANDOM_FLOOR_CELLS * 2 + 1;
    expect_broken(2, "801 doors");
}

/* An added secret room may stand alone: the Dark Room's grave is fitted after it, and may leave it. */
Test(check, condition_3_wants_all_tiles_connected)
{
    floor_.owner[3] = 4;
    expect_broken(3, "8 of 9 tiles are connected with [0,0]; [3,0] of room 3 is not");
    for (int i = 0; i < 4; i++) {
        fl_kind kind = i < 2 ? FL_KIND_SECRET : i == 2 ? FL_KIND_NORMAL : FL_KIND_ULTRA_SECRET;
        floor_.rooms[fl_floor_add(&floor_, kind, FL_SHAPE_1X1, 3, 0)].is_added = i % 2 == 0;
        if (i == 0 || i == 3) {
            cr_expect_eq(fl_check_floor(&floor_, "", &diag), FL_OK, "%s", diag.what);
            tear_down();
            set_up();
        } else {
            expect_broken(3, "[3,0] of room 4 is not");
        }
    }
    fl_floor_clear(&floor_, 3, 2);
    fl_floor_add(&floor_, FL_KIND_START, FL_SHAPE_1X1, 2, 0);
    fl_floor_add(&floor_, FL_KIND_BOSS, FL_SHAPE_1X1, 0, 1);
    floor_.rooms[1].is_end = true;
    expect_broken(3, "1 of 2 tiles");
}

Test(check, condition_4_wants_rooms_to_part_the_tiles_into_pieces)
{
    floor_.owner[10] = 3;
    expect_broken(4, "room 3 lists tile [2,2], which the board gives to another or none");
    floor_.owner[11] = 4;
    expect_broken(4, "8 cells");
    floor_.cells[1] = 0;
    expect_broken(4, "room 0 lists tile [0,0], which was listed before");
    floor_.rooms[3].cells_n = 2;
    expect_broken(4, "room 3");
    floor_.rooms[3].cells_n = 0;
    expect_broken(4, "room 3");
    floor_.cells[7] = 12;
    expect_broken(4, "lists cell 12");
    floor_.owner[1] = 4;
    floor_.owner[10] = 1;
    floor_.cells[1] = 10;
    floor_.cells[7] = 1;
    expect_broken(4, "of the 2 tiles of room 0 only 1 are connected");
    floor_.rooms_n = 9;
    expect_broken(4, "9 rooms");
    floor_.rooms[2].cells_n = 2;
    expect_broken(4, "1 of the 8 traversable tiles");
    floor_.rooms[3].cells_from = 6;
    expect_broken(4, "room 3 lists tile [1,2]");
}

Test(check, conditions_5_and_6_want_rooms_with_tags_and_one_start_and_end)
{
    fl_floor_clear(&floor_, 4, 3);
    expect_broken(5, "no room");
    fl_floor_clear(&floor_, 0, 0);
    expect_broken(5, "no room");
    floor_.rooms[0].kind = FL_KIND_NORMAL;
    expect_broken(6, "0 start rooms and 1 end");
    floor_.rooms[2].kind = FL_KIND_START;
    expect_broken(6, "2 start rooms and 1 end");
    floor_.rooms[3].is_end = false;
    expect_broken(6, "1 start rooms and 0 end");
    floor_.rooms[1].is_end = true;
    expect_broken(6, "1 start rooms and 2 end");
    floor_.rooms[1].tag = "";
    expect_broken(6, "room 1 has no tag");
    floor_.rooms[2].kind = FL_KIND_COUNT;
    expect_broken(6, "room 2 has no tag");
}

Test(check, condition_7_wants_one_door_at_each_pair_of_tiles)
{
    for (unsigned i = 0; i < 6; i++) {
        floor_.doors[i] = floor_.doors[5];
        floor_.doors_n = 5;
        expect_broken(7, "without a door");
    }
    floor_.doors[5] = floor_.doors[0];
    expect_broken(7, "door 5");
    const fl_door *first = &floor_.doors[0];
    floor_.doors[5] =
        (fl_door){first->room_b, first->room_a, first->cell_b, first->cell_a, first->kind, false};
    expect_broken(7, "they have a door already");
    door_at(6, 10)->cell_b = 5;
    expect_broken(7, "both are of one room");
    door_at(6, 10)->cell_b = 7;
    expect_broken(7, "one is empty");
    door_at(6, 10)->room_a = 1;
    expect_broken(7, "they are of other rooms");
    door_at(6, 10)->room_b = 60000;
    expect_broken(7, "they are of other rooms");
    fl_floor_clear(&floor_, 1, 3); /* right and down are told apart on a narrow board */
    for (int y = 0; y < 3; y++) {
        fl_floor_add(&floor_, y ? FL_KIND_NORMAL : FL_KIND_START, FL_SHAPE_1X1, 0, y);
    }
    floor_.rooms[2].is_end = true;
    fl_floor_link(&floor_);
    cr_expect_eq(fl_check_floor(&floor_, "", &diag), FL_OK, "%s", diag.what);
    floor_.doors_n = 1;
    expect_broken(7, "rooms 1 and 2 touch at [0,1] and [0,2]");
}

Test(check, condition_8_wants_the_kind_of_the_higher_rank)
{
    door_at(6, 10)->kind = FL_KIND_NORMAL;
    expect_broken(8, "rooms 2 (normal) and 3 (boss) is of kind normal");
    door_at(6, 10)->kind = FL_KIND_SHOP;
    expect_broken(8, "is of kind shop");
    door_at(6, 10)->kind = FL_KIND_COUNT;
    expect_broken(8, "is of kind unknown");
    door_at(6, 10)->kind = FL_KIND_SHOP;
    floor_.rooms[3].is_end = false;
    expect_broken(6, "0 end rooms"); /* the first broken condition is named */
}
