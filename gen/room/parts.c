/* SPDX-License-Identifier: MIT */
/* The slots of small and big rooms, and the places of doors. */
#include "gen/room/room_private.h"

enum { X = FL_CHUNK_MIRROR_X, Y = FL_CHUNK_MIRROR_Y, N = FL_NORTH, E = FL_EAST, S = FL_SOUTH, W = FL_WEST };

static const fl_room_slot small[] = {
    {"top left corner", FL_PART_CORNER, 0, 0, 8, 8, 0, 0, 0, N, W},
    {"top right corner", FL_PART_CORNER, 8, 0, 8, 8, 0, 0, X, N, E},
    {"bottom left corner", FL_PART_CORNER, 0, 8, 8, 8, 0, 0, Y, S, W},
    {"bottom right corner", FL_PART_CORNER, 8, 8, 8, 8, 0, 0, X | Y, S, E},
};

static const fl_room_slot big[] = {
    {"top left corner", FL_PART_CORNER, 0, 0, 8, 8, 0, 0, 0, 0, 0},
    {"top right corner", FL_PART_CORNER, 16, 0, 8, 8, 0, 0, X, 0, 0},
    {"bottom left corner", FL_PART_CORNER, 0, 16, 8, 8, 0, 0, Y, 0, 0},
    {"bottom right corner", FL_PART_CORNER, 16, 16, 8, 8, 0, 0, X | Y, 0, 0},
    {"top door chunk, left half", FL_PART_HALF, 8, 0, 4, 8, 4, 0, 0, N, 0},
    {"top door chunk, right half", FL_PART_HALF, 12, 0, 4, 8, 0, 0, X, N, 0},
    {"right door chunk, upper half", FL_PART_HALF, 16, 8, 8, 4, 0, 4, X, 0, E},
    {"right door chunk, lower half", FL_PART_HALF, 16, 12, 8, 4, 0, 0, X | Y, 0, E},
    {"bottom door chunk, left half", FL_PART_HALF, 8, 16, 4, 8, 4, 0, Y, S, 0},
    {"bottom door chunk, right half", FL_PART_HALF, 12, 16, 4, 8, 0, 0, X | Y, S, 0},
    {"left door chunk, upper half", FL_PART_HALF, 0, 8, 8, 4, 0, 4, 0, 0, W},
    {"left door chunk, lower half", FL_PART_HALF, 0, 12, 8, 4, 0, 0, Y, 0, W},
    {"centre", FL_PART_CENTRE, 8, 8, 8, 8, 0, 0, 0, 0, 0},
};

const fl_room_slot *fl_room_parts_all(unsigned size, unsigned *n)
{
    *n = size == FL_ROOM_PART_BIG ? sizeof big / sizeof big[0] : sizeof small / sizeof small[0];
    return size == FL_ROOM_PART_BIG ? big : small;
}

void fl_room_parts_door(unsigned size, unsigned side, unsigned which, unsigned *x, unsigned *y)
{
    unsigned along = size / 2 - 1 + which;
    *x = side == FL_WEST ? 0 : side == FL_EAST ? size - 1 : along;
    *y = side == FL_NORTH ? 0 : side == FL_SOUTH ? size - 1 : along;
}

const char *fl_room_parts_sides(unsigned sides)
{
    static const char *const names[] = {"none", "N",  "E",  "NE",  "S",  "NS",  "ES",  "NES",
                                        "W",    "NW", "EW", "NEW", "SW", "NSW", "ESW", "NESW"};
    return names[sides & FL_ALL_SIDES];
}
