/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The table of metrics: names, groups, and values on floors drawn by hand. */
#include "analysis/metric/metric_private.h"
#include "tests/unit/random_floor.h"

#include <criterion/criterion.h>

#include <string.h>

typedef struct setup {
    fl_floor floor;
    fl_metric_work work;
    int32_t value[FL_METRIC_COUNT];
} setup;

static void open_setup(setup *self, uint32_t cells)
{
    cr_assert_eq(fl_floor_init(&self->floor, cells), FL_OK);
    cr_assert_eq(fl_metric_init(&self->work, cells), FL_OK);
}

static void close_setup(setup *self)
{
    fl_metric_free(&self->work);
    fl_floor_free(&self->floor);
}

/* One room per sign: @ start, B boss (the end), ? secret (added), ! super secret, # normal. */
static void draw(setup *self, const char *const *rows, int height)
{
    static const char order[] = "@#B!?";
    static const fl_kind kinds[] = {FL_KIND_START, FL_KIND_NORMAL, FL_KIND_BOSS, FL_KIND_SUPER_SECRET,
                                    FL_KIND_SECRET};
    fl_floor_clear(&self->floor, 9, 8);
    for (unsigned k = 0; k < 5; k++) {
        for (int y = 0; y < height; y++) {
            for (int x = 0; rows[y][x]; x++) {
                if (rows[y][x] == order[k]) {
                    unsigned room = fl_floor_add(&self->floor, kinds[k], FL_SHAPE_1X1, x, y);
                    self->floor.rooms[room].is_added = kinds[k] == FL_KIND_SECRET;
                    self->floor.rooms[room].is_end = kinds[k] == FL_KIND_BOSS;
                }
            }
        }
    }
    fl_floor_link(&self->floor);
    fl_floor_measure(&self->floor);
}

typedef struct expectation {
    const char *name;
    int32_t value;
} expectation;

/* The metric of a name; FL_METRIC_COUNT for an unknown one. */
static unsigned metric_named(const char *name)
{
    unsigned i = 0;
    while (i < FL_METRIC_COUNT && strcmp(fl_metric_of(i)->name, name) != 0) {
        i++;
    }
    return i;
}

static void expect(const setup *self, const expectation *rows, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        unsigned metric = metric_named(rows[i].name);
        cr_assert_lt(metric, (unsigned)FL_METRIC_COUNT, "%s", rows[i].name);
        cr_expect_eq(self->value[metric], rows[i].value, "%s is %d, expected %d", rows[i].name,
                     self->value[metric], rows[i].value);
    }
}

Test(metric, names_are_unique)
{
    for (unsigned i = 0; i < FL_METRIC_COUNT; i++) {
        cr_expect_eq(metric_named(fl_metric_of(i)->name), i, "%s", fl_metric_of(i)->name);
        cr_expect_gt(strlen(fl_metric_of(i)->meaning), 0u);
    }
}

Test(metric, shapes_and_kinds_stand_where_their_names_say)
{
    for (unsigned i = 1; i < FL_SHAPE_COUNT; i++) {
        const char *name = fl_metric_of(FL_METRIC_FIRST_SHAPE + i - 1)->name;
        cr_expect_str_eq(name + strlen("shape_"), fl_shape_of((fl_shape)i)->name);
    }
    for (unsigned i = 0; i < FL_KIND_COUNT; i++) {
        cr_expect_str_eq(fl_metric_of(FL_METRIC_FIRST_KIND + i)->name + strlen("kind_"),
                         fl_kind_of((fl_kind)i)->name);
    }
}

/* Counted on paper: a tree of nine rooms, and a secret room beside three of them. */
Test(metric, counts_a_floor_drawn_by_hand)
{
    static const char *const rows[] = {
        " #B ",
        " #? ",
        " @##",
        "!# #",
    };
    static const expectation expected[] = {
        {"rooms", 10},
        {"plan_rooms", 9},
        {"tiles", 10},
        {"big_rooms", 0},
        {"special_rooms", 3},
        {"width", 4},
        {"height", 4},
        {"dead_ends", 3},
        {"doors", 11},
        {"degree_1", 3},
        {"degree_2", 5},
        {"degree_3", 1},
        {"degree_4+", 0},
        {"branching", 1},
        {"loops", 0},
        {"simple_loops", 0},
        {"double_doors", 0},
        {"largest_room", 1},
        {"single_share", 1000},
        {"start_neighbours", 3},
        {"kind_boss", 1},
        {"kind_secret", 1},
        {"kind_normal", 6},
        {"shape_1x1", 10},
        {"shape_2x2", 0},
        {"clustering_max", 0},
        {"clustering_sum", 0},
        {"secret_neighbours", 3},
        {"boss_distance", 3},
        {"eccentricity", 3},
        {"diameter", 6},
        {"path_length_sum", 15},
        {"linearity", 1000},
        {"clustering_secret", 2},
        {"super_secret_neighbours", 1},
    };
    setup s;
    open_setup(&s, 72);
    draw(&s, rows, 4);
    fl_metric_compute(&s.work, &s.floor, FL_METRIC_ALL_GROUPS, s.value);
    expect(&s, expected, sizeof expected / sizeof expected[0]);
    fl_metric_compute_plain(&s.work, &s.floor, FL_METRIC_ALL_GROUPS, s.value);
    expect(&s, expected, sizeof expected / sizeof expected[0]);
    close_setup(&s);
}

