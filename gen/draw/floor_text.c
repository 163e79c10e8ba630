/* SPDX-License-Identifier: MIT */
/* The map is written line by line without a canvas: the cells around each point determine its character. Only
 * doors and symbols are looked up, in one byte per cell. */
#include "gen/draw/draw.h"
#include "gen/draw/draw_private.h"

#include <string.h>

enum { GUTTER = 3 }; /* blank columns between the map and the legend */

/* A piece of wall between two cells. */
typedef enum piece { NO_WALL, WALL, DOOR, HIDDEN_DOOR, PIECES } piece;

/* Bits of map.marks, a byte per cell. A piece takes 2 bits; a symbol is in the middle of the cell, or on its
 * left or upper border if there is no wall. */
enum {
    RIGHT_AT = 0,  /* shift of the door to the right */
    BELOW_AT = 2,  /* shift of the door below */
    SIGN_X = 0x10, /* 1: in the middle, 0: on the left border */
    SIGN_Y = 0x20, /* 1: in the middle, 0: on the upper border */
    SIGN = 0x40,
    SIGN_BITS = 0x70,
    NO_SIGN_HERE = 0x80, /* a point at which no sign can be */
};

/* The characters of a drawing. */
typedef struct look {
    const char *corner[16];      /* by the walls that meet: 1 up, 2 right, 4 down, 8 left */
    const char *flat[PIECES][3]; /* a piece of horizontal wall */
    const char *upright[PIECES]; /* a piece of vertical wall */
    const char *hidden;          /* a hidden door in the legend */
} look;

static const look unicode = {
    .corner = {" ", "╵", "╶", "└", "╷", "│", "┌", "├", "╴", "┘", "─", "┴", "┐", "┤", "┬", "┼"},
    .flat = {[WALL] = {"─", "─", "─"}, [DOOR] = {"╴", " ", "╶"}, [HIDDEN_DOOR] = {"╌", "╌", "╌"}},
    .upright = {[WALL] = "│", [DOOR] = " ", [HIDDEN_DOOR] = "┊"},
    .hidden = "┊",
};

static const look ascii = {
    .corner = {" ", "|", "-", "+", "|", "|", "+", "+", "-", "+", "-", "+", "+", "+", "+", "+"},
    .flat = {[WALL] = {"-", "-", "-"}, [DOOR] = {"-", " ", "-"}, [HIDDEN_DOOR] = {".", ".", "."}},
    .upright = {[WALL] = "|", [DOOR] = " ", [HIDDEN_DOOR] = ":"},
    .hidden = ":",
};

/* The style of a character: plain, a wall, the inside of a special room of kind (style - INSIDE), or the
 * inside of a room of group (style - GROUPED). */
enum { PLAIN, DIM, INSIDE, GROUPED = INSIDE + FL_KIND_COUNT };

/* Okabe and Ito's palette, with white first. */
static const unsigned group_colours[] = {0xffffff, 0xe8e6df, 0xf0e442, 0x56b4e9, 0xe69f00,
                                         0x009e73, 0xcc79a7, 0x0072b2, 0xd55e00};

enum { GROUPS = sizeof group_colours / sizeof group_colours[0] };

typedef struct pen {
    fl_text *out;
    bool is_coloured;
    int style;  /* the terminal's current style */
    int blanks; /* plain blanks not written yet; dropped at the end of the line */
} pen;

typedef struct map {
    const fl_floor *floor;
    const look *look;
    const uint8_t *group;
    const char *sign;
    fl_picture picture;
    pen pen;
    uint8_t marks[FL_FLOOR_SIDE_MAX * FL_FLOOR_SIDE_MAX];
} map;

/* True for rooms that are coloured and in the legend. */
static bool is_special(fl_kind kind)
{
    return fl_kind_of(kind)->sign != ' ';
}

/* Rooms set both ink and background, so that the terminal's own colours do not matter. */
static void switch_style(pen *self, int style)
{
    if (style == self->style) {
        return;
    }
    if (self->style != PLAIN) {
        fl_text_add(self->out, "\x1b[0m");
    }
    if (style == DIM) {
        fl_text_add(self->out, "\x1b[2m");
    } else if (style >= INSIDE) {
        unsigned colour = style >= GROUPED ? group_colours[(style - GROUPED) % GROUPS]
                                           : fl_kind_of((fl_kind)(style - INSIDE))->colour;
        int ink = fl_draw_picture_wants_dark_ink(colour) ? 16 : 231;
        fl_text_add_format(self->out, "\x1b[1;38;5;%d;48;5;%um", ink, fl_draw_picture_cube(colour));
    }
    self->style = style;
}

