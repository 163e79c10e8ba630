/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Ruleset files: what is accepted, and what each refusal says. */
#include "gen/grid/grid.h"
#include "tests/support/grid_group.h"

#include <criterion/criterion.h>

#include <stdio.h>
#include <string.h>

typedef struct refusal {
    const char *old, *new;
    unsigned line;
    const char *what, *hint; /* must occur; hint NULL = any */
} refusal;

static void check(const refusal *row)
{
    grid_group g;
    char where[32];
    snprintf(where, sizeof where, "test.yaml:%u", row->line);
    grid_group_try_edited(&g, grid_group_small, row->old, row->new);
    cr_expect_eq(g.err, FL_ERR_INPUT, "%s", row->new);
    cr_expect_str_eq(g.diag.where, where, "%s: %s", row->new, g.diag.where);
    cr_expect(strstr(g.diag.what, row->what), "%s: %s", row->new, g.diag.what);
    cr_expect(!row->hint || strstr(g.diag.hint, row->hint), "%s: %s", row->new, g.diag.hint);
    grid_group_close(&g);
}

Test(read, every_refusal_says_where_and_what)
{
    static const refusal table[] = {
        {"name: small", "nam: small", 1, "there is no key 'nam' here", "did you mean 'name'?"},
        {"name: small\n", "", 1, "the key 'name' is missing", NULL},
        {"passes:", "passes: []\nboard: {width: 9, height: 9}\nxs:", 6, "there is no key 'xs'", NULL},
        {"name: small", "name: small\nsearch: rooms_frist", 2, "there is no order of search 'rooms_frist'",
         "did you mean 'rooms_first'?"},
        {"name: small", "name: small\nopen_way: perhaps", 2, "'open_way'", NULL},
        {"tags: {start: 100", "tags: {start: 90", 3, "the tags 'start' and 'end' both have priority 90",
         NULL},
        {"normal: 0", "normal: -1", 3, "'normal' is a whole number from 0 to 30000", NULL},
        {"normal: 0", "normal: []", 3, "a tag is a name and its priority", NULL},
        {"normal: 0", "normal: {}", 3, "the key 'priority' is missing", NULL},
        {"tiles: {min: 4, max: 6}", "tiles: {min: 7, max: 6}", 6, "at least 7 and at most 6 tiles", NULL},
        {"tiles: {min: 4, max: 6}", "tiles: {min: 0, max: 6}", 6, "'min' is a whole number from 1", NULL},
        {"tiles: {min: 4, max: 6}", "tiles: {mix: 4, max: 6}", 6, "no key 'mix'", "did you mean"},
        {"rules: only", "rules: onyl", 7, "there is no ruleset 'onyl'", "did you mean 'only'?"},
        {"    rules: only\n", "", 8, "neither 'one' nor its pass has a ruleset", NULL},
        {"  - name: main", "  - nome: main", 5, "there is no key 'nome'", "did you mean 'name'?"},
        {"n: 2, p: 0.25", "n: 1, p: 0.25", 14, "a second entry for 1 neighbours", NULL},
        {"n: 2, p: 0.25", "n: 0, p: 0.25", 14, "'n' is a whole number from 1", NULL},
        {"n: 2, p: 0.25", "n: 2", 14, "the key 'p' is missing", NULL},
        {"n: 2, p: 0.25", "n: 2, p: 0.25, q: 1", 14, "there is no key 'q'", NULL},
        {"    neighbours", "    distance: {zero: 3, one: 3}\n    neighbours", 14,
         "'zero' and 'one' are the same distance", "both 0"},
        {"    neighbours", "    distance: {zero: 3}\n    neighbours", 14, "the key 'one' is missing", NULL},
        {"    neighbours", "    distance: {zero: -3, one: 2}\n    neighbours", 14, "'zero' is a number",
         NULL},
        {"    neighbours", "    probability: 2\n    neighbours", 14, "'probability' is a number from 0 to 1",
         NULL},
        {"start: {shape", "facade: {clustering: 2}\nstart: {shape", 2, "'clustering' is a number from 0 to 1",
         NULL},
        {"start: {shape", "facade: {clumping: 1}\nstart: {shape", 2, "there is no key 'clumping'", NULL},
        {"start: {shape", "board: {width: 201, height: 9}\nstart: {shape", 2, "whole number from 1 to 200",
         NULL},
        {"max: 6", "max: 50000", 6, "'max' is a whole number from 1 to 40000, not '50000'", NULL},
        {"max: 6", "max: 6.5", 6, "whole number", NULL},
        {"p: 0.5", "p: 1.5", 14, "'p' is a number from 0 to 1, not '1.5'", NULL},
        {"p: 0.5", "p: -0.5", 14, "'p' is a number from 0 to 1", NULL},
        {"connections: 4", "connections: -1", 9, "from 0 to 214", NULL},
        {"weight: 1,", "weight: much,", 9, "'weight' is a number from 0 to 1000000, not 'much'", NULL},
        {"propagate_higher: true", "propagate_higher: yes", 13, "true or false, not 'yes'", NULL},
        {"propagate_higher: true", "propagate_higher: 1", 13, "true or false", NULL},
        {"name: small", "name: ''", 1, "1 to 47 bytes", NULL},
        {"name: small", "name: aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", 1, "1 to 47 bytes", NULL},
        {"start: {shape", "board: [9, 9]\nstart: {shape", 2, "'board' is a list, expected a map", NULL},
    };
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
        check(&table[i]);
    }
}

