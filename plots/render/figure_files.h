/* A folder of figures: each a picture with the gnuplot script and the table it was drawn from beside it.
 *
 * Everything is made in a hidden folder inside and renamed when it is whole, so that no name ever stands for half a
 * file. */
#ifndef FL_PLOTS_RENDER_FIGURE_FILES_H
#define FL_PLOTS_RENDER_FIGURE_FILES_H

#include "plots/render/gnuplot.h"
#include "plots/figure/data_table.h"
#include "plots/render/tempdir.h"

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

/* The script of a picture as it stands in its file. */
void fl_render_files_script(const fl_figure_files *self, const fl_figure_files_picture *picture,
                            fl_text *out);

#endif
