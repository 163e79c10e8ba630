/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The cells a secret room could have had: floors drawn by hand, and the generator's own count on remakes'
 * floors. */
#include "analysis/metric/metric_private.h"
#include "gen/registry.h"

#include <criterion/criterion.h>

#include <stdlib.h>
#include <string.h>

enum { SIDE = 13 };

typedef struct scene {
    fl_floor floor;
    int32_t value[FL_METRIC_COUNT];
} scene;

static void begin(scene *self)
{
    cr_assert_eq(fl_floor_init(&self->floor, SIDE * SIDE), FL_OK);
    fl_floor_clear(&self->floor, SIDE, SIDE);
}

static void count(scene *self)
{
    for (unsigned i = 0; i < FL_METRIC_COUNT; i++) {
        self->value[i] = FL_GENERATOR_FACT_NONE;
    }
    fl_metric_secret_sites_count(&self->floor, self->value);
}

/* A U of seven cells: inside it are a cell with three neighbours and one with two; three more have two at
 * corners. */
static void draw_u(scene *self, int secret_x, int secret_y)
{
    static const int8_t cells[7][2] = {{4, 4}, {4, 5}, {4, 6}, {5, 6}, {6, 6}, {6, 5}, {6, 4}};
    begin(self);
    for (unsigned i = 0; i < 7; i++) {
        fl_floor_add(&self->floor, i ? FL_KIND_NORMAL : FL_KIND_START, FL_SHAPE_1X1, cells[i][0],
                     cells[i][1]);
    }
    unsigned secret = fl_floor_add(&self->floor, FL_KIND_SECRET, FL_SHAPE_1X1, secret_x, secret_y);
    self->floor.rooms[secret].is_added = true;
    fl_floor_link(&self->floor);
    fl_floor_measure(&self->floor);
}

Test(secret_sites, counts_open_cells_by_their_neighbours)
{
    scene s;
    draw_u(&s, 5, 5);
    count(&s);
    cr_expect_eq(s.value[FL_METRIC_SECRET_SHORTFALL], 0);
    cr_expect_eq(s.value[FL_METRIC_SECRET_OFFER], 2 * (10 * 1 + 1) + 1);
    fl_floor_free(&s.floor);
    draw_u(&s, 7, 4);
    count(&s);
    cr_expect_eq(s.value[FL_METRIC_SECRET_SHORTFALL], 2);
    cr_expect_eq(s.value[FL_METRIC_SECRET_OFFER], 2 * (10 * 1 + 1));
    fl_floor_free(&s.floor);
}

Test(secret_sites, cells_beside_a_boss_are_not_open)
{
    scene s;
    draw_u(&s, 5, 4);
    s.floor.rooms[3].kind = FL_KIND_BOSS;
    count(&s);
    cr_expect_eq(s.value[FL_METRIC_SECRET_SHORTFALL], 0);
    cr_expect_eq(s.value[FL_METRIC_SECRET_OFFER], 2 * 1);
    fl_floor_free(&s.floor);
}

Test(secret_sites, blind_sides_of_narrow_rooms_shut_a_cell)
{
    scene s;
    draw_u(&s, 5, 4);
    s.floor.rooms[5].shape = FL_SHAPE_IV; /* right of the cell in the middle */
    count(&s);
    cr_expect_eq(s.value[FL_METRIC_SECRET_OFFER], 2 * 1);
    s.floor.rooms[5].shape = FL_SHAPE_IH;
    count(&s);
    cr_expect_eq(s.value[FL_METRIC_SECRET_OFFER], 2 * (10 + 1));
    fl_floor_free(&s.floor);
}

Test(secret_sites, no_secret_room_has_no_value)
{
    scene s;
    begin(&s);
    fl_floor_add(&s.floor, FL_KIND_START, FL_SHAPE_1X1, 6, 6);
    count(&s);
    cr_expect_eq(s.value[FL_METRIC_SECRET_SHORTFALL], FL_GENERATOR_FACT_NONE);
    cr_expect_eq(s.value[FL_METRIC_SECRET_OFFER], FL_GENERATOR_FACT_NONE);
    fl_floor_free(&s.floor);
}

/* Where all special rooms are single cells with four doors, the cells found on the floor are those the
 * generator had. */
Test(secret_sites, equals_the_generators_own_count)
{
    static scene s;
    const fl_generator *generator = fl_registry_find("rebirth");
    fl_diag diag;
    fl_setting_values values;
    void *rules = NULL;
    fl_setting_values_init(&values, generator->settings, generator->settings_n);
    cr_assert_eq(fl_setting_values_set(&values, "interiors", "off", NULL, &diag), FL_OK);
    cr_assert_eq(fl_setting_values_set(&values, "stage", "3", NULL, &diag), FL_OK);
    cr_assert_eq(generator->init(&values, &rules, &diag), FL_OK);
    void *scratch = calloc(1, generator->scratch_size(rules));
    cr_assert_not_null(scratch);
    cr_assert_eq(fl_floor_init(&s.floor, generator->cells_max), FL_OK);
    for (uint64_t i = 0; i < 3000; i++) {
        fl_key key = {.seed = 1, .index = i};
        generator->make(rules, &key, scratch, &s.floor);
        count(&s);
        int32_t best = s.floor.fact[FL_GENERATOR_FACT_SECRET_BEST];
        cr_assert_eq(s.value[FL_METRIC_SECRET_OFFER] / 20, best < 9 ? best : 9, "floor %u", (unsigned)i);
    }
    free(scratch);
    generator->free(rules);
    fl_floor_free(&s.floor);
}
