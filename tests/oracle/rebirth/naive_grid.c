/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Grid, shapes and doors of the naive Rebirth generator: gen/rebirth/RULES.md, "Shapes and doors" and
 * "Candidates at a door". */
#include "tests/oracle/rebirth/naive_parts.h"

struct cell {
    int x;
    int y;
};

struct shape {
    int cells;
    struct cell cell[4];
    const char *doors; /* which of L0 U0 R0 D0 L1 U1 R1 D1 it has: x or - */
    struct cell leads_to[REB_SLOTS];
};

static const struct shape shapes[REB_SHAPES + 1] = {
    [1] = {1, {{0, 0}}, "xxxx----", {{-1, 0}, {0, -1}, {1, 0}, {0, 1}}},
    [2] = {1, {{0, 0}}, "x-x-----", {{-1, 0}, {0, 0}, {1, 0}}},
    [3] = {1, {{0, 0}}, "-x-x----", {{0, 0}, {0, -1}, {0, 0}, {0, 1}}},
    [4] = {2, {{0, 0}, {0, 1}}, "xxxxx-x-", {{-1, 0}, {0, -1}, {1, 0}, {0, 2}, {-1, 1}, {0, 0}, {1, 1}}},
    [5] = {2, {{0, 0}, {0, 1}}, "-x-x----", {{0, 0}, {0, -1}, {0, 0}, {0, 2}}},
    [6] = {2,
           {{0, 0}, {1, 0}},
           "xxxx-x-x",
           {{-1, 0}, {0, -1}, {2, 0}, {0, 1}, {0, 0}, {1, -1}, {0, 0}, {1, 1}}},
    [7] = {2, {{0, 0}, {1, 0}}, "x-x-----", {{-1, 0}, {0, 0}, {2, 0}}},
    [8] = {4,
           {{0, 0}, {1, 0}, {1, 1}, {0, 1}},
           "xxxxxxxx",
           {{-1, 0}, {0, -1}, {2, 0}, {0, 2}, {-1, 1}, {1, -1}, {2, 1}, {1, 2}}},
    [9] = {3,
           {{1, 0}, {1, 1}, {0, 1}},
           "xxxxxxxx",
           {{0, 0}, {0, 0}, {2, 0}, {0, 2}, {-1, 1}, {1, -1}, {2, 1}, {1, 2}}},
    [10] = {3,
            {{0, 0}, {1, 1}, {0, 1}},
            "xxxxxxxx",
            {{-1, 0}, {0, -1}, {1, 0}, {0, 2}, {-1, 1}, {1, 0}, {2, 1}, {1, 2}}},
    [11] = {3,
            {{0, 0}, {1, 0}, {1, 1}},
            "xxxxxxxx",
            {{-1, 0}, {0, -1}, {2, 0}, {0, 1}, {0, 1}, {1, -1}, {2, 1}, {1, 2}}},
    [12] = {3,
            {{0, 0}, {1, 0}, {0, 1}},
            "xxxxxxxx",
            {{-1, 0}, {0, -1}, {2, 0}, {0, 2}, {-1, 1}, {1, -1}, {1, 1}, {1, 1}}}};

const struct reb_option reb_grid_options[4][REB_OPTIONS] = {[REB_LEFT] = {{6, -1, 0},
                                                                          {4, 0, 0},
                                                                          {4, 0, -1},
                                                                          {8, -1, 0},
                                                                          {8, -1, -1},
                                                                          {12, -1, 0},
                                                                          {10, -1, -1},
                                                                          {11, -1, 0},
                                                                          {11, -1, -1},
                                                                          {9, -1, 0},
                                                                          {9, -1, -1},
                                                                          {2, 0, 0},
                                                                          {7, -1, 0}},
                                                            [REB_UP] = {{4, 0, -1},
                                                                        {6, 0, 0},
                                                                        {6, -1, 0},
                                                                        {8, 0, -1},
                                                                        {8, -1, -1},
                                                                        {12, 0, -1},
                                                                        {11, -1, -1},
                                                                        {10, 0, -1},
                                                                        {10, -1, -1},
                                                                        {9, 0, -1},
                                                                        {9, -1, -1},
                                                                        {3, 0, 0},
                                                                        {5, 0, -1}},
                                                            [REB_RIGHT] = {{6, 0, 0},
                                                                           {4, 0, 0},
                                                                           {4, 0, -1},
                                                                           {8, 0, 0},
                                                                           {8, 0, -1},
                                                                           {11, 0, 0},
                                                                           {9, 0, -1},
                                                                           {10, 0, 0},
                                                                           {10, 0, -1},
                                                                           {12, 0, 0},
                                                                           {12, 0, -1},
                                                                           {2, 0, 0},
                                                                           {7, 0, 0}},
                                                            [REB_DOWN] = {{4, 0, 0},
                                                                          {6, 0, 0},
                                                                          {6, -1, 0},
                                                                          {8, 0, 0},
                                                                          {8, -1, 0},
                                                                          {10, 0, 0},
                                                                          {9, -1, 0},
                                                                          {11, 0, 0},
                                                                          {11, -1, 0},
                                                                          {12, 0, 0},
                                                                          {12, -1, 0},
                                                                          {3, 0, 0},
                                                                          {5, 0, 0}}};

