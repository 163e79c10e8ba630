/* Figures of counts on a plane: the grid of the floor, or two metrics. */
#ifndef FL_PLOTS_FIGURE_FIGURE_PLANES_H
#define FL_PLOTS_FIGURE_FIGURE_PLANES_H

#include "plots/figure/figure.h"

void fl_figure_planes_map(const fl_figure_job *job, fl_data_table *sheet);
void fl_figure_planes_range(const fl_figure_job *job, fl_data_table *sheet);
void fl_figure_planes_corner(const fl_figure_job *job, fl_data_table *sheet);

#endif
