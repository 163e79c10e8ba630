/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Walks over the ground of floors: sound floors pass, every way that is cut is noticed. */
#include "experiments/show/show_private.h"

#include <criterion/criterion.h>

static fl_opened_generator opened;
static fl_floor_maker maker;
static fl_show_ground ground;
static fl_show_ways ways;

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

/* The start, a big room with two doors to it and to the boss, and a long room below. */
static void fill(void)
{
    fl_floor_clear(&maker.floor, 10, 10);
    maker.floor.failure = NULL;
    fl_floor_add(&maker.floor, FL_KIND_START, FL_SHAPE_1X1, 3, 4);
    fl_floor_add(&maker.floor, FL_KIND_NORMAL, FL_SHAPE_2X2, 4, 4);
    fl_floor_add(&maker.floor, FL_KIND_NORMAL, FL_SHAPE_2X1, 5, 6);
    fl_floor_add(&maker.floor, FL_KIND_BOSS, FL_SHAPE_1X1, 7, 6);
    fl_floor_link(&maker.floor);
    fl_floor_measure(&maker.floor);
    cr_assert_eq(fl_show_ground_fill(&ground, &maker, NULL), FL_OK);
}

static bool walk(void)
{
    ways = (fl_show_ways){.floors = 0};
    return fl_show_ways_walk(&ground, &ways);
}

/* Fills a row or column of tiles over the whole ground. */
static void cut(int x, int y)
{
    for (int i = 0; i < (x < 0 ? ground.width : ground.height); i++) {
        ground.tile[x < 0 ? y * ground.width + i : i * ground.width + x] = FL_GROUND_WALL;
    }
}

Test(ways, a_sound_floor_is_walked)
{
    open("rebirth", "stage=6");
    fill();
    cr_expect(walk());
    cr_expect_eq(ways.rooms, 4);
    cr_expect_eq(ways.doors, 3);
    cr_expect_eq(ways.big, 1);
    cr_expect_eq(ways.apart, 0);
    close();
}

Test(ways, a_cut_inside_a_room_parts_its_doors)
{
    open("rebirth", "stage=6");
    fill();
    cut(-1, FL_GROUND_CELL + 10);
    cr_expect_not(walk());
    cr_expect_eq(ways.parted, 1);
    cr_expect_neq(ways.missed, -1);
    fill();
    cut(3 * FL_GROUND_CELL - 1, -1);
    cr_expect_not(walk());
    cr_expect_eq(ways.parted, 2);
    cr_expect_eq(ways.missed, 3);
    close();
}

Test(ways, floors_of_all_generators_are_walked)
{
    static const char *const scenarios[][2] = {{"classic", "level=6"},
                                               {"classic", "interiors=on chunk_rooms=on"},
                                               {"rebirth", "rules=repentance stage=12"},
                                               {"rebirth", "stage=5 curse=labyrinth"},
                                               {"rebirth", "rules=blade stage=8"},
                                               {"grid", "rules=gated"},
                                               {"grid", "rules=basement_shapes"},
                                               {"grid", "rules=cave"}};
    for (unsigned i = 0; i < sizeof scenarios / sizeof scenarios[0]; i++) {
        open(scenarios[i][0], scenarios[i][1]);
        fl_err err = fl_show_walk_floors(&maker, &(fl_show_walk){.n = 300}, &ways, NULL);
        cr_assert_eq(err, FL_OK);
        cr_expect_eq(ways.floors + ways.failed, 300);
        cr_expect(ways.parted < 0 && ways.missed < 0, "%s %s: floor %llu", scenarios[i][0], scenarios[i][1],
                  (unsigned long long)maker.key.index);
        cr_expect(i < 2 || i == 7 || ways.big > 0);
        close();
    }
}
