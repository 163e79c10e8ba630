/* SPDX-License-Identifier: MIT */
/* Ranks count the dead ends that are strictly farther, so equally far rooms share the better rank. The order
 * of special rooms is judged by the generator's own distances if it has any, because it sorted its dead ends
 * by those. */
#include "analysis/metric/metric_private.h"

static int distance_of(const fl_floor *floor, const fl_room *room)
{
    return floor->has_own_measure ? room->own_distance : room->distance;
}

/* The first room of each kind that a floor has. */
typedef struct firsts {
    const fl_floor *floor;
    uint64_t kinds; /* that the floor has */
    uint16_t number[FL_KIND_COUNT];
} firsts;

static const fl_room *first_of(const firsts *self, fl_kind kind)
{
    return self->kinds >> kind & 1 ? &self->floor->rooms[self->number[kind]] : NULL;
}

/* Counts dead ends at a distance of `least` or more. */
static int32_t count_ends(const fl_floor *floor, int least)
{
    int32_t n = 0;
    for (unsigned i = 0; i < floor->rooms_n; i++) {
        n += floor->rooms[i].is_dead_end && floor->rooms[i].distance >= least;
    }
    return n;
}

/* Returns among how many dead ends the shop could have been put, and which of them it has. */
static int32_t place_of(const fl_floor *floor, const fl_room *shop)
{
    int32_t ends = 0;
    int32_t before = 0;
    for (unsigned i = 0; i < floor->rooms_n; i++) {
        const fl_room *room = &floor->rooms[i];
        bool is_open = room->is_dead_end && room->kind != FL_KIND_BOSS && room->kind != FL_KIND_SUPER_SECRET;
        ends += is_open;
        before += is_open && room < shop;
    }
    return 10 * ends + before;
}

static void rank_shop(const firsts *firsts, int32_t *out)
{
    const fl_floor *floor = firsts->floor;
    const fl_room *shop = first_of(firsts, FL_KIND_SHOP);
    if (!shop) {
        return;
    }
    out[FL_METRIC_SHOP_END_PLACE] = shop->is_dead_end ? place_of(floor, shop) : FL_GENERATOR_FACT_NONE;
    int32_t farther = count_ends(floor, shop->distance + 1);
    int32_t others = count_ends(floor, shop->distance) - shop->is_dead_end;
    out[FL_METRIC_SHOP_RANK] = 1 + farther;
    out[FL_METRIC_SHOP_IS_THIRD] = farther <= 2 && others >= 2;
}

static void rank_boss(const firsts *firsts, int32_t *out)
{
    const fl_floor *floor = firsts->floor;
    int end = fl_floor_end(floor);
    const fl_room *boss = first_of(firsts, FL_KIND_BOSS);
    if (end >= 0) {
        out[FL_METRIC_BOSS_RANK] = 1 + count_ends(floor, floor->rooms[end].distance + 1);
    }
    if (boss && floor->has_own_measure) {
        int32_t rank = 1;
        int32_t earlier = 0;
        for (unsigned i = 0; i < floor->rooms_n; i++) {
            const fl_room *room = &floor->rooms[i];
            rank += room->is_own_dead_end && room->own_distance > boss->own_distance;
            earlier += room->is_own_dead_end && room->own_distance == boss->own_distance && room < boss;
        }
        out[FL_METRIC_BOSS_OWN_RANK] = rank;
        out[FL_METRIC_BOSS_EARLIER_ENDS] = earlier;
    }
}

/* Counts pairs out of order. Each kind is represented by its first room; missing kinds are skipped. */
static int32_t count_broken(const firsts *firsts, const fl_kind *order, unsigned n)
{
    int32_t broken = 0;
    const fl_room *before = NULL;
    for (unsigned i = 0; i < n; i++) {
        const fl_room *room = first_of(firsts, order[i]);
        if (room) {
            broken += before && distance_of(firsts->floor, room) > distance_of(firsts->floor, before);
            before = room;
        }
    }
    return broken;
}

/* True for special rooms in dead ends, bosses included, except hidden ones and the start. */
static bool is_special_end(const fl_room *room)
{
    return room->is_dead_end && !room->is_added && room->kind != FL_KIND_NORMAL &&
           room->kind != FL_KIND_START && room->kind != FL_KIND_SUPER_SECRET;
}

