/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Shapes on the board, against gen/floor/shape; tests/oracle/rebirth holds the rest of the board floor by
 * floor. */
#include "gen/rebirth/layout/board.h"

#include <criterion/criterion.h>
#include <string.h>

static fl_layout_board board;

static void set_up(void)
{
    memset(&board, 0xa5, sizeof board);
    fl_layout_board_unblock_all(&board);
    fl_layout_board_clear(&board);
}

TestSuite(board, .init = set_up);

static unsigned put(unsigned shape, int x, int y)
{
    return fl_layout_board_place(&board, shape, fl_layout_board_spot(x, y), fl_layout_board_spot(x, y));
}

static int offset_of(int x, int y)
{
    return y * FL_LAYOUT_BOARD_STRIDE + x;
}

Test(board, shapes_are_those_of_the_table_of_shapes)
{
    for (int shape = FL_SHAPE_1X1; shape < FL_SHAPE_COUNT; shape++) {
        const fl_layout_shape_row *shape_row = &fl_layout_shape_rows[shape];
        const fl_shape_row *row = fl_shape_of((fl_shape)shape);
        const fl_shape_row *full = fl_shape_of(row->full);
        cr_expect_eq(shape_row->cells_n, row->cells_n);
        cr_expect_eq(shape_row->slots, row->slots);
        cr_expect_eq(shape_row->full_slots, full->slots);
        for (unsigned i = 0; i < FL_SHAPE_CELLS; i++) { /* a small shape repeats its first cell */
            fl_offset cell = row->cells[i < row->cells_n ? i : 0];
            cr_expect_eq(shape_row->cell[i], offset_of(cell.x, cell.y), "%s, cell %u", row->name, i);
        }
        for (unsigned slot = 0; slot < FL_SHAPE_SLOTS; slot++) {
            fl_offset to = full->target[slot];
            cr_expect_eq(shape_row->target[slot], offset_of(to.x, to.y), "%s, slot %u", row->name, slot);
        }
    }
}

Test(board, a_shape_fits_where_all_its_cells_are_on_the_board_and_empty)
{
    put(FL_SHAPE_1X1, 6, 6);
    fl_layout_board_block(&board, fl_layout_board_spot(2, 9));
    for (int shape = FL_SHAPE_1X1; shape < FL_SHAPE_COUNT; shape++) {
        const fl_shape_row *row = fl_shape_of((fl_shape)shape);
        for (int i = 0; i < 169; i++) {
            int x = i % 13;
            int y = i / 13;
            bool fits = true;
            for (unsigned k = 0; k < row->cells_n; k++) {
                int cx = x + row->cells[k].x;
                int cy = y + row->cells[k].y;
                fits = fits && cx < 13 && cy < 13 && !(cx == 6 && cy == 6) && !(cx == 2 && cy == 9);
            }
            cr_expect_eq(fl_layout_board_fits(&board, (unsigned)shape, fl_layout_board_spot(x, y)), fits,
                         "%s at %d,%d", row->name, x, y);
        }
    }
}

/* A room 2 x 2 with one neighbour below its right half, one left of its upper half; a narrow one sees only
 * its ends. */
Test(board, links_are_the_slots_that_lead_to_rooms)
{
    unsigned large = put(FL_SHAPE_2X2, 4, 4);
    unsigned below = put(FL_SHAPE_1X1, 5, 6);
    unsigned left = put(FL_SHAPE_IH, 3, 4);
    put(FL_SHAPE_1X1, 3, 3);
    cr_expect_eq(fl_layout_board_links(&board, large), 1 << 7 | 1 << 0);
    cr_expect_eq(fl_layout_board_links(&board, below), 1 << 1);
    cr_expect_eq(fl_layout_board_links(&board, left), 1 << 2); /* not the room above */
    unsigned l = put(FL_SHAPE_LTL, 8, 8);
    put(FL_SHAPE_1X1, 8, 8); /* in its corner: two of its doors lead there */
    cr_expect_eq(fl_layout_board_links(&board, l), 1 << 0 | 1 << 1);
}
