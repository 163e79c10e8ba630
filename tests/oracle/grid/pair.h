/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The same grid rules for our generator and for the naive one. */
#ifndef FL_TESTS_ORACLE_GRID_PAIR_H
#define FL_TESTS_ORACLE_GRID_PAIR_H

#include "gen/floor/door/door.h"
#include "tests/oracle/grid/naive.h"
#include "tests/support/grid_group.h"

typedef struct pair {
    grid_group ours;
    struct naive_group group;
    struct naive_dungeon dungeon;
    fl_floor floor; /* a naive floor, converted */
} pair;

/* Reads the rules; fails the test if they are refused. */
void pair_open(pair *self, const char *text, const char *settings);
void pair_close(pair *self);

/* The kind of the rooms that a tag leads; a tag of the file's own makes special rooms. */
fl_kind pair_kind_of_tag(const char *name);

/* The price of a name, which must be there. */
fl_door_price pair_price_named(const char *name);

/* Converts the naive floor to an fl_floor, so that both sides are measured by the same code. */
void pair_convert_floor(pair *self);

/* The type of a room of our last floor. */
int pair_type(const pair *self, unsigned room);

#endif
