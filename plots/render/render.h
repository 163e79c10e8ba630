/* SPDX-License-Identifier: GPL-2.0-or-later */
/* plots/render: what the rest of the program may use of this folder. */
#ifndef FL_PLOTS_RENDER_RENDER_H
#define FL_PLOTS_RENDER_RENDER_H

#include "plots/figure/figure.h"

#include <stdbool.h>

/* The external program that draws: gnuplot, found in PATH and started without a shell.
 *
 * It gets a fixed command line, a clean environment, a folder to work in, no input and a time limit. What it says is
 * shown when it fails. */

enum { FL_RENDER_GNUPLOT_PATH = 4096, FL_RENDER_GNUPLOT_SECONDS = 60 };

/* A hidden folder for what is not whole yet, ".floorlab-plot-XXXXXX".
 *
 * Its process holds a lock on it. What a killed process left behind has none, and goes when the next one comes. */

typedef struct fl_tempdir {
    char *path; /* NULL = none */
    int lock;   /* open, or -1 */
} fl_tempdir;

/* A folder of figures: each a picture with the gnuplot script and the table it was drawn from beside it.
 *
 * Everything is made in a hidden folder inside and renamed when it is whole, so that no name ever stands for half a
 * file. */

typedef struct fl_figure_files {
    const char *folder; /* borrowed */
    const char *format; /* "svg", "png", "pdf"; borrowed */
    bool is_dark;
    char program[FL_RENDER_GNUPLOT_PATH];
    fl_tempdir hidden; /* what is not whole yet */
    bool is_fleeting;  /* nothing of it stays: no need to wait for the disk */
} fl_figure_files;

/* One figure. */
typedef struct fl_figure_files_picture {
    const char *name;   /* of our own choice: letters, digits, '-', '_' */
    const char *script; /* gnuplot's commands, behind the head that is written for them */
    const fl_data_table *sheet;
    unsigned width, height;
} fl_figure_files_picture;

/* Makes the folder if there is none; its parent must exist. Format and darkness are set already. */
FL_NODISCARD fl_err fl_render_files_init(fl_figure_files *self, const char *folder, fl_diag *diag);
void fl_render_files_free(fl_figure_files *self);

/* Draws one into `out` behind what is there; no file stays. */
FL_NODISCARD fl_err fl_render_files_read(fl_figure_files *self, const fl_figure_files_picture *picture,
                                         fl_text *out, fl_diag *diag);

/* Draws one: afterwards <name>.tsv, <name>.gp, style.gp and <name>.<format> are in the folder. */
FL_NODISCARD fl_err fl_render_files_draw(fl_figure_files *self, const fl_figure_files_picture *picture,
                                         fl_diag *diag);

/* A picture for light and for dark pages at once: two drawings that differ in their colours alone become one, whose
 * colours are names; the page says what each name means in the light and in the dark.
 *
 * What comes in is SVG as gnuplot and gen/floor write it. What goes out can stand in one page with others: every id
 * begins with the picture's own letters, elements and attributes are those of pictures (no script, no foreign object, no
 * address outside the page). Texts stay as they are: they were escaped when they were drawn. */

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
