/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Which queues a pass can have, against those that are filled. How often each comes is in tests/oracle/grid.
 */
#include "gen/grid/grid_private.h"
#include "tests/support/grid_group.h"

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
    compare_queues("{min: 2, max: 5}", "      - {name: a, shape: ['#']}\n"
                                       "      - {name: b, shape: ['##'], max: 2}\n"
                                       "      - {name: c, shape: ['#'], weight: 0, min: 1}\n");
}
