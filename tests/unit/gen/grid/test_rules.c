/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Rules from files and settings, and written again; what is refused is in tests/refused/rulesets.txt. */
#include "gen/base/embedded.h"
#include "gen/floor/floor_json.h"
#include "gen/grid/grid_private.h"
#include "tests/support/grid_group.h"

#include <criterion/criterion.h>

#include <stdio.h>
#include <string.h>

/* Every key, the tags in the order in which they are written. */
static const char *const everything =
    "name: \"a: 'b' \\\"c\\\"\"\n"
    "about: \"#\"\n"
    "board: {width: 9, height: 7}\n"
    "search: mixed\n"
    "open_way: true\n"
    "start: {shape: [\"#.\", \"##\"], tags: [\"start\"], connections: 3}\n"
    "tags: {\"normal\": 0, \"start\": 100, \"shop\": {priority: 60, door: two_keys}, \"end\": 90, \"oasis\": "
    "7, "
    "\"damp\": {priority: 10, no_door: [\"shop\", \"oasis\"]}}\n"
    "passes:\n"
    "  - name: \"main\"\n"
    "    tiles: {min: 4, max: 6}\n"
    "    rooms:\n"
    "      - {name: \"one\", shape: [\"#\"], tags: [\"normal\", \"oasis\"], weight: 0.25, min: 1, max: 2, "
    "rules: "
    "\"low\", subordinates: [\"two\", \"wet\"]}\n"
    "      - {name: \"two\", shape: [\"##\"], tags: [\"shop\"], connections: 3, weight: 1, min: 0, max: 0, "
    "rules: "
    "\"high\", added: true}\n"
    "      - {name: \"wet\", shape: [\"#\"], tags: [\"damp\"], weight: 2, min: 0, max: 0, rules: \"low\"}\n"
    "  - name: \"end\"\n"
    "    tiles: {min: 1, max: 1}\n"
    "    rooms:\n"
    "      - {name: \"end\", shape: [\"#\"], tags: [\"end\"], weight: 0, min: 1, max: 1, rules: \"high\", "
    "least_distance: 2}\n"
    "rulesets:\n"
    "  \"low\":\n"
    "    propagate_higher: true\n"
    "    probability: 0.75\n"
    "    neighbours: [{n: 1, p: 0.5, priority: -3}, {n: 2, p: 0.25, priority: 0}]\n"
    "  \"high\":\n"
    "    ignore_connections: true\n"
    "    probability: 1\n"
    "    neighbours: [{n: 1, p: 1, priority: 0}]\n";

static fl_text text;

static void set_up(void)
{
    fl_text_init(&text);
}

static void tear_down(void)
{
    fl_text_free(&text);
}

TestSuite(rules, .init = set_up, .fini = tear_down);

Test(rules, everything_that_a_file_says_is_kept)
{
    grid_group g;
    grid_group_open(&g, everything, "");
    fl_grid_write_rules(g.rules, &text);
    cr_expect_str_eq(fl_text_get(&text), everything, "%s", fl_text_get(&text));
    grid_group_close(&g);
}

/* The written file makes the floors of the rules that it was written from: knobs and ignored distances have
 * become numbers, demands and orders of search stay. */
Test(rules, written_rules_make_the_same_floors)
{
    static const char *const table[][2] = {
        {"basement", ""},
        {"cave", ""},
        {"halls", ""},
        {"maze", ""},
        {"ring_city", ""},
        {"spine", ""},
        {"walk", ""},
        {"facade", "clustering=37 branching=20 snaking=61 size=45"},
        {"basement", "clustering=50 probability=333"},
        {"walk_distances", ""},
        {"gated", ""},
        {"gated", "open_way=any search=mixed"},
        {"basement", "search=rooms_first open_way=demanded"},
    };
    fl_floor_json_head head = {.generator = "grid", .rules = "test", .seed = 1};
    for (unsigned n = 0; n < sizeof table / sizeof table[0]; n++) {
        char path[64];
        grid_group g[2];
        fl_text line[2];
        snprintf(path, sizeof path, "data/rulesets/%s.yaml", table[n][0]);
        grid_group_open(&g[0], fl_embedded_find(path)->data, table[n][1]);
        fl_text_clear(&text);
        fl_grid_write_rules(g[0].rules, &text);
        grid_group_open(&g[1], fl_text_get(&text), "");
        for (unsigned i = 0; i < 20; i++) {
            for (unsigned side = 0; side < 2; side++) {
                fl_text_init(&line[side]);
                grid_group_make(&g[side], i);
                fl_floor_json_write(&head, &g[side].floor, &line[side]);
            }
            cr_assert_str_eq(fl_text_get(&line[0]), fl_text_get(&line[1]), "%s %s", table[n][0], table[n][1]);
            fl_text_free(&line[0]);
            fl_text_free(&line[1]);
        }
        grid_group_close(&g[0]);
        grid_group_close(&g[1]);
    }
}

/* Gao 2022, 5.1: "Shapes which are not connected will be ignored." */
Test(rules, shapes_in_pieces_are_ignored_where_the_setting_says_so)
{
    static const char *const broken =
        "name: broken\nstart: {shape: ['#']}\npasses:\n  - name: main\n    tiles: {min: 4, max: 4}\n    "
        "rules: any\n"
        "    rooms:\n"
        "      - {name: split, shape: ['#.#'], subordinates: [two]}\n"
        "      - {name: one, shape: ['#'], subordinates: [split, two]}\n"
        "      - {name: pair, shape: ['#.', '.#']}\n"
        "      - {name: two, shape: ['##'], max: 9}\n"
        "      - {name: end, shape: ['#'], weight: 0, min: 1, max: 1, tag: end}\n"
        "rulesets: {any: {neighbours: [{n: 1, p: 1}]}}\n";
    grid_group g;
    grid_group_open(&g, broken, "broken_shapes=ignored");
    cr_assert_eq(g.rules->passes[0].n, 3u);
    cr_expect_str_eq(g.rules->entries[1].name, "one");
    cr_expect_str_eq(g.rules->entries[3].name, "end");
    cr_expect_eq(g.rules->entries[1].subordinates, 2u, "'two' is the second now, and 'split' is gone");
    cr_expect_str_eq(g.rules->warning,
                     "test.yaml:10: a shape in pieces is ignored, and with it the room 'pair'; "
                     "test.yaml:8: a shape in pieces is ignored, and with it the room 'split'",
                     "%s", g.rules->warning);
    grid_group_make(&g, 0);
    cr_expect_null(g.floor.failure);
    grid_group_close(&g);
}
