/* The board in the making, and its shapes against the rules' own tables (gen/rebirth/RULES.md, "Shapes and doors"). */
#include "gen/rebirth/layout/board.h"

#include <criterion/criterion.h>
#include <stdio.h>
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

/* Cells, then the cells that the slots L0 U0 R0 D0 L1 U1 R1 D1 lead to, as the page has them. */
static const char *const page[FL_SHAPE_COUNT][2] = {
    [1] = {"0,0", "-1,0 0,-1 1,0 0,1 - - - -"},
    [2] = {"0,0", "-1,0 - 1,0 - - - - -"},
    [3] = {"0,0", "- 0,-1 - 0,1 - - - -"},
    [4] = {"0,0 0,1", "-1,0 0,-1 1,0 0,2 -1,1 - 1,1 -"},
    [5] = {"0,0 0,1", "- 0,-1 - 0,2 - - - -"},
    [6] = {"0,0 1,0", "-1,0 0,-1 2,0 0,1 - 1,-1 - 1,1"},
    [7] = {"0,0 1,0", "-1,0 - 2,0 - - - - -"},
    [8] = {"0,0 1,0 1,1 0,1", "-1,0 0,-1 2,0 0,2 -1,1 1,-1 2,1 1,2"},
    [9] = {"1,0 1,1 0,1", "0,0 0,0 2,0 0,2 -1,1 1,-1 2,1 1,2"},
    [10] = {"0,0 1,1 0,1", "-1,0 0,-1 1,0 0,2 -1,1 1,0 2,1 1,2"},
    [11] = {"0,0 1,0 1,1", "-1,0 0,-1 2,0 0,1 0,1 1,-1 2,1 1,2"},
    [12] = {"0,0 1,0 0,1", "-1,0 0,-1 2,0 0,2 -1,1 1,-1 1,1 1,1"},
};

Test(board, shapes_are_those_of_the_page)
{
    for (unsigned shape = FL_SHAPE_1X1; shape < FL_SHAPE_COUNT; shape++) {
        const fl_layout_shape_row *shape_row = &fl_layout_shape_rows[shape];
        unsigned n = 0;
        for (const char *p = page[shape][0]; *p; n++) {
            int x, y, used;
            cr_assert_eq(sscanf(p, "%d,%d %n", &x, &y, &used), 2);
            cr_expect_eq(shape_row->cell[n], offset_of(x, y), "shape %u, cell %u", shape, n);
            p += used;
        }
        cr_expect_eq(shape_row->cells_n, n);
        const char *p = page[shape][1];
        for (unsigned slot = 0; slot < FL_SHAPE_SLOTS; slot++) {
            int x, y;
            bool has_door = sscanf(p, "%d,%d", &x, &y) == 2;
            cr_expect_eq(shape_row->slots >> slot & 1, has_door, "shape %u, slot %u", shape, slot);
            cr_expect(!has_door || shape_row->target[slot] == offset_of(x, y), "shape %u, slot %u", shape,
                      slot);
            p += strcspn(p, " ");
            p += *p == ' ';
        }
    }
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

Test(board, spots_are_cells_inside_a_wall)
{
    unsigned free_n = 0;
    for (unsigned spot = 0; spot < FL_LAYOUT_BOARD_SPOTS; spot++) {
        int x = fl_layout_board_x(spot);
        int y = fl_layout_board_y(spot);
        bool is_on = x >= 0 && y >= 0 && x < 13 && y < 13;
        cr_expect_eq(board.owner[spot], is_on ? 0 : FL_LAYOUT_BOARD_WALL, "%d,%d", x, y);
        cr_expect_eq(fl_layout_board_at(&board, spot), -1);
        cr_expect_not(fl_layout_board_is_room(&board, spot));
        cr_expect(!is_on || fl_layout_board_spot(x, y) == spot);
        free_n += is_on;
    }
    cr_expect_eq(free_n, 169u);
    cr_expect(fl_layout_board_x(FL_LAYOUT_BOARD_START) == 6 && fl_layout_board_y(FL_LAYOUT_BOARD_START) == 6);
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

Test(board, rooms_own_their_cells_and_no_others)
{
    unsigned l = put(FL_SHAPE_LTL, 0, 0);
    unsigned tall = put(FL_SHAPE_IIV, 12, 11);
    unsigned corner = put(FL_SHAPE_1X1, 0, 0);
    cr_expect(l == 0 && tall == 1 && corner == 2 && board.rooms_n == 3);
    cr_expect_eq(fl_layout_board_at(&board, fl_layout_board_spot(0, 0)), 2);
    cr_expect_eq(fl_layout_board_at(&board, fl_layout_board_spot(1, 0)), 0);
    cr_expect_eq(fl_layout_board_at(&board, fl_layout_board_spot(1, 1)), 0);
    cr_expect_eq(fl_layout_board_at(&board, fl_layout_board_spot(0, 1)), 0);
    cr_expect_eq(fl_layout_board_at(&board, fl_layout_board_spot(12, 12)), 1);
    cr_expect_eq(fl_layout_board_at(&board, fl_layout_board_spot(11, 12)), -1);
    cr_expect(!board.room[0].interior.is_there && !board.room[0].is_dead_end &&
              board.room[0].interior.variant == -1);
}

Test(board, reshaping_leaves_the_old_cells)
{
    unsigned room = put(FL_SHAPE_2X2, 4, 4);
    unsigned other = put(FL_SHAPE_1X1, 6, 5);
    fl_layout_board_reshape(&board, room, FL_SHAPE_1X2, fl_layout_board_spot(5, 4));
    cr_expect_eq(fl_layout_board_at(&board, fl_layout_board_spot(4, 4)), -1);
    cr_expect_eq(fl_layout_board_at(&board, fl_layout_board_spot(4, 5)), -1);
    cr_expect_eq(fl_layout_board_at(&board, fl_layout_board_spot(5, 4)), (int)room);
    cr_expect_eq(fl_layout_board_at(&board, fl_layout_board_spot(5, 5)), (int)room);
    cr_expect_eq(fl_layout_board_at(&board, fl_layout_board_spot(6, 5)), (int)other);
    cr_expect_eq(board.room[room].placed, fl_layout_board_spot(4, 4));
}

Test(board, neighbours_are_counted_by_cell)
{
    unsigned large = put(FL_SHAPE_LBR, 4, 4); /* 4,4 5,4 4,5: around 5,5 it is there twice */
    cr_expect_eq(fl_layout_board_near(&board, fl_layout_board_spot(5, 5)), 2u);
    cr_expect_eq(fl_layout_board_near(&board, fl_layout_board_spot(6, 4)), 1u);
    cr_expect_eq(fl_layout_board_near(&board, fl_layout_board_spot(6, 5)), 0u);
    cr_expect_eq(fl_layout_board_near(&board, fl_layout_board_spot(0, 0)), 0u); /* walls are no rooms */
    cr_expect_eq(fl_layout_board_near_others(&board, large, fl_layout_board_spot(4, 4)), 0u);
    unsigned single = put(FL_SHAPE_1X1, 5, 5);
    cr_expect_eq(fl_layout_board_near_others(&board, single, fl_layout_board_spot(5, 5)), 2u);
    cr_expect_eq(fl_layout_board_near_others(&board, large, fl_layout_board_spot(4, 5)), 1u);
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
