/* SPDX-License-Identifier: MIT */
/* Drawings of floors and of chunk rooms: as text for a terminal, or as SVG. Equal input gives equal bytes.
 *
 *     fl_text_init(&out);
 *     fl_draw_floor_text(&floor, &(fl_floor_text_options){.is_ascii = true}, &out);
 *
 * First the drawings: a floor as text and as SVG, rooms as text and as SVG. Then the parts for callers' SVG
 * pictures: the visible part of a floor (fl_picture), and the pieces of SVG (fl_svg). Last the gallery, many
 * floors in one SVG picture, which consists of these parts. */
#ifndef FL_GEN_DRAW_DRAW_H
#define FL_GEN_DRAW_DRAW_H

#include "gen/floor/floor.h"
#include "gen/room/room.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A floor as text: the map, in which neighbours share a wall, and beside it the legend and lines of the
 * caller.
 *
 * A cell is four columns wide and two lines high. Rooms of several cells are one shape; a gap in a wall is
 * a door, a broken piece of wall is the hidden door of a secret room. Narrow rooms look like wide ones. */

typedef struct fl_floor_text_options {
    bool is_coloured;        /* with escape sequences for 256 colours, readable on dark and light terminals */
    bool is_ascii;           /* + - | in place of box-drawing characters */
    const char *const *side; /* lines below the legend, borrowed */
    size_t side_n;
    const char *sign; /* [rooms_n] characters instead of those of kind or group; NULL = none */
    const uint8_t
        *group; /* [rooms_n] 0…8: selects colour and character instead of the kind; NULL = by kind */
} fl_floor_text_options;

/* Adds the drawing, whole lines only. Lines do not end in blanks. */
void fl_draw_floor_text(const fl_floor *floor, const fl_floor_text_options *options, fl_text *out);

/* Rooms marked in an SVG picture by other things than their kinds. Marks differ in lines and symbols, not in
 * colour alone. */

enum { FL_SVG_SIGN = 8 /* bytes of a sign, its end included */ };

typedef struct fl_svg_mark {
    const char *label; /* in the legend and in tooltips */
    const char *sign;  /* in the legend */
    unsigned colour;
    const char *dash; /* of the line around the room, as in stroke-dasharray; NULL = unbroken */
    const char *line; /* its width */
} fl_svg_mark;

typedef struct fl_svg_marks {
    const fl_svg_mark *mark; /* in the order of the legend */
    unsigned marks_n;
    const uint8_t *mark_of;          /* [rooms_n] the mark of each room */
    const char (*sign)[FL_SVG_SIGN]; /* [rooms_n] */
} fl_svg_marks;

/* A floor as a self-contained SVG picture: rooms in the colours and with the symbols of their kinds,
 * corridors for doors (dashed for hidden ones), a legend, and lines of the caller.
 *
 * The picture has no styles, ids or links, so that one page can contain many. Rooms come in the order of
 * their numbers, each with a tooltip. */

typedef struct fl_floor_svg_options {
    const char *title;       /* above the map and for screen readers; NULL = none */
    const char *const *side; /* lines below the legend, borrowed */
    size_t side_n;
    int cell; /* pixels of a cell's side, 4 to 400; 0 = FL_DRAW_FLOOR_SVG_CELL */
    bool is_dark;
    const fl_svg_marks *marking; /* borrowed; NULL = by kind */
} fl_floor_svg_options;

void fl_draw_floor_svg(const fl_floor *floor, const fl_floor_svg_options *options, fl_text *out);

/* A chunk room as text: tiles two columns wide between walls, a gap for each door, lines of the caller
 * beside it. Adds whole lines only; they do not end in blanks. */
void fl_draw_room_text(const fl_interior *room, const fl_floor_text_options *options, fl_text *out);

/* Chunk rooms as one self-contained SVG picture: tiles in colours and shapes, walls with gaps for doors, a
 * legend. */

typedef struct fl_room_svg_options {
    const char *title;       /* above the rooms and for screen readers; NULL = none */
    const char *const *side; /* lines below the legend, borrowed */
    size_t side_n;
    const char *const *captions; /* one above each room, borrowed; NULL = none */
    unsigned columns;            /* rooms side by side; 0 = up to three in one row, more in a square */
    bool is_dark;
} fl_room_svg_options;

/* All rooms must be of one size. */
void fl_draw_room_svg(const fl_interior *rooms, unsigned n, const fl_room_svg_options *options, fl_text *out);

/* The tiles of a room without its walls, added to an unfinished SVG picture. */
typedef struct fl_room_svg_place {
    int x, y, tile; /* upper left corner; pixels of a tile */
} fl_room_svg_place;

