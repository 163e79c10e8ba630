/* SPDX-License-Identifier: MIT */
/* Obstacles that no order of the rooms gets around, each with the room and the rule. All of them are proofs:
 * where a room could be made by several entries, every one of them must fail. */
#include "gen/grid/grid_private.h"

#include <stdio.h>
#include <string.h>

enum { FAR_AWAY = UINT16_MAX };

static const fl_grid_entry *entry_of(const fl_grid_deriving *self, const fl_grid_choice *choice)
{
    return &self->rules->entries[choice->entry];
}

static const fl_grid_choice *choice_of(const fl_grid_deriving *self, unsigned room, unsigned i)
{
    return &self->choices[self->rooms[room].choices_from + i];
}

static const char *name_of(const fl_grid_deriving *self, unsigned room)
{
    const fl_room *at = &self->floor->rooms[room];
    return at->tag ? at->tag : fl_kind_of(at->kind)->name;
}

/* Whether a room surely stands before the rooms of a pass are placed, or may stand when one of them is. */
static bool is_before(const fl_grid_deriving *self, unsigned room, unsigned pass)
{
    return room == 0 || self->rooms[room].last_pass < pass;
}

static bool may_stand(const fl_grid_deriving *self, unsigned room, unsigned pass)
{
    return room == 0 || self->rooms[room].first_pass <= pass;
}

unsigned fl_grid_derive_spread(fl_grid_deriving *self, unsigned last_pass, bool only_certain)
{
    unsigned tail = 0;
    for (unsigned i = 0; i < self->rooms_n; i++) {
        self->distance[i] = FAR_AWAY;
    }
    self->queue[tail++] = 0;
    self->distance[0] = 0;
    for (unsigned head = 0; head < tail; head++) {
        const fl_grid_derive_room *room = &self->rooms[self->queue[head]];
        for (unsigned i = 0; i < room->touches_n; i++) {
            unsigned other = self->touches[room->touches_from + i].room;
            bool is_open =
                only_certain ? is_before(self, other, last_pass + 1) : may_stand(self, other, last_pass);
            if (is_open && self->distance[other] == FAR_AWAY) {
                self->distance[other] = (uint16_t)(self->distance[self->queue[head]] + 1);
                self->queue[tail++] = (uint16_t)other;
            }
        }
    }
    return tail;
}

/* ---- walls, board ---- */

static bool has_wall_pair(const fl_grid_deriving *self, unsigned a, unsigned b, bool is_wall)
{
    const fl_grid_choice start = {0, 0};
    for (unsigned i = 0; i < (a == 0 ? 1 : self->rooms[a].choices_n); i++) {
        for (unsigned k = 0; k < (b == 0 ? 1 : self->rooms[b].choices_n); k++) {
            const fl_grid_entry *of_a = entry_of(self, a == 0 ? &start : choice_of(self, a, i));
            const fl_grid_entry *of_b = entry_of(self, b == 0 ? &start : choice_of(self, b, k));
            if (fl_grid_tags_wall(of_a, of_b) == is_wall) {
                return true;
            }
        }
    }
    return false;
}

static bool check_walls(fl_grid_deriving *self)
{
    for (unsigned i = 0; i < self->rooms_n; i++) {
        const fl_grid_derive_room *room = &self->rooms[i];
        for (unsigned k = 0; k < room->touches_n; k++) {
            const fl_grid_touch *touch = &self->touches[room->touches_from + k];
            bool is_mixed = touch->doors != 0 && touch->doors != touch->pairs;
            if (!room->is_apart && (is_mixed || !has_wall_pair(self, i, touch->room, touch->doors == 0))) {
                const fl_grid_derive_room *other = &self->rooms[touch->room];
                return fl_grid_derive_refuse(
                    self, FL_GRID_NO_WALL, (int)i,
                    "room %u at (%d,%d), %.40s, and room %u at (%d,%d), %.40s, touch in %u places with %u "
                    "doors; by the tags of the ruleset there are %s",
                    i, room->x, room->y, name_of(self, i), touch->room, other->x, other->y,
                    name_of(self, touch->room), touch->pairs, touch->doors,
                    is_mixed            ? "doors in all of them, or in none"
                    : touch->doors == 0 ? "doors"
                                        : "none");
            }
        }
    }
    return true;
}

