/* SPDX-License-Identifier: MIT */
/* Rooms are listed in the order of their placement, so the rooms before a secret room are those it could be
 * placed beside. */
#include "analysis/metric/metric_private.h"
#include "gen/floor/check.h"

#include <stdlib.h>
#include <string.h>

/* Counts rooms that are not reached by doors: ultra secret rooms, which are two steps from the rest
 * (gen/rebirth/RULES.md, "Where the ultra secret room goes"). */
static int32_t count_apart(const fl_floor *floor)
{
    int32_t n = 0;
    for (unsigned i = 0; i < floor->rooms_n; i++) {
        n += floor->rooms[i].distance == FL_FLOOR_UNREACHED;
    }
    return n;
}

/* Returns the number of the first condition that fails, 0 = none, from the message of fl_check_floor. */
static int32_t broken_condition(const fl_floor *floor)
{
    static const char word[] = "condition ";
    fl_diag diag;
    fl_diag_init(&diag);
    if (fl_check_floor(floor, "", &diag) == FL_OK) {
        return 0;
    }
    const char *at = strstr(diag.what, word);
    return at ? (int32_t)strtol(at + sizeof word - 1, NULL, 10) : 1;
}

/* Counts cells beside a cell that belong to rooms before `room`. */
static int32_t cells_beside(const fl_floor *floor, int x, int y, int room)
{
    int32_t n = 0;
    for (unsigned side = 0; side < 4; side++) {
        fl_offset step = fl_shape_step(side);
        int other = fl_floor_room_at(floor, x + step.x, y + step.y);
        n += other >= 0 && other < room;
    }
    return n;
}

/* Returns the maximum of cells_beside for cells that were empty when `room` was placed. Only cells beside an
 * older room can have any. */
static int32_t most_beside(const fl_floor *floor, int room)
{
    int32_t most = 0;
    for (int i = 0; i < floor->rooms[room].cells_from; i++) {
        for (unsigned side = 0; side < 4; side++) {
            int x = floor->cells[i] % floor->width + fl_shape_step(side).x;
            int y = floor->cells[i] / floor->width + fl_shape_step(side).y;
            int number = fl_floor_room_at(floor, x, y);
            bool is_on = x >= 0 && y >= 0 && x < floor->width && y < floor->height;
            int32_t n = is_on && (number < 0 || number >= room) ? cells_beside(floor, x, y, room) : 0;
            most = n > most ? n : most;
        }
    }
    return most;
}

static int32_t secret_tile_shortfall(const fl_floor *floor)
{
    for (int i = 0; i < floor->rooms_n; i++) {
        const fl_room *room = &floor->rooms[i];
        if (room->kind == FL_KIND_SECRET && room->cells_n == 1) {
            return most_beside(floor, i) - cells_beside(floor, room->origin_x, room->origin_y, i);
        }
    }
    return FL_GENERATOR_FACT_NONE;
}

void fl_metric_grid_conditions_count(fl_cluster_work *work, const fl_floor *floor, int32_t *out)
{
    out[FL_METRIC_BROKEN_CONDITION] = broken_condition(floor);
    out[FL_METRIC_ROOMS_APART] = count_apart(floor);
    int32_t most = FL_GENERATOR_FACT_NONE;
    for (unsigned i = 0; i < floor->rooms_n; i++) {
        if (floor->rooms[i].cells_n == 1 && !floor->rooms[i].is_added) {
            int32_t number = (int32_t)fl_metric_cluster_number(work, floor, i, false);
            most = number > most ? number : most;
        }
    }
    out[FL_METRIC_SINGLE_CLUSTERING_MAX] = most;
    out[FL_METRIC_SECRET_TILE_SHORTFALL] = secret_tile_shortfall(floor);
}
