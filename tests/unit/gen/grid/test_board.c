/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The board: counts and distances kept on the way equal those computed afresh. */
#include "gen/grid/board.h"
#include "tests/support/grid_group.h"

#include <criterion/criterion.h>

/* Rooms of many shapes on a board that they fill to its edges; the second pass has distance modifiers. */
static const char *const crowd =
    "name: crowd\n"
    "board: {width: 13, height: 9}\n"
    "start: {shape: ['##', '#.']}\n"
    "passes:\n"
    "  - name: main\n"
    "    tiles: {min: 50, max: 60}\n"
    "    rules: any\n"
    "    rooms:\n"
    "      - {name: one, shape: ['#']}\n"
    "      - {name: ring, shape: ['###', '#.#', '###'], max: 1, min: 1}\n"
    "      - {name: zed, shape: ['##.', '.##']}\n"
    "      - {name: ell, shape: ['#.', '##']}\n"
    "  - name: end\n"
    "    tiles: {min: 4, max: 4}\n"
    "    rules: far\n"
    "    rooms: [{name: end, shape: ['#'], weight: 0, min: 1, max: 1, tag: end}, {name: rest, shape: "
    "['#']}]\n"
    "rulesets:\n"
    "  any: {propagate_higher: true, neighbours: [{n: 1, p: 0.5}]}\n"
    "  far: {propagate_higher: true, distance: {zero: 0, one: 9}, neighbours: [{n: 1, p: 1}]}\n";

/* No room is added here, so the board's distances must be those that the floor computes. */
Test(board, what_is_kept_on_the_way_is_what_a_fresh_walk_finds)
{
    grid_group g;
    unsigned loops = 0;
    grid_group_open(&g, crowd, "");
    for (unsigned i = 0; i < 2000; i++) {
        grid_group_make(&g, i);
        cr_assert_null(g.floor.failure);
        cr_assert(fl_grid_board_check(g.board), "floor %u", i);
        loops += g.floor.doors_n >= g.floor.rooms_n;
        for (unsigned k = 0; k < g.floor.rooms_n; k++) {
            cr_assert_eq(g.board->distance[k], g.floor.rooms[k].distance, "floor %u, room %u", i, k);
        }
    }
    cr_expect_gt(loops, 1000u, "short cuts must occur");
    fl_grid_board_reset(g.board);
    cr_expect(fl_grid_board_check(g.board));
    cr_expect_eq(g.board->tiles_n, 3u);
    grid_group_close(&g);
}

Test(board, a_wrong_count_is_noticed)
{
    grid_group g;
    grid_group_open(&g, crowd, "");
    grid_group_make(&g, 0);
    cr_assert(fl_grid_board_check(g.board));
    g.board->rooms[1].touching++;
    cr_expect_not(fl_grid_board_check(g.board));
    g.board->rooms[1].touching--;
    g.board->free_with[2]++;
    cr_expect_not(fl_grid_board_check(g.board));
    g.board->free_with[2]--;
    g.board->near[g.rules->start_at] ^= 1;
    cr_expect_not(fl_grid_board_check(g.board));
    grid_group_close(&g);
}
