/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Chunk rooms as a row of the registry. */
#include "gen/room/room_private.h"
#include "tests/support/folder.h"
#include "tests/support/maker.h"
#include "tests/support/room_group.h"

#include <criterion/criterion.h>

#include <string.h>

static const char *const settings[] = {"", "rules=kirby doors=random", "size=big doors=random clutter_max=1"};

enum { SETTINGS = sizeof settings / sizeof settings[0] };

Test(generator, makes_the_rooms_of_their_keys)
{
    for (unsigned set = 0; set < SETTINGS; set++) {
        maker m;
        maker_open(&m, "room", settings[set], 4);
        fl_key key;
        fl_room_key(4, &key);
        for (uint64_t i = 0; i < 500; i++) {
            fl_interior row;
            fl_interior plain;
            memset(&row, 0xff, sizeof row);
            memset(&plain, 0xff, sizeof plain);
            m.key.index = i;
            key.index = i;
            m.generator->make(m.rules, &m.key, m.scratch, &row);
            fl_room_make(m.rules, &key, &plain);
            cr_assert_eq(memcmp(&row, &plain, sizeof row), 0, "%s: room %u", settings[set], (unsigned)i);
            cr_assert(row.size <= m.generator->width && row.size <= m.generator->height);
        }
        maker_close(&m);
    }
}

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

Test(generator, only_sets_of_the_users_own_are_noted)
{
    folder here;
    fl_setting_values values;
    fl_files files = {.n = 0};
    folder_open(&here);
    const char *sets[] = {"cellar", folder_path(&here, "a.txt")};
    folder_write(sets[1], room_group_small, strlen(room_group_small));
    for (unsigned i = 0; i < 2; i++) {
        void *rules = NULL;
        fl_setting_values_init(&values, fl_room_rules_settings, FL_ROOM_SETTINGS_N);
        cr_assert_eq(fl_setting_values_set(&values, "set", sets[i], "", NULL), FL_OK);
        values.files = &files;
        cr_assert_eq(fl_room_generator.init(&values, &rules, NULL), FL_OK);
        cr_expect_eq(files.n, i);
        fl_room_generator.free(rules);
    }
    cr_expect_str_eq(files.file[0].data, room_group_small);
    fl_files_free(&files);
    folder_close(&here);
}
