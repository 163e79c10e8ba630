/* Figures of shares: odds as rolled and as documented, floors that have something. */
#ifndef FL_PLOTS_FIGURE_FIGURE_ODDS_H
#define FL_PLOTS_FIGURE_FIGURE_ODDS_H

#include "plots/figure/figure.h"

/* Intervals are confidence sequences of this level: right at every number of floors at once. */
#define FL_FIGURE_ODDS_ALPHA 0.05

void fl_figure_odds_forest(const fl_figure_job *job, fl_data_table *sheet);
void fl_figure_odds_convergence(const fl_figure_job *job, fl_data_table *sheet);
void fl_figure_odds_rolls(const fl_figure_job *job, fl_data_table *sheet);
void fl_figure_odds_loops(const fl_figure_job *job, fl_data_table *sheet);

#endif
