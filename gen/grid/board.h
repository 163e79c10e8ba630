/* A grid floor in the making: a board with a border, the rooms in placing order, and what changes with each room.
 *
 * Nothing is ever counted anew: a placed room adds one to the neighbour counts around it and to the `touching` of the
 * rooms beside it, and shortens distances where it is a short cut. All memory is one piece, zeroed once. */
#ifndef FL_GEN_GRID_BOARD_H
#define FL_GEN_GRID_BOARD_H

#include "gen/grid/grid.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { FL_GRID_BOARD_WALL = 0xffff }; /* owner of the border's tiles */

typedef struct fl_grid_room {
    int32_t at;        /* tile of its box's upper left corner */
    uint16_t touching; /* traversable tiles beside it */
    uint8_t entry;     /* of the rules */
    uint8_t form;      /* of the entry */
} fl_grid_room;

/* A form at a place, not laid yet. */
typedef struct fl_grid_spot {
    const fl_grid_rotation *form;
    int32_t at;
} fl_grid_spot;

typedef struct fl_grid_board {
    const fl_grid_rules *rules;  /* borrowed */
    uint64_t fingerprint;        /* of the rules the memory is laid out for; 0 = not yet */
    const fl_grid_tracer *watch; /* borrowed; usually NULL */
    fl_pcg rng;
    unsigned attempts;
    unsigned rooms_n, tiles_n;
    unsigned queue_n;
    bool is_exhausted;       /* a room lost its draws round after round: no further attempt is made */
    uint32_t round;          /* stamps in `seen` */
    uint32_t look;           /* stamps in `listed` */
    unsigned bounded_n;      /* rooms that could have more neighbours than connections */
    unsigned free_with[5];   /* empty tiles with exactly 1…4 traversable neighbours */
    uint16_t *owner;         /* [tile] room number + 1, 0 = empty, FL_GRID_BOARD_WALL */
    uint8_t *near;           /* [tile] traversable neighbours */
    fl_grid_room *rooms;     /* the rest: [tiles_max] */
    uint8_t *queue;          /* entries to be placed */
    uint16_t *distance;      /* of rooms from the start */
    uint16_t *extra;         /* tiles that a spot would add beside a room; zero between uses */
    uint16_t *touched;       /* scratch: rooms beside a spot, rooms whose distance changed */
    uint16_t *stack;         /* the walk */
    uint32_t *seen, *listed; /* stamps */
} fl_grid_board;

/* Bytes of a plan with all its arrays. */
size_t fl_grid_board_size(const fl_grid_rules *rules);

/* Readies memory of at least that size that was zeroed once. Does nothing when it is laid out for these rules; memory of
 * other rules is laid out anew, for a worker makes floors by many. */
void fl_grid_board_lay_out(fl_grid_board *self, const fl_grid_rules *rules);

/* Takes all rooms away and places the start. */
void fl_grid_board_reset(fl_grid_board *self);

/* How many tiles each room beside a spot would get, in `extra`; the rooms in `touched`. Returns how many rooms. */
unsigned fl_grid_board_mark(fl_grid_board *self, const fl_grid_spot *spot);

/* Forgets what meet worked out. */
void fl_grid_board_unmark(fl_grid_board *self, unsigned touched_n);

/* Whether all tiles are empty; if so, how many traversable tiles are adjacent. */
bool fl_grid_board_fits(const fl_grid_board *self, const fl_grid_spot *spot, unsigned *neighbours);

/* The distance a room would have there: one more than the nearest room beside it. */
unsigned fl_grid_board_distance(const fl_grid_board *self, const fl_grid_spot *spot);

/* Lays a room. It must fit. */
void fl_grid_board_place(fl_grid_board *self, unsigned entry, unsigned form, int32_t at);

/* Copies the finished plan into a floor. */
void fl_grid_board_write(const fl_grid_board *self, fl_floor *out);

/* Derives all counts from scratch and compares: for tests. */
bool fl_grid_board_check(fl_grid_board *self);

#endif
