/* Drafts handed over, against rooms added, linked and measured one by one. */
#include "gen/random/pcg.h"
#include "gen/rebirth/layout/board.h"

#include <criterion/criterion.h>
#include <string.h>

static fl_layout_board board;
static fl_floor found, expected;
static fl_pcg chance;

static void set_up(void)
{
    memset(&board, 0, sizeof board);
    cr_assert_eq(fl_floor_init(&found, FL_LAYOUT_BOARD_SIDE * FL_LAYOUT_BOARD_SIDE), FL_OK);
    cr_assert_eq(fl_floor_init(&expected, FL_LAYOUT_BOARD_SIDE * FL_LAYOUT_BOARD_SIDE), FL_OK);
    fl_pcg_init(&chance, 3, 4);
}

static void tear_down(void)
{
    fl_floor_free(&found);
    fl_floor_free(&expected);
}

TestSuite(to_floor, .init = set_up, .fini = tear_down);

/* Rooms of all shapes wherever they fit; some are out of reach. */
static void fill(unsigned rooms)
{
    static const fl_kind kinds[] = {FL_KIND_NORMAL, FL_KIND_SHOP, FL_KIND_BOSS, FL_KIND_CURSE,
                                    FL_KIND_SECRET};
    fl_layout_board_clear(&board);
    fl_layout_board_place(&board, FL_SHAPE_1X1, FL_LAYOUT_BOARD_START, FL_LAYOUT_BOARD_START);
    board.room[0].kind = FL_KIND_START;
    for (unsigned tries = 0; tries < 4000 && board.rooms_n < rooms; tries++) {
        unsigned shape = 1 + fl_pcg_below(&chance, rooms > 64 ? 1 : FL_SHAPE_COUNT - 1);
        unsigned spot = fl_layout_board_spot((int)fl_pcg_below(&chance, 13), (int)fl_pcg_below(&chance, 13));
        if (fl_layout_board_fits(&board, shape, spot) &&
            (fl_layout_board_near(&board, spot) > 0 || tries % 16 == 0)) {
            fl_layout_board_room *room = &board.room[fl_layout_board_place(&board, shape, spot, spot)];
            room->kind = (uint8_t)kinds[fl_pcg_below(&chance, 5)];
            room->is_added = fl_pcg_below(&chance, 8) == 0;
            room->is_dead_end = fl_pcg_below(&chance, 2);
            room->distance = (uint8_t)fl_pcg_below(&chance, 9);
            room->interior.difficulty = fl_pcg_below(&chance, 2) ? 5 : -1;
            room->interior.variant = (int32_t)board.rooms_n;
        }
    }
}

static void make_expected(void)
{
    fl_floor_clear(&expected, FL_LAYOUT_BOARD_SIDE, FL_LAYOUT_BOARD_SIDE);
    for (unsigned i = 0; i < board.rooms_n; i++) {
        const fl_layout_board_room *room = &board.room[i];
        unsigned number = fl_floor_add(&expected, (fl_kind)room->kind, (fl_shape)room->shape,
                                       fl_layout_board_x(room->origin), fl_layout_board_y(room->origin));
        expected.rooms[number].is_added = room->is_added;
    }
    fl_floor_link(&expected);
    fl_floor_measure(&expected);
}

static bool is_same_room(unsigned i)
{
    const fl_room *a = &found.rooms[i];
    const fl_room *b = &expected.rooms[i];
    const fl_layout_board_room *room = &board.room[i];
    return a->kind == b->kind && a->shape == b->shape && a->origin_x == b->origin_x &&
           a->origin_y == b->origin_y && a->cells_from == b->cells_from && a->cells_n == b->cells_n &&
           a->distance == b->distance && a->is_dead_end == b->is_dead_end && a->is_added == b->is_added &&
           !a->is_end && !a->tag && a->rank == 0 && a->variant == room->interior.variant &&
           a->type == room->interior.type && a->difficulty == room->interior.difficulty &&
           a->own_distance == room->distance && a->is_own_dead_end == room->is_dead_end;
}

static bool is_same_door(unsigned i)
{
    const fl_door *a = &found.doors[i];
    const fl_door *b = &expected.doors[i];
    return a->room_a == b->room_a && a->room_b == b->room_b && a->cell_a == b->cell_a &&
           a->cell_b == b->cell_b && a->kind == b->kind;
}

static void compare(void)
{
    make_expected();
    fl_floor_clear(&found, FL_LAYOUT_BOARD_SIDE, FL_LAYOUT_BOARD_SIDE);
    fl_layout_to_floor(&board, &found);
    cr_assert(found.rooms_n == expected.rooms_n && found.cells_n == expected.cells_n &&
              found.doors_n == expected.doors_n);
    cr_assert_arr_eq(found.cells, expected.cells, found.cells_n * sizeof found.cells[0]);
    cr_assert_arr_eq(found.owner, expected.owner, 169 * sizeof found.owner[0]);
    for (unsigned i = 0; i < found.rooms_n; i++) {
        cr_assert(is_same_room(i), "room %u of %u", i, found.rooms_n);
    }
    for (unsigned i = 0; i < found.doors_n; i++) {
        cr_assert(is_same_door(i), "door %u of %u", i, found.doors_n);
    }
}

Test(to_floor, floors_are_those_of_the_plain_way)
{
    for (unsigned i = 0; i < 2000; i++) {
        fill(1 + fl_pcg_below(&chance, 60));
        compare();
    }
}

Test(to_floor, floors_of_many_rooms_too)
{
    for (unsigned rooms = 63; rooms < 160; rooms++) {
        fill(rooms);
        compare();
    }
    cr_expect_gt(board.rooms_n, 100u);
}
