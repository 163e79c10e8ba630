/* SPDX-License-Identifier: MIT */
/* A room as text, line by line. Escape sequences are written only where the tile changes. */
#include "gen/draw/draw.h"
#include "gen/draw/draw_private.h"

typedef struct drawing {
    const fl_interior *room;
    const fl_floor_text_options *options;
    fl_text *out;
    unsigned used; /* bit t: tile t is in the room */
} drawing;

/* Sets both ink and background, so that the terminal's own colours do not matter. */
static void set_colour(fl_text *out, unsigned colour)
{
    fl_text_add_format(out, "\x1b[38;5;%d;48;5;%um", fl_draw_picture_wants_dark_ink(colour) ? 16 : 231,
                       fl_draw_picture_cube(colour));
}

static bool is_gap(const fl_interior *room, unsigned side, unsigned along)
{
    return room->doors & side && (along == room->size / 2u - 1 || along == room->size / 2u);
}

static void add_upright(const drawing *self, unsigned side, unsigned y)
{
    fl_text_add(self->out, is_gap(self->room, side, y) ? " " : self->options->is_ascii ? "|" : "│");
}

/* A line of the room with its walls: line 0 is the upper wall. */
static void add_line(const drawing *self, unsigned line)
{
    if (line == 0 || line == self->room->size + 1u) {
        /* The wall above or below. */
        unsigned side = line == 0 ? FL_NORTH : FL_SOUTH;
        bool is_ascii = self->options->is_ascii;
        const char *wall = is_ascii ? "--" : "──";
        fl_text_add(self->out, is_ascii ? "+-" : side == FL_NORTH ? "┌─" : "└─");
        for (unsigned x = 0; x < self->room->size; x++) {
            fl_text_add(self->out, is_gap(self->room, side, x) ? "  " : wall);
        }
        fl_text_add(self->out, is_ascii ? "+" : side == FL_NORTH ? "┐" : "┘");
        return;
    }
    add_upright(self, FL_WEST, line - 1);
    fl_text_add_char(self->out, ' ');
    unsigned before = FL_TILE_COUNT;
    for (unsigned x = 0; x < self->room->size; x++) {
        fl_tile tile = fl_room_tile(self->room, x, line - 1);
        if (self->options->is_coloured && before != (unsigned)tile) {
            set_colour(self->out, fl_room_tile_of(tile)->colour);
        }
        before = tile;
        bool is_floor = tile == FL_TILE_FLOOR;
        const char sign[] = {fl_room_tile_of(tile)->sign, '\0'};
        fl_text_add(self->out, is_floor && self->options->is_coloured ? " "
                               : is_floor && !self->options->is_ascii ? "·"
                                                                      : sign);
        fl_text_add_char(self->out, ' ');
    }
    fl_text_add(self->out, self->options->is_coloured ? "\x1b[0m" : "");
    add_upright(self, FL_EAST, line - 1);
}

/* Adds the part beside a line: a tile of the legend, then a blank line, then the caller's lines. Returns true
 * if more lines follow. */
static bool add_side(const drawing *self, size_t line)
{
    size_t n = 0;
    for (unsigned tile = 1; tile < FL_TILE_COUNT; tile++) {
        if (self->used >> tile & 1 && n++ == line) {
            fl_text_add(self->out, "   ");
            const fl_tile_row *row = fl_room_tile_of((fl_tile)tile);
            if (self->options->is_coloured) {
                set_colour(self->out, row->colour);
            }
            fl_text_add_format(self->out, "%s%c%s %s", self->options->is_coloured ? " " : "", row->sign,
                               self->options->is_coloured ? " \x1b[0m" : "", row->name);
            return true;
        }
    }
    size_t from = n > 0 ? n + 1 : 0;
    if (line >= from && line - from < self->options->side_n) {
        fl_text_add_format(self->out, "   %s", self->options->side[line - from]);
    }
    return line + 1 < from + self->options->side_n;
}

void fl_draw_room_text(const fl_interior *room, const fl_floor_text_options *options, fl_text *out)
{
    drawing self = {.room = room, .options = options, .out = out, .used = fl_draw_picture_tiles(room)};
    unsigned lines = room->size + 2u;
    bool goes_on = true;
    for (unsigned line = 0; line < lines || goes_on; line++) {
        if (line < lines) {
            add_line(&self, line);
        } else {
            fl_text_add_format(out, "%*s", 2 * room->size + 3, "");
        }
        goes_on = add_side(&self, line);
        fl_text_add_char(out, '\n');
    }
}
