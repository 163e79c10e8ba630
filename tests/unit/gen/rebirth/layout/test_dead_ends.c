/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Dead ends fitted to interiors, on boards made by hand (gen/rebirth/RULES.md, "Fitting an interior into a
 * dead end"). */
#include "gen/random/pcg.h"
#include "gen/rebirth/layout/board.h"
#include "gen/rebirth/layout/layout_private.h"

#include <criterion/criterion.h>
#include <string.h>

enum { ALL_DOORS = 0xff };

static fl_layout_board board;
static fl_layout_dead_ends dead_ends;

static void set_up(void)
{
    memset(&board, 0, sizeof board);
    memset(&dead_ends, 0, sizeof dead_ends);
    fl_layout_board_clear(&board);
}

TestSuite(dead_ends, .init = set_up);

static unsigned put(unsigned shape, int x, int y)
{
    return fl_layout_board_place(&board, shape, fl_layout_board_spot(x, y), fl_layout_board_spot(x, y));
}

/* The start in the middle and a dead end beside it. */
static unsigned put_end(unsigned direction)
{
    put(FL_SHAPE_1X1, 6, 6);
    fl_offset step = fl_shape_step(direction);
    unsigned number = put(FL_SHAPE_1X1, 6 + step.x, 6 + step.y);
    board.room[number].direction = (uint8_t)direction;
    board.room[number].distance = 1;
    return number;
}

/* The page's numbers, by direction and option: shapes, offsets, and which door of a side an option is entered
 * by. */
static const uint8_t shapes[4][13] = {{6, 4, 4, 8, 8, 12, 10, 11, 11, 9, 9, 2, 7},
                                      {4, 6, 6, 8, 8, 12, 11, 10, 10, 9, 9, 3, 5},
                                      {6, 4, 4, 8, 8, 11, 9, 10, 10, 12, 12, 2, 7},
                                      {4, 6, 6, 8, 8, 10, 9, 11, 11, 12, 12, 3, 5}};
static const int8_t across[13] = {0, 0, -1, 0, -1, 0, -1, 0, -1, 0, -1, 0, 0}; /* along the side */
static const uint8_t entry[13] = {0, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 0};      /* of options 0 to 12 */

/* Origin of option k + 1: one step back where the room grows to the left or up and is two cells deep. */
static fl_offset origin_of(unsigned direction, unsigned k)
{
    bool is_deep = fl_shape_of((fl_shape)shapes[direction][k])->width > 1;
    if (direction % 2) {
        is_deep = fl_shape_of((fl_shape)shapes[direction][k])->height > 1;
    }
    int back = is_deep && direction < 2 ? -1 : 0;
    return direction % 2 ? (fl_offset){across[k], (int8_t)back} : (fl_offset){(int8_t)back, across[k]};
}

/* With an empty board and all doors the first option of a shape is taken; option 13 (a long narrow room)
 * fails. */
Test(dead_ends, every_shape_goes_where_its_first_option_is)
{
    for (unsigned direction = 0; direction < 4; direction++) {
        for (unsigned shape = FL_SHAPE_1X1; shape < FL_SHAPE_COUNT; shape++) {
            set_up();
            unsigned number = put_end(direction);
            const fl_layout_board_room *room = &board.room[number];
            int expected = shape == FL_SHAPE_1X1 ? room->placed : -1;
            for (unsigned k = 0; k < 12 && expected < 0; k++) {
                fl_offset to = origin_of(direction, k);
                /* option k + 1 needs the door that entry[k + 1] names */
                expected =
                    shapes[direction][k] == shape ? room->placed + to.y * FL_LAYOUT_BOARD_STRIDE + to.x : -1;
            }
            bool fits = fl_layout_dead_ends_fit(&board, number, shape, ALL_DOORS);
            cr_expect_eq(fits, expected >= 0, "shape %u, direction %u", shape, direction);
            cr_expect(!fits || (room->shape == shape && room->origin == expected), "shape %u, direction %u",
                      shape, direction);
            cr_expect(fits || room->shape == FL_SHAPE_1X1);
            cr_expect_eq(room->placed, fl_layout_board_spot(6, 6) + fl_layout_board_step(direction));
        }
    }
}

/* The only door is the one through which the room is entered: of two options for a shape the one with that
 * door is taken. */
Test(dead_ends, the_door_asked_for_is_the_pages)
{
    for (unsigned direction = 0; direction < 4; direction++) {
        unsigned back = (direction + 2) % 4;
        for (unsigned i = 0; i < 13; i++) {
            unsigned shape = i == 0 ? FL_SHAPE_1X1 : shapes[direction][i - 1];
            unsigned door = back + 4u * entry[i];
            set_up();
            unsigned number = put_end(direction);
            bool fits = fl_layout_dead_ends_fit(&board, number, shape, 1u << door);
            const fl_layout_shape_row *shape_row = &fl_layout_shape_rows[shape];
            unsigned link = fl_layout_board_links(&board, number);
            cr_expect(!fits || (link & ~(1u << door)) == 0, "option %u of direction %u", i, direction);
            unsigned others = shape_row->slots & ~(1u << back) & ~(1u << (back + 4));
            set_up();
            number = put_end(direction);
            cr_expect_not(fl_layout_dead_ends_fit(&board, number, shape, others), "option %u of direction %u",
                          i, direction);
        }
    }
}

Test(dead_ends, a_single_room_needs_the_door_back)
{
    for (unsigned direction = 0; direction < 4; direction++) {
        unsigned back = (direction + 2) % 4;
        for (unsigned doors = 0; doors < 16; doors++) {
            set_up();
            unsigned number = put_end(direction);
            cr_expect_eq(fl_layout_dead_ends_fit(&board, number, FL_SHAPE_1X1, doors), doors >> back & 1);
        }
        set_up();
        unsigned number = put_end(direction);
        unsigned along = direction % 2 ? FL_SHAPE_IV : FL_SHAPE_IH;
        unsigned athwart = direction % 2 ? FL_SHAPE_IH : FL_SHAPE_IV;
        cr_expect_not(fl_layout_dead_ends_fit(&board, number, athwart, ALL_DOORS));
        cr_expect(fl_layout_dead_ends_fit(&board, number, along, direction % 2 ? 0x0a : 0x05));
    }
}

/* The page asks for the other door of the side as well as the one that leads back: a tall room on the right
 * needs both. */
Test(dead_ends, a_tall_room_needs_both_doors_of_its_side)
{
    for (unsigned doors = 0; doors < 256; doors++) {
        set_up();
        unsigned number = put_end(FL_RIGHT);
        bool has_both = (doors & 0x11) == 0x11;
        cr_expect_eq(fl_layout_dead_ends_fit(&board, number, FL_SHAPE_1X2, doors), has_both, "%02X", doors);
        set_up();
        number = put_end(FL_UP);
        has_both = (doors & 0x88) == 0x88;
        cr_expect_eq(fl_layout_dead_ends_fit(&board, number, FL_SHAPE_2X1, doors), has_both, "%02X", doors);
        set_up();
        number = put_end(FL_RIGHT);
        cr_expect_eq(fl_layout_dead_ends_fit(&board, number, FL_SHAPE_2X1, doors), doors & 1, "%02X", doors);
    }
}

/* 7,6 grows to the right as 1x2: first downwards, then upwards. */
Test(dead_ends, what_is_in_the_way_makes_the_next_option)
{
    unsigned number = put_end(FL_RIGHT);
    put(FL_SHAPE_1X1, 7, 8);
    board.room[2].is_hidden = true;
    cr_expect(fl_layout_dead_ends_fit(&board, number, FL_SHAPE_1X2, 0x19));
    cr_expect_eq(board.room[number].origin, fl_layout_board_spot(7, 6));
    set_up();
    number = put_end(FL_RIGHT);
    put(FL_SHAPE_1X1, 7, 7);
    cr_expect_not(
        fl_layout_dead_ends_fit(&board, number, FL_SHAPE_1X2, 0x4f)); /* 7,7 would be a second neighbour */
    board.room[2].is_hidden = true;
    cr_expect_not(fl_layout_dead_ends_fit(&board, number, FL_SHAPE_1X2, 0x17)); /* no door down */
    cr_expect(fl_layout_dead_ends_fit(&board, number, FL_SHAPE_1X2, 0x19));
    cr_expect_eq(board.room[number].origin, fl_layout_board_spot(7, 5));
}

Test(dead_ends, own_cells_and_shut_ones_are_free)
{
    unsigned number = put_end(FL_RIGHT);
    fl_layout_board_block(&board, fl_layout_board_spot(8, 6)); /* blocked cells do not matter here */
    fl_layout_board_reshape(&board, number, FL_SHAPE_2X2, fl_layout_board_spot(7, 5));
    cr_expect(fl_layout_dead_ends_fit(&board, number, FL_SHAPE_2X1, 1 << 0));
    cr_expect_eq(board.room[number].origin, fl_layout_board_spot(7, 6));
    cr_expect_eq(fl_layout_board_at(&board, fl_layout_board_spot(7, 5)), -1);
    cr_expect_eq(fl_layout_board_at(&board, fl_layout_board_spot(8, 6)), (int)number);
}

Test(dead_ends, nothing_grows_over_the_edge)
{
    put(FL_SHAPE_1X1, 11, 12);
    unsigned number = put(FL_SHAPE_1X1, 12, 12);
    board.room[number].direction = FL_RIGHT;
    cr_expect_not(fl_layout_dead_ends_fit(&board, number, FL_SHAPE_2X1, ALL_DOORS));
    cr_expect_not(fl_layout_dead_ends_fit(&board, number, FL_SHAPE_2X2, ALL_DOORS));
    cr_expect_not(fl_layout_dead_ends_fit(&board, number, FL_SHAPE_1X2, ALL_DOORS & ~(1u << 4)));
    cr_expect(fl_layout_dead_ends_fit(&board, number, FL_SHAPE_1X2, ALL_DOORS));
    cr_expect_eq(board.room[number].origin, fl_layout_board_spot(12, 11));
}

/* Two visible neighbours are one too many; a hidden one does not count but must have a door. */
Test(dead_ends, at_most_one_neighbour_may_be_seen)
{
    unsigned number = put_end(FL_RIGHT);
    unsigned other = put(FL_SHAPE_1X1, 8, 6);
    cr_expect_not(fl_layout_dead_ends_fit(&board, number, FL_SHAPE_1X1, 0x0f));
    board.room[other].is_hidden = true;
    cr_expect(fl_layout_dead_ends_fit(&board, number, FL_SHAPE_1X1, 0x0f));
    cr_expect_not(fl_layout_dead_ends_fit(&board, number, FL_SHAPE_1X1, 0x0f & ~(1u << 2)));
    unsigned up = put(FL_SHAPE_1X1, 7, 5);
    cr_expect(
        fl_layout_dead_ends_fit(&board, number, FL_SHAPE_IH, 0x05)); /* a narrow room has no door there */
    board.room[up].is_hidden = true;
    cr_expect(fl_layout_dead_ends_fit(&board, number, FL_SHAPE_1X1, 0x0f));
}

/* A room of two cells touches the same big neighbour by two doors: that counts twice. */
Test(dead_ends, links_are_counted_not_rooms)
{
    put(FL_SHAPE_2X2, 5, 6);
    unsigned number = put(FL_SHAPE_1X1, 7, 6);
    board.room[number].direction = FL_RIGHT;
    cr_expect_not(fl_layout_dead_ends_fit(&board, number, FL_SHAPE_1X2, 1 << 0 | 1 << 4 | 1 << 1 | 1 << 3) &&
                  board.room[number].origin == fl_layout_board_spot(7, 6));
    cr_expect_eq(board.room[number].origin, fl_layout_board_spot(7, 5)); /* upwards it touches only one */
}

/* A row of rooms, each of them listed as a dead end, with falling distances. */
static void list_ends(unsigned n)
{
    for (unsigned i = 0; i < n; i++) {
        unsigned number = put(FL_SHAPE_1X1, (int)(4 * i), 0);
        board.room[number].direction = FL_DOWN;
        board.room[number].distance = (uint8_t)(9 - i);
        dead_ends.room[dead_ends.n++] = (uint8_t)number;
    }
}

Test(dead_ends, the_first_that_fits_is_taken_off_the_list)
{
    list_ends(4);
    put(FL_SHAPE_1X1, 1, 0); /* to the right of the first */
    cr_expect_eq(fl_layout_dead_ends_take(&board, &dead_ends, FL_SHAPE_2X1, ALL_DOORS & ~(1u << 2)), 1);
    cr_expect(dead_ends.n == 3 && dead_ends.room[0] == 0 && dead_ends.room[1] == 2 && dead_ends.room[2] == 3);
    cr_expect_eq(fl_layout_dead_ends_take(&board, &dead_ends, FL_SHAPE_1X1, ALL_DOORS), 0);
    cr_expect_eq(fl_layout_dead_ends_take(&board, &dead_ends, FL_SHAPE_IH, ALL_DOORS),
                 FL_LAYOUT_DEAD_ENDS_NONE);
    cr_expect(dead_ends.n == 2 && dead_ends.room[0] == 2);
}

Test(dead_ends, what_is_given_back_goes_to_the_end)
{
    list_ends(3);
    cr_expect(fl_layout_dead_ends_remove(&dead_ends, 0));
    fl_layout_dead_ends_give_back(&dead_ends, 0);
    cr_expect(dead_ends.n == 3 && dead_ends.room[0] == 1 && dead_ends.room[1] == 2 && dead_ends.room[2] == 0);
    fl_layout_dead_ends_give_back(&dead_ends, FL_LAYOUT_DEAD_ENDS_NONE);
    cr_expect_eq(dead_ends.n, 3u);
    cr_expect_not(fl_layout_dead_ends_remove(&dead_ends, 7));
}

Test(dead_ends, a_boss_is_not_beside_the_start)
{
    list_ends(3);
    board.room[0].distance = 1;
    cr_expect_eq(fl_layout_dead_ends_take_boss(&board, &dead_ends, FL_SHAPE_1X1, ALL_DOORS, false), 1);
    board.room[2].distance = 1;
    cr_expect_eq(fl_layout_dead_ends_take_boss(&board, &dead_ends, FL_SHAPE_1X1, ALL_DOORS, false),
                 FL_LAYOUT_DEAD_ENDS_NONE);
    cr_expect_eq(fl_layout_dead_ends_take(&board, &dead_ends, FL_SHAPE_1X1, ALL_DOORS), 0);
}

/* Takes the dead end at 5,6, which faces right, with another room at x, y. The three cells ahead must be free
 * and beside no other room. */
static int take_large(int x, int y)
{
    set_up();
    put(FL_SHAPE_1X1, 4, 6);
    unsigned number = put(FL_SHAPE_1X1, 5, 6);
    board.room[number].direction = FL_RIGHT;
    board.room[number].distance = 3;
    dead_ends.room[dead_ends.n++] = (uint8_t)number;
    put(FL_SHAPE_1X1, x, y);
    return fl_layout_dead_ends_take_boss(&board, &dead_ends, FL_SHAPE_1X1, ALL_DOORS, true);
}

Test(dead_ends, a_labyrinths_boss_has_three_cells_before_it)
{
    static const int8_t blocked[][2] = {{6, 5}, {7, 6}, {8, 6}, {8, 5}, {8, 7}, {9, 6}, {6, 7}, {7, 5}};
    static const int8_t open[][2] = {{9, 5}, {10, 6}, {5, 8}, {3, 6}, {9, 7}};
    for (unsigned i = 0; i < sizeof blocked / sizeof blocked[0]; i++) {
        cr_expect_eq(take_large(blocked[i][0], blocked[i][1]), FL_LAYOUT_DEAD_ENDS_NONE, "%d,%d",
                     blocked[i][0], blocked[i][1]);
    }
    for (unsigned i = 0; i < sizeof open / sizeof open[0]; i++) {
        cr_expect_eq(take_large(open[i][0], open[i][1]), 1, "%d,%d", open[i][0], open[i][1]);
    }
}

Test(dead_ends, a_labyrinths_boss_may_use_its_own_cells_but_no_wall)
{
    for (int x = 8; x < 13; x++) {
        set_up();
        put(FL_SHAPE_1X1, x - 1, 6);
        unsigned number = put(FL_SHAPE_1X1, x, 6);
        board.room[number].direction = FL_RIGHT;
        board.room[number].distance = 3;
        dead_ends.room[dead_ends.n++] = (uint8_t)number;
        bool has_space = x + 3 < 13;
        if (has_space) {
            fl_layout_board_reshape(&board, number, FL_SHAPE_2X1, fl_layout_board_spot(x, 6));
        }
        int taken = fl_layout_dead_ends_take_boss(&board, &dead_ends, FL_SHAPE_1X1, ALL_DOORS, true);
        cr_expect_eq(taken, has_space ? (int)number : FL_LAYOUT_DEAD_ENDS_NONE, "x = %d", x);
    }
}

/* Places rooms of all shapes at random, with any of their cells as the first; some are parents. */
static void scatter(fl_pcg *rng)
{
    set_up();
    for (unsigned i = 0; i < 60; i++) {
        unsigned shape = 1 + fl_pcg_below(rng, FL_SHAPE_COUNT - 1);
        const fl_shape_row *shape_row = fl_shape_of((fl_shape)shape);
        fl_offset cell = shape_row->cells[fl_pcg_below(rng, shape_row->cells_n)];
        unsigned origin = fl_layout_board_spot((int)fl_pcg_below(rng, FL_LAYOUT_BOARD_SIDE),
                                               (int)fl_pcg_below(rng, FL_LAYOUT_BOARD_SIDE));
        if (fl_layout_board_fits(&board, shape, origin)) {
            unsigned placed = origin + (unsigned)(cell.y * FL_LAYOUT_BOARD_STRIDE + cell.x);
            unsigned number = fl_layout_board_place(&board, shape, origin, placed);
            board.room[number].is_parent = fl_pcg_below(rng, 4) == 0;
            board.room[number].distance = (uint8_t)(1 + fl_pcg_below(rng, 6));
        }
    }
}

Test(dead_ends, dead_ends_have_less_than_two_others_beside_them)
{
    fl_pcg rng;
    unsigned found = 0;
    fl_pcg_init(&rng, 1, 1);
    for (unsigned round = 0; round < 3000; round++) {
        unsigned n = 0;
        scatter(&rng);
        fl_layout_dead_ends_find(&board, &dead_ends);
        for (unsigned i = 1; i < board.rooms_n; i++) {
            const fl_layout_board_room *room = &board.room[i];
            bool is_end = !room->is_parent && fl_layout_board_near_others(&board, i, room->placed) < 2;
            cr_assert_eq(room->is_dead_end, is_end, "round %u, room %u of shape %u", round, i, room->shape);
            cr_assert(!is_end || dead_ends.room[n] == i);
            n += is_end;
        }
        cr_assert_eq(dead_ends.n, n);
        found += n;
    }
    cr_expect_gt(found, 3000u);
}

/* The sort exchanges each position in turn with the first of the farthest from there on. */
Test(dead_ends, the_farthest_come_first_by_exchanging)
{
    fl_pcg rng;
    bool has_few = false;
    bool has_many = false;
    fl_pcg_init(&rng, 2, 2);
    for (unsigned round = 0; round < 3000; round++) {
        uint8_t expected[FL_LAYOUT_BOARD_ROOMS_MAX];
        scatter(&rng);
        fl_layout_dead_ends_find(&board, &dead_ends);
        dead_ends.n = fl_pcg_below(&rng, dead_ends.n + 1);
        memcpy(expected, dead_ends.room, sizeof expected);
        for (unsigned i = 0; i < dead_ends.n; i++) {
            unsigned best = i;
            for (unsigned j = i + 1; j < dead_ends.n; j++) {
                best = board.room[expected[j]].distance > board.room[expected[best]].distance ? j : best;
            }
            uint8_t kept = expected[i];
            expected[i] = expected[best];
            expected[best] = kept;
        }
        fl_layout_dead_ends_sort(&board, &dead_ends);
        cr_assert_eq(memcmp(dead_ends.room, expected, dead_ends.n), 0, "round %u", round);
        has_few |= dead_ends.n > 0 && dead_ends.n <= 8;
        has_many |= dead_ends.n > 8;
    }
    cr_expect(has_few && has_many);
}
