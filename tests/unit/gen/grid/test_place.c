/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The search: laws that follow from the rules, exactly or on every floor. */
#include "gen/floor/floor.h"
#include "tests/support/grid_group.h"
#include "tests/support/gtest.h"
#include "tests/support/scale.h"

#include <criterion/criterion.h>

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { FLOORS = 20000 / SCALE_LEAN };

/* A group of one pass of single tiles, one of them the end, by these rules. */
static void open_with(grid_group *g, const char *tiles, const char *room, const char *rules,
                      const char *settings)
{
    static char text[4096];
    snprintf(
        text, sizeof text,
        "name: place\nstart: {shape: ['#']}\npasses:\n"
        "  - name: main\n    tiles: %s\n    rules: only\n    rooms:\n"
        "      - {name: one, %s}\n"
        "  - {name: end, tiles: {min: 1, max: 1}, rooms: [{name: end, shape: ['#'], weight: 0, min: 1, max: "
        "1, tag: end, rules: end}]}\n"
        "rulesets:\n  only: %s\n  end: {ignore_connections: true, neighbours: [{n: 1, p: 1}]}\n",
        tiles, room, rules);
    grid_group_open(g, text, settings);
}

static void open_rules(grid_group *g, const char *tiles, const char *room, const char *rules)
{
    open_with(g, tiles, room, rules, "");
}

/* Number of the room (of those placed before) that room `number` was attached to: the only one it touches. */
static int parent_of(const fl_floor *floor, unsigned number)
{
    int parent = -1;
    for (uint32_t i = 0; i < floor->doors_n; i++) {
        if (floor->doors[i].room_b == number) {
            parent = floor->doors[i].room_a;
        }
    }
    return parent;
}

/* After start S and room A, room B is tried at A's three free sides, each won with chance p, then at S's
 * three, and so on: P(B at A) = (1 - r^3) / (1 - r^6) with r = 1 - p. */
Test(place, a_round_tries_all_sides_of_a_room_before_the_next)
{
    static const char *const rules[] = {"{neighbours: [{n: 1, p: 0.5}]}", "{neighbours: [{n: 1, p: 0.1}]}",
                                        "{probability: 0.2, neighbours: [{n: 1, p: 0.5}]}",
                                        "{neighbours: [{n: 1, p: 1}]}"};
    static const double chances[] = {0.5, 0.1, 0.1, 1};
    for (int k = 0; k < 4; k++) {
        grid_group g;
        uint64_t found[2] = {0};
        double r = 1 - chances[k];
        double at_last = (1 - pow(r, 3)) / (1 - pow(r, 6));
        double expected[2] = {1 - at_last, at_last};
        open_rules(&g, "{min: 2, max: 2}", "shape: ['#']", rules[k]);
        for (unsigned i = 0; i < FLOORS; i++) {
            grid_group_make(&g, i);
            found[parent_of(&g.floor, 2)]++;
        }
        cr_expect_gt(gtest_fit(found, expected, 2), 1e-4, "%s: %d of %d", rules[k], (int)found[1], FLOORS);
        grid_group_close(&g);
    }
}

/* How many of the floors have room B beside room A (see below), by an order of search. */
static void count_at_last(const char *order, double chance, uint64_t found[2])
{
    grid_group g;
    char rules[64];
    char settings[64];
    snprintf(rules, sizeof rules, "{neighbours: [{n: 1, p: %g}]}", chance);
    snprintf(settings, sizeof settings, "search=%s", order);
    open_with(&g, "{min: 2, max: 2}", "shape: ['#']", rules, settings);
    for (unsigned i = 0; i < FLOORS; i++) {
        grid_group_make(&g, i);
        found[parent_of(&g.floor, 2)]++;
    }
    grid_group_close(&g);
}

