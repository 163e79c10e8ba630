/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Ranks and orders of special rooms on floors drawn by hand, and against a literal count on random ones. */
#include "analysis/metric/metric_private.h"
#include "tests/unit/random_floor.h"

#include <criterion/criterion.h>

#include <string.h>

enum { SIDE = 12 };

typedef struct scene {
    fl_floor floor;
    int32_t value[FL_METRIC_COUNT];
} scene;

static void count(scene *self)
{
    for (unsigned i = 0; i < FL_METRIC_COUNT; i++) {
        self->value[i] = FL_GENERATOR_FACT_NONE;
    }
    fl_metric_dead_end_rank_count(&self->floor, self->value);
}

static fl_kind kind_of(char sign)
{
    for (int i = 0; i < FL_KIND_COUNT; i++) {
        if (fl_kind_of((fl_kind)i)->sign == sign) {
            return (fl_kind)i;
        }
    }
    return FL_KIND_NORMAL;
}

/* Rows with '/' between, one room per sign of the table of kinds, 'o' normal; the start first. */
static void draw(scene *self, const char *map)
{
    cr_assert_eq(fl_floor_init(&self->floor, SIDE * SIDE), FL_OK);
    fl_floor_clear(&self->floor, SIDE, SIDE);
    for (int round = 0; round < 2; round++) {
        int x = 0;
        int y = 0;
        for (const char *p = map; *p; p++) {
            if (*p != '/' && *p != '.' && (*p == '@') == (round == 0)) {
                unsigned room =
                    fl_floor_add(&self->floor, *p == 'o' ? FL_KIND_NORMAL : kind_of(*p), FL_SHAPE_1X1, x, y);
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
    fl_floor_free(&s.floor);
}

Test(dead_end_rank, shop_counts_farther_dead_ends)
{
    expect("$@oooB", FL_METRIC_SHOP_RANK, 2);
    expect("$@ooB", FL_METRIC_SHOP_IS_THIRD, 0);
    expect("B@ooo$", FL_METRIC_SHOP_RANK, 1);
    expect("B@ooo", FL_METRIC_SHOP_RANK, FL_GENERATOR_FACT_NONE);
}

Test(dead_end_rank, a_shop_among_equals_can_be_called_third)
{
    expect("..!/..o/Bo@o$", FL_METRIC_SHOP_RANK, 1);
    expect("..!/..o/Bo@o$", FL_METRIC_SHOP_IS_THIRD, 1);
    expect("..!/..o/Boo@$", FL_METRIC_SHOP_RANK, 3);
    expect("..!/..o/Boo@$", FL_METRIC_SHOP_IS_THIRD, 1);
}

Test(dead_end_rank, place_of_the_shop_is_among_the_ends_it_could_have)
{
    expect("..o/..o/$o@oB/..o/..o/..o", FL_METRIC_SHOP_END_PLACE, 31);
    expect("o@oo$", FL_METRIC_SHOP_END_PLACE, 21);
    expect("$@oB", FL_METRIC_SHOP_END_PLACE, 10);
    expect("o$o@o", FL_METRIC_SHOP_END_PLACE, FL_GENERATOR_FACT_NONE);
    expect("oo@o", FL_METRIC_SHOP_END_PLACE, FL_GENERATOR_FACT_NONE);
}

Test(dead_end_rank, boss_is_held_against_dead_ends)
{
    expect("B@oo$", FL_METRIC_BOSS_RANK, 2);
    expect("$@ooB", FL_METRIC_BOSS_RANK, 1);
    expect("$@ooB", FL_METRIC_BOSS_OWN_RANK, FL_GENERATOR_FACT_NONE);
}

Test(dead_end_rank, dead_ends_beyond_the_nearest_special_room)
{
    expect("$@ooB", FL_METRIC_ENDS_BEYOND, 1);
    expect("o@oo$", FL_METRIC_ENDS_BEYOND, 0);
    expect("..o/..o/$o@oB/..o/..o/..o", FL_METRIC_ENDS_BEYOND, 1);
    expect("oo@o", FL_METRIC_ENDS_BEYOND, FL_GENERATOR_FACT_NONE);
    expect("@ooB", FL_METRIC_ENDS_BEYOND, 0); /* the start is no special room in a dead end */
}

Test(dead_end_rank, bosses_may_be_left_out_of_both)
{
    expect("$@ooB", FL_METRIC_ENDS_BEYOND_SPECIALS, 0);
    expect("o@oo$", FL_METRIC_ENDS_BEYOND_SPECIALS, 0);
    expect("..o/..o/$o@oB/..o/..o/..o", FL_METRIC_ENDS_BEYOND_SPECIALS, 1);
    expect("$@oooo/..B", FL_METRIC_ENDS_BEYOND_SPECIALS, 1);
    expect("B@ooo", FL_METRIC_ENDS_BEYOND_SPECIALS, FL_GENERATOR_FACT_NONE); /* a boss alone is none */
}

Test(dead_end_rank, rooms_that_are_normal_or_there_by_chance)
{
    expect("oo@o$B", FL_METRIC_NORMAL_OR_CHANCE, 3);
    expect("..o/..o/$o@oB/..!/..o", FL_METRIC_NORMAL_OR_CHANCE, 5);
    expect("@B", FL_METRIC_NORMAL_OR_CHANCE, 0);
}

Test(dead_end_rank, own_rank_goes_by_the_generators_depths)
{
    scene s;
    draw(&s, "$@ooB");
    s.floor.has_own_measure = true;
    for (unsigned i = 0; i < s.floor.rooms_n; i++) {
        s.floor.rooms[i].own_distance = s.floor.rooms[i].kind == FL_KIND_SHOP ? 7 : 3;
        s.floor.rooms[i].is_own_dead_end = s.floor.rooms[i].kind == FL_KIND_SHOP;
    }
    count(&s);
    cr_expect_eq(s.value[FL_METRIC_BOSS_OWN_RANK], 2);
    cr_expect_eq(s.value[FL_METRIC_ORDER_BROKEN], 1);
    cr_expect_eq(s.value[FL_METRIC_BOSS_EARLIER_ENDS], 0);
    s.floor.rooms[1].own_distance = 3; /* the shop, placed before the boss */
    count(&s);
    cr_expect_eq(s.value[FL_METRIC_BOSS_OWN_RANK], 1);
    cr_expect_eq(s.value[FL_METRIC_BOSS_EARLIER_ENDS], 1);
    fl_floor_free(&s.floor);
}

Test(dead_end_rank, order_counts_neighbours_out_of_order)
{
    expect("$@o!ooB", FL_METRIC_ORDER_BROKEN, 0);
    expect("!@oo$ooB", FL_METRIC_ORDER_BROKEN, 1);
    expect("T@o$ooB/.o/.ooooL", FL_METRIC_ORDER_BROKEN, 0);
    expect("T@o$ooB/.o/.ooooL", FL_METRIC_ORDER_BROKEN_ALL, 1);
    expect("@oo", FL_METRIC_ORDER_BROKEN, FL_GENERATOR_FACT_NONE);
}

Test(dead_end_rank, specials_off_ends_leave_bosses_out)
{
    expect("@oo$o", FL_METRIC_SPECIALS_OFF_ENDS, 1);
    expect("@ooB$", FL_METRIC_SPECIALS_OFF_ENDS, 0);
}

Test(dead_end_rank, shares_of_single_dead_ends)
{
    scene s;
    draw(&s, "@oo");
    fl_floor_add(&s.floor, FL_KIND_NORMAL, FL_SHAPE_2X2, 0, 1);
    fl_floor_link(&s.floor);
    fl_floor_measure(&s.floor);
    count(&s);
    cr_expect_eq(s.value[FL_METRIC_DEAD_END_SINGLES], 1000, "the large room touches two");
    fl_floor_clear(&s.floor, SIDE, SIDE);
    fl_floor_add(&s.floor, FL_KIND_START, FL_SHAPE_1X1, 1, 0);
    fl_floor_add(&s.floor, FL_KIND_NORMAL, FL_SHAPE_1X1, 0, 0);
    fl_floor_add(&s.floor, FL_KIND_NORMAL, FL_SHAPE_2X2, 2, 0);
    fl_floor_add(&s.floor, FL_KIND_NORMAL, FL_SHAPE_2X2, 1, 2);
    fl_floor_link(&s.floor);
    fl_floor_measure(&s.floor);
    count(&s);
    cr_expect_eq(s.value[FL_METRIC_DEAD_END_SINGLES], 500);
    fl_floor_free(&s.floor);
}

/* The shop's rank by sorting all dead ends. */
static int32_t slow_rank(const fl_floor *floor, int distance)
{
    int sorted[FL_RANDOM_FLOOR_CELLS];
    int n = 0;
    for (unsigned i = 0; i < floor->rooms_n; i++) {
        if (!floor->rooms[i].is_dead_end) {
            continue;
        }
        int at = n++;
        while (at > 0 && sorted[at - 1] < floor->rooms[i].distance) {
            sorted[at] = sorted[at - 1];
            at--;
        }
        sorted[at] = floor->rooms[i].distance;
    }
    int rank = 0;
    while (rank < n && sorted[rank] > distance) {
        rank++;
    }
    return rank + 1;
}

Test(dead_end_rank, equals_sorting_on_random_floors)
{
    static scene s;
    cr_assert_eq(fl_floor_init(&s.floor, FL_RANDOM_FLOOR_CELLS), FL_OK);
    for (unsigned i = 0; i < 5000; i++) {
        fl_random_floor_make(&s.floor, i);
        count(&s);
        int end = fl_floor_end(&s.floor);
        cr_assert_eq(s.value[FL_METRIC_BOSS_RANK], slow_rank(&s.floor, s.floor.rooms[end].distance));
        for (unsigned k = 0; k < s.floor.rooms_n; k++) {
            if (s.floor.rooms[k].kind == FL_KIND_SHOP) {
                cr_assert_eq(s.value[FL_METRIC_SHOP_RANK], slow_rank(&s.floor, s.floor.rooms[k].distance));
                break;
            }
        }
    }
    fl_floor_free(&s.floor);
}
