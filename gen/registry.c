/* SPDX-License-Identifier: MIT */
/* The registry. One more generator is one line here. */
#include "gen/registry.h"

#include "gen/classic/classic.h"
#include "gen/grid/grid.h"
#include "gen/rebirth/rebirth.h"

#include <string.h>

static const fl_generator *const generators[] = {
    &fl_classic,
    &fl_grid,
    &fl_rebirth,
};

enum { GENERATORS = sizeof generators / sizeof generators[0] };

const fl_generator *const *fl_registry_all(size_t *n)
{
    *n = GENERATORS;
    return generators;
}

const fl_generator *fl_registry_find(const char *name)
{
    for (size_t i = 0; i < GENERATORS; i++) {
        if (strcmp(generators[i]->name, name) == 0) {
            return generators[i];
        }
    }
    return NULL;
}