/* Room B is tried at one side of A, then at S. First rooms: at S's three sides, then at A's other two, so
 * P(B at A) = p (1 + r^4 + r^5) / (1 - r^6) with r = 1 - p. By coins: at one side of A, and then, until one
 * of them is used up, at the next of A's or, once S was entered, only at S's; so P(B at A) is the mean over
 * the number a of A's sides that come before S's three: 1 (1/2), 2 (1/4), 3 (1/4). */
Test(place, another_order_of_search_moves_between_tiles_and_rooms)
{
    static const double chances[] = {0.5, 0.1};
    static const double weight[4] = {0, 0.5, 0.25, 0.25};
    for (int k = 0; k < 2; k++) {
        uint64_t rooms[2] = {0};
        uint64_t mixed[2] = {0};
        double p = chances[k];
        double r = 1 - p;
        double round = 1 - pow(r, 6);
        double at_last = p * (1 + pow(r, 4) + pow(r, 5)) / round;
        double expected[2] = {1 - at_last, at_last};
        count_at_last("rooms_first", p, rooms);
        cr_expect_gt(gtest_fit(rooms, expected, 2), 1e-4, "%d of %d", (int)rooms[1], FLOORS);
        at_last = 0;
        for (int a = 1; a <= 3; a++) {
            at_last += weight[a] * (1 - pow(r, a) + pow(r, a + 3) - pow(r, 6)) / round;
        }
        expected[0] = 1 - at_last;
        expected[1] = at_last;
        count_at_last("mixed", p, mixed);
        cr_expect_gt(gtest_fit(mixed, expected, 2), 1e-4, "%d of %d", (int)mixed[1], FLOORS);
    }
}

/* Beside a corner of three tiles are six tiles with one neighbour and one, inside it, with two. They are
 * tried in random order, round after round, with the chances p and q: after k of the six the inner one is won
 * with r^k q, r = 1 - p, and a round ends in vain with r^6 (1 - q). */
Test(place, tiles_of_different_chances_are_tried_in_random_order)
{
    static const char *const text =
        "name: corner\nstart: {shape: ['#.', '##']}\npasses:\n"
        "  - {name: main, tiles: {min: 1, max: 1}, rules: two, rooms: [{name: one, shape: ['#']}]}\n"
        "  - {name: end, tiles: {min: 1, max: 1}, rules: end, rooms: [{name: end, shape: ['#'], weight: 0, "
        "min: 1, max: 1, tag: end}]}\n"
        "rulesets:\n  two: {neighbours: [{n: 1, p: %g}, {n: 2, p: %g}]}\n"
        "  end: {propagate_higher: true, neighbours: [{n: 1, p: 1}]}\n";
    static const double chances[][2] = {{0.5, 0.25}, {0.2, 0.1}, {0.1, 0.2},
                                        {0.04, 0.9}, {1, 0.5},   {0.9, 0.6}};
    for (int k = 0; k < 6; k++) {
        char edited[1024];
        grid_group g;
        uint64_t found[2] = {0};
        double r = 1 - chances[k][0];
        double q = chances[k][1];
        double inside = 0;
        for (int before = 0; before <= 6; before++) {
            inside += pow(r, before) * q / 7 / (1 - pow(r, 6) * (1 - q));
        }
        double expected[2] = {1 - inside, inside};
        snprintf(edited, sizeof edited, text, chances[k][0], q);
        grid_group_open(&g, edited, "");
        cr_assert_eq(g.err, FL_OK, "%s", g.diag.what);
        for (unsigned i = 0; i < 20 * FLOORS; i++) {
            grid_group_make(&g, i);
            unsigned doors = 0;
            for (uint32_t door = 0; door < g.floor.doors_n; door++) {
                doors += g.floor.doors[door].room_b == 1;
            }
            found[doors == 2]++;
        }
        cr_expect_gt(gtest_fit(found, expected, 2), 1e-5, "%g and %g: %d of %d, not %g", chances[k][0], q,
                     (int)found[1], 20 * FLOORS, inside);
        grid_group_close(&g);
    }
}

