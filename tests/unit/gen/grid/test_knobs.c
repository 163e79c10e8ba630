/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The four knobs: each changes its parameter, in one direction, and nothing else. */
#include "gen/grid/grid.h"
#include "tests/support/grid_group.h"

#include <criterion/criterion.h>

#include <stdio.h>
#include <string.h>

static const char *const both =
    "name: both\n"
    "start: {shape: ['#']}\n"
    "passes:\n"
    "  - name: main\n"
    "    tiles: {min: 20, max: 40}\n"
    "    rules: only\n"
    "    rooms:\n"
    "      - {name: narrow, shape: ['#'], weight: 2, connections: 2}\n"
    "      - {name: wide, shape: ['#'], weight: 1, connections: 4}\n"
    "      - {name: own, shape: ['#'], weight: 1, rules: other}\n"
    "  - name: end\n"
    "    tiles: {min: 1, max: 1}\n"
    "    rules: only\n"
    "    rooms: [{name: end, shape: ['#'], weight: 0, min: 1, max: 1, tag: end}]\n"
    "rulesets:\n"
    "  only: {neighbours: [{n: 1, p: 0.5}]}\n"
    "  other: {neighbours: [{n: 1, p: 0.25}]}\n";

static void turn(grid_group *g, const char *knob, int value)
{
    char settings[64];
    snprintf(settings, sizeof settings, "%s=%d", knob, value);
    grid_group_open(g, both, settings);
}

static const fl_grid_ruleset *rules_of(const grid_group *g, unsigned entry)
{
    return &g->rules->rulesets[g->rules->entries[entry].rules];
}

Test(knobs, untouched_knobs_change_nothing)
{
    grid_group g;
    grid_group_open(&g, both, "");
    cr_expect_eq(g.rules->variants_n, 0u);
    cr_expect_eq(rules_of(&g, 1)->chance[1], FL_GRID_RULES_SURE / 2);
    cr_expect_eq(g.rules->entries[1].weight, 2u);
    cr_expect_eq(g.rules->passes[0].tiles_min, 20u);
    grid_group_close(&g);
}

Test(knobs, clustering_moves_weight_to_high_counts)
{
    uint64_t one = FL_GRID_RULES_SURE + 1;
    uint64_t two = 0;
    for (int c = 0; c <= 100; c += 10) {
        grid_group g;
        turn(&g, "clustering", c);
        const fl_grid_ruleset *rules = rules_of(&g, 1);
        cr_expect_lt(rules->chance[1], one);
        cr_expect(c == 0 ? rules->chance[2] == 0 : rules->chance[2] > two);
        cr_expect_eq(rules->chance[2], rules->chance[4]);
        cr_expect_gt(rules->chance[1], 0u);
        one = rules->chance[1];
        two = rules->chance[2];
        cr_expect_eq(rules_of(&g, 3)->chance[1], FL_GRID_RULES_SURE / 4, "its own rules stay");
        cr_expect_eq(rules_of(&g, 4)->chance[1], FL_GRID_RULES_SURE / 2, "the next pass stays");
        grid_group_close(&g);
    }
}

Test(knobs, branching_lowers_the_universal_modifier)
{
    uint64_t before = FL_GRID_RULES_SURE;
    for (int b = 0; b <= 100; b += 10) {
        grid_group g;
        turn(&g, "branching", b);
        cr_expect(b == 0 ? rules_of(&g, 1)->chance[1] == FL_GRID_RULES_SURE / 2
                         : rules_of(&g, 1)->chance[1] < before);
        cr_expect_gt(rules_of(&g, 1)->chance[1], 0u);
        before = rules_of(&g, 1)->chance[1];
        cr_expect_eq(rules_of(&g, 4)->chance[1], FL_GRID_RULES_SURE / 2, "the next pass stays");
        grid_group_close(&g);
    }
}

Test(knobs, a_given_modifier_beats_branching)
{
    grid_group g;
    grid_group_open(&g, both, "branching=100 probability=500");
    cr_expect_eq(rules_of(&g, 1)->chance[1], FL_GRID_RULES_SURE / 4);
    grid_group_close(&g);
}

Test(knobs, snaking_weighs_narrow_against_wide)
{
    for (int s = 0; s <= 100; s += 25) {
        grid_group g;
        turn(&g, "snaking", s);
        uint64_t narrow = g.rules->entries[1].weight;
        uint64_t wide = g.rules->entries[2].weight;
        cr_expect_eq(narrow * (uint64_t)(100 - s), wide * 2 * (uint64_t)s, "%d: %d and %d", s, (int)narrow,
                     (int)wide);
        cr_expect_gt(narrow + wide, 0u);
        grid_group_close(&g);
    }
}

Test(knobs, snaking_without_both_sorts_is_refused)
{
    grid_group g;
    grid_group_try(&g, grid_group_small, "snaking=50");
    cr_expect_eq(g.err, FL_ERR_INPUT);
    cr_expect(strstr(g.diag.what, "the pass 'main' has 0 and 1"), "%s", g.diag.what);
    grid_group_close(&g);
}

Test(knobs, size_goes_from_a_quarter_to_four_times)
{
    static const struct {
        int knob;
        unsigned min, max;
    } table[] = {{0, 5, 10}, {25, 13, 25}, {50, 20, 40}, {75, 50, 100}, {100, 80, 160}};
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
        grid_group g;
        turn(&g, "size", table[i].knob);
        cr_expect_eq(g.rules->passes[0].tiles_min, table[i].min, "%d: %u", table[i].knob,
                     g.rules->passes[0].tiles_min);
        cr_expect_eq(g.rules->passes[0].tiles_max, table[i].max);
        cr_expect_eq(g.rules->passes[1].tiles_max, 1u);
        grid_group_close(&g);
    }
}

Test(knobs, knobs_in_the_file_are_the_same_and_given_ones_beat_them)
{
    static char text[4096];
    grid_group g;
    grid_group h;
    snprintf(text, sizeof text, "facade: {clustering: 0.3, size: 0.75}\n%s", both);
    grid_group_open(&g, text, "");
    grid_group_open(&h, both, "clustering=30 size=75");
    cr_expect_eq(rules_of(&g, 1)->chance[1], rules_of(&h, 1)->chance[1]);
    cr_expect_eq(rules_of(&g, 1)->chance[2], rules_of(&h, 1)->chance[2]);
    cr_expect_eq(g.rules->passes[0].tiles_max, 100u);
    grid_group_close(&g);
    grid_group_open(&g, text, "size=50");
    cr_expect_eq(g.rules->passes[0].tiles_max, 40u);
    cr_expect_eq(rules_of(&g, 1)->chance[2], rules_of(&h, 1)->chance[2]);
    grid_group_close(&g);
    grid_group_close(&h);
}
