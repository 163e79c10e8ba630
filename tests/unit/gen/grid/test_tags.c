/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Several tags a room: which leads, what the doors ask for, where there are none. */
#include "gen/floor/check.h"
#include "gen/floor/door/door.h"
#include "gen/floor/floor_json.h"
#include "gen/grid/grid_private.h"
#include "tests/support/grid_group.h"

#include <criterion/criterion.h>

#include <stdio.h>
#include <string.h>

#define TAGS                                                                                                 \
    "tags: {start: 100, end: 90, guarded: {priority: 60, door: two_keys}, vault: 50, "                       \
    "damp: {priority: 10, door: open, no_door: [vault, normal]}, normal: 0}"

static void try_tags(grid_group *g, const char *tags, const char *room)
{
    static char text[4096];
    snprintf(text, sizeof text,
             "name: tags\nstart: {shape: ['#']}\n%s\npasses:\n"
             "  - name: main\n    tiles: {min: 12, max: 12}\n    rules: any\n    rooms:\n"
             "      - {name: one, shape: ['#'], weight: 2}\n"
             "      - {name: two, shape: ['#'], weight: 1, min: 2, %s}\n"
             "      - {name: wet, shape: ['##'], weight: 1, min: 1, tag: damp}\n"
             "      - {name: end, shape: ['#'], weight: 0, min: 1, max: 1, tag: end}\n"
             "rulesets: {any: {propagate_higher: true, probability: 0.5, neighbours: [{n: 1, p: 1}]}}\n",
             tags, room);
    grid_group_try(g, text, "");
}

Test(tags, the_highest_leads_and_the_dearest_is_asked_for)
{
    grid_group g;
    unsigned walls = 0;
    unsigned doors = 0;
    try_tags(&g, TAGS, "tags: [vault, guarded]");
    cr_assert_eq(g.err, FL_OK, "%s %s", g.diag.where, g.diag.what);
    for (unsigned i = 0; i < 200; i++) {
        grid_group_make(&g, i);
        cr_assert_null(g.floor.failure);
        cr_assert_eq(fl_check_floor(&g.floor, "", NULL), FL_OK, "condition 8 holds with several tags");
        for (uint32_t k = 0; k < g.floor.doors_n; k++) {
            const fl_door *door = &g.floor.doors[k];
            const fl_room *a = &g.floor.rooms[door->room_a];
            const fl_room *b = &g.floor.rooms[door->room_b];
            bool is_two = a->more_tags || b->more_tags;
            bool is_damp = (a->tag && strcmp(a->tag, "damp") == 0) || (b->tag && strcmp(b->tag, "damp") == 0);
            bool is_normal = a->kind == FL_KIND_NORMAL || b->kind == FL_KIND_NORMAL;
            cr_assert_eq(door->is_wall, is_damp && (is_two || is_normal));
            cr_assert_eq(fl_door_price_of(&g.floor, door), door->is_wall ? FL_DOOR_WALL
                                                           : is_two      ? FL_DOOR_TWO_KEYS
                                                                         : FL_DOOR_OPEN);
            walls += door->is_wall;
            doors += is_two;
        }
        for (unsigned k = 0; k < g.floor.rooms_n; k++) {
            const fl_room *room = &g.floor.rooms[k];
            cr_assert(!room->more_tags ||
                      (strcmp(room->tag, "guarded") == 0 && strcmp(room->more_tags, "vault") == 0));
        }
    }
    cr_expect(walls > 0 && doors > 0);
    grid_group_close(&g);
}

Test(tags, the_end_may_have_other_tags)
{
    grid_group g;
    grid_group_try_edited(&g, grid_group_small, "normal: 0}", "normal: 0, throne: 95}");
    grid_group_close(&g);
    grid_group_try_edited(&g, grid_group_small, "tag: end", "tags: [end, shop]");
    cr_assert_eq(g.err, FL_OK, "%s", g.diag.what);
    grid_group_make(&g, 0);
    const fl_room *end = &g.floor.rooms[fl_floor_end(&g.floor)];
    cr_expect_eq(end->kind, FL_KIND_END);
    cr_expect_str_eq(end->more_tags, "shop");
    cr_expect_eq(end->price, FL_DOOR_KEY + FL_FLOOR_PRICE, "a kind's price counts, too");
    grid_group_close(&g);
}

/* A line of a floor says it all, and is read back. */
Test(tags, go_into_the_line_of_a_floor)
{
    grid_group g;
    fl_text line;
    fl_floor_json_head head = {.generator = "grid", .rules = "test", .seed = 1};
    fl_text_init(&line);
    try_tags(&g, TAGS, "tags: [vault, guarded]");
    cr_assert_eq(g.err, FL_OK);
    grid_group_make(&g, 0);
    fl_floor_json_write(&head, &g.floor, &line);
    cr_expect(strstr(fl_text_get(&line), "\"tag\":\"guarded\""));
    cr_expect(strstr(fl_text_get(&line), "\"more_tags\":\"vault\",\"price\":\"two_keys\""));
    cr_expect(strstr(fl_text_get(&line), "\"wall\":true"));
    fl_text_free(&line);
    grid_group_close(&g);
}
