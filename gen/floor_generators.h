/* SPDX-License-Identifier: MIT */
/* The generators that make floors: what a journey's dungeon plan can name. gen/registry.h has all
 * generators; that of somebody else's program (gen/outside) is not among these, as a plan opens nothing. */
#ifndef FL_GEN_FLOOR_GENERATORS_H
#define FL_GEN_FLOOR_GENERATORS_H

#include "gen/floor/generator.h"

const fl_generator *const *fl_floor_generators_all(size_t *n);

#endif
