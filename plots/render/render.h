/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Makes pictures from the tables of figures by the external program gnuplot.
 *
 *     fl_render_files_init       looks for gnuplot and makes the folder
 *     fl_render_files_draw       draws a figure into the folder, with its script and table beside it
 *     fl_render_files_read       draws a figure into a text instead, for a page
 *
 * gnuplot is found in PATH and started without a shell. It gets a fixed command line, a clean environment, a
 * working folder, names of scripts to load and a time limit for each. Its messages are shown if it fails. */
#ifndef FL_PLOTS_RENDER_RENDER_H
#define FL_PLOTS_RENDER_RENDER_H

#include "plots/figure/figure.h"

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

enum { FL_RENDER_GNUPLOT_PATH = 4096, FL_RENDER_GNUPLOT_SECONDS = 60 };

/* A hidden folder for unfinished files, ".floorlab-plot-XXXXXX". Its process holds a lock on it; the folder
 * of a killed process has none and is removed by the next process. */
typedef struct fl_tempdir {
    char *path; /* NULL = none */
    int lock;   /* open, or -1 */
} fl_tempdir;

/* A gnuplot process that waits for scripts. */
typedef struct fl_gnuplot {
    char program[FL_RENDER_GNUPLOT_PATH];
    const char *folder; /* its working folder; borrowed */
    pid_t process;      /* 0 = none */
    int talk;           /* a socket: its stdin and stderr */
} fl_gnuplot;

/* A folder of figures: each a picture with its gnuplot script and table. Every file is made in a hidden
 * folder inside and renamed when complete, so that no name ever belongs to an incomplete file. */
typedef struct fl_figure_files {
    const char *folder; /* borrowed */
    const char *format; /* "svg", "png", "pdf"; borrowed */
    bool is_dark;
    fl_gnuplot gnuplot;
    fl_tempdir hidden;
} fl_figure_files;

/* One figure. */
typedef struct fl_figure_files_picture {
    const char *name;   /* chosen by the program: letters, digits, '-', '_' */
    const char *script; /* gnuplot's commands, after the generated head */
    const fl_data_table *table;
    unsigned width, height;
} fl_figure_files_picture;

/* Makes the folder if it does not exist; its parent must exist. Set `format` and `is_dark` before. */
FL_NODISCARD fl_err fl_render_files_init(fl_figure_files *self, const char *folder, fl_diag *diag);
void fl_render_files_free(fl_figure_files *self);

/* Draws a figure by a separate gnuplot, because its SVG terminal keeps the last colour of the previous
 * picture. Afterwards <name>.tsv, <name>.gp, style.gp and <name>.<format> are in the folder. */
FL_NODISCARD fl_err fl_render_files_draw(fl_figure_files *self, const fl_figure_files_picture *picture,
                                         fl_diag *diag);

/* Draws a figure and adds it to `out`; no file remains. All calls share one gnuplot. */
FL_NODISCARD fl_err fl_render_files_read(fl_figure_files *self, const fl_figure_files_picture *picture,
                                         fl_text *out, fl_diag *diag);

#endif
