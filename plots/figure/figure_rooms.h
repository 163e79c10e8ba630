/* Figures of rooms: how many, of which shape, beside which, and who is in the last one. */
#ifndef FL_PLOTS_FIGURE_FIGURE_ROOMS_H
#define FL_PLOTS_FIGURE_FIGURE_ROOMS_H

#include "plots/figure/figure.h"

void fl_figure_rooms_count(const fl_figure_job *job, fl_data_table *sheet);
void fl_figure_rooms_dead_ends(const fl_figure_job *job, fl_data_table *sheet);
void fl_figure_rooms_secret(const fl_figure_job *job, fl_data_table *sheet);
void fl_figure_rooms_shapes(const fl_figure_job *job, fl_data_table *sheet);
void fl_figure_rooms_bosses(const fl_figure_job *job, fl_data_table *sheet);

#endif
