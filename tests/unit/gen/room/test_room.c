/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Rooms: sound under all settings, checked; their rules; the row.
 * That rooms are those of a second generator, tile by tile, is held by tests/oracle/room. */
#include "gen/room/room_private.h"
#include "tests/support/maker.h"
#include "tests/support/room_group.h"

#include <criterion/criterion.h>

#include <string.h>

static void make(const fl_room_rules *rules, uint64_t seed, uint64_t index, fl_interior *out)
{
    fl_key key;
    fl_room_key(seed, &key);
    key.index = index;
    fl_room_make(rules, &key, out);
}

static const char *const settings[] = {"doors=random",
                                       "doors=random size=big",
                                       "doors=random size=big closed_sides=any",
                                       "doors=random rules=kirby",
                                       "doors=random rules=kirby size=big",
                                       "clutter_min=1 clutter_max=2 size=big doors=random",
                                       "doors=NESW clutter_min=2 clutter_max=2 size=big",
                                       "doors=NS transpose=off"};

enum { SETTINGS = sizeof settings / sizeof settings[0] };

/* Whatever the memory held; put together again from its choices; nothing outside its square. */
Test(room, rooms_of_all_settings_are_sound)
{
    for (unsigned s = 0; s < SETTINGS; s++) {
        fl_room_rules *rules = room_group_open(NULL, settings[s]);
        for (unsigned i = 0; i < 3000; i++) {
            fl_interior room;
            fl_interior again;
            unsigned spent = 0;
            memset(&room, i % 2 ? 0xff : 0, sizeof room);
            make(rules, 3, i, &room);
            const char *complaint = fl_room_check(rules, &room);
            cr_assert_null(complaint, "%s room %u: %s", settings[s], i, complaint);
            for (unsigned slot = 0; slot < rules->slots_n; slot++) {
                unsigned clutter =
                    fl_room_chunk_clutter(&rules->set.chunk[room.choice[slot] / FL_CHUNK_TURNS]);
                cr_assert(clutter >= rules->clutter_min && clutter <= rules->clutter_max);
                spent += clutter;
            }
            cr_assert(room.spent == spent && spent <= rules->budget);
            for (unsigned y = 0; y < 24 && room.size == 16; y++) {
                cr_assert(room.row[y][1] == 0 && (y < 16 || room.row[y][0] == 0));
            }
            fl_room_assemble(rules, room.doors, room.choice, &again);
            cr_assert_arr_eq(&room, &again, sizeof room);
        }
        fl_room_rules_free(rules);
    }
}

Test(room, a_check_finds_what_is_wrong)
{
    fl_room_rules *rules = room_group_open(room_group_small, "size=big doors=N");
    fl_interior room;
    uint16_t choice[FL_ROOM_PART_MAX] = {0};
    fl_room_assemble(rules, FL_NORTH, choice, &room);
    cr_expect_null(fl_room_check(rules, &room));
    choice[12] = 8 * 2;
    fl_room_assemble(rules, FL_NORTH, choice, &room);
    cr_expect_str_eq(fl_room_check(rules, &room), "a chunk that needs walls stands at the centre");
    choice[12] = 0;
    choice[4] = 8 * 1;
    fl_room_assemble(rules, FL_NORTH, choice, &room);
    cr_expect_str_eq(fl_room_check(rules, &room), "a chunk stands where it may not");
    fl_room_rules_free(rules);
    rules = room_group_open(room_group_small, "doors=N transpose=off clutter_min=1 clutter_max=2");
    for (unsigned i = 0; i < 3; i++) { /* transposed, of too much clutter, of too little */
        static const uint16_t bad[] = {8 * 1 + FL_CHUNK_TRANSPOSE, 8 * 3, 8 * 0};
        fl_room_assemble(rules, FL_NORTH, (const uint16_t[]){8 * 2, 8 * 2, 8 * 1, bad[i]}, &room);
        cr_expect_str_eq(fl_room_check(rules, &room), "a chunk stands where it may not", "%u", i);
    }
    fl_room_rules_free(rules);
    rules = room_group_open(room_group_dam, "doors=NS");
    fl_room_assemble(rules, FL_NORTH | FL_SOUTH, (const uint16_t[]){8, 8, 0, 0}, &room);
    cr_expect_str_eq(fl_room_check(rules, &room), "two doors do not reach each other");
    room.row[0][0] |= (uint64_t)FL_TILE_ROCK << 28;
    cr_expect_str_eq(fl_room_check(rules, &room), "a door is blocked");
    fl_room_rules_free(rules);
}

/* ---- rules ---- */

static void refuses(const char *text, const char *settings, const char *what)
{
    fl_diag diag;
    fl_room_rules *rules = room_group_try(text, settings, &diag);
    cr_expect_null(rules, "%s", settings);
    cr_expect(strstr(diag.what, what), "%s: %s", settings, diag.what);
    fl_room_rules_free(rules);
}

Test(rules, what_cannot_be_made_is_refused)
{
    refuses(room_group_small, "clutter_min=4", "no chunk with clutter 4 to 31");
    refuses(room_group_small, "clutter_min=1", "may have a top and a left door");
    refuses(room_group_small, "clutter_min=2 clutter_max=2 size=big doors=none transpose=off",
            "may have a left door");
    refuses(room_group_small, "clutter_min=2 clutter_max=2 size=big doors=none closed_sides=any",
            "may stand at a centre");
    refuses(room_group_small, "clutter_min=3 clutter_max=2", "more than clutter_max");
    refuses(room_group_small, "budget=20 clutter_min=1 doors=none",
            "a chunk of clutter 0 that stands in a corner");
    refuses(room_group_dam, "clutter_min=1 doors=random budget=3",
            "a chunk of clutter 0 that stands in a corner");
    fl_room_rules_free(room_group_open(room_group_small, "clutter_min=1 doors=none"));
}

/* ---- the row ---- */

/* Counted by drawing until the stream is where the room left it. */
Test(generator, draws_are_the_steps_from_the_beginning_of_the_stream)
{
    uint64_t most = 0;
    for (unsigned set = 0; set < SETTINGS; set++) {
        maker m;
        fl_interior room;
        maker_open(&m, "room", settings[set], 4);
        for (m.key.index = 0; m.key.index < 200; m.key.index++) {
            fl_pcg stream;
            uint64_t draws = 0;
            m.generator->make(m.rules, &m.key, m.scratch, &room);
            fl_key_stream(&m.key, 0, &stream);
            while (memcmp(&stream, m.scratch, sizeof stream) != 0 && draws < 1000) {
                (void)fl_pcg_next(&stream);
                draws++;
            }
            cr_assert_eq(m.generator->draws(m.rules, &m.key, m.scratch), draws);
            most = draws > most ? draws : most;
        }
        maker_close(&m);
    }
    cr_expect(most > 4 && most < 1000);
}
