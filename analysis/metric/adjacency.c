/* SPDX-License-Identifier: MIT */
/* Which rooms touch, counted by doors; squares of four rooms are looked for on the board. */
#include "analysis/metric/metric_private.h"

#include <string.h>

static bool is_big(const fl_room *room)
{
    return room->cells_n > 1 && !room->is_added;
}

/* Counts doors between rooms of one kind and rooms of another; no value if the first kind is missing. */
static int32_t count_between(const fl_floor *floor, fl_kind one, fl_kind other)
{
    bool is_there = false;
    int32_t n = 0;
    for (unsigned i = 0; i < floor->rooms_n && !is_there; i++) {
        is_there = floor->rooms[i].kind == one;
    }
    for (uint32_t i = 0; i < floor->doors_n && is_there; i++) {
        fl_kind a = floor->rooms[floor->doors[i].room_a].kind;
        fl_kind b = floor->rooms[floor->doors[i].room_b].kind;
        n += (a == one && b == other) || (a == other && b == one);
    }
    return is_there ? n : FL_GENERATOR_FACT_NONE;
}

/* Counts all doors of the first secret room. */
static int32_t count_secret_doors(const fl_floor *floor)
{
    unsigned secret = 0;
    int32_t n = 0;
    while (secret < floor->rooms_n && floor->rooms[secret].kind != FL_KIND_SECRET) {
        secret++;
    }
    for (uint32_t i = 0; i < floor->doors_n; i++) {
        n += floor->doors[i].room_a == secret || floor->doors[i].room_b == secret;
    }
    return secret < floor->rooms_n ? n : FL_GENERATOR_FACT_NONE;
}

static int32_t column_of_secret(const fl_floor *floor)
{
    for (unsigned i = 0; i < floor->rooms_n; i++) {
        if (floor->rooms[i].kind == FL_KIND_SECRET) {
            return floor->rooms[i].origin_x + 1;
        }
    }
    return FL_GENERATOR_FACT_NONE;
}

static bool is_single_at(const fl_floor *floor, int x, int y)
{
    int number = fl_floor_room_at(floor, x, y);
    return number >= 0 && floor->rooms[number].cells_n == 1 && !floor->rooms[number].is_added;
}

void fl_metric_adjacency_count(const fl_graph *graph, const fl_floor *floor, uint16_t *exits, int32_t *out)
{
    out[FL_METRIC_SECRET_BY_BOSS] = count_between(floor, FL_KIND_SECRET, FL_KIND_BOSS);
    out[FL_METRIC_SECRET_BY_SUPER_SECRET] = count_between(floor, FL_KIND_SECRET, FL_KIND_SUPER_SECRET);
    out[FL_METRIC_SECRET_BY_SECRET] = count_between(floor, FL_KIND_SECRET, FL_KIND_SECRET);
    out[FL_METRIC_SECRET_BY_START] = count_between(floor, FL_KIND_SECRET, FL_KIND_START);
    out[FL_METRIC_SECRET_DOORS] = count_secret_doors(floor);
    out[FL_METRIC_SECRET_COLUMN] = column_of_secret(floor);
    out[FL_METRIC_BOSS_BY_BOSS] = count_between(floor, FL_KIND_BOSS, FL_KIND_BOSS);
    int32_t ultra = FL_GENERATOR_FACT_NONE;
    memset(exits, 0, floor->rooms_n * sizeof *exits);
    for (uint32_t i = 0; i < floor->doors_n; i++) {
        const fl_door *door = &floor->doors[i];
        exits[door->room_a] += !floor->rooms[door->room_b].is_added;
        exits[door->room_b] += !floor->rooms[door->room_a].is_added;
    }
    out[FL_METRIC_EXITS_MAX] = 0;
    for (unsigned i = 0; i < floor->rooms_n; i++) {
        const fl_room *room = &floor->rooms[i];
        if (room->kind == FL_KIND_ULTRA_SECRET) {
            ultra = (ultra == FL_GENERATOR_FACT_NONE ? 0 : ultra) + exits[i];
        }
        if (room->is_added) {
            continue;
        }
        bool is_special =
            room->kind != FL_KIND_NORMAL && room->kind != FL_KIND_START && room->kind != FL_KIND_BOSS;
        int32_t *most = &out[FL_METRIC_EXITS_MAX];
        *most = exits[i] > *most ? exits[i] : *most;
        most = &out[FL_METRIC_SPECIAL_EXITS_MAX];
        *most = is_special && exits[i] > *most ? exits[i] : *most;
    }
    out[FL_METRIC_ULTRA_SECRET_DOORS] = ultra;
    /* pairs of big rooms; the other counts those with two doors or more */
    int32_t pairs = 0;
    int32_t doubles = 0;
    for (unsigned room = 0; room < floor->rooms_n; room++) {
        const uint16_t *list = graph->to + graph->from[room];
        for (unsigned i = 0; i < graph->degree[room] && is_big(&floor->rooms[room]); i++) {
            bool is_pair = list[i] > room && is_big(&floor->rooms[list[i]]);
            pairs += is_pair;
            doubles += is_pair && graph->doors[graph->from[room] + i] > 1;
        }
    }
    out[FL_METRIC_BIG_NEIGHBOURS] = pairs;
    out[FL_METRIC_BIG_DOUBLE_DOORS] = pairs > 0 ? doubles : FL_GENERATOR_FACT_NONE;
    int32_t n = 0;
    for (unsigned i = 0; i < floor->cells_n; i++) {
        int x = floor->cells[i] % floor->width;
        int y = floor->cells[i] / floor->width;
        n += is_single_at(floor, x, y) && is_single_at(floor, x + 1, y) && is_single_at(floor, x, y + 1) &&
             is_single_at(floor, x + 1, y + 1);
    }
    out[FL_METRIC_BOXES] = n;
}
