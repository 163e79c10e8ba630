/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What Team Kirby devlog 2020 promises about chunk rooms, on a million random rooms of each size, by both
 * rules. */
#include "gen/room/room.h"
#include "tests/support/room_group.h"
#include "tests/support/scale.h"

#include <criterion/criterion.h>

static void keep_promises(const char *settings, unsigned rooms)
{
    fl_room_rules *rules = room_group_open(NULL, settings);
    fl_key key;
    fl_room_key(4, &key);
    for (key.index = 0; key.index < rooms; key.index++) {
        fl_interior room;
        fl_room_make(rules, &key, &room);
        const char *complaint = fl_room_check(rules, &room);
        cr_assert_null(complaint, "floorlab show room --seed 4 --floor %u (%s): %s", (unsigned)key.index,
                       settings, complaint);
    }
    fl_room_rules_free(rules);
}

Test(stat, small_rooms_keep_every_promise)
{
    keep_promises("doors=random", scale_count(1000000));
}

Test(stat, big_rooms_keep_every_promise)
{
    keep_promises("doors=random size=big", scale_count(1000000));
}

Test(stat, rooms_of_the_game_keep_every_promise)
{
    keep_promises("doors=random rules=kirby", scale_count(1000000));
    keep_promises("doors=random rules=kirby size=big", scale_count(1000000));
}

/* The promises can be broken, and as often as they should: with doors north and south a room fails when a dam
 * lies across both upper quarters or both lower ones, and half of the chunks are dams. */
Test(stat, promises_of_rooms_catch_a_dam)
{
    enum { ROOMS = 20000 };
    fl_room_rules *rules = room_group_open(room_group_dam, "doors=NS transpose=off");
    unsigned broken = 0;
    fl_key key;
    fl_room_key(1, &key);
    for (key.index = 0; key.index < ROOMS; key.index++) {
        fl_interior room;
        fl_room_make(rules, &key, &room);
        broken += fl_room_check(rules, &room) != NULL;
    }
    /* 1 - (3/4)^2 = 7/16; six standard deviations are 421 */
    cr_expect(broken > ROOMS * 7 / 16 - 421 && broken < ROOMS * 7 / 16 + 421, "%u of %d", broken, ROOMS);
    fl_room_rules_free(rules);
}
