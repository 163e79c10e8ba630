/* SPDX-License-Identifier: MIT */
/* Shared by the files of this folder: the room graph and clustering numbers, faster versions by bit
 * operations for small floors, and a function for each other group of metrics. */
#ifndef FL_ANALYSIS_METRIC_METRIC_PRIVATE_H
#define FL_ANALYSIS_METRIC_METRIC_PRIVATE_H

#include "analysis/metric/metric.h"
#include "gen/floor/board.h"

#include <stdbool.h>
#include <stdint.h>

/* cluster.c: Gao's clustering number of a room (Gao 2022, 6.1).
 *
 * R_A = the cells of other rooms beside room R. R_C = the cells of other rooms that touch at least two cells
 * of R_A. The clustering number is the size of R_C; a room of one cell has at most four. */

FL_NODISCARD fl_err fl_metric_cluster_init(fl_cluster_work *self, uint32_t cells_max);
void fl_metric_cluster_free(fl_cluster_work *self);

/* Returns the clustering number of a room; added rooms count only if `with_added`. */
unsigned fl_metric_cluster_number(fl_cluster_work *self, const fl_floor *floor, unsigned room,
                                  bool with_added);

/* graph.c: the room graph of a floor: which rooms are neighbours, and how far they are apart. */

enum { FL_GRAPH_UNSEEN = 0xffff };

FL_NODISCARD fl_err fl_metric_graph_init(fl_graph *self, uint32_t cells_max);
void fl_metric_graph_free(fl_graph *self);

/* Reads a floor's doors; time grows with their number. */
void fl_metric_graph_read(fl_graph *self, const fl_floor *floor);

/* Writes the steps from a room through layout rooms to `distance`, FL_GRAPH_UNSEEN for rooms that cannot be
 * reached; returns the largest. Needs fl_metric_graph_read. */
unsigned fl_metric_graph_walk(fl_graph *self, const fl_floor *floor, unsigned start);

/* Returns the number of connected parts of the layout; needs fl_metric_graph_read. */
unsigned fl_metric_graph_pieces(fl_graph *self, const fl_floor *floor);

/* Returns the largest distance between two layout rooms; needs fl_metric_graph_read. Exact, with a handful of
 * walks on most floors. */
unsigned fl_metric_graph_diameter(fl_graph *self, const fl_floor *floor);

/* metric.c: fl_metric_compute without bit operations, for floors of any form. Tests compare the fast versions
 * with it. */
void fl_metric_compute_plain(fl_metric_work *self, const fl_floor *floor, unsigned groups, int32_t *out);

/* adjacency.c: which kinds of rooms touch each other, counted by doors. Fills the group ADJACENCY of
 * out[FL_METRIC_COUNT]; the graph was read from this floor; `exits` is scratch for a number per room. */
void fl_metric_adjacency_count(const fl_graph *graph, const fl_floor *floor, uint16_t *exits, int32_t *out);

/* bits64.c: metrics of floors of at most 64 rooms of any shape on a board of at most 24 x 24: rooms as bits
 * of a word, cells as bits of rows, no heap.
 *
 * The plain functions of metric.c (graph, cluster) are the reference; tests compare the two floor by
 * floor. */

enum {
    FL_METRIC_BITS64_ROOMS = 64,
    FL_METRIC_BITS64_SIDE = 24,  /* cells of a board's side */
    FL_METRIC_BITS64_MARGIN = 2, /* empty rows and columns before the board; there are more after it */
    FL_METRIC_BITS64_ROWS = 32,
    FL_METRIC_BITS64_BOX = 4, /* cells of a room's side */
    FL_METRIC_BITS64_DOORS = 256,
};

typedef uint32_t fl_metric_bits64_rows[FL_METRIC_BITS64_ROWS];

typedef struct fl_metric_bits64 {
    const fl_floor *floor; /* borrowed */
    uint64_t layout;       /* a bit for each layout room */
    int secret;            /* number of the first secret room, -1 = none */
    int super_secret;
    /* by fl_metric_bits64_join: */
    uint64_t touches[FL_METRIC_BITS64_ROOMS]; /* by room: a bit per room that a door leads to */
    uint64_t
        twice[FL_METRIC_BITS64_ROOMS]; /* by the first room: a bit per room that two or more doors lead to */
    unsigned layout_doors, double_doors;
    uint8_t pair[FL_METRIC_BITS64_DOORS + 1][2]; /* layout rooms with doors between them, each pair once */
    unsigned pairs_n;
    /* by fl_metric_bits64_spread: */
    fl_metric_bits64_rows all, in_layout;
    uint64_t across; /* 2^32 / width, rounded up */
} fl_metric_bits64;

/* Starts on a floor; false if it has too many rooms or doors, or is too large. */
bool fl_metric_bits64_read(fl_metric_bits64 *self, const fl_floor *floor);