static bool check_board(fl_grid_deriving *self)
{
    const fl_floor *floor = self->floor;
    for (unsigned i = 0; i < self->rooms_n; i++) {
        for (unsigned k = 0; k < floor->rooms[i].cells_n && !self->rooms[i].is_apart; k++) {
            int cell = floor->cells[floor->rooms[i].cells_from + k];
            if (fl_grid_replay_at(self->rules, floor, cell % floor->width, cell / floor->width) < 0) {
                return fl_grid_derive_refuse(
                    self, FL_GRID_NO_BOARD, (int)i,
                    "room %u at (%d,%d), %.40s, would lie beyond the board of %d x %d tiles", i,
                    self->rooms[i].x, self->rooms[i].y, name_of(self, i), self->rules->width,
                    self->rules->height);
            }
        }
    }
    return true;
}

/* ---- passes, tiles, counts ---- */

static void settle_passes(fl_grid_deriving *self, unsigned number)
{
    fl_grid_derive_room *room = &self->rooms[number];
    room->first_pass = FL_GRID_PASSES;
    room->last_pass = 0;
    room->connections = 0;
    for (unsigned i = 0; i < room->choices_n; i++) {
        const fl_grid_entry *entry = entry_of(self, choice_of(self, number, i));
        room->first_pass = entry->pass < room->first_pass ? (uint8_t)entry->pass : room->first_pass;
        room->last_pass = entry->pass > room->last_pass ? (uint8_t)entry->pass : room->last_pass;
        room->connections =
            entry->connections > room->connections ? (uint16_t)entry->connections : room->connections;
    }
}

/* Drops the choices of a pass for a room. */
static void drop_pass(fl_grid_deriving *self, unsigned number, unsigned pass)
{
    fl_grid_derive_room *room = &self->rooms[number];
    fl_grid_choice *list = &self->choices[room->choices_from];
    unsigned kept = 0;
    for (unsigned i = 0; i < room->choices_n; i++) {
        if (entry_of(self, &list[i])->pass != pass) {
            list[kept++] = list[i];
        }
    }
    room->choices_n = (uint16_t)kept;
    settle_passes(self, number);
}

/* A room can be made in a pass only if rooms of this and earlier passes lead to it from the start. */
static bool check_passes(fl_grid_deriving *self)
{
    bool has_changed = true;
    while (has_changed) {
        has_changed = false;
        for (unsigned pass = 0; pass < self->rules->passes_n; pass++) {
            fl_grid_derive_spread(self, pass, false);
            for (unsigned i = 1; i < self->rooms_n; i++) {
                unsigned before = self->rooms[i].choices_n;
                const char *name = before ? self->rules->passes[self->rooms[i].last_pass].name : "";
                if (self->rooms[i].is_apart || self->distance[i] != FAR_AWAY) {
                    continue;
                }
                drop_pass(self, i, pass);
                has_changed = has_changed || self->rooms[i].choices_n < before;
                if (self->rooms[i].choices_n == 0) {
                    return fl_grid_derive_refuse(self, FL_GRID_NO_PASS, (int)i,
                                                 "room %u at (%d,%d), %.40s, would be placed in the pass "
                                                 "'%s', and touches no room that "
                                                 "can stand by then",
                                                 i, self->rooms[i].x, self->rooms[i].y, name_of(self, i),
                                                 name);
                }
            }
        }
    }
    return true;
}

static bool check_tiles(fl_grid_deriving *self)
{
    for (unsigned pass = 0; pass < self->rules->passes_n; pass++) {
        const fl_grid_pass *row = &self->rules->passes[pass];
        unsigned least = 0;
        unsigned most = 0;
        for (unsigned i = 1; i < self->rooms_n; i++) {
            const fl_grid_derive_room *room = &self->rooms[i];
            bool is_of = !room->is_apart && room->first_pass <= pass && room->last_pass >= pass;
            least += is_of && room->first_pass == room->last_pass ? room->tiles_n : 0;
            most += is_of ? room->tiles_n : 0;
        }
        if (least > row->tiles_max || most < row->tiles_min) {
            bool is_more = least > row->tiles_max;
            return fl_grid_derive_refuse(
                self, FL_GRID_NO_TILES, -1,
                is_more
                    ? "the pass '%s' places %u to %u tiles, and %u of the floor's tiles can be of no other "
                      "pass"
                    : "the pass '%s' places %u to %u tiles, and only %u of the floor's tiles can be of it",
                row->name, row->tiles_min, row->tiles_max, is_more ? least : most);
        }
    }
    return true;
}

