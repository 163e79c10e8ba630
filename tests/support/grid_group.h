/* SPDX-License-Identifier: GPL-2.0-or-later */
/* For tests: grid rules from a text, the same with a piece of it exchanged, and floors by them. */
#ifndef FL_TESTS_SUPPORT_GRID_GROUP_H
#define FL_TESTS_SUPPORT_GRID_GROUP_H

#include "gen/grid/board.h"
#include "gen/random/key.h"

typedef struct grid_group {
    fl_grid_rules *rules;
    fl_grid_board *board; /* scratch, laid out, with a started stream; NULL after an error */
    fl_floor floor;
    fl_key key;
    fl_err err;
    fl_diag diag;
} grid_group;

/* A small valid group, one thing to a line: start, a pass `main` of 4 to 6 tiles with rooms `one` and `end`,
 * ruleset `only`. */
extern const char *const grid_group_small;

/* Reads a text with settings ("probability=500"); never fails the test: look at err and diag. */
void grid_group_try(grid_group *self, const char *text, const char *settings);

/* The same with every `old` in the text replaced; fails the test when there is none. */
void grid_group_try_edited(grid_group *self, const char *text, const char *old, const char *new);

/* As grid_group_try; fails the test when the text is refused. */
void grid_group_open(grid_group *self, const char *text, const char *settings);
void grid_group_close(grid_group *self);

/* Floor number `index` of seed 1. */
void grid_group_make(grid_group *self, uint64_t index);

#endif
