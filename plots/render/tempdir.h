/* A hidden folder for what is not whole yet, ".floorlab-plot-XXXXXX".
 *
 * Its process holds a lock on it. What a killed process left behind has none, and goes when the next one comes. */
#ifndef FL_PLOTS_RENDER_TEMPDIR_H
#define FL_PLOTS_RENDER_TEMPDIR_H

#include "gen/base/diag.h"

typedef struct fl_tempdir {
    char *path; /* NULL = none */
    int lock;   /* open, or -1 */
} fl_tempdir;

/* Makes one in `folder`, which exists, after the left-over ones there are gone. */
FL_NODISCARD fl_err fl_render_tempdir_init(fl_tempdir *self, const char *folder, fl_diag *diag);

/* Removes it with its files. */
void fl_render_tempdir_free(fl_tempdir *self);

#endif
