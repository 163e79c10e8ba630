/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Giving dead ends an interior, a shape and a type: gen/rebirth/RULES.md, "Fitting an interior into a dead
 * end". */
#include "tests/oracle/rebirth/naive_parts.h"

#include <string.h>

/* Whether the room counts as a neighbour (hidden rooms do not). */
static bool counts_as_link(const struct reb_work *work, const struct reb_room *room)
{
    if (room->type == REB_SECRET) {
        return false;
    }
    return room->type != REB_SUPER_SECRET || work->in->rules != REB_BLADE;
}

/* True if there is a door to every room beside the shape, and at most one of these rooms counts. */
static bool links_suit(const struct reb_work *work, int own, int shape, int x, int y, int doors)
{
    int seen = 0;
    for (int slot = 0; slot < REB_SLOTS; slot++) {
        int dx;
        int dy;
        if (!reb_grid_door(shape, slot, &dx, &dy)) {
            continue;
        }
        int there = reb_grid_at(work, x + dx, y + dy);
        if (there == -1 || there == own) {
            continue;
        }
        if ((doors >> slot & 1) == 0) {
            return false;
        }
        seen += counts_as_link(work, &work->out->room[there]);
    }
    return seen <= 1;
}

bool reb_ends_resize(struct reb_work *work, int room, int shape, int doors)
{
    static const int second[REB_OPTIONS] = {0, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 0};
    static const struct reb_option small = {1, 0, 0};
    struct reb_room *self = &work->out->room[room];
    int back = (self->direction + 2) % 4;
    for (int i = 0; i < REB_OPTIONS; i++) { /* the fourteenth option always fails */
        const struct reb_option *option = i == 0 ? &small : &reb_grid_options[self->direction][i - 1];
        int x = self->placed_x + option->dx;
        int y = self->placed_y + option->dy;
        if (option->shape != shape || (doors >> (back + 4 * second[i]) & 1) == 0 ||
            !reb_grid_fits_again(work, shape, x, y, room) || !links_suit(work, room, shape, x, y, doors)) {
            continue;
        }
        reb_grid_write(work, room, -1);
        self->shape = shape;
        self->x = x;
        self->y = y;
        reb_grid_write(work, room, room);
        return true;
    }
    return false;
}

/* True if the next three cells in its direction hold no other room, and no other room is beside them. */
static bool has_room_beyond(const struct reb_work *work, int room)
{
    const struct reb_room *self = &work->out->room[room];
    int x = self->placed_x;
    int y = self->placed_y;
    for (int i = 0; i < 3; i++) {
        reb_grid_step(self->direction, &x, &y);
        int there = reb_grid_at(work, x, y);
        if (!reb_grid_inside(x, y) || (there != -1 && there != room) ||
            reb_grid_neighbours(work, x, y, room) > 0) {
            return false;
        }
    }
    return true;
}

static int take(struct reb_work *work, int position)
{
    int room = work->dead[position];
    work->dead_count--;
    memmove(work->dead + position, work->dead + position + 1,
            (size_t)(work->dead_count - position) * sizeof(*work->dead));
    return room;
}

int reb_ends_pop(struct reb_work *work, const struct reb_interior *interior)
{
    for (int i = 0; interior != NULL && i < work->dead_count; i++) {
        if (reb_ends_resize(work, work->dead[i], interior->shape, interior->doors)) {
            return take(work, i);
        }
    }
    return -1;
}

int reb_ends_pop_boss(struct reb_work *work, const struct reb_interior *interior, bool is_first)
{
    int farthest = 0;
    for (int i = 0; i < work->dead_count; i++) {
        int distance = work->out->room[work->dead[i]].distance;
        farthest = distance > farthest ? distance : farthest;
    }
    for (int i = 0; interior != NULL && i < work->dead_count; i++) {
        int room = work->dead[i];
        if (is_first && work->in->rules == REB_ARTICLE && work->out->room[room].distance < farthest) {
            continue;
        }
        if (work->out->room[room].distance <= 1 || (work->labyrinth && !has_room_beyond(work, room))) {
            continue;
        }
        if (reb_ends_resize(work, room, interior->shape, interior->doors)) {
            return take(work, i);
        }
    }
    return -1;
}

void reb_ends_give_back(struct reb_work *work, int room)
{
    if (room != -1) {
        work->dead[work->dead_count] = room;
        work->dead_count++;
    }
}

void reb_ends_apply(struct reb_work *work, int room, const struct reb_interior *interior)
{
    struct reb_room *self = &work->out->room[room];
    self->decided = true;
    self->type = interior->type;
    self->variant = interior->variant;
    self->subtype = interior->subtype;
    self->interior = interior;
}
