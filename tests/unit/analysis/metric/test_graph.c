/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The room graph against slow matrices. */
#include "analysis/metric/metric_private.h"
#include "tests/unit/random_floor.h"

#include <criterion/criterion.h>

#include <string.h>

enum { MOST = 64, FAR = 1000, LARGE = FL_FLOOR_SIDE_MAX };

static fl_floor floor_;
static fl_graph graph;

static void set_up(void)
{
    cr_assert_eq(fl_floor_init(&floor_, LARGE * LARGE), FL_OK);
    cr_assert_eq(fl_metric_graph_init(&graph, LARGE * LARGE), FL_OK);
}

static void tear_down(void)
{
    fl_metric_graph_free(&graph);
    fl_floor_free(&floor_);
}

TestSuite(graph, .init = set_up, .fini = tear_down);

typedef struct matrix {
    int doors[MOST][MOST];
    int steps[MOST][MOST]; /* between plan rooms */
} matrix;

/* Doors by pairs of rooms, then Floyd and Warshall over the plan rooms. */
static void fill(matrix *out, const fl_floor *floor)
{
    int n = floor->rooms_n;
    memset(out, 0, sizeof *out);
    for (uint32_t i = 0; i < floor->doors_n; i++) {
        out->doors[floor->doors[i].room_a][floor->doors[i].room_b]++;
        out->doors[floor->doors[i].room_b][floor->doors[i].room_a]++;
    }
    for (int a = 0; a < n; a++) {
        for (int b = 0; b < n; b++) {
            bool is_plan = !floor->rooms[a].is_added && !floor->rooms[b].is_added;
            out->steps[a][b] = a == b ? 0 : is_plan && out->doors[a][b] ? 1 : FAR;
        }
    }
    for (int k = 0; k < n; k++) {
        for (int a = 0; a < n; a++) {
            for (int b = 0; b < n; b++) {
                int through = out->steps[a][k] + out->steps[k][b];
                out->steps[a][b] = through < out->steps[a][b] ? through : out->steps[a][b];
            }
        }
    }
}

static void compare(const fl_floor *floor, const matrix *expected)
{
    unsigned layout_doors = 0;
    unsigned double_doors = 0;
    int diameter = 0;
    for (int a = 0; a < floor->rooms_n; a++) {
        unsigned degree = 0;
        unsigned layout_degree = 0;
        for (int b = 0; b < floor->rooms_n; b++) {
            bool touches = expected->doors[a][b] > 0;
            bool is_plan = !floor->rooms[a].is_added && !floor->rooms[b].is_added;
            degree += touches;
            layout_degree += touches && !floor->rooms[b].is_added;
            layout_doors += a < b && is_plan ? (unsigned)expected->doors[a][b] : 0;
            double_doors += a < b && expected->doors[a][b] >= 2;
            if (is_plan && expected->steps[a][b] < FAR && expected->steps[a][b] > diameter) {
                diameter = expected->steps[a][b];
            }
        }
        cr_assert_eq(graph.degree[a], degree);
        cr_assert_eq(graph.layout_degree[a], layout_degree);
    }
    cr_assert_eq(graph.layout_doors, layout_doors);
    cr_assert_eq(graph.double_doors, double_doors);
    cr_assert_eq(fl_metric_graph_diameter(&graph, floor), (unsigned)diameter);
}

Test(graph, equals_slow_matrices_on_random_floors)
{
    static matrix expected;
    unsigned compared = 0;
    for (int i = 0; i < 5000; i++) {
        fl_random_floor_make(&floor_, (uint64_t)i);
        if (floor_.rooms_n <= MOST) {
            fill(&expected, &floor_);
            fl_metric_graph_read(&graph, &floor_);
            compare(&floor_, &expected);
            compared++;
        }
    }
    cr_expect_gt(compared, 1000u);
}

/* A comb of 199 teeth on a full board, and one room apart that only an added room joins to it. */
Test(graph, large_floors_have_their_diameter)
{
    fl_floor_clear(&floor_, LARGE, LARGE);
    for (int x = 0; x < LARGE - 1; x++) {
        for (int y = 0; y < (x % 2 ? 1 : LARGE - 2); y++) {
            (void)fl_floor_add(&floor_, x + y ? FL_KIND_NORMAL : FL_KIND_START, FL_SHAPE_1X1, x, y);
        }
    }
    unsigned added = fl_floor_add(&floor_, FL_KIND_SECRET, FL_SHAPE_1X1, 0, LARGE - 2);
    floor_.rooms[added].is_added = true;
    (void)fl_floor_add(&floor_, FL_KIND_NORMAL, FL_SHAPE_1X1, 0, LARGE - 1);
    fl_floor_link(&floor_);
    fl_metric_graph_read(&graph, &floor_);
    cr_expect_eq(fl_metric_graph_diameter(&graph, &floor_), 2u * (LARGE - 3) + LARGE - 2);
}

Test(graph, counts_two_doors_once)
{
    fl_floor_clear(&floor_, 13, 13);
    (void)fl_floor_add(&floor_, FL_KIND_START, FL_SHAPE_2X2, 4, 4);
    (void)fl_floor_add(&floor_, FL_KIND_NORMAL, FL_SHAPE_2X2, 6, 4);
    fl_floor_link(&floor_);
    fl_metric_graph_read(&graph, &floor_);
    cr_expect_eq(graph.layout_doors, 2u);
    cr_expect_eq(graph.double_doors, 1u);
    cr_expect_eq(graph.degree[0], 1u);
}
