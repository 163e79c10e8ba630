/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Rooms for terminals. */
#include "gen/draw/draw.h"
#include "tests/support/room_group.h"

#include <criterion/criterion.h>

#include <string.h>

#define FL_ROW "................"
#define FL_FOUR FL_ROW FL_ROW FL_ROW FL_ROW

static void draw(const fl_floor_text_options *options, unsigned doors, fl_text *out)
{
    fl_interior room;
    room_group_draw("#o.............." FL_ROW FL_ROW FL_ROW FL_FOUR FL_FOUR FL_FOUR, 16, doors, &room);
    fl_text_clear(out);
    fl_draw_room_text(&room, options, out);
}

Test(room_text, a_room_has_walls_doors_and_a_legend)
{
    static const char *const side[] = {"one", "two"};
    fl_text text;
    fl_text_init(&text);
    draw(&(fl_floor_text_options){.is_ascii = true, .side = side, .side_n = 2}, FL_NORTH | FL_WEST, &text);
    const char *lines = fl_text_get(&text);
    cr_expect(strstr(lines, "+---------------    --------------+   # wall\n"), "%s", lines);
    cr_expect(strstr(lines, "| # o . . . . . . . . . . . . . . |   o rock\n"), "%s", lines);
    cr_expect(strstr(lines, "| . . . . . . . . . . . . . . . . |   one\n"), "%s", lines);
    cr_expect(strstr(lines, "\n  . . . . . . . . . . . . . . . . |\n"), "a door in the west: %s", lines);
    cr_expect(strstr(lines, "+---------------------------------+\n"), "%s", lines);
    fl_text_free(&text);
}

Test(room_text, side_lines_go_on_below_the_room)
{
    const char *side[30];
    fl_text text;
    unsigned lines = 0;
    fl_text_init(&text);
    for (unsigned i = 0; i < 30; i++) {
        side[i] = i == 29 ? "the last" : "line";
    }
    draw(&(fl_floor_text_options){.side = side, .side_n = 30}, 0, &text);
    for (const char *p = fl_text_get(&text); *p; p++) {
        lines += *p == '\n';
    }
    cr_expect_eq(lines, 33);
    cr_expect(strstr(fl_text_get(&text), "the last\n"));
    fl_text_free(&text);
}

Test(room_text, plain_drawings_have_no_escapes_and_coloured_ones_end_them)
{
    fl_text text;
    fl_text_init(&text);
    draw(&(fl_floor_text_options){.is_coloured = false}, FL_ALL_SIDES, &text);
    cr_expect_null(strchr(fl_text_get(&text), '\x1b'));
    draw(&(fl_floor_text_options){.is_coloured = true}, FL_ALL_SIDES, &text);
    for (const char *p = fl_text_get(&text); *p;) {
        const char *end = strchr(p, '\n');
        const char *last = NULL;
        for (const char *q = p; q < end; q++) {
            last = *q == '\x1b' ? q : last;
        }
        cr_expect(!last || strncmp(last, "\x1b[0m", 4) == 0, "a line leaves its colour on");
        p = end + 1;
    }
    fl_text_free(&text);
}
