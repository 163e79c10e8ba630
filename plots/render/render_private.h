/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the files of this folder share and nobody outside needs. */
#ifndef FL_PLOTS_RENDER_RENDER_PRIVATE_H
#define FL_PLOTS_RENDER_RENDER_PRIVATE_H

#include "plots/render/render.h"

/* The external program that draws: gnuplot, found in PATH and started without a shell.
 *
 * It gets a fixed command line, a clean environment, a folder to work in, no input and a time limit. What it says is
 * shown when it fails. */

/* Where it is: the first of that name in the absolute folders of `path` (as PATH has them; NULL = none). */
FL_NODISCARD fl_err fl_render_gnuplot_find(const char *path, char out[FL_RENDER_GNUPLOT_PATH], fl_diag *diag);

/* Lets it work through `script`, a plain name in `folder`. FL_ERR_IO: it could not be started, failed, or took longer
 * than `seconds`. */
FL_NODISCARD fl_err fl_render_gnuplot_run(const char *program, const char *folder, const char *script,
                                          unsigned seconds, fl_diag *diag);

/* A hidden folder for what is not whole yet, ".floorlab-plot-XXXXXX".
 *
 * Its process holds a lock on it. What a killed process left behind has none, and goes when the next one comes. */

/* Makes one in `folder`, which exists, after the left-over ones there are gone. */
FL_NODISCARD fl_err fl_render_tempdir_init(fl_tempdir *self, const char *folder, fl_diag *diag);

/* Removes it with its files. */
void fl_render_tempdir_free(fl_tempdir *self);

/* A folder of figures: each a picture with the gnuplot script and the table it was drawn from beside it.
 *
 * Everything is made in a hidden folder inside and renamed when it is whole, so that no name ever stands for half a
 * file. */

/* The script of a picture as it stands in its file. */
void fl_render_files_script(const fl_figure_files *self, const fl_figure_files_picture *picture,
                            fl_text *out);

#endif
