/* Where the secret room goes: gen/rebirth/RULES.md, "Where the secret room goes". */
#include "tests/oracle/rebirth_naive_parts.h"

#include <string.h>

enum { TILES_WIDE = 13, TILES_HIGH = 7, TAKEN = -1000 };

struct map {
    bool forbidden[REB_GRID][REB_GRID];
    int weight[REB_GRID][REB_GRID]; /* TAKEN or below 0: not here */
};

static void forbid(struct map *map, int x, int y)
{
    if (reb_grid_inside(x, y)) {
        map->forbidden[y][x] = true;
    }
}

/* The slots around the box of an interior that are looked at, by the room's shape. */
static bool slot_is_read(int shape, int slot)
{
    switch (shape) {
    case 1:
        return slot < 4;
    case 4:
        return slot != 5 && slot != 7;
    case 6:
        return slot != 4 && slot != 6;
    default:
        return true;
    }
}

static void forbid_around(struct map *map, const struct reb_room *room)
{
    int w = room->interior->width / TILES_WIDE;
    int h = room->interior->height / TILES_HIGH;
    const int cell[REB_SLOTS][2] = {{-1, 0}, {0, -1}, {w, 0}, {0, h}, {-1, 1}, {1, -1}, {w, 1}, {1, h}};
    bool shut = room->type == REB_BOSS || room->type == REB_SECRET || room->type == REB_SUPER_SECRET;
    for (int slot = 0; slot < REB_SLOTS; slot++) {
        bool has_door = (room->interior->doors >> slot & 1) != 0;
        if (slot_is_read(room->shape, slot) && (shut || !has_door)) {
            forbid(map, room->x + cell[slot][0], room->y + cell[slot][1]);
        }
    }
}

static void forbid_all(const struct reb_work *work, struct map *map)
{
    if (work->in->stage == 11) {
        for (int direction = 0; direction < 4; direction++) {
            int x = REB_START;
            int y = REB_START;
            reb_grid_step(direction, &x, &y);
            forbid(map, x, y);
        }
    }
    for (int i = 0; i < work->out->rooms; i++) {
        if (work->out->room[i].decided) {
            forbid_around(map, &work->out->room[i]);
        }
    }
}

static int weigh(struct reb_work *work, int x, int y)
{
    int weight = 10 + reb_below(&work->layout, 5);
    int count = 0;
    for (int direction = 0; direction < 4; direction++) {
        int nx = x;
        int ny = y;
        int unused_x;
        int unused_y;
        reb_grid_step(direction, &nx, &ny);
        int there = reb_grid_at(work, nx, ny);
        if (there == -1) {
            continue;
        }
        if (reb_grid_door(work->out->room[there].shape, (direction + 2) % 4, &unused_x, &unused_y)) {
            count++;
        } else {
            weight -= 100;
        }
    }
    if (count == 0 || weight < 0) {
        return TAKEN;
    }
    return weight - (count < 3 ? 3 : 0) - (count < 2 ? 3 : 0);
}

/* False if there is no place. */
static bool find_place(struct reb_work *work, int *x, int *y)
{
    struct map map;
    int best[REB_GRID * REB_GRID];
    int count = 0;
    int most = TAKEN;
    memset(&map, 0, sizeof(map));
    forbid_all(work, &map);
    for (int cell = 0; cell < REB_GRID * REB_GRID; cell++) {
        int cx = cell % REB_GRID;
        int cy = cell / REB_GRID;
        if (work->grid[cy][cx] != -1 || map.forbidden[cy][cx]) {
            continue;
        }
        int weight = weigh(work, cx, cy);
        if (weight > most) {
            most = weight;
            count = 0;
        }
        if (weight == most && weight != TAKEN) {
            best[count] = cell;
            count++;
        }
    }
    if (count == 0) {
        return false;
    }
    int chosen = best[reb_below(&work->layout, count)];
    *x = chosen % REB_GRID;
    *y = chosen / REB_GRID;
    return true;
}

void reb_secret_place(struct reb_work *work)
{
    for (int i = 0; i < (work->in->fragmented_card ? 2 : 1); i++) {
        struct reb_wish wish = reb_wish_for(work->secret.state, REB_SECRET);
        const struct reb_interior *interior = reb_specials_pick(work, &wish);
        struct reb_room room = {.shape = 1};
        bool found = find_place(work, &room.x, &room.y); /* also without an interior: its draws are made */
        if (found && interior != NULL) {
            room.placed_x = room.x;
            room.placed_y = room.y;
            reb_ends_apply(work, reb_layout_add(work, &room), interior);
        }
        (void)reb_next(&work->secret);
    }
}