Test(read, broken_files_are_refused)
{
    static const char *const texts[] = {"", "name: [", "- 1\n- 2\n", "name: x\nname: y\n", "just words"};
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        grid_group g;
        grid_group_try(&g, texts[i], "");
        cr_expect_eq(g.err, FL_ERR_INPUT, "%s", texts[i]);
        cr_expect(strncmp(g.diag.where, "test.yaml", 9) == 0, "%s: %s", texts[i], g.diag.where);
        grid_group_close(&g);
    }
}

Test(read, a_group_without_passes_is_refused)
{
    grid_group g;
    grid_group_try(&g, "name: x\nstart: {shape: ['#']}\npasses: []\nrulesets: {}\n", "");
    cr_expect_eq(g.err, FL_ERR_INPUT);
    cr_expect(strstr(g.diag.what, "no passes"));
    grid_group_close(&g);
    grid_group_try(&g,
                   "name: x\nstart: {shape: ['#']}\npasses: [{name: p, tiles: {min: 1, max: 1}, rooms: []}]\n"
                   "rulesets: {}\n",
                   "");
    cr_expect_eq(g.err, FL_ERR_INPUT);
    cr_expect(strstr(g.diag.what, "the pass 'p' has no rooms"));
    grid_group_close(&g);
}

Test(read, everything_written_is_kept)
{
    grid_group g;
    grid_group_try_edited(
        &g, grid_group_small, "    neighbours: [{n: 1, p: 0.5}",
        "    ignore_connections: true\n    probability: 0.75\n    neighbours: [{n: 1, p: 0.5, "
        "priority: -3}");
    cr_assert_eq(g.err, FL_OK, "%s: %s", g.diag.where, g.diag.what);
    const fl_grid_ruleset *rules = &g.rules->rulesets[0];
    cr_expect_str_eq(g.rules->name, "small");
    cr_expect_eq(g.rules->passes_n, 1u);
    cr_expect_str_eq(g.rules->passes[0].name, "main");
    cr_expect_eq(g.rules->passes[0].tiles_min, 4u);
    cr_expect_eq(g.rules->passes[0].tiles_max, 6u);
    cr_expect_eq(g.rules->passes[0].first, 1u);
    cr_expect_eq(g.rules->passes[0].n, 2u);
    cr_expect(rules->propagates_higher && rules->ignores_connections);
    cr_expect_eq(rules->probability, 750000000);
    cr_expect_eq(rules->params_n, 2u);
    cr_expect_eq(rules->params[0].p, 500000000);
    cr_expect_eq(rules->params[0].priority, -3);
    cr_expect_eq(rules->params[1].priority, 0);
    grid_group_close(&g);
}

Test(read, tags_of_the_file_join_the_kinds)
{
    grid_group g;
    grid_group_try_edited(&g, grid_group_small, "normal: 0}", "normal: 0, oasis: 7, secret: 3}");
    cr_assert_eq(g.err, FL_OK);
    cr_expect_eq(g.rules->tags_n, (unsigned)FL_KIND_COUNT + 1);
    cr_expect_str_eq(g.rules->tags[FL_KIND_COUNT].name, "oasis");
    cr_expect_eq(g.rules->tags[FL_KIND_COUNT].kind, FL_KIND_SPECIAL);
    cr_expect_eq(g.rules->tags[FL_KIND_COUNT].rank, 7);
    cr_expect_eq(g.rules->tags[FL_KIND_SECRET].rank, 3);
    cr_expect_eq(g.rules->tags[FL_KIND_SHOP].rank, fl_kind_of(FL_KIND_SHOP)->rank);
    grid_group_close(&g);
}
