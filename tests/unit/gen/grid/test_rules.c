/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What is computed from rules: thresholds and tiers, weights, the board; and where the file comes from. */
#include "gen/grid/grid_private.h"
#include "tests/support/grid_group.h"

#include <criterion/criterion.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static fl_grid_ruleset compiled(const fl_grid_param *params, unsigned n, bool propagates, int64_t probability)
{
    fl_grid_ruleset out = {.propagates_higher = propagates, .probability = probability, .params_n = n};
    memcpy(out.params, params, n * sizeof *params);
    fl_grid_rules_compile(&out);
    return out;
}

Test(rules, probabilities_become_thresholds_times_the_modifier)
{
    static const fl_grid_param params[] = {
        {1, FL_GRID_RULES_ONE, 0}, {2, FL_GRID_RULES_ONE / 2, 0}, {3, 1, 0}, {4, 0, 0}};
    fl_grid_ruleset whole = compiled(params, 4, false, FL_GRID_RULES_ONE);
    cr_expect_eq(whole.chance[1], FL_GRID_RULES_SURE);
    cr_expect_eq(whole.chance[2], FL_GRID_RULES_SURE / 2);
    cr_expect_eq(whole.chance[3], 4u);
    cr_expect_eq(whole.chance[4], 0u);
    cr_expect_eq(whole.chance[5], 0u);
    fl_grid_ruleset half = compiled(params, 4, false, FL_GRID_RULES_ONE / 2);
    cr_expect_eq(half.chance[1], FL_GRID_RULES_SURE / 2);
    cr_expect_eq(half.chance[2], FL_GRID_RULES_SURE / 4);
    fl_grid_ruleset tiny = compiled(params, 4, false, 1);
    cr_expect_eq(tiny.chance[3], 1u, "what is possible stays possible");
    fl_grid_ruleset none = compiled(params, 4, false, 0);
    cr_expect_eq(none.chance[1], 0u);
}

Test(rules, priorities_become_tiers_from_high_to_low)
{
    static const fl_grid_param params[] = {{1, FL_GRID_RULES_ONE, -5},
                                           {2, FL_GRID_RULES_ONE, 7},
                                           {3, FL_GRID_RULES_ONE, 0},
                                           {6, FL_GRID_RULES_ONE, 7}};
    fl_grid_ruleset rules = compiled(params, 4, false, FL_GRID_RULES_ONE);
    cr_expect_eq(rules.tiers_n, 3);
    cr_expect_eq(rules.tier_of[1], 2);
    cr_expect_eq(rules.tier_of[2], 0);
    cr_expect_eq(rules.tier_of[3], 1);
    cr_expect_eq(rules.tier_of[4], -1);
    cr_expect_eq(rules.tier_of[6], 0);
    cr_expect_eq(rules.tier_of[7], -1);
    cr_expect_eq(rules.tier_of[0], -1);
}

Test(rules, higher_counts_inherit_only_above_the_largest)
{
    static const fl_grid_param params[] = {{3, FL_GRID_RULES_ONE / 4, 2}, {1, FL_GRID_RULES_ONE, 1}};
    fl_grid_ruleset rules = compiled(params, 2, true, FL_GRID_RULES_ONE);
    cr_expect_eq(rules.tier_of[2], -1, "two is between the listed ones");
    for (unsigned n = 3; n <= FL_GRID_ROTATION_RIM; n++) {
        cr_expect_eq(rules.tier_of[n], 0);
        cr_expect_eq(rules.chance[n], FL_GRID_RULES_SURE / 4);
    }
}

Test(rules, weights_become_small_whole_numbers)
{
    grid_group g;
    grid_group_try_edited(&g, grid_group_small, "weight: 1, connections: 4}",
                          "weight: 0.75}\n      - {name: two, shape: [\"##\"], weight: 0.1}\n"
                          "      - {name: three, shape: [\"###\"], weight: 12}");
    cr_assert_eq(g.err, FL_OK);
    cr_expect_eq(g.rules->entries[1].weight, 15u);
    cr_expect_eq(g.rules->entries[2].weight, 2u);
    cr_expect_eq(g.rules->entries[3].weight, 240u);
    cr_expect_eq(g.rules->entries[4].weight, 0u);
    grid_group_close(&g);
    grid_group_try_edited(&g, grid_group_small, "weight: 1, connections: 4}",
                          "weight: 1000000}\n      - {name: two, shape: [\"##\"], weight: 0.000000001}");
    cr_expect_eq(g.err, FL_ERR_INPUT);
    cr_expect_str_eq(g.diag.where, "test.yaml:5");
    cr_expect(strstr(g.diag.what, "too far apart"));
    grid_group_close(&g);
}