/* Whether room a touches room b. */
static bool touches(const fl_floor *floor, unsigned a, unsigned b)
{
    bool found = false;
    for (uint32_t i = 0; i < floor->doors_n; i++) {
        found = found || (floor->doors[i].room_a == a && floor->doors[i].room_b == b) ||
                (floor->doors[i].room_a == b && floor->doors[i].room_b == a);
    }
    return found;
}

/* Where the fourth room stands: beside the third alone, in the corner of the three, beside the room in the
 * middle, beside the last. -1 if the three stand in a row. */
static int place_of_fourth(const fl_floor *floor)
{
    unsigned middle = touches(floor, 0, 1) && touches(floor, 1, 2) ? 1 : 0;
    unsigned last = 1 - middle;
    const fl_room *third = &floor->rooms[2];
    if (floor->rooms[last].origin_x == third->origin_x || floor->rooms[last].origin_y == third->origin_y) {
        return -1;
    }
    return touches(floor, 2, 3) ? touches(floor, last, 3) : touches(floor, middle, 3) ? 2 : 3;
}

/* Three rooms round a corner: beside the third are two tiles of one neighbour (chance p) and the corner's
 * with two (q), beside the middle one two, beside the last one two and the corner's again. A room's tiles are
 * all tried, in random order, before the next room's; what lost is not tried again before the next round. */
Test(place, tiles_of_different_chances_are_tried_once_a_round)
{
    static const double chances[][2] = {{0.1, 0.5}, {0.2, 0.9}, {0.6, 0.05}, {0.02, 0.2}, {0.3, 1}};
    for (int k = 0; k < 5; k++) {
        grid_group g;
        char rules[96];
        uint64_t found[4] = {0};
        double r = 1 - chances[k][0];
        double q = chances[k][1];
        double three = r * r * (1 - q);
        double corner = q * (1 + r + r * r) / 3;
        double round = 1 - three * r * r * three;
        double expected[4] = {(1 - three - corner) / round, (corner + three * r * r * corner) / round,
                              three * (1 - r * r) / round, three * r * r * (1 - three - corner) / round};
        snprintf(rules, sizeof rules, "{neighbours: [{n: 1, p: %g}, {n: 2, p: %g}]}", chances[k][0], q);
        open_rules(&g, "{min: 3, max: 3}", "shape: ['#']", rules);
        for (unsigned i = 0; i < 5 * FLOORS; i++) {
            grid_group_make(&g, i);
            int place = place_of_fourth(&g.floor);
            if (place >= 0) {
                found[place]++;
            }
        }
        cr_expect_gt(gtest_fit(found, expected, 4), 1e-5, "%g and %g: %d, %d, %d, %d", chances[k][0], q,
                     (int)found[0], (int)found[1], (int)found[2], (int)found[3]);
        grid_group_close(&g);
    }
}

Test(place, the_four_sides_are_equally_likely)
{
    grid_group g;
    uint64_t found[4] = {0};
    static const double expected[4] = {0.25, 0.25, 0.25, 0.25};
    open_rules(&g, "{min: 1, max: 1}", "shape: ['#']", "{neighbours: [{n: 1, p: 0.3}]}");
    for (unsigned i = 0; i < FLOORS; i++) {
        grid_group_make(&g, i);
        int step = (int)g.floor.cells[1] - (int)g.floor.cells[0];
        found[step == 1 ? 0 : step == -1 ? 1 : step > 0 ? 2 : 3]++;
    }
    cr_expect_gt(gtest_fit(found, expected, 4), 1e-4);
    grid_group_close(&g);
}

/* A domino beside one tile: 4 tiles to attach to, 2 rotations, 2 anchors. Of those 4 ways at the tile to the
 * right one overlaps the start; 12 remain, and by symmetry all are equally likely. */
