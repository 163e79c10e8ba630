/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What is counted on chunk rooms, on rooms drawn for the purpose. */
#include "analysis/sample/sample_private.h"
#include "tests/support/counting.h"
#include "tests/support/room_group.h"

#include <criterion/criterion.h>

#define FL_ROW "................"
#define FL_FOUR FL_ROW FL_ROW FL_ROW FL_ROW
#define FL_OPEN FL_FOUR FL_FOUR FL_FOUR FL_FOUR
#define FL_PARTED FL_FOUR "################" FL_ROW FL_ROW FL_ROW FL_FOUR FL_FOUR
#define FL_BLOCKED ".......#........" FL_ROW FL_ROW FL_ROW FL_FOUR FL_FOUR FL_FOUR

static counting counts;
static fl_room_rules *rules;
static fl_sample_work work;

static void set_up(void)
{
    rules = room_group_open(room_group_dam, "doors=random");
    counting_begin(&counts, &fl_room_generator, rules);
    cr_assert_eq(fl_sample_work_init(&work, &counts.catalogue), FL_OK);
}

static void tear_down(void)
{
    fl_sample_work_free(&work);
    counting_close(&counts);
    fl_room_rules_free(rules);
}

TestSuite(room_rows, .init = set_up, .fini = tear_down);

static void expect(const char *event, bool is_trial, bool is_hit)
{
    unsigned at = counting_event(&counts, event);
    cr_expect(work.trials[at] == is_trial && work.hits[at] == is_hit, "%s: %u of %u", event, work.hits[at],
              work.trials[at]);
}

/* Measures a room of 16 x 16 tiles. */
static void measure(const char *picture, unsigned doors)
{
    fl_interior room;
    room_group_draw(picture, 16, doors, &room);
    fl_sample_measure(&work, &counts.binding, rules, &room);
}

Test(room_rows, a_wall_across_parts_the_doors)
{
    measure(FL_PARTED, FL_NORTH | FL_SOUTH);
    expect("broken", true, true);
    expect("door_blocked", true, false);
    expect("doors_parted", true, true);
}

Test(room_rows, a_rock_inside_a_door_blocks_it)
{
    measure(FL_BLOCKED, FL_NORTH);
    expect("broken", true, true);
    expect("door_blocked", true, true);
    expect("doors_parted", false, false);
    measure(FL_BLOCKED, FL_SOUTH);
    expect("broken", true, false);
    expect("door_blocked", true, false);
}

Test(room_rows, tiles_have_their_places_and_a_map_each)
{
    measure(FL_BLOCKED, FL_NORTH);
    cr_expect(work.width == 16 && work.height == 16 && work.visits_n == 0 && !work.has_failed);
    cr_assert_eq(counts.catalogue.maps_n, (unsigned)FL_TILE_COUNT);
    for (unsigned i = 0; i < 16 * 16; i++) {
        const fl_catalogue_map *map = &counts.catalogue.map[work.tile[i]];
        cr_expect_eq(map->number, (int)work.tile[i]);
        cr_expect_eq(fl_room_tile_of((fl_tile)map->number)->sign, i == 7 ? '#' : '.', "tile %u", i);
    }
}
