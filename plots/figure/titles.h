/* What most figures say around the picture: run, swept settings, what is held, how many floors. */
#ifndef FL_PLOTS_FIGURE_TITLES_H
#define FL_PLOTS_FIGURE_TITLES_H

#include "plots/figure/data_table.h"
#include "plots/figure/sweep_axes.h"

/* "<what>: <name of the run>", and a note "<floors> floors a condition; preset full; <more>". NULL = nothing more. */
void fl_heading_add(fl_sheet *sheet, const char *what, const fl_swept *sweep, const char *more);

/* The same where every row has a condition of its own. */
void fl_heading_add_single(fl_sheet *sheet, const char *what, const fl_view *run, const char *more);

/* "1 000 000", with narrow spaces. */
void fl_heading_add_count(fl_text *out, uint64_t number);

/* "stage 1, hard off"; "all floors" where nothing is swept. */
void fl_heading_condition(const fl_view *run, uint64_t condition, fl_text *out);

/* The same where all conditions are added up. */
void fl_heading_add_pooled(fl_sheet *sheet, const char *what, const fl_view *run, const char *more);

#endif
