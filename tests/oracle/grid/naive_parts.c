/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The naive grid generator: random numbers, the board, the queue. */
#include "tests/oracle/grid/naive_parts.h"

#include <string.h>

static const struct naive_tile step[4] = {{0, -1}, {1, 0}, {0, 1}, {-1, 0}};

static uint64_t random_bits(struct naive_dungeon *d)
{
    uint64_t z = d->random += 0x9e3779b97f4a7c15;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
    z = (z ^ z >> 27) * 0x94d049bb133111eb;
    return z ^ z >> 31;
}

double naive_random_share(struct naive_dungeon *d)
{
    return (double)(random_bits(d) >> 11) / 9007199254740992.0;
}

int naive_random_below(struct naive_dungeon *d, int n)
{
    return (int)(naive_random_share(d) * n);
}

/* 0 to n - 1 in random order. */
void naive_random_order(struct naive_dungeon *d, int *order, int n)
{
    for (int i = 0; i < n; i++) {
        order[i] = i;
    }
    for (int i = n - 1; i > 0; i--) {
        int other = naive_random_below(d, i + 1);
        int kept = order[i];
        order[i] = order[other];
        order[other] = kept;
    }
}

/* ---- the board ---- */

bool naive_is_on_board(int x, int y)
{
    return x >= 0 && y >= 0 && x < NAIVE_SIDE && y < NAIVE_SIDE;
}

int naive_room_at(const struct naive_dungeon *d, int x, int y)
{
    return naive_is_on_board(x, y) ? d->room[y][x] - 1 : -1;
}

bool naive_has_tile(const struct naive_tile *list, int n, struct naive_tile tile)
{
    for (int i = 0; i < n; i++) {
        if (list[i].x == tile.x && list[i].y == tile.y) {
            return true;
        }
    }
    return false;
}

/* The tiles on the board that are adjacent to a room and not its own, each once. */
int naive_tiles_around(const struct naive_room *room, struct naive_tile out[NAIVE_AROUND_MAX])
{
    int n = 0;
    for (int i = 0; i < room->tiles_n; i++) {
        for (int s = 0; s < 4; s++) {
            struct naive_tile tile = {room->tile[i].x + step[s].x, room->tile[i].y + step[s].y};
            if (naive_is_on_board(tile.x, tile.y) && !naive_has_tile(room->tile, room->tiles_n, tile) &&
                !naive_has_tile(out, n, tile)) {
                out[n++] = tile;
            }
        }
    }
    return n;
}

int naive_traversable_around(const struct naive_dungeon *d, const struct naive_room *room)
{
    struct naive_tile around[NAIVE_AROUND_MAX];
    int n = naive_tiles_around(room, around);
    int count = 0;
    for (int i = 0; i < n; i++) {
        count += naive_room_at(d, around[i].x, around[i].y) >= 0;
    }
    return count;
}

/* The rooms adjacent to a room, each once. */
int naive_rooms_around(const struct naive_dungeon *d, const struct naive_room *room,
                       int out[NAIVE_AROUND_MAX])
{
    struct naive_tile around[NAIVE_AROUND_MAX];
    int tiles = naive_tiles_around(room, around);
    int n = 0;
    for (int i = 0; i < tiles; i++) {
        int other = naive_room_at(d, around[i].x, around[i].y);
        bool is_known = other < 0;
        for (int k = 0; k < n; k++) {
            is_known = is_known || out[k] == other;
        }
        if (!is_known) {
            out[n++] = other;
        }
    }
    return n;
}

void naive_lay(struct naive_dungeon *d, const struct naive_room *room)
{
    d->rooms[d->rooms_n++] = *room;
    for (int i = 0; i < room->tiles_n; i++) {
        d->room[room->tile[i].y][room->tile[i].x] = d->rooms_n;
    }
}

