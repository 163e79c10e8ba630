/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Draws the ground of a floor (ground.c): as a picture, or as text with one letter a tile. Both report the
 * results of a walk over it (ways.c). */
#include "experiments/show/show_private.h"
#include "gen/classic/classic.h"

#include <stdio.h>
#include <string.h>

/* Pixels. */
enum {
    TILE = 4,
    CELL = TILE * FL_GROUND_CELL,
    GUTTER = 28,
    NOTE_LINE = 18,
    WALL_COLOUR = 0x3b342f,
    HIDDEN_COLOUR = 0x8a7f74,
    PASSAGE_COLOUR = 0xcfc4ae,
    ROCK_COLOUR = 0x77706a,
    TINT_COLOUR = 0x4f6fb5, /* of a tinted rock, of red fires, around a champion */
    RED_COLOUR = 0xd0021b,
    CHAMPION_COLOUR = 0xf5c211
};

enum {
    ENEMIES = 1 << FL_TILE_WALKER | 1 << FL_TILE_FLYER | 1 << FL_TILE_SHOOTER | 1 << FL_TILE_JUMPER |
              1 << FL_TILE_CHARGER | 1 << FL_TILE_ENEMY
};

enum { CELLS_MAX = 600 /* limit of a picture; more would be megabytes */ };

enum { NOTES_MAX = 4, NOTE_BYTES = 120 };

/* The variations of a classic room, by bit, and the tiles that show them. */
static const struct variation {
    const char *name;
    unsigned tiles;
    bool marks_all;
    unsigned colour;
} variations[] = {{"a champion", ENEMIES, false, CHAMPION_COLOUR},
                  {"a tinted rock", 1u << FL_TILE_ROCK, false, TINT_COLOUR},
                  {"red fires", 1u << FL_TILE_FIRE, true, RED_COLOUR}};

enum { VARIATIONS = sizeof variations / sizeof variations[0] };

typedef struct insides {
    fl_show_ground ground;
    fl_show_ways ways;
    char note[NOTES_MAX][NOTE_BYTES]; /* below the drawing */
    unsigned notes_n;
    fl_svg svg;
} insides;

static const char *end_of(uint64_t n)
{
    return n == 1 ? "" : "s";
}

/* True if a room of several cells has an inside other than one big chunk room. */
static bool has_rows(const fl_floor *floor)
{
    for (unsigned i = 0; i < floor->rooms_n; i++) {
        const fl_room *room = &floor->rooms[i];
        if (room->cells_n > 1 && fl_show_ground_has_inside(room) && !fl_show_ground_is_big(floor, room)) {
            return true;
        }
    }
    return false;
}

static char *next_note(insides *self)
{
    return self->note[self->notes_n++];
}

static void add_notes(insides *self)
{
    const fl_show_ways *ways = &self->ways;
    snprintf(next_note(self), NOTE_BYTES, "%llu room%s, %llu with a big inside of 24 x 24 tiles; %llu door%s",
             (unsigned long long)ways->rooms, end_of(ways->rooms), (unsigned long long)ways->big,
             (unsigned long long)ways->doors, end_of(ways->doors));
    if (has_rows(self->ground.floor)) {
        snprintf(next_note(self), NOTE_BYTES,
                 "other rooms of several cells: a small inside of 16 x 16 in each");
    }
    if (ways->parted >= 0 || ways->missed >= 0) {
        snprintf(next_note(self), NOTE_BYTES, "room %d: a door that feet do not reach",
                 ways->parted >= 0 ? ways->parted : ways->missed);
        return;
    }
    snprintf(next_note(self), NOTE_BYTES, "walked: in each room every door reaches every other");
    if (ways->apart > 0) {
        snprintf(next_note(self), NOTE_BYTES,
                 "walked: all doors from the start; %llu room%s without a way of doors",
                 (unsigned long long)ways->apart, end_of(ways->apart));
    } else {
        snprintf(next_note(self), NOTE_BYTES, "walked: from the start to every room");
    }
}

static fl_err begin(insides *self, const fl_floor_maker *maker, fl_diag *diag)
{
    const fl_floor *floor = &maker->floor;
    if (floor->failure) {
        return fl_diag_set(diag, FL_ERR_INPUT, "--rooms", "this floor failed: %s", floor->failure);
    }
    if (floor->cells_n > CELLS_MAX) {
        return fl_diag_set(diag, FL_ERR_INPUT, "--rooms",
                           "the floor has %u cells; insides are drawn of at most %d",
                           (unsigned)floor->cells_n, CELLS_MAX);
    }
    fl_err err = fl_show_ground_init(&self->ground, maker, diag);
    err = err ? err : fl_show_ground_fill(&self->ground, maker, diag);
    if (!err) {
        fl_show_ways_walk(&self->ground, &self->ways);
        add_notes(self);
    }
    return err;
}

