/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The naive grid generator: the attempt, the search, the passes. */
#include "tests/oracle/grid/naive.h"

#include "tests/oracle/grid/naive_parts.h"

#include <string.h>

/* ---- the attempt ---- */

struct search {
    const struct naive_group *group;
    int type, priority;
    bool is_first_pass;
    bool could; /* some attempt of this round could have succeeded */
    bool is_visited[NAIVE_ROOMS_MAX];
};

static const struct naive_param *param_for(const struct naive_ruleset *rules, int neighbours)
{
    const struct naive_param *highest = &rules->param[0];
    for (int i = 0; i < rules->params_n; i++) {
        if (rules->param[i].neighbours == neighbours) {
            return &rules->param[i];
        }
        if (rules->param[i].neighbours > highest->neighbours) {
            highest = &rules->param[i];
        }
    }
    return rules->propagate_higher && neighbours > highest->neighbours ? highest : NULL;
}

static double distance_factor(const struct naive_ruleset *rules, int t)
{
    if (rules->zero == rules->one) {
        return 1;
    }
    double factor = (t - rules->zero) / (rules->one - rules->zero);
    return factor < 0 ? 0 : factor > 1 ? 1 : factor;
}

static bool has_too_many(const struct naive_dungeon *d, const struct naive_group *group, int room)
{
    return naive_traversable_around(d, &d->rooms[room]) > group->type[d->rooms[room].type].connections;
}

/* The probability that the room placed last stays; 0 = impossible, or of another tier. */
static double chance_of_last(const struct naive_dungeon *d, const struct search *search)
{
    const struct naive_room *room = &d->rooms[d->rooms_n - 1];
    const struct naive_ruleset *rules = &search->group->ruleset[search->group->type[room->type].ruleset];
    const struct naive_param *param = param_for(rules, naive_traversable_around(d, room));
    if (!param || param->priority != search->priority) {
        return 0;
    }
    if (has_too_many(d, search->group, d->rooms_n - 1)) {
        return 0;
    }
    int around[NAIVE_AROUND_MAX];
    int n = naive_rooms_around(d, room, around);
    for (int i = 0; i < n && !rules->ignore_connections; i++) {
        if (has_too_many(d, search->group, around[i])) {
            return 0;
        }
    }
    int least = search->group->type[room->type].least_distance;
    if (least > 0 && naive_distance_of_last(d) < least) {
        return 0;
    }
    double chance = param->probability * rules->modifier;
    return search->is_first_pass ? chance : chance * distance_factor(rules, naive_distance_of_last(d));
}

static bool attempt(struct naive_dungeon *d, struct search *search, const struct naive_room *room)
{
    for (int i = 0; i < room->tiles_n; i++) {
        if (!naive_is_on_board(room->tile[i].x, room->tile[i].y) ||
            naive_room_at(d, room->tile[i].x, room->tile[i].y) >= 0) {
            return false;
        }
    }
    naive_lay(d, room);
    double chance = chance_of_last(d, search);
    search->could = search->could || chance > 0;
    if (naive_random_share(d) < chance) {
        return true;
    }
    naive_take_away(d);
    return false;
}

/* ---- the search ---- */

/* Turns by a quarter; the last tile of a row becomes the first of a column. */
static void turn(struct naive_room *room)
{
    for (int i = 0; i < room->tiles_n; i++) {
        room->tile[i] = (struct naive_tile){-room->tile[i].y, room->tile[i].x};
    }
}

/* Moves the room so that tile `which` is on `place`. */
static void move(struct naive_room *room, int which, struct naive_tile place)
{
    int x = place.x - room->tile[which].x;
    int y = place.y - room->tile[which].y;
    for (int i = 0; i < room->tiles_n; i++) {
        room->tile[i].x += x;
        room->tile[i].y += y;
    }
}

/* Whether the two are equal after a shift. */
static bool is_same_form(const struct naive_room *a, const struct naive_room *b)
{
    for (int shift = 0; shift < b->tiles_n; shift++) {
        struct naive_room moved = *b;
        int common = 0;
        move(&moved, shift, a->tile[0]);
        for (int i = 0; i < a->tiles_n; i++) {
            common += naive_has_tile(moved.tile, moved.tiles_n, a->tile[i]);
        }
        if (common == a->tiles_n) {
            return true;
        }
    }
    return false;
}

static int distinct_turns(const struct naive_group *group, int which, struct naive_room out[4])
{
    struct naive_room room = {.type = which, .tiles_n = group->type[which].tiles_n};
    int n = 0;
    memcpy(room.tile, group->type[which].tile, sizeof room.tile);
    for (int quarter = 0; quarter < 4; quarter++) {
        bool is_new = true;
        for (int i = 0; i < n; i++) {
            is_new = is_new && !is_same_form(&out[i], &room);
        }
        if (is_new) {
            out[n++] = room;
        }
        turn(&room);
    }
    return n;
}

/* Tries every way of covering one empty tile. */
static bool place_on(struct naive_dungeon *d, struct search *search, struct naive_tile tile)
{
    struct naive_room form[4];
    int forms[4];
    int ways[NAIVE_TILES_MAX];
    int n = distinct_turns(search->group, search->type, form);
    naive_random_order(d, forms, n);
    for (int i = 0; i < n; i++) {
        naive_random_order(d, ways, form[0].tiles_n);
        for (int k = 0; k < form[0].tiles_n; k++) {
            struct naive_room room = form[forms[i]];
            move(&room, ways[k], tile);
            if (attempt(d, search, &room)) {
                return true;
            }
        }
    }
    return false;
}

