/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Drawing insides cell by cell: background, tiles, then walls with gaps for doors.
 *
 * * A classic floor's room whose interior is a chunk room holds that one, which has four doors; those that
 * lead nowhere are walled up.
 * * Every cell of another normal room holds a small chunk room (gen/room) that opens on its doors and on the
 * sides where the room goes on. Cell c of floor f gets room number CELLS_A_FLOOR f + c of the floor's seed,
 * by the default rules of chunk rooms.
 * * Other rooms stay empty but for their sign. */
#include "experiments/show/show.h"
#include "gen/classic/classic.h"

#include <stdlib.h>

/* Pixels. A cell is sixteen tiles and a wall on each side. */
enum {
    TILE = 4,
    CELL = TILE * (FL_ROOM_PART_SMALL + 2),
    GUTTER = 28,
    WALL_COLOUR = 0x3b342f,
    HIDDEN_COLOUR = 0x8a7f74,
    TINT_COLOUR = 0x4f6fb5, /* of a tinted rock, of red fires, around a champion */
    RED_COLOUR = 0xd0021b,
    CHAMPION_COLOUR = 0xf5c211
};

enum {
    ENEMIES = 1 << FL_TILE_WALKER | 1 << FL_TILE_FLYER | 1 << FL_TILE_SHOOTER | 1 << FL_TILE_JUMPER |
              1 << FL_TILE_CHARGER | 1 << FL_TILE_ENEMY
};

enum {
    CELLS_A_FLOOR = FL_FLOOR_SIDE_MAX * FL_FLOOR_SIDE_MAX,
    CELLS_MAX = 600 /* of a picture; more would be megabytes */
};

/* What varies in a classic room, by its bit, and the tiles that show it. */
static const struct variation {
    const char *name;
    unsigned tiles;
    bool marks_all;
    unsigned colour;
} variations[] = {{"a champion", ENEMIES, false, CHAMPION_COLOUR},
                  {"a tinted rock", 1u << FL_TILE_ROCK, false, TINT_COLOUR},
                  {"red fires", 1u << FL_TILE_FIRE, true, RED_COLOUR}};

enum { VARIATIONS = sizeof variations / sizeof variations[0] };

typedef struct inside {
    const fl_floor_maker *maker;
    const fl_floor *floor;
    fl_room_rules *rules;
    fl_room_rules *classic; /* of the rooms that interiors of classic floors are; NULL = there are none */
    fl_picture picture;
    fl_svg svg;
    fl_svg_title title;
    uint8_t *doors;  /* [cells] sides with a door */
    uint8_t *hidden; /* [cells] those of them whose door is hidden */
    int top;         /* of the map in the picture */
} inside;

static const struct side {
    unsigned bit;
    int x, y;
} sides[] = {{FL_NORTH, 0, -1}, {FL_EAST, 1, 0}, {FL_SOUTH, 0, 1}, {FL_WEST, -1, 0}};

enum { SIDES = sizeof sides / sizeof sides[0] };

static void mark_doors(inside *self)
{
    for (unsigned i = 0; i < self->floor->doors_n; i++) {
        const fl_door *door = &self->floor->doors[i];
        unsigned first = 0;
        bool is_sideways = fl_draw_picture_is_sideways(self->floor, door, &first);
        unsigned second = door->cell_a == first ? door->cell_b : door->cell_a;
        unsigned one = is_sideways ? FL_EAST : FL_SOUTH;
        unsigned other = is_sideways ? FL_WEST : FL_NORTH;
        self->doors[first] |= (uint8_t)one;
        self->doors[second] |= (uint8_t)other;
        if (fl_draw_picture_is_hidden(self->floor, door)) {
            self->hidden[first] |= (uint8_t)one;
            self->hidden[second] |= (uint8_t)other;
        }
    }
}

/* The sides of a cell on which its room goes on. */
static unsigned open_sides(const inside *self, int x, int y)
{
    unsigned open = 0;
    for (unsigned i = 0; i < SIDES; i++) {
        bool is_same = fl_floor_room_at(self->floor, x + sides[i].x, y + sides[i].y) ==
                       fl_floor_room_at(self->floor, x, y);
        open |= is_same ? sides[i].bit : 0;
    }
    return open;
}