static void put(pen *self, int style, const char *glyph)
{
    style = self->is_coloured ? style : PLAIN;
    if (style < INSIDE && strcmp(glyph, " ") == 0) {
        self->blanks++;
        return;
    }
    if (self->blanks > 0) {
        switch_style(self, PLAIN);
        fl_text_add_format(self->out, "%*s", self->blanks, "");
        self->blanks = 0;
    }
    switch_style(self, style);
    fl_text_add(self->out, glyph);
}

/* A sign, or the inside of a room, in a style. */
static void put_sign(pen *self, int style, char sign)
{
    char glyph[2] = {sign, '\0'};
    put(self, style, glyph);
}

static int style_of(const map *self, unsigned number)
{
    fl_kind kind = self->floor->rooms[number].kind;
    return self->group ? GROUPED + self->group[number] : is_special(kind) ? INSIDE + (int)kind : PLAIN;
}

static char sign_of(const map *self, unsigned number)
{
    return self->sign    ? self->sign[number]
           : self->group ? (char)('0' + self->group[number] % 10)
                         : fl_kind_of(self->floor->rooms[number].kind)->sign;
}

/* The door of a cell, else a wall; also for cells off the board. */
static piece door_at(const map *self, int x, int y, int shift)
{
    if (x < 0 || y < 0) {
        return WALL;
    }
    piece door = (piece)(self->marks[y * self->floor->width + x] >> shift & 3);
    return door == NO_WALL ? WALL : door;
}

static piece left_of(const map *self, int x, int y)
{
    bool is_open = fl_floor_room_at(self->floor, x - 1, y) == fl_floor_room_at(self->floor, x, y);
    return is_open ? NO_WALL : door_at(self, x - 1, y, RIGHT_AT);
}

static piece above(const map *self, int x, int y)
{
    bool is_open = fl_floor_room_at(self->floor, x, y - 1) == fl_floor_room_at(self->floor, x, y);
    return is_open ? NO_WALL : door_at(self, x, y - 1, BELOW_AT);
}

/* Writes a point inside a room, with the room's symbol if it is there, or outside all rooms. `place` is the
 * point within the cell, in the bits of a symbol. */
static void put_inside(map *self, int x, int y, int place)
{
    int number = fl_floor_room_at(self->floor, x, y);
    if (number == FL_FLOOR_NO_ROOM) {
        put(&self->pen, PLAIN, " ");
        return;
    }
    bool has_sign = (self->marks[y * self->floor->width + x] & SIGN_BITS) == (SIGN | place);
    put_sign(&self->pen, style_of(self, (unsigned)number), has_sign ? sign_of(self, (unsigned)number) : ' ');
}

/* The line between two rows of cells. */
static void put_border_line(map *self, int y)
{
    int right = self->picture.left + self->picture.width;
    for (int x = self->picture.left; x <= right; x++) {
        /* Where four cells meet: the upper left corner of a cell. */
        unsigned walls = (left_of(self, x, y - 1) != NO_WALL ? 1u : 0) |
                         (above(self, x, y) != NO_WALL ? 2u : 0) | (left_of(self, x, y) != NO_WALL ? 4u : 0) |
                         (above(self, x - 1, y) != NO_WALL ? 8u : 0);
        if (walls == 0) {
            put_inside(self, x, y, 0);
        } else {
            put(&self->pen, DIM, self->look->corner[walls]);
        }
        piece wall = above(self, x, y);
        for (int i = 0; i < 3 && x < right; i++) {
            if (wall == NO_WALL) {
                put_inside(self, x, y, i == 1 ? SIGN_X : NO_SIGN_HERE);
            } else {
                put(&self->pen, DIM, self->look->flat[wall][i]);
            }
        }
    }
}

/* The number of lines of the map; 1 for "(no rooms)". */
static size_t map_lines(const map *self)
{
    return self->picture.height > 0 ? 2u * (unsigned)self->picture.height + 1 : 1;
}