static unsigned background_of(const fl_room *room)
{
    bool is_ground = fl_show_ground_has_inside(room) || room->kind == FL_KIND_START; /* not paper white */
    return is_ground ? fl_room_tile_of(FL_TILE_FLOOR)->colour : fl_kind_of(room->kind)->colour;
}

/* Adds all tiles of a type as one path, run by run; only those of a room, if one is given. */
static void add_sort(const insides *self, unsigned sort, int room, unsigned colour)
{
    const fl_show_ground *ground = &self->ground;
    bool has_any = false;
    for (int y = 0; y < ground->height; y++) {
        int from = -1;
        for (int x = 0; x <= ground->width; x++) {
            bool is_one = x < ground->width && ground->tile[y * ground->width + x] == sort &&
                          fl_show_ground_room(ground, x, y) >= 0 &&
                          (room < 0 || fl_show_ground_room(ground, x, y) == room);
            from = is_one && from < 0 ? x : from;
            if (!is_one && from >= 0) {
                fl_text_add(self->svg.out, has_any ? "" : "<path d=\"");
                int width = x - from;
                fl_text_add_format(self->svg.out, "M%d %dh%dv%dh-%dz", FL_SVG_MARGIN + from * TILE,
                                   self->svg.top + y * TILE, width * TILE, TILE, width * TILE);
                has_any = true;
                from = -1;
            }
        }
    }
    if (has_any) {
        fl_text_add_format(self->svg.out, "\" fill=\"#%06x\"/>\n", colour);
    }
}

