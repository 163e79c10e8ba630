/* SPDX-License-Identifier: MIT */
/* Doors by what they ask for (gen/floor/door). */
#include "analysis/metric/metric_private.h"
#include "gen/floor/door/door.h"

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