Test(rules, a_board_is_as_large_as_floors_can_become)
{
    grid_group g;
    grid_group_open(&g, grid_group_small, "");
    cr_expect_eq(g.rules->tiles_max, 7u);
    cr_expect_eq(g.rules->width, 15);
    cr_expect_eq(g.rules->height, 15);
    grid_group_close(&g);
    grid_group_try_edited(&g, grid_group_small, "max: 6", "max: 5000");
    cr_expect_eq(g.rules->width, FL_FLOOR_SIDE_MAX);
    grid_group_close(&g);
    grid_group_try_edited(&g, grid_group_small, "start: {shape",
                          "board: {width: 9, height: 4}\nstart: {shape");
    cr_expect_eq(g.rules->width, 9);
    cr_expect_eq(g.rules->height, 4);
    grid_group_close(&g);
}

Test(rules, the_first_pass_ignores_distances_with_a_warning)
{
    grid_group g;
    grid_group_try_edited(&g, grid_group_small, "    neighbours",
                          "    distance: {zero: 4, one: 6}\n    neighbours");
    cr_assert_eq(g.err, FL_OK);
    cr_expect(
        strstr(g.rules->warning, "test.yaml:12: the first pass ignores the distances of the ruleset 'only'"),
        "%s", g.rules->warning);
    for (unsigned i = 1; i < g.rules->entries_n; i++) {
        const fl_grid_ruleset *rules = &g.rules->rulesets[g.rules->entries[i].rules];
        cr_expect(rules->zero == 0 && rules->one == 0);
    }
    cr_expect_not(g.rules->has_distances);
    grid_group_close(&g);
    grid_group_open(&g, grid_group_small, "");
    cr_expect_str_eq(g.rules->warning, "");
    grid_group_close(&g);
}

Test(rules, later_passes_keep_the_distances_of_a_shared_ruleset)
{
    grid_group g;
    grid_group_try_edited(
        &g, grid_group_small, "rulesets:\n  only:\n",
        "  - {name: more, tiles: {min: 2, max: 2}, rules: only, rooms: [{name: m, shape: ['#']}]}\n"
        "rulesets:\n  only:\n    distance: {zero: 1, one: 3}\n");
    cr_assert_eq(g.err, FL_OK, "%s %s", g.diag.where, g.diag.what);
    cr_expect_eq(g.rules->rulesets[g.rules->entries[1].rules].one, 0);
    cr_expect_eq(g.rules->rulesets[g.rules->entries[2].rules].one, 0);
    cr_expect_eq(g.rules->rulesets[g.rules->entries[3].rules].one, 3 * FL_GRID_RULES_ONE);
    cr_expect(g.rules->has_distances);
    grid_group_close(&g);
}

static fl_err load(const char *name, fl_grid_rules *rules, fl_setting_values *values, fl_diag *diag)
{
    fl_diag_init(diag);
    fl_setting_values_init(values, fl_grid_rules_settings, FL_GRID_SETTINGS_N);
    snprintf(values->text[0], sizeof values->text[0], "%s", name);
    return fl_grid_rules_init(rules, values, diag);
}

Test(rules, rules_come_by_name_or_by_path)
{
    fl_diag diag;
    fl_setting_values values;
    fl_grid_rules *rules = calloc(1, sizeof *rules);
    char path[FL_SETTING_VALUES_TEXT];
    char folder[] = "/tmp/floorlab-grid-XXXXXX";
    cr_assert_eq(load("", rules, &values, &diag), FL_OK);
    cr_expect_str_eq(rules->name, "basement");
    cr_expect_str_eq(values.text[0], "basement");
    cr_assert_eq(load("cave", rules, &values, &diag), FL_OK);
    cr_expect_str_eq(rules->name, "cave");
    cr_expect_str_eq(rules->file, "data/rulesets/cave.yaml");
    cr_assert_not_null(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/mine.yaml", folder);
    FILE *file = fopen(path, "w");
    cr_assert_not_null(file);
    fputs(grid_group_small, file);
    fclose(file);
    cr_assert_eq(load(path, rules, &values, &diag), FL_OK, "%s %s", diag.where, diag.what);
    cr_expect_str_eq(rules->name, "small");
    remove(path);
    remove(folder);
    free(rules);
}

Test(rules, what_is_not_there_is_named)
{
    fl_diag diag;
    fl_setting_values values;
    fl_grid_rules *rules = calloc(1, sizeof *rules);
    cr_expect_eq(load("basemnt", rules, &values, &diag), FL_ERR_INPUT);
    cr_expect_str_eq(diag.what, "there is no ruleset 'basemnt'");
    cr_expect(strstr(diag.hint, "did you mean 'basement'?"), "%s", diag.hint);
    cr_expect_eq(load("qqqqqqqqqq", rules, &values, &diag), FL_ERR_INPUT);
    cr_expect(strstr(diag.hint, "basement is one"), "%s", diag.hint);
    cr_expect_eq(load("nowhere.yaml", rules, &values, &diag), FL_ERR_INPUT);
    cr_expect_str_eq(diag.where, "nowhere.yaml");
    cr_expect(strstr(diag.what, "cannot be read"));
    cr_expect_eq(load("/tmp/", rules, &values, &diag), FL_ERR_INPUT, "a folder is no file");
    free(rules);
}
