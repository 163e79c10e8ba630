/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Shapes, their pieces, rotations and rims. */
#include "gen/grid/grid_private.h"

#include <criterion/criterion.h>

#include <string.h>

enum { STRIDE = 100, ROWS = 4 };

static fl_grid_mask mask_of(const char *const rows[ROWS])
{
    fl_grid_mask mask = {{0}};
    for (int y = 0; y < ROWS && rows[y]; y++) {
        for (int x = 0; rows[y][x]; x++) {
            mask.row[y] |= (uint16_t)((rows[y][x] == '#') << x);
        }
    }
    return mask;
}

typedef struct example {
    const char *rows[ROWS];
    unsigned tiles, turns, rim, pieces;
    fl_shape shape; /* of the first rotation */
} example;

static const example examples[] = {
    {{"#"}, 1, 1, 4, 1, FL_SHAPE_1X1},
    {{"##"}, 2, 2, 6, 1, FL_SHAPE_2X1},
    {{"#", "#"}, 2, 2, 6, 1, FL_SHAPE_1X2},
    {{"##", "##"}, 4, 1, 8, 1, FL_SHAPE_2X2},
    {{"#.", "##"}, 3, 4, 7, 1, FL_SHAPE_LTR},
    {{".#", "##"}, 3, 4, 7, 1, FL_SHAPE_LTL},
    {{"###"}, 3, 2, 8, 1, FL_SHAPE_FREE},
    {{"##.", ".##"}, 4, 2, 8, 1, FL_SHAPE_FREE},
    {{".#.", "###", ".#."}, 5, 1, 8, 1, FL_SHAPE_FREE},
    {{"###", "#.#", "###"}, 8, 1, 13, 1, FL_SHAPE_FREE},
    {{"....", "..#.", "..##"}, 3, 4, 7, 1, FL_SHAPE_LTR},
    {{"#.", ".#"}, 2, 2, 6, 2, FL_SHAPE_FREE},
    {{"#.#", ".#.", "#.#"}, 5, 1, 12, 5, FL_SHAPE_FREE},
    {{"####", "...#", "####", "#..."}, 10, 4, 17, 1, FL_SHAPE_FREE},
};

enum { EXAMPLES = sizeof examples / sizeof examples[0] };

Test(rotation, tiles_turns_rims_and_shapes_are_right)
{
    for (unsigned i = 0; i < EXAMPLES; i++) {
        fl_grid_rotation rotations[FL_GRID_ROTATION_TURNS];
        fl_grid_mask mask = mask_of(examples[i].rows);
        cr_expect_eq(fl_grid_rotation_tiles(&mask), examples[i].tiles, "example %u", i);
        cr_expect_eq(fl_grid_rotation_pieces(&mask), examples[i].pieces, "example %u", i);
        unsigned n = fl_grid_rotation_all(&mask, STRIDE, rotations);
        cr_expect_eq(n, examples[i].turns, "example %u: %u turns", i, n);
        cr_expect_eq(rotations[0].shape, examples[i].shape, "example %u", i);
        for (unsigned k = 0; k < n; k++) {
            cr_expect_eq(rotations[k].tiles_n, examples[i].tiles, "example %u", i);
            cr_expect_eq(rotations[k].rim_n, examples[i].rim, "example %u: rim %u", i, rotations[k].rim_n);
        }
    }
}

static bool is_tile(const fl_grid_rotation *rotation, int x, int y)
{
    for (unsigned i = 0; i < rotation->tiles_n; i++) {
        if (rotation->tile[i].x == x && rotation->tile[i].y == y) {
            return true;
        }
    }
    return false;
}

