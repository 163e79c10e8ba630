/* Grid floors: the general tool of seed 002 as a generator row. See grid_rules.h for the settings. */
#ifndef FL_GEN_GRID_GRID_H
#define FL_GEN_GRID_GRID_H

#include "gen/floor/generator.h"
#include "gen/grid/board.h"

/* A change of any floor is a new version, and new golden digests. */
#define FL_GRID_VERSION 1

extern const fl_generator fl_grid;

/* The same floor as the row's make, telling a watcher of every attempt. */
void fl_grid_tracer_make(const fl_grid_tracer *watch, const void *rules, const fl_key *key, void *scratch,
                         fl_floor *out);

/* The pass that a room of the floor made last came from: 0 for the start, 1 for the first pass. */
unsigned fl_grid_pass_of(const void *scratch, unsigned room);

#endif
