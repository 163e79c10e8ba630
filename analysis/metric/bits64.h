/* Metrics of floors of at most 64 rooms of any form on a board of at most 24 x 24: rooms as bits of a word, cells as bits of
 * rows, no heap.
 *
 * The plain functions of metric.c (graph, cluster) are the reference; tests hold the two against each other floor by floor. */
#ifndef FL_ANALYSIS_METRIC_BITS64_H
#define FL_ANALYSIS_METRIC_BITS64_H

#include "gen/floor/floor.h"

enum {
    FL_METRIC_BITS64_ROOMS = 64,
    FL_METRIC_BITS64_SIDE = 24,  /* cells of a board's side */
    FL_METRIC_BITS64_MARGIN = 2, /* empty rows and columns before the board, more behind it */
    FL_METRIC_BITS64_ROWS = 32,
    FL_METRIC_BITS64_BOX = 4, /* cells of a room's side */
    FL_METRIC_BITS64_DOORS = 256,
};

typedef uint32_t fl_metric_bits64_rows[FL_METRIC_BITS64_ROWS];

typedef struct fl_metric_bits64 {
    const fl_floor *floor; /* borrowed */
    uint64_t plan;         /* bit per room that was not added */
    int secret;            /* number of the first secret room, -1 = none */
    int super_secret;
    /* of the doors */
    uint64_t touches[FL_METRIC_BITS64_ROOMS]; /* by room: a bit per room that a door leads to */
    uint64_t
        twice[FL_METRIC_BITS64_ROOMS]; /* by the first room of a door: the same where two doors do or more */
    unsigned plan_doors, double_doors;
    uint8_t pair[FL_METRIC_BITS64_DOORS + 1][2]; /* plan rooms with doors between them, each pair once */
    unsigned pairs_n;
    /* of the cells */
    fl_metric_bits64_rows all, in_plan;
    uint64_t across; /* 2^32 / width, rounded up */
} fl_metric_bits64;

/* Begins with a floor; false when it has too many rooms or doors, or is too large. */
bool fl_metric_bits64_read(fl_metric_bits64 *self, const fl_floor *floor);

/* Reads the doors; false when one does not lead to a later room. */
bool fl_metric_bits64_join(fl_metric_bits64 *self);

/* Reads the cells; false when a room is too long. */
bool fl_metric_bits64_spread(fl_metric_bits64 *self);

/* Plan rooms with so many neighbouring plan rooms, four or more; needs fl_metric_bits64_join. */
void fl_metric_bits64_degrees(const fl_metric_bits64 *self, unsigned out[5]);

/* Rooms beside a room, FL_GENERATOR_FACT_NONE for room -1; needs fl_metric_bits64_join. */
int32_t fl_metric_bits64_neighbours(const fl_metric_bits64 *self, int room);

/* The largest distance between two plan rooms; needs fl_metric_bits64_join. */
unsigned fl_metric_bits64_diameter(const fl_metric_bits64 *self);

/* The clustering number of a room, see analysis/metric/cluster; needs fl_metric_bits64_spread. */
unsigned fl_metric_bits64_cluster(const fl_metric_bits64 *self, unsigned room, bool with_added);

/* Those of all plan rooms among the plan; returns how many. `out` holds a number for each room. */
unsigned fl_metric_bits64_clusters(const fl_metric_bits64 *self, uint16_t *out);

#endif
