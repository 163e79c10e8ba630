/* Metrics of floors whose rooms are single cells on a board of at most 9 x 8: whole-board bit tricks.
 *
 * The plain functions of metric.c are the reference; tests hold the two against each other floor by floor. */
#ifndef FL_ANALYSIS_METRIC_BITS72_H
#define FL_ANALYSIS_METRIC_BITS72_H

#include "gen/floor/board.h"
#include "gen/floor/floor.h"

typedef struct fl_metric_bits72 {
    fl_board plan; /* cells of plan rooms */
    fl_board all;  /* added rooms too */
    int secret;    /* cell of the first secret room, -1 = none */
    int super_secret;
} fl_metric_bits72;

/* Reads a floor; false when it is not of this form. */
bool fl_metric_bits72_read(fl_metric_bits72 *self, const fl_floor *floor);

/* Plan cells with exactly 0, 1, 2, 3, 4 neighbouring plan cells. */
void fl_metric_bits72_degrees(const fl_metric_bits72 *self, unsigned out[5]);

/* Pairs of touching cells. */
unsigned fl_metric_bits72_edges(fl_board board);

/* Steps between the two plan cells that are farthest apart. */
unsigned fl_metric_bits72_diameter(const fl_metric_bits72 *self);

/* Plan cells with the clustering numbers 0…4. A cell's number is the number of full 2 x 2 squares it is in: a cell that
 * touches two neighbours of a single cell completes a square with them. */
void fl_metric_bits72_clustering(const fl_metric_bits72 *self, unsigned out[5]);

/* The clustering number of a cell among all rooms. */
unsigned fl_metric_bits72_cluster_of(const fl_metric_bits72 *self, unsigned cell);

#endif