Test(place, rotations_and_anchors_are_equally_likely)
{
    grid_group g;
    uint64_t found[12] = {0};
    int seen[12][2] = {{0}};
    unsigned seen_n = 0;
    double expected[12];
    open_rules(&g, "{min: 2, max: 2}", "shape: ['##']", "{neighbours: [{n: 1, p: 0.1}]}");
    for (unsigned i = 0; i < FLOORS; i++) {
        grid_group_make(&g, i);
        int a = (int)g.floor.cells[1] - (int)g.floor.cells[0];
        int b = (int)g.floor.cells[2] - (int)g.floor.cells[0];
        unsigned k = 0;
        while (k < seen_n && (seen[k][0] != a || seen[k][1] != b)) {
            k++;
        }
        cr_assert_lt(k, 12u);
        seen[k][0] = a;
        seen[k][1] = b;
        seen_n = k == seen_n ? k + 1 : seen_n;
        found[k]++;
    }
    for (int k = 0; k < 12; k++) {
        expected[k] = 1 / 12.0;
    }
    cr_expect_eq(seen_n, 12u);
    cr_expect_gt(gtest_fit(found, expected, 12), 1e-4);
    grid_group_close(&g);
}

/* With p(1) = 1 and nothing else a walk never branches unless it runs into itself; then it goes on from the
 * nearest room that has a free side, so every room but those hangs on the one before. */
Test(place, a_certain_single_neighbour_makes_one_walk)
{
    grid_group g;
    unsigned straight = 0;
    open_rules(&g, "{min: 12, max: 12}", "shape: ['#']", "{neighbours: [{n: 1, p: 1}]}");
    for (unsigned i = 0; i < FLOORS; i++) {
        bool is_straight = true;
        grid_group_make(&g, i);
        cr_assert_eq(g.floor.doors_n, g.floor.rooms_n - 1u, "floor %u: a tree", i);
        for (unsigned k = 1; k < 13; k++) {
            is_straight = is_straight && parent_of(&g.floor, k) == (int)k - 1;
        }
        straight += is_straight;
    }
    cr_expect_gt(straight, FLOORS * 9 / 10, "%u", straight);
    grid_group_close(&g);
}

/* The most traversable tiles beside any empty tile of the plan, without the rooms from `rooms_n` on. */
static unsigned most_neighbours(const fl_floor *floor, unsigned rooms_n)
{
    unsigned most = 0;
    for (int y = 0; y < floor->height; y++) {
        for (int x = 0; x < floor->width; x++) {
            unsigned n = 0;
            int here = fl_floor_room_at(floor, x, y);
            for (unsigned d = 0; d < 4 && (here < 0 || here >= (int)rooms_n); d++) {
                int other = fl_floor_room_at(floor, x + fl_shape_step(d).x, y + fl_shape_step(d).y);
                n += other >= 0 && other < (int)rooms_n;
            }
            most = n > most ? n : most;
        }
    }
    return most;
}

static unsigned neighbours_before(const fl_floor *floor, unsigned number)
{
    unsigned n = 0;
    for (uint32_t i = 0; i < floor->doors_n; i++) {
        n += floor->doors[i].room_b == number;
    }
    return n;
}

Test(place, the_highest_priority_that_is_possible_is_taken_always)
{
    grid_group g;
    unsigned with[5] = {0};
    open_rules(
        &g, "{min: 14, max: 14}", "shape: ['#']",
        "{probability: 0.3, neighbours: [{n: 1, p: 1, priority: 1}, {n: 2, p: 0.1, priority: 2}, {n: 3, p: "
        "0.01, priority: 3}, {n: 4, p: 1, priority: 4}]}");
    for (unsigned i = 0; i < 2000 / SCALE_LEAN; i++) {
        grid_group_make(&g, i);
        for (unsigned k = 1; k < 15; k++) {
            unsigned n = neighbours_before(&g.floor, k);
            cr_assert_eq(n, most_neighbours(&g.floor, k), "floor %u, room %u", i, k);
            with[n]++;
        }
    }
    cr_expect(with[1] > 0 && with[2] > 0);
    grid_group_close(&g);
}