typedef struct box {
    int x, y, width, height;
} box;

static void add_box(const inside *self, box at, unsigned colour)
{
    fl_text_add_format(self->svg.out, "<path d=\"M%d %dh%dv%dh-%dz\" fill=\"#%06x\"/>\n", at.x, at.y,
                       at.width, at.height, at.width, colour);
}

static unsigned background_of(const fl_room *room)
{
    return room->kind == FL_KIND_NORMAL ? fl_room_tile_of(FL_TILE_FLOOR)->colour
                                        : fl_kind_of(room->kind)->colour;
}

/* Makes the room of a cell; `number` is its own in the set of classic rooms, if it is one of them. */
static bool make_room(const inside *self, int x, int y, fl_interior *out, uint64_t *number)
{
    fl_key key;
    unsigned cell = (unsigned)(y * self->floor->width + x);
    if (self->classic && fl_classic_chunk_room(&self->floor->rooms[self->floor->owner[cell] - 1], number)) {
        fl_room_key(FL_CLASSIC_CHUNK_SEED, &key);
        key.index = *number;
        fl_room_make(self->classic, &key, out);
        return true;
    }
    self->rules->doors = self->doors[cell] | open_sides(self, x, y);
    fl_room_key(self->maker->key.seed, &key);
    key.index = self->maker->key.index * CELLS_A_FLOOR + cell;
    fl_room_make(self->rules, &key, out);
    *number = key.index;
    return false;
}

/* Paints over tiles of a set: over the first one, or over all. */
static void mark_tiles(const inside *self, const fl_interior *room, const fl_room_svg_place *at,
                       const struct variation *how)
{
    bool is_done = false;
    fl_text_add(self->svg.out, "<path d=\"");
    for (unsigned i = 0; i < (unsigned)room->size * room->size && !is_done; i++) {
        unsigned x = i % room->size;
        unsigned y = i / room->size;
        if (how->tiles >> fl_room_tile(room, x, y) & 1) {
            fl_text_add_format(self->svg.out, "M%d %dh%dv%dh-%dz", at->x + TILE * (int)x,
                               at->y + TILE * (int)y, TILE, TILE, TILE);
            is_done = !how->marks_all;
        }
    }
    fl_text_add_format(self->svg.out, "\" fill=\"#%06x\" fill-opacity=\"0.75\"/>\n", how->colour);
}

/* Says in a classic room's tooltip what varies in it. */
static void add_variations(const inside *self, const fl_room *room)
{
    for (unsigned i = 0; i < VARIATIONS; i++) {
        if (room->subtype >> i & 1) {
            fl_text_add_format(self->svg.out, ", %s", variations[i].name);
        }
    }
}

static void add_tiles(const inside *self, int x, int y, int left, int top)
{
    fl_interior room;
    uint64_t number = 0;
    fl_room_svg_place place = {.x = left + TILE, .y = top + TILE, .tile = TILE};
    const fl_room *of = &self->floor->rooms[self->floor->owner[y * self->floor->width + x] - 1];
    bool is_classic = make_room(self, x, y, &room, &number);
    fl_text_add_format(self->svg.out, "<g><title>room %llu, doors=%s%s", (unsigned long long)number,
                       fl_room_parts_sides(room.doors), is_classic ? ", set=" FL_CLASSIC_CHUNK_SET : "");
    if (is_classic) {
        add_variations(self, of);
    }
    fl_text_add(self->svg.out, "</title>\n");
    fl_draw_room_svg_tiles(&room, &place, self->svg.out);
    for (unsigned i = 0; i < VARIATIONS && is_classic; i++) {
        if (of->subtype >> i & 1) {
            mark_tiles(self, &room, &place, &variations[i]);
        }
    }
    fl_text_add(self->svg.out, "</g>\n");
}

