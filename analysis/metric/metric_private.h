/* What the files of this folder share and nobody outside needs. */
#ifndef FL_ANALYSIS_METRIC_METRIC_PRIVATE_H
#define FL_ANALYSIS_METRIC_METRIC_PRIVATE_H

#include "analysis/metric/metric.h"
#include "gen/floor/board.h"

#include <stdbool.h>
#include <stdint.h>

/* Gao's clustering number of a room (Gao 2022, 6.1).
 *
 * R_A = the cells of other rooms beside room R. R_C = the cells of other rooms that touch at least two cells of R_A.
 * The clustering number is the size of R_C; a room of one cell has at most four. */

FL_NODISCARD fl_err fl_metric_cluster_init(fl_cluster_work *self, uint32_t cells_max);
void fl_metric_cluster_free(fl_cluster_work *self);

/* The clustering number of a room; added rooms count only if `with_added`. */
unsigned fl_metric_cluster_number(fl_cluster_work *self, const fl_floor *floor, unsigned room,
                                  bool with_added);

/* The room graph of a floor: who is next to whom, and how far. */

enum { FL_GRAPH_UNSEEN = 0xffff };

FL_NODISCARD fl_err fl_metric_graph_init(fl_graph *self, uint32_t cells_max);
void fl_metric_graph_free(fl_graph *self);

/* Reads a floor's doors; time grows with their number. */
void fl_metric_graph_read(fl_graph *self, const fl_floor *floor);

/* Steps from a room through the plan into `distance`, FL_GRAPH_UNSEEN where no way leads; returns the most of them.
 * Needs fl_metric_graph_read. */
unsigned fl_metric_graph_walk(fl_graph *self, const fl_floor *floor, unsigned start);

/* The largest distance between two plan rooms; needs fl_metric_graph_read. Exact, with a handful of walks on most floors. */
unsigned fl_metric_graph_diameter(fl_graph *self, const fl_floor *floor);

/* Metrics: whole numbers counted on a floor, one row of a table each.
 *
 * "Plan" means the floor without the rooms that were added to it afterwards (secret rooms). A value a floor does not
 * have (the secret room's neighbours where there is none) is FL_GENERATOR_FACT_NONE. */

/* The metric of a name; FL_METRIC_COUNT for an unknown one. */
unsigned fl_metric_named(const char *name);

/* The same without bit tricks, for floors of any form: the reference. */
void fl_metric_compute_plain(fl_metric_work *self, const fl_floor *floor, unsigned groups, int32_t *out);

/* Which kinds of rooms touch each other, counted on the doors. */

/* The metrics of the group TOUCHES, into out[FL_METRIC_COUNT]; the graph was read from this floor; `exits` is scratch
 * for a number per room. */
void fl_metric_adjacency_count(const fl_graph *graph, const fl_floor *floor, uint16_t *exits, int32_t *out);

/* Metrics of floors of at most 64 rooms of any form on a board of at most 24 x 24: rooms as bits of a word, cells as bits of
 * rows, no heap.
 *
 * The plain functions of metric.c (graph, cluster) are the reference; tests hold the two against each other floor by floor. */

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

/* Metrics of floors whose rooms are single cells on a board of at most 9 x 8: whole-board bit tricks.
 *
 * The plain functions of metric.c are the reference; tests hold the two against each other floor by floor. */

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

/* Where special rooms stand among the dead ends. */

/* The metrics of the group RANKS, into out[FL_METRIC_COUNT]. */
void fl_metric_dead_end_rank_count(const fl_floor *floor, int32_t *out);

/* What came of the gates: which room stands where chance could have put one. */

/* The metrics of the group SLOTS, into out[FL_METRIC_COUNT]. */
void fl_metric_gate_slots_count(const fl_floor *floor, int32_t *out);

/* What Gao 2022 says of a floor as a grid-based dungeon: its eight conditions, and where its rooms sit. */

/* The metrics of the group DUNGEON, into out[FL_METRIC_COUNT]. */
void fl_metric_grid_conditions_count(fl_cluster_work *work, const fl_floor *floor, int32_t *out);

/* Metrics of normal rooms' interiors: how hard they are, their numbers, what varies on top. */

/* Fills their places in out[FL_METRIC_COUNT]; no value where there are no interiors. */
void fl_metric_interior_count(const fl_floor *floor, int32_t *out);

/* Distances from the start, and the shortest ways to the end room and to the super secret room. */

/* The metrics of the group DISTANCES, into out[FL_METRIC_COUNT]. */
void fl_metric_path_measure(const fl_floor *floor, int32_t *out);

/* The metrics of the group PATHS, into out[FL_METRIC_COUNT]; the graph was read from this floor. */
void fl_metric_path_count(fl_graph *graph, const fl_floor *floor, int32_t *out);

/* The cells a secret room could have been put on, found again on the finished floor. */

/* The metrics of the group OFFER, into out[FL_METRIC_COUNT]. */
void fl_metric_secret_sites_count(const fl_floor *floor, int32_t *out);

#endif
