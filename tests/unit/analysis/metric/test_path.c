/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Directions and steps on floors drawn by hand, and against all steps of all pairs on random ones. */
#include "analysis/metric/metric_private.h"
#include "tests/unit/random_floor.h"

#include <criterion/criterion.h>

#include <string.h>

enum { SIDE = 12, MOST = 40, FAR = 1000 };

typedef struct scene {
    fl_floor floor;
    fl_graph graph;
    int32_t value[FL_METRIC_COUNT];
} scene;

static void open_scene(scene *self, uint32_t cells)
{
    cr_assert_eq(fl_floor_init(&self->floor, cells), FL_OK);
    cr_assert_eq(fl_metric_graph_init(&self->graph, cells), FL_OK);
}

static void close_scene(scene *self)
{
    fl_metric_graph_free(&self->graph);
    fl_floor_free(&self->floor);
}

static void count(scene *self)
{
    for (unsigned i = 0; i < FL_METRIC_COUNT; i++) {
        self->value[i] = FL_GENERATOR_FACT_NONE;
    }
    fl_metric_graph_read(&self->graph, &self->floor);
    fl_metric_path_count(&self->graph, &self->floor, self->value);
}

/* @ start, B the end, ! super secret room, o normal; rows with '/' between. */
static void draw(scene *self, const char *map)
{
    open_scene(self, SIDE * SIDE);
    fl_floor_clear(&self->floor, SIDE, SIDE);
    for (const char *sign = "@oB!"; *sign; sign++) {
        int x = 0;
        int y = 0;
        for (const char *p = map; *p; p++) {
            if (*p == *sign) {
                fl_kind kind = *p == '@'   ? FL_KIND_START
                               : *p == 'B' ? FL_KIND_BOSS
                               : *p == '!' ? FL_KIND_SUPER_SECRET
                                           : FL_KIND_NORMAL;
                unsigned room = fl_floor_add(&self->floor, kind, FL_SHAPE_1X1, x, y);
                self->floor.rooms[room].is_end = *p == 'B';
            }
            x = *p == '/' ? 0 : x + 1;
            y += *p == '/';
        }
    }
    fl_floor_link(&self->floor);
    fl_floor_measure(&self->floor);
}

static void expect(const char *map, fl_metric metric, int32_t value)
{
    scene s;
    draw(&s, map);
    count(&s);
    cr_expect_eq(s.value[metric], value, "%s: %s is %d, expected %d", map, fl_metric_of(metric)->name,
                 (int)s.value[metric], (int)value);
    close_scene(&s);
}

Test(path, direction_is_the_side_of_the_first_step)
{
    expect("Bo@o", FL_METRIC_BOSS_DIRECTION, FL_LEFT);
    expect("oB/o/@o", FL_METRIC_BOSS_DIRECTION, FL_UP);
    expect("o@o/..oB", FL_METRIC_BOSS_DIRECTION, FL_RIGHT);
    expect("o@o/.o/.B", FL_METRIC_BOSS_DIRECTION, FL_DOWN);
}

Test(path, two_shortest_ways_have_no_direction)
{
    expect("@o/oB", FL_METRIC_BOSS_DIRECTION, FL_GENERATOR_FACT_NONE);
    expect("@oo/o.B/ooo", FL_METRIC_BOSS_DIRECTION, FL_RIGHT);
    expect("@ooo", FL_METRIC_BOSS_DIRECTION, FL_GENERATOR_FACT_NONE);
}

Test(path, super_secret_room_is_held_against_end_and_start)
{
    expect("!@ooB", FL_METRIC_BOSS_TO_SUPER_SECRET, 4);
    expect("!@ooB", FL_METRIC_SUPER_SECRET_NEAR_BOSS, 0);
    expect("!@ooB", FL_METRIC_SUPER_SECRET_IN_BRANCH, 0);
    expect("@oooB/...!", FL_METRIC_BOSS_TO_SUPER_SECRET, 2);
    expect("@oooB/...!", FL_METRIC_SUPER_SECRET_NEAR_BOSS, 1);
    expect("@oooB/.!", FL_METRIC_SUPER_SECRET_NEAR_BOSS, 0);
    expect("@oooB/.!", FL_METRIC_SUPER_SECRET_IN_BRANCH, 1);
    expect("@oooB", FL_METRIC_SUPER_SECRET_IN_BRANCH, FL_GENERATOR_FACT_NONE);
}

