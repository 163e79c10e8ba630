/* SPDX-License-Identifier: MIT */
/* The table of events, and rolls read as events. */
#include "analysis/metric/metric.h"
#include "gen/floor/door/door.h"

#include <stdio.h>

static fl_event_answer answer(bool is_hit)
{
    return is_hit ? FL_EVENT_HIT : FL_EVENT_MISS;
}

static fl_event_answer has_failed(const fl_floor *floor, const int32_t *values)
{
    (void)values;
    return answer(floor->failure != NULL);
}

static fl_event_answer boss_is_farthest(const fl_floor *floor, const int32_t *values)
{
    (void)floor;
    return values[FL_METRIC_BOSS_DISTANCE] == FL_GENERATOR_FACT_NONE
               ? FL_EVENT_NOT_ASKED
               : answer(values[FL_METRIC_BOSS_DISTANCE] == values[FL_METRIC_ECCENTRICITY]);
}

static fl_event_answer boss_touches_start(const fl_floor *floor, const int32_t *values)
{
    (void)floor;
    return values[FL_METRIC_BOSS_DISTANCE] == FL_GENERATOR_FACT_NONE
               ? FL_EVENT_NOT_ASKED
               : answer(values[FL_METRIC_BOSS_DISTANCE] == 1);
}

static fl_event_answer boss_is_dead_end(const fl_floor *floor, const int32_t *values)
{
    (void)values;
    int end = fl_floor_end(floor);
    return end < 0 ? FL_EVENT_NOT_ASKED : answer(floor->rooms[end].is_dead_end);
}

static fl_event_answer has_loop(const fl_floor *floor, const int32_t *values)
{
    (void)floor;
    return values[FL_METRIC_LOOPS] == FL_GENERATOR_FACT_NONE ? FL_EVENT_NOT_ASKED
                                                             : answer(values[FL_METRIC_LOOPS] > 0);
}

static fl_event_answer has_secret(const fl_floor *floor, const int32_t *values)
{
    bool has_secret_rules = floor->fact[FL_GENERATOR_FACT_SECRET_CRITERION] != FL_GENERATOR_FACT_NONE ||
                            floor->fact[FL_GENERATOR_FACT_SECRET_BEST] != FL_GENERATOR_FACT_NONE;
    if (floor->failure || !has_secret_rules) {
        return FL_EVENT_NOT_ASKED;
    }
    return answer(values[FL_METRIC_FIRST_KIND + FL_KIND_SECRET] > 0);
}

static fl_event_answer secret_touches_end_room(const fl_floor *floor, const int32_t *values)
{
    if (values[FL_METRIC_SECRET_NEIGHBOURS] == FL_GENERATOR_FACT_NONE) {
        return FL_EVENT_NOT_ASKED;
    }
    bool touches = false;
    for (uint32_t i = 0; i < floor->doors_n; i++) {
        const fl_room *a = &floor->rooms[floor->doors[i].room_a];
        const fl_room *b = &floor->rooms[floor->doors[i].room_b];
        touches |=
            (a->kind == FL_KIND_SECRET && b->is_dead_end) || (b->kind == FL_KIND_SECRET && a->is_dead_end);
    }
    return answer(touches);
}

static fl_event_answer secret_best_available(const fl_floor *floor, const int32_t *values)
{
    bool has_best_cell = floor->fact[FL_GENERATOR_FACT_SECRET_BEST] != FL_GENERATOR_FACT_NONE &&
                         floor->fact[FL_GENERATOR_FACT_SECRET_BEST] > 0;
    return has_best_cell ? answer(values[FL_METRIC_SECRET_NEIGHBOURS] >= 3) : FL_EVENT_NOT_ASKED;
}

static fl_event_answer has_open_way(const fl_floor *floor, const int32_t *values)
{
    (void)values;
    int end = fl_floor_end(floor);
    return end < 0 ? FL_EVENT_NOT_ASKED : answer(fl_door_has_open_way(floor, 0, (unsigned)end));
}

#define FL_EVENT_GROUPS(a, b) (1u << FL_METRIC_##a | 1u << FL_METRIC_##b)
static const fl_event_row rows[FL_EVENT_ROWS] = {
    [FL_EVENT_FLOOR_FAILED] = {"floor_failed", "no layout was accepted", 0, has_failed},
    [FL_EVENT_BOSS_IS_FARTHEST] = {"boss_is_farthest",
                                   "no layout room is farther from the start than the end room",
                                   FL_EVENT_GROUPS(DISTANCES, DISTANCES), boss_is_farthest},
    [FL_EVENT_BOSS_TOUCHES_START] = {"boss_touches_start", "the end room is next to the start",
                                     FL_EVENT_GROUPS(DISTANCES, DISTANCES), boss_touches_start},
    [FL_EVENT_BOSS_IS_DEAD_END] = {"boss_is_dead_end", "the end room has one neighbouring layout room", 0,
                                   boss_is_dead_end},
    [FL_EVENT_HAS_LOOP] = {"has_loop", "the layout has a loop", FL_EVENT_GROUPS(DEGREES, DEGREES), has_loop},
    [FL_EVENT_HAS_SECRET] = {"has_secret", "there is a secret room", FL_EVENT_GROUPS(COUNTS, COUNTS),
                             has_secret},
    [FL_EVENT_SECRET_TOUCHES_END_ROOM] = {"secret_touches_end_room", "the secret room is next to a dead end",
                                          FL_EVENT_GROUPS(DEGREES, DEGREES), secret_touches_end_room},
    [FL_EVENT_SECRET_BEST_AVAILABLE] =
        {"secret_best_available", "given a cell with three neighbours, the secret room has three or more",
         FL_EVENT_GROUPS(DEGREES, DEGREES), secret_best_available},
    [FL_EVENT_HAS_OPEN_WAY] = {"has_open_way",
                               "a way from the start to the end room has only doors that ask for nothing", 0,
                               has_open_way},
};

const fl_event_row *fl_metric_event_all(size_t *n)
{
    if (n) {
        *n = sizeof rows / sizeof rows[0];
    }
    return rows;
}

void fl_metric_event_roll_name(const char *roll, unsigned bit, char out[FL_EVENT_NAME])
{
    snprintf(out, FL_EVENT_NAME, "roll.%s.%s", roll, fl_roll_flag_name(bit));
}

fl_event_answer fl_metric_event_ask_roll(fl_roll roll, unsigned bit)
{
    unsigned flag = 1u << bit;
    return fl_metric_event_asked(roll) & flag ? answer(roll & flag) : FL_EVENT_NOT_ASKED;
}