Test(metric, counts_big_rooms_loops_and_double_doors)
{
    static const expectation expected[] = {
        {"rooms", 4},          {"tiles", 10},       {"big_rooms", 2},
        {"loops", 2},          {"double_doors", 1}, {"simple_loops", 1},
        {"single_share", 500}, {"largest_room", 4}, {"start_neighbours", 2},
        {"doors", 5},          {"shape_2x2", 2},    {"shape_1x1", 2},
        {"width", 4},          {"height", 3},       {"degree_1", 0},
        {"degree_2", 4},       {"branching", 0},    {"diameter", 2},
        {"dead_ends", 0},
    };
    setup s;
    open_setup(&s, 169);
    fl_floor_clear(&s.floor, 13, 13);
    (void)fl_floor_add(&s.floor, FL_KIND_START, FL_SHAPE_2X2, 4, 4);
    (void)fl_floor_add(&s.floor, FL_KIND_NORMAL, FL_SHAPE_2X2, 6, 4);
    (void)fl_floor_add(&s.floor, FL_KIND_NORMAL, FL_SHAPE_1X1, 5, 6);
    (void)fl_floor_add(&s.floor, FL_KIND_NORMAL, FL_SHAPE_1X1, 6, 6);
    fl_floor_link(&s.floor);
    fl_floor_measure(&s.floor);
    fl_metric_compute(&s.work, &s.floor, FL_METRIC_ALL_GROUPS, s.value);
    expect(&s, expected, sizeof expected / sizeof expected[0]);
    close_setup(&s);
}

Test(metric, groups_not_asked_for_stay_empty)
{
    static const char *const rows[] = {"@#B"};
    setup s;
    open_setup(&s, 72);
    draw(&s, rows, 1);
    for (unsigned group = 0; group < FL_METRIC_GROUPS; group++) {
        fl_metric_compute(&s.work, &s.floor, 1u << group, s.value);
        for (unsigned i = 0; i < FL_METRIC_COUNT; i++) {
            bool is_asked = fl_metric_of(i)->group == (fl_metric_group)group;
            cr_expect(is_asked || s.value[i] == FL_GENERATOR_FACT_NONE, "%s came uncalled",
                      fl_metric_of(i)->name);
        }
    }
    close_setup(&s);
}

Test(metric, a_failed_floor_has_only_facts)
{
    setup s;
    open_setup(&s, 72);
    fl_floor_clear(&s.floor, 9, 8);
    s.floor.failure = "no luck";
    s.floor.fact[FL_GENERATOR_FACT_ATTEMPTS] = 12;
    fl_metric_compute(&s.work, &s.floor, FL_METRIC_ALL_GROUPS, s.value);
    for (unsigned i = 0; i < FL_METRIC_COUNT; i++) {
        cr_expect_eq(s.value[i], i == FL_METRIC_ATTEMPTS ? 12 : FL_GENERATOR_FACT_NONE, "%s",
                     fl_metric_of(i)->name);
    }
    close_setup(&s);
}

enum { MOST = 40, FAR = 1000 };

/* Who touches whom, by the board alone, and steps between plan rooms (Floyd and Warshall). */
typedef struct slow {
    int doors[MOST][MOST];
    int steps[MOST][MOST];
    int32_t value[FL_METRIC_COUNT];
} slow;

