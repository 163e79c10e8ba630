/* SPDX-License-Identifier: MIT */
/* gen/draw: what the rest of the program may use of this folder. */
#ifndef FL_GEN_DRAW_DRAW_H
#define FL_GEN_DRAW_DRAW_H

#include "gen/floor/floor.h"
#include "gen/room/room.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A floor as a self-contained SVG picture, for a paper or a README: rooms in the colours and with the signs
 * of their kinds, corridors for doors (dashed for hidden ones), a legend, and lines of the caller.
 *
 * The picture has neither styles nor ids nor links, so that many of them can stand in one page. Rooms come in
 * the order of their numbers, each with a tooltip. Equal floors and options give equal bytes. */

typedef struct fl_floor_svg_options {
    const char *title;       /* above the map and for screen readers; NULL = none */
    const char *const *side; /* lines below the legend, borrowed */
    size_t side_n;
    int cell; /* pixels of a cell's side, 4 to 400; 0 = FL_DRAW_FLOOR_SVG_CELL */
    bool is_dark;
} fl_floor_svg_options;

void fl_draw_floor_svg(const fl_floor *floor, const fl_floor_svg_options *options, fl_text *out);

/* A floor drawn for a terminal: the map with shared walls, and beside it the legend and lines of the caller.
 *
 * A cell is four columns wide and two lines high. Rooms of several cells are one shape; a gap in a wall is a
 * door, a broken piece of wall the hidden door of a secret room. Narrow rooms look like the wide ones. */

typedef struct fl_floor_text_options {
    bool is_coloured;        /* with the escape sequences of 256-colour terminals, dark or light */
    bool is_ascii;           /* + - | in place of box-drawing characters */
    const char *const *side; /* lines below the legend, borrowed */
    size_t side_n;
    const uint8_t
        *group; /* [rooms_n] 0…8, colour and sign of the rooms in place of their kinds'; NULL = kinds */
} fl_floor_text_options;

/* Adds the drawing, whole lines only. Lines do not end in blanks. */
void fl_draw_floor_text(const fl_floor *floor, const fl_floor_text_options *options, fl_text *out);

/* What the drawings of a floor have in common: the part of the board to show, the kinds that occur, where a
 * room's sign stands, and whether dark or light ink is readable on a colour. */

typedef struct fl_picture {
    int left, top;                  /* of the rooms' bounding box, in cells */
    int width, height;              /* 0 where there are no rooms */
    unsigned kind_n[FL_KIND_COUNT]; /* rooms of each kind */
    fl_kind kinds[FL_KIND_COUNT];   /* the kinds that occur, in the order of the table */
    unsigned kinds_n;
    bool has_hidden_doors;
} fl_picture;

/* A place on the board in half cells: odd numbers are middles of cells, even ones their borders. */
typedef struct fl_picture_spot {
    int x, y;
} fl_picture_spot;

void fl_draw_picture_init(fl_picture *self, const fl_floor *floor);

/* Where a room's sign stands: the middle of its bounding box if the room is there, else the middle of the
 * cell nearest to its centre of mass (the bend of an L, a cell of a ring). */
fl_picture_spot fl_draw_picture_sign_spot(const fl_floor *floor, const fl_room *room);

/* Whether the cells of a door touch side by side (true) or one above the other; `first` is the left or upper
 * one. */
bool fl_draw_picture_is_sideways(const fl_floor *floor, const fl_door *door, unsigned *first);

/* Whether a door leads to a secret room of any sort. The door's kind alone does not tell: the start outranks
 * secret rooms. */
bool fl_draw_picture_is_hidden(const fl_floor *floor, const fl_door *door);

/* Whether dark ink has more contrast than light ink on a colour 0xRRGGBB. */
bool fl_draw_picture_wants_dark_ink(unsigned colour);

/* What the SVG pictures of floors are made of: the frame with its title, a map, a swatch of the legend. Where
 * these stand is for the pictures (draw_svg, draw_gallery) to say.
 *
 * Measures are pixels. Letters are taken to be a bit wider than they are in most fonts. */

enum {
    FL_SVG_MARGIN = 20,
    FL_SVG_LETTER = 8, /* width of a letter of any size here, but of titles one more */
    FL_SVG_TITLE_LINE = 21,
    FL_SVG_LEGEND_LINE = 26,
    FL_SVG_SWATCH = 20, /* of a colour in the legend */
    FL_SVG_LABEL = 30,  /* from the left of a swatch to its label */
    FL_SVG_CELL_MIN = 4,
    FL_SVG_CELL_MAX = 400,
};

typedef struct fl_svg_look {
    const char *paper, *ink, *faint; /* faint: side lines */
    const char *edge;                /* round rooms and corridors */
    const char *corridor;
} fl_svg_look;

typedef struct fl_svg {
    fl_text *out; /* borrowed */
    const fl_svg_look *look;
} fl_svg;

/* A title broken into lines. */
typedef struct fl_svg_title {
    const char *text; /* borrowed; NULL = none */
    size_t columns;
    unsigned lines;
    int width; /* without margins */
} fl_svg_title;

/* Where a map stands and how large its cells are; they need no whole number of units. */
typedef struct fl_svg_place {
    int x, y;
    int cell;
    bool has_tooltips; /* one for each room, which takes about as many bytes as the room */
} fl_svg_place;

void fl_draw_svg_init(fl_svg *self, fl_text *out, bool is_dark);

/* Letters of a text in UTF-8. */
size_t fl_draw_svg_letters(const char *text);

/* Breaks a title to about the width of what is below it. */
void fl_draw_svg_measure_title(fl_svg_title *self, const char *text, int width);

