/* The chart of a plan: every floor with every state in which its player can enter it.
 *
 * It is finite, because variables have ranges. What a floor shows (its curse, its rooms) is taken to be anything that the
 * conditions behind it ask about. A run can be anywhere on the chart and nowhere else, and from everywhere it can end. */
#ifndef FL_GEN_JOURNEY_STATE_GRAPH_H
#define FL_GEN_JOURNEY_STATE_GRAPH_H

#include "gen/base/yaml.h"
#include "gen/journey/journey.h"

enum { FL_JOURNEY_STATE_GRAPH_VERTICES = 200000, FL_JOURNEY_STATE_GRAPH_BRANCHES = 20000000 };

typedef struct fl_journey_vertex {
    fl_journey_state state;
    uint8_t floor;
} fl_journey_vertex;

typedef struct fl_journey_state_graph {
    fl_journey_vertex *vertex; /* in the order they were found; 0 is where runs start */
    unsigned vertices_n, capacity;
    uint32_t *slot; /* vertex number + 1 by hash */
    uint32_t *arc;  /* from, to; vertices */
    unsigned arcs_n, arcs_capacity;
    bool *can_end;
} fl_journey_state_graph;

/* Finds all vertices; refuses a plan with too many, or with one from which no exit can be reached. `yaml` may be
 * NULL for a plan that was accepted before. */
FL_NODISCARD fl_err fl_journey_state_graph_init(fl_journey_state_graph *self, const fl_journey *journey,
                                                fl_yaml *yaml, fl_diag *diag);
void fl_journey_state_graph_free(fl_journey_state_graph *self);

/* The number of a vertex; vertices_n for none. */
unsigned fl_journey_state_graph_find(const fl_journey_state_graph *self, const fl_journey *journey,
                                     const fl_journey_vertex *vertex);

#endif
