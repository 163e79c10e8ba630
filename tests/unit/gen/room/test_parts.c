/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Parts of rooms. */
#include "gen/room/room_private.h"

#include <criterion/criterion.h>

Test(parts, parts_cover_a_room_once)
{
    for (unsigned size = 16; size <= 24; size += 8) {
        unsigned n = 0;
        unsigned covered[24][24] = {{0}};
        const fl_room_slot *slots = fl_room_parts_all(size, &n);
        cr_expect_eq(n, size == 16 ? 4 : 13);
        for (unsigned i = 0; i < n; i++) {
            cr_expect_leq(slots[i].from_x + slots[i].width, FL_CHUNK_SIDE);
            cr_expect_leq(slots[i].from_y + slots[i].height, FL_CHUNK_SIDE);
            for (unsigned t = 0; t < (unsigned)slots[i].width * slots[i].height; t++) {
                covered[slots[i].y + t / slots[i].width][slots[i].x + t % slots[i].width]++;
            }
        }
        for (unsigned t = 0; t < size * size; t++) {
            cr_expect_eq(covered[t / size][t % size], 1, "%u,%u", t % size, t / size);
        }
    }
}

/* A part belongs to a side exactly when it has a tile at that side's door. */
Test(parts, door_tiles_belong_to_parts_of_their_side)
{
    for (unsigned size = 16; size <= 24; size += 8) {
        unsigned n = 0;
        const fl_room_slot *slots = fl_room_parts_all(size, &n);
        for (unsigned i = 0; i < n; i++) {
            unsigned sides = 0;
            for (unsigned side = 1; side <= FL_ALL_SIDES; side <<= 1) {
                for (unsigned which = 0; which < 2; which++) {
                    unsigned x = 0;
                    unsigned y = 0;
                    fl_room_parts_door(size, side, which, &x, &y);
                    bool is_here = x >= slots[i].x && x < slots[i].x + slots[i].width && y >= slots[i].y &&
                                   y < slots[i].y + slots[i].height;
                    sides |= is_here ? side : 0;
                }
            }
            cr_expect_eq(sides, slots[i].top | slots[i].left, "%s of %u", slots[i].name, size);
        }
    }
}

Test(parts, doors_are_in_the_middle)
{
    static const unsigned sides[] = {FL_NORTH, FL_EAST, FL_SOUTH, FL_WEST};
    static const unsigned small[4][2][2] = {
        {{7, 0}, {8, 0}}, {{15, 7}, {15, 8}}, {{7, 15}, {8, 15}}, {{0, 7}, {0, 8}}};
    for (unsigned i = 0; i < 4; i++) {
        for (unsigned which = 0; which < 2; which++) {
            unsigned x = 0;
            unsigned y = 0;
            fl_room_parts_door(16, sides[i], which, &x, &y);
            cr_expect_eq(x, small[i][which][0]);
            cr_expect_eq(y, small[i][which][1]);
        }
    }
}

Test(parts, sets_of_sides_have_names)
{
    cr_expect_str_eq(fl_room_parts_sides(0), "none");
    cr_expect_str_eq(fl_room_parts_sides(FL_NORTH | FL_WEST), "NW");
    cr_expect_str_eq(fl_room_parts_sides(FL_ALL_SIDES), "NESW");
}
