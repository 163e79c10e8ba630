/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Chunk rooms against those of the naive second generator, tile by tile. */
#include "gen/base/embedded.h"
#include "tests/oracle/room/naive.h"
#include "tests/support/room_group.h"
#include "tests/support/scale.h"

#include <criterion/criterion.h>

#include <stdio.h>
#include <string.h>

enum { ROOMS = 25000 };

static const struct row {
    const char *settings, *set;
    room_naive naive; /* without its chunks */
} rows[] = {
    {"doors=random", "cellar", {.transposes = true, .max = 31, .budget = 403, .doors = "random"}},
    {"doors=random size=big",
     "cellar",
     {.big = true, .transposes = true, .max = 31, .budget = 403, .doors = "random"}},
    {"doors=NE size=big closed_sides=any clutter_min=1 clutter_max=2",
     "cellar",
     {.big = true, .transposes = true, .any_closed = true, .min = 1, .max = 2, .budget = 403, .doors = "NE"}},
    {"doors=SW transpose=off", "cellar", {.max = 31, .budget = 403, .doors = "SW"}},
    {"rules=kirby doors=random",
     "kirby",
     {.transposes = true, .kinds = true, .max = 31, .budget = 20, .doors = "random"}},
    {"rules=kirby doors=random size=big",
     "kirby",
     {.big = true, .transposes = true, .kinds = true, .max = 31, .budget = 20, .doors = "random"}},
};

static void compare(const struct row *row)
{
    static room_naive naive;
    char path[64];
    fl_room_rules *rules = room_group_open(NULL, row->settings);
    fl_key key;
    uint64_t rooms = scale_oracle(ROOMS);
    naive = row->naive;
    snprintf(path, sizeof path, "data/chunks/%s.txt", row->set);
    room_naive_read(&naive, fl_embedded_find(path)->data);
    cr_assert_eq((unsigned)naive.chunks_n, rules->set.n);
    fl_room_key(11, &key);
    for (key.index = 0; key.index < rooms; key.index++) {
        fl_interior room;
        room_naive_room other;
        fl_room_make(rules, &key, &room);
        room_naive_make(&naive, &key, &other);
        cr_assert_eq(room.size, other.size);
        cr_assert_str_eq(other.doors[0] ? other.doors : "none", fl_room_parts_sides(room.doors));
        for (unsigned t = 0; t < (unsigned)room.size * room.size; t++) {
            unsigned x = t % room.size;
            unsigned y = t / room.size;
            cr_assert_eq(fl_room_tile_of(fl_room_tile(&room, x, y))->sign, other.tile[y][x],
                         "%s room %u tile %u,%u", row->settings, (unsigned)key.index, x, y);
        }
    }
    fl_room_rules_free(rules);
}

Test(oracle, naive_rooms_are_the_same_rooms)
{
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        compare(&rows[i]);
    }
}

/* The comparison can fail: other rules make other rooms. */
Test(oracle, naive_rooms_differ_under_other_rules)
{
    static room_naive naive;
    unsigned same = 0;
    fl_room_rules *rules = room_group_open(NULL, "doors=random");
    fl_key key;
    naive = rows[3].naive;
    room_naive_read(&naive, fl_embedded_find("data/chunks/cellar.txt")->data);
    fl_room_key(11, &key);
    for (key.index = 0; key.index < 100; key.index++) {
        fl_interior room;
        room_naive_room other;
        fl_room_make(rules, &key, &room);
        room_naive_make(&naive, &key, &other);
        unsigned t = 0;
        while (t < 256 &&
               fl_room_tile_of(fl_room_tile(&room, t % 16, t / 16))->sign == other.tile[t / 16][t % 16]) {
            t++;
        }
        same += t == 256;
    }
    cr_expect_lt(same, 10);
    fl_room_rules_free(rules);
}