/* True if every floor has rooms of this kind. */
static bool is_sure(fl_kind kind)
{
    const uint64_t sure = 1ull << FL_KIND_START | 1ull << FL_KIND_BOSS | 1ull << FL_KIND_SHOP |
                          1ull << FL_KIND_TREASURE | 1ull << FL_KIND_SUPER_SECRET;
    return sure >> kind & 1;
}

void fl_metric_dead_end_rank_count(const fl_floor *floor, int32_t *out)
{
    int32_t ends = 0;
    int32_t singles = 0;
    int32_t off = 0;
    int32_t by_chance = 0;
    firsts firsts;
    firsts.floor = floor;
    firsts.kinds = 0;
    for (unsigned i = floor->rooms_n; i-- > 0;) {
        firsts.kinds |= 1ull << floor->rooms[i].kind;
        firsts.number[floor->rooms[i].kind] = (uint16_t)i;
    }
    for (unsigned i = 0; i < floor->rooms_n; i++) {
        const fl_room *room = &floor->rooms[i];
        bool is_special =
            room->kind != FL_KIND_NORMAL && room->kind != FL_KIND_START && room->kind != FL_KIND_BOSS;
        by_chance += !room->is_added && !is_sure(room->kind);
        ends += room->is_dead_end;
        singles += room->is_dead_end && room->cells_n == 1;
        off += is_special && !room->is_added && !room->is_dead_end;
    }
    out[FL_METRIC_SPECIALS_OFF_ENDS] = off;
    out[FL_METRIC_NORMAL_OR_CHANCE] = by_chance;
    /* Counts dead ends beyond the nearest special room in a dead end, with and without bosses. */
    int nearest = INT16_MAX;
    int nearest_other = INT16_MAX;
    int32_t n = 0;
    int32_t others = 0;
    for (unsigned i = 0; i < floor->rooms_n; i++) {
        const fl_room *room = &floor->rooms[i];
        int distance = is_special_end(room) ? room->distance : INT16_MAX;
        int other = room->kind == FL_KIND_BOSS ? INT16_MAX : distance;
        nearest = distance < nearest ? distance : nearest;
        nearest_other = other < nearest_other ? other : nearest_other;
    }
    for (unsigned i = 0; i < floor->rooms_n; i++) {
        const fl_room *room = &floor->rooms[i];
        bool is_end = room->is_dead_end && !room->is_added && room->kind != FL_KIND_SUPER_SECRET;
        n += is_end && room->distance > nearest;
        others += is_end && room->kind != FL_KIND_BOSS && room->distance > nearest_other;
    }
    out[FL_METRIC_ENDS_BEYOND] = nearest < INT16_MAX ? n : FL_GENERATOR_FACT_NONE;
    out[FL_METRIC_ENDS_BEYOND_SPECIALS] = nearest_other < INT16_MAX ? others : FL_GENERATOR_FACT_NONE;
    out[FL_METRIC_DEAD_END_SINGLES] = ends > 0 ? singles * 1000 / ends : FL_GENERATOR_FACT_NONE;
    rank_shop(&firsts, out);
    rank_boss(&firsts, out);
    static const fl_kind order[] = {
        FL_KIND_BOSS,        FL_KIND_SUPER_SECRET, FL_KIND_SHOP,          FL_KIND_TREASURE,
        FL_KIND_PLANETARIUM, FL_KIND_DICE,         FL_KIND_SACRIFICE,     FL_KIND_LIBRARY,
        FL_KIND_CURSE,       FL_KIND_MINIBOSS,     FL_KIND_CHALLENGE,     FL_KIND_BOSS_CHALLENGE,
        FL_KIND_ARCADE,      FL_KIND_VAULT,        FL_KIND_CLEAN_BEDROOM, FL_KIND_DIRTY_BEDROOM,
        FL_KIND_GRAVE,
    };
    enum { GUARANTEED = 4 };
    if (first_of(&firsts, FL_KIND_BOSS)) {
        out[FL_METRIC_ORDER_BROKEN] = count_broken(&firsts, order, GUARANTEED);
        out[FL_METRIC_ORDER_BROKEN_ALL] = count_broken(&firsts, order, sizeof order / sizeof order[0]);
    }
}
