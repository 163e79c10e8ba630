/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Outlines of rooms: exact ones, and on random floors every cell is within its own room's outline only. */
#include "gen/draw/draw_private.h"
#include "tests/unit/random_floor.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CORNERS_MAX = 4 * FL_RANDOM_FLOOR_CELLS, LINES_MAX = 100 };

/* The corners of a path as if they were not round. */
typedef struct shape {
    int x[CORNERS_MAX], y[CORNERS_MAX];
    int ends[LINES_MAX]; /* the corner behind each closed line's last */
    int corners_n, lines_n;
} shape;

static fl_floor floor_;
static fl_text text;
static fl_outline outline;
static shape found;

static void set_up(void)
{
    cr_assert_eq(fl_floor_init(&floor_, FL_RANDOM_FLOOR_CELLS), FL_OK);
    fl_text_init(&text);
    fl_floor_clear(&floor_, 10, 10);
}

static void tear_down(void)
{
    fl_floor_free(&floor_);
    fl_text_free(&text);
}

TestSuite(outline, .init = set_up, .fini = tear_down);

static const char *path_of(unsigned number)
{
    fl_text_clear(&text);
    fl_draw_outline_add(&outline, &floor_.rooms[number], &text);
    return fl_text_get(&text);
}

static void read_path(const char *path)
{
    int used = 0;
    char sign;
    found.corners_n = 0;
    found.lines_n = 0;
    while (*path) {
        int n = found.corners_n++;
        cr_assert(n < CORNERS_MAX && found.lines_n < LINES_MAX);
        bool is_corner =
            sscanf(path, "%c%*d %*dQ%d %d %*d %*d%n", &sign, &found.x[n], &found.y[n], &used) == 3;
        cr_assert(is_corner && (sign == 'M' || sign == 'L'), "at %s", path);
        path += used;
        if (*path == 'Z') {
            found.ends[found.lines_n++] = found.corners_n;
            path++;
        }
    }
}

/* Even-odd: lines to the left of a point that are crossed going left. */
static bool is_within(int x, int y)
{
    bool is_in = false;
    for (int line = 0, first = 0; line < found.lines_n; first = found.ends[line++]) {
        for (int i = first; i < found.ends[line]; i++) {
            int next = i + 1 < found.ends[line] ? i + 1 : first;
            bool is_crossed = (found.y[i] > y) != (found.y[next] > y) && found.x[i] < x;
            is_in = is_crossed ? !is_in : is_in;
        }
    }
    return is_in;
}

Test(outline, goes_round_a_single_cell)
{
    fl_floor_add(&floor_, FL_KIND_START, FL_SHAPE_1X1, 2, 3);
    fl_draw_outline_init(&outline, &floor_, 2, 3);
    cr_expect_str_eq(path_of(0), "M27 4Q32 4 32 9L32 27Q32 32 27 32L9 32Q4 32 4 27L4 9Q4 4 9 4Z");
}

Test(outline, turns_into_the_bay_of_an_l)
{
    fl_floor_add(&floor_, FL_KIND_START, FL_SHAPE_LBR, 0, 0);
    fl_draw_outline_init(&outline, &floor_, 0, 0);
    cr_expect_str_eq(path_of(0), "M63 4Q68 4 68 9L68 27Q68 32 63 32L37 32Q32 32 32 37L32 63Q32 68 27 68"
                                 "L9 68Q4 68 4 63L4 9Q4 4 9 4Z");
}

Test(outline, makes_narrow_rooms_narrow)
{
    static const fl_shape shapes[] = {FL_SHAPE_IH, FL_SHAPE_IIH, FL_SHAPE_IV, FL_SHAPE_IIV};
    for (unsigned i = 0; i < 4; i++) {
        const fl_shape_row *row = fl_shape_of(shapes[i]);
        bool is_flat = i < 2;
        fl_floor_clear(&floor_, 10, 10);
        fl_floor_add(&floor_, FL_KIND_START, shapes[i], 0, 0);
        fl_draw_outline_init(&outline, &floor_, 0, 0);
        read_path(path_of(0));
        cr_expect_eq(found.corners_n, 4);
        cr_expect(is_within(18, 18), "%s", row->name);
        cr_expect_eq(is_within(18, 8), !is_flat, "%s", row->name);
        cr_expect_eq(is_within(8, 18), is_flat, "%s", row->name);
        cr_expect(is_within(row->width * 36 - 18, row->height * 36 - 18), "%s", row->name);
    }
}

Test(outline, leaves_the_hole_of_a_ring_open)
{
    static const uint16_t ring[] = {0, 1, 2, 10, 12, 20, 21, 22};
    fl_floor_add_cells(&floor_, FL_KIND_START, ring, 8);
    fl_draw_outline_init(&outline, &floor_, 0, 0);
    read_path(path_of(0));
    cr_expect_eq(found.lines_n, 2);
    cr_expect_eq(found.corners_n, 8);
    cr_expect(is_within(18, 54));
    cr_expect(!is_within(54, 54));
}

Test(outline, keeps_cells_apart_that_touch_diagonally)
{
    static const uint16_t open_ring[] = {1, 2, 12, 22, 21, 20, 10};
    fl_floor_add_cells(&floor_, FL_KIND_START, open_ring, 7);
    fl_draw_outline_init(&outline, &floor_, 0, 0);
    read_path(path_of(0));
    cr_expect_eq(found.lines_n, 1);
    cr_expect(is_within(54, 18));
    cr_expect(is_within(18, 54));
    cr_expect(!is_within(36, 36));
    cr_expect(!is_within(54, 54));
}

/* Middles of cells, and of the borders to the right and below: inside if both cells are the room's. */
static void expect_cells_of(unsigned number)
{
    read_path(path_of(number));
    for (int y = 0; y < floor_.height; y++) {
        for (int x = 0; x < floor_.width; x++) {
            bool is_own = fl_floor_room_at(&floor_, x, y) == (int)number;
            bool is_right = is_own && fl_floor_room_at(&floor_, x + 1, y) == (int)number;
            bool is_below = is_own && fl_floor_room_at(&floor_, x, y + 1) == (int)number;
            cr_assert_eq(is_within(x * 36 + 18, y * 36 + 18), is_own, "room %u at %d %d", number, x, y);
            cr_assert_eq(is_within(x * 36 + 36, y * 36 + 18), is_right, "room %u at %d %d", number, x, y);
            cr_assert_eq(is_within(x * 36 + 18, y * 36 + 36), is_below, "room %u at %d %d", number, x, y);
        }
    }
}

Test(outline, holds_the_cells_of_its_room_and_no_others)
{
    unsigned big = 0;
    for (uint64_t seed = 0; seed < 60; seed++) {
        fl_random_floor_make(&floor_, seed);
        fl_draw_outline_init(&outline, &floor_, 0, 0);
        for (unsigned i = 0; i < floor_.rooms_n; i++) {
            expect_cells_of(i);
            big += floor_.rooms[i].cells_n > 3;
        }
    }
    cr_assert_gt(big, 60, "too few big rooms to mean much");
}
