/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Rules that cannot work are refused before a floor is made, with the numbers. */
#include "tests/support/grid_group.h"

#include <criterion/criterion.h>

#include <string.h>

static void refuses(const char *old, const char *new, const char *where, const char *what)
{
    grid_group g;
    grid_group_try_edited(&g, grid_group_small, old, new);
    cr_expect_eq(g.err, FL_ERR_INPUT, "%s", new);
    cr_expect_str_eq(g.diag.where, where, "%s: %s", new, g.diag.where);
    cr_expect(strstr(g.diag.what, what), "%s: %s", new, g.diag.what);
    grid_group_close(&g);
}

static void accepts(const char *old, const char *new)
{
    grid_group g;
    grid_group_try_edited(&g, grid_group_small, old, new);
    cr_expect_eq(g.err, FL_OK, "%s: %s", new, g.diag.what);
    grid_group_close(&g);
}

Test(check, the_configuration_of_figure_18_is_refused_with_its_numbers)
{
    grid_group g;
    grid_group_try(
        &g,
        "name: figure-18\n"
        "start: {shape: ['#']}\n"
        "passes:\n"
        "  - name: base\n"
        "    tiles: {min: 1, max: 1}\n"
        "    rooms: [{name: end, shape: ['#'], weight: 0, min: 1, max: 1, rules: any, tag: end}]\n"
        "  - name: secrets\n"
        "    tiles: {min: 24, max: 24}\n"
        "    rooms:\n"
        "      - {name: secret, shape: ['#'], weight: 0, min: 1, max: 1, rules: any, tag: secret}\n"
        "      - {name: super, shape: ['#'], weight: 0, min: 1, max: 1, rules: any, tag: super_secret}\n"
        "rulesets:\n"
        "  any: {neighbours: [{n: 1, p: 1}]}\n",
        "");
    cr_expect_eq(g.err, FL_ERR_INPUT);
    cr_expect_str_eq(g.diag.where, "test.yaml:7", "%s", g.diag.where);
    cr_expect_str_eq(g.diag.what,
                     "the pass 'secrets' needs at least 24 tiles, and the counts of its rooms reach 2");
    cr_expect(strstr(g.diag.hint, "raise a room's max"));
    grid_group_close(&g);
}

Test(check, totals_between_the_rooms_are_refused)
{
    refuses("shape: [\"#\"], weight: 1, connections: 4", "shape: [\"######\"]", "test.yaml:5",
            "at least 4 tiles, and the counts of its rooms reach 1");
    accepts("shape: [\"#\"], weight: 1, connections: 4", "shape: [\"####\"], weight: 1, connections: 4");
}

Test(check, minimum_counts_above_the_maximum_are_refused)
{
    refuses("weight: 1, connections: 4", "weight: 1, min: 9", "test.yaml:5",
            "has at most 6 tiles, and the minimum counts of its rooms need 10");
    accepts("weight: 1, connections: 4", "weight: 1, min: 5");
}

Test(check, a_minimum_that_others_meet_is_not_counted_twice)
{
    accepts("connections: 4}", "connections: 4, min: 4, subordinates: [two]}\n"
                               "      - {name: two, shape: [\"#\"], weight: 1, min: 4}");
}

Test(check, rulesets_that_can_place_nothing_are_refused)
{
    refuses("    neighbours", "    probability: 0\n    neighbours", "test.yaml:12",
            "the ruleset 'only' can place nothing");
    refuses("[{n: 1, p: 0.5}, {n: 2, p: 0.25}]", "[{n: 1, p: 0}]", "test.yaml:12", "can place nothing");
    refuses("[{n: 1, p: 0.5}, {n: 2, p: 0.25}]", "[]", "test.yaml:12", "can place nothing");
}

Test(check, rooms_that_can_stand_nowhere_are_refused)
{
    refuses("weight: 1, connections: 4", "weight: 1, connections: 0", "test.yaml:9",
            "'one' can never be placed: its rules need 1 neighbours or more, it has 0 connections");
    refuses("[{n: 1, p: 0.5}, {n: 2, p: 0.25}]", "[{n: 5, p: 1}]", "test.yaml:9", "4 tiles around it");
}

Test(check, exactly_one_end_is_demanded)
{
    refuses("tag: end", "tag: shop", "test.yaml:5",
            "exactly one room is tagged 'end'; here it may be 0 to 0");
    refuses("min: 1, max: 1, tag: end", "min: 1, max: 2, tag: end", "test.yaml:10", "it may be 1 to 2");
    refuses("min: 1, max: 1, tag: end", "min: 0, max: 1, tag: end", "test.yaml:10", "it may be 0 to 1");
    refuses("weight: 0, min: 1, max: 1, tag: end", "weight: 1, min: 1, tag: end", "test.yaml:10",
            "1 to any number");
    refuses("connections: 4}",
            "connections: 4}\n      - {name: exit, shape: [\"#\"], weight: 0, min: 1, max: 1, tag: end}",
            "test.yaml:11", "it may be 2 to 2");
    accepts("weight: 0, min: 1, max: 1, tag: end", "weight: 1, min: 1, max: 1, tag: end");
}

/* Two entries tagged end, with these words in place of the one. */
static const char one_end[] = "weight: 0, min: 1, max: 1, tag: end}";

Test(check, ends_that_count_for_each_other_are_one)
{
    accepts(one_end, "min: 1, max: 1, tag: end, subordinates: [exit]}\n      - {name: exit, shape: [\"##\"], "
                     "min: 1, max: 1, tag: end, subordinates: [end]}");
    refuses(one_end,
            "min: 1, max: 1, tag: end, subordinates: [exit]}\n      - {name: exit, shape: [\"##\"], min: 1, "
            "max: 1, tag: end}",
            "test.yaml:11", "it may be 1 to 2");
    refuses(one_end,
            "min: 1, max: 1, tag: end, subordinates: [exit]}\n      - {name: exit, shape: [\"##\"], min: 1, "
            "max: 2, tag: end, subordinates: [end]}",
            "test.yaml:11", "it may be 0 to 3");
    refuses(
        one_end,
        "min: 1, max: 1, tag: end, subordinates: [exit, one]}\n      - {name: exit, shape: [\"##\"], min: 1, "
        "max: 1, weight: 0, tag: end, subordinates: [end]}",
        "test.yaml:11", "it may be 1 to 2");
}

Test(check, floors_larger_than_their_board_are_refused)
{
    refuses("start: {shape", "board: {width: 2, height: 3}\nstart: {shape", "test.yaml:1",
            "a floor may have 7 tiles, and the board 2 x 3");
    accepts("start: {shape", "board: {width: 7, height: 1}\nstart: {shape");
    refuses("start: {shape: [\"#\"]", "board: {width: 2, height: 9}\nstart: {shape: [\"###\"]", "test.yaml:3",
            "the start is larger than the board");
    refuses("max: 6", "max: 40000", "test.yaml", "a floor may have 40001 tiles, at most 40000 are possible");
}
