/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The eight conditions: valid floors pass, and each way to break one is named with its number. */
#include "gen/floor/check.h"

#include "gen/random/pcg.h"
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

static void expect_broken(int condition, const char *detail)
{
    char start[32];
    fl_diag_init(&diag);
    snprintf(start, sizeof start, "condition %d: ", condition);
    cr_expect_eq(fl_check_floor(&floor_, "show --index 7", &diag), FL_ERR_INPUT);
    cr_expect_eq(strncmp(diag.what, start, strlen(start)), 0, "expected %s, got '%s'", start, diag.what);
    cr_expect_not_null(strstr(diag.what, detail), "'%s' does not say '%s'", diag.what, detail);
    cr_expect_str_eq(diag.where, "show --index 7");
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

Test(check, the_floor_of_these_tests_is_valid)
{
    cr_expect_eq(fl_check_floor(&floor_, "", &diag), FL_OK, "%s", diag.what);
    cr_expect_eq(floor_.doors_n, 6u);
}

Test(check, random_floors_are_valid)
{
    for (uint64_t seed = 0; seed < 20000 / SCALE_LEAN; seed++) {
        fl_random_floor_make(&floor_, seed);
        cr_assert_eq(fl_check_floor(&floor_, "", &diag), FL_OK, "seed %d: %s", (int)seed, diag.what);
    }
}

Test(check, nobody_need_listen)
{
    floor_.rooms[0].kind = FL_KIND_NORMAL;
    cr_expect_eq(fl_check_floor(&floor_, NULL, NULL), FL_ERR_INPUT);
}

Test(check, condition_1_knows_the_owners_there_are)
{
    floor_.owner[3] = 5;
    expect_broken(1, "tile [3,0]");
}

Test(check, condition_1_knows_the_size_there_is)
{
    floor_.width = FL_FLOOR_SIDE_MAX + 1;
    expect_broken(1, "201 x 3");
    floor_.width = 134;
    expect_broken(1, "134 x 3");
    floor_.width = -4;
    expect_broken(1, "-4 x 3");
}

Test(check, condition_2_wants_doors_between_adjacent_tiles)
{
    door_at(1, 5)->cell_a = 0;
    expect_broken(2, "[0,0] and [1,1]");
}

Test(check, condition_2_sees_that_rows_do_not_wrap)
{
    floor_.owner[3] = 1;
    door_at(0, 4)->cell_a = 3;
    expect_broken(2, "[3,0] and [0,1]");
}

Test(check, condition_2_wants_doors_on_the_board)
{
    floor_.doors[0].cell_b = 12;
    expect_broken(2, "the board has 12");
    floor_.doors_n = FL_RANDOM_FLOOR_CELLS * 2 + 1;
    expect_broken(2, "801 doors");
}

Test(check, condition_3_wants_all_tiles_connected)
{
    floor_.owner[3] = 4;
    expect_broken(3, "8 of 9 tiles are connected with [0,0]; [3,0] of room 3 is not");
}

/* The Dark Room's grave is fitted after the secret room, and may leave it. */
Test(check, condition_3_lets_an_added_secret_room_stand_alone)
{
    unsigned room = fl_floor_add(&floor_, FL_KIND_SECRET, FL_SHAPE_1X1, 3, 0);
    floor_.rooms[room].is_added = true;
    fl_diag_init(&diag);
    cr_expect_eq(fl_check_floor(&floor_, "show --index 7", &diag), FL_OK, "%s", diag.what);
    floor_.rooms[room].is_added = false;
    expect_broken(3, "[3,0] of room 4 is not");
    floor_.rooms[room].is_added = true;
    floor_.rooms[room].kind = FL_KIND_NORMAL;
    expect_broken(3, "[3,0] of room 4 is not");
}

Test(check, condition_3_does_not_wrap_rows)
{
    fl_floor_clear(&floor_, 3, 2);
    fl_floor_add(&floor_, FL_KIND_START, FL_SHAPE_1X1, 2, 0);
    fl_floor_add(&floor_, FL_KIND_BOSS, FL_SHAPE_1X1, 0, 1);
    floor_.rooms[1].is_end = true;
    expect_broken(3, "1 of 2 tiles");
}

Test(check, condition_4_wants_list_and_board_to_agree)
{
    floor_.owner[10] = 3;
    expect_broken(4, "room 3 lists tile [2,2], which the board gives to another or none");
}

Test(check, condition_4_wants_each_tile_listed)
{
    floor_.owner[11] = 4;
    expect_broken(4, "8 cells");
}

Test(check, condition_4_wants_no_tile_listed_twice)
{
    floor_.cells[1] = 0;
    expect_broken(4, "room 0 lists tile [0,0], which was listed before");
}

Test(check, condition_4_wants_lists_inside_the_list)
{
    floor_.rooms[3].cells_n = 2;
    expect_broken(4, "room 3");
    floor_.rooms[3].cells_n = 0;
    expect_broken(4, "room 3");
    floor_.rooms[3].cells_n = 1;
    floor_.cells[7] = 12;
    expect_broken(4, "lists cell 12");
}

Test(check, condition_4_wants_rooms_to_be_in_one_piece)
{
    floor_.owner[1] = 4;
    floor_.owner[10] = 1;
    floor_.cells[1] = 10;
    floor_.cells[7] = 1;
    expect_broken(4, "of the 2 tiles of room 0 only 1 are connected");
}

Test(check, condition_4_wants_no_more_rooms_than_tiles)
{
    floor_.rooms_n = 9;
    expect_broken(4, "9 rooms");
}

Test(check, condition_4_wants_every_tile_in_a_room)
{
    floor_.rooms[2].cells_n = 2;
    expect_broken(4, "1 of the 8 traversable tiles");
    floor_.rooms[2].cells_n = 3;
    floor_.rooms[3].cells_from = 6;
    expect_broken(4, "room 3 lists tile [1,2]");
}

Test(check, condition_5_wants_a_room)
{
    fl_floor_clear(&floor_, 4, 3);
    expect_broken(5, "no room");
    fl_floor_clear(&floor_, 0, 0);
    expect_broken(5, "no room");
}

Test(check, condition_6_wants_one_start)
{
    floor_.rooms[0].kind = FL_KIND_NORMAL;
    expect_broken(6, "0 start rooms and 1 end");
    floor_.rooms[0].kind = FL_KIND_START;
    floor_.rooms[2].kind = FL_KIND_START;
    expect_broken(6, "2 start rooms and 1 end");
}

Test(check, condition_6_wants_one_end)
{
    floor_.rooms[3].is_end = false;
    expect_broken(6, "1 start rooms and 0 end");
    floor_.rooms[3].is_end = true;
    floor_.rooms[1].is_end = true;
    expect_broken(6, "1 start rooms and 2 end");
}

Test(check, condition_6_wants_a_tag_on_each_room)
{
    floor_.rooms[1].tag = "";
    expect_broken(6, "room 1 has no tag");
    floor_.rooms[1].tag = NULL;
    floor_.rooms[2].kind = FL_KIND_COUNT;
    expect_broken(6, "room 2 has no tag");
}

Test(check, condition_7_wants_a_door_at_each_pair_of_tiles)
{
    for (unsigned i = 0; i < 6; i++) {
        fl_door door = floor_.doors[i];
        floor_.doors[i] = floor_.doors[5];
        floor_.doors_n = 5;
        expect_broken(7, "without a door");
        floor_.doors[i] = door;
        floor_.doors_n = 6;
    }
}

Test(check, condition_7_wants_no_door_twice)
{
    floor_.doors[5] = floor_.doors[0];
    expect_broken(7, "door 5");
    fl_door turned = {floor_.doors[0].room_b, floor_.doors[0].room_a, floor_.doors[0].cell_b,
                      floor_.doors[0].cell_a, floor_.doors[0].kind,   false};
    floor_.doors[5] = turned;
    expect_broken(7, "they have a door already");
}

Test(check, condition_7_wants_no_door_inside_a_room)
{
    fl_door *door = door_at(6, 10);
    door->cell_b = 5;
    expect_broken(7, "both are of one room");
}

Test(check, condition_7_wants_no_door_to_nowhere)
{
    fl_door *door = door_at(6, 10);
    door->cell_b = 7;
    expect_broken(7, "one is empty");
}

Test(check, condition_7_wants_doors_to_name_their_rooms)
{
    door_at(6, 10)->room_a = 1;
    expect_broken(7, "they are of other rooms");
    floor_.rooms[1].kind = FL_KIND_SHOP;
    door_at(6, 10)->room_a = 60000;
    expect_broken(7, "they are of other rooms");
}

Test(check, condition_7_tells_right_from_down_on_a_narrow_board)
{
    fl_floor_clear(&floor_, 1, 3);
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
}

Test(check, the_first_broken_condition_is_named)
{
    door_at(6, 10)->kind = FL_KIND_SHOP;
    floor_.rooms[3].is_end = false;
    expect_broken(6, "0 end rooms");
    door_at(1, 5)->cell_a = 0;
    expect_broken(2, "not adjacent");
    floor_.owner[3] = 9;
    expect_broken(1, "tile [3,0]");
}

Test(check, a_floor_given_up_is_no_floor)
{
    floor_.failure = "no layout in 100 attempts";
    cr_expect_eq(fl_check_floor(&floor_, "", &diag), FL_ERR_INPUT);
    cr_expect_not_null(strstr(diag.what, floor_.failure));
}

Test(check, the_largest_board_is_checked_too)
{
    fl_floor large;
    enum { SIDE = FL_FLOOR_SIDE_MAX };
    static uint16_t cells[SIDE * (SIDE - 1)];
    cr_assert_eq(fl_floor_init(&large, SIDE * SIDE), FL_OK);
    fl_floor_clear(&large, SIDE, SIDE);
    for (int i = 0; i < SIDE * (SIDE - 1); i++) {
        cells[i] = (uint16_t)(SIDE + i);
    }
    fl_floor_add_cells(&large, FL_KIND_START, cells, SIDE * (SIDE - 1));
    for (int x = 0; x < SIDE; x++) {
        fl_floor_add(&large, FL_KIND_NORMAL, FL_SHAPE_1X1, x, 0);
    }
    large.rooms[SIDE].is_end = true;
    fl_floor_link(&large);
    cr_expect_eq(fl_check_floor(&large, "", &diag), FL_OK, "%s", diag.what);
    large.owner[SIDE * SIDE - 1] = 0;
    cr_expect_eq(fl_check_floor(&large, "", &diag), FL_ERR_INPUT);
    fl_floor_free(&large);
}

/* Any content of the arrays is answered, never a crash (the sanitizers watch). */
Test(check, damaged_floors_never_crash)
{
    fl_pcg rng;
    fl_pcg_init(&rng, 77, 1);
    unsigned refused = 0;
    for (int i = 0; i < 50000; i++) {
        fl_random_floor_make(&floor_, fl_pcg_next(&rng) % 500);
        uint16_t value = (uint16_t)(fl_pcg_next(&rng) >> (16 + fl_pcg_below(&rng, 16)));
        uint16_t *targets[] = {&floor_.owner[fl_pcg_below(&rng, FL_RANDOM_FLOOR_CELLS)],
                               &floor_.cells[fl_pcg_below(&rng, floor_.cells_n)],
                               &floor_.rooms[fl_pcg_below(&rng, floor_.rooms_n)].cells_from,
                               &floor_.rooms[fl_pcg_below(&rng, floor_.rooms_n)].cells_n,
                               &floor_.rooms_n,
                               &floor_.cells_n,
                               &floor_.doors[fl_pcg_below(&rng, floor_.doors_n + 1)].room_a,
                               &floor_.doors[fl_pcg_below(&rng, floor_.doors_n + 1)].cell_b};
        *targets[fl_pcg_below(&rng, 8)] = value;
        refused += fl_check_floor(&floor_, "", &diag) != FL_OK;
    }
    cr_expect_gt(refused, 30000u);
}