static void put_legend_line(map *self, size_t line)
{
    size_t n = 0;
    for (unsigned i = 0; i < self->picture.kinds_n && !self->group; i++) {
        fl_kind kind = self->picture.kinds[i];
        if (is_special(kind) && n++ == line) {
            put_sign(&self->pen, INSIDE + (int)kind, ' ');
            put_sign(&self->pen, INSIDE + (int)kind, fl_kind_of(kind)->sign);
            put_sign(&self->pen, INSIDE + (int)kind, ' ');
            put(&self->pen, PLAIN, " ");
            put(&self->pen, PLAIN, fl_kind_of(kind)->label);
            return;
        }
    }
    self->pen.blanks++;
    put(&self->pen, DIM, self->look->hidden);
    self->pen.blanks += 2;
    put(&self->pen, PLAIN, "hidden door");
}

static void write_lines(map *self, const fl_floor_text_options *options)
{
    /* The number of lines of the legend: one per special kind, and one for hidden doors. */
    size_t legend = self->picture.has_hidden_doors ? 1 : 0;
    for (unsigned i = 0; i < self->picture.kinds_n && !self->group; i++) {
        legend += is_special(self->picture.kinds[i]) ? 1 : 0;
    }
    size_t side_from = legend > 0 && options->side_n > 0 ? legend + 1 : legend;
    size_t lines = map_lines(self);
    lines = lines > side_from + options->side_n ? lines : side_from + options->side_n;
    for (size_t line = 0; line < lines; line++) {
        /* A line of the map in full width, or blanks below the map. */
        static const char nothing[] = "(no rooms)";
        int y = self->picture.top + (int)(line / 2);
        if (line >= map_lines(self)) {
            self->pen.blanks +=
                self->picture.height > 0 ? 4 * self->picture.width + 1 : (int)sizeof nothing - 1;
        } else if (self->picture.height == 0) {
            put(&self->pen, PLAIN, nothing);
        } else if (line % 2 == 0) {
            put_border_line(self, y);
        } else {
            /* The line through a row of cells. */
            int right = self->picture.left + self->picture.width;
            for (int x = self->picture.left; x <= right; x++) {
                piece wall = left_of(self, x, y);
                if (wall == NO_WALL) {
                    put_inside(self, x, y, SIGN_Y);
                } else {
                    put(&self->pen, DIM, self->look->upright[wall]);
                }
                for (int i = 0; i < 3 && x < right; i++) {
                    put_inside(self, x, y, i == 1 ? SIGN_X | SIGN_Y : NO_SIGN_HERE);
                }
            }
        }
        self->pen.blanks += GUTTER;
        if (line < legend) {
            put_legend_line(self, line);
        } else if (line >= side_from && line - side_from < options->side_n) {
            self->pen.blanks++;
            put(&self->pen, PLAIN, options->side[line - side_from]);
        }
        switch_style(&self->pen, PLAIN);
        self->pen.blanks = 0;
        fl_text_add_char(self->pen.out, '\n');
    }
}

void fl_draw_floor_text(const fl_floor *floor, const fl_floor_text_options *options, fl_text *out)
{
    map self = {
        .floor = floor,
        .look = options->is_ascii ? &ascii : &unicode,
        .group = options->group,
        .sign = options->sign,
        .pen = {.out = out, .is_coloured = options->is_coloured},
    };
    fl_draw_picture_init(&self.picture, floor);
    for (unsigned i = 0; i < self.floor->doors_n; i++) {
        const fl_door *door = &self.floor->doors[i];
        unsigned first;
        int shift = fl_draw_picture_is_sideways(self.floor, door, &first) ? RIGHT_AT : BELOW_AT;
        piece what = fl_draw_picture_is_hidden(self.floor, door) ? HIDDEN_DOOR : DOOR;
        self.marks[first] |= (uint8_t)(door->is_wall ? 0 : what << shift);
    }
    for (unsigned i = 0; i < self.floor->rooms_n; i++) {
        const fl_room *room = &self.floor->rooms[i];
        if (sign_of(&self, i) != ' ' && room->cells_n > 0) {
            fl_picture_spot spot = fl_draw_picture_sign_spot(self.floor, room);
            int place = (spot.x & 1 ? SIGN_X : 0) | (spot.y & 1 ? SIGN_Y : 0);
            self.marks[spot.y / 2 * self.floor->width + spot.x / 2] |= (uint8_t)(SIGN | place);
        }
    }
    if (floor->failure) {
        fl_text_add_format(out, "This floor failed: %s\n\n", floor->failure);
    }
    write_lines(&self, options);
}
