/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Shared by the files of this folder: starting gnuplot, and its hidden working folder. */
#ifndef FL_PLOTS_RENDER_RENDER_PRIVATE_H
#define FL_PLOTS_RENDER_RENDER_PRIVATE_H

#include "plots/render/render.h"

/* Finds gnuplot: the first program of that name in the absolute folders of `path` (in the format of PATH;
 * NULL = none). */
FL_NODISCARD fl_err fl_render_gnuplot_find(const char *path, char out[FL_RENDER_GNUPLOT_PATH], fl_diag *diag);

/* Runs `script`, a plain file name in the folder, by the current process, which it resets, or by a new one.
 * FL_ERR_IO: the program could not be started, failed, or took longer than `seconds`; the next script gets a
 * new process. */
FL_NODISCARD fl_err fl_render_gnuplot_run(fl_gnuplot *self, const char *script, unsigned seconds,
                                          fl_diag *diag);

/* Ends the process, if there is one. */
void fl_render_gnuplot_stop(fl_gnuplot *self);

/* Makes a hidden folder in `folder`, which must exist, and removes those left by killed processes. */
FL_NODISCARD fl_err fl_render_tempdir_init(fl_tempdir *self, const char *folder, fl_diag *diag);

/* Removes it with its files. */
void fl_render_tempdir_free(fl_tempdir *self);

#endif