/* A wall along a side of a cell, with the door in its middle. */
static void add_wall(const inside *self, const struct side *side, unsigned cell, const int at[2])
{
    bool is_flat = side->y != 0;
    int x = at[0] + (side->x > 0 ? CELL - TILE : 0);
    int y = at[1] + (side->y > 0 ? CELL - TILE : 0);
    int middle = CELL / 2 - TILE;
    add_box(self, (box){x, y, is_flat ? CELL : TILE, is_flat ? TILE : CELL}, WALL_COLOUR);
    if (self->doors[cell] & side->bit) {
        const fl_room *room = &self->floor->rooms[self->floor->owner[cell] - 1];
        unsigned colour = self->hidden[cell] & side->bit ? HIDDEN_COLOUR : background_of(room);
        box gap = {x + (is_flat ? middle : 0), y + (is_flat ? 0 : middle), is_flat ? 2 * TILE : TILE,
                   is_flat ? TILE : 2 * TILE};
        add_box(self, gap, colour);
    }
}

/* In the inner corner of a bent room the walls of two cells meet inside a third. */
static void add_bends(const inside *self, int x, int y, const int at[2])
{
    unsigned open = open_sides(self, x, y);
    for (int i = 0; i < 4; i++) {
        int right = i % 2;
        int below = i / 2;
        unsigned both = (right ? FL_EAST : FL_WEST) | (below ? FL_SOUTH : FL_NORTH);
        bool is_bend =
            (open & both) == both && fl_floor_room_at(self->floor, x + 2 * right - 1, y + 2 * below - 1) !=
                                         fl_floor_room_at(self->floor, x, y);
        if (is_bend) {
            box bend = {at[0] + right * (CELL - TILE), at[1] + below * (CELL - TILE), TILE, TILE};
            add_box(self, bend, WALL_COLOUR);
        }
    }
}

static void add_cell(const inside *self, int x, int y)
{
    unsigned cell = (unsigned)(y * self->floor->width + x);
    const fl_room *room = &self->floor->rooms[self->floor->owner[cell] - 1];
    const int at[2] = {FL_SVG_MARGIN + (x - self->picture.left) * CELL,
                       self->top + (y - self->picture.top) * CELL};
    unsigned open = open_sides(self, x, y);
    add_box(self, (box){at[0], at[1], CELL, CELL}, background_of(room));
    if (room->kind == FL_KIND_NORMAL) {
        add_tiles(self, x, y, at[0], at[1]);
    }
    for (unsigned i = 0; i < SIDES; i++) {
        if (!(open & sides[i].bit)) {
            add_wall(self, &sides[i], cell, at);
        }
    }
    add_bends(self, x, y, at);
}

static void add_sign(const inside *self, const fl_room *room)
{
    const fl_kind_row *kind = fl_kind_of(room->kind);
    fl_picture_spot spot = fl_draw_picture_sign_spot(self->floor, room);
    if (kind->sign != ' ') {
        fl_text_add_format(
            self->svg.out,
            "<text x=\"%d\" y=\"%d\" font-size=\"30\" font-weight=\"bold\" text-anchor=\"middle\" "
            "fill=\"#%s\">",
            FL_SVG_MARGIN + (spot.x - 2 * self->picture.left) * CELL / 2,
            self->top + (spot.y - 2 * self->picture.top) * CELL / 2 + 10,
            fl_draw_picture_wants_dark_ink(kind->colour) ? "000" : "fff");
        fl_text_add_xml(self->svg.out, (const char[]){kind->sign, '\0'});
        fl_text_add(self->svg.out, "</text>\n");
    }
}

static void add_map(const inside *self)
{
    for (int y = self->picture.top; y < self->picture.top + self->picture.height; y++) {
        for (int x = self->picture.left; x < self->picture.left + self->picture.width; x++) {
            if (fl_floor_room_at(self->floor, x, y) != FL_FLOOR_NO_ROOM) {
                add_cell(self, x, y);
            }
        }
    }
    for (unsigned i = 0; i < self->floor->rooms_n; i++) {
        add_sign(self, &self->floor->rooms[i]);
    }
}