/* Marks tiles of a set: the first one, or all. */
static void mark_tiles(const insides *self, const fl_interior *room, const fl_room_svg_place *at,
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

static void add_inside(const insides *self, const fl_ground_inside *inside, const fl_room *room)
{
    fl_room_svg_place place = {
        .x = FL_SVG_MARGIN + inside->x * TILE, .y = self->svg.top + inside->y * TILE, .tile = TILE};
    fl_text_add_format(self->svg.out, "<g><title>room %llu, doors=%s%s%s", (unsigned long long)inside->number,
                       fl_room_parts_sides(inside->room.doors),
                       inside->room.size == FL_ROOM_PART_BIG ? ", size=big" : "",
                       inside->is_classic ? ", set=" FL_CLASSIC_CHUNK_SET : "");
    if (inside->is_classic) {
        /* Lists the variations of a classic room in its tooltip. */
        for (unsigned i = 0; i < VARIATIONS; i++) {
            if (room->subtype >> i & 1) {
                fl_text_add_format(self->svg.out, ", %s", variations[i].name);
            }
        }
    }
    fl_text_add(self->svg.out, "</title>\n");
    fl_draw_room_svg_tiles(&inside->room, &place, self->svg.out);
    for (unsigned i = 0; i < VARIATIONS && inside->is_classic; i++) {
        if (room->subtype >> i & 1) {
            mark_tiles(self, &inside->room, &place, &variations[i]);
        }
    }
    fl_text_add(self->svg.out, "</g>\n");
}

static void add_cells(const insides *self, const fl_room *room)
{
    const fl_floor *floor = self->ground.floor;
    fl_text_add(self->svg.out, "<path d=\"");
    for (unsigned i = 0; i < room->cells_n; i++) {
        int cell = floor->cells[room->cells_from + i];
        fl_text_add_format(self->svg.out, "M%d %dh%dv%dh-%dz",
                           FL_SVG_MARGIN + (cell % floor->width - self->ground.picture.left) * CELL,
                           self->svg.top + (cell / floor->width - self->ground.picture.top) * CELL, CELL,
                           CELL, CELL);
    }
    fl_text_add_format(self->svg.out, "\" fill=\"#%06x\"/>\n", background_of(room));
}

/* The types of tiles in use as bits, without the ground. */
static unsigned used_tiles(const fl_show_ground *ground)
{
    unsigned used = 0;
    for (int i = 0; i < ground->width * ground->height; i++) {
        used |= ground->tile[i] < FL_TILE_COUNT ? 1u << ground->tile[i] : 0;
    }
    return used & ~(1u << FL_TILE_FLOOR);
}

fl_err fl_show_insides_svg(const fl_floor_maker *maker, const fl_show_look *look, fl_text *out, fl_diag *diag)
{
    insides self = {.notes_n = 0};
    fl_draw_svg_init(&self.svg, out, look->is_dark);
    fl_err err = begin(&self, maker, diag);
    if (!err) {
        const fl_picture *picture = &self.ground.picture;
        int beside = FL_SVG_MARGIN + picture->width * CELL + GUTTER;
        int width = beside + FL_SVG_LABEL + 20 * FL_SVG_LETTER + FL_SVG_MARGIN;
        int legend = (int)picture->kinds_n * FL_SVG_LEGEND_LINE + FL_SVG_MARGIN / 2;
        for (unsigned used = used_tiles(&self.ground); used; used &= used - 1) {
            legend += FL_SVG_LEGEND_LINE;
        }
        int map = picture->height * CELL;
        int notes = map > legend ? map : legend;
        fl_draw_svg_lay_out(&self.svg, look->title, width);
        fl_draw_svg_open(&self.svg, notes + (int)self.notes_n * NOTE_LINE, look->title);
        fl_text_add(self.svg.out, "<desc>A floor with the insides of its rooms");
        fl_draw_svg_add_kinds(&self.svg, picture->kind_n);
        fl_draw_svg_add_paper(&self.svg);
        const fl_floor *floor = self.ground.floor;
        fl_ground_inside inside;
        for (unsigned i = 0; i < floor->rooms_n; i++) {
            add_cells(&self, &floor->rooms[i]);
        }
        add_sort(&self, FL_GROUND_ROCK, -1, ROCK_COLOUR);
        add_sort(&self, FL_GROUND_PASSAGE, -1, PASSAGE_COLOUR);
        add_sort(&self, FL_GROUND_WALL, -1, WALL_COLOUR);
        add_sort(&self, FL_GROUND_HIDDEN, -1, HIDDEN_COLOUR);
        for (unsigned i = 0; i < floor->rooms_n; i++) {
            add_sort(&self, FL_GROUND_DOOR, (int)i, background_of(&floor->rooms[i]));
        }
        for (unsigned i = 0; i < floor->cells_n; i++) {
            if (fl_show_ground_inside(&self.ground, floor->cells[i], &inside)) {
                add_inside(&self, &inside, &floor->rooms[floor->owner[floor->cells[i]] - 1]);
            }
        }
        for (unsigned i = 0; i < floor->rooms_n; i++) {
            const fl_kind_row *kind = fl_kind_of(floor->rooms[i].kind);
            fl_picture_spot spot = fl_draw_picture_sign_spot(self.ground.floor, &floor->rooms[i]);
            if (kind->sign != ' ') {
                fl_text_add_format(
                    self.svg.out,
                    "<text x=\"%d\" y=\"%d\" font-size=\"30\" font-weight=\"bold\" text-anchor=\"middle\" "
                    "fill=\"#%s\">",
                    FL_SVG_MARGIN + (spot.x - 2 * self.ground.picture.left) * CELL / 2,
                    self.svg.top + (spot.y - 2 * self.ground.picture.top) * CELL / 2 + 10,
                    fl_draw_picture_wants_dark_ink(kind->colour) ? "000" : "fff");
                fl_text_add_xml(self.svg.out, (const char[]){kind->sign, '\0'});
                fl_text_add(self.svg.out, "</text>\n");
            }
        }
        fl_draw_svg_add_legend(&self.svg,
                               &(fl_svg_legend){.kind_n = picture->kind_n, .x = beside, .y = self.svg.top});
        (void)fl_draw_svg_add_tiles(&self.svg, used_tiles(&self.ground), beside,
                                    self.svg.top + (int)picture->kinds_n * FL_SVG_LEGEND_LINE +
                                        FL_SVG_MARGIN / 2);
        fl_text_add(self.svg.out, "</g>\n");
        fl_text_add_format(self.svg.out, "<g class=\"notes\" font-size=\"13\" fill=\"%s\">\n",
                           self.svg.look->faint);
        for (unsigned i = 0; i < self.notes_n; i++) {
            fl_text_add_format(self.svg.out, "<text x=\"%d\" y=\"%d\">", FL_SVG_MARGIN,
                               self.svg.top + notes + (int)(i + 1) * NOTE_LINE);
            fl_text_add_xml(self.svg.out, self.note[i]);
            fl_text_add(self.svg.out, "</text>\n");
        }
        fl_text_add(self.svg.out, "</g>\n</svg>\n");
    }
    fl_show_ground_free(&self.ground);
    return err;
}

/* The sign of the room's kind, if this tile is the middle of the sign's place. */
static char sign_at(const fl_show_ground *ground, int x, int y)
{
    int number = fl_show_ground_room(ground, x, y);
    if (number < 0) {
        return ' ';
    }
    const fl_room *room = &ground->floor->rooms[number];
    fl_picture_spot spot = fl_draw_picture_sign_spot(ground->floor, room);
    bool is_here = x == (spot.x - 2 * ground->picture.left) * FL_GROUND_CELL / 2 &&
                   y == (spot.y - 2 * ground->picture.top) * FL_GROUND_CELL / 2;
    return is_here ? fl_kind_of(room->kind)->sign : ' ';
}

/* A line of the legend, which is wrapped when full. */
typedef struct legend_line {
    fl_text *out;
    const char *name;
    int width; /* so far; 0 = empty */
} legend_line;

static void add_meaning(legend_line *self, const char *sign, const char *meaning)
{
    enum { LEGEND_WIDTH = 90 };
    int width = 5 + (int)strlen(meaning);
    if (self->width == 0 || self->width + width > LEGEND_WIDTH) {
        fl_text_add_format(self->out, "%s%-6s", self->width > 0 ? "\n" : "",
                           self->width > 0 ? "" : self->name);
        self->width = 6;
    }
    fl_text_add_format(self->out, "   %s %s", sign, meaning);
    self->width += width;
}

fl_err fl_show_insides_text(const fl_floor_maker *maker, const fl_show_look *look, fl_text *out,
                            fl_diag *diag)
{
    insides self = {.notes_n = 0};
    const fl_show_ground *ground = &self.ground;
    fl_err err = begin(&self, maker, diag);
    for (int y = 0; y < ground->height && !err; y++) {
        int end = ground->width;
        while (end > 0 && ground->tile[y * ground->width + end - 1] == FL_GROUND_ROCK) {
            end--;
        }
        for (int x = 0; x < end; x++) {
            bool is_ascii = look->is_ascii;
            static const struct {
                const char *fine, *ascii;
            } signs[] = {[FL_GROUND_ROCK - FL_TILE_COUNT] = {" ", " "},
                         [FL_GROUND_WALL - FL_TILE_COUNT] = {"█", "#"},
                         [FL_GROUND_DOOR - FL_TILE_COUNT] = {"·", "."},
                         [FL_GROUND_HIDDEN - FL_TILE_COUNT] = {"▒", "?"},
                         [FL_GROUND_PASSAGE - FL_TILE_COUNT] = {"·", "."}};
            unsigned tile = ground->tile[y * ground->width + x];
            char sign = sign_at(ground, x, y);
            if (sign != ' ') {
                fl_text_add_char(out, sign);
            } else if (tile < FL_TILE_COUNT) {
                fl_text_add_char(out, fl_room_tile_of((fl_tile)tile)->sign);
            } else {
                fl_text_add(out,
                            is_ascii ? signs[tile - FL_TILE_COUNT].ascii : signs[tile - FL_TILE_COUNT].fine);
            }
        }
        fl_text_add_char(out, '\n');
    }
    if (!err) {
        /* Explains the signs of the drawing: rooms, then tiles. */
        bool is_ascii = look->is_ascii;
        legend_line rooms = {.out = out, .name = "rooms"};
        legend_line tiles = {.out = out, .name = "tiles"};
        unsigned used = 0; /* bit t: tile t is drawn */
        for (int i = 0; i < ground->width * ground->height; i++) {
            used |= 1u << ground->tile[i];
        }
        for (unsigned i = 0; i < ground->picture.kinds_n; i++) {
            const fl_kind_row *kind = fl_kind_of(ground->picture.kinds[i]);
            if (kind->sign != ' ') {
                add_meaning(&rooms, (const char[]){kind->sign, '\0'}, kind->label);
            }
        }
        fl_text_add(out, rooms.width > 0 ? "\n" : "");
        for (unsigned tile = 0; tile < FL_TILE_COUNT; tile++) {
            const fl_tile_row *row = fl_room_tile_of((fl_tile)tile);
            if (used >> tile & 1 && tile != FL_TILE_FLOOR) {
                add_meaning(&tiles, (const char[]){row->sign, '\0'}, row->name);
            }
        }
        if (used >> FL_GROUND_HIDDEN & 1) {
            add_meaning(&tiles, is_ascii ? "?" : "▒", "hidden door");
        }
        fl_text_add(out, tiles.width > 0 ? "\n" : "");
    }
    for (unsigned i = 0; i < self.notes_n && !err; i++) {
        fl_text_add_format(out, "%s\n", self.note[i]);
    }
    fl_show_ground_free(&self.ground);
    return err;
}
