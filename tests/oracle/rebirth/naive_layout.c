/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Growing a layout and finding its dead ends: gen/rebirth/RULES.md, "Growth" and "Dead ends". */
#include "tests/oracle/rebirth/naive_parts.h"

#include <string.h>

enum { FORCED_AT_MOST = 5, NO_OPTION_BUT_1X1 = -1 };

/* ---- candidates ---- */

/* Appends the shape at the cell (x, y) behind the parent's door, if it is enabled and fits. */
static void offer(struct reb_work *work, int parent, int slot, int option, struct reb_candidates *list)
{
    const struct reb_room *from = &work->out->room[parent];
    struct reb_room room = {.slot = slot, .direction = slot % 4, .distance = from->distance + 1};
    int dx;
    int dy;
    (void)reb_grid_door(from->shape, slot, &dx, &dy);
    room.placed_x = from->x + dx;
    room.placed_y = from->y + dy;
    room.shape = 1;
    room.x = room.placed_x;
    room.y = room.placed_y;
    if (option != NO_OPTION_BUT_1X1) {
        const struct reb_option *row = &reb_grid_options[room.direction][option];
        room.shape = row->shape;
        room.x += row->dx;
        room.y += row->dy;
    }
    if ((work->shapes >> room.shape & 1) != 0 && reb_grid_fits(work, room.shape, room.x, room.y)) {
        list->room[list->count] = room;
        list->count++;
    }
}

void reb_layout_candidates(struct reb_work *work, int parent, bool all, struct reb_candidates *list)
{
    static const int one_in[REB_OPTIONS] = {48, 24, 24, 24, 24, 72, 72, 36, 36, 36, 36, 24, 24};
    const struct reb_room *from = &work->out->room[parent];
    list->count = 0;
    for (int slot = 0; slot < REB_SLOTS; slot++) {
        int dx;
        int dy;
        if (!reb_grid_door(from->shape, slot, &dx, &dy) ||
            !reb_grid_fits(work, 1, from->x + dx, from->y + dy)) {
            continue;
        }
        bool small_rooms = (work->shapes >> 1 & 1) != 0;
        offer(work, parent, slot, NO_OPTION_BUT_1X1, list);
        for (int option = 0; option < REB_OPTIONS; option++) {
            bool hit = reb_below(&work->layout, one_in[option]) == 0;
            if (hit || all || !small_rooms) {
                offer(work, parent, slot, option, list);
            }
        }
    }
}

void reb_layout_shuffle(struct reb_work *work, struct reb_candidates *list)
{
    for (int i = list->count - 1; i >= 1; i--) {
        int j = reb_below(&work->layout, i + 1);
        struct reb_room swapped = list->room[i];
        list->room[i] = list->room[j];
        list->room[j] = swapped;
    }
}

int reb_layout_add(struct reb_work *work, const struct reb_room *room)
{
    int number = work->out->rooms;
    work->out->room[number] = *room;
    work->out->rooms++;
    reb_grid_write(work, number, number);
    return number;
}

/* ---- growth ---- */

/* The rooms that have not grown yet; the front of the queue is at the end of the array. */
struct queue {
    int room[REB_MOST_ROOMS];
    int count;
};

static void push_back(struct queue *queue, int room)
{
    memmove(queue->room + 1, queue->room, (size_t)queue->count * sizeof(*queue->room));
    queue->room[0] = room;
    queue->count++;
}

static void push_front(struct queue *queue, int room)
{
    queue->room[queue->count] = room;
    queue->count++;
}

static int draw_budget(struct reb_work *work, int parent, int candidates)
{
    const struct reb_room *room = &work->out->room[parent];
    bool at_start = room->x == REB_START && room->y == REB_START;
    if (work->in->rules != REB_BLADE ? parent == 0 : at_start) {
        return work->most_rooms > 15 ? candidates : 2 + reb_below(&work->layout, 2);
    }
    int budget = 0;
    for (int i = 0; i < 4; i++) {
        budget += reb_below(&work->layout, 2);
    }
    return budget < candidates ? budget : candidates;
}

static bool may_be_placed(struct reb_work *work, const struct reb_room *room)
{
    if (!reb_grid_fits(work, room->shape, room->x, room->y)) {
        return false;
    }
    if (reb_grid_neighbours(work, room->placed_x, room->placed_y, -1) >= 2) {
        bool lenient = work->labyrinth || work->in->stage == 12;
        if (!lenient || reb_below(&work->layout, 10) != 0) {
            return false;
        }
    }
    return reb_grid_doors_agree(work, room->shape, room->x, room->y);
}

