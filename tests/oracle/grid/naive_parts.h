/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Parts of the naive grid generator: random numbers, the board, the queue of a pass. */
#ifndef FL_TESTS_ORACLE_GRID_NAIVE_PARTS_H
#define FL_TESTS_ORACLE_GRID_NAIVE_PARTS_H

#include "tests/oracle/grid/naive.h"

enum { NAIVE_QUEUE_MAX = NAIVE_ROOMS_MAX, NAIVE_AROUND_MAX = 4 * NAIVE_TILES_MAX };

/* The rooms that a pass is to place. */
struct naive_queue {
    int type[NAIVE_QUEUE_MAX];
    int n, tiles;
    int count[NAIVE_TYPES_MAX]; /* of every type, including rooms that count for it as subordinates */
};

double naive_random_share(struct naive_dungeon *d);
int naive_random_below(struct naive_dungeon *d, int n);

/* 0 to n - 1 in random order. */
void naive_random_order(struct naive_dungeon *d, int *order, int n);

bool naive_is_on_board(int x, int y);

/* The room on a tile; -1 = none. */
int naive_room_at(const struct naive_dungeon *d, int x, int y);
bool naive_has_tile(const struct naive_tile *list, int n, struct naive_tile tile);

/* The tiles on the board that are adjacent to a room and not its own, each once. */
int naive_tiles_around(const struct naive_room *room, struct naive_tile out[NAIVE_AROUND_MAX]);
int naive_traversable_around(const struct naive_dungeon *d, const struct naive_room *room);

/* The rooms adjacent to a room, each once. */
int naive_rooms_around(const struct naive_dungeon *d, const struct naive_room *room,
                       int out[NAIVE_AROUND_MAX]);

void naive_lay(struct naive_dungeon *d, const struct naive_room *room);
void naive_take_away(struct naive_dungeon *d);

/* Steps from the start to the room placed last. */
int naive_distance_of_last(const struct naive_dungeon *d);

/* False if the pass cannot have enough tiles. */
bool naive_fill_queue(struct naive_dungeon *d, const struct naive_group *group, const struct naive_pass *pass,
                      struct naive_queue *queue);

#endif
