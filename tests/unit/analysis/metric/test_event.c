/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Events on floors made by hand: asked when their condition holds, hit when it came true. */
#include "analysis/metric/metric.h"

#include <criterion/criterion.h>

#include <string.h>

enum { SIDE = 8 };

typedef struct scene {
    fl_floor floor;
    fl_metric_work work;
    int32_t value[FL_METRIC_COUNT];
} scene;

/* What a room is, by its sign: @ start, B boss and end, b boss but no end, ? secret, o normal. */
static void add_room(fl_floor *floor, char sign, int x, int y)
{
    fl_kind kind = sign == '@'                  ? FL_KIND_START
                   : sign == 'B' || sign == 'b' ? FL_KIND_BOSS
                   : sign == '?'                ? FL_KIND_SECRET
                                                : FL_KIND_NORMAL;
    unsigned room = fl_floor_add(floor, kind, FL_SHAPE_1X1, x, y);
    floor->rooms[room].is_end = sign == 'B';
    floor->rooms[room].is_added = sign == '?';
}

/* Rows with '/' between; the start first, secret rooms last. */
static void draw(scene *self, const char *map)
{
    static const char order[] = "@oBb?";
    cr_assert_eq(fl_floor_init(&self->floor, SIDE * SIDE), FL_OK);
    cr_assert_eq(fl_metric_init(&self->work, SIDE * SIDE), FL_OK);
    fl_floor_clear(&self->floor, SIDE, SIDE);
    for (const char *sign = order; *sign; sign++) {
        int x = 0;
        int y = 0;
        for (const char *p = map; *p; p++) {
            if (*p == *sign) {
                add_room(&self->floor, *p, x, y);
            }
            x = *p == '/' ? 0 : x + 1;
            y += *p == '/';
        }
    }
    fl_floor_link(&self->floor);
    fl_floor_measure(&self->floor);
    fl_metric_compute(&self->work, &self->floor, FL_METRIC_ALL_GROUPS, self->value);
}

static fl_event_answer ask(const scene *self, const char *name)
{
    size_t n = 0;
    const fl_event_row *rows = fl_metric_event_all(&n);
    for (size_t i = 0; i < n; i++) {
        if (strcmp(rows[i].name, name) == 0) {
            return rows[i].ask(&self->floor, self->value);
        }
    }
    cr_assert_fail("there is no event %s", name);
    return FL_EVENT_NOT_ASKED;
}

static void clean(scene *self)
{
    fl_floor_free(&self->floor);
    fl_metric_free(&self->work);
}

static void expect(const char *map, const char *name, fl_event_answer answer)
{
    scene s;
    draw(&s, map);
    cr_expect_eq(ask(&s, name), answer, "%s on %s", name, map);
    clean(&s);
}

Test(event, boss_is_farthest_compares_with_all_plan_rooms)
{
    expect("@ooB", "boss_is_farthest", FL_EVENT_HIT);
    expect("oooo@ooB", "boss_is_farthest", FL_EVENT_MISS);
    expect("ooo@ooB", "boss_is_farthest", FL_EVENT_HIT);
    expect("@ooo", "boss_is_farthest", FL_EVENT_NOT_ASKED);
    expect("@ooBo", "boss_is_farthest", FL_EVENT_MISS);
    expect("@ooB?", "boss_is_farthest", FL_EVENT_HIT);
}

Test(event, boss_touches_start_at_distance_one)
{
    expect("@B", "boss_touches_start", FL_EVENT_HIT);
    expect("@oB", "boss_touches_start", FL_EVENT_MISS);
    expect("@ob", "boss_touches_start", FL_EVENT_NOT_ASKED);
}

Test(event, boss_is_dead_end_counts_plan_neighbours)
{
    expect("@oB", "boss_is_dead_end", FL_EVENT_HIT);
    expect("@oBo", "boss_is_dead_end", FL_EVENT_MISS);
    expect("@oB?", "boss_is_dead_end", FL_EVENT_HIT);
    expect("@oo", "boss_is_dead_end", FL_EVENT_NOT_ASKED);
}

Test(event, has_loop_leaves_secret_rooms_out)
{
    expect("@oB", "has_loop", FL_EVENT_MISS);
    expect("@o/oB", "has_loop", FL_EVENT_HIT);
    expect("@o/?B", "has_loop", FL_EVENT_MISS);
}

Test(event, secret_touches_end_room_looks_at_dead_ends)
{
    expect("@oo/.?B", "secret_touches_end_room", FL_EVENT_HIT);
    expect("@ooB/.?", "secret_touches_end_room", FL_EVENT_MISS);
    expect("@ooB", "secret_touches_end_room", FL_EVENT_NOT_ASKED);
    expect("?@oB", "secret_touches_end_room", FL_EVENT_MISS);
}

static void expect_secret(const char *map, int32_t criterion, fl_event_answer answer)
{
    scene s;
    draw(&s, map);
    s.floor.fact[FL_GENERATOR_FACT_SECRET_CRITERION] = criterion;
    cr_expect_eq(ask(&s, "has_secret"), answer, "%s", map);
    s.floor.failure = "failed";
    cr_expect_eq(ask(&s, "has_secret"), FL_EVENT_NOT_ASKED);
    clean(&s);
}

