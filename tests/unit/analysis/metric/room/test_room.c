/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Metrics of rooms. */
#include "analysis/metric/room/room.h"
#include "tests/support/room_group.h"

#include <criterion/criterion.h>

#include <string.h>

#define FL_ROW "................"
#define FL_FOUR FL_ROW FL_ROW FL_ROW FL_ROW

static int32_t value[FL_METRIC_ROOM_COUNT];

static void expect(fl_metric_room_id id, int32_t wanted)
{
    cr_expect_eq(value[id], wanted, "%s is %d, not %d", fl_metric_room_of(id)->name, (int)value[id],
                 (int)wanted);
}

Test(room, an_empty_room_is_as_it_should_be)
{
    fl_interior room;
    room_group_draw(FL_FOUR FL_FOUR FL_FOUR FL_FOUR, 16, FL_ALL_SIDES, &room);
    fl_metric_room_compute(&room, value);
    expect(FL_METRIC_ROOM_CLUTTER, 0);
    expect(FL_METRIC_ROOM_WALKABLE, 1000);
    expect(FL_METRIC_ROOM_WALKABLE_TILES, 256);
    expect(FL_METRIC_ROOM_CUT_OFF, 0);
    expect(FL_METRIC_ROOM_PATH, 15);
    expect(FL_METRIC_ROOM_DETOUR, 0);
    expect(FL_METRIC_ROOM_MIRROR_X, 1000);
    expect(FL_METRIC_ROOM_MIRROR_Y, 1000);
    expect(FL_METRIC_ROOM_HALF_TURN, 1000);
    expect(FL_METRIC_ROOM_DIAGONAL, 1000);
}

Test(room, things_are_counted)
{
    fl_interior room;
    room_group_draw("#:o^%fu+=WFSJCE." FL_ROW FL_ROW FL_ROW FL_FOUR FL_FOUR FL_FOUR, 16, 0, &room);
    room.spent = 9;
    fl_metric_room_compute(&room, value);
    expect(FL_METRIC_ROOM_CLUTTER_TILES, 8);
    expect(FL_METRIC_ROOM_CLUTTER, 8 * 1000 / 256);
    expect(FL_METRIC_ROOM_WALKABLE_TILES, 249);
    expect(FL_METRIC_ROOM_ENEMIES, 6);
    expect(FL_METRIC_ROOM_PICKUPS, 1);
    expect(FL_METRIC_ROOM_SPENT, 9);
    expect(FL_METRIC_ROOM_CUT_OFF, FL_METRIC_ROOM_NONE);
    expect(FL_METRIC_ROOM_PATH, FL_METRIC_ROOM_NONE);
    expect(FL_METRIC_ROOM_MIRROR_X, 240 * 1000 / 256);
    expect(FL_METRIC_ROOM_MIRROR_Y, (256 - 30) * 1000 / 256);
    expect(FL_METRIC_ROOM_HALF_TURN, (256 - 30) * 1000 / 256);
    expect(FL_METRIC_ROOM_DIAGONAL, (256 - 28) * 1000 / 256);
}

Test(room, what_no_door_reaches_is_cut_off)
{
    fl_interior room;
    room_group_draw(".#.............."
                    "##.............." FL_ROW FL_ROW FL_FOUR FL_FOUR FL_FOUR,
                    16, FL_WEST, &room);
    fl_metric_room_compute(&room, value);
    expect(FL_METRIC_ROOM_CUT_OFF, 1);
    expect(FL_METRIC_ROOM_PATH, FL_METRIC_ROOM_NONE);
}

Test(room, doors_that_do_not_reach_have_no_path)
{
    fl_interior room;
    room_group_draw(FL_FOUR "################" FL_ROW FL_ROW FL_ROW FL_FOUR FL_FOUR, 16, FL_ALL_SIDES, &room);
    fl_metric_room_compute(&room, value);
    expect(FL_METRIC_ROOM_PATH, FL_METRIC_ROOM_NONE);
    expect(FL_METRIC_ROOM_DETOUR, FL_METRIC_ROOM_NONE);
    expect(FL_METRIC_ROOM_CUT_OFF, 11 * 16);
}

Test(room, a_detour_is_what_is_more)
{
    fl_interior room;
    room_group_draw(FL_FOUR "......####......" FL_ROW FL_ROW FL_ROW FL_FOUR FL_FOUR, 16, FL_NORTH | FL_SOUTH,
                    &room);
    fl_metric_room_compute(&room, value);
    expect(FL_METRIC_ROOM_PATH, 19);
    expect(FL_METRIC_ROOM_DETOUR, 4);
}

Test(room, values_of_real_rooms_fit_the_tally)
{
    fl_room_rules *rules = room_group_open(NULL, "size=big doors=random");
    fl_key key;
    fl_room_key(1, &key);
    for (key.index = 0; key.index < 2000; key.index++) {
        fl_interior room;
        fl_room_make(rules, &key, &room);
        fl_metric_room_compute(&room, value);
        for (unsigned i = 0; i < FL_METRIC_ROOM_COUNT; i++) {
            cr_assert(value[i] >= FL_METRIC_ROOM_NONE && value[i] <= FL_METRIC_ROOM_MAX);
        }
    }
    fl_room_rules_free(rules);
}
