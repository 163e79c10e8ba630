/* SPDX-License-Identifier: MIT */
/* Walks back from a room: its shortest paths begin in the neighbours of the start that are one step nearer to
 * it. They may leave the start by several sides (a loop, or a big room around a corner); then the direction
 * has no value. */
#include "analysis/metric/metric_private.h"

/* Returns the side by which a door leaves its first cell. */
static unsigned side_of(const fl_floor *floor, const fl_door *door)
{
    if (door->cell_a / floor->width == door->cell_b / floor->width) {
        return door->cell_b > door->cell_a ? FL_RIGHT : FL_LEFT;
    }
    return door->cell_b > door->cell_a ? FL_DOWN : FL_UP;
}

/* Returns the sides of the start where shortest paths to the last walk's room begin, as bits. */
static unsigned sides_of_start(const fl_graph *graph, const fl_floor *floor)
{
    unsigned sides = 0;
    for (uint32_t i = 0; i < floor->doors_n; i++) {
        const fl_door *door = &floor->doors[i];
        unsigned other = door->room_b; /* the start is room 0, so it is always the first of the two */
        if (door->room_a == 0 && graph->distance[other] + 1 == graph->distance[0]) {
            sides |= 1u << side_of(floor, door);
        }
    }
    return sides;
}

static int first_super_secret(const fl_floor *floor)
{
    for (int i = 0; i < floor->rooms_n; i++) {
        if (floor->rooms[i].kind == FL_KIND_SUPER_SECRET) {
            return i;
        }
    }
    return FL_FLOOR_NO_ROOM;
}

void fl_metric_path_measure(const fl_floor *floor, int32_t *out)
{
    int32_t farthest = 0;
    int32_t sum = 0;
    int32_t beside_start = 0;
    int end = fl_floor_end(floor);
    for (unsigned i = 0; i < floor->rooms_n; i++) {
        int distance = floor->rooms[i].distance;
        if (!floor->rooms[i].is_added && distance > 0) {
            farthest = distance > farthest ? distance : farthest;
            sum += distance;
            beside_start += distance == 1;
        }
    }
    out[FL_METRIC_START_NEIGHBOURS] = beside_start;
    out[FL_METRIC_ECCENTRICITY] = farthest;
    out[FL_METRIC_PATH_LENGTH_SUM] = sum;
    if (end >= 0 && floor->rooms[end].distance >= 0) {
        out[FL_METRIC_BOSS_DISTANCE] = floor->rooms[end].distance;
        out[FL_METRIC_BOSS_DISTANCE_RATIO] =
            farthest > 0 ? floor->rooms[end].distance * 1000 / farthest : 1000;
    }
}

void fl_metric_path_count(fl_graph *graph, const fl_floor *floor, int32_t *out)
{
    int end = fl_floor_end(floor);
    int hidden = first_super_secret(floor);
    if (end <= 0) {
        return;
    }
    fl_metric_graph_walk(graph, floor, (unsigned)end);
    unsigned sides = graph->distance[0] == FL_GRAPH_UNSEEN ? 0 : sides_of_start(graph, floor);
    if (sides && !(sides & (sides - 1))) {
        out[FL_METRIC_BOSS_DIRECTION] = __builtin_ctz(sides);
    }
    if (hidden <= 0 || hidden == end || floor->rooms[end].is_added) {
        return;
    }
    fl_metric_graph_walk(graph, floor, (unsigned)hidden);
    if (sides && graph->distance[0] != FL_GRAPH_UNSEEN && graph->distance[end] != FL_GRAPH_UNSEEN) {
        out[FL_METRIC_BOSS_TO_SUPER_SECRET] = graph->distance[end];
        out[FL_METRIC_SUPER_SECRET_NEAR_BOSS] = graph->distance[end] < graph->distance[0];
        out[FL_METRIC_SUPER_SECRET_IN_BRANCH] = (sides_of_start(graph, floor) & sides) != 0;
    }
}