static void fill_slow(slow *out, const fl_floor *floor)
{
    int n = floor->rooms_n;
    memset(out, 0, sizeof *out);
    for (int cell = 0; cell < floor->width * floor->height; cell++) {
        int x = cell % floor->width;
        int y = cell / floor->width;
        int a = fl_floor_room_at(floor, x, y);
        int beside[2] = {fl_floor_room_at(floor, x + 1, y), fl_floor_room_at(floor, x, y + 1)};
        for (int i = 0; i < 2 && a >= 0; i++) {
            if (beside[i] >= 0 && beside[i] != a) {
                out->doors[a][beside[i]]++;
                out->doors[beside[i]][a]++;
            }
        }
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

/* Steps from the start; an added room is one farther than its nearest plan room. */
static int slow_distance(const slow *s, const fl_floor *floor, int room)
{
    int nearest = floor->rooms[room].is_added ? FAR : s->steps[0][room];
    for (int b = 0; b < floor->rooms_n && floor->rooms[room].is_added; b++) {
        bool is_way = s->doors[room][b] && !floor->rooms[b].is_added && s->steps[0][b] + 1 < nearest;
        nearest = is_way ? s->steps[0][b] + 1 : nearest;
    }
    return nearest;
}

static void slow_room(slow *s, const fl_floor *floor, int room)
{
    const fl_room *at = &floor->rooms[room];
    int32_t *value = s->value;
    int neighbours = 0;
    int plan = 0;
    for (int b = 0; b < floor->rooms_n; b++) {
        bool is_plan = !at->is_added && !floor->rooms[b].is_added;
        neighbours += s->doors[room][b] > 0;
        plan += is_plan && s->doors[room][b] > 0;
        value[FL_METRIC_DOORS] += room < b ? s->doors[room][b] : 0;
        value[FL_METRIC_LOOPS] += is_plan && room < b ? s->doors[room][b] : 0;
        value[FL_METRIC_SIMPLE_LOOPS] += is_plan && room < b && s->doors[room][b] > 0;
        value[FL_METRIC_DOUBLE_DOORS] += room < b && s->doors[room][b] > 1;
        if (is_plan && s->steps[room][b] < FAR && s->steps[room][b] > value[FL_METRIC_DIAMETER_STEPS]) {
            value[FL_METRIC_DIAMETER_STEPS] = s->steps[room][b];
        }
    }
    if (at->kind == FL_KIND_SECRET && value[FL_METRIC_SECRET_NEIGHBOURS] == FL_GENERATOR_FACT_NONE) {
        value[FL_METRIC_SECRET_NEIGHBOURS] = neighbours;
    }
    if (at->kind == FL_KIND_SUPER_SECRET &&
        value[FL_METRIC_SUPER_SECRET_NEIGHBOURS] == FL_GENERATOR_FACT_NONE) {
        value[FL_METRIC_SUPER_SECRET_NEIGHBOURS] = neighbours;
    }
    value[FL_METRIC_BIG_ROOMS] += at->cells_n > 1;
    if (at->cells_n > value[FL_METRIC_LARGEST_ROOM]) {
        value[FL_METRIC_LARGEST_ROOM] = at->cells_n;
    }
    value[FL_METRIC_SPECIAL_ROOMS] += at->kind != FL_KIND_NORMAL && at->kind != FL_KIND_START;
    value[FL_METRIC_FIRST_KIND + (int)at->kind]++;
    value[FL_METRIC_FIRST_SHAPE + (int)at->shape - 1] += at->shape != FL_SHAPE_FREE;
    if (!at->is_added) {
        int distance = s->steps[0][room] < FAR ? s->steps[0][room] : 0;
        int32_t *farthest = &value[FL_METRIC_ECCENTRICITY];
        *farthest = distance > *farthest ? distance : *farthest;
        value[FL_METRIC_PATH_LENGTH_SUM] += distance;
        value[FL_METRIC_PLAN_ROOMS]++;
        value[FL_METRIC_GROWN_ROOMS] += room > 0;
        value[FL_METRIC_LOOPS]--;
        value[FL_METRIC_SIMPLE_LOOPS]--;
        value[FL_METRIC_SINGLE_SHARE] += at->cells_n == 1; /* a number until all are counted */
        value[FL_METRIC_START_NEIGHBOURS] += room > 0 && s->doors[0][room] > 0;
        value[FL_METRIC_DEAD_ENDS] += room > 0 && plan == 1;
        value[FL_METRIC_BRANCHING] += plan >= 3;
        value[FL_METRIC_DEGREE_1 + (plan < 4 ? plan : 4) - 1] += plan > 0;
    }
}

/* Layout rooms that no layout room before them reaches: one of each piece. */
static int32_t slow_pieces(const slow *s, const fl_floor *floor)
{
    int32_t n = 0;
    for (int i = 0; i < floor->rooms_n; i++) {
        int before = 0;
        while (before < i && s->steps[before][i] >= FAR) {
            before++;
        }
        n += before == i && !floor->rooms[i].is_added;
    }
    return n;
}

static void recount(slow *s, const fl_floor *floor)
{
    fill_slow(s, floor);
    s->value[FL_METRIC_SECRET_NEIGHBOURS] = FL_GENERATOR_FACT_NONE;
    s->value[FL_METRIC_SUPER_SECRET_NEIGHBOURS] = FL_GENERATOR_FACT_NONE;
    s->value[FL_METRIC_ROOMS] = floor->rooms_n;
    s->value[FL_METRIC_LOOPS] = s->value[FL_METRIC_SIMPLE_LOOPS] = slow_pieces(s, floor);
    for (int i = 0; i < floor->rooms_n; i++) {
        slow_room(s, floor, i);
    }
    int32_t forced = floor->fact[FL_GENERATOR_FACT_FORCED_ENDS];
    s->value[FL_METRIC_GROWN_ROOMS] -= forced == FL_GENERATOR_FACT_NONE ? 0 : forced;
    s->value[FL_METRIC_GROWN_ROOMS] -= floor->fact[FL_GENERATOR_FACT_SECOND_BOSS] != FL_GENERATOR_FACT_NONE;
    if (s->value[FL_METRIC_GROWN_ROOMS] < 0) {
        s->value[FL_METRIC_GROWN_ROOMS] = FL_GENERATOR_FACT_NONE;
    }
    for (int i = 0; i < floor->width * floor->height; i++) {
        s->value[FL_METRIC_TILES] += floor->owner[i] != FL_FLOOR_EMPTY;
    }
    s->value[FL_METRIC_SINGLE_SHARE] =
        s->value[FL_METRIC_SINGLE_SHARE] * 1000 / s->value[FL_METRIC_PLAN_ROOMS];
    int farthest = s->value[FL_METRIC_ECCENTRICITY];
    int distance = slow_distance(s, floor, fl_floor_end(floor));
    bool is_reached = distance < FAR;
    s->value[FL_METRIC_BOSS_DISTANCE] = is_reached ? distance : FL_GENERATOR_FACT_NONE;
    s->value[FL_METRIC_LINEARITY] = !is_reached    ? FL_GENERATOR_FACT_NONE
                                    : farthest > 0 ? distance * 1000 / farthest
                                                   : 1000;
}

/* Facts are copied, not counted; the box is checked below, difficulties on a floor by hand; other groups have
 * tests of their own. */
static bool is_recounted(unsigned metric)
{
    fl_metric_group group = fl_metric_of(metric)->group;
    bool is_here = group == FL_METRIC_COUNTS || group == FL_METRIC_DEGREES || group == FL_METRIC_DISTANCES ||
                   group == FL_METRIC_DIAMETER;
    bool is_of_interiors = metric == FL_METRIC_DIFFICULTY_LEAST || metric == FL_METRIC_DIFFICULTY_MOST ||
                           (metric >= FL_METRIC_INTERIOR_FIRST && metric <= FL_METRIC_DIFFICULTY_OF_ONE);
    return is_here && metric != FL_METRIC_WIDTH && metric != FL_METRIC_HEIGHT && !is_of_interiors;
}

static void expect_box(const setup *s)
{
    const fl_floor *floor = &s->floor;
    int columns = 0;
    int rows = 0;
    for (int x = 0; x < floor->width; x++) {
        int n = 0;
        for (int y = 0; y < floor->height; y++) {
            n += floor->owner[y * floor->width + x] != FL_FLOOR_EMPTY;
        }
        columns += n > 0; /* the floor is connected: no empty column in between */
    }
    for (int y = 0; y < floor->height; y++) {
        int n = 0;
        for (int x = 0; x < floor->width; x++) {
            n += floor->owner[y * floor->width + x] != FL_FLOOR_EMPTY;
        }
        rows += n > 0;
    }
    cr_assert_eq(s->value[FL_METRIC_WIDTH], columns);
    cr_assert_eq(s->value[FL_METRIC_HEIGHT], rows);
}

Test(metric, equals_slow_recounting_on_random_floors)
{
    static slow expected;
    setup s;
    open_setup(&s, FL_RANDOM_FLOOR_CELLS);
    for (unsigned i = 0; i < 20000; i++) {
        fl_random_floor_make(&s.floor, i);
        cr_assert_leq(s.floor.rooms_n, MOST);
        recount(&expected, &s.floor);
        fl_metric_compute(&s.work, &s.floor, FL_METRIC_ALL_GROUPS, s.value);
        for (unsigned metric = 0; metric < FL_METRIC_COUNT; metric++) {
            cr_assert(!is_recounted(metric) || s.value[metric] == expected.value[metric],
                      "floor %u: %s is %d, expected %d", i, fl_metric_of(metric)->name, s.value[metric],
                      expected.value[metric]);
        }
        expect_box(&s);
    }
    close_setup(&s);
}
