/* The board: what is counted on the way equals what is counted from scratch. */
#include "gen/grid/board.h"
#include "tests/support/grid_group.h"

#include <criterion/criterion.h>

#include <string.h>

/* Rooms of many forms, on a board that they fill to its edges; the second pass asks for distances. */
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

Test(board, counts_kept_on_the_way_are_right_at_the_end)
{
    grid_group g;
    grid_group_open(&g, crowd, "");
    for (unsigned i = 0; i < 2000; i++) {
        grid_group_make(&g, i);
        cr_assert(fl_grid_board_check(g.board), "floor %u", i);
    }
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

/* No room is an added one here, so the plan's distances must be those that the floor works out by itself. */
Test(board, distances_kept_on_the_way_are_those_of_a_fresh_walk)
{
    grid_group g;
    unsigned loops = 0;
    grid_group_open(&g, crowd, "");
    for (unsigned i = 0; i < 2000; i++) {
        grid_group_make(&g, i);
        cr_assert_null(g.floor.failure);
        loops += g.floor.doors_n >= g.floor.rooms_n;
        for (unsigned k = 0; k < g.floor.rooms_n; k++) {
            cr_assert_eq(g.board->distance[k], g.floor.rooms[k].distance, "floor %u, room %u", i, k);
        }
    }
    cr_expect_gt(loops, 1000u, "short cuts must occur");
    grid_group_close(&g);
}

Test(board, a_reset_leaves_only_the_start)
{
    grid_group g;
    grid_group_open(&g, crowd, "");
    grid_group_make(&g, 5);
    fl_grid_board_reset(g.board);
    cr_expect_eq(g.board->rooms_n, 1u);
    cr_expect_eq(g.board->tiles_n, 3u);
    cr_expect(fl_grid_board_check(g.board));
    cr_expect_eq(g.board->free_with[1], 6u);
    cr_expect_eq(g.board->free_with[2], 1u, "the bend of the L");
    grid_group_close(&g);
}

Test(board, rooms_fit_only_on_empty_tiles_of_the_board)
{
    grid_group g;
    unsigned near = 99;
    grid_group_open(&g, crowd, "");
    fl_grid_board_reset(g.board);
    const fl_grid_rotation *one = &g.rules->entries[1].rotation[0];
    const fl_grid_rotation *ring = &g.rules->entries[2].rotation[0];
    int corner = g.rules->pad * g.rules->stride + g.rules->pad;
    int right = corner + g.rules->width - 1;
    cr_expect(fl_grid_board_fits(g.board, &(fl_grid_spot){one, corner}, &near));
    cr_expect_eq(near, 0u);
    cr_expect(fl_grid_board_fits(g.board, &(fl_grid_spot){one, right}, &near));
    cr_expect_not(fl_grid_board_fits(g.board, &(fl_grid_spot){one, right + 1}, &near));
    cr_expect_not(fl_grid_board_fits(g.board, &(fl_grid_spot){one, corner - g.rules->stride}, &near));
    cr_expect_not(fl_grid_board_fits(g.board, &(fl_grid_spot){ring, right - 1}, &near));
    cr_expect(fl_grid_board_fits(g.board, &(fl_grid_spot){ring, right - 2}, &near));
    cr_expect_not(fl_grid_board_fits(g.board, &(fl_grid_spot){one, g.rules->start_at}, &near));
    cr_expect(
        fl_grid_board_fits(g.board, &(fl_grid_spot){one, g.rules->start_at + g.rules->stride + 1}, &near));
    cr_expect_eq(near, 2u, "the bend touches two tiles of the start");
    grid_group_close(&g);
}

Test(board, tiles_are_shared_out_once_for_each_room)
{
    grid_group g;
    grid_group_open(&g, crowd, "");
    fl_grid_board_reset(g.board);
    int bend = g.rules->start_at + g.rules->stride + 1;
    fl_grid_spot one = {&g.rules->entries[1].rotation[0], bend};
    cr_expect_eq(fl_grid_board_mark(g.board, &one), 1u);
    cr_expect_eq(g.board->extra[0], 1, "one tile, however many sides it touches");
    fl_grid_board_unmark(g.board, 1);
    cr_expect_eq(g.board->extra[0], 0);
    fl_grid_board_place(g.board, 1, 0, bend);
    cr_expect_eq(g.board->rooms[0].touching, 1);
    cr_expect_eq(g.board->rooms[1].touching, 2, "two tiles of the start");
    cr_expect_eq(g.board->distance[1], 1);
    cr_expect(fl_grid_board_check(g.board));
    grid_group_close(&g);
}

Test(board, outcomes_have_texts)
{
    for (int i = 0; i < FL_GRID_OUTCOMES; i++) {
        cr_expect_gt(strlen(fl_grid_outcome_text((fl_grid_outcome)i)), 5u);
    }
}
