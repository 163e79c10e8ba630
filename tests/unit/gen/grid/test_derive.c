/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The search for a derivation. Its oracle is the generator: the floors that it makes can be made, and of all
 * small floors those that it never makes cannot. */
#include "gen/grid/grid_private.h"
#include "tests/support/derivation.h"
#include "tests/support/scale.h"

#include <criterion/criterion.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FLOORS = 300 / SCALE_LEAN, MOST = 20000 };

/* Derives floors that the generator has made, in its own order of the rooms or in another. */
static void expect_own(const char *name, const char *settings, bool is_shuffled)
{
    derivation d;
    derivation_open_shipped(&d, name, settings);
    for (unsigned i = 0; i < FLOORS; i++) {
        grid_group_make(&d.group, i);
        if (d.group.floor.failure) {
            continue;
        }
        if (is_shuffled) {
            derivation_shuffle(&d, i);
        }
        cr_assert_eq(derivation_run(&d), FL_GRID_NO_OBSTACLE, "%s %s, floor %u: %s", name, settings, i,
                     d.found.why);
        cr_assert_eq(d.found.steps_n + 1, d.group.floor.rooms_n);
    }
    derivation_close(&d);
}

Test(derive, finds_how_every_shipped_ruleset_made_its_floors)
{
    static const char *const names[] = {"basement",
                                        "basement_fitted",
                                        "basement_printed",
                                        "basement_shapes",
                                        "cave",
                                        "facade",
                                        "gated",
                                        "halls",
                                        "maze",
                                        "ring_city",
                                        "spelunky",
                                        "spelunky_fitted",
                                        "spine",
                                        "superset",
                                        "walk",
                                        "walk_distances"};
    for (unsigned i = 0; i < sizeof names / sizeof names[0]; i++) {
        expect_own(names[i], "", false);
    }
    expect_own("walk", "search=rooms_first", false);
    expect_own("basement", "search=mixed", false);
}

Test(derive, finds_it_without_knowing_the_order_of_the_rooms)
{
    static const char *const names[] = {"basement", "basement_fitted", "basement_shapes", "facade",
                                        "halls",    "spine",           "superset",        "walk",
                                        "maze"};
    for (unsigned i = 0; i < sizeof names / sizeof names[0]; i++) {
        expect_own(names[i], "", true);
    }
}

/* Which single rooms of ring_city are crossroads is not to be seen: the search may give up, but never denies.
 */
Test(derive, never_denies_what_was_made)
{
    enum { NARROW_LIMIT = 3000 };
    static const char *const names[] = {"ring_city", "gated", "cave"};
    for (unsigned i = 0; i < sizeof names / sizeof names[0]; i++) {
        derivation d;
        derivation_open_shipped(&d, names[i], "");
        d.limit = NARROW_LIMIT;
        for (unsigned k = 0; k < FLOORS / 10; k++) {
            grid_group_make(&d.group, k);
            derivation_shuffle(&d, k);
            fl_grid_obstacle found = derivation_run(&d);
            cr_expect(found == FL_GRID_NO_OBSTACLE || found == FL_GRID_UNDECIDED, "%s, floor %u: %s",
                      names[i], k, d.found.why);
        }
        derivation_close(&d);
    }
}

Test(derive, a_floor_of_ten_thousand_tiles)
{
    derivation d;
    derivation_open_shipped(&d, "underworld", "");
    grid_group_make(&d.group, 1);
    cr_expect_eq(derivation_run(&d), FL_GRID_NO_OBSTACLE, "%s", d.found.why);
    derivation_close(&d);
}

/* ---- all small floors ---- */

/* A floor of single rooms as its cells on a board of 7 x 7 around the start, and its end. */
typedef uint64_t small_floor;

enum { SMALL = 7, CENTRE = 24 };

static int compare(const void *a, const void *b)
{
    small_floor x = *(const small_floor *)a;
    small_floor y = *(const small_floor *)b;
    return (x > y) - (x < y);
}

