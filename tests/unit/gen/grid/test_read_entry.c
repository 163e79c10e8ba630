/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Rooms of ruleset files. */
#include "gen/grid/grid.h"
#include "tests/support/grid_group.h"

#include <criterion/criterion.h>

#include <stdio.h>
#include <string.h>

typedef struct refusal {
    const char *old, *new;
    const char *what, *hint; /* must occur; hint NULL = any */
    unsigned line;
} refusal;

static const refusal refusals[] = {
    {"name: one, shape: [\"#\"]", "name: one, shape: [\"#.\", \".#\"]",
     "the shape of 'one' is not contiguous: it falls into 2 pieces", "corners do not count", 9},
    {"name: one, shape: [\"#\"]", "name: one, shape: [\"#.#\"]", "falls into 2 pieces", NULL, 9},
    {"name: one, shape: [\"#\"]", "name: one, shape: [\"..\"]", "the shape of 'one' has 0 tiles", NULL, 9},
    {"name: one, shape: [\"#\"]", "name: one, shape: []", "has 0 tiles; 1 to 64", NULL, 9},
    {"name: one, shape: [\"#\"]", "name: one, shape: [\"#x\"]", "'x' in a shape", "[\"#.\", \"##\"]", 9},
    {"name: one, shape: [\"#\"]", "name: one, shape: [\"#################\"]", "at most 16 tiles", NULL, 9},
    {"name: one, shape: [\"#\"]",
     "name: one, shape: ['#','#','#','#','#','#','#','#','#','#','#','#','#','#','#','#','#']",
     "at most 16 rows", NULL, 9},
    {"name: one, shape: [\"#\"]",
     "name: one, shape: "
     "['###########','###########','###########','###########','###########','###########']",
     "has 66 tiles", NULL, 9},
    {"name: one, shape: [\"#\"]", "name: one, shape: \"#\"", "'shape' is a single value, expected a list",
     NULL, 9},
    {"name: one, shape: [\"#\"]", "name: one, shape: [[\"#\"]]", "a row of a shape", NULL, 9},
    {"name: one, shape: [\"#\"]", "name: end, shape: [\"#\"]", "a second room 'end' in this pass", NULL, 10},
    {"tag: end", "tag: edn", "there is no tag 'edn'", "did you mean 'end'?", 10},
    {"tag: end", "tag: waterfall", "there is no tag 'waterfall'", "give it a priority under 'tags'", 10},
    {"tag: end", "tag: start", "'end' is a second start; there is exactly one", NULL, 10},
    {"tag: end", "tag: end, rules: all", "there is no ruleset 'all'", NULL, 10},
    {"tag: end", "tag: end, added: 1", "'added' is true or false", NULL, 10},
    {"tag: end", "tag: end, subordinates: [two]", "there is no room in this pass called 'two'", NULL, 10},
    {"tag: end", "tag: end, subordinates: [on]", "called 'on'", "did you mean 'one'?", 10},
    {"tag: end", "tag: end, subordinates: [end]", "'end' counts for 'end' already", NULL, 10},
    {"tag: end", "tag: end, subordinates: [one, one]", "'end' counts for 'one' already", NULL, 10},
    {"tag: end", "tag: end, subordinates: [[one]]", "there is no room in this pass called ''", NULL, 10},
    {"tag: end", "tag: end, wieght: 1", "there is no key 'wieght'", "did you mean 'weight'?", 10},
    {"tag: start", "tag: end", "the start must be tagged 'start'", NULL, 2},
    {"tag: start", "tag: start, connections: 0", "a start without connections", NULL, 2},
    {"tag: start", "tag: start, weight: 0", "there is no key 'weight'", NULL, 2},
};

Test(read_entry, every_refusal_says_where_and_what)
{
    for (size_t i = 0; i < sizeof refusals / sizeof refusals[0]; i++) {
        const refusal *row = &refusals[i];
        grid_group g;
        char where[32];
        grid_group_try_edited(&g, grid_group_small, row->old, row->new);
        cr_expect_eq(g.err, FL_ERR_INPUT, "%s", row->new);
        snprintf(where, sizeof where, "test.yaml:%u", row->line);
        cr_expect_str_eq(g.diag.where, where, "%s: %s", row->new, g.diag.where);
        cr_expect(strstr(g.diag.what, row->what), "%s: %s", row->new, g.diag.what);
        cr_expect(!row->hint || strstr(g.diag.hint, row->hint), "%s: %s", row->new, g.diag.hint);
        grid_group_close(&g);
    }
}

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