int reb_grid_cells(int shape, int dx[4], int dy[4])
{
    for (int i = 0; i < shapes[shape].cells; i++) {
        dx[i] = shapes[shape].cell[i].x;
        dy[i] = shapes[shape].cell[i].y;
    }
    return shapes[shape].cells;
}

bool reb_grid_door(int shape, int slot, int *dx, int *dy)
{
    *dx = shapes[shape].leads_to[slot].x;
    *dy = shapes[shape].leads_to[slot].y;
    return shapes[shape].doors[slot] == 'x';
}

bool reb_grid_inside(int x, int y)
{
    return x >= 0 && x < REB_GRID && y >= 0 && y < REB_GRID;
}

int reb_grid_at(const struct reb_work *work, int x, int y)
{
    return reb_grid_inside(x, y) ? work->grid[y][x] : -1;
}

void reb_grid_step(int direction, int *x, int *y)
{
    static const int dx[4] = {-1, 0, 1, 0};
    static const int dy[4] = {0, -1, 0, 1};
    *x += dx[direction];
    *y += dy[direction];
}

static bool is_reserved(const struct reb_work *work, int x, int y)
{
    const struct reb_input *in = work->in;
    bool last_depths = in->stage == 6 || (in->stage == 5 && work->labyrinth);
    bool strange_door = in->rules == REB_REPENTANCE && in->unlocks == REB_ALL && last_depths;
    return (in->stage == 11 || strange_door) && x == REB_START && y == REB_START - 1;
}

bool reb_grid_fits(const struct reb_work *work, int shape, int x, int y)
{
    int dx[4];
    int dy[4];
    int cells = reb_grid_cells(shape, dx, dy);
    for (int i = 0; i < cells; i++) {
        if (is_reserved(work, x + dx[i], y + dy[i])) {
            return false;
        }
    }
    return reb_grid_fits_again(work, shape, x, y, -1);
}

bool reb_grid_fits_again(const struct reb_work *work, int shape, int x, int y, int own)
{
    int dx[4];
    int dy[4];
    int cells = reb_grid_cells(shape, dx, dy);
    for (int i = 0; i < cells; i++) {
        if (!reb_grid_inside(x + dx[i], y + dy[i])) {
            return false;
        }
        int there = work->grid[y + dy[i]][x + dx[i]];
        if (there != -1 && there != own) {
            return false;
        }
    }
    return true;
}

int reb_grid_neighbours(const struct reb_work *work, int x, int y, int own)
{
    int count = 0;
    for (int direction = 0; direction < 4; direction++) {
        int nx = x;
        int ny = y;
        reb_grid_step(direction, &nx, &ny);
        int there = reb_grid_at(work, nx, ny);
        if (there != -1 && there != own) {
            count++;
        }
    }
    return count;
}

static bool has_door_to(const struct reb_room *room, int x, int y)
{
    for (int slot = 0; slot < REB_SLOTS; slot++) {
        int dx;
        int dy;
        if (reb_grid_door(room->shape, slot, &dx, &dy) && room->x + dx == x && room->y + dy == y) {
            return true;
        }
    }
    return false;
}

/* The same shape with doors on all sides. */
static int full_counterpart(int shape)
{
    switch (shape) {
    case 2:
    case 3:
        return 1;
    case 5:
        return 4;
    case 7:
        return 6;
    default:
        return shape;
    }
}

bool reb_grid_doors_agree(const struct reb_work *work, int shape, int x, int y)
{
    for (int slot = 0; slot < REB_SLOTS; slot++) {
        int dx;
        int dy;
        int unused_x;
        int unused_y;
        if (!reb_grid_door(full_counterpart(shape), slot, &dx, &dy)) {
            continue;
        }
        int there = reb_grid_at(work, x + dx, y + dy);
        if (there == -1) {
            continue;
        }
        if (!reb_grid_door(shape, slot, &unused_x, &unused_y)) {
            return false;
        }
        int own_x = x + dx;
        int own_y = y + dy;
        reb_grid_step((slot + 2) % 4, &own_x, &own_y);
        if (!has_door_to(&work->out->room[there], own_x, own_y)) {
            return false;
        }
    }
    return true;
}

int reb_grid_links(const struct reb_work *work, int room)
{
    const struct reb_room *self = &work->out->room[room];
    int links = 0;
    for (int slot = 0; slot < REB_SLOTS; slot++) {
        int dx;
        int dy;
        if (!reb_grid_door(self->shape, slot, &dx, &dy)) {
            continue;
        }
        int there = reb_grid_at(work, self->x + dx, self->y + dy);
        if (there != -1 && there != room) {
            links |= 1 << slot;
        }
    }
    return links;
}

void reb_grid_write(struct reb_work *work, int room, int value)
{
    const struct reb_room *self = &work->out->room[room];
    int dx[4];
    int dy[4];
    int cells = reb_grid_cells(self->shape, dx, dy);
    for (int i = 0; i < cells; i++) {
        work->grid[self->y + dy[i]][self->x + dx[i]] = value;
    }
}