void naive_take_away(struct naive_dungeon *d)
{
    const struct naive_room *room = &d->rooms[--d->rooms_n];
    for (int i = 0; i < room->tiles_n; i++) {
        d->room[room->tile[i].y][room->tile[i].x] = 0;
    }
}

/* Steps from the start to the room placed last. */
int naive_distance_of_last(const struct naive_dungeon *d)
{
    static int distance[NAIVE_ROOMS_MAX];
    int around[NAIVE_AROUND_MAX];
    for (int i = 0; i < d->rooms_n; i++) {
        distance[i] = i == 0 ? 0 : -1;
    }
    for (int reached = 0; distance[d->rooms_n - 1] < 0; reached++) {
        for (int i = 0; i < d->rooms_n; i++) {
            int n = distance[i] == reached ? naive_rooms_around(d, &d->rooms[i], around) : 0;
            for (int k = 0; k < n; k++) {
                distance[around[k]] = distance[around[k]] < 0 ? reached + 1 : distance[around[k]];
            }
        }
    }
    return distance[d->rooms_n - 1];
}

/* ---- the queue ---- */

static bool is_full(const struct naive_type *type, int count)
{
    return type->max > 0 && type->max >= type->min && count >= type->max;
}

static bool may_have_more(const struct naive_group *group, const int *count, int which)
{
    const struct naive_type *type = &group->type[which];
    bool is_fine = !is_full(type, count[which]);
    for (int i = 0; i < NAIVE_TYPES_MAX; i++) {
        if (type->is_subordinate[i] && is_full(&group->type[i], count[i])) {
            is_fine = false;
        }
    }
    return is_fine;
}

static void append(const struct naive_group *group, struct naive_queue *queue, int which)
{
    queue->type[queue->n++] = which;
    queue->tiles += group->type[which].tiles_n;
    queue->count[which]++;
    for (int i = 0; i < NAIVE_TYPES_MAX; i++) {
        queue->count[i] += group->type[which].is_subordinate[i];
    }
}

/* Draws a type by weight among those that are allowed; -1 = none is. */
static int draw_type(struct naive_dungeon *d, const struct naive_group *group, const struct naive_pass *pass,
                     const struct naive_queue *queue)
{
    double weight[NAIVE_TYPES_MAX];
    double sum = 0;
    int last = -1;
    for (int i = pass->first; i <= pass->last; i++) {
        const struct naive_type *type = &group->type[i];
        bool is_allowed = type->weight > 0 && queue->tiles + type->tiles_n <= pass->max &&
                          may_have_more(group, queue->count, i);
        weight[i] = is_allowed ? type->weight : 0;
        sum += weight[i];
        last = is_allowed ? i : last;
    }
    double rest = naive_random_share(d) * sum;
    for (int i = pass->first; i < last; i++) {
        if (rest < weight[i]) {
            return i;
        }
        rest -= weight[i];
    }
    return last;
}

/* False when the pass cannot have enough tiles. */
bool naive_fill_queue(struct naive_dungeon *d, const struct naive_group *group, const struct naive_pass *pass,
                      struct naive_queue *queue)
{
    memset(queue, 0, sizeof *queue);
    int order[NAIVE_TYPES_MAX];
    int kinds = pass->last - pass->first + 1;
    naive_random_order(d, order, kinds);
    for (int i = 0; i < kinds; i++) {
        int which = pass->first + order[i];
        const struct naive_type *type = &group->type[which];
        int wanted = type->weight > 0 ? type->min - queue->count[which] : type->min;
        if (type->weight <= 0 && type->max > type->min) {
            wanted += naive_random_below(d, type->max - type->min + 1);
        }
        for (int k = 0; k < wanted; k++) {
            append(group, queue, which);
        }
    }
    int target = pass->min + naive_random_below(d, pass->max - pass->min + 1);
    while (queue->tiles < target) {
        int which = draw_type(d, group, pass, queue);
        if (which < 0) {
            break;
        }
        append(group, queue, which);
    }
    return queue->tiles >= pass->min && queue->tiles <= pass->max;
}