static bool place_beside(struct naive_dungeon *d, struct search *search, int which)
{
    struct naive_tile around[NAIVE_AROUND_MAX];
    int order[NAIVE_AROUND_MAX];
    int n = naive_tiles_around(&d->rooms[which], around);
    naive_random_order(d, order, n);
    for (int i = 0; i < n; i++) {
        struct naive_tile tile = around[order[i]];
        if (naive_room_at(d, tile.x, tile.y) < 0 && place_on(d, search, tile)) {
            return true;
        }
    }
    return false;
}

/* A round from one room on: tries the tiles beside it, then goes on from random neighbours that were not
 * visited. */
static bool walk(struct naive_dungeon *d, struct search *search, int which)
{
    search->is_visited[which] = true;
    if (place_beside(d, search, which)) {
        return true;
    }
    for (;;) {
        int around[NAIVE_AROUND_MAX];
        int n = naive_rooms_around(d, &d->rooms[which], around);
        int left = 0;
        for (int i = 0; i < n; i++) {
            if (!search->is_visited[around[i]]) {
                around[left++] = around[i];
            }
        }
        if (left == 0) {
            return false;
        }
        if (walk(d, search, around[naive_random_below(d, left)])) {
            return true;
        }
    }
}

/* The same in another order: one tile, then a neighbour that was not visited or another tile. With
 * `rooms_first` a neighbour as long as there is one; otherwise by a coin where there are both. */
static bool wander(struct naive_dungeon *d, struct search *search, int which, bool rooms_first)
{
    struct naive_tile tile[NAIVE_AROUND_MAX];
    int order[NAIVE_AROUND_MAX];
    int tiles = naive_tiles_around(&d->rooms[which], tile);
    int next = 0;
    bool has_tried = false;
    naive_random_order(d, order, tiles);
    search->is_visited[which] = true;
    for (;;) {
        int around[NAIVE_AROUND_MAX];
        int n = naive_rooms_around(d, &d->rooms[which], around);
        int left = 0;
        for (int i = 0; i < n; i++) {
            if (!search->is_visited[around[i]]) {
                around[left++] = around[i];
            }
        }
        while (next < tiles && naive_room_at(d, tile[order[next]].x, tile[order[next]].y) >= 0) {
            next++;
        }
        bool can_stay = next < tiles;
        bool stays = can_stay && (!has_tried || left == 0 || (!rooms_first && naive_random_below(d, 2) == 0));
        has_tried = true;
        if (!stays && left == 0) {
            return false;
        }
        if (stays ? place_on(d, search, tile[order[next++]])
                  : wander(d, search, around[naive_random_below(d, left)], rooms_first)) {
            return true;
        }
    }
}

static bool place(struct naive_dungeon *d, const struct naive_group *group, int which, bool is_first_pass)
{
    const struct naive_ruleset *rules = &group->ruleset[group->type[which].ruleset];
    int above = 1 << 30;
    for (;;) {
        int priority = -(1 << 30);
        for (int i = 0; i < rules->params_n; i++) {
            int own = rules->param[i].priority;
            priority = own < above && own > priority ? own : priority;
        }
        if (priority == -(1 << 30)) {
            return false;
        }
        struct search search = {
            .group = group, .type = which, .priority = priority, .is_first_pass = is_first_pass};
        do {
            search.could = false;
            memset(search.is_visited, 0, sizeof search.is_visited);
            int last = d->rooms_n - 1;
            if (group->search == NAIVE_TILES_FIRST
                    ? walk(d, &search, last)
                    : wander(d, &search, last, group->search == NAIVE_ROOMS_FIRST)) {
                return true;
            }
        } while (search.could);
        above = priority;
    }
}

/* Whether an end can be reached from a room through doors that ask for nothing. */
static bool reaches_end(const struct naive_dungeon *d, const struct naive_group *group, int which,
                        bool *is_visited)
{
    int around[NAIVE_AROUND_MAX];
    is_visited[which] = true;
    if (naive_type_has(group, d->rooms[which].type, "end")) {
        return true;
    }
    int n = naive_rooms_around(d, &d->rooms[which], around);
    for (int i = 0; i < n; i++) {
        int next = d->rooms[around[i]].type;
        bool is_open = !is_visited[around[i]] &&
                       strcmp(naive_door_price(group, d->rooms[which].type, next), "open") == 0;
        if (is_open && reaches_end(d, group, around[i], is_visited)) {
            return true;
        }
    }
    return false;
}

bool naive_has_open_way(const struct naive_dungeon *d, const struct naive_group *group)
{
    bool is_visited[NAIVE_ROOMS_MAX] = {false};
    return reaches_end(d, group, 0, is_visited);
}

static bool make_once(struct naive_dungeon *d, const struct naive_group *group)
{
    struct naive_room start = {.type = 0, .tiles_n = group->type[0].tiles_n};
    memset(d->room, 0, sizeof d->room);
    d->rooms_n = 0;
    memcpy(start.tile, group->type[0].tile, sizeof start.tile);
    move(&start, 0, (struct naive_tile){NAIVE_SIDE / 2, NAIVE_SIDE / 2});
    naive_lay(d, &start);
    for (int i = 0; i < group->passes_n; i++) {
        struct naive_queue queue;
        int order[NAIVE_QUEUE_MAX];
        if (!naive_fill_queue(d, group, &group->pass[i], &queue)) {
            return false;
        }
        naive_random_order(d, order, queue.n);
        for (int k = 0; k < queue.n; k++) {
            if (!place(d, group, queue.type[order[k]], i == 0)) {
                return false;
            }
        }
    }
    return !group->demands_open_way || naive_has_open_way(d, group);
}

void naive_grid_make(const struct naive_group *group, struct naive_dungeon *out)
{
    out->is_failed = true;
    for (out->attempts = 1; out->is_failed && out->attempts <= group->attempts_max; out->attempts++) {
        out->is_failed = !make_once(out, group);
    }
    out->attempts--;
}
