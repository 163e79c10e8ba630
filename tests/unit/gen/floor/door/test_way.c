/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Open ways on floors drawn by hand. */
#include "gen/floor/door/door.h"

#include <criterion/criterion.h>

#include <string.h>

enum { SIDE = 8 };

static fl_kind kind_of(char sign)
{
    return sign == '@'   ? FL_KIND_START
           : sign == 'E' ? FL_KIND_END
           : sign == '?' ? FL_KIND_SECRET
           : sign == 'C' ? FL_KIND_CURSE
                         : FL_KIND_NORMAL;
}

/* Rows with '/' between; the start and the end once each. */
static bool is_open(const char *map)
{
    fl_floor floor;
    unsigned start = 0;
    unsigned end = 0;
    int x = 0;
    int y = 0;
    cr_assert_eq(fl_floor_init(&floor, SIDE * SIDE), FL_OK);
    fl_floor_clear(&floor, SIDE, SIDE);
    for (const char *p = map; *p; p++) {
        if (strchr("@E?Co", *p)) {
            unsigned room = fl_floor_add(&floor, kind_of(*p), FL_SHAPE_1X1, x, y);
            start = *p == '@' ? room : start;
            end = *p == 'E' ? room : end;
        }
        x = *p == '/' ? 0 : x + 1;
        y += *p == '/';
    }
    fl_floor_link(&floor);
    bool out = fl_door_has_open_way(&floor, start, end);
    fl_floor_free(&floor);
    return out;
}

Test(way, leads_through_rooms_that_ask_for_nothing)
{
    cr_expect(is_open("@E"));
    cr_expect(is_open("@ooE"));
    cr_expect(is_open("E../o../oo@"));
    cr_expect_not(is_open("@.E"));
}

Test(way, is_shut_by_one_door_and_open_around_it)
{
    cr_expect_not(is_open("@o?E"));
    cr_expect_not(is_open("@CE"), "a curse door asks for hearts");
    cr_expect_not(is_open("@?E"), "start and end have the higher tags, and the secret room is hidden");
    cr_expect(is_open("@o?E/.ooo"));
    cr_expect_not(is_open("@o?E/.oC?"));
}