static unsigned sort(small_floor *list, unsigned n)
{
    unsigned kept = 0;
    qsort(list, n, sizeof *list, compare);
    for (unsigned i = 0; i < n; i++) {
        if (kept == 0 || list[kept - 1] != list[i]) {
            list[kept++] = list[i];
        }
    }
    return kept;
}

/* All connected sets of cells of a size with the start among them. */
static unsigned all_sets(unsigned size, small_floor *out)
{
    unsigned n = 1;
    out[0] = 1ULL << CENTRE;
    for (unsigned cells = 1; cells < size; cells++) {
        small_floor *next = calloc(MOST, sizeof *next);
        unsigned next_n = 0;
        cr_assert_not_null(next);
        for (unsigned i = 0; i < n; i++) {
            for (int cell = 0; cell < SMALL * SMALL; cell++) {
                bool touches = (cell % SMALL > 0 && (out[i] >> (cell - 1) & 1)) ||
                               (cell % SMALL < SMALL - 1 && (out[i] >> (cell + 1) & 1)) ||
                               (cell >= SMALL && (out[i] >> (cell - SMALL) & 1)) ||
                               (cell < SMALL * (SMALL - 1) && (out[i] >> (cell + SMALL) & 1));
                if (touches && !(out[i] >> cell & 1)) {
                    cr_assert_lt(next_n, (unsigned)MOST);
                    next[next_n++] = out[i] | 1ULL << cell;
                }
            }
        }
        n = sort(next, next_n);
        memcpy(out, next, n * sizeof *out);
        free(next);
    }
    return n;
}

/* 0 for a straight line that leaves the small board. */
static small_floor read_small(const fl_floor *floor)
{
    const fl_room *start = &floor->rooms[0];
    small_floor out = 0;
    int end = 0;
    for (unsigned i = 0; i < floor->rooms_n; i++) {
        int x = floor->rooms[i].origin_x - start->origin_x;
        int y = floor->rooms[i].origin_y - start->origin_y;
        if (abs(x) > SMALL / 2 || abs(y) > SMALL / 2) {
            return 0;
        }
        int cell = CENTRE + y * SMALL + x;
        out |= 1ULL << cell;
        end = floor->rooms[i].is_end ? cell : end;
    }
    return out | (uint64_t)end << 50;
}

/* Rooms in the order of their cells, so that the search gets no help. */
static void draw_small(derivation *d, small_floor set)
{
    char rows[SMALL * (SMALL + 1)];
    unsigned n = 0;
    char sign = 'a';
    for (int cell = 0; cell < SMALL * SMALL; cell++) {
        bool is_in = set >> cell & 1;
        rows[n++] = !is_in ? '.' : cell == CENTRE ? '@' : (small_floor)cell == set >> 50 ? 'E' : sign++;
        if (cell % SMALL == SMALL - 1) {
            rows[n++] = cell == SMALL * SMALL - 1 ? '\0' : '/';
        }
    }
    derivation_draw(d, rows);
}

/* Compares what can be made with what is made. Small chances let the search come everywhere, so that no floor
 * that can be made is rare. */
static void compare_all(const char *passes, const char *settings, unsigned rooms)
{
    enum { DRAWN = 200000 };
    derivation d;
    small_floor *sets = calloc(MOST, sizeof *sets);
    small_floor *seen = calloc(DRAWN, sizeof *seen);
    cr_assert(sets && seen);
    unsigned n = all_sets(rooms + 1, sets);
    unsigned can = 0;
    unsigned drawn = 0;
    derivation_open_text(&d, passes, settings);
    for (unsigned i = 0; i < DRAWN; i++) {
        grid_group_make(&d.group, i);
        seen[drawn] = d.group.floor.failure ? 0 : read_small(&d.group.floor);
        drawn += seen[drawn] != 0;
    }
    unsigned seen_n = sort(seen, drawn);
    for (unsigned i = 0; i < n; i++) {
        for (uint64_t end = 0; end < SMALL * SMALL; end++) {
            if (end == CENTRE || !(sets[i] >> end & 1)) {
                continue;
            }
            small_floor floor = sets[i] | end << 50;
            draw_small(&d, floor);
            bool is_seen = bsearch(&floor, seen, seen_n, sizeof floor, compare) != NULL;
            fl_grid_obstacle found = derivation_run(&d);
            cr_expect_eq(found == FL_GRID_NO_OBSTACLE, is_seen, "%s\n%s: floor %llx is%s made: %s: %s",
                         passes, settings, (unsigned long long)floor, is_seen ? "" : " never",
                         fl_grid_obstacle_name(found), d.found.why);
            cr_expect_neq(found, FL_GRID_UNDECIDED);
            can += is_seen;
        }
    }
    cr_expect_eq(can, seen_n, "all that was seen is among the sets");
    derivation_close(&d);
    free(sets);
    free(seen);
}