typedef struct literal {
    int steps[MOST][MOST];
} literal;

/* Floyd and Warshall over the rooms; ways lead through plan rooms, but may begin and end anywhere. */
static void walk_all(literal *out, const fl_floor *floor)
{
    for (int a = 0; a < floor->rooms_n; a++) {
        for (int b = 0; b < floor->rooms_n; b++) {
            out->steps[a][b] = a == b ? 0 : FAR;
        }
    }
    for (uint32_t i = 0; i < floor->doors_n; i++) {
        out->steps[floor->doors[i].room_a][floor->doors[i].room_b] = 1;
        out->steps[floor->doors[i].room_b][floor->doors[i].room_a] = 1;
    }
    for (int k = 0; k < floor->rooms_n; k++) {
        for (int a = 0; a < floor->rooms_n && !floor->rooms[k].is_added; a++) {
            for (int b = 0; b < floor->rooms_n; b++) {
                int through = out->steps[a][k] + out->steps[k][b];
                out->steps[a][b] = through < out->steps[a][b] ? through : out->steps[a][b];
            }
        }
    }
}

/* The sides of the start's cells that lead to a room on a shortest way. */
static unsigned slow_sides(const literal *all, const fl_floor *floor, int to)
{
    unsigned found = 0;
    for (unsigned i = 0; i < floor->rooms[0].cells_n * 4u; i++) {
        int cell = floor->cells[i / 4];
        fl_offset step = fl_shape_step(i % 4);
        int other = fl_floor_room_at(floor, cell % floor->width + step.x, cell / floor->width + step.y);
        bool is_way = other > 0 && (!floor->rooms[other].is_added || other == to);
        if (is_way && all->steps[other][to] + 1 == all->steps[0][to]) {
            found |= 1u << (i % 4);
        }
    }
    return found;
}

Test(path, equals_all_pairs_on_random_floors)
{
    static literal all;
    static scene s;
    open_scene(&s, FL_RANDOM_FLOOR_CELLS);
    for (unsigned i = 0; i < 5000; i++) {
        fl_random_floor_make(&s.floor, i);
        walk_all(&all, &s.floor);
        count(&s);
        int end = fl_floor_end(&s.floor);
        unsigned sides = end > 0 && all.steps[0][end] < FAR ? slow_sides(&all, &s.floor, end) : 0;
        bool is_one = sides == 1 || sides == 2 || sides == 4 || sides == 8;
        cr_assert_eq(s.value[FL_METRIC_BOSS_DIRECTION],
                     is_one ? __builtin_ctz(sides) : FL_GENERATOR_FACT_NONE, "floor %u", i);
        int hidden = 1;
        while (hidden < s.floor.rooms_n && s.floor.rooms[hidden].kind != FL_KIND_SUPER_SECRET) {
            hidden++;
        }
        if (s.value[FL_METRIC_BOSS_TO_SUPER_SECRET] != FL_GENERATOR_FACT_NONE) {
            cr_assert_eq(s.value[FL_METRIC_BOSS_TO_SUPER_SECRET], all.steps[end][hidden], "floor %u", i);
            cr_assert_eq(s.value[FL_METRIC_SUPER_SECRET_NEAR_BOSS],
                         all.steps[end][hidden] < all.steps[0][hidden]);
            cr_assert_eq(s.value[FL_METRIC_SUPER_SECRET_IN_BRANCH],
                         (slow_sides(&all, &s.floor, hidden) & sides) != 0);
        }
    }
    close_scene(&s);
}
