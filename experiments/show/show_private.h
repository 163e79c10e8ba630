/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Shared by the files of experiments/show: the insides of a floor's rooms, the floors of one journey. */
#ifndef FL_EXPERIMENTS_SHOW_SHOW_PRIVATE_H
#define FL_EXPERIMENTS_SHOW_SHOW_PRIVATE_H

#include "experiments/show/show.h"

/* The ground of a floor: all its rooms with their insides, tile by tile (ground.c).
 *
 * A cell is FL_GROUND_CELL tiles wide: those of a small chunk room and a wall on each side. A tile is one of
 * the sixteen types of a chunk room (fl_tile), or: */

enum { FL_GROUND_CELL = FL_ROOM_PART_SMALL + 2 };

enum {
    FL_GROUND_ROCK = FL_TILE_COUNT, /* no room, or the rest of the cells around a big chunk room */
    FL_GROUND_WALL,
    FL_GROUND_DOOR,
    FL_GROUND_HIDDEN, /* a hidden door */
    FL_GROUND_PASSAGE /* from a door of the floor to the opening of a big chunk room */
};

typedef struct fl_show_ground {
    const fl_floor *floor; /* borrowed */
    fl_key key;
    fl_room_rules *small, *big;
    fl_room_rules *classic; /* of the chunk rooms of classic floors; NULL = none */
    fl_picture picture;     /* the part of the board with ground */
    int width, height;      /* of the ground, in tiles */
    uint8_t *tile;          /* [height * width] */
    uint32_t *mark;         /* [height * width] for walks */
    uint32_t *queue;        /* [height * width] scratch */
    uint8_t *doors;         /* [cells of the board] sides with a door */
    uint8_t *hidden;        /* [cells of the board] those of them with a hidden door */
    uint8_t *is_walked;     /* [cells of the board] scratch, by room */
    size_t tiles_max, cells_max;
} fl_show_ground;

/* A chunk room on a floor. */
typedef struct fl_ground_inside {
    fl_interior room;
    uint64_t number; /* of the chunk room */
    bool is_classic; /* it belongs to the chunk rooms of classic floors */
    int x, y;        /* of its upper left tile, on the ground */
} fl_ground_inside;

/* Reads the rules for the insides of the maker's floors. */
FL_NODISCARD fl_err fl_show_ground_init(fl_show_ground *self, const fl_floor_maker *maker, fl_diag *diag);
void fl_show_ground_free(fl_show_ground *self);

/* Lays out the ground of the maker's last floor. */
FL_NODISCARD fl_err fl_show_ground_fill(fl_show_ground *self, const fl_floor_maker *maker, fl_diag *diag);

/* The number of the room at a tile, FL_FLOOR_NO_ROOM if there is none. */
int fl_show_ground_room(const fl_show_ground *self, int x, int y);

/* True if a room has an inside; true if that is one big chunk room. */
bool fl_show_ground_has_inside(const fl_room *room);
bool fl_show_ground_is_big(const fl_floor *floor, const fl_room *room);

/* Makes the chunk room that begins in a cell; false if there is none. */
bool fl_show_ground_inside(const fl_show_ground *self, unsigned cell, fl_ground_inside *out);

/* The first of the two tiles of a door in a cell (the western or northern one), or a step along them. */
typedef struct fl_ground_spot {
    int x, y;
} fl_ground_spot;

fl_ground_spot fl_show_ground_door(const fl_show_ground *self, unsigned cell, unsigned side,
                                   fl_ground_spot *along);

/* The side of a door in cell_a (false) or cell_b, FL_NORTH to FL_WEST. */
unsigned fl_show_ground_side(const fl_floor *floor, const fl_door *door, bool of_second);

/* Walks over the ground of one floor and adds the results (ways.c). Returns false if the walk does not reach
 * where doors lead: a door does not reach another one of its room, or the start does not reach a room. */
bool fl_show_ways_walk(fl_show_ground *ground, fl_show_ways *ways);

/* A floor of a journey. */
typedef struct fl_journey_visited_floor {
    const fl_journey *journey;
    const fl_journey_walk *walk;  /* before leaving the floor */
    const fl_journey_walk *after; /* after leaving it */
    const fl_floor_maker *maker;  /* has the floor and its metrics */
    const fl_journey_seen *sight;
} fl_journey_visited_floor;

typedef fl_err (*fl_journey_visit_floor)(void *context, const fl_journey_visited_floor *floor, fl_diag *diag);

/* The walk of the maker's journey, not yet moved. */
void fl_show_journey_begin(const fl_floor_maker *maker, fl_journey_walk *out);

/* Walks a journey and passes each floor to `visit`; *walk then holds the end. */
FL_NODISCARD fl_err fl_show_each_floor(const fl_journey *journey, fl_journey_walk *walk,
                                       fl_journey_visit_floor visit, void *context, fl_diag *diag);

/* How often journeys went from one stop to another (plan.c). */
typedef struct fl_show_plan {
    const fl_journey *journey;
    uint64_t journeys;
    uint64_t visits[FL_JOURNEY_STOPS];
    uint64_t ends[FL_JOURNEY_STOPS];   /* journeys that ended there */
    uint64_t deaths[FL_JOURNEY_STOPS]; /* journeys lost there, not counted as ends */
    uint64_t unfinished;
    uint64_t moves[FL_JOURNEY_STOPS][FL_JOURNEY_STOPS]; /* from, to */
} fl_show_plan;

/* Counts journeys from the maker's last one on. */
FL_NODISCARD fl_err fl_show_plan_count(fl_show_plan **out, fl_floor_maker *maker, fl_diag *diag);

/* The n-th next stop of a stop, in the order in which the plan tries them; false if there are fewer. */
bool fl_show_plan_next(const fl_show_plan *self, unsigned from, unsigned n, unsigned *to);

/* Adds the conditions of the ways from one stop to another. */
void fl_show_plan_conditions(const fl_show_plan *self, unsigned from, unsigned to, fl_text *out);

typedef char fl_plan_share[32];

/* Writes a share: "4.9 %", or "< 0.1 %" if smaller. */
const char *fl_show_plan_share(uint64_t n, uint64_t total, fl_plan_share out);

/* Writes the share of journeys that visit a stop, or the mean number of visits if some return. */
const char *fl_show_plan_visits(const fl_show_plan *self, unsigned stop, fl_plan_share out);

#endif