void fl_draw_room_svg_tiles(const fl_interior *room, const fl_room_svg_place *place, fl_text *out);

/* Data for all drawings of a floor: the visible part of the board, the kinds that occur, the place of a
 * room's symbol, and the choice of dark or light ink on a colour. */

typedef struct fl_picture {
    int left, top;                  /* of the rooms' bounding box, in cells */
    int width, height;              /* 0 where there are no rooms */
    unsigned kind_n[FL_KIND_COUNT]; /* rooms of each kind */
    fl_kind kinds[FL_KIND_COUNT];   /* the kinds that occur, in the order of the table */
    unsigned kinds_n;
    bool has_hidden_doors;
} fl_picture;

/* A point on the board in half cells: odd numbers are the middles of cells, even ones their borders. */
typedef struct fl_picture_spot {
    int x, y;
} fl_picture_spot;

void fl_draw_picture_init(fl_picture *self, const fl_floor *floor);

/* Returns the place of a room's symbol: the middle of its bounding box if that is inside the room, else the
 * middle of the cell nearest to its centre of mass (the bend of an L, a cell of a ring). */
fl_picture_spot fl_draw_picture_sign_spot(const fl_floor *floor, const fl_room *room);

/* True if the cells of a door are side by side, false if one is above the other; *first is the left or upper
 * one. */
bool fl_draw_picture_is_sideways(const fl_floor *floor, const fl_door *door, unsigned *first);

/* True if a door leads to a secret room of any kind. The door's own kind is not enough, because the start
 * outranks secret rooms. */
bool fl_draw_picture_is_hidden(const fl_floor *floor, const fl_door *door);

/* True if dark ink has more contrast than light ink on a colour 0xRRGGBB. */
bool fl_draw_picture_wants_dark_ink(unsigned colour);

/* The parts of SVG pictures of floors: the frame with its title, a map, a swatch of the legend. The caller
 * places them. Lengths are in pixels. Letters are assumed to be a bit wider than they are in most fonts. */

enum {
    FL_SVG_MARGIN = 20,
    FL_SVG_LETTER = 8, /* width of a letter; of titles one more */
    FL_SVG_TITLE_LINE = 21,
    FL_SVG_LEGEND_LINE = 26,
    FL_SVG_SWATCH = 20, /* of a colour in the legend */
    FL_SVG_LABEL = 30,  /* from the left edge of a swatch to its label */
    FL_SVG_CELL_MIN = 4,
    FL_SVG_CELL_MAX = 400,
};

typedef struct fl_svg_look {
    const char *paper, *ink, *faint; /* faint: side lines */
    const char *edge;                /* lines around rooms and corridors */
    const char *corridor;
} fl_svg_look;

typedef struct fl_svg {
    fl_text *out; /* borrowed */
    const fl_svg_look *look;
    const char *title; /* borrowed; NULL = none */
    size_t columns;    /* of a line of the title */
    int lines;         /* of the title */
    int width, height; /* of the picture, with margins */
    int top;           /* of what is below the title */
} fl_svg;

/* The place of a map, and the size of its cells. */
typedef struct fl_svg_place {
    int x, y;
    int cell;
    bool has_tooltips;           /* one per room; they take about as many bytes as the rooms */
    const fl_svg_marks *marking; /* NULL = rooms look as their kinds do */
} fl_svg_place;

void fl_draw_svg_init(fl_svg *self, fl_text *out, bool is_dark);

/* The number of characters of a text in UTF-8. */
size_t fl_draw_svg_letters(const char *text);

/* Lays out a picture whose content takes `width` with margins: breaks the title into lines, and makes the
 * picture as wide as the longest of them. */
void fl_draw_svg_lay_out(fl_svg *self, const char *title, int width);

/* Starts a picture that was laid out. `below` is the height of the part below the title, `name` the title of
 * a picture without one. The caller then adds the description and the paper. */
void fl_draw_svg_open(fl_svg *self, int below, const char *name);

/* Starts the picture, up to the title for screen readers. The content follows. */
void fl_draw_svg_begin(const fl_svg *self, int width, int height, const char *title);

/* For a description: ": start 1, boss 2"; nothing if there are no rooms. */
void fl_draw_svg_add_kinds(const fl_svg *self, const unsigned kind_n[FL_KIND_COUNT]);

/* The paper and the lines of the title, at the top of the picture. */
void fl_draw_svg_add_paper(const fl_svg *self);

/* Words centred over a spot; a name in ink, others faint. */
void fl_draw_svg_add_words(const fl_svg *self, fl_picture_spot at, int size, bool is_name, const char *words);

