/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Obstacles that are proofs: each rule has a floor that breaks it and one that just keeps it. That no floor
 * which can be made is refused is held by test_derive.c. */
#include "gen/grid/grid_private.h"
#include "tests/support/derivation.h"

#include <criterion/criterion.h>

#include <string.h>

#define ONE "      - {name: one, shape: ['#']}\n"
#define ANY "{propagate_higher: true, neighbours: [{n: 1, p: 0.5}]}"

/* What the floor meets, and that the sentence about it has the words. */
static void expect(derivation *d, const char *rows, fl_grid_obstacle obstacle, const char *words)
{
    fl_grid_obstacle found = derivation_of(d, rows);
    cr_expect_eq(found, obstacle, "%s: %s, %s", rows, fl_grid_obstacle_name(found), d->found.why);
    cr_expect_not_null(strstr(d->found.why, words), "%s: %s", rows, d->found.why);
}

Test(derive_checks, tiles_that_a_pass_places)
{
    derivation d;
    derivation_open(&d, "{min: 3, max: 4}", ONE, ANY);
    expect(&d, "@aE", FL_GRID_NO_TILES, "'main' places 3 to 4 tiles, and only 2");
    expect(&d, "@abE", FL_GRID_NO_OBSTACLE, "");
    expect(&d, "@abcE", FL_GRID_NO_OBSTACLE, "");
    expect(&d, "@abcdE", FL_GRID_NO_TILES, "and 5 of the floor's tiles can be of no other pass");
    derivation_close(&d);
}

Test(derive_checks, counts_with_those_of_subordinates)
{
    derivation d;
    derivation_open(&d, "{min: 2, max: 9}",
                    "      - {name: pair, shape: ['##'], min: 1, max: 2}\n"
                    "      - {name: one, shape: ['#'], min: 1, max: 3, subordinates: [pair]}\n",
                    ANY);
    expect(&d, "@aaE", FL_GRID_NO_COUNT, "at most 0 rooms that count for 'one'");
    expect(&d, "@aE", FL_GRID_NO_OBSTACLE, "");
    expect(&d, "@aabcE", FL_GRID_NO_COUNT,
           "at least 3 rooms that count for 'pair' of the pass 'main', and at most 2");
    expect(&d, "@aabE", FL_GRID_NO_OBSTACLE, "");
    derivation_close(&d);
    derivation_open(&d, "{min: 1, max: 9}", "      - {name: pair, shape: ['##'], min: 1}\n" ONE, ANY);
    expect(&d, "@abE", FL_GRID_NO_COUNT, "at most 0 rooms that count for 'pair'");
    derivation_close(&d);
}

Test(derive_checks, rooms_beyond_the_board)
{
    derivation d;
    derivation_open_text(
        &d,
        "name: board\nstart: {shape: ['#']}\nboard: {width: 5, height: 5}\npasses:\n"
        "  - {name: main, tiles: {min: 1, max: 6}, rules: any, rooms: [{name: one, shape: ['#']}, "
        "{name: end, shape: ['#'], weight: 0, min: 1, max: 1, tag: end}]}\n"
        "rulesets:\n  any: " ANY "\n",
        "");
    expect(&d, "@aE", FL_GRID_NO_OBSTACLE, "");
    expect(&d, "@abE", FL_GRID_NO_BOARD, "beyond the board of 5 x 5");
    expect(&d, "E/a/@/b/c", FL_GRID_NO_OBSTACLE, "");
    expect(&d, "b/E/a/@", FL_GRID_NO_BOARD, "room 1 at (0,0)");
    derivation_close(&d);
}

Test(derive_checks, passes_that_can_reach_a_room)
{
    derivation d;
    derivation_open_text(
        &d,
        "name: passes\nstart: {shape: ['#']}\npasses:\n"
        "  - {name: main, tiles: {min: 1, max: 6}, rules: any, rooms: [{name: one, shape: ['#']}]}\n"
        "  - {name: last, tiles: {min: 1, max: 6}, rules: any, rooms: [{name: shop, shape: ['#'], tag: "
        "shop}, {name: end, shape: ['#'], weight: 0, min: 1, max: 1, tag: end}]}\n"
        "rulesets:\n  any: " ANY "\n",
        "");
    expect(&d, "@a$E", FL_GRID_NO_OBSTACLE, "");
    expect(&d, "E@$a", FL_GRID_NO_PASS, "room 3 at (3,0), normal, would be placed in the pass 'main'");
    derivation_close(&d);
}

