/* SPDX-License-Identifier: MIT */
/* Metrics of which room a roll placed. A roll that found no free dead end has no value: documented odds
 * assume a dead end. */
#include "analysis/metric/metric_private.h"
#include "gen/floor/door/door.h"

#include <string.h>

typedef struct slot {
    fl_metric metric;
    const char *roll;
    const char *alias; /* the roll's name in rules where it has only one kind */
    const char *other; /* the roll of the second kind */
} slot;

static const slot slots[] = {
    {FL_METRIC_SLOT_DICE_OR_SACRIFICE, "dice_or_sacrifice", "sacrifice", "dice"},
    {FL_METRIC_SLOT_LIBRARY, "library", NULL, NULL},
    {FL_METRIC_SLOT_CURSE, "curse", NULL, NULL},
    {FL_METRIC_SLOT_MINIBOSS, "miniboss", NULL, NULL},
    {FL_METRIC_SLOT_CHALLENGE, "challenge", NULL, NULL},
    {FL_METRIC_SLOT_ARCADE_OR_VAULT, "arcade_or_vault", "arcade", "vault"},
    {FL_METRIC_SLOT_BEDROOM, "bedroom", NULL, "clean_bedroom"},
    {FL_METRIC_SLOT_PLANETARIUM, "planetarium", NULL, NULL},
};

/* Returns the number of a roll, -1 if the floor has none of that name. */
static int find(const fl_floor *floor, const char *name)
{
    for (int i = 0; i < floor->rolls_n && name; i++) {
        if (strcmp(floor->roll_names[i], name) == 0) {
            return i;
        }
    }
    return -1;
}

/* True if the floor has a room of the kind, since the two kinds of challenge rooms share a roll. */
static bool has_kind(const fl_floor *floor, fl_kind kind)
{
    for (unsigned i = 0; i < floor->rooms_n; i++) {
        if (floor->rooms[i].kind == kind) {
            return true;
        }
    }
    return false;
}

static int32_t read_slot(const fl_floor *floor, const slot *at)
{
    int roll = find(floor, at->roll);
    roll = roll < 0 ? find(floor, at->alias) : roll;
    int other = find(floor, at->other);
    if (roll < 0) {
        return FL_GENERATOR_FACT_NONE;
    }
    if (!(floor->roll[roll] & FL_ROLL_PLACED)) {
        return floor->roll[roll] & FL_ROLL_NO_DEAD_END ? FL_GENERATOR_FACT_NONE : 0;
    }
    bool is_other = at->metric == FL_METRIC_SLOT_CHALLENGE
                        ? has_kind(floor, FL_KIND_BOSS_CHALLENGE)
                        : other >= 0 && (floor->roll[other] & FL_ROLL_PLACED);
    return is_other ? 2 : 1;
}

void fl_metric_roll_slots_count(const fl_floor *floor, int32_t *out)
{
    for (size_t i = 0; i < sizeof slots / sizeof slots[0]; i++) {
        out[slots[i].metric] = read_slot(floor, &slots[i]);
    }
}

void fl_metric_door_prices_count(const fl_floor *floor, int32_t *out)
{
    static const fl_metric metric[FL_DOOR_PRICES] = {
        [FL_DOOR_OPEN] = FL_METRIC_OPEN_DOORS,     [FL_DOOR_COIN] = FL_METRIC_COIN_DOORS,
        [FL_DOOR_KEY] = FL_METRIC_KEY_DOORS,       [FL_DOOR_TWO_KEYS] = FL_METRIC_KEY_DOORS,
        [FL_DOOR_HEALTH] = FL_METRIC_HEALTH_DOORS, [FL_DOOR_HEARTS] = FL_METRIC_HEARTS_DOORS,
        [FL_DOOR_BOMB] = FL_METRIC_BOMB_DOORS,     [FL_DOOR_WALL] = FL_METRIC_WALLS,
    };
    for (int i = 0; i < FL_DOOR_PRICES; i++) {
        out[metric[i]] = 0;
    }
    for (uint32_t i = 0; i < floor->doors_n; i++) {
        out[metric[fl_door_price_of(floor, &floor->doors[i])]]++;
    }
}
