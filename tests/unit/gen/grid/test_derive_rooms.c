/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Which entries could make a room: its shape, turned or not, and its tags. */
#include "gen/grid/grid_private.h"
#include "tests/support/derivation.h"

#include <criterion/criterion.h>

#include <string.h>

static const char group[] =
    "name: rooms\nstart: {shape: ['##']}\n"
    "tags: {start: 100, end: 90, shop: 70, special: 50, normal: 1, narrow: 0}\n"
    "passes:\n  - name: main\n    tiles: {min: 1, max: 12}\n    rules: any\n    rooms:\n"
    "      - {name: one, shape: ['#']}\n"
    "      - {name: ell, shape: ['#.', '##']}\n"
    "      - {name: shop, shape: ['#'], tag: shop}\n"
    "      - {name: special, shape: ['#'], tag: special}\n"
    "      - {name: thin, shape: ['#'], tags: [normal, narrow]}\n"
    "      - {name: end, shape: ['#'], weight: 0, min: 1, max: 1, tag: end}\n"
    "rulesets:\n  any: {propagate_higher: true, neighbours: [{n: 1, p: 0.5}]}\n";

/* The name of the entry that makes a room. */
static const char *maker_of(const derivation *d, unsigned room)
{
    for (unsigned i = 0; i < d->found.steps_n; i++) {
        if (d->found.steps[i].room == room) {
            return d->group.rules->entries[d->found.steps[i].entry].name;
        }
    }
    return "none";
}

Test(derive_rooms, shapes_are_turned_and_the_start_is_not)
{
    derivation d;
    derivation_open_text(&d, group, "");
    cr_expect_eq(derivation_of(&d, "aab/.ab/@@E"), FL_GRID_NO_SHAPE);
    cr_expect_eq(derivation_of(&d, "aa./.a./@@E"), FL_GRID_NO_OBSTACLE, "%s", d.found.why);
    cr_expect_str_eq(maker_of(&d, 1), "ell");
    cr_expect_eq(derivation_of(&d, "aa./a../@@E"), FL_GRID_NO_OBSTACLE, "%s", d.found.why);
    cr_expect_eq(derivation_of(&d, "@E/@."), FL_GRID_NO_START);
    cr_expect_eq(derivation_of(&d, "aaa/@@E"), FL_GRID_NO_SHAPE);
    cr_expect_eq(d.found.room, 1);
    cr_expect_not_null(strstr(d.found.why, "room 1 at (0,0), normal, has 3 tiles"), "%s", d.found.why);
    derivation_close(&d);
}

Test(derive_rooms, tags_choose_and_unknown_kinds_are_special)
{
    derivation d;
    derivation_open_text(&d, group, "");
    cr_expect_eq(derivation_of(&d, "a$?/@@E"), FL_GRID_NO_OBSTACLE, "%s", d.found.why);
    cr_expect_str_eq(maker_of(&d, 1), "one");
    cr_expect_str_eq(maker_of(&d, 2), "shop");
    cr_expect_str_eq(maker_of(&d, 3), "special");
    cr_expect_str_eq(maker_of(&d, 4), "end");
    cr_expect_eq(derivation_of(&d, "$$./$../@@E"), FL_GRID_NO_TAG);
    d.group.floor.rooms[1].kind = FL_KIND_NORMAL;
    cr_expect_eq(derivation_run(&d), FL_GRID_NO_OBSTACLE, "%s", d.found.why);
    d.group.floor.rooms[1].tag = "shop";
    cr_expect_eq(derivation_run(&d), FL_GRID_NO_TAG);
    derivation_close(&d);
}

Test(derive_rooms, narrow_rooms_are_those_with_the_tag)
{
    derivation d;
    derivation_open_text(&d, group, "");
    derivation_draw(&d, "@@aE");
    d.group.floor.rooms[1].shape = FL_SHAPE_IH;
    cr_expect_eq(derivation_run(&d), FL_GRID_NO_OBSTACLE, "%s", d.found.why);
    cr_expect_str_eq(maker_of(&d, 1), "thin");
    derivation_draw(&d, "@@$E");
    d.group.floor.rooms[1].shape = FL_SHAPE_IV;
    cr_expect_eq(derivation_run(&d), FL_GRID_NO_TAG);
    derivation_close(&d);
    derivation_open(&d, "{min: 1, max: 3}", "      - {name: one, shape: ['#']}\n",
                    "{neighbours: [{n: 1, p: 0.5}]}");
    derivation_draw(&d, "@aE");
    d.group.floor.rooms[1].shape = FL_SHAPE_IH;
    cr_expect_eq(derivation_run(&d), FL_GRID_NO_OBSTACLE, "without the tag every room can be narrow");
    derivation_close(&d);
}

Test(derive_rooms, exactly_one_room_is_the_end)
{
    derivation d;
    derivation_open_text(&d, group, "");
    cr_expect_eq(derivation_of(&d, "@@a"), FL_GRID_NO_END);
    derivation_draw(&d, "@@aE");
    d.group.floor.rooms[1].is_end = true;
    cr_expect_eq(derivation_run(&d), FL_GRID_NO_END);
    derivation_close(&d);
}
