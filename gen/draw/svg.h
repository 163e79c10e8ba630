/* What the SVG pictures of floors are made of: the frame with its title, a map, a swatch of the legend. Where
 * these stand is for the pictures (draw_svg, draw_gallery) to say.
 *
 * Measures are pixels. Letters are taken to be a bit wider than they are in most fonts. */
#ifndef FL_GEN_DRAW_SVG_H
#define FL_GEN_DRAW_SVG_H

#include "gen/base/text.h"
#include "gen/draw/picture.h"

#include <stdbool.h>
#include <stddef.h>

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

/* The wanted size of a cell within its limits; 0 or less = `otherwise`. */
int fl_draw_svg_cell(int wanted, int otherwise);

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

#endif
