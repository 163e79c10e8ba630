/* SPDX-License-Identifier: MIT */
/* Tiles are counted sixteen at a time; paths between doors need a flood fill from each but the last. */
#include "analysis/metric/room/room.h"

#include <assert.h>
#include <string.h>

#define FL_ROOM_ROW(symbol, name, unit, meaning) {name, unit, meaning},
static const fl_metric_room_row rows[FL_METRIC_ROOM_COUNT] = {FL_ROOM_METRICS(FL_ROOM_ROW)};
#undef FL_ROOM_ROW

const fl_metric_room_row *fl_metric_room_of(fl_metric_room_id id)
{
    assert(id < FL_METRIC_ROOM_COUNT);
    return &rows[id];
}

/* Mirrors row y. */
static void mirror_row(const fl_interior *room, unsigned y, uint64_t out[2])
{
    uint64_t first = fl_room_tile_rows_mirror(room->row[y][0]);
    uint64_t last = fl_room_tile_rows_mirror(room->row[y][1]);
    bool is_big = room->size == FL_ROOM_PART_BIG;
    out[0] = is_big ? last >> 32 | first << 32 : first;
    out[1] = is_big ? first >> 32 : 0;
}

/* Counts tiles in which two rows agree. */
static int32_t same_tiles(const fl_interior *room, const uint64_t a[2], const uint64_t b[2])
{
    int32_t same = (int32_t)fl_room_tile_rows_same(a[0], b[0]);
    bool is_big = room->size == FL_ROOM_PART_BIG;
    return is_big
               ? same + (int32_t)fl_room_tile_rows_same(a[1], b[1]) - 8 /* the 8 beyond the row's end agree */
               : same;
}

static inline int32_t in_row(const fl_interior *room, unsigned y, unsigned set)
{
    uint64_t second = room->size == FL_ROOM_PART_BIG ? fl_room_tile_rows_in(room->row[y][1], set) : 0;
    return (int32_t)fl_room_tile_rows_count(fl_room_tile_rows_in(room->row[y][0], set)) +
           (int32_t)fl_room_tile_rows_count(second);
}

static void count_tiles(const fl_room_reach *walk, int32_t *out)
{
    const fl_interior *room = walk->room;
    int32_t same = room->size; /* the diagonal itself */
    for (unsigned y = 0; y < room->size; y++) {
        unsigned opposite = room->size - 1u - y;
        uint64_t mirrored[2];
        uint64_t there[2];
        mirror_row(room, y, mirrored);
        mirror_row(room, opposite, there);
        out[FL_METRIC_ROOM_MIRROR_X] += same_tiles(room, room->row[y], mirrored);
        out[FL_METRIC_ROOM_MIRROR_Y] += same_tiles(room, room->row[y], room->row[opposite]);
        out[FL_METRIC_ROOM_HALF_TURN] += same_tiles(room, room->row[y], there);
        out[FL_METRIC_ROOM_CLUTTER_TILES] += in_row(room, y, fl_room_tile_clutter());
        out[FL_METRIC_ROOM_PICKUPS] += in_row(room, y, 1u << FL_TILE_PICKUP);
        out[FL_METRIC_ROOM_ENEMIES] += in_row(room, y, 0x10000u - (1u << FL_TILE_SPAWN));
        for (uint32_t left = walk->open[y]; left; left &= left - 1) {
            out[FL_METRIC_ROOM_WALKABLE_TILES]++;
        }
        for (unsigned x = 0; x < y; x++) {
            same += 2 * (fl_room_tile(room, x, y) == fl_room_tile(room, y, x));
        }
    }
    out[FL_METRIC_ROOM_DIAGONAL] = same;
}

/* Returns the steps between two doors of an empty room. */
static int empty_steps(unsigned size, unsigned from, unsigned to)
{
    bool is_opposite = (from | to) == (FL_NORTH | FL_SOUTH) || (from | to) == (FL_EAST | FL_WEST);
    return is_opposite ? (int)size - 1 : (int)size - 2;
}

static void measure_ways(fl_room_reach *walk, int32_t *out)
{
    const fl_interior *room = walk->room;
    bool is_divided = false;
    for (unsigned from = 1; from <= FL_ALL_SIDES; from <<= 1) {
        unsigned others = room->doors & ~(2 * from - 1); /* each pair once */
        int way[FL_ALL_SIDES + 1];
        if (!(room->doors & from) || !others) {
            continue;
        }
        fl_room_reach_ways(walk, from, others, way);
        for (unsigned to = from << 1; to <= FL_ALL_SIDES; to <<= 1) {
            if (!(others & to)) {
                continue;
            }
            int steps = way[to];
            int more = steps - empty_steps(room->size, from, to);
            is_divided = is_divided || steps == FL_ROOM_REACH_NEVER;
            out[FL_METRIC_ROOM_PATH] = steps > out[FL_METRIC_ROOM_PATH] ? steps : out[FL_METRIC_ROOM_PATH];
            out[FL_METRIC_ROOM_DETOUR] =
                more > out[FL_METRIC_ROOM_DETOUR] ? more : out[FL_METRIC_ROOM_DETOUR];
        }
    }
    if (is_divided) {
        out[FL_METRIC_ROOM_PATH] = FL_METRIC_ROOM_NONE;
        out[FL_METRIC_ROOM_DETOUR] = FL_METRIC_ROOM_NONE;
    }
}

static int32_t count_cut_off(fl_room_reach *walk)
{
    int32_t n = 0;
    (void)fl_room_reach_parted(walk);
    for (unsigned y = 0; y < walk->room->size; y++) {
        for (uint32_t left = walk->open[y] & ~walk->seen[y]; left; left &= left - 1) {
            n++;
        }
    }
    return n;
}

void fl_metric_room_compute(const fl_interior *room, int32_t out[FL_METRIC_ROOM_COUNT])
{
    fl_room_reach walk;
    memset(out, 0, FL_METRIC_ROOM_COUNT * sizeof *out);
    fl_room_reach_init(&walk, room);
    count_tiles(&walk, out);
    out[FL_METRIC_ROOM_AREA] = room->size * room->size;
    int tiles = room->size * room->size;
    static const fl_metric_room_id shares[] = {FL_METRIC_ROOM_MIRROR_X, FL_METRIC_ROOM_MIRROR_Y,
                                               FL_METRIC_ROOM_HALF_TURN, FL_METRIC_ROOM_DIAGONAL};
    for (size_t i = 0; i < sizeof shares / sizeof shares[0]; i++) {
        out[shares[i]] = out[shares[i]] * 1000 / tiles;
    }
    out[FL_METRIC_ROOM_CLUTTER] = out[FL_METRIC_ROOM_CLUTTER_TILES] * 1000 / tiles;
    out[FL_METRIC_ROOM_WALKABLE] = out[FL_METRIC_ROOM_WALKABLE_TILES] * 1000 / tiles;
    out[FL_METRIC_ROOM_PATH] = FL_METRIC_ROOM_NONE;
    out[FL_METRIC_ROOM_DETOUR] = FL_METRIC_ROOM_NONE;
    measure_ways(&walk, out);
    out[FL_METRIC_ROOM_CUT_OFF] = room->doors ? count_cut_off(&walk) : FL_METRIC_ROOM_NONE;
    out[FL_METRIC_ROOM_SPENT] = room->spent;
}
