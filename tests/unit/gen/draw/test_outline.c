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
