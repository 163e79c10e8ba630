/* SPDX-License-Identifier: MIT */
/* Line by line; colours change only where tiles do. */
#include "gen/draw/draw.h"

enum { LINE_N = 2 + FL_ROOM_PART_BIG };

typedef struct sheet {
    const fl_interior *room;
    const fl_room_text_options *options;
    fl_text *out;
    unsigned used; /* bit t: tile t is in the room */
} sheet;

static unsigned level_of(unsigned value)
{
    return value < 48 ? 0 : value < 115 ? 1 : (value - 35) / 40;
}

/* Ink and paper of a tile, so that the terminal's own do not matter. */
static void set_colour(fl_text *out, unsigned colour)
{
    unsigned cube =
        16 + 36 * level_of(colour >> 16 & 0xff) + 6 * level_of(colour >> 8 & 0xff) + level_of(colour & 0xff);
    fl_text_add_format(out, "\x1b[38;5;%d;48;5;%um", fl_draw_picture_wants_dark_ink(colour) ? 16 : 231, cube);
}

static void add_tile(const sheet *self, fl_tile tile)
{
    bool is_floor = tile == FL_TILE_FLOOR;
    char sign = fl_room_tile_of(tile)->sign;
    if (self->options->is_coloured) {
        fl_text_add_char(self->out, is_floor ? ' ' : sign);
    } else if (is_floor && !self->options->is_ascii) {
        fl_text_add(self->out, "·");
    } else {
        fl_text_add_char(self->out, sign);
    }
    fl_text_add_char(self->out, ' ');
}

static void add_tiles(const sheet *self, unsigned y)
{
    unsigned before = FL_TILE_COUNT;
    for (unsigned x = 0; x < self->room->size; x++) {
        fl_tile tile = fl_room_tile(self->room, x, y);
        if (self->options->is_coloured && before != (unsigned)tile) {
            set_colour(self->out, fl_room_tile_of(tile)->colour);
        }
        before = tile;
        add_tile(self, tile);
    }
    fl_text_add(self->out, self->options->is_coloured ? "\x1b[0m" : "");
}

static bool is_gap(const fl_interior *room, unsigned side, unsigned along)
{
    return room->doors & side && (along == room->size / 2u - 1 || along == room->size / 2u);
}

/* The wall above or below. */
static void add_border(const sheet *self, unsigned side)
{
    bool is_ascii = self->options->is_ascii;
    const char *wall = is_ascii ? "--" : "──";
    fl_text_add(self->out, is_ascii ? "+-" : side == FL_NORTH ? "┌─" : "└─");
    for (unsigned x = 0; x < self->room->size; x++) {
        fl_text_add(self->out, is_gap(self->room, side, x) ? "  " : wall);
    }
    fl_text_add(self->out, is_ascii ? "+" : side == FL_NORTH ? "┐" : "┘");
}

static void add_upright(const sheet *self, unsigned side, unsigned y)
{
    fl_text_add(self->out, is_gap(self->room, side, y) ? " " : self->options->is_ascii ? "|" : "│");
}

/* A line of the room with its walls: line 0 is the upper wall. */
static void add_line(const sheet *self, unsigned line)
{
    if (line == 0 || line == self->room->size + 1u) {
        add_border(self, line == 0 ? FL_NORTH : FL_SOUTH);
        return;
    }
    add_upright(self, FL_WEST, line - 1);
    fl_text_add_char(self->out, ' ');
    add_tiles(self, line - 1);
    add_upright(self, FL_EAST, line - 1);
}

static void add_legend(const sheet *self, unsigned tile)
{
    const fl_tile_row *row = fl_room_tile_of((fl_tile)tile);
    if (self->options->is_coloured) {
        set_colour(self->out, row->colour);
    }
    fl_text_add_format(self->out, "%s%c%s %s", self->options->is_coloured ? " " : "", row->sign,
                       self->options->is_coloured ? " \x1b[0m" : "", row->name);
}

/* What stands beside a line: a tile of the legend, then a blank line, then lines of the caller. */
static bool add_side(const sheet *self, size_t line)
{
    size_t n = 0;
    for (unsigned tile = 1; tile < FL_TILE_COUNT; tile++) {
        if (self->used >> tile & 1 && n++ == line) {
            fl_text_add(self->out, "   ");
            add_legend(self, tile);
            return true;
        }
    }
    size_t from = n > 0 ? n + 1 : 0;
    if (line >= from && line - from < self->options->side_n) {
        fl_text_add_format(self->out, "   %s", self->options->side[line - from]);
    }
    return line + 1 < from + self->options->side_n;
}

void fl_draw_room_text(const fl_interior *room, const fl_room_text_options *options, fl_text *out)
{
    sheet self = {.room = room, .options = options, .out = out};
    unsigned lines = room->size + 2u;
    bool goes_on = true;
    for (unsigned y = 0; y < room->size; y++) {
        for (unsigned x = 0; x < room->size; x++) {
            self.used |= 1u << fl_room_tile(room, x, y);
        }
    }
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
