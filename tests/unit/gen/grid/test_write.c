/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A written ruleset makes the floors of the rules it was written from. */
#include "gen/base/embedded.h"
#include "gen/floor/floor_json.h"
#include "gen/grid/grid.h"
#include "tests/support/grid_group.h"

#include <criterion/criterion.h>

#include <stdio.h>
#include <string.h>

static void expect_same_floors(grid_group *a, grid_group *b)
{
    fl_text left;
    fl_text right;
    fl_floor_json_head head = {.generator = "grid", .rules = "test", .seed = 1};
    fl_text_init(&left);
    fl_text_init(&right);
    for (unsigned i = 0; i < 20; i++) {
        fl_text_clear(&left);
        fl_text_clear(&right);
        grid_group_make(a, i);
        fl_floor_json_write(&head, &a->floor, &left);
        grid_group_make(b, i);
        fl_floor_json_write(&head, &b->floor, &right);
        cr_assert_str_eq(fl_text_get(&left), fl_text_get(&right));
    }
    fl_text_free(&left);
    fl_text_free(&right);
}

static void go_round(const char *text, const char *settings)
{
    grid_group from;
    grid_group to;
    fl_text written;
    fl_text_init(&written);
    grid_group_open(&from, text, settings);
    fl_grid_write_rules(from.rules, &written);
    grid_group_open(&to, fl_text_get(&written), "");
    expect_same_floors(&from, &to);
    grid_group_close(&from);
    grid_group_close(&to);
    fl_text_free(&written);
}

Test(write, shipped_rulesets_make_the_same_floors_once_written)
{
    static const char *const names[] = {"basement", "cave", "halls", "maze", "ring_city", "spine", "walk"};
    for (unsigned i = 0; i < sizeof names / sizeof names[0]; i++) {
        char path[64];
        snprintf(path, sizeof path, "data/rulesets/%s.yaml", names[i]);
        go_round(fl_embedded_find(path)->data, "");
    }
}

Test(write, knobs_and_ignored_distances_become_numbers)
{
    go_round(fl_embedded_find("data/rulesets/facade.yaml")->data,
             "clustering=37 branching=20 snaking=61 size=45");
    go_round(fl_embedded_find("data/rulesets/basement.yaml")->data, "clustering=50 probability=333");
    go_round(fl_embedded_find("data/rulesets/walk_distances.yaml")->data, "");
}

Test(write, demands_and_orders_of_search_stay)
{
    go_round(fl_embedded_find("data/rulesets/gated.yaml")->data, "");
    go_round(fl_embedded_find("data/rulesets/gated.yaml")->data, "open_way=any search=mixed");
    go_round(fl_embedded_find("data/rulesets/basement.yaml")->data, "search=rooms_first open_way=demanded");
}

Test(write, names_that_need_quotes_and_boards)
{
    grid_group from;
    grid_group_try_edited(&from, grid_group_small, "name: small\n",
                          "name: \"a: 'b' \\\"c\\\"\"\nabout: \"#\"\nboard: {width: 9, height: 7}\n");
    cr_assert_eq(from.err, FL_OK, "%s", from.diag.what);
    fl_text written;
    grid_group to;
    fl_text_init(&written);
    fl_grid_write_rules(from.rules, &written);
    grid_group_open(&to, fl_text_get(&written), "");
    cr_expect_str_eq(to.rules->name, from.rules->name);
    cr_expect_str_eq(to.rules->about, "#");
    expect_same_floors(&from, &to);
    grid_group_close(&from);
    grid_group_close(&to);
    fl_text_free(&written);
}
