/* Figures of one metric at a time. */
#ifndef FL_PLOTS_FIGURE_FIGURE_METRICS_H
#define FL_PLOTS_FIGURE_FIGURE_METRICS_H

#include "plots/figure/figure.h"

void fl_figure_metrics_swept(const fl_figure_job *job, fl_data_table *sheet);
void fl_figure_metrics_overlay(const fl_figure_job *job, fl_data_table *sheet);
void fl_figure_metrics_clustering(const fl_figure_job *job, fl_data_table *sheet);
void fl_figure_metrics_attempts(const fl_figure_job *job, fl_data_table *sheet);
void fl_figure_metrics_speed(const fl_figure_job *job, fl_data_table *sheet);

#endif