/* From the first byte to the title for screen readers. After it the caller adds a <desc>, then the paper. */
void fl_draw_svg_begin(const fl_svg *self, int width, int height, const char *title);

/* For a description: ": start 1, boss 2"; nothing if there is no room. */
void fl_draw_svg_add_kinds(const fl_svg *self, const unsigned kind_n[FL_KIND_COUNT]);
void fl_draw_svg_add_paper(const fl_svg *self, int width, int height);

/* The lines of the title, at the top of the picture. */
void fl_draw_svg_add_title(const fl_svg *self, const fl_svg_title *title);

/* Corridors first, then rooms over their ends, then signs over all. */
void fl_draw_svg_add_map(const fl_svg *self, const fl_floor *floor, const fl_picture *plan,
                         const fl_svg_place *place);

/* The group that holds the swatches of a legend. */
void fl_draw_svg_begin_legend(const fl_svg *self);

/* The colour of a kind with its sign and label; x and y are the upper left corner. */
void fl_draw_svg_add_swatch(const fl_svg *self, fl_kind kind, int x, int y);

/* A piece of hidden corridor with its label. */
void fl_draw_svg_add_hidden(const fl_svg *self, int x, int y);

/* Many floors as one SVG picture: a grid of maps of equal scale, a caption over each, one legend below with
 * the kinds that occur.
 *
 * The picture is made in two passes, so that no floor has to be kept: first every floor is measured, then, in
 * the same order, every floor is added. Columns are as wide as their widest map, rows as high as their
 * highest.
 *
 *     fl_draw_gallery_init(&gallery, &options);
 *     for (…) fl_draw_gallery_measure(&gallery, floor, caption);
 *     fl_draw_gallery_begin(&gallery, &out);
 *     for (…) fl_draw_gallery_add(&gallery, floor, caption);
 *     fl_draw_gallery_end(&gallery);
 *
 * Like single pictures it has neither styles nor ids nor links. Floors that failed have a caption that
 * says so and no map. */

enum {
    FL_GALLERY_MAX = 256,    /* floors */
    FL_GALLERY_CELL = 18,    /* pixels of a cell's side if nothing else is said */
    FL_GALLERY_CAPTION = 40, /* letters of a caption; of longer ones the beginning is shown */
};

typedef struct fl_gallery_options {
    const char *title; /* above the maps and for screen readers, borrowed; NULL = none */
    unsigned columns;  /* 0 = so that the picture is about 3:2 */
    int cell;          /* pixels of a cell's side, 4 to 400; 0 = FL_GALLERY_CELL */
    bool is_dark;
} fl_gallery_options;

/* What is known of a floor between the passes. */
typedef struct fl_gallery_picture {
    uint8_t width, height; /* of the map, in cells; 0 where there is none */
    uint8_t letters;       /* of the caption as shown */
} fl_gallery_picture;

typedef struct fl_gallery {
    fl_gallery_options options;
    fl_gallery_picture tile[FL_GALLERY_MAX];
    unsigned floors_n, failed_n, rooms_n;
    fl_key first;                   /* of the first floor */
    unsigned kind_n[FL_KIND_COUNT]; /* rooms drawn */
    unsigned kinds_n;               /* kinds that occur */
    bool has_hidden_doors;
    fl_svg svg;
    fl_svg_title title;
    int cell;
    unsigned columns;
    unsigned next; /* the floor to be added */
    int width, height;
    int left, top; /* of the grid */
    int grid_width, grid_height;
    int label_width; /* of the longest label in the legend, with its swatch */
} fl_gallery;

void fl_draw_gallery_init(fl_gallery *self, const fl_gallery_options *options);

/* First pass: takes note of a floor, at most FL_GALLERY_MAX of them. */
void fl_draw_gallery_measure(fl_gallery *self, const fl_floor *floor, const char *caption);

/* Lays the picture out and writes its head. */
void fl_draw_gallery_begin(fl_gallery *self, fl_text *out);

/* Second pass: draws a floor. */
void fl_draw_gallery_add(fl_gallery *self, const fl_floor *floor, const char *caption);

/* The legend and the end. */
void fl_draw_gallery_end(fl_gallery *self);

/* Rooms as one self-contained SVG picture: tiles in colours and shapes, walls with gaps for doors, a
 * legend. */

typedef struct fl_room_svg_options {
    const char *title;       /* above the rooms and for screen readers; NULL = none */
    const char *const *side; /* lines below the legend, borrowed */
    size_t side_n;
    unsigned columns; /* rooms side by side, 0 = up to three in a row, else as square as can be */
    int tile;         /* pixels, 4 to 100; 0 = FL_ROOM_SVG_TILE */
    bool is_dark;
} fl_room_svg_options;

/* Rooms of one size, row by row. */
void fl_draw_room_svg(const fl_interior *rooms, unsigned n, const fl_room_svg_options *options, fl_text *out);

/* The tiles of a room alone, without its walls, into an SVG that is open: upper left corner and pixels of
 * a tile. */
typedef struct fl_room_svg_place {
    int x, y, tile;
} fl_room_svg_place;

void fl_draw_room_svg_tiles(const fl_interior *room, const fl_room_svg_place *place, fl_text *out);

/* A room drawn for a terminal: its tiles two columns wide between walls, a gap for each door, lines beside
 * it. */

typedef struct fl_room_text_options {
    bool is_coloured;        /* with the escape sequences of 256-colour terminals */
    bool is_ascii;           /* # in place of box-drawing characters */
    const char *const *side; /* lines beside the room, below the legend; borrowed */
    size_t side_n;
} fl_room_text_options;

/* Adds the drawing, whole lines only. Lines do not end in blanks. */
void fl_draw_room_text(const fl_interior *room, const fl_room_text_options *options, fl_text *out);

#endif
