/* What most figures say around the picture: run, swept settings, what is held, how many floors. */
#ifndef FL_PLOTS_FIGURE_TITLES_H
#define FL_PLOTS_FIGURE_TITLES_H

#include "plots/figure/data_table.h"
#include "plots/figure/sweep_axes.h"

/* "<what>: <name of the run>", and a note "<floors> floors a condition; preset full; <more>". NULL = nothing more. */
void fl_figure_titles_add(fl_data_table *sheet, const char *what, const fl_sweep_axes *sweep,
                          const char *more);

/* The same where every row has a condition of its own. */
void fl_figure_titles_add_single(fl_data_table *sheet, const char *what, const fl_result_view *run,
                                 const char *more);

/* "1 000 000", with narrow spaces. */
void fl_figure_titles_add_count(fl_text *out, uint64_t number);

/* "stage 1, hard off"; "all floors" where nothing is swept. */
void fl_figure_titles_condition(const fl_result_view *run, uint64_t condition, fl_text *out);

/* The same where all conditions are added up. */
void fl_figure_titles_add_pooled(fl_data_table *sheet, const char *what, const fl_result_view *run,
                                 const char *more);

#endif
