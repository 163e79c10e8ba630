/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Random floors of all sorts: rooms of the twelve shapes and of free form, odd tags, rolls and facts. */
#ifndef FL_TESTS_UNIT_RANDOM_FLOOR_H
#define FL_TESTS_UNIT_RANDOM_FLOOR_H

#include "gen/floor/floor.h"

#include <stdint.h>

enum { FL_RANDOM_FLOOR_SIDE = 20, FL_RANDOM_FLOOR_CELLS = FL_RANDOM_FLOOR_SIDE * FL_RANDOM_FLOOR_SIDE };

/* Fills a floor of FL_RANDOM_FLOOR_CELLS cells with a valid one: connected, one start, one end, all doors. */
void fl_random_floor_make(fl_floor *floor, uint64_t seed);

#endif
