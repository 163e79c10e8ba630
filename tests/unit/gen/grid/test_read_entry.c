/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Rooms of ruleset files. */
#include "gen/grid/grid.h"
#include "tests/support/grid_group.h"

#include <criterion/criterion.h>

#include <stdio.h>
#include <string.h>

Test(read_entry, everything_written_is_kept)
{
    grid_group g;
    grid_group_try_edited(
        &g, grid_group_small, "{name: one, shape: [\"#\"], weight: 1, connections: 4}",
        "{name: one, shape: [\".#\", \"##\"], weight: 0.25, connections: 3, min: 1, max: 2, "
        "subordinates: [end], rules: other, tag: shop, added: true}");
    cr_expect_eq(g.err, FL_ERR_INPUT); /* no ruleset `other` */
    grid_group_close(&g);
    grid_group_try_edited(
        &g, grid_group_small, "{name: one, shape: [\"#\"], weight: 1, connections: 4}",
        "{name: one, shape: [\".#\", \"##\"], weight: 0.25, connections: 3, min: 1, max: 2, "
        "rules: only, tag: shop, added: true}");
    cr_assert_eq(g.err, FL_OK, "%s %s", g.diag.where, g.diag.what);
    const fl_grid_entry *entry = &g.rules->entries[1];
    cr_expect_str_eq(entry->name, "one");
    cr_expect_eq(entry->tiles_n, 3u);
    cr_expect_eq(entry->rotations_n, 4u);
    cr_expect_eq(entry->connections, 3u);
    cr_expect_eq(entry->min, 1u);
    cr_expect_eq(entry->max, 2u);
    cr_expect_eq(entry->weight_as_read, 250000000);
    cr_expect_eq(entry->tag, (unsigned)FL_KIND_SHOP);
    cr_expect(entry->has_own_rules && entry->is_added);
    cr_expect(!g.rules->entries[2].has_own_rules && !g.rules->entries[2].is_added);
    grid_group_close(&g);
}

Test(read_entry, subordinates_may_name_later_rooms)
{
    grid_group g;
    grid_group_try_edited(&g, grid_group_small, "connections: 4}",
                          "connections: 4, subordinates: [two]}\n"
                          "      - {name: two, shape: [\"##\"]}");
    cr_assert_eq(g.err, FL_OK, "%s %s", g.diag.where, g.diag.what);
    cr_expect_eq(g.rules->entries[1].subordinates, 2u);
    cr_expect_eq(g.rules->entries[2].subordinates, 0u);
    grid_group_close(&g);
}

Test(read_entry, what_is_left_out_has_a_meaning)
{
    grid_group g;
    grid_group_try_edited(&g, grid_group_small, ", weight: 1, connections: 4", "");
    cr_assert_eq(g.err, FL_OK);
    cr_expect_eq(g.rules->entries[1].weight_as_read, FL_GRID_RULES_ONE);
    cr_expect_geq(g.rules->entries[1].connections, 4u);
    cr_expect_eq(g.rules->entries[1].max, 0u);
    cr_expect_eq(g.rules->entries[1].tag, (unsigned)FL_KIND_NORMAL);
    grid_group_close(&g);
}

static const char *const broken = "name: broken\n"
                                  "start: {shape: ['#']}\n"
                                  "passes:\n"
                                  "  - name: main\n"
                                  "    tiles: {min: 4, max: 4}\n"
                                  "    rules: any\n"
                                  "    rooms:\n"
                                  "      - {name: split, shape: ['#.#'], subordinates: [two]}\n"
                                  "      - {name: one, shape: ['#'], subordinates: [split, two]}\n"
                                  "      - {name: pair, shape: ['#.', '.#']}\n"
                                  "      - {name: two, shape: ['##'], max: 9}\n"
                                  "      - {name: end, shape: ['#'], weight: 0, min: 1, max: 1, tag: end}\n"
                                  "rulesets: {any: {neighbours: [{n: 1, p: 1}]}}\n";

/* Gao 2022, 5.1: "Shapes which are not connected will be ignored." */
Test(read_entry, shapes_in_pieces_are_ignored_with_a_notice_where_the_setting_says_so)
{
    grid_group g;
    grid_group_try(&g, broken, "");
    cr_expect_eq(g.err, FL_ERR_INPUT);
    cr_expect_str_eq(g.diag.where, "test.yaml:8");
    grid_group_close(&g);
    grid_group_open(&g, broken, "broken_shapes=ignored");
    cr_assert_eq(g.rules->passes[0].n, 3u);
    cr_expect_str_eq(g.rules->entries[1].name, "one");
    cr_expect_str_eq(g.rules->entries[2].name, "two");
    cr_expect_str_eq(g.rules->entries[3].name, "end");
    cr_expect_eq(g.rules->entries[1].subordinates, 2u, "'two' is the second now, and 'split' is gone");
    cr_expect(
        strstr(g.rules->warning, "test.yaml:8: a shape in pieces is ignored, and with it the room 'split'"),
        "%s", g.rules->warning);
    cr_expect(strstr(g.rules->warning, "test.yaml:10"), "%s", g.rules->warning);
    grid_group_make(&g, 0);
    cr_expect_null(g.floor.failure);
    grid_group_close(&g);
}

Test(read_entry, a_start_in_pieces_is_refused_always)
{
    grid_group g;
    grid_group_try(&g, "name: s\nstart: {shape: ['#.#']}\npasses: []\nrulesets: {any: {neighbours: []}}\n",
                   "broken_shapes=ignored");
    cr_expect_eq(g.err, FL_ERR_INPUT);
    cr_expect_str_eq(g.diag.where, "test.yaml:2");
    grid_group_close(&g);
}

Test(read_entry, a_pass_of_broken_rooms_alone_is_refused)
{
    grid_group g;
    grid_group_try(
        &g,
        "name: s\nstart: {shape: ['#']}\nrulesets: {any: {neighbours: [{n: 1, p: 1}]}}\npasses:\n"
        "  - {name: main, tiles: {min: 1, max: 1}, rules: any, rooms: [{name: a, shape: ['#.#']}]}\n",
        "broken_shapes=ignored");
    cr_expect_eq(g.err, FL_ERR_INPUT);
    cr_expect(strstr(g.diag.what, "the pass 'main' has no rooms"), "%s", g.diag.what);
    grid_group_close(&g);
}

/* A room may fill its box of 16 x 16. */
Test(read_entry, a_room_may_have_as_many_tiles_as_its_box)
{
    static char shape[512];
    static char text[2048];
    grid_group g;
    for (int y = 0; y < 16; y++) {
        strcat(shape, y > 0 ? ",'################'" : "'################'");
    }
    snprintf(
        text, sizeof text,
        "name: hall\nstart: {shape: ['#']}\nrulesets: {any: {propagate_higher: true, neighbours: [{n: 1, p: "
        "1}]}}\npasses:\n  - name: main\n    tiles: {min: 513, max: 513}\n    rules: any\n    rooms:\n"
        "      - {name: hall, shape: [%s]}\n"
        "      - {name: end, shape: ['#'], weight: 0, min: 1, max: 1, tag: end}\n",
        shape);
    grid_group_open(&g, text, "");
    grid_group_make(&g, 0);
    cr_assert_null(g.floor.failure);
    cr_expect_eq(g.floor.cells_n, 514);
    grid_group_close(&g);
}
