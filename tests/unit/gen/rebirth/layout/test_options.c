/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The tables of options against the page's (gen/rebirth/RULES.md, "Candidates at a door"), and against each
 * other. */
#include "gen/rebirth/layout/layout_private.h"

#include <criterion/criterion.h>
#include <stdio.h>

/* The page's rows: shapes and origins behind doors to the left, up, right, down. */
static const char *const page[4][2] = {
    {"6 4 4 8 8 12 10 11 11 9 9 2 7", "-1,0 0,0 0,-1 -1,0 -1,-1 -1,0 -1,-1 -1,0 -1,-1 -1,0 -1,-1 0,0 -1,0"},
    {"4 6 6 8 8 12 11 10 10 9 9 3 5", "0,-1 0,0 -1,0 0,-1 -1,-1 0,-1 -1,-1 0,-1 -1,-1 0,-1 -1,-1 0,0 0,-1"},
    {"6 4 4 8 8 11 9 10 10 12 12 2 7", "0,0 0,0 0,-1 0,0 0,-1 0,0 0,-1 0,0 0,-1 0,0 0,-1 0,0 0,0"},
    {"4 6 6 8 8 10 9 11 11 12 12 3 5", "0,0 0,0 -1,0 0,0 -1,0 0,0 -1,0 0,0 -1,0 0,0 -1,0 0,0 0,0"},
};

Test(options, shapes_and_origins_are_those_of_the_page)
{
    for (unsigned direction = 0; direction < 4; direction++) {
        const char *shapes = page[direction][0];
        const char *origins = page[direction][1];
        for (unsigned k = 0; k < FL_LAYOUT_OPTIONS; k++) {
            unsigned shape;
            int x, y, used;
            cr_assert_eq(sscanf(shapes, "%u%n", &shape, &used), 1);
            shapes += used;
            cr_assert_eq(sscanf(origins, "%d,%d%n", &x, &y, &used), 2);
            origins += used;
            cr_expect_eq(fl_layout_option_shape(direction, k), shape, "%u %u", direction, k);
            cr_expect_eq(fl_layout_option_offset(direction, k), y * FL_LAYOUT_BOARD_STRIDE + x, "%u %u",
                         direction, k);
        }
    }
}

Test(options, each_shape_has_the_options_with_that_shape)
{
    for (unsigned direction = 0; direction < 4; direction++) {
        uint16_t options[FL_SHAPE_COUNT] = {[FL_SHAPE_1X1] = 1};
        for (unsigned k = 0; k < FL_LAYOUT_OPTIONS - 1; k++) {
            options[fl_layout_option_shape(direction, k)] |= (uint16_t)(2u << k);
        }
        cr_expect_arr_eq(fl_layout_options_of_shape[direction], options, sizeof options);
    }
}
