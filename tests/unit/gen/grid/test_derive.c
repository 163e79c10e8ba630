/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The search for a derivation. The generator's own floors are its oracle: each was made, so each can be. */
#include "gen/base/embedded.h"
#include "gen/grid/grid_private.h"
#include "tests/support/grid_group.h"
#include "tests/support/scale.h"

#include <criterion/criterion.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FLOORS = 300 / SCALE_LEAN, LIMIT = 100000 };

/* A group of the shipped ruleset. */
static void open_shipped(grid_group *g, const char *name, const char *settings)
{
    char path[128];
    snprintf(path, sizeof path, "data/rulesets/%s.yaml", name);
    const fl_embedded *file = fl_embedded_find(path);
    cr_assert_not_null(file, "%s", path);
    char *text = calloc(1, file->size + 1);
    cr_assert_not_null(text);
    memcpy(text, file->data, file->size);
    grid_group_open(g, text, settings);
    free(text);
}

/* Derives floors of a ruleset; returns how many can be made. */
static unsigned derive_own(const char *name, const char *settings, unsigned floors)
{
    grid_group g;
    unsigned can = 0;
    uint64_t work = 0;
    open_shipped(&g, name, settings);
    void *scratch = calloc(1, fl_grid_derive_size(g.rules, g.floor.cells_max));
    cr_assert_not_null(scratch);
    for (unsigned i = 0; i < floors; i++) {
        fl_grid_derivation found;
        grid_group_make(&g, i);
        fl_grid_derive(g.rules, &g.floor, LIMIT, scratch, &found);
        can += found.obstacle == FL_GRID_NO_OBSTACLE;
        work += found.work;
        if (found.obstacle != FL_GRID_NO_OBSTACLE) {
            fprintf(stderr, "%s %u: %s %s\n", name, i, fl_grid_obstacle_name(found.obstacle), found.why);
        }
    }
    fprintf(stderr, "%s: %u work %llu\n", name, can, (unsigned long long)work);
    free(scratch);
    grid_group_close(&g);
    return can;
}

Test(derive, finds_how_the_generator_made_its_own_floors)
{
    static const char *const names[] = {"basement", "basement_fitted", "basement_printed", "basement_shapes",
                                        "cave",     "facade",          "gated",            "halls",
                                        "maze",     "ring_city",       "spine",            "superset",
                                        "walk",     "walk_distances"};
    for (unsigned i = 0; i < sizeof names / sizeof names[0]; i++) {
        cr_expect_eq(derive_own(names[i], "", FLOORS), FLOORS, "%s", names[i]);
    }
}
