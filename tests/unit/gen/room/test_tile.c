/* Tiles. */
#include "gen/room/room_private.h"

#include <criterion/criterion.h>

Test(tile, every_sign_is_its_own)
{
    for (int i = 0; i < FL_TILE_COUNT; i++) {
        const fl_tile_row *row = fl_room_tile_of((fl_tile)i);
        cr_expect_eq((int)fl_room_tile_of_sign(row->sign), i, "%s", row->name);
        cr_expect(row->name && row->name[0]);
        cr_expect_eq(row->colour >> 24, 0);
    }
    cr_expect_eq(fl_room_tile_of_sign('x'), FL_TILE_COUNT);
    cr_expect_eq(fl_room_tile_of_sign('\0'), FL_TILE_COUNT);
}

Test(tile, enemies_are_the_last_six)
{
    cr_expect_eq(FL_TILE_COUNT, 16);
    cr_expect_eq(FL_TILE_SPAWN, 10);
    for (int i = 0; i < FL_TILE_COUNT; i++) {
        char sign = fl_room_tile_of((fl_tile)i)->sign;
        cr_expect_eq(sign >= 'A' && sign <= 'Z', i >= FL_TILE_SPAWN, "%c", sign);
    }
}

Test(tile, sets_say_what_the_rows_say)
{
    for (int i = 0; i < FL_TILE_COUNT; i++) {
        cr_expect_eq(fl_room_tile_walkable() >> i & 1, fl_room_tile_of((fl_tile)i)->is_walkable);
        cr_expect_eq(fl_room_tile_clutter() >> i & 1, fl_room_tile_of((fl_tile)i)->is_clutter);
    }
    cr_expect_eq(fl_room_tile_walkable() & 1u, 1u, "the floor is walkable");
    cr_expect_eq(fl_room_tile_clutter() & 1u, 0u, "the floor is no clutter");
}
