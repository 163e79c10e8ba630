/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Walking in rooms. */
#include "gen/room/room_private.h"
#include "tests/support/room_group.h"

#include <criterion/criterion.h>

static int steps(fl_room_reach *walk, unsigned from, unsigned to)
{
    int way[FL_ALL_SIDES + 1];
    fl_room_reach_ways(walk, from, to, way);
    return way[to];
}

#define FL_ROW "................"
#define FL_FOUR FL_ROW FL_ROW FL_ROW FL_ROW

Test(reach, an_empty_room_takes_the_shortest_ways)
{
    fl_interior room;
    fl_room_reach walk;
    room_group_draw(FL_FOUR FL_FOUR FL_FOUR FL_FOUR, 16, FL_ALL_SIDES, &room);
    fl_room_reach_init(&walk, &room);
    cr_expect_not(fl_room_reach_blocked(&walk));
    cr_expect_not(fl_room_reach_parted(&walk));
    cr_expect_eq(steps(&walk, FL_NORTH, FL_SOUTH), 15);
    cr_expect_eq(steps(&walk, FL_EAST, FL_WEST), 15);
    cr_expect_eq(steps(&walk, FL_NORTH, FL_WEST), 14);
    cr_expect_eq(steps(&walk, FL_SOUTH, FL_EAST), 14);
}

Test(reach, a_wall_across_parts_the_doors)
{
    fl_interior room;
    fl_room_reach walk;
    room_group_draw(FL_FOUR "################" FL_ROW FL_ROW FL_ROW FL_FOUR FL_FOUR, 16, FL_NORTH | FL_SOUTH,
                    &room);
    fl_room_reach_init(&walk, &room);
    cr_expect_not(fl_room_reach_blocked(&walk));
    cr_expect(fl_room_reach_parted(&walk));
    cr_expect_eq(steps(&walk, FL_NORTH, FL_SOUTH), FL_ROOM_REACH_NEVER);
    room.doors = FL_EAST | FL_SOUTH;
    cr_expect_not(fl_room_reach_parted(&walk));
}

Test(reach, one_blocked_tile_blocks_a_door)
{
    fl_interior room;
    fl_room_reach walk;
    room_group_draw("........o......." FL_ROW FL_ROW FL_ROW FL_FOUR FL_FOUR FL_FOUR, 16, FL_NORTH, &room);
    fl_room_reach_init(&walk, &room);
    cr_expect(fl_room_reach_blocked(&walk));
    cr_expect(fl_room_reach_parted(&walk), "its blocked tile is not reached");
    room.doors = FL_SOUTH;
    cr_expect_not(fl_room_reach_blocked(&walk));
    room.doors = 0;
    cr_expect_not(fl_room_reach_parted(&walk));
}

Test(reach, walkers_go_round)
{
    fl_interior room;
    fl_room_reach walk;
    room_group_draw(FL_FOUR "###############." FL_ROW FL_ROW FL_ROW
                            ".###############" FL_ROW FL_ROW FL_ROW FL_FOUR,
                    16, FL_NORTH | FL_SOUTH, &room);
    fl_room_reach_init(&walk, &room);
    cr_expect_eq(steps(&walk, FL_NORTH, FL_SOUTH), 15 + 7 + 15 + 7);
}
