/* The table of metrics: names, groups, and values on floors drawn by hand. */
#include "analysis/metric/metric.h"

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

static void expect(const setup *self, const expectation *rows, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        unsigned metric = fl_metric_named(rows[i].name);
        cr_assert_lt(metric, (unsigned)FL_METRIC_COUNT, "%s", rows[i].name);
        cr_expect_eq(self->value[metric], rows[i].value, "%s is %d, expected %d", rows[i].name,
                     self->value[metric], rows[i].value);
    }
}

Test(metric, names_are_unique_and_found)
{
    for (unsigned i = 0; i < FL_METRIC_COUNT; i++) {
        cr_expect_eq(fl_metric_named(fl_metric_of(i)->name), i, "%s", fl_metric_of(i)->name);
        cr_expect_gt(strlen(fl_metric_of(i)->meaning), 0u);
    }
    cr_expect_eq(fl_metric_named("room"), (unsigned)FL_METRIC_COUNT);
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
        {"double_doors", 0},
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
        {"rooms", 4},    {"tiles", 10},    {"big_rooms", 2}, {"loops", 2},    {"double_doors", 1},
        {"doors", 5},    {"shape_2x2", 2}, {"shape_1x1", 2}, {"width", 4},    {"height", 3},
        {"degree_1", 0}, {"degree_2", 4},  {"branching", 0}, {"diameter", 2}, {"dead_ends", 0},
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
            cr_expect(is_asked || s.value[i] == FL_FACT_NONE, "%s came uncalled", fl_metric_of(i)->name);
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
    s.floor.fact[FL_FACT_ATTEMPTS] = 12;
    fl_metric_compute(&s.work, &s.floor, FL_METRIC_ALL_GROUPS, s.value);
    for (unsigned i = 0; i < FL_METRIC_COUNT; i++) {
        cr_expect_eq(s.value[i], i == FL_METRIC_ATTEMPTS ? 12 : FL_FACT_NONE, "%s", fl_metric_of(i)->name);
    }
    close_setup(&s);
}
