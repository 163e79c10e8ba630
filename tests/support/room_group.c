/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Sets as texts; rooms as pictures. */
#include "tests/support/room_group.h"
#include "gen/room/room_private.h"
#include "tests/support/maker.h"

#include <criterion/criterion.h>

#include <string.h>

#define FL_FOUR_ROWS "........\n........\n........\n........\n"

const char *const room_group_small =
    "set: small_set\nabout: for tests\nbytes: 132\n"
    "chunk: open\ndoors: top left\nclutter: 0\npicture:\n" FL_FOUR_ROWS FL_FOUR_ROWS
    "chunk: rocks\nclutter: 1\npicture:\n.......o\n........\n........\n........\n"
    "........\n........\n........\no.......\n"
    "chunk: wall\ndoors: top\npure_corner: yes\nclutter: "
    "2\npicture:\n##......\n#.......\n........\n........\n" FL_FOUR_ROWS
    "chunk: web\ndoors: left\nclutter: 3\npicture:\n" FL_FOUR_ROWS "........\n........\n......%.\n........\n";

const char *const room_group_dam = "set: dam_set\n"
                                   "chunk: open\ndoors: top left\npicture:\n" FL_FOUR_ROWS FL_FOUR_ROWS
                                   "chunk: dam\ndoors: top left\nclutter: 1\npicture:\n" FL_FOUR_ROWS
                                   "########\n........\n........\n........\n";

fl_room_rules *room_group_try(const char *text, const char *settings, fl_diag *diag)
{
    fl_setting_values values;
    static fl_chunk_set set;
    fl_room_rules *rules = NULL;
    fl_diag_init(diag);
    fl_setting_values_init(&values, fl_room_rules_settings, FL_ROOM_SETTINGS_N);
    fl_err err = maker_assign(&values, settings, diag);
    err = err || !text ? err : fl_room_chunk_set_read(&set, text, strlen(text), "test.txt", diag);
    err = err    ? err
          : text ? fl_room_rules_from(&values, &set, &rules, diag)
                 : fl_room_rules_init(&values, &rules, diag);
    return err ? NULL : rules;
}

fl_room_rules *room_group_open(const char *text, const char *settings)
{
    fl_diag diag;
    fl_room_rules *rules = room_group_try(text, settings, &diag);
    cr_assert(rules, "%s: %s %s", settings, diag.where, diag.what);
    return rules;
}

void room_group_draw(const char *picture, unsigned size, unsigned doors, fl_interior *out)
{
    unsigned n = 0;
    memset(out, 0, sizeof *out);
    out->size = (uint8_t)size;
    out->doors = (uint8_t)doors;
    for (const char *p = picture; *p; p++) {
        fl_tile tile = fl_room_tile_of_sign(*p);
        if (tile != FL_TILE_COUNT && n < size * size) {
            out->row[n / size][n % size >> 4] |= (uint64_t)tile << 4 * (n % size & 15);
            n++;
        }
    }
    cr_assert_eq(n, size * size, "a picture of %u tiles", n);
}
