/* SPDX-License-Identifier: MIT */
/* The generators that a journey's dungeon plan can name: those that make floors. gen/registry.h has all
 * generators; gen/outside, which runs other programs, is missing because a plan opens nothing. */
#ifndef FL_GEN_FLOOR_GENERATORS_H
#define FL_GEN_FLOOR_GENERATORS_H

#include "gen/floor/generator.h"

const fl_generator *const *fl_floor_generators_all(size_t *n);

#endif
