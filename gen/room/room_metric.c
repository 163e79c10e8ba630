/* One pass over the tiles, four floods for the ways. */
#include "gen/room/room_metric.h"

#include "gen/room/room_walk.h"

#include <string.h>

#define FL_ROOM_ROW(symbol, name, unit, meaning) {name, unit, meaning},
static const fl_room_metric_row rows[FL_ROOM_METRIC_COUNT] = {FL_ROOM_METRICS(FL_ROOM_ROW)};
#undef FL_ROOM_ROW

const fl_room_metric_row *fl_room_metric_of(fl_room_metric_id id)
{
    return &rows[id];
}

static void count_tiles(const fl_interior *room, int32_t *out)
{
    unsigned clutter = fl_tile_clutter();
    unsigned walkable = fl_tile_walkable();
    unsigned last = room->size - 1u;
    for (unsigned y = 0; y <= last; y++) {
        for (unsigned x = 0; x <= last; x++) {
            fl_tile tile = fl_room_tile(room, x, y);
            out[FL_ROOM_METRIC_CLUTTER_TILES] += clutter >> tile & 1;
            out[FL_ROOM_METRIC_WALKABLE_TILES] += walkable >> tile & 1;
            out[FL_ROOM_METRIC_ENEMIES] += tile >= FL_TILE_SPAWN;
            out[FL_ROOM_METRIC_PICKUPS] += tile == FL_TILE_PICKUP;
            out[FL_ROOM_METRIC_MIRROR_X] += tile == fl_room_tile(room, last - x, y);
            out[FL_ROOM_METRIC_MIRROR_Y] += tile == fl_room_tile(room, x, last - y);
            out[FL_ROOM_METRIC_HALF_TURN] += tile == fl_room_tile(room, last - x, last - y);
            out[FL_ROOM_METRIC_DIAGONAL] += tile == fl_room_tile(room, y, x);
        }
    }
}

static void take_permille(int tiles, int32_t *out)
{
    static const fl_room_metric_id shares[] = {FL_ROOM_METRIC_MIRROR_X, FL_ROOM_METRIC_MIRROR_Y,
                                               FL_ROOM_METRIC_HALF_TURN, FL_ROOM_METRIC_DIAGONAL};
    for (size_t i = 0; i < sizeof shares / sizeof shares[0]; i++) {
        out[shares[i]] = out[shares[i]] * 1000 / tiles;
    }
    out[FL_ROOM_METRIC_CLUTTER] = out[FL_ROOM_METRIC_CLUTTER_TILES] * 1000 / tiles;
    out[FL_ROOM_METRIC_WALKABLE] = out[FL_ROOM_METRIC_WALKABLE_TILES] * 1000 / tiles;
}

/* Steps between two doors of an empty room. */
static int empty_steps(unsigned size, unsigned from, unsigned to)
{
    bool is_opposite = (from | to) == (FL_NORTH | FL_SOUTH) || (from | to) == (FL_EAST | FL_WEST);
    return is_opposite ? (int)size - 1 : (int)size - 2;
}

static void measure_ways(fl_room_walk *walk, int32_t *out)
{
    const fl_interior *room = walk->room;
    bool is_parted = false;
    for (unsigned from = 1; from <= FL_ALL_SIDES; from <<= 1) {
        for (unsigned to = from << 1; to <= FL_ALL_SIDES; to <<= 1) {
            if (!(room->doors & from) || !(room->doors & to)) {
                continue;
            }
            int steps = fl_room_walk_steps(walk, from, to);
            int more = steps - empty_steps(room->size, from, to);
            is_parted = is_parted || steps == FL_ROOM_WALK_NEVER;
            out[FL_ROOM_METRIC_PATH] = steps > out[FL_ROOM_METRIC_PATH] ? steps : out[FL_ROOM_METRIC_PATH];
            out[FL_ROOM_METRIC_DETOUR] =
                more > out[FL_ROOM_METRIC_DETOUR] ? more : out[FL_ROOM_METRIC_DETOUR];
        }
    }
    if (is_parted) {
        out[FL_ROOM_METRIC_PATH] = FL_ROOM_METRIC_NONE;
        out[FL_ROOM_METRIC_DETOUR] = FL_ROOM_METRIC_NONE;
    }
}

static int32_t count_cut_off(fl_room_walk *walk)
{
    int32_t n = 0;
    (void)fl_room_walk_parted(walk);
    for (unsigned y = 0; y < walk->room->size; y++) {
        for (uint32_t left = walk->open[y] & ~walk->seen[y]; left; left &= left - 1) {
            n++;
        }
    }
    return n;
}

void fl_room_metric_compute(const fl_interior *room, int32_t out[FL_ROOM_METRIC_COUNT])
{
    fl_room_walk walk;
    memset(out, 0, FL_ROOM_METRIC_COUNT * sizeof *out);
    fl_room_walk_init(&walk, room);
    count_tiles(room, out);
    take_permille(room->size * room->size, out);
    out[FL_ROOM_METRIC_PATH] = FL_ROOM_METRIC_NONE;
    out[FL_ROOM_METRIC_DETOUR] = FL_ROOM_METRIC_NONE;
    measure_ways(&walk, out);
    out[FL_ROOM_METRIC_CUT_OFF] = room->doors ? count_cut_off(&walk) : FL_ROOM_METRIC_NONE;
    out[FL_ROOM_METRIC_SPENT] = room->spent;
}