/* How many rooms are counted for an entry: those that must be, and those that may. */
static void count_for(const fl_grid_deriving *self, unsigned entry, unsigned *least, unsigned *most)
{
    const fl_grid_rules *rules = self->rules;
    unsigned bit = entry - rules->passes[rules->entries[entry].pass].first;
    *least = 0;
    *most = 0;
    for (unsigned i = 1; i < self->rooms_n; i++) {
        unsigned counted = 0;
        for (unsigned k = 0; k < self->rooms[i].choices_n; k++) {
            const fl_grid_choice *choice = choice_of(self, i, k);
            const fl_grid_entry *other = entry_of(self, choice);
            bool is_of_pass = other->pass == rules->entries[entry].pass;
            counted += choice->entry == entry || (is_of_pass && (other->subordinates >> bit & 1));
        }
        bool stands = !self->rooms[i].is_apart;
        *least += stands && counted > 0 && counted == self->rooms[i].choices_n;
        *most += stands && counted > 0;
    }
}

static bool check_counts(fl_grid_deriving *self)
{
    for (unsigned i = 1; i < self->rules->entries_n; i++) {
        const fl_grid_entry *entry = &self->rules->entries[i];
        bool is_limited = (entry->max > 0 && entry->max >= entry->min) || entry->weight == 0;
        unsigned limit = entry->max > entry->min ? entry->max : entry->min;
        unsigned least = 0;
        unsigned most = 0;
        count_for(self, i, &least, &most);
        if ((is_limited && least > limit) || most < entry->min) {
            bool is_more = most >= entry->min;
            return fl_grid_derive_refuse(
                self, FL_GRID_NO_COUNT, -1,
                "the floor has %s %u rooms that count for '%s' of the pass '%s', and %s "
                "%u are allowed",
                is_more ? "at least" : "at most", is_more ? least : most, entry->name,
                self->rules->passes[entry->pass].name, is_more ? "at most" : "at least",
                is_more ? limit : entry->min);
        }
    }
    return true;
}

/* ---- neighbours ---- */

/* The least and most tiles that can be beside a room of a pass when it is placed. */
static void bound_neighbours(const fl_grid_deriving *self, unsigned number, unsigned pass, unsigned *least,
                             unsigned *most)
{
    const fl_grid_derive_room *room = &self->rooms[number];
    *least = 0;
    *most = 0;
    for (unsigned i = 0; i < room->touches_n; i++) {
        const fl_grid_touch *touch = &self->touches[room->touches_from + i];
        *least += is_before(self, touch->room, pass) ? touch->tiles : 0;
        *most += may_stand(self, touch->room, pass) ? touch->tiles : 0;
    }
    *least = *least > 0 ? *least : 1;
}

static bool check_neighbours(fl_grid_deriving *self, unsigned number)
{
    const fl_grid_derive_room *room = &self->rooms[number];
    fl_grid_obstacle obstacle = FL_GRID_NO_NEIGHBOURS;
    const fl_grid_entry *entry = NULL;
    unsigned least = 0;
    unsigned most = 0;
    for (unsigned i = 0; i < room->choices_n; i++) {
        entry = entry_of(self, choice_of(self, number, i));
        const fl_grid_ruleset *rules = &self->rules->rulesets[entry->rules];
        bound_neighbours(self, number, entry->pass, &least, &most);
        for (unsigned k = least; k <= most; k++) {
            if (rules->chance[k] > 0 && k <= entry->connections) {
                return true;
            }
            obstacle = rules->chance[k] > 0 ? FL_GRID_NO_CONNECTIONS : obstacle;
        }
    }
    return fl_grid_derive_refuse(
        self, obstacle, (int)number,
        obstacle == FL_GRID_NO_NEIGHBOURS
            ? "room %u at (%d,%d), %.40s, would be placed beside %u to %u tiles, which the rules '%s' of "
              "'%s' "
              "never allow"
            : "room %u at (%d,%d), %.40s, would be placed beside %u to %u tiles; by the rules '%s', '%s' has "
              "fewer connections",
        number, room->x, room->y, name_of(self, number), least, most,
        self->rules->rulesets[entry->rules].name, entry->name);
}

