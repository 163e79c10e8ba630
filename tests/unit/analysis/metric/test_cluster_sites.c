/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Where a room would cluster most, on floors drawn by hand and against the clustering number of a real room.
 */
#include "analysis/metric/metric_private.h"

#include <criterion/criterion.h>

enum { SIDE = 8 };

typedef struct sites {
    int32_t missed, offer;
} sites;

/* Rows with '/' between; o is a room, s a secret room. */
static void draw(fl_floor *floor, const char *map)
{
    int x = 0;
    int y = 0;
    fl_floor_clear(floor, SIDE, SIDE);
    for (const char *p = map; *p; p++) {
        if (*p == 'o' || *p == 's') {
            unsigned room =
                fl_floor_add(floor, *p == 's' ? FL_KIND_SECRET : FL_KIND_NORMAL, FL_SHAPE_1X1, x, y);
            floor->rooms[room].is_added = *p == 's';
        }
        x = *p == '/' ? 0 : x + 1;
        y += *p == '/';
    }
}

static sites count(const char *map)
{
    int32_t value[FL_METRIC_COUNT];
    fl_floor floor;
    cr_assert_eq(fl_floor_init(&floor, SIDE * SIDE), FL_OK);
    draw(&floor, map);
    fl_metric_cluster_sites_count(&floor, value);
    fl_floor_free(&floor);
    return (sites){value[FL_METRIC_CLUSTERING_MISSED], value[FL_METRIC_CLUSTERING_OFFER]};
}

static void expect(const char *map, int32_t missed, int32_t offer)
{
    sites found = count(map);
    cr_expect_eq(found.missed, missed, "%s: %d", map, (int)found.missed);
    cr_expect_eq(found.offer, offer, "%s: %d", map, (int)found.offer);
}

Test(cluster_sites, the_most_cells_and_the_largest_number)
{
    expect(".../.ooo/.o.", 0, 1);
    expect("ooo/o.o/ooo", 0, 4);
    expect("....", FL_GENERATOR_FACT_NONE, FL_GENERATOR_FACT_NONE);
    expect("oo/o.", 0, 1);
}

/* Between two rooms that lie opposite there are two cells and nothing to cluster with; in the bend there is.
 */
Test(cluster_sites, an_opposite_pair_has_as_many_cells_but_no_cluster)
{
    expect("o.o/ooo", 0, 2);
    expect("oooo/o..o", 0, 1);
    expect("oo....../o......./......../...o.o..", 1, 1);
    expect("ooooo/o.o..", 0, 2);
}

Test(cluster_sites, added_rooms_do_not_count)
{
    expect("o.o/oso", 0, 0);
}

/* The number of a site is the clustering number of a room that is placed there. */
Test(cluster_sites, agrees_with_the_number_of_a_room)
{
    static const char *const maps[] = {"ooo/o.o/ooo", ".../.ooo/.o.", "oo/o.", "ooooo/o...o/....o/..ooo"};
    fl_cluster_work work;
    fl_floor floor;
    cr_assert_eq(fl_floor_init(&floor, SIDE * SIDE), FL_OK);
    cr_assert_eq(fl_metric_cluster_init(&work, SIDE * SIDE), FL_OK);
    for (size_t i = 0; i < sizeof maps / sizeof maps[0]; i++) {
        int32_t most = 0;
        for (int cell = 0; cell < SIDE * SIDE; cell++) {
            draw(&floor, maps[i]);
            if (floor.owner[cell] == FL_FLOOR_EMPTY) {
                unsigned room = fl_floor_add(&floor, FL_KIND_SECRET, FL_SHAPE_1X1, cell % SIDE, cell / SIDE);
                int32_t number = (int32_t)fl_metric_cluster_number(&work, &floor, room, true);
                most = number > most ? number : most;
            }
        }
        cr_expect_eq(count(maps[i]).offer, most, "%s", maps[i]);
    }
    fl_metric_cluster_free(&work);
    fl_floor_free(&floor);
}
