/* The external program that draws: gnuplot, found in PATH and started without a shell.
 *
 * It gets a fixed command line, a clean environment, a folder to work in, no input and a time limit. What it says is
 * shown when it fails. */
#ifndef FL_PLOTS_RENDER_GNUPLOT_H
#define FL_PLOTS_RENDER_GNUPLOT_H

#include "gen/base/diag.h"

enum { FL_RENDER_GNUPLOT_PATH = 4096, FL_RENDER_GNUPLOT_SECONDS = 60 };

/* Where it is: the first of that name in the absolute folders of `path` (as PATH has them; NULL = none). */
FL_NODISCARD fl_err fl_render_gnuplot_find(const char *path, char out[FL_RENDER_GNUPLOT_PATH], fl_diag *diag);

/* Lets it work through `script`, a plain name in `folder`. FL_ERR_IO: it could not be started, failed, or took longer
 * than `seconds`. */
FL_NODISCARD fl_err fl_render_gnuplot_run(const char *program, const char *folder, const char *script,
                                          unsigned seconds, fl_diag *diag);

#endif