/* The most neighbours with which a room can be placed, and whether every choice minds the connections of
 * rooms that stand. */
static unsigned most_allowed(const fl_grid_deriving *self, unsigned number, bool *minds)
{
    unsigned most = 0;
    *minds = true;
    for (unsigned i = 0; i < self->rooms[number].choices_n; i++) {
        const fl_grid_entry *entry = entry_of(self, choice_of(self, number, i));
        const fl_grid_ruleset *rules = &self->rules->rulesets[entry->rules];
        *minds = *minds && !rules->ignores_connections;
        for (unsigned k = self->rooms[number].touching; k > most; k--) {
            most = rules->chance[k] > 0 && k <= entry->connections ? k : most;
        }
    }
    return most;
}

/* Whether a room could be the last of those that stand. A standing room beside it that has more neighbours
 * than connections is *crowded. */
static bool can_be_last(const fl_grid_deriving *self, unsigned number, int *crowded)
{
    const fl_grid_derive_room *room = &self->rooms[number];
    bool minds = false;
    *crowded = -1;
    if (most_allowed(self, number, &minds) < room->touching) {
        return false;
    }
    for (unsigned i = 0; i < room->touches_n && minds; i++) {
        unsigned other = self->touches[room->touches_from + i].room;
        if (self->rooms[other].stands && self->rooms[other].touching > self->rooms[other].connections) {
            *crowded = (int)other;
            return false;
        }
    }
    return true;
}

static void change_touching(fl_grid_deriving *self, unsigned number, int sign)
{
    const fl_grid_derive_room *room = &self->rooms[number];
    for (unsigned i = 0; i < room->touches_n; i++) {
        fl_grid_derive_room *other = &self->rooms[self->touches[room->touches_from + i].room];
        const fl_grid_touch *back = &self->touches[other->touches_from];
        while (back->room != number) {
            back++;
        }
        other->touching = (uint16_t)(other->touching + sign * back->tiles);
    }
}

/* Takes rooms away as long as one could be the last, the later passes first. What stays can come about in no
 * order: the last of it would have too many neighbours whatever comes before. */
static bool check_core(fl_grid_deriving *self)
{
    bool has_changed = true;
    int stuck = -1;
    int crowded = -1;
    while (has_changed) {
        unsigned latest = 0;
        has_changed = false;
        stuck = -1;
        for (unsigned i = 1; i < self->rooms_n; i++) {
            bool is_later = self->rooms[i].stands && self->rooms[i].first_pass > latest;
            latest = is_later ? self->rooms[i].first_pass : latest;
        }
        for (unsigned i = self->rooms_n - 1; i > 0; i--) {
            int beside = -1;
            if (!self->rooms[i].stands || self->rooms[i].last_pass < latest) {
                continue;
            }
            if (can_be_last(self, i, &beside)) {
                self->rooms[i].stands = false;
                change_touching(self, i, -1);
                has_changed = true;
            } else {
                stuck = (int)i;
                crowded = beside;
            }
        }
    }
    for (unsigned i = 1; i < self->rooms_n; i++) {
        if (!self->rooms[i].stands && !self->rooms[i].is_apart) {
            self->rooms[i].stands = true;
        }
    }
    if (stuck < 0) {
        return true;
    }
    const fl_grid_derive_room *room = &self->rooms[stuck];
    if (crowded >= 0) {
        const fl_grid_derive_room *full = &self->rooms[crowded];
        return fl_grid_derive_refuse(self, FL_GRID_NO_CONNECTIONS, crowded,
                                     "room %d at (%d,%d), %.40s, has more tiles beside it than its %u "
                                     "connections, in any order",
                                     crowded, full->x, full->y, name_of(self, (unsigned)crowded),
                                     full->connections);
    }
    return fl_grid_derive_refuse(
        self, FL_GRID_NO_NEIGHBOURS, stuck,
        "room %d at (%d,%d), %.40s, and rooms around it: whichever comes last has %u "
        "neighbours or more, which its rules never allow",
        stuck, room->x, room->y, name_of(self, (unsigned)stuck), room->touching);
}

