/* SPDX-License-Identifier: MIT */
/* Each type of tile has a path in a square of 16 units; a room is a scaled group of them. */
#include "gen/draw/draw.h"
#include "gen/draw/draw_private.h"

enum {
    UNIT = 16,    /* of a tile's side */
    GUTTER = 28,  /* pixels between the rooms and the legend */
    GAP = 20,     /* between rooms */
    CAPTION = 22, /* height, with the gap below it */
    WALL_COLOUR = 0x3b342f,
    EDGE_COLOUR = 0x2b2622,
    TILE = 16, /* pixels */
};

/* Paths from a tile's upper left corner. */
static const char *const shapes[FL_TILE_COUNT] = {
    [FL_TILE_WALL] = "h16v16h-16z",
    [FL_TILE_PIT] = "h16v16h-16z",
    [FL_TILE_ROCK] = "m3 4l6-3 5 3 1 6-4 5-7-1-3-5z",
    [FL_TILE_SPIKES] = "m1 15l3-12 3 12zm8 0l3-12 3 12z",
    [FL_TILE_WEB] = "l16 16m0-16l-16 16m8-16v16m-8-8h16m-12-4l4-1 4 1 1 4-1 4-4 1-4-1-1-4z",
    [FL_TILE_FIRE] = "m8 1l4 6 2 4-3 4h-6l-3-4 3-3 1-2z",
    [FL_TILE_POT] = "m5 2h6l-1 3 3 3-1 6h-8l-1-6 3-3z",
    [FL_TILE_PICKUP] = "m8 2l6 6-6 6-6-6z",
    [FL_TILE_BLOCK] = "m1 1h14v14h-14z",
};

/* The attributes of a tile's path, up to the colour. */
static const char *paint_of(fl_tile tile)
{
    bool is_flat = tile == FL_TILE_WALL || tile == FL_TILE_PIT;
    return tile == FL_TILE_WEB ? "fill=\"none\" stroke" : is_flat ? "fill" : "stroke=\"#2b2622\" fill";
}

static void add_enemies(const fl_interior *room, fl_tile tile, fl_text *out)
{
    const fl_tile_row *row = fl_room_tile_of(tile);
    for (unsigned y = 0; y < room->size; y++) {
        for (unsigned x = 0; x < room->size; x++) {
            if (fl_room_tile(room, x, y) == tile) {
                fl_text_add_format(out,
                                   "<circle cx=\"%u\" cy=\"%u\" r=\"7\" fill=\"#%06x\" stroke=\"#%06x\"/>",
                                   UNIT * x + UNIT / 2, UNIT * y + UNIT / 2, row->colour, EDGE_COLOUR);
                fl_text_add_format(out,
                                   "<text x=\"%u\" y=\"%u\" font-size=\"10\" text-anchor=\"middle\" "
                                   "fill=\"#%s\">%c</text>\n",
                                   UNIT * x + UNIT / 2, UNIT * y + 12,
                                   fl_draw_picture_wants_dark_ink(row->colour) ? "000" : "fff", row->sign);
            }
        }
    }
}

/* All tiles of a type form one path. */
static void add_type(const fl_interior *room, fl_tile tile, fl_text *out)
{
    bool has_any = false;
    for (unsigned y = 0; y < room->size; y++) {
        for (unsigned x = 0; x < room->size; x++) {
            if (fl_room_tile(room, x, y) != tile) {
                continue;
            }
            fl_text_add(out, has_any ? "" : "<path d=\"");
            fl_text_add_format(out, "M%u %u%s", UNIT * x, UNIT * y, shapes[tile]);
            has_any = true;
        }
    }
    if (has_any) {
        fl_text_add_format(out, "\" %s=\"#%06x\"/>\n", paint_of(tile), fl_room_tile_of(tile)->colour);
    }
}

void fl_draw_room_svg_tiles(const fl_interior *room, const fl_room_svg_place *place, fl_text *out)
{
    int hundredths = place->tile * 100 / UNIT;
    fl_text_add_format(out, "<g transform=\"translate(%d %d) scale(%d.%02d)\">\n", place->x, place->y,
                       hundredths / 100, hundredths % 100);
    fl_text_add_format(out, "<path d=\"M0 0h%u v%u h-%u z\" fill=\"#%06x\"/>\n", UNIT * room->size,
                       UNIT * room->size, UNIT * room->size, fl_room_tile_of(FL_TILE_FLOOR)->colour);
    for (int tile = 1; tile < FL_TILE_COUNT; tile++) {
        if (tile < FL_TILE_SPAWN) {
            add_type(room, (fl_tile)tile, out);
        } else {
            add_enemies(room, (fl_tile)tile, out);
        }
    }
    fl_text_add(out, "</g>\n");
}