/* One pass of single rooms and the end, by the ruleset. */
static void compare_rules(unsigned rooms, const char *room, const char *rules, const char *settings)
{
    char text[2048];
    snprintf(text, sizeof text,
             "name: small\nstart: {shape: ['#']}\npasses:\n"
             "  - name: main\n    tiles: {min: %u, max: %u}\n    rules: only\n    rooms:\n"
             "      - {name: one, shape: ['#']%s}\n"
             "      - {name: end, shape: ['#'], weight: 0, min: 1, max: 1, tag: end}\n"
             "rulesets:\n  only: %s\n",
             rooms, rooms, room, rules);
    compare_all(text, settings, rooms);
}

Test(derive, of_all_small_floors_those_that_are_never_made_cannot_be)
{
    compare_rules(4, "", "{neighbours: [{n: 1, p: 0.05}]}", "");
    compare_rules(4, "", "{neighbours: [{n: 1, p: 0.05}, {n: 2, p: 0.05}]}", "");
    compare_rules(4, ", connections: 2", "{neighbours: [{n: 1, p: 0.05}, {n: 2, p: 0.05}]}", "");
    compare_rules(4, "", "{neighbours: [{n: 1, p: 0.05, priority: 1}, {n: 2, p: 0.1, priority: 2}]}", "");
}

Test(derive, nor_where_a_chance_of_one_ends_the_search)
{
    static const char *const searches[] = {"search=tiles_first", "search=rooms_first", "search=mixed"};
    for (unsigned i = 0; i < 3; i++) {
        compare_rules(3, "", "{neighbours: [{n: 1, p: 1}]}", searches[i]);
        compare_rules(3, "", "{neighbours: [{n: 1, p: 0.3}, {n: 2, p: 1}]}", searches[i]);
        compare_rules(3, ", connections: 2", "{neighbours: [{n: 1, p: 1}, {n: 2, p: 0.3}]}", searches[i]);
    }
}

Test(derive, nor_where_a_later_pass_has_priorities_or_distances)
{
    static const char passes[] =
        "name: small\nstart: {shape: ['#'], connections: %d}\npasses:\n"
        "  - {name: main, tiles: {min: 2, max: 2}, rules: any, rooms: [{name: one, shape: ['#'], "
        "connections: 2}]}\n"
        "  - {name: last, tiles: {min: 2, max: 2}, rules: %s, rooms: [{name: more, shape: ['#'], "
        "connections: 2}, {name: "
        "end, "
        "shape: ['#'], weight: 0, min: 1, max: 1, tag: end, least_distance: %d}]}\n"
        "rulesets:\n  any: {neighbours: [{n: 1, p: 0.05}, {n: 2, p: 0.05}]}\n"
        "  seek: {ignore_connections: true, neighbours: [{n: 1, p: 1, priority: 1}, {n: 2, p: 1, priority: "
        "2}]}\n"
        "  far: {distance: {zero: 1, one: 3}, neighbours: [{n: 1, p: 1}, {n: 2, p: 0.05}]}\n";
    char text[2048];
    snprintf(text, sizeof text, passes, 4, "seek", 0);
    compare_all(text, "", 4);
    snprintf(text, sizeof text, passes, 1, "far", 0);
    compare_all(text, "", 4);
    snprintf(text, sizeof text, passes, 4, "any", 3);
    compare_all(text, "", 4);
}