/* `touching` of all rooms, when all that are not apart stand. */
static void count_touching(fl_grid_deriving *self)
{
    for (unsigned i = 0; i < self->rooms_n; i++) {
        fl_grid_derive_room *room = &self->rooms[i];
        room->touching = 0;
        for (unsigned k = 0; k < room->touches_n; k++) {
            room->touching = (uint16_t)(room->touching + self->touches[room->touches_from + k].tiles);
        }
    }
}

/* ---- distance, open ways ---- */

/* Bounds of the distance at which a room of a pass is placed: rooms that stand make it smaller. */
static bool check_distance(fl_grid_deriving *self, unsigned number)
{
    const fl_grid_derive_room *room = &self->rooms[number];
    const fl_grid_entry *entry = entry_of(self, choice_of(self, number, 0));
    const fl_grid_ruleset *rules = &self->rules->rulesets[entry->rules];
    unsigned bound[2] = {FAR_AWAY, FAR_AWAY};
    if (room->choices_n != 1 || (rules->zero == rules->one && entry->least_distance == 0)) {
        return true;
    }
    for (unsigned side = 0; side < 2; side++) {
        fl_grid_derive_spread(self, side == 0 || entry->pass > 0 ? entry->pass - side : 0, side == 1);
        for (unsigned i = 0; i < room->touches_n; i++) {
            unsigned other = self->touches[room->touches_from + i].room;
            bool counts = side == 0 || is_before(self, other, entry->pass);
            unsigned there =
                counts && self->distance[other] != FAR_AWAY ? self->distance[other] + 1U : FAR_AWAY;
            bound[side] = there < bound[side] ? there : bound[side];
        }
    }
    bound[1] = bound[1] == FAR_AWAY ? self->rooms_n : bound[1];
    for (unsigned t = bound[0]; t <= bound[1]; t++) {
        if (t >= entry->least_distance && fl_grid_place_distance(rules, FL_GRID_RULES_SURE, t) > 0) {
            return true;
        }
    }
    return fl_grid_derive_refuse(
        self, FL_GRID_NO_DISTANCE, (int)number,
        "room %u at (%d,%d), %.40s, would be placed %u to %u rooms from the start, where "
        "the rules of '%s' never place one",
        number, room->x, room->y, name_of(self, number), bound[0], bound[1], entry->name);
}

/* Whether a room may ask for nothing at its doors. */
static bool may_be_open(const fl_grid_deriving *self, unsigned number)
{
    bool is_open = number == 0;
    for (unsigned i = 0; i < self->rooms[number].choices_n; i++) {
        const fl_grid_entry *entry = entry_of(self, choice_of(self, number, i));
        is_open = is_open || fl_grid_tags_price(self->rules, entry) == FL_DOOR_OPEN;
    }
    return is_open;
}

static bool check_way(fl_grid_deriving *self)
{
    int end = fl_floor_end(self->floor);
    unsigned tail = 0;
    if (!self->rules->demands_open_way) {
        return true;
    }
    memset(self->ok, 0, self->rooms_n);
    self->ok[0] = 1;
    self->queue[tail++] = 0;
    for (unsigned head = 0; head < tail; head++) {
        const fl_grid_derive_room *room = &self->rooms[self->queue[head]];
        for (unsigned i = 0; i < room->touches_n; i++) {
            const fl_grid_touch *touch = &self->touches[room->touches_from + i];
            if (touch->doors > 0 && !self->ok[touch->room] && may_be_open(self, touch->room)) {
                self->ok[touch->room] = 1;
                self->queue[tail++] = touch->room;
            }
        }
    }
    return end < 0 || self->ok[end] ||
           fl_grid_derive_refuse(self, FL_GRID_NO_WAY, end,
                                 "no way of doors that ask for nothing leads to the end, room %d at (%d,%d)",
                                 end, self->rooms[end].x, self->rooms[end].y);
}

bool fl_grid_derive_checks(fl_grid_deriving *self)
{
    if (!check_walls(self) || !check_board(self) || !check_passes(self) || !check_tiles(self) ||
        !check_counts(self)) {
        return false;
    }
    for (unsigned i = 1; i < self->rooms_n; i++) {
        if (!self->rooms[i].is_apart && !(check_neighbours(self, i) && check_distance(self, i))) {
            return false;
        }
    }
    count_touching(self);
    if (!check_core(self)) {
        return false;
    }
    count_touching(self);
    return check_way(self);
}
