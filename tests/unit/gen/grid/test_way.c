/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Softlocks: floors whose end is shut off are made again when the rules demand an open way. */
#include "gen/floor/door/door.h"
#include "gen/grid/grid_private.h"
#include "tests/support/grid_group.h"

#include <criterion/criterion.h>

#include <stdio.h>
#include <string.h>

enum { FLOORS = 500 };

/* A corridor, locked rooms that lead on, and the end beside the last of all. */
static const char *const text = "name: locks\n"
                                "%s"
                                "start: {shape: ['#'], connections: %s}\n"
                                "passes:\n"
                                "  - {name: main, tiles: {min: 3, max: 3}, rules: any, rooms: [{name: one, "
                                "shape: ['#']}]}\n"
                                "  - {name: locks, tiles: {min: 2, max: 2}, rules: any, rooms: [{name: shop, "
                                "shape: ['#'], tag: shop}]}\n"
                                "  - {name: end, tiles: {min: 1, max: 1}, rules: any, rooms: [{name: end, "
                                "shape: ['#'], weight: 0, min: 1, max: 1, tag: end}]}\n"
                                "rulesets: {any: {probability: 0.5, neighbours: [{n: 1, p: 1}]}}\n";

static void open_locks(grid_group *g, const char *demand, const char *settings)
{
    static char edited[2048];
    snprintf(edited, sizeof edited, text, demand, "4");
    grid_group_open(g, edited, settings);
}

/* How many floors have an open way; each is compared with the verdict on the board. */
static unsigned count_open(grid_group *g)
{
    unsigned open = 0;
    for (unsigned i = 0; i < FLOORS; i++) {
        grid_group_make(g, i);
        cr_assert_null(g->floor.failure);
        bool is_open = fl_door_has_open_way(&g->floor, 0, (unsigned)fl_floor_end(&g->floor));
        cr_assert_eq(fl_grid_way_is_open(g->board), is_open, "floor %u", i);
        open += is_open;
    }
    return open;
}

Test(way, an_end_may_be_shut_off_unless_the_rules_demand_a_way)
{
    grid_group g;
    open_locks(&g, "", "");
    unsigned open = count_open(&g);
    cr_expect(open > FLOORS / 20 && open < FLOORS * 9 / 10, "%u", open);
    grid_group_close(&g);
    open_locks(&g, "open_way: true\n", "");
    cr_expect_eq(count_open(&g), (unsigned)FLOORS);
    grid_group_close(&g);
}

Test(way, the_setting_overrules_the_file)
{
    grid_group g;
    open_locks(&g, "", "open_way=demanded");
    cr_expect_eq(count_open(&g), (unsigned)FLOORS);
    grid_group_close(&g);
    open_locks(&g, "open_way: true\n", "open_way=any");
    cr_expect_lt(count_open(&g), (unsigned)FLOORS);
    grid_group_close(&g);
}

/* Floors that are open anyway are the same floors with and without the demand. */
Test(way, a_demand_that_is_met_changes_nothing)
{
    grid_group free_one;
    grid_group strict;
    unsigned same = 0;
    open_locks(&free_one, "", "");
    open_locks(&strict, "open_way: true\n", "");
    for (unsigned i = 0; i < FLOORS; i++) {
        grid_group_make(&free_one, i);
        grid_group_make(&strict, i);
        if (fl_door_has_open_way(&free_one.floor, 0, (unsigned)fl_floor_end(&free_one.floor))) {
            cr_assert_eq(free_one.floor.cells_n, strict.floor.cells_n);
            cr_assert_arr_eq(free_one.floor.cells, strict.floor.cells,
                             free_one.floor.cells_n * sizeof free_one.floor.cells[0]);
            same++;
        }
    }
    cr_expect_gt(same, 0u);
    grid_group_close(&free_one);
    grid_group_close(&strict);
}

/* Behind a shop that is the start's only neighbour every end is shut off. */
Test(way, a_demand_that_cannot_be_met_fails_with_its_reason)
{
    static char edited[2048];
    grid_group g;
    snprintf(edited, sizeof edited, text, "open_way: true\n", "1");
    char *tag = strstr(edited, "shape: ['#']}]}\n");
    cr_assert_not_null(tag);
    memmove(tag + 11, tag, strlen(tag) + 1);
    memcpy(tag, "tag: shop, ", 11);
    grid_group_open(&g, edited, "max_attempts=7");
    grid_group_make(&g, 0);
    cr_assert_not_null(g.floor.failure);
    cr_expect(strstr(g.floor.failure, "had an open way from start to end"), "%s", g.floor.failure);
    cr_expect_eq(g.floor.fact[FL_GENERATOR_FACT_ATTEMPTS], 7);
    grid_group_close(&g);
}