/* Lines in a monospaced font, with blanks preserved, because they form columns. The height of each. */
enum { FL_SVG_SIDE_LINE = 18 };

/* The letters of the longest of them. */
size_t fl_draw_svg_side_letters(const char *const *line, size_t n);

void fl_draw_svg_add_side(const fl_svg *self, int x, int y, const char *const *line, size_t n);

/* Corridors, then rooms over their ends, then signs over everything. */
void fl_draw_svg_add_map(const fl_svg *self, const fl_floor *floor, const fl_picture *picture,
                         const fl_svg_place *place);

/* The content of a legend: marks, or kinds and hidden doors. */
typedef struct fl_svg_legend {
    const fl_svg_marks *marking; /* NULL = the kinds of which there is one */
    const unsigned *kind_n;      /* [FL_KIND_COUNT] */
    bool has_hidden_doors;
    int x, y;
    unsigned columns; /* 0 = one */
    int each;         /* from one column to the next */
} fl_svg_legend;

/* Returns the number of entries, and the width of the longest, in pixels. */
unsigned fl_draw_svg_measure_legend(const fl_svg_legend *self, int *width);

/* Adds swatches with signs and labels as a group, which the caller closes with </g>. */
void fl_draw_svg_add_legend(const fl_svg *self, const fl_svg_legend *legend);

/* Adds tiles of rooms whose bit is set, with their names, from y on, line by line. Returns where they end. */
int fl_draw_svg_add_tiles(const fl_svg *self, unsigned used, int x, int y);

/* Many floors as one SVG picture: a grid of maps of equal scale, a caption over each, and one legend below
 * with the kinds that occur.
 *
 * The picture is made in two passes, so that no floor is stored: first all floors are measured, then all are
 * added in the same order. Columns are as wide as their widest map, rows as high as their highest.
 *
 *     fl_draw_gallery_init(&gallery, &options);
 *     for (…) fl_draw_gallery_measure(&gallery, floor, caption);
 *     fl_draw_gallery_begin(&gallery, &out);
 *     for (…) fl_draw_gallery_add(&gallery, floor, caption);
 *     fl_draw_gallery_end(&gallery);
 *
 * Like single pictures it has no styles, ids or links. A failed floor has no map, and its caption says that
 * it failed. */

enum {
    FL_GALLERY_MAX = 256,    /* floors */
    FL_GALLERY_CELL = 18,    /* pixels of a cell's side */
    FL_GALLERY_CAPTION = 40, /* letters of a caption; longer ones are cut */
};

typedef struct fl_gallery_options {
    const char *title; /* above the maps and for screen readers, borrowed; NULL = none */
    unsigned columns;  /* 0 = as many as make the picture about 3:2 */
    bool is_dark;
} fl_gallery_options;

/* The data of a floor between the passes. */
typedef struct fl_gallery_picture {
    uint8_t width, height; /* of the map, in cells; 0 where there is none */
    uint8_t letters;       /* of the caption as shown */
    int cell;              /* pixels of a cell's side: less than the others' for a far larger floor */
} fl_gallery_picture;

/* The picture with some number of columns. */
typedef struct fl_gallery_grid {
    fl_svg svg;
    unsigned columns, places; /* some places are empty */
    int width, height;        /* of the maps with their captions */
    int legend;               /* height of the legend, with the gap above it */
} fl_gallery_grid;

typedef struct fl_gallery {
    fl_gallery_options options;
    fl_gallery_picture tile[FL_GALLERY_MAX];
    unsigned floors_n, failed_n, rooms_n;
    fl_key first;                   /* of the first floor */
    unsigned kind_n[FL_KIND_COUNT]; /* rooms drawn */
    unsigned entries_n;             /* of the legend */
    bool has_hidden_doors;
    fl_gallery_grid grid;
    fl_text *out;
    unsigned next;   /* the floor to be added next */
    int label_width; /* of the longest label in the legend, with its swatch */
} fl_gallery;

void fl_draw_gallery_init(fl_gallery *self, const fl_gallery_options *options);

/* First pass: measures a floor; at most FL_GALLERY_MAX of them. */
void fl_draw_gallery_measure(fl_gallery *self, const fl_floor *floor, const char *caption);

/* Computes the layout of the picture and starts it. */
void fl_draw_gallery_begin(fl_gallery *self, fl_text *out);

/* Second pass: draws a floor. */
void fl_draw_gallery_add(fl_gallery *self, const fl_floor *floor, const char *caption);

/* Adds the legend and ends the picture. */
void fl_draw_gallery_end(fl_gallery *self);

#endif
