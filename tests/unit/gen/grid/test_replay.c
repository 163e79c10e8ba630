/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A replay accepts what the generator could have done, and nothing else. */
#include "gen/grid/grid_private.h"
#include "tests/support/derivation.h"
#include "tests/support/scale.h"

#include <criterion/criterion.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FLOORS = 100 / SCALE_LEAN, STEPS = 600 };

static bool replays(derivation *d)
{
    return fl_grid_replay(d->group.rules, &d->group.floor, &d->found, d->scratch);
}

/* A derived floor of a ruleset; its steps are copied, so that they can be spoilt. */
static void derive(derivation *d, unsigned number, fl_grid_step steps[STEPS])
{
    grid_group_make(&d->group, number);
    cr_assert_eq(derivation_run(d), FL_GRID_NO_OBSTACLE, "%s", d->found.why);
    cr_assert_lt(d->found.steps_n, (unsigned)STEPS);
    memcpy(steps, d->found.steps, d->found.steps_n * sizeof *steps);
    d->found.steps = steps;
}

Test(replay, tells_what_follows_from_each_step)
{
    derivation d;
    derivation_open_shipped(&d, "basement", "");
    grid_group_make(&d.group, 3);
    cr_assert_eq(derivation_run(&d), FL_GRID_NO_OBSTACLE, "%s", d.found.why);
    for (unsigned i = 0; i < d.found.steps_n; i++) {
        const fl_grid_step *step = &d.found.steps[i];
        const fl_grid_ruleset *rules = fl_grid_ruleset_of(d.group.rules, step->entry);
        bool has_distance = rules->zero != rules->one;
        cr_expect_gt(step->chance, 0);
        cr_expect(has_distance ? step->chance <= rules->chance[step->neighbours]
                               : step->chance == rules->chance[step->neighbours]);
        cr_expect_eq(step->distance > 0, has_distance);
        bool touches = false;
        for (uint32_t k = 0; k < d.group.floor.doors_n; k++) {
            const fl_door *door = &d.group.floor.doors[k];
            touches = touches || (door->room_a == step->room && door->room_b == step->from) ||
                      (door->room_b == step->room && door->room_a == step->from);
        }
        cr_expect(touches, "the search came from room %u to %u", step->from, step->room);
    }
    derivation_close(&d);
}

/* Every way to spoil one step, or two. */
static void spoil(fl_grid_step *steps, unsigned n, unsigned i, unsigned how)
{
    fl_grid_step other = steps[(i + 1) % n];
    switch (how) {
    case 0:
        steps[i].x++;
        break;
    case 1:
        steps[i].y--;
        break;
    case 2:
        steps[i].room = other.room;
        break;
    case 3:
        steps[i].entry = 0;
        break;
    case 4:
        steps[i].entry = 63;
        break;
    case 5:
        steps[i].rotation = 3;
        break;
    case 6:
        steps[i] = other;
        break;
    default:
        steps[i].room = 0;
        break;
    }
}

Test(replay, refuses_steps_that_make_another_floor)
{
    static const char *const names[] = {"basement", "superset", "halls", "gated"};
    for (unsigned k = 0; k < sizeof names / sizeof names[0]; k++) {
        derivation d;
        derivation_open_shipped(&d, names[k], "");
        for (unsigned number = 0; number < FLOORS; number++) {
            fl_grid_step steps[STEPS];
            fl_grid_step good[STEPS];
            derive(&d, number, good);
            memcpy(steps, good, sizeof steps);
            d.found.steps = steps;
            cr_assert(replays(&d), "%s", d.found.why);
            unsigned n = d.found.steps_n;
            for (unsigned how = 0; how < 8; how++) {
                memcpy(steps, good, sizeof steps);
                spoil(steps, n, (number * 7 + how) % n, how);
                bool is_same = memcmp(steps, good, n * sizeof *steps) == 0;
                cr_expect(is_same || !replays(&d), "%s, floor %u, way %u", names[k], number, how);
            }
            memcpy(steps, good, sizeof steps);
            d.found.steps_n = n - 1;
            cr_expect(!replays(&d), "a step less");
        }
        derivation_close(&d);
    }
}

