/* Many floors as one SVG picture: a grid of maps of equal scale, a caption over each, one legend below with the
 * kinds that occur.
 *
 * The picture is made in two passes, so that no floor has to be kept: first every floor is measured, then, in the
 * same order, every floor is added. Columns are as wide as their widest map, rows as high as their highest.
 *
 *     fl_draw_gallery_init(&gallery, &options);
 *     for (…) fl_draw_gallery_measure(&gallery, floor, caption);
 *     fl_draw_gallery_begin(&gallery, &out);
 *     for (…) fl_draw_gallery_add(&gallery, floor, caption);
 *     fl_draw_gallery_end(&gallery);
 *
 * Like single pictures it has neither styles nor ids nor links. Floors that failed have a caption that says so
 * and no map. */
#ifndef FL_GEN_DRAW_GALLERY_SVG_H
#define FL_GEN_DRAW_GALLERY_SVG_H

#include "gen/base/text.h"
#include "gen/floor/floor.h"
#include "gen/draw/svg.h"

#include <stdbool.h>
#include <stdint.h>

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
typedef struct fl_gallery_tile {
    uint8_t width, height; /* of the map, in cells; 0 where there is none */
    uint8_t letters;       /* of the caption as shown */
} fl_gallery_tile;

typedef struct fl_gallery {
    fl_gallery_options options;
    fl_gallery_tile tile[FL_GALLERY_MAX];
    unsigned floors_n, failed_n, rooms_n;
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

#endif