static void write_picture(inside *self, const char *title)
{
    int beside = FL_SVG_MARGIN + self->picture.width * CELL + GUTTER;
    int width = beside + FL_SVG_LABEL + 20 * FL_SVG_LETTER + FL_SVG_MARGIN;
    int legend = (int)self->picture.kinds_n * FL_SVG_LEGEND_LINE;
    int map = self->picture.height * CELL;
    fl_draw_svg_measure_title(&self->title, title, width);
    self->top = FL_SVG_MARGIN + (int)self->title.lines * FL_SVG_TITLE_LINE + 10;
    width = width > self->title.width + 2 * FL_SVG_MARGIN ? width : self->title.width + 2 * FL_SVG_MARGIN;
    int height = self->top + (map > legend ? map : legend) + FL_SVG_MARGIN;
    fl_draw_svg_begin(&self->svg, width, height, title);
    fl_text_add(self->svg.out, "<desc>A floor with the insides of its rooms");
    fl_draw_svg_add_kinds(&self->svg, self->picture.kind_n);
    fl_text_add(self->svg.out, "</desc>\n");
    fl_draw_svg_add_paper(&self->svg, width, height);
    fl_draw_svg_add_title(&self->svg, &self->title);
    add_map(self);
    fl_draw_svg_begin_legend(&self->svg);
    for (unsigned i = 0; i < self->picture.kinds_n; i++) {
        fl_draw_svg_add_swatch(&self->svg, self->picture.kinds[i], beside,
                               self->top + (int)i * FL_SVG_LEGEND_LINE);
    }
    fl_text_add(self->svg.out, "</g>\n</svg>\n");
}

static fl_err begin_classic(inside *self, fl_diag *diag)
{
    fl_setting_values values;
    fl_setting_values_init(&values, fl_room_rules_settings, FL_ROOM_SETTINGS_N);
    fl_err err = fl_setting_values_set(&values, "set", FL_CLASSIC_CHUNK_SET, "", diag);
    return err ? err : fl_room_rules_init(&values, &self->classic, diag);
}

static fl_err begin(inside *self, fl_diag *diag)
{
    fl_setting_values values;
    size_t cells = (size_t)self->floor->width * (size_t)self->floor->height;
    fl_draw_picture_init(&self->picture, self->floor);
    if (self->floor->failure) {
        return fl_diag_set(diag, FL_ERR_INPUT, "--rooms", "this floor failed: %s", self->floor->failure);
    }
    if (self->floor->cells_n > CELLS_MAX) {
        return fl_diag_set(diag, FL_ERR_INPUT, "--rooms",
                           "the floor has %u cells; insides are drawn of at most %d",
                           (unsigned)self->floor->cells_n, CELLS_MAX);
    }
    self->doors = calloc(cells, 1);
    self->hidden = calloc(cells, 1);
    if (!self->doors || !self->hidden) {
        return fl_diag_memory(diag);
    }
    mark_doors(self);
    fl_setting_values_init(&values, fl_room_rules_settings, FL_ROOM_SETTINGS_N);
    fl_err err = fl_setting_values_set(&values, "doors", "random", "", diag);
    err = err ? err : fl_room_rules_init(&values, &self->rules, diag);
    return err || self->maker->opened->generator != &fl_classic ? err : begin_classic(self, diag);
}

fl_err fl_show_insides(const fl_floor_maker *maker, bool is_dark, fl_text *out, fl_diag *diag)
{
    inside self = {.maker = maker, .floor = &maker->floor};
    fl_text title;
    fl_text_init(&title);
    fl_draw_svg_init(&self.svg, out, is_dark);
    fl_run_generator_add_command(maker->opened, maker->key.index, &title);
    fl_text_add(&title, " --rooms");
    fl_err err = begin(&self, diag);
    if (!err) {
        write_picture(&self, fl_text_get(&title));
    }
    out->is_short_of_memory |= title.is_short_of_memory;
    fl_text_free(&title);
    fl_room_rules_free(self.rules);
    fl_room_rules_free(self.classic);
    free(self.doors);
    free(self.hidden);
    return err;
}
