/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Filling the queue of a pass. */
#include "gen/grid/grid_private.h"
#include "tests/support/grid_group.h"
#include "tests/support/gtest.h"

#include <criterion/criterion.h>

#include <stdio.h>
#include <string.h>

enum { FILLS = 20000, MOST = 64 };

/* A group with one pass of these rooms, and a second one for the end. */
static void open_rooms(grid_group *g, const char *tiles, const char *rooms)
{
    static char text[4096];
    snprintf(
        text, sizeof text,
        "name: queue\nstart: {shape: ['#']}\npasses:\n"
        "  - name: main\n    tiles: %s\n    rules: only\n    rooms:\n%s"
        "  - {name: end, tiles: {min: 1, max: 1}, rules: only, rooms: [{name: end, shape: ['#'], min: 1, "
        "max: 1, tag: end}]}\n"
        "rulesets:\n  only: {neighbours: [{n: 1, p: 1}]}\n",
        tiles, rooms);
    grid_group_open(g, text, "");
}

/* Fills once; counts by entry of the pass, from 0. Returns the tiles, 0 for a queue that could not be
 * filled. */
static unsigned fill(grid_group *g, unsigned count[MOST])
{
    unsigned tiles = 0;
    memset(count, 0, MOST * sizeof *count);
    if (!fl_grid_pass_queue_fill(g->board, &g->rules->passes[0])) {
        return 0;
    }
    for (unsigned i = 0; i < g->board->queue_n; i++) {
        unsigned entry = g->board->queue[i];
        cr_assert(entry >= 1 && entry <= g->rules->passes[0].n);
        count[entry - 1]++;
        tiles += g->rules->entries[entry].tiles_n;
    }
    return tiles;
}

Test(pass_queue, totals_are_uniform_over_the_range)
{
    grid_group g;
    uint64_t found[5] = {0};
    static const double expected[5] = {0.2, 0.2, 0.2, 0.2, 0.2};
    unsigned count[MOST];
    open_rooms(&g, "{min: 8, max: 12}", "      - {name: a, shape: ['#']}\n");
    for (int i = 0; i < FILLS; i++) {
        unsigned tiles = fill(&g, count);
        cr_assert(tiles >= 8 && tiles <= 12);
        found[tiles - 8]++;
    }
    cr_expect_gt(gtest_fit(found, expected, 5), 1e-4);
    grid_group_close(&g);
}

Test(pass_queue, rooms_come_by_their_weights)
{
    grid_group g;
    uint64_t found[3] = {0};
    static const double expected[3] = {5 / 8.0, 2 / 8.0, 1 / 8.0};
    unsigned count[MOST];
    open_rooms(&g, "{min: 10, max: 10}",
               "      - {name: a, shape: ['#'], weight: 2.5}\n      - {name: b, shape: ['#']}\n"
               "      - {name: c, shape: ['#'], weight: 0.5}\n");
    for (int i = 0; i < FILLS; i++) {
        cr_assert_eq(fill(&g, count), 10u);
        found[0] += count[0];
        found[1] += count[1];
        found[2] += count[2];
    }
    cr_expect_gt(gtest_fit(found, expected, 3), 1e-4);
    grid_group_close(&g);
}

Test(pass_queue, minima_and_maxima_are_kept)
{
    grid_group g;
    unsigned count[MOST];
    open_rooms(&g, "{min: 12, max: 15}",
               "      - {name: a, shape: ['#']}\n      - {name: b, shape: ['##'], min: 1, max: 2}\n"
               "      - {name: c, shape: ['###'], min: 2, max: 1}\n");
    for (int i = 0; i < FILLS; i++) {
        unsigned tiles = fill(&g, count);
        cr_assert(tiles >= 12 && tiles <= 15);
        cr_assert(count[1] >= 1 && count[1] <= 2);
        cr_assert_geq(count[2], 2u, "a maximum below the minimum is no limit");
    }
    grid_group_close(&g);
}

Test(pass_queue, a_room_that_would_overshoot_is_not_drawn)
{
    grid_group g;
    unsigned count[MOST];
    unsigned failed = 0;
    open_rooms(&g, "{min: 7, max: 8}",
               "      - {name: a, shape: ['###']}\n      - {name: b, shape: ['####']}\n");
    for (int i = 0; i < FILLS; i++) {
        unsigned tiles = fill(&g, count);
        failed += tiles == 0; /* 3 + 3 = 6, and nothing fits */
        cr_assert(tiles == 0 || tiles == 7 || tiles == 8);
    }
    cr_expect(failed > FILLS / 5 && failed < FILLS / 3, "%u", failed);
    grid_group_close(&g);
}

