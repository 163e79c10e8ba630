/* SPDX-License-Identifier: MIT */
/* An open cell has no layout room on it and at least one beside it. None beside it is a boss, super secret or
 * secret room, and none touches it with a side that cannot have a door (narrow rooms). These are the cells
 * that the rules of the remakes allow if all special rooms are single cells with four doors; doors of
 * interiors and walls around bosses are ignored. */
#include "analysis/metric/metric_private.h"

enum { MOST = 9 };

/* True if a room can have doors on a side: narrow shapes have them at their ends only. */
static bool has_side(const fl_room *room, unsigned side)
{
    return room->shape == FL_SHAPE_FREE || (fl_shape_of(room->shape)->slots >> side & 1);
}

/* Returns the number of sides with a layout room beside a cell; 0 for a cell that is not open. */
static unsigned neighbours_of(const fl_floor *floor, int cell)
{
    unsigned n = 0;
    for (unsigned side = 0; side < 4; side++) {
        fl_offset step = fl_shape_step(side);
        int other = fl_floor_room_at(floor, cell % floor->width + step.x, cell / floor->width + step.y);
        if (other < 0 || floor->rooms[other].is_added) {
            continue;
        }
        const fl_room *room = &floor->rooms[other];
        if (room->kind == FL_KIND_BOSS || fl_kind_is_secret(room->kind) || !has_side(room, (side + 2) & 3)) {
            return 0;
        }
        n++;
    }
    return n;
}

static int first_secret(const fl_floor *floor)
{
    for (int i = 0; i < floor->rooms_n; i++) {
        if (floor->rooms[i].kind == FL_KIND_SECRET && floor->rooms[i].is_added &&
            floor->rooms[i].cells_n == 1) {
            return i;
        }
    }
    return FL_FLOOR_NO_ROOM;
}

void fl_metric_secret_sites_count(const fl_floor *floor, int32_t *out)
{
    int secret = first_secret(floor);
    unsigned by_neighbours[5] = {0};
    if (secret < 0) {
        return;
    }
    for (int cell = 0; cell < floor->width * floor->height; cell++) {
        unsigned owner = floor->owner[cell];
        if (owner == FL_FLOOR_EMPTY || floor->rooms[owner - 1].is_added) {
            by_neighbours[neighbours_of(floor, cell)]++;
        }
    }
    unsigned most = 4;
    while (most > 0 && by_neighbours[most] == 0) {
        most--;
    }
    unsigned three = by_neighbours[3] + by_neighbours[4];
    unsigned two = by_neighbours[2];
    unsigned has = neighbours_of(floor, floor->cells[floor->rooms[secret].cells_from]);
    out[FL_METRIC_SECRET_SHORTFALL] = (int32_t)(most - has);
    out[FL_METRIC_SECRET_OFFER] =
        (int32_t)(2 * (10 * (three < MOST ? three : MOST) + (two < MOST ? two : MOST)) + (has >= 3));
}
