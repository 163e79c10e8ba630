/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Lays out the ground of a floor, tile by tile: chunk rooms, walls, doors, passages.
 *
 * * A normal room of 2 x 2 cells holds one big chunk room of 24 x 24 tiles (Team Kirby devlog 2020, "What do
 *   we need?"). Its openings are in the middle of its sides, one a side, while such a room of a floor has up
 *   to two doors a side: passages lead from the existing doors to the opening of their side. A side
 *   without a door is closed. The chunk room is smaller than the cells; the rest is rock.
 * * A classic floor's room whose interior is a chunk room holds that one, which has four doors; doors without
 *   a neighbour are walled up.
 * * Every cell of another normal room holds a small chunk room that opens on its doors and on the sides where
 *   the room continues. For a room of one cell this is the document's rule. Rows of small rooms for long and
 *   bent rooms are our choice, since the document has only squares of two sizes.
 * * Other rooms stay empty.
 *
 * The chunk room in cell c of floor f has number CELLS_A_FLOOR f + c of the floor's seed, by the default
 * rules of chunk rooms. */
#include "experiments/show/show_private.h"
#include "gen/classic/classic.h"

#include <stdlib.h>
#include <string.h>

enum {
    CELLS_A_FLOOR = FL_FLOOR_SIDE_MAX * FL_FLOOR_SIDE_MAX,
    MIDDLE = FL_GROUND_CELL / 2 - 1, /* the first tile of a door along its side */
    BIG = 2 * FL_GROUND_CELL,        /* a room of 2 x 2 cells */
    MARGIN = (BIG - FL_ROOM_PART_BIG) / 2,
    BIG_MIDDLE = BIG / 2 - 1,
    AISLE = 2 /* from the outer edge to the passage along a side, which is two tiles wide as doors are */
};

static const struct side {
    unsigned bit;
    int x, y;
} sides[] = {{FL_NORTH, 0, -1}, {FL_EAST, 1, 0}, {FL_SOUTH, 0, 1}, {FL_WEST, -1, 0}};

enum { SIDES = sizeof sides / sizeof sides[0] };

typedef struct box {
    int x, y, width, height;
} box;

static void fill_box(fl_show_ground *self, box at, unsigned with)
{
    for (int y = at.y; y < at.y + at.height; y++) {
        memset(self->tile + (size_t)y * (size_t)self->width + at.x, (int)with, (size_t)at.width);
    }
}

/* The upper left tile of a cell. */
static fl_ground_spot corner_of(const fl_show_ground *self, unsigned cell)
{
    int x = (int)cell % self->floor->width - self->picture.left;
    int y = (int)cell / self->floor->width - self->picture.top;
    return (fl_ground_spot){x * FL_GROUND_CELL, y * FL_GROUND_CELL};
}

int fl_show_ground_room(const fl_show_ground *self, int x, int y)
{
    return fl_floor_room_at(self->floor, self->picture.left + x / FL_GROUND_CELL,
                            self->picture.top + y / FL_GROUND_CELL);
}

bool fl_show_ground_has_inside(const fl_room *room)
{
    return room->kind == FL_KIND_NORMAL;
}

bool fl_show_ground_is_big(const fl_floor *floor, const fl_room *room)
{
    bool is_square = room->cells_n == 4 && fl_show_ground_has_inside(room);
    for (unsigned i = 0; i < room->cells_n && is_square; i++) {
        int cell = floor->cells[room->cells_from + i];
        int x = cell % floor->width - room->origin_x;
        int y = cell / floor->width - room->origin_y;
        is_square = x >= 0 && x <= 1 && y >= 0 && y <= 1;
    }
    return is_square;
}

unsigned fl_show_ground_side(const fl_floor *floor, const fl_door *door, bool of_second)
{
    unsigned first = 0;
    bool is_sideways = fl_draw_picture_is_sideways(floor, door, &first);
    bool is_first = (of_second ? door->cell_b : door->cell_a) == first;
    return is_sideways ? (is_first ? FL_EAST : FL_WEST) : (is_first ? FL_SOUTH : FL_NORTH);
}

fl_ground_spot fl_show_ground_door(const fl_show_ground *self, unsigned cell, unsigned side,
                                   fl_ground_spot *along)
{
    fl_ground_spot at = corner_of(self, cell);
    bool is_flat = side == FL_NORTH || side == FL_SOUTH;
    int far = FL_GROUND_CELL - 1;
    *along = (fl_ground_spot){is_flat, !is_flat};
    at.x += is_flat ? MIDDLE : side == FL_EAST ? far : 0;
    at.y += is_flat ? (side == FL_SOUTH ? far : 0) : MIDDLE;
    return at;
}

/* The sides of a cell on which its room continues. */
static unsigned open_sides(const fl_show_ground *self, int x, int y)
{
    unsigned open = 0;
    for (unsigned i = 0; i < SIDES; i++) {
        bool is_same = fl_floor_room_at(self->floor, x + sides[i].x, y + sides[i].y) ==
                       fl_floor_room_at(self->floor, x, y);
        open |= is_same ? sides[i].bit : 0;
    }
    return open;
}

/* The sides of a 2 x 2 room that have a door. */
static unsigned big_doors(const fl_show_ground *self, const fl_room *room)
{
    unsigned doors = 0;
    for (unsigned i = 0; i < room->cells_n; i++) {
        doors |= self->doors[self->floor->cells[room->cells_from + i]];
    }
    return doors;
}

static void make_room(const fl_show_ground *self, fl_room_rules *rules, unsigned doors, unsigned cell,
                      fl_ground_inside *out)
{
    fl_key key;
    rules->doors = doors;
    fl_room_key(self->key.seed, &key);
    key.index = self->key.index * CELLS_A_FLOOR + cell;
    fl_room_make(rules, &key, &out->room);
    out->number = key.index;
}

bool fl_show_ground_inside(const fl_show_ground *self, unsigned cell, fl_ground_inside *out)
{
    int x = (int)cell % self->floor->width;
    int y = (int)cell / self->floor->width;
    int number = fl_floor_room_at(self->floor, x, y);
    if (number == FL_FLOOR_NO_ROOM || !fl_show_ground_has_inside(&self->floor->rooms[number])) {
        return false;
    }
    const fl_room *room = &self->floor->rooms[number];
    bool is_big = fl_show_ground_is_big(self->floor, room);
    fl_ground_spot corner = corner_of(self, cell);
    fl_key key;
    out->x = corner.x + (is_big ? MARGIN : 1);
    out->y = corner.y + (is_big ? MARGIN : 1);
    out->is_classic = self->classic && fl_classic_chunk_room(room, &out->number);
    if (is_big && (x != room->origin_x || y != room->origin_y)) {
        return false;
    }
    if (out->is_classic) {
        fl_room_key(FL_CLASSIC_CHUNK_SEED, &key);
        key.index = out->number;
        fl_room_make(self->classic, &key, &out->room);
    } else if (is_big) {
        make_room(self, self->big, big_doors(self, room), cell, out);
    } else {
        make_room(self, self->small, self->doors[cell] | open_sides(self, x, y), cell, out);
    }
    return true;
}

static void put_tiles(fl_show_ground *self, const fl_ground_inside *inside)
{
    for (unsigned y = 0; y < inside->room.size; y++) {
        for (unsigned x = 0; x < inside->room.size; x++) {
            fill_box(self, (box){inside->x + (int)x, inside->y + (int)y, 1, 1},
                     fl_room_tile(&inside->room, x, y));
        }
    }
}

/* Puts the two tiles of each door into the walls of a cell. */
static void put_doors(fl_show_ground *self, unsigned cell)
{
    for (unsigned i = 0; i < SIDES; i++) {
        fl_ground_spot along;
        fl_ground_spot at = fl_show_ground_door(self, cell, sides[i].bit, &along);
        bool is_hidden = self->hidden[cell] & sides[i].bit;
        if (self->doors[cell] & sides[i].bit) {
            fill_box(self, (box){at.x, at.y, 1 + along.x, 1 + along.y},
                     is_hidden ? FL_GROUND_HIDDEN : FL_GROUND_DOOR);
        }
    }
}

/* Puts the walls of a cell: along the sides where its room ends, and in the inner corner of a bent room,
 * where the walls of two cells meet in a third. */
static void put_walls(fl_show_ground *self, unsigned cell)
{
    int x = (int)cell % self->floor->width;
    int y = (int)cell / self->floor->width;
    unsigned open = open_sides(self, x, y);
    fl_ground_spot at = corner_of(self, cell);
    int far = FL_GROUND_CELL - 1;
    for (unsigned i = 0; i < SIDES; i++) {
        bool is_flat = sides[i].y != 0;
        if (!(open & sides[i].bit)) {
            fill_box(self,
                     (box){at.x + (sides[i].x > 0 ? far : 0), at.y + (sides[i].y > 0 ? far : 0),
                           is_flat ? FL_GROUND_CELL : 1, is_flat ? 1 : FL_GROUND_CELL},
                     FL_GROUND_WALL);
        }
    }
    for (int i = 0; i < 4; i++) {
        int right = i % 2;
        int below = i / 2;
        if (fl_floor_room_at(self->floor, x + 2 * right - 1, y + 2 * below - 1) !=
            fl_floor_room_at(self->floor, x, y)) {
            fill_box(self, (box){at.x + right * far, at.y + below * far, 1, 1}, FL_GROUND_WALL);
        }
    }
}

/* Digs a passage from a door of a big room: straight in, along the aisle, and through the opening. */
static void put_passage(fl_show_ground *self, fl_ground_spot corner, const struct side *side, int door)
{
    bool is_flat = side->y != 0;
    bool is_far = side->x > 0 || side->y > 0;
    int from = door < BIG_MIDDLE ? door : BIG_MIDDLE;
    int to = door < BIG_MIDDLE ? BIG_MIDDLE : door;
    /* For the north or west side: position along it, depth, and the lengths of both. */
    const box parts[] = {
        {door, 1, 2, AISLE + 1}, {from, AISLE, to - from + 2, 2}, {BIG_MIDDLE, AISLE, 2, MARGIN - AISLE}};
    for (unsigned i = 0; i < sizeof parts / sizeof parts[0]; i++) {
        int deep = is_far ? BIG - parts[i].y - parts[i].height : parts[i].y;
        box at = is_flat ? (box){corner.x + parts[i].x, corner.y + deep, parts[i].width, parts[i].height}
                         : (box){corner.x + deep, corner.y + parts[i].x, parts[i].height, parts[i].width};
        fill_box(self, at, FL_GROUND_PASSAGE);
    }
}

static void put_cell(fl_show_ground *self, unsigned cell)
{
    fl_ground_inside inside;
    const fl_room *room = &self->floor->rooms[self->floor->owner[cell] - 1];
    fl_ground_spot at = corner_of(self, cell);
    bool has_inside = fl_show_ground_inside(self, cell, &inside);
    if (fl_show_ground_is_big(self->floor, room)) {
        if (has_inside) {
            /* A big room with its walls and passages; the doors of its cells are added later. */
            fl_ground_spot corner = corner_of(self, cell);
            int wall = MARGIN - 1;
            fill_box(self, (box){corner.x, corner.y, BIG, BIG}, FL_GROUND_ROCK);
            fill_box(self, (box){corner.x + wall, corner.y + wall, BIG - 2 * wall, BIG - 2 * wall},
                     FL_GROUND_WALL);
            for (unsigned i = 0; i < 4; i++) {
                unsigned column = i % 2;
                unsigned row = i / 2;
                unsigned part = cell + column + row * (unsigned)self->floor->width;
                for (unsigned s = 0; s < SIDES; s++) {
                    if (self->doors[part] & sides[s].bit) {
                        put_passage(self, corner, &sides[s],
                                    MIDDLE + FL_GROUND_CELL * (int)(sides[s].y != 0 ? column : row));
                    }
                }
            }
            put_tiles(self, &inside);
        }
        return;
    }
    fill_box(self, (box){at.x, at.y, FL_GROUND_CELL, FL_GROUND_CELL}, FL_TILE_FLOOR);
    if (has_inside) {
        put_tiles(self, &inside);
    }
}

static fl_err make_rules(const char *name, const char *value, const char *doors, fl_room_rules **out,
                         fl_diag *diag)
{
    fl_setting_values values;
    fl_setting_values_init(&values, fl_room_rules_settings, FL_ROOM_SETTINGS_N);
    fl_err err = fl_setting_values_set(&values, name, value, "", diag);
    err = err ? err : fl_setting_values_set(&values, "doors", doors, "", diag);
    return err ? err : fl_room_rules_init(&values, out, diag);
}

fl_err fl_show_ground_init(fl_show_ground *self, const fl_floor_maker *maker, fl_diag *diag)
{
    memset(self, 0, sizeof *self);
    fl_err err = make_rules("size", "small", "random", &self->small, diag);
    err = err ? err : make_rules("size", "big", "random", &self->big, diag);
    if (!err && maker->opened->generator == &fl_classic) {
        err = make_rules("set", FL_CLASSIC_CHUNK_SET, "NESW", &self->classic, diag);
    }
    return err;
}

void fl_show_ground_free(fl_show_ground *self)
{
    fl_room_rules_free(self->small);
    fl_room_rules_free(self->big);
    fl_room_rules_free(self->classic);
    free(self->tile);
    free(self->mark);
    free(self->queue);
    free(self->doors);
    free(self->hidden);
    free(self->is_walked);
    memset(self, 0, sizeof *self);
}

/* Reserves memory for the largest floor so far. */
static fl_err reserve(fl_show_ground *self, size_t tiles, size_t cells, fl_diag *diag)
{
    if (tiles > self->tiles_max) {
        free(self->tile);
        free(self->mark);
        free(self->queue);
        self->tiles_max = tiles;
        self->tile = malloc(tiles);
        self->mark = malloc(tiles * sizeof *self->mark);
        self->queue = malloc(tiles * sizeof *self->queue);
    }
    if (cells > self->cells_max) {
        free(self->doors);
        free(self->hidden);
        free(self->is_walked);
        self->cells_max = cells;
        self->doors = malloc(cells);
        self->hidden = malloc(cells);
        self->is_walked = malloc(cells);
    }
    bool has_tiles = self->tile && self->mark && self->queue;
    return has_tiles && self->doors && self->hidden && self->is_walked ? FL_OK : fl_diag_memory(diag);
}

fl_err fl_show_ground_fill(fl_show_ground *self, const fl_floor_maker *maker, fl_diag *diag)
{
    const fl_floor *floor = &maker->floor;
    self->floor = floor;
    self->key = maker->key;
    fl_draw_picture_init(&self->picture, floor);
    self->width = self->picture.width * FL_GROUND_CELL;
    self->height = self->picture.height * FL_GROUND_CELL;
    size_t tiles = (size_t)self->width * (size_t)self->height;
    fl_err err = reserve(self, tiles + 1, (size_t)floor->width * (size_t)floor->height + 1, diag);
    if (err) {
        return err;
    }
    size_t cells = (size_t)self->floor->width * (size_t)self->floor->height;
    memset(self->doors, 0, cells);
    memset(self->hidden, 0, cells);
    for (unsigned i = 0; i < self->floor->doors_n; i++) {
        const fl_door *door = &self->floor->doors[i];
        unsigned one = fl_show_ground_side(self->floor, door, false);
        unsigned other = fl_show_ground_side(self->floor, door, true);
        if (door->is_wall) {
            continue;
        }
        self->doors[door->cell_a] |= (uint8_t)one;
        self->doors[door->cell_b] |= (uint8_t)other;
        if (fl_draw_picture_is_hidden(self->floor, door)) {
            self->hidden[door->cell_a] |= (uint8_t)one;
            self->hidden[door->cell_b] |= (uint8_t)other;
        }
    }
    memset(self->tile, FL_GROUND_ROCK, tiles);
    for (unsigned i = 0; i < floor->cells_n; i++) {
        put_cell(self, floor->cells[i]);
    }
    for (unsigned i = 0; i < floor->cells_n; i++) {
        const fl_room *room = &floor->rooms[floor->owner[floor->cells[i]] - 1];
        if (!fl_show_ground_is_big(floor, room)) {
            put_walls(self, floor->cells[i]);
        }
        put_doors(self, floor->cells[i]);
    }
    return FL_OK;
}