/* ---- answers ---- */

Test(derive, failed_floors_are_no_floors)
{
    derivation d;
    derivation_open(&d, "{min: 1, max: 9}", "", "{neighbours: [{n: 1, p: 1}]}");
    derivation_draw(&d, "@E");
    d.group.floor.failure = "it failed";
    cr_expect_eq(derivation_run(&d), FL_GRID_NO_FLOOR);
    cr_expect_str_eq(d.found.why, "it failed");
    derivation_close(&d);
}

Test(derive, is_undecided_when_the_limit_is_reached)
{
    derivation d;
    derivation_open(&d, "{min: 1, max: 9}", "      - {name: one, shape: ['#']}\n",
                    "{neighbours: [{n: 1, p: 1}]}");
    cr_expect_eq(derivation_of(&d, "@abE"), FL_GRID_NO_OBSTACLE, "%s", d.found.why);
    d.limit = 1;
    cr_expect_eq(derivation_of(&d, "@abE"), FL_GRID_UNDECIDED);
    derivation_close(&d);
}

Test(derive, says_which_room_is_where_no_order_puts_it)
{
    derivation d;
    derivation_open_text(
        &d,
        "name: small\nstart: {shape: ['#']}\npasses:\n"
        "  - {name: main, tiles: {min: 3, max: 3}, rules: any, rooms: [{name: one, shape: ['#']}, {name: "
        "end, "
        "shape: ['#'], weight: 0, min: 1, max: 1, tag: end}]}\n"
        "  - {name: last, tiles: {min: 1, max: 1}, rules: seek, rooms: [{name: secret, shape: ['#'], tag: "
        "secret}]}\n"
        "rulesets:\n  any: {neighbours: [{n: 1, p: 0.5}]}\n"
        "  seek: {neighbours: [{n: 1, p: 1, priority: 1}, {n: 2, p: 1, priority: 2}]}\n",
        "");
    cr_expect_eq(derivation_of(&d, "@a/?b/.E"), FL_GRID_NO_OBSTACLE, "%s", d.found.why);
    cr_expect_eq(derivation_of(&d, "@a/.b/?E"), FL_GRID_NO_ORDER);
    cr_expect_eq(derivation_of(&d, "?@a/..b/..E"), FL_GRID_NO_ORDER);
    cr_expect_eq(d.found.room, 1);
    cr_expect_not_null(strstr(d.found.why, "room 1 at (0,0) stands where its rules would not put it"), "%s",
                       d.found.why);
    derivation_close(&d);
}

Test(derive, rooms_apart_are_the_obstacle_only_if_the_rest_can_be_made)
{
    derivation d;
    derivation_open(&d, "{min: 1, max: 3}", "      - {name: one, shape: ['#']}\n",
                    "{neighbours: [{n: 1, p: 0.5}]}");
    cr_expect_eq(derivation_of(&d, "@aE..b"), FL_GRID_APART);
    cr_expect_eq(d.found.room, 3);
    cr_expect_eq(d.found.steps_n, 2);
    cr_expect_eq(derivation_of(&d, "@acdE..b"), FL_GRID_NO_TILES);
    derivation_close(&d);
}

Test(derive, every_obstacle_has_a_name_and_a_meaning)
{
    for (int i = 0; i < FL_GRID_OBSTACLES; i++) {
        cr_expect_gt(strlen(fl_grid_obstacle_name((fl_grid_obstacle)i)), 0);
        cr_expect_gt(strlen(fl_grid_obstacle_meaning((fl_grid_obstacle)i)), 0);
    }
    cr_expect_str_eq(fl_grid_obstacle_name(FL_GRID_APART), "apart");
    cr_expect_str_eq(fl_grid_obstacle_name(FL_GRID_OBSTACLES), "undecided");
}