Test(event, has_secret_is_asked_where_one_was_looked_for)
{
    expect_secret("@oB", FL_GENERATOR_FACT_NONE, FL_EVENT_NOT_ASKED);
    expect_secret("@oB", 0, FL_EVENT_MISS);
    expect_secret("@oB/.?", 2, FL_EVENT_HIT);
}

static void expect_best(const char *map, int32_t best, fl_event_answer answer)
{
    scene s;
    draw(&s, map);
    s.floor.fact[FL_GENERATOR_FACT_SECRET_BEST] = best;
    cr_expect_eq(ask(&s, "secret_best_available"), answer, "%s with %d", map, (int)best);
    clean(&s);
}

Test(event, secret_best_available_is_asked_where_three_were_offered)
{
    expect_best("@o/?o/Bo", FL_GENERATOR_FACT_NONE, FL_EVENT_NOT_ASKED);
    expect_best("@o/?o/Bo", 0, FL_EVENT_NOT_ASKED);
    expect_best("@o/?o/Bo", 1, FL_EVENT_HIT);
    expect_best("@o/?B", 1, FL_EVENT_MISS);
    expect_best("@oB", 1, FL_EVENT_MISS);
}

Test(event, has_open_way_looks_for_doors_that_ask_for_nothing)
{
    expect("@ooB", "has_open_way", FL_EVENT_HIT);
    expect("@o?B", "has_open_way", FL_EVENT_MISS);
    expect("@o?B/.ooo", "has_open_way", FL_EVENT_HIT);
    expect("@oo", "has_open_way", FL_EVENT_NOT_ASKED);
}

Test(event, failed_floors_answer_only_that_they_failed)
{
    scene s;
    size_t n = 0;
    const fl_event_row *rows = fl_metric_event_all(&n);
    draw(&s, "@oB");
    cr_expect_eq(ask(&s, "floor_failed"), FL_EVENT_MISS);
    fl_floor_clear(&s.floor, SIDE, SIDE);
    s.floor.failure = "no layout was accepted";
    fl_metric_compute(&s.work, &s.floor, FL_METRIC_ALL_GROUPS, s.value);
    cr_expect_eq(ask(&s, "floor_failed"), FL_EVENT_HIT);
    for (size_t i = 1; i < n; i++) {
        cr_expect_eq(rows[i].ask(&s.floor, s.value), FL_EVENT_NOT_ASKED, "%s", rows[i].name);
    }
    clean(&s);
}

/* An event that reads a group it does not name would see nothing of it in an experiment that asks for little
 * else. */
Test(event, groups_of_an_event_suffice_for_its_answer)
{
    static const char *const maps[] = {"@oo/.?B", "@o/oB", "@B", "@ooBo", "@o/?o/Bo"};
    size_t n = 0;
    const fl_event_row *rows = fl_metric_event_all(&n);
    for (size_t m = 0; m < sizeof maps / sizeof maps[0]; m++) {
        scene s;
        draw(&s, maps[m]);
        s.floor.fact[FL_GENERATOR_FACT_SECRET_CRITERION] = 1;
        s.floor.fact[FL_GENERATOR_FACT_SECRET_BEST] = 1;
        for (size_t i = 0; i < n; i++) {
            int32_t little[FL_METRIC_COUNT];
            fl_metric_compute(&s.work, &s.floor, rows[i].groups, little);
            cr_expect_eq(rows[i].ask(&s.floor, little), rows[i].ask(&s.floor, s.value), "%s on %s",
                         rows[i].name, maps[m]);
        }
        clean(&s);
    }
}

Test(event, names_of_events_are_unique_and_fit)
{
    size_t n = 0;
    const fl_event_row *rows = fl_metric_event_all(&n);
    for (size_t i = 0; i < n; i++) {
        cr_expect_lt(strlen(rows[i].name), (size_t)FL_EVENT_NAME);
        for (size_t k = 0; k < i; k++) {
            cr_expect_str_neq(rows[i].name, rows[k].name);
        }
    }
    cr_expect_leq(n + (size_t)FL_GATE_MAX * FL_GATE_FLAGS, (size_t)FL_EVENT_MAX);
}

/* Which flag a flag's question waits for; -1 = it is always asked. */
static int condition_of(unsigned bit)
{
    static const int condition[FL_GATE_FLAGS] = {-1, 0, 0, 2, 0, -1, -1};
    return condition[bit];
}

Test(event, gate_flags_are_asked_under_their_condition)
{
    for (unsigned gate = 0; gate < 1u << FL_GATE_FLAGS; gate++) {
        for (unsigned bit = 0; bit < FL_GATE_FLAGS; bit++) {
            int condition = condition_of(bit);
            bool is_asked = condition < 0 || (gate >> condition & 1);
            fl_event_answer expected = !is_asked           ? FL_EVENT_NOT_ASKED
                                       : (gate >> bit & 1) ? FL_EVENT_HIT
                                                           : FL_EVENT_MISS;
            cr_expect_eq(fl_metric_event_ask_gate((fl_gate)gate, bit), expected, "flag %u of %x", bit, gate);
        }
    }
}

Test(event, gate_names_hold_gate_and_flag)
{
    char name[FL_EVENT_NAME];
    fl_metric_event_gate_name("sacrifice", 4, name);
    cr_expect_str_eq(name, "gate.sacrifice.passed");
    fl_metric_event_gate_name("arcade", 0, name);
    cr_expect_str_eq(name, "gate.arcade.rolled");
}
