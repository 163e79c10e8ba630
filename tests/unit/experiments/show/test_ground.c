/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The ground of floors: which chunk room stands where, doors where the floor has them, passages to big rooms.
 */
#include "experiments/show/show_private.h"

#include <criterion/criterion.h>

static fl_opened_generator opened;
static fl_floor_maker maker;
static fl_show_ground ground;

static void open(const char *generator, const char *settings)
{
    cr_assert_eq(fl_run_generator_open_words(&opened, generator, settings, NULL), FL_OK);
    cr_assert_eq(fl_run_maker_open(&maker, &opened, NULL), FL_OK);
    cr_assert_eq(fl_show_ground_init(&ground, &maker, NULL), FL_OK);
}

static void close(void)
{
    fl_show_ground_free(&ground);
    fl_run_maker_close(&maker);
    fl_run_generator_close(&opened);
}

static unsigned tile_at(fl_ground_spot at)
{
    return ground.tile[at.y * ground.width + at.x];
}

/* Ten cells by ten; the caller adds rooms, the start first. */
static void clear(void)
{
    fl_floor_clear(&maker.floor, 10, 10);
    maker.floor.failure = NULL;
}

static void fill(void)
{
    fl_floor_link(&maker.floor);
    fl_floor_measure(&maker.floor);
    cr_assert_eq(fl_show_ground_fill(&ground, &maker, NULL), FL_OK);
}

Test(ground, a_room_of_two_by_two_cells_holds_one_big_room)
{
    open("rebirth", "stage=6");
    clear();
    fl_ground_inside inside;
    fl_floor_add(&maker.floor, FL_KIND_START, FL_SHAPE_1X1, 3, 5);
    fl_floor_add(&maker.floor, FL_KIND_NORMAL, FL_SHAPE_2X2, 4, 4);
    fl_floor_add(&maker.floor, FL_KIND_NORMAL, FL_SHAPE_1X1, 6, 4);
    fill();
    cr_assert_eq(ground.width, 4 * FL_GROUND_CELL);
    cr_assert(fl_show_ground_inside(&ground, 44, &inside));
    cr_expect_eq(inside.room.size, FL_ROOM_PART_BIG);
    cr_expect_eq(inside.room.doors, FL_WEST | FL_EAST);
    cr_expect_eq(inside.x, FL_GROUND_CELL + 6);
    cr_expect_eq(inside.y, 6);
    for (unsigned i = 0; i < 3; i++) {
        cr_expect_not(fl_show_ground_inside(&ground, (unsigned[]){45, 54, 55}[i], &inside));
    }
    cr_assert(fl_show_ground_inside(&ground, 44, &inside));
    for (unsigned t = 0; t < 24 * 24; t++) {
        fl_ground_spot at = {inside.x + (int)(t % 24), inside.y + (int)(t / 24)};
        cr_expect_eq(tile_at(at), fl_room_tile(&inside.room, t % 24, t / 24));
    }
    close();
}

Test(ground, every_door_of_a_floor_is_open_on_both_sides_and_no_other)
{
    static const char *const settings[] = {"rules=gated", "rules=basement_shapes"};
    for (unsigned s = 0; s < 2; s++) {
        open("grid", settings[s]);
        for (uint64_t index = 0; index < 50; index++) {
            unsigned wanted = 0;
            unsigned tiles = 0;
            fl_run_maker_make(&maker, index, 0);
            cr_assert_eq(fl_show_ground_fill(&ground, &maker, NULL), FL_OK);
            for (unsigned i = 0; i < 2 * maker.floor.doors_n; i++) {
                const fl_door *door = &maker.floor.doors[i / 2];
                fl_ground_spot along;
                unsigned cell = i % 2 ? door->cell_b : door->cell_a;
                unsigned side = fl_show_ground_side(&maker.floor, door, i % 2);
                fl_ground_spot at = fl_show_ground_door(&ground, cell, side, &along);
                unsigned expected =
                    fl_draw_picture_is_hidden(&maker.floor, door) ? FL_GROUND_HIDDEN : FL_GROUND_DOOR;
                cr_expect_eq(tile_at(at) == expected, !door->is_wall);
                wanted += door->is_wall ? 0 : 2;
            }
            for (int i = 0; i < ground.width * ground.height; i++) {
                tiles += ground.tile[i] == FL_GROUND_DOOR || ground.tile[i] == FL_GROUND_HIDDEN;
            }
            cr_expect_eq(tiles, wanted);
        }
        close();
    }
}
