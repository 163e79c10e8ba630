/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Open ways on floors drawn by hand, and what doors ask for. */
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
    static const char *const open[] = {"@E", "@ooE", "E../o../oo@", "@o?E/.ooo"};
    /* a curse door asks for hearts; start and end have the higher tags, and a secret room is hidden */
    static const char *const shut[] = {"@.E", "@o?E", "@CE", "@?E", "@o?E/.oC?"};
    for (size_t i = 0; i < sizeof open / sizeof open[0]; i++) {
        cr_expect(is_open(open[i]), "%s", open[i]);
    }
    for (size_t i = 0; i < sizeof shut / sizeof shut[0]; i++) {
        cr_expect_not(is_open(shut[i]), "%s", shut[i]);
    }
}

/* A door asks for the dearer price of its rooms, although the start's tag is higher; a room may have its own.
 */
Test(price, is_that_of_the_dearer_room)
{
    static const struct {
        fl_kind a, b;
        fl_door_price price;
    } rows[] = {
        {FL_KIND_START, FL_KIND_NORMAL, FL_DOOR_OPEN},     {FL_KIND_START, FL_KIND_SECRET, FL_DOOR_BOMB},
        {FL_KIND_CURSE, FL_KIND_SHOP, FL_DOOR_HEARTS},     {FL_KIND_ARCADE, FL_KIND_NORMAL, FL_DOOR_COIN},
        {FL_KIND_CHALLENGE, FL_KIND_BOSS, FL_DOOR_HEALTH}, {FL_KIND_BOSS, FL_KIND_END, FL_DOOR_OPEN}};
    fl_floor floor;
    cr_assert_eq(fl_floor_init(&floor, 4), FL_OK);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        fl_floor_clear(&floor, 2, 1);
        fl_floor_add(&floor, rows[i].a, FL_SHAPE_1X1, 0, 0);
        fl_floor_add(&floor, rows[i].b, FL_SHAPE_1X1, 1, 0);
        fl_floor_link(&floor);
        cr_expect_eq(fl_door_price_of(&floor, &floor.doors[0]), rows[i].price, "row %zu", i);
    }
    floor.rooms[0].price = FL_FLOOR_PRICE + FL_DOOR_HEARTS;
    cr_expect_eq(fl_door_price_of(&floor, &floor.doors[0]), FL_DOOR_HEARTS);
    floor.doors[0].is_wall = true;
    cr_expect_eq(fl_door_price_of(&floor, &floor.doors[0]), FL_DOOR_WALL);
    fl_floor_free(&floor);
    for (int i = 0; i < FL_DOOR_PRICES; i++) {
        for (int k = 0; k < i; k++) {
            cr_expect_str_neq(fl_door_row_of((fl_door_price)i)->name, fl_door_row_of((fl_door_price)k)->name);
        }
    }
}