Test(place, counts_outside_the_ruleset_never_occur)
{
    grid_group g;
    open_rules(&g, "{min: 30, max: 30}", "shape: ['#']", "{neighbours: [{n: 1, p: 0.2}, {n: 3, p: 1}]}");
    unsigned threes = 0;
    for (unsigned i = 0; i < 2000 / SCALE_LEAN; i++) {
        grid_group_make(&g, i);
        for (unsigned k = 1; k < 31; k++) {
            unsigned n = neighbours_before(&g.floor, k);
            cr_assert(n == 1 || n == 3, "floor %u, room %u: %u", i, k, n);
            threes += n == 3;
        }
    }
    cr_expect_gt(threes, 100u);
    grid_group_close(&g);
}

/* Distinct tiles beside a room. */
static unsigned touching(const fl_floor *floor, unsigned number)
{
    const fl_room *room = &floor->rooms[number];
    unsigned n = 0;
    for (unsigned cell = 0; cell < (unsigned)(floor->width * floor->height); cell++) {
        bool touches = false;
        int x = (int)cell % floor->width;
        int y = (int)cell / floor->width;
        for (unsigned d = 0; d < 4 && floor->owner[cell] && floor->owner[cell] != number + 1; d++) {
            touches = touches ||
                      fl_floor_room_at(floor, x + fl_shape_step(d).x, y + fl_shape_step(d).y) == (int)number;
        }
        n += touches;
    }
    cr_assert_gt(room->cells_n, 0);
    return n;
}

Test(place, no_room_passes_its_connections)
{
    grid_group g;
    unsigned full = 0;
    open_rules(&g, "{min: 30, max: 40}", "shape: ['#.','##'], connections: 3",
               "{propagate_higher: true, neighbours: [{n: 1, p: 0.5}]}");
    for (unsigned i = 0; i < 500; i++) {
        grid_group_make(&g, i);
        unsigned rooms = g.floor.rooms_n - 1u; /* the end ignores connections */
        for (unsigned k = 1; k < rooms; k++) {
            unsigned n = touching(&g.floor, k);
            cr_assert_leq(n, 4u, "floor %u, room %u", i, k);
            full += n == 3;
        }
    }
    cr_expect_gt(full, 500u, "some must reach the limit");
    grid_group_close(&g);
}

Test(place, ignoring_connections_ignores_those_of_placed_rooms_alone)
{
    static const char *const text =
        "name: ignore\nstart: {shape: ['#'], connections: 1}\npasses:\n"
        "  - {name: main, tiles: {min: 1, max: 1}, rules: plain, rooms: [{name: one, shape: ['#'], "
        "connections: 1}]}\n"
        "  - {name: end, tiles: {min: 1, max: 1}, rooms: [{name: end, shape: ['#'], weight: 0, min: 1, max: "
        "1, "
        "connections: 1, tag: end, rules: %s}]}\n"
        "rulesets:\n  plain: {neighbours: [{n: 1, p: 1}]}\n"
        "  ignoring: {ignore_connections: true, propagate_higher: true, neighbours: [{n: 1, p: 1}]}\n";
    char edited[1024];
    grid_group g;
    snprintf(edited, sizeof edited, text, "plain");
    grid_group_open(&g, edited, "max_attempts=5");
    grid_group_make(&g, 0);
    cr_expect_not_null(g.floor.failure, "both rooms are full");
    cr_expect_eq(g.floor.fact[FL_GENERATOR_FACT_ATTEMPTS], 5);
    grid_group_close(&g);
    snprintf(edited, sizeof edited, text, "ignoring");
    grid_group_open(&g, edited, "");
    for (unsigned i = 0; i < 200; i++) {
        grid_group_make(&g, i);
        cr_assert_null(g.floor.failure);
        cr_assert_eq(neighbours_before(&g.floor, 2), 1u, "its own connections hold");
    }
    grid_group_close(&g);
}

