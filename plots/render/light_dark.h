/* A picture for light and for dark pages at once: two drawings that differ in their colours alone become one, whose
 * colours are names; the page says what each name means in the light and in the dark.
 *
 * What comes in is SVG as gnuplot and gen/floor write it. What goes out can stand in one page with others: every id
 * begins with the picture's own letters, elements and attributes are those of pictures (no script, no foreign object, no
 * address outside the page). Texts stay as they are: they were escaped when they were drawn. */
#ifndef FL_PLOTS_RENDER_LIGHT_DARK_H
#define FL_PLOTS_RENDER_LIGHT_DARK_H

#include "gen/base/text.h"

enum { FL_LIGHT_DARK_PAIRS = 2048, FL_LIGHT_DARK_COLOUR = 8 };

typedef struct fl_light_dark {
    char pair[FL_LIGHT_DARK_PAIRS][2][FL_LIGHT_DARK_COLOUR]; /* "#1a1a1a": in the light, in the dark */
    unsigned pairs_n;
    unsigned pictures_n;
} fl_light_dark;

void fl_render_light_dark_init(fl_light_dark *self);

/* Adds the picture of two drawings to `out`. With a label, that is its name for those who hear the page, in place of
 * the titles inside. Two drawings that are not alike: the light one stays as it is. */
void fl_render_light_dark_add(fl_light_dark *self, const char *light, const char *dark, const char *label,
                              fl_text *out);

/* The names as CSS: "--c0:#1a1a1a;--c1:…". */
void fl_render_light_dark_colours(const fl_light_dark *self, bool is_dark, fl_text *out);

#endif
