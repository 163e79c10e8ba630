/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Dead ends on boards made by hand: what floors show too rarely for tests/oracle/rebirth, which holds the
 * rest (gen/rebirth/RULES.md, "Fitting an interior into a dead end"). */
#include "gen/rebirth/layout/board.h"

#include <criterion/criterion.h>
#include <string.h>

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

/* The start in the middle and a dead end on its right. */
static unsigned put_end(void)
{
    put(FL_SHAPE_1X1, 6, 6);
    unsigned number = put(FL_SHAPE_1X1, 7, 6);
    board.room[number].direction = FL_RIGHT;
    board.room[number].distance = 1;
    return number;
}

Test(dead_ends, own_cells_and_shut_ones_are_free)
{
    unsigned number = put_end();
    fl_layout_board_block(&board, fl_layout_board_spot(8, 6)); /* blocked cells do not matter here */
    fl_layout_board_reshape(&board, number, FL_SHAPE_2X2, fl_layout_board_spot(7, 5));
    cr_expect(fl_layout_dead_ends_fit(&board, number, FL_SHAPE_2X1, 1 << 0));
    cr_expect_eq(board.room[number].origin, fl_layout_board_spot(7, 6));
    cr_expect_eq(fl_layout_board_at(&board, fl_layout_board_spot(7, 5)), -1);
    cr_expect_eq(fl_layout_board_at(&board, fl_layout_board_spot(8, 6)), (int)number);
}

/* Two visible neighbours are one too many; a hidden one does not count but must have a door. */
Test(dead_ends, at_most_one_neighbour_may_be_seen)
{
    unsigned number = put_end();
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

Test(dead_ends, what_is_given_back_goes_to_the_end)
{
    dead_ends = (fl_layout_dead_ends){.room = {0, 1, 2}, .n = 3};
    cr_expect(fl_layout_dead_ends_remove(&dead_ends, 0));
    fl_layout_dead_ends_give_back(&dead_ends, 0);
    cr_expect(dead_ends.n == 3 && dead_ends.room[0] == 1 && dead_ends.room[1] == 2 && dead_ends.room[2] == 0);
    fl_layout_dead_ends_give_back(&dead_ends, FL_LAYOUT_DEAD_ENDS_NONE);
    cr_expect_eq(dead_ends.n, 3u);
    cr_expect_not(fl_layout_dead_ends_remove(&dead_ends, 7));
}
