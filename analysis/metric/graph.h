/* The room graph of a floor: who is next to whom, and how far. */
#ifndef FL_ANALYSIS_METRIC_GRAPH_H
#define FL_ANALYSIS_METRIC_GRAPH_H

#include "gen/floor/floor.h"

enum { FL_GRAPH_UNSEEN = 0xffff };

typedef struct fl_graph {
    uint32_t *from;        /* where a room's neighbours start in `to` */
    uint16_t *degree;      /* neighbouring rooms, added ones included */
    uint16_t *plan_degree; /* neighbouring plan rooms */
    uint16_t *to;
    uint16_t *doors; /* as `to`: how many doors lead there */
    uint16_t *queue;
    uint16_t *distance;
    uint16_t *least, *most; /* bounds of a room's largest distance, for the diameter */
    uint32_t plan_doors;    /* doors between plan rooms */
    uint32_t double_doors;  /* pairs of rooms with two doors or more */
} fl_graph;

FL_NODISCARD fl_err fl_metric_graph_init(fl_graph *self, uint32_t cells_max);
void fl_metric_graph_free(fl_graph *self);

/* Reads a floor's doors; time grows with their number. */
void fl_metric_graph_read(fl_graph *self, const fl_floor *floor);

/* Steps from a room through the plan into `distance`, FL_GRAPH_UNSEEN where no way leads; returns the most of them.
 * Needs fl_metric_graph_read. */
unsigned fl_metric_graph_walk(fl_graph *self, const fl_floor *floor, unsigned start);

/* The largest distance between two plan rooms; needs fl_metric_graph_read. Exact, with a handful of walks on most floors. */
unsigned fl_metric_graph_diameter(fl_graph *self, const fl_floor *floor);

#endif
