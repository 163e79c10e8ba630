/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Interiors as chunk rooms: the table of what stands in each is that of the rooms that the chunk set makes.
 */
#include "gen/classic/classic.h"
#include "gen/classic/classic_private.h"
#include "gen/room/room.h"

#include <criterion/criterion.h>

static fl_classic_interior interior;

static void set_up(void)
{
    cr_assert_eq(fl_classic_interior_init(&interior, NULL), FL_OK);
}

TestSuite(interior, .init = set_up);

/* The room that is interior `number` of a chapter counted from 1, by what the floor says. */
static void make_chunk_room(fl_room_rules *chunks, int chapter, int number, fl_interior *out)
{
    fl_key key;
    uint64_t index = 0;
    fl_room room = {.kind = FL_KIND_NORMAL,
                    .variant = number,
                    .subtype = (int16_t)(chapter * FL_CLASSIC_CHAPTER_ONE + number % FL_CLASSIC_CHAPTER_ONE)};
    cr_assert(fl_classic_chunk_room(&room, &index));
    cr_assert_eq(index, (uint64_t)chapter * 1000 + (uint64_t)number);
    fl_room_key(FL_CLASSIC_CHUNK_SEED, &key);
    key.index = index;
    fl_room_make(chunks, &key, out);
}

/* What stands in a room, counted tile by tile. */
static int stands_in(const fl_interior *room)
{
    int bits = 0;
    for (unsigned i = 0; i < 256; i++) {
        fl_tile tile = fl_room_tile(room, i % 16, i / 16);
        bits |= tile == FL_TILE_ROCK    ? FL_CLASSIC_ROCKS
                : tile == FL_TILE_PIT   ? FL_CLASSIC_PITS
                : tile == FL_TILE_FIRE  ? FL_CLASSIC_FIRES
                : tile >= FL_TILE_SPAWN ? FL_CLASSIC_ENEMIES
                                        : 0;
    }
    return bits;
}

Test(interior, each_as_a_chunk_room_holds_what_the_table_says_and_joins_its_four_doors)
{
    static const int last[] = {177, 169, 154, 136, 91, 35};
    fl_setting_values values;
    fl_room_rules *chunks = NULL;
    fl_setting_values_init(&values, fl_room_rules_settings, FL_ROOM_SETTINGS_N);
    cr_assert_eq(fl_setting_values_set(&values, "set", FL_CLASSIC_CHUNK_SET, "", NULL), FL_OK);
    cr_assert_eq(fl_room_rules_init(&values, &chunks, NULL), FL_OK);
    int all = 0;
    for (int chapter = 1; chapter <= 6; chapter++) {
        for (int number = 1; number <= last[chapter - 1]; number++) {
            fl_interior room;
            make_chunk_room(chunks, chapter, number, &room);
            int stands = interior.stands[chapter - 1][number];
            cr_assert_eq(room.doors, FL_ALL_SIDES);
            cr_assert_null(fl_room_check(chunks, &room), "chapter %d, number %d", chapter, number);
            cr_assert_eq(stands, stands_in(&room), "chapter %d, number %d", chapter, number);
            all |= stands ^ (FL_CLASSIC_CHAPTER_ONE - FL_CLASSIC_ROCKS); /* what is missing somewhere */
        }
        cr_expect_eq(interior.stands[chapter - 1][last[chapter - 1] + 1], 0, "more digits than rooms");
    }
    cr_expect_eq(all & (FL_CLASSIC_ROCKS | FL_CLASSIC_PITS | FL_CLASSIC_FIRES),
                 FL_CLASSIC_ROCKS | FL_CLASSIC_PITS | FL_CLASSIC_FIRES, "no room is without them");
    fl_room_rules_free(chunks);
}