Test(rotation, a_rim_is_every_tile_around_exactly_once)
{
    for (unsigned e = 0; e < EXAMPLES; e++) {
        fl_grid_rotation rotations[FL_GRID_ROTATION_TURNS];
        fl_grid_mask mask = mask_of(examples[e].rows);
        unsigned n = fl_grid_rotation_all(&mask, STRIDE, rotations);
        for (unsigned f = 0; f < n; f++) {
            for (unsigned i = 0; i < rotations[f].rim_n; i++) {
                int x = rotations[f].rim[i].x;
                int y = rotations[f].rim[i].y;
                bool touches = is_tile(&rotations[f], x - 1, y) || is_tile(&rotations[f], x + 1, y) ||
                               is_tile(&rotations[f], x, y - 1) || is_tile(&rotations[f], x, y + 1);
                cr_expect(touches && !is_tile(&rotations[f], x, y), "example %u, form %u", e, f);
                cr_expect_eq(rotations[f].rim_at[i], y * STRIDE + x);
                for (unsigned k = 0; k < i; k++) {
                    cr_expect(rotations[f].rim[k].x != x || rotations[f].rim[k].y != y);
                }
            }
        }
    }
}

Test(rotation, forms_stand_in_their_corner_and_differ)
{
    for (unsigned e = 0; e < EXAMPLES; e++) {
        fl_grid_rotation rotations[FL_GRID_ROTATION_TURNS];
        fl_grid_mask mask = mask_of(examples[e].rows);
        unsigned n = fl_grid_rotation_all(&mask, STRIDE, rotations);
        for (unsigned f = 0; f < n; f++) {
            int left = 99;
            int top = 99;
            for (unsigned i = 0; i < rotations[f].tiles_n; i++) {
                left = rotations[f].tile[i].x < left ? rotations[f].tile[i].x : left;
                top = rotations[f].tile[i].y < top ? rotations[f].tile[i].y : top;
                cr_expect_lt(rotations[f].tile[i].x, rotations[f].width);
                cr_expect_lt(rotations[f].tile[i].y, rotations[f].height);
                cr_expect_eq(rotations[f].tile_at[i],
                             rotations[f].tile[i].y * STRIDE + rotations[f].tile[i].x);
            }
            cr_expect(left == 0 && top == 0, "example %u, form %u", e, f);
            for (unsigned k = 0; k < f; k++) {
                cr_expect(memcmp(rotations[f].tile, rotations[k].tile, sizeof rotations[f].tile) != 0);
            }
        }
    }
}

Test(rotation, the_largest_shape_fits_its_arrays)
{
    fl_grid_mask comb = {{0}};
    fl_grid_rotation rotations[FL_GRID_ROTATION_TURNS];
    comb.row[0] = 0xffff;
    for (int y = 1; y < 7; y++) {
        comb.row[y] = 0x5555;
    }
    cr_assert_eq(fl_grid_rotation_tiles(&comb), 64u);
    cr_assert_eq(fl_grid_rotation_all(&comb, STRIDE, rotations), 4u);
    cr_expect_leq(rotations[0].rim_n, FL_GRID_ROTATION_RIM);
    cr_expect_eq(rotations[0].width, 16);
    cr_expect_eq(rotations[1].height, 16);
}

/* Longest rim: rows of tiles two apart on a spine. A full box has the most tiles. */
Test(rotation, the_longest_rim_and_the_most_tiles_fit)
{
    fl_grid_mask comb = {{0}};
    fl_grid_mask full = {{0}};
    fl_grid_rotation rotations[FL_GRID_ROTATION_TURNS];
    for (int y = 0; y < FL_GRID_ROTATION_SIDE; y++) {
        comb.row[y] = y % 3 == 0 ? 0xffff : 0x0001;
        full.row[y] = 0xffff;
    }
    cr_assert_eq(fl_grid_rotation_all(&comb, STRIDE, rotations), 4u);
    cr_expect_leq(rotations[0].rim_n, FL_GRID_ROTATION_RIM);
    cr_assert_eq(fl_grid_rotation_all(&full, STRIDE, rotations), 1u);
    cr_expect_eq(rotations[0].tiles_n, FL_GRID_ROTATION_TILES);
    cr_expect_eq(rotations[0].rim_n, 64);
}