/* Reads the doors; false if one does not lead to a later room. */
bool fl_metric_bits64_join(fl_metric_bits64 *self);

/* Reads the cells; false if a room is too long. */
bool fl_metric_bits64_spread(fl_metric_bits64 *self);

/* out[n] = layout rooms with n neighbouring layout rooms, out[4] with four or more; needs
 * fl_metric_bits64_join. */
void fl_metric_bits64_degrees(const fl_metric_bits64 *self, unsigned out[5]);

/* Rooms beside a room, FL_GENERATOR_FACT_NONE for room -1; needs fl_metric_bits64_join. */
int32_t fl_metric_bits64_neighbours(const fl_metric_bits64 *self, int room);

/* Returns the number of connected parts of the layout; needs fl_metric_bits64_join. */
unsigned fl_metric_bits64_pieces(const fl_metric_bits64 *self);

/* The largest distance between two layout rooms; needs fl_metric_bits64_join. */
unsigned fl_metric_bits64_diameter(const fl_metric_bits64 *self);

/* The clustering number of a room as in cluster.c; needs fl_metric_bits64_spread. */
unsigned fl_metric_bits64_cluster(const fl_metric_bits64 *self, unsigned room, bool with_added);

/* The clustering numbers of all layout rooms; returns how many. `out` has room for a number for each room of
 * the floor. */
unsigned fl_metric_bits64_clusters(const fl_metric_bits64 *self, uint16_t *out);

/* bits72.c: metrics of floors whose rooms are single cells on a board of at most 9 x 8, by bit operations on
 * whole boards. Tests compare it with the plain functions floor by floor. */

typedef struct fl_metric_bits72 {
    fl_board layout; /* cells of layout rooms */
    fl_board all;    /* with added rooms */
    int secret;      /* cell of the first secret room, -1 = none */
    int super_secret;
} fl_metric_bits72;

/* Reads a floor; false if it does not have this form. */
bool fl_metric_bits72_read(fl_metric_bits72 *self, const fl_floor *floor);

/* out[n] = layout cells with n neighbouring layout cells. */
void fl_metric_bits72_degrees(const fl_metric_bits72 *self, unsigned out[5]);

/* Pairs of touching cells. */
unsigned fl_metric_bits72_edges(fl_board board);

/* Returns the number of connected parts of the layout. */
unsigned fl_metric_bits72_pieces(const fl_metric_bits72 *self);

/* Returns the steps between the two layout cells that are farthest apart. */
unsigned fl_metric_bits72_diameter(const fl_metric_bits72 *self);

/* out[n] = layout cells with the clustering number n. That is the number of full 2 x 2 squares the cell is
 * in: a cell that touches two neighbours of a single cell completes a square with them. */
void fl_metric_bits72_clustering(const fl_metric_bits72 *self, unsigned out[5]);

/* The clustering number of a cell among all rooms. */
unsigned fl_metric_bits72_cluster_of(const fl_metric_bits72 *self, unsigned cell);

/* The other groups. Each fills its metrics of out[FL_METRIC_COUNT]. */

/* DEAD_END_RANKS: how far special rooms are, compared with the dead ends. */
void fl_metric_dead_end_rank_count(const fl_floor *floor, int32_t *out);

/* ROLL_SLOTS: which room a roll placed, if any. */
void fl_metric_roll_slots_count(const fl_floor *floor, int32_t *out);

/* DOOR_PRICES: prices of the doors. */
void fl_metric_door_prices_count(const fl_floor *floor, int32_t *out);

/* CLUSTER_SITES: empty cells beside the layout, by the cells beside them and by the clustering number that a
 * room of one cell would have there. */
void fl_metric_cluster_sites_count(const fl_floor *floor, int32_t *out);

/* GRID_CONDITIONS: the eight conditions of Gao 2022 for a grid-based dungeon, and the places of its rooms. */
void fl_metric_grid_conditions_count(fl_cluster_work *work, const fl_floor *floor, int32_t *out);

/* INTERIORS: difficulty, numbers and variations of normal rooms' interiors. */
void fl_metric_interior_count(const fl_floor *floor, int32_t *out);
void fl_metric_difficulty_measure(const fl_floor *floor, int32_t *out);

/* DISTANCES: from the start. */
void fl_metric_path_measure(const fl_floor *floor, int32_t *out);

/* PATHS: the shortest ways to the end room and to the super secret room; the graph was read from this floor.
 */
void fl_metric_path_count(fl_graph *graph, const fl_floor *floor, int32_t *out);

/* SECRET_SITES: the cells that a secret room could have had, found on the finished floor. */
void fl_metric_secret_sites_count(const fl_floor *floor, int32_t *out);

#endif
