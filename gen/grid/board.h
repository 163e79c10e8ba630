/* SPDX-License-Identifier: MIT */
/* The board of a grid floor: tiles inside a border, the rooms in placing order, and counts that change with
 * each room.
 *
 * Counts are updated, never recomputed: a placed room adds to the neighbour counts of the tiles around it and
 * to the `touching` of the rooms beside it, and lowers distances if it is a short cut. The board and its
 * arrays are one piece of memory that was zeroed once. */
#ifndef FL_GEN_GRID_BOARD_H
#define FL_GEN_GRID_BOARD_H

#include "gen/grid/grid.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { FL_GRID_BOARD_WALL = 0xffff }; /* owner of the border's tiles */

/* True if the owner of a tile is a room. */
static inline bool fl_grid_board_is_room(unsigned owner)
{
    return owner != 0 && owner != FL_GRID_BOARD_WALL;
}

typedef struct fl_grid_room {
    int32_t at;        /* tile of its box's upper left corner */
    uint16_t touching; /* traversable tiles beside it */
    uint16_t open;     /* tiles beside it that are not the border's */
    uint8_t entry;     /* of the rules */
    uint8_t rotation;  /* of the entry */
} fl_grid_room;

/* A set of numbers of a rotation's rim. */
typedef struct fl_grid_rim_set {
    uint64_t word[(FL_GRID_ROTATION_RIM + 63) / 64];
} fl_grid_rim_set;

/* A room beside another one. */
typedef struct fl_grid_link {
    uint32_t next; /* the previous one in the list of the same room; 0 = none */
    uint16_t room;
} fl_grid_link;

/* A place where a room could be put: a rotation and the tile of its box's upper left corner. */
typedef struct fl_grid_spot {
    const fl_grid_rotation *rotation;
    int32_t at;
} fl_grid_spot;

typedef struct fl_grid_board {
    const fl_grid_rules *rules;   /* borrowed */
    uint64_t fingerprint;         /* of the rules for which the memory is laid out; 0 = not yet */
    const fl_grid_tracer *tracer; /* borrowed; usually NULL */
    fl_pcg rng;
    unsigned attempts;
    uint32_t visits; /* of rooms, by all searches for places of this floor */
    unsigned rooms_n, tiles_n;
    unsigned queue_n;
    bool is_exhausted;  /* a room lost its draws in FL_GRID_PLACE_ROUNDS rounds: no further attempt is made */
    bool is_shut_off;   /* the last attempt was complete, but without an open path */
    uint32_t round;     /* stamps in `seen` */
    unsigned bounded_n; /* rooms whose rim is longer than their connections allow */
    unsigned free_with[5];  /* empty tiles with exactly 1…4 traversable neighbours */
    uint16_t *owner;        /* [tile] room number + 1, 0 = empty, FL_GRID_BOARD_WALL */
    uint8_t *near;          /* [tile] traversable neighbours */
    fl_grid_room *rooms;    /* the rest: [tiles_max] */
    uint8_t *queue;         /* entries to be placed */
    uint16_t *distance;     /* of rooms from the start */
    uint16_t *extra;        /* tiles that a spot would add beside a room; all zero between uses */
    uint16_t *touched;      /* scratch: rooms beside a spot, rooms whose distance changed */
    uint16_t *stack;        /* the path back of a search */
    uint32_t *seen;         /* stamps */
    uint32_t *links_of;     /* the last of a room's links */
    fl_grid_rim_set *tried; /* tiles tried beside each room; only if the search does not try them in a row */
    fl_grid_link *links;    /* [4 * tiles_max + 1]; the first is not used */
    uint32_t links_n;       /* with that one */
} fl_grid_board;

/* The bytes of a board with all its arrays. */
size_t fl_grid_board_size(const fl_grid_rules *rules);

/* Prepares memory of at least that size that was zeroed once. Memory prepared for other rules is laid out
 * again, because a worker makes floors by many rules; for the same rules nothing is done. */
void fl_grid_board_prepare(fl_grid_board *self, const fl_grid_rules *rules);

/* Removes all rooms and places the start. */
void fl_grid_board_reset(fl_grid_board *self);

/* Lists the rooms beside a spot in `touched`, and in `extra` how many tiles each would get beside it. Returns
 * their number; fl_grid_board_unmark must follow. */
unsigned fl_grid_board_mark(fl_grid_board *self, const fl_grid_spot *spot);

/* Resets what fl_grid_board_mark has written. */
void fl_grid_board_unmark(fl_grid_board *self, unsigned touched_n);

/* True if all tiles of a spot are empty; if so, *neighbours is the number of adjacent traversable tiles. */
bool fl_grid_board_fits(const fl_grid_board *self, const fl_grid_spot *spot, unsigned *neighbours);

/* The distance that a room would have at a spot: one more than the nearest room beside it. */
unsigned fl_grid_board_distance(const fl_grid_board *self, const fl_grid_spot *spot);

/* Places a room that fits. */
void fl_grid_board_place(fl_grid_board *self, unsigned entry, unsigned rotation, int32_t at);

/* Copies the finished board into a floor. */
void fl_grid_board_write(const fl_grid_board *self, fl_floor *out);

/* Recomputes all counts and compares; for tests. */
bool fl_grid_board_check(fl_grid_board *self);

#endif