/* With zero 2 and one 6 the end never stands nearer than 3; between, its chance rises. On a chain of 9 rooms
 * p is 1/4 at 3, 1/2 at 4, … */
Test(place, distances_shut_out_and_weigh)
{
    static const char *const text =
        "name: far\nboard: {width: %s}\nstart: {shape: ['#']}\npasses:\n"
        "  - {name: main, tiles: {min: 8, max: 8}, rules: plain, rooms: [{name: one, shape: ['#']}]}\n"
        "  - {name: end, tiles: {min: 1, max: 1}, rules: far, rooms: [{name: end, shape: ['#'], weight: 0, "
        "min: 1, "
        "max: 1, tag: end}]}\n"
        "rulesets:\n  plain: {neighbours: [{n: 1, p: 1}]}\n"
        "  far: {probability: 0.05, distance: {zero: %s, one: %s}, neighbours: [{n: 1, p: 1}]}\n";
    static const struct {
        const char *zero, *one;
        int least, most;
    } table[] = {{"2", "6", 3, 99}, {"2.5", "6", 3, 99}, {"4", "5", 5, 99}, {"5", "1", 1, 4}};
    for (int row = 0; row < 4; row++) {
        char edited[1024];
        unsigned by_distance[100] = {0};
        grid_group g;
        snprintf(edited, sizeof edited, text, "40, height: 40", table[row].zero, table[row].one);
        grid_group_open(&g, edited, "");
        for (unsigned i = 0; i < FLOORS; i++) {
            grid_group_make(&g, i);
            int distance = g.floor.rooms[fl_floor_end(&g.floor)].distance;
            cr_assert(distance >= table[row].least && distance <= table[row].most, "%d", distance);
            by_distance[distance]++;
        }
        cr_expect_gt(by_distance[table[row].least], 0u);
        cr_expect(row != 0 || by_distance[3] < by_distance[4]);
        grid_group_close(&g);
    }
}

Test(place, a_least_distance_forbids_what_is_nearer)
{
    static const char *const text =
        "name: far\nboard: {width: 40, height: 40}\nstart: {shape: ['#']}\npasses:\n"
        "  - {name: main, tiles: {min: 6, max: 6}, rules: plain, rooms: [{name: one, shape: ['#']}]}\n"
        "  - {name: end, tiles: {min: 1, max: 1}, rules: end, rooms: [{name: end, shape: ['#'], weight: 0, "
        "min: 1, max: 1, tag: end, least_distance: %d}]}\n"
        "rulesets:\n  plain: {neighbours: [{n: 1, p: 0.3}]}\n"
        "  end: {probability: 0.05, neighbours: [{n: 1, p: 1}]}\n";
    for (int least = 0; least <= 4; least++) {
        char edited[1024];
        int nearest = 99;
        grid_group g;
        snprintf(edited, sizeof edited, text, least);
        grid_group_open(&g, edited, "");
        for (unsigned i = 0; i < 2000; i++) {
            grid_group_make(&g, i);
            if (!g.floor.failure) {
                int distance = g.floor.rooms[fl_floor_end(&g.floor)].distance;
                nearest = distance < nearest ? distance : nearest;
            }
        }
        cr_expect_eq(nearest, least > 1 ? least : 1);
        grid_group_close(&g);
    }
}

/* Tiny chances end the floor after the first attempt, instead of taking max_attempts times as long. */
Test(place, hopeless_chances_end_the_floor)
{
    grid_group g;
    open_rules(&g, "{min: 1, max: 1}", "shape: ['#']", "{neighbours: [{n: 1, p: 0.000000001}]}");
    grid_group_make(&g, 0);
    cr_assert_not_null(g.floor.failure);
    cr_expect(strstr(g.floor.failure, "so small"), "%s", g.floor.failure);
    cr_expect_eq(g.floor.fact[FL_GENERATOR_FACT_ATTEMPTS], 1);
    grid_group_close(&g);
}
