/* Gao's clustering number of a room (seed 002, 6.1).
 *
 * R_A = the cells of other rooms beside room R. R_C = the cells of other rooms that touch at least two cells of R_A.
 * The clustering number is the size of R_C; a room of one cell has at most four. */
#ifndef FL_ANALYSIS_METRIC_CLUSTER_H
#define FL_ANALYSIS_METRIC_CLUSTER_H

#include "gen/floor/floor.h"

/* Scratch: counters by cell that are cleared by moving on to the next mark. */
typedef struct fl_cluster_work {
    uint32_t *mark;    /* [cells] which room's R_A the cell was last put into */
    uint32_t *touched; /* [cells] mark << 3 | touches counted for that room */
    uint16_t *beside;  /* R_A as a list */
    uint32_t now;
    uint32_t cells_max;
} fl_cluster_work;

FL_NODISCARD fl_err fl_metric_cluster_init(fl_cluster_work *self, uint32_t cells_max);
void fl_metric_cluster_free(fl_cluster_work *self);

/* The clustering number of a room; added rooms count only if `with_added`. */
unsigned fl_metric_cluster_number(fl_cluster_work *self, const fl_floor *floor, unsigned room,
                                  bool with_added);

#endif
