/* SPDX-License-Identifier: MIT */
/* To add a generator of floors, add a line here and one in gen/registry.c. */
#include "gen/floor_generators.h"

#include "gen/classic/classic.h"
#include "gen/grid/grid.h"
#include "gen/lines/lines.h"
#include "gen/rebirth/rebirth.h"

static const fl_generator *const generators[] = {&fl_classic, &fl_grid, &fl_rebirth, &fl_lines};

const fl_generator *const *fl_floor_generators_all(size_t *n)
{
    *n = sizeof generators / sizeof generators[0];
    return generators;
}