Test(derive_checks, neighbours_that_no_order_avoids)
{
    derivation d;
    derivation_open(&d, "{min: 1, max: 9}", ONE, "{neighbours: [{n: 1, p: 0.5}]}");
    expect(&d, "@a/bE", FL_GRID_NO_NEIGHBOURS, "whichever comes last has 2 neighbours or more");
    expect(&d, "@a/.E", FL_GRID_NO_OBSTACLE, "");
    derivation_close(&d);
    derivation_open(&d, "{min: 1, max: 9}", ONE, "{neighbours: [{n: 2, p: 0.5}]}");
    expect(&d, "@aE", FL_GRID_NO_NEIGHBOURS, "");
    derivation_close(&d);
    derivation_open(&d, "{min: 1, max: 9}", ONE, "{neighbours: [{n: 1, p: 0.5}, {n: 2, p: 0}]}");
    expect(&d, "@a/bE", FL_GRID_NO_NEIGHBOURS, "");
    derivation_close(&d);
}

Test(derive_checks, connections_of_both_sides)
{
    derivation d;
    derivation_open(&d, "{min: 1, max: 9}", "      - {name: one, shape: ['#'], connections: 2}\n", ANY);
    expect(&d, ".b./@ac/.E.", FL_GRID_NO_CONNECTIONS,
           "room 2 at (1,1), normal, has more tiles beside it than its 2");
    expect(&d, "@ab/..E", FL_GRID_NO_OBSTACLE, "");
    derivation_close(&d);
    derivation_open(&d, "{min: 1, max: 9}", "      - {name: one, shape: ['#'], connections: 2}\n",
                    "{ignore_connections: true, propagate_higher: true, neighbours: [{n: 1, p: 0.5}]}");
    expect(&d, ".b./@ac/.E.", FL_GRID_NO_OBSTACLE, "");
    derivation_close(&d);
}

Test(derive_checks, distances_of_a_later_pass)
{
    static const char text[] =
        "name: far\nstart: {shape: ['#']}\npasses:\n"
        "  - {name: main, tiles: {min: 1, max: 6}, rules: any, rooms: [{name: one, shape: ['#']}]}\n"
        "  - {name: last, tiles: {min: 1, max: 1}, rules: far, rooms: [{name: end, shape: ['#'], weight: 0, "
        "min: 1, "
        "max: 1, tag: end}]}\n"
        "rulesets:\n  any: " ANY "\n  far: {distance: {zero: 2, one: 4}, neighbours: [{n: 1, p: 0.5}]}\n";
    derivation d;
    derivation_open_text(&d, text, "");
    expect(&d, "@aE", FL_GRID_NO_DISTANCE, "2 to 2 rooms from the start");
    expect(&d, "@abE", FL_GRID_NO_OBSTACLE, "");
    derivation_close(&d);
}

Test(derive_checks, walls_follow_from_tags)
{
    derivation d;
    derivation_open_shipped(&d, "superset", "");
    expect(&d, "@aE", FL_GRID_NO_OBSTACLE, "");
    d.group.floor.doors[1].is_wall = true;
    cr_expect_eq(derivation_run(&d), FL_GRID_NO_WALL);
    cr_expect_not_null(strstr(d.found.why, "touch in 1 places with 0 doors"), "%s", d.found.why);
    d.group.floor.doors_n = 1;
    cr_expect_eq(derivation_run(&d), FL_GRID_NO_WALL);
    derivation_close(&d);
}

Test(derive_checks, an_open_way_is_demanded)
{
    static const char text[] =
        "name: way\nopen_way: true\nstart: {shape: ['#']}\npasses:\n"
        "  - {name: main, tiles: {min: 1, max: 6}, rules: any, rooms: [{name: one, shape: ['#']}, {name: "
        "secret, "
        "shape: ['#'], tag: secret}, {name: end, shape: ['#'], weight: 0, min: 1, max: 1, tag: end}]}\n"
        "rulesets:\n  any: " ANY "\n";
    derivation d;
    derivation_open_text(&d, text, "");
    expect(&d, "@?E", FL_GRID_NO_WAY, "leads to the end, room 2 at (2,0)");
    expect(&d, "@?E/abc", FL_GRID_NO_OBSTACLE, "");
    derivation_close(&d);
    derivation_open_text(&d, text, "open_way=any");
    expect(&d, "@?E", FL_GRID_NO_OBSTACLE, "");
    derivation_close(&d);
}