static void add_box(int x, int y, int width, int height, fl_text *out)
{
    fl_text_add_format(out, "M%d %dh%dv%dh-%dz", x, y, width, height, width);
}

/* The walls, and over them the doors in the colour of the ground. */
static void add_room(const fl_interior *room, int left, int top, fl_text *out)
{
    int box = (room->size + 2) * TILE;
    int middle = room->size / 2 * TILE; /* from the outer corner to the door's first tile */
    int far = box - TILE;
    fl_text_add(out, "<path d=\"");
    add_box(left, top, box, box, out);
    fl_text_add_format(out, "\" fill=\"#%06x\"/>\n", WALL_COLOUR);
    if (room->doors) {
        fl_text_add(out, "<path d=\"");
        for (unsigned side = 1; side <= FL_ALL_SIDES; side <<= 1) {
            bool is_flat = side == FL_NORTH || side == FL_SOUTH;
            int across = side == FL_EAST || side == FL_SOUTH ? far : 0;
            if (room->doors & side) {
                add_box(left + (is_flat ? middle : across), top + (is_flat ? across : middle),
                        is_flat ? 2 * TILE : TILE, is_flat ? TILE : 2 * TILE, out);
            }
        }
        fl_text_add_format(out, "\" fill=\"#%06x\"/>\n", fl_room_tile_of(FL_TILE_FLOOR)->colour);
    }
    fl_room_svg_place place = {.x = left + TILE, .y = top + TILE, .tile = TILE};
    fl_draw_room_svg_tiles(room, &place, out);
}

void fl_draw_room_svg(const fl_interior *rooms, unsigned n, const fl_room_svg_options *options, fl_text *out)
{
    fl_svg svg;
    int box = n > 0 ? (rooms[0].size + 2) * TILE : 0; /* of a room with its walls */
    int line = box + GAP + (options->captions ? CAPTION : 0);
    unsigned wanted = options->columns;
    unsigned columns = wanted ? wanted : n <= 3 ? n : 2;
    while (!wanted && columns * columns < n) {
        columns++;
    }
    columns = columns < 1 ? 1 : columns > n && n > 0 ? n : columns;
    unsigned used = 0; /* bit t: tile t is in a room */
    for (unsigned i = 0; i < n; i++) {
        used |= fl_draw_picture_tiles(&rooms[i]);
    }
    used &= ~1u; /* the ground is not in the legend */
    size_t letters = fl_draw_svg_side_letters(options->side, options->side_n);
    int beside = FL_SVG_MARGIN + (int)columns * (box + GAP) - GAP + GUTTER;
    int maps = (int)((n + columns - 1) / columns) * line - GAP;
    int legend = FL_SVG_LEGEND_LINE * __builtin_popcount(used) + FL_SVG_MARGIN / 2 +
                 FL_SVG_SIDE_LINE * (int)options->side_n;
    fl_draw_svg_init(&svg, out, options->is_dark);
    fl_draw_svg_lay_out(&svg, options->title,
                        beside + FL_SVG_LABEL + FL_SVG_LETTER * (int)(letters < 9 ? 9 : letters) +
                            FL_SVG_MARGIN);
    fl_draw_svg_open(&svg, maps > legend ? maps : legend, "Rooms of a dungeon");
    fl_text_add_format(out, "<desc>%u %s from above", n, n == 1 ? "room" : "rooms");
    fl_draw_svg_add_paper(&svg);
    for (unsigned i = 0; i < n; i++) {
        int left = FL_SVG_MARGIN + (int)(i % columns) * (box + GAP);
        int top = svg.top + (int)(i / columns) * line;
        if (options->captions) {
            fl_draw_svg_add_words(&svg, (fl_picture_spot){left + box / 2, top + 12}, 13, false,
                                  options->captions[i]);
            top += CAPTION;
        }
        add_room(&rooms[i], left, top, out);
    }
    fl_text_add_format(out, "<g font-size=\"14\" fill=\"%s\">\n", svg.look->ink);
    int y = fl_draw_svg_add_tiles(&svg, used, beside, svg.top);
    fl_text_add(out, "</g>\n");
    fl_draw_svg_add_side(&svg, beside, y + FL_SVG_MARGIN / 2, options->side, options->side_n);
    fl_text_add(out, "</svg>\n");
}
