/* Metrics of floors of at most 64 rooms of any form on a board of at most 24 x 24: rooms as bits of a word, cells as bits of
 * rows, no heap.
 *
 * The plain functions of metric.c (graph, cluster) are the reference; tests hold the two against each other floor by floor. */
#ifndef FL_ANALYSIS_METRIC_BITS64_H
#define FL_ANALYSIS_METRIC_BITS64_H

#include "gen/floor/floor.h"

enum {
    FL_SKETCH_ROOMS = 64,
    FL_SKETCH_SIDE = 24,  /* cells of a board's side */
    FL_SKETCH_MARGIN = 2, /* empty rows and columns before the board, more behind it */
    FL_SKETCH_ROWS = 32,
    FL_SKETCH_BOX = 4, /* cells of a room's side */
    FL_SKETCH_DOORS = 256,
};

typedef uint32_t fl_sketch_rows[FL_SKETCH_ROWS];

typedef struct fl_sketch {
    const fl_floor *floor; /* borrowed */
    uint64_t plan;         /* bit per room that was not added */
    int secret;            /* number of the first secret room, -1 = none */
    int super_secret;
    /* of the doors */
    uint64_t touches[FL_SKETCH_ROOMS]; /* by room: a bit per room that a door leads to */
    uint64_t twice[FL_SKETCH_ROOMS];   /* by the first room of a door: the same where two doors do or more */
    unsigned plan_doors, double_doors;
    uint8_t pair[FL_SKETCH_DOORS + 1][2]; /* plan rooms with doors between them, each pair once */
    unsigned pairs_n;
    /* of the cells */
    fl_sketch_rows all, in_plan;
    uint64_t across; /* 2^32 / width, rounded up */
} fl_sketch;

/* Begins with a floor; false when it has too many rooms or doors, or is too large. */
bool fl_sketch_read(fl_sketch *self, const fl_floor *floor);

/* Reads the doors; false when one does not lead to a later room. */
bool fl_sketch_join(fl_sketch *self);

/* Reads the cells; false when a room is too long. */
bool fl_sketch_spread(fl_sketch *self);

/* Plan rooms with so many neighbouring plan rooms, four or more; needs fl_sketch_join. */
void fl_sketch_degrees(const fl_sketch *self, unsigned out[5]);

/* Rooms beside a room, FL_FACT_NONE for room -1; needs fl_sketch_join. */
int32_t fl_sketch_neighbours(const fl_sketch *self, int room);

/* The largest distance between two plan rooms; needs fl_sketch_join. */
unsigned fl_sketch_diameter(const fl_sketch *self);

/* The clustering number of a room, see analysis/metric/cluster; needs fl_sketch_spread. */
unsigned fl_sketch_cluster(const fl_sketch *self, unsigned room, bool with_added);

/* Those of all plan rooms among the plan; returns how many. `out` holds a number for each room. */
unsigned fl_sketch_clusters(const fl_sketch *self, uint16_t *out);

#endif
