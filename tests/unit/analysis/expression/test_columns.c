/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Expressions over the columns of a batch give, floor by floor, what they give for the floor itself. */
#include "analysis/expression/expression.h"
#include "tests/support/batch_maker.h"
#include "tests/support/counting.h"
#include "tests/unit/naive_expression.h"

#include <criterion/criterion.h>

#include <string.h>

enum { FLOORS = 300 }; /* more than are evaluated together */

static const char *const names[] = {
    "rooms",
    "dead_ends",
    "loops",
    "boss_distance",
    "attempts",
    "kind_curse",
    "kind_normal",
    "target",
    "secret_neighbours",
    "path_length_sum",
    "boss_distance_ratio",
    "has_loop",
    "has_secret",
    "boss_is_farthest",
    "roll.curse.placed",
    "secret_tries",
    "roll.curse.won",
    "floor_failed",
    "roll.sacrifice.first_chance",
    "secret_best",
    "degree_4+",
    "largest_room",
    "boss_identity",
    "secret_best_available",
    "roll.library.second_chance",
};
enum { NAMES = sizeof names / sizeof names[0] };

/* What the floors of some settings are, one by one. */
typedef struct single {
    int32_t values[FL_METRIC_COUNT];
    fl_floor floor;
} single;

typedef struct scene {
    batch_maker *side;
    counting counts;
    single *floors;
} scene;

static void open_scene(scene *self, const char *settings)
{
    maker m;
    self->side = batch_maker_open(settings, 1);
    counting_begin(&self->counts, self->side->maker.generator, self->side->maker.rules);
    self->floors = calloc(FLOORS, sizeof *self->floors);
    maker_open(&m, "classic", settings, 1);
    for (unsigned i = 0; i < FLOORS; i++) {
        cr_assert_eq(fl_floor_init(&self->floors[i].floor, m.generator->cells_max), FL_OK);
        m.key.index = 1000 + i;
        m.generator->make(m.rules, &m.key, m.scratch, &self->floors[i].floor);
        fl_metric_compute(&m.metric, &self->floors[i].floor, FL_METRIC_ALL_GROUPS, self->floors[i].values);
    }
    maker_close(&m);
}

static void close_scene(scene *self)
{
    for (unsigned i = 0; i < FLOORS; i++) {
        fl_floor_free(&self->floors[i].floor);
    }
    free(self->floors);
    counting_close(&self->counts);
    batch_maker_close(self->side);
}

/* One expression on all floors, by a backend, with only the columns that it needs. */
static void compare(scene *self, const char *text, fl_backend backend, fl_expression_stack *stack)
{
    static int64_t numbers[FL_CLASSIC_BATCH_FLOORS];
    static uint8_t has[FL_CLASSIC_BATCH_FLOORS];
    static uint8_t truth[FL_CLASSIC_BATCH_FLOORS];
    fl_expression number;
    fl_expression condition;
    fl_columns *columns = &self->side->columns;
    const uint8_t *roll_of = self->counts.binding.roll_of;
    fl_expression_floors floors = {columns, roll_of, stack};
    if (fl_expression_parse(&number, &(fl_expression_text){text, "", false}, &self->counts.catalogue, NULL)) {
        return;
    }
    cr_assert_eq(
        fl_expression_parse(&condition, &(fl_expression_text){text, "", true}, &self->counts.catalogue, NULL),
        FL_OK);
    cr_assert(fl_expression_has_columns(&number));
    columns->wants = columns->want_kinds = 0;
    columns->wants_events = false;
    fl_expression_want(&number, columns);
    batch_maker_make(self->side, backend, 1000, FLOORS);
    fl_expression_measure_columns(&number, &floors, numbers, has);
    fl_expression_test_columns(&condition, &floors, truth);
    for (unsigned i = 0; i < FLOORS; i++) {
        int64_t expected = 0;
        fl_expression_sample sample = {
            .values = self->floors[i].values, .floor = &self->floors[i].floor, .roll_of = roll_of};
        bool is_there = fl_expression_measure(&number, &sample, &expected);
        cr_assert_eq(has[i], is_there, "%s, floor %u", text, 1000 + i);
        cr_assert(!is_there || numbers[i] == expected, "%s, floor %u", text, 1000 + i);
        cr_assert_eq(truth[i], fl_expression_test(&condition, &sample), "%s, floor %u", text, 1000 + i);
    }
}

static void compare_many(const char *settings, unsigned expressions)
{
    scene s;
    uint64_t state = 7;
    fl_backend backends[FL_BACKEND_COUNT];
    unsigned backends_n = batch_maker_backends(backends);
    fl_expression_stack *stack = malloc(sizeof *stack);
    open_scene(&s, settings);
    for (unsigned i = 0; i < expressions; i++) {
        fl_text text;
        fl_text_init(&text);
        naive_expression_invent(&state, names, NAMES, &text);
        compare(&s, fl_text_get(&text), backends[i % backends_n], stack);
        fl_text_free(&text);
    }
    for (unsigned i = 0; i < NAMES * 4; i++) { /* each name by itself, and in the steps that are joined */
        static const char *const forms[] = {"\"%s\"", "\"%s\" <= 3", "\"%s\" != 1", "\"%s\" in -1..300"};
        char text[100];
        char *at = text;
        const char *form = forms[i / NAMES];
        const char *name = names[i % NAMES];
        size_t before = (size_t)(strstr(form, "%s") - form);
        at = (char *)memcpy(at, form, before) + before;
        strcpy(at, name);
        strcat(at, form + before + 2);
        compare(&s, text, backends[i % backends_n], stack);
    }
    close_scene(&s);
    free(stack);
}

Test(columns, equal_single_floors)
{
    compare_many("level=2", 1500);
}

Test(columns, equal_single_floors_of_which_many_fail)
{
    compare_many("level=1 max_attempts=1", 400);
}
