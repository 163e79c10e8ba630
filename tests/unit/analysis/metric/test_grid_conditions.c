/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What Gao 2022 says of floors, on some drawn by hand. */
#include "analysis/metric/metric_private.h"
#include "tests/support/maker.h"

#include <criterion/criterion.h>

#include <string.h>

typedef struct scene {
    fl_floor floor;
    fl_cluster_work work;
    int32_t value[FL_METRIC_COUNT];
} scene;

/* A board of 5 x 5 with the start at (2,2). */
static void begin(scene *self)
{
    memset(self, 0, sizeof *self);
    cr_assert_eq(fl_floor_init(&self->floor, 25), FL_OK);
    cr_assert_eq(fl_metric_cluster_init(&self->work, 25), FL_OK);
    fl_floor_clear(&self->floor, 5, 5);
    (void)fl_floor_add(&self->floor, FL_KIND_START, FL_SHAPE_1X1, 2, 2);
}

static unsigned add(scene *self, fl_kind kind, fl_shape shape, int x, int y)
{
    unsigned room = fl_floor_add(&self->floor, kind, shape, x, y);
    self->floor.rooms[room].is_added = kind == FL_KIND_SECRET;
    self->floor.rooms[room].is_end = kind == FL_KIND_END;
    return room;
}

static int32_t finish(scene *self, fl_metric metric)
{
    fl_floor_link(&self->floor);
    fl_floor_measure(&self->floor);
    fl_metric_grid_conditions_count(&self->work, &self->floor, self->value);
    return self->value[metric];
}

static void end(scene *self)
{
    fl_metric_cluster_free(&self->work);
    fl_floor_free(&self->floor);
}

Test(grid_conditions, names_the_condition_that_fails)
{
    scene s;
    begin(&s);
    (void)add(&s, FL_KIND_END, FL_SHAPE_1X1, 2, 1);
    cr_expect_eq(finish(&s, FL_METRIC_BROKEN_CONDITION), 0);
    s.floor.doors[0].kind = FL_KIND_SHOP;
    fl_metric_grid_conditions_count(&s.work, &s.floor, s.value);
    cr_expect_eq(s.value[FL_METRIC_BROKEN_CONDITION], 8);
    s.floor.doors_n = 0;
    fl_metric_grid_conditions_count(&s.work, &s.floor, s.value);
    cr_expect_eq(s.value[FL_METRIC_BROKEN_CONDITION], 7);
    s.floor.rooms[1].is_end = false;
    fl_metric_grid_conditions_count(&s.work, &s.floor, s.value);
    cr_expect_eq(s.value[FL_METRIC_BROKEN_CONDITION], 6);
    end(&s);
    begin(&s);
    (void)add(&s, FL_KIND_END, FL_SHAPE_1X1, 0, 0);
    cr_expect_eq(finish(&s, FL_METRIC_BROKEN_CONDITION), 3);
    end(&s);
}

/* A ring of eight single tiles about a hole, and a large room: only single ones count. */
Test(grid_conditions, clusters_of_single_tiles)
{
    scene s;
    begin(&s);
    (void)add(&s, FL_KIND_END, FL_SHAPE_2X2, 2, 3);
    cr_expect_eq(finish(&s, FL_METRIC_SINGLE_CLUSTERING_MAX), 0);
    (void)add(&s, FL_KIND_NORMAL, FL_SHAPE_1X1, 3, 2);
    cr_expect_eq(finish(&s, FL_METRIC_SINGLE_CLUSTERING_MAX), 1);
    end(&s);
}

/* A corner about (3,1); what came after the secret room does not matter. */
Test(grid_conditions, the_secret_room_had_a_better_tile)
{
    scene s;
    begin(&s);
    (void)add(&s, FL_KIND_NORMAL, FL_SHAPE_1X1, 3, 2);
    (void)add(&s, FL_KIND_END, FL_SHAPE_1X1, 2, 1);
    cr_expect_eq(finish(&s, FL_METRIC_SECRET_TILE_SHORTFALL), FL_GENERATOR_FACT_NONE);
    (void)add(&s, FL_KIND_SECRET, FL_SHAPE_1X1, 1, 2);
    cr_expect_eq(finish(&s, FL_METRIC_SECRET_TILE_SHORTFALL), 1);
    (void)add(&s, FL_KIND_NORMAL, FL_SHAPE_1X1, 1, 1);
    cr_expect_eq(finish(&s, FL_METRIC_SECRET_TILE_SHORTFALL), 1);
    end(&s);
    begin(&s);
    (void)add(&s, FL_KIND_NORMAL, FL_SHAPE_1X1, 3, 2);
    (void)add(&s, FL_KIND_END, FL_SHAPE_1X1, 2, 1);
    (void)add(&s, FL_KIND_SECRET, FL_SHAPE_1X1, 3, 1);
    cr_expect_eq(finish(&s, FL_METRIC_SECRET_TILE_SHORTFALL), 0);
    end(&s);
}

Test(grid_conditions, is_counted_where_it_is_named)
{
    maker m;
    maker_open(&m, "grid", "rules=basement", 1);
    maker_make(&m, 0);
    cr_expect_eq(m.value[FL_METRIC_BROKEN_CONDITION], 0);
    cr_expect_eq(m.value[FL_METRIC_SECRET_TILE_SHORTFALL], 0);
    fl_metric_compute(&m.metric, &m.floor, FL_METRIC_ALL_GROUPS & ~(1u << FL_METRIC_GRID_CONDITIONS),
                      m.value);
    cr_expect_eq(m.value[FL_METRIC_BROKEN_CONDITION], FL_GENERATOR_FACT_NONE);
    maker_close(&m);
}