Test(pass_queue, rooms_without_weight_come_in_a_uniform_number)
{
    grid_group g;
    uint64_t found[4] = {0};
    static const double expected[4] = {0.25, 0.25, 0.25, 0.25};
    unsigned count[MOST];
    open_rooms(&g, "{min: 10, max: 10}",
               "      - {name: a, shape: ['#']}\n      - {name: b, shape: ['#'], weight: 0, min: 1, max: 4}\n"
               "      - {name: c, shape: ['#'], weight: 0, min: 2}\n");
    for (int i = 0; i < FILLS; i++) {
        cr_assert_eq(fill(&g, count), 10u);
        cr_assert(count[1] >= 1 && count[1] <= 4);
        cr_assert_eq(count[2], 2u);
        found[count[1] - 1]++;
    }
    cr_expect_gt(gtest_fit(found, expected, 4), 1e-4);
    grid_group_close(&g);
}

/* Basement's large rooms: long and ell count for each other and for square. */
Test(pass_queue, subordinates_count_for_minimum_and_maximum)
{
    grid_group g;
    unsigned count[MOST];
    unsigned with[3] = {0};
    open_rooms(
        &g, "{min: 13, max: 17}",
        "      - {name: single, shape: ['#']}\n"
        "      - {name: square, shape: ['##','##'], weight: 0.1, min: 1, max: 2}\n"
        "      - {name: long, shape: ['##'], weight: 0.1, min: 1, max: 2, subordinates: [square, ell]}\n"
        "      - {name: ell, shape: ['#.','##'], weight: 0.1, min: 1, max: 2, subordinates: [square, "
        "long]}\n");
    for (int i = 0; i < FILLS; i++) {
        cr_assert_gt(fill(&g, count), 0u);
        unsigned square = count[1] + count[2] + count[3];
        unsigned narrow = count[2] + count[3];
        cr_assert(square >= 1 && square <= 2, "%u %u %u", count[1], count[2], count[3]);
        cr_assert(narrow >= 1 && narrow <= 2);
        for (int k = 0; k < 3; k++) {
            with[k] += count[k + 1] > 0;
        }
    }
    for (int k = 0; k < 3; k++) { /* each of the three does occur */
        cr_expect_gt(with[k], FILLS / 5, "%d: %u", k, with[k]);
    }
    grid_group_close(&g);
}

Test(pass_queue, the_order_is_shuffled)
{
    grid_group g;
    uint64_t first[2] = {0};
    static const double expected[2] = {0.75, 0.25};
    unsigned count[MOST];
    open_rooms(
        &g, "{min: 4, max: 4}",
        "      - {name: a, shape: ['#']}\n      - {name: b, shape: ['#'], weight: 0, min: 1, max: 1}\n");
    for (int i = 0; i < FILLS; i++) {
        cr_assert_eq(fill(&g, count), 4u);
        first[g.board->queue[0] == 2]++;
    }
    cr_expect_gt(gtest_fit(first, expected, 2), 1e-4);
    grid_group_close(&g);
}

/* Every queue that is seen is allowed, and every allowed one is seen. */
static void compare_queues(const char *tiles, const char *rooms)
{
    enum { SIDE = 5, ALL = SIDE * SIDE * SIDE };
    grid_group g;
    unsigned count[MOST];
    bool seen[ALL] = {false};
    open_rooms(&g, tiles, rooms);
    for (int i = 0; i < FILLS; i++) {
        if (fill(&g, count) > 0 && count[0] < SIDE && count[1] < SIDE && count[2] < SIDE) {
            seen[count[0] + SIDE * (count[1] + SIDE * count[2])] = true;
        }
    }
    for (unsigned i = 0; i < ALL; i++) {
        unsigned asked[FL_GRID_ENTRIES] = {0, i % SIDE, i / SIDE % SIDE, i / SIDE / SIDE};
        const char *why = fl_grid_pass_queue_refuses(g.rules, &g.rules->passes[0], asked);
        cr_expect_eq(why == NULL, seen[i], "%u %u %u of %s: %s", asked[1], asked[2], asked[3], rooms,
                     why ? why : "allowed");
    }
    grid_group_close(&g);
}

Test(pass_queue, what_can_be_queued_is_what_is_queued)
{
    compare_queues("{min: 3, max: 6}", "      - {name: a, shape: ['#'], min: 1}\n"
                                       "      - {name: b, shape: ['##'], max: 2}\n"
                                       "      - {name: c, shape: ['#'], weight: 0, min: 1, max: 2}\n");
    compare_queues("{min: 2, max: 4}",
                   "      - {name: a, shape: ['#'], min: 1, max: 1, subordinates: [b, c]}\n"
                   "      - {name: b, shape: ['#'], min: 1, max: 1, subordinates: [a, c]}\n"
                   "      - {name: c, shape: ['##'], min: 1, max: 3}\n");
    compare_queues("{min: 4, max: 5}",
                   "      - {name: a, shape: ['#'], min: 2, max: 3, subordinates: [b]}\n"
                   "      - {name: b, shape: ['#'], min: 3}\n"
                   "      - {name: c, shape: ['#'], weight: 0, max: 1, subordinates: [a]}\n");
}