/* Changes the floor while the steps stay. */
static void mutate(fl_floor *floor, unsigned how)
{
    unsigned last = floor->rooms_n - 1U;
    switch (how) {
    case 0:
        floor->rooms[last].is_end = !floor->rooms[last].is_end;
        break;
    case 1:
        floor->doors[0].is_wall = !floor->doors[0].is_wall;
        break;
    case 2:
        floor->doors_n--;
        break;
    case 3:
        floor->owner[floor->cells[floor->rooms[last].cells_from]] = 1;
        break;
    case 4:
        floor->rooms[1].tag = "none";
        floor->rooms[1].kind = FL_KIND_END;
        break;
    default:
        floor->rooms[last].cells_n++;
        break;
    }
}

Test(replay, refuses_the_steps_of_another_floor)
{
    derivation d;
    derivation_open_shipped(&d, "superset", "");
    for (unsigned number = 0; number < FLOORS; number++) {
        for (unsigned how = 0; how < 6; how++) {
            fl_grid_step steps[STEPS];
            derive(&d, number, steps);
            mutate(&d.group.floor, how);
            const char *entry = d.group.rules->entries[steps[0].entry].name;
            bool is_checked = how != 4 || (steps[0].room == 1 && strcmp(entry, "room") == 0);
            cr_expect(!is_checked || !replays(&d), "floor %u, way %u", number, how);
        }
        fl_grid_step steps[STEPS];
        derive(&d, number, steps);
        grid_group_make(&d.group, number + 1);
        cr_expect(!replays(&d), "floor %u", number);
    }
    derivation_close(&d);
}

/* Two steps may change places where the rules allow both orders, and must not where they do not. */
Test(replay, minds_the_order)
{
    derivation d;
    fl_grid_step steps[STEPS];
    derivation_open(&d, "{min: 1, max: 9}", "      - {name: one, shape: ['#']}\n",
                    "{neighbours: [{n: 1, p: 0.5}]}");
    derivation_draw(&d, "a@bE");
    cr_assert_eq(derivation_run(&d), FL_GRID_NO_OBSTACLE);
    const unsigned right[3] = {2, 1, 3};
    const unsigned wrong[3] = {3, 2, 1};
    memcpy(steps, d.found.steps, 3 * sizeof *steps);
    for (unsigned i = 0; i < 3; i++) {
        steps[right[i] - 1].room = 0;
    }
    for (unsigned i = 0; i < 3; i++) {
        for (unsigned k = 0; k < 3; k++) {
            steps[i] = d.found.steps[k].room == right[i] ? d.found.steps[k] : steps[i];
        }
    }
    fl_grid_step *found = d.found.steps;
    d.found.steps = steps;
    cr_expect(replays(&d), "%s", d.found.why);
    for (unsigned i = 0; i < 3; i++) {
        for (unsigned k = 0; k < 3; k++) {
            steps[i] = found[k].room == wrong[i] ? found[k] : steps[i];
        }
    }
    cr_expect(!replays(&d));
    cr_expect_str_eq(d.found.why, "step 1: it overlaps a room, or touches none");
    derivation_close(&d);
}

/* The walk with a chance of 1: from the room placed last a way leads only past rooms without a sure place. */
Test(replay, a_sure_place_stops_the_search)
{
    derivation d;
    derivation_open(&d, "{min: 1, max: 9}", "      - {name: one, shape: ['#']}\n",
                    "{neighbours: [{n: 1, p: 1}]}");
    cr_expect_eq(derivation_of(&d, "@abE"), FL_GRID_NO_OBSTACLE, "%s", d.found.why);
    cr_expect_eq(derivation_of(&d, "a@bE"), FL_GRID_NO_ORDER, "a walk does not fork");
    derivation_close(&d);
    derivation_open(&d, "{min: 1, max: 9}", "      - {name: one, shape: ['#']}\n",
                    "{neighbours: [{n: 1, p: 0.9}]}");
    cr_expect_eq(derivation_of(&d, "a@bE"), FL_GRID_NO_OBSTACLE, "%s", d.found.why);
    derivation_close(&d);
}