/* Nineteen times in twenty a placed shape is not used again in this layout; never true of 1x1. */
static void maybe_leave_pool(struct reb_work *work, int shape)
{
    if (work->in->rules == REB_ARTICLE && shape != 1 && reb_below(&work->layout, 20) != 0) {
        work->shapes &= ~(1 << shape);
    }
}

static void expand(struct reb_work *work, struct queue *queue, int parent, int *placed)
{
    struct reb_candidates list;
    reb_layout_candidates(work, parent, false, &list);
    reb_layout_shuffle(work, &list);
    int budget = draw_budget(work, parent, list.count);
    for (int i = 0; i < list.count; i++) {
        bool has_left = (work->shapes >> list.room[i].shape & 1) == 0;
        if (has_left || !may_be_placed(work, &list.room[i])) {
            continue;
        }
        int room = reb_layout_add(work, &list.room[i]);
        maybe_leave_pool(work, list.room[i].shape);
        *placed += 1;
        if (reb_below(&work->layout, 3) == 0) {
            push_back(queue, room);
        } else {
            push_front(queue, room);
        }
        budget--;
        if (budget <= 0 || *placed >= work->most_rooms) {
            return;
        }
    }
}

static void grow(struct reb_work *work)
{
    struct queue queue = {.count = 0};
    int placed = 0;
    struct reb_room start = {.x = REB_START, .y = REB_START, .placed_x = REB_START, .placed_y = REB_START};
    start.shape = 1;
    push_front(&queue, reb_layout_add(work, &start));
    while (queue.count > 0 && placed < work->most_rooms) {
        queue.count--;
        expand(work, &queue, queue.room[queue.count], &placed);
    }
}

/* ---- dead ends ---- */

static void find_dead_ends(struct reb_work *work)
{
    struct reb_floor *out = work->out;
    for (int i = 1; i < out->rooms; i++) {
        struct reb_room *room = &out->room[i];
        room->dead_end = reb_grid_neighbours(work, room->placed_x, room->placed_y, i) < 2;
    }
    for (int i = 1; i < out->rooms; i++) {
        int x = out->room[i].placed_x;
        int y = out->room[i].placed_y;
        reb_grid_step((out->room[i].direction + 2) % 4, &x, &y);
        int parent = reb_grid_at(work, x, y);
        if (parent != -1) {
            out->room[parent].dead_end = false;
        }
    }
    work->dead_count = 0;
    for (int i = 1; i < out->rooms; i++) {
        if (out->room[i].dead_end) {
            work->dead[work->dead_count] = i;
            work->dead_count++;
        }
    }
}

static bool force_one(struct reb_work *work)
{
    int rooms = work->out->rooms;
    for (int parent = 0; parent < rooms; parent++) {
        struct reb_candidates list;
        reb_layout_candidates(work, parent, true, &list);
        for (int i = 0; i < list.count; i++) {
            const struct reb_room *room = &list.room[i];
            if (reb_grid_fits(work, room->shape, room->x, room->y) &&
                reb_grid_neighbours(work, room->placed_x, room->placed_y, -1) < 2) {
                (void)reb_layout_add(work, room);
                work->out->forced++;
                work->out->forced_last++;
                return true;
            }
        }
    }
    return false;
}

static void force_dead_ends(struct reb_work *work)
{
    int enough = work->in->rules == REB_REPENTANCE ? work->least_dead_ends : 5;
    for (int i = 0; i < FORCED_AT_MOST && work->dead_count < enough; i++) {
        (void)force_one(work);
        find_dead_ends(work);
    }
}

/* Farthest first; not stable, and the order of equal ones matters. */
static void sort_dead_ends(struct reb_work *work)
{
    for (int i = 0; i < work->dead_count; i++) {
        int best = i;
        for (int j = i + 1; j < work->dead_count; j++) {
            if (work->out->room[work->dead[best]].distance < work->out->room[work->dead[j]].distance) {
                best = j;
            }
        }
        int swapped = work->dead[i];
        work->dead[i] = work->dead[best];
        work->dead[best] = swapped;
    }
}

void reb_layout_make(struct reb_work *work)
{
    work->out->rooms = 0;
    work->out->forced_last = 0;
    memset(work->out->room, 0, sizeof(work->out->room));
    memset(work->grid, 0xFF, sizeof(work->grid)); /* all -1 */
    int shapes = work->shapes;                    /* they are all there again after growth */
    grow(work);
    work->shapes = shapes;
    find_dead_ends(work);
    force_dead_ends(work);
    sort_dead_ends(work);
}
