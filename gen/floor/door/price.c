/* SPDX-License-Identifier: MIT */
/* Curse rooms, challenge rooms and secret rooms as Gao 2022, 6, describes them; keys, coins and bedrooms as
 * in Rebirth. A treasure room counts as locked, although the first floor's is open. */
#include "gen/floor/door/door.h"

const fl_door_price_row *fl_door_row_of(fl_door_price price)
{
#define FL_DOOR_ROW(symbol, name, meaning) {name, meaning},
    static const fl_door_price_row rows[FL_DOOR_PRICES] = {FL_DOOR_PRICE_TABLE(FL_DOOR_ROW)};
#undef FL_DOOR_ROW
    return &rows[price < FL_DOOR_PRICES ? price : FL_DOOR_WALL];
}

fl_door_price fl_door_of_kind(fl_kind kind)
{
    static const uint8_t price[FL_KIND_COUNT] = {
        [FL_KIND_SHOP] = FL_DOOR_KEY,           [FL_KIND_TREASURE] = FL_DOOR_KEY,
        [FL_KIND_SECRET] = FL_DOOR_BOMB,        [FL_KIND_SUPER_SECRET] = FL_DOOR_BOMB,
        [FL_KIND_ULTRA_SECRET] = FL_DOOR_BOMB,  [FL_KIND_DICE] = FL_DOOR_TWO_KEYS,
        [FL_KIND_LIBRARY] = FL_DOOR_KEY,        [FL_KIND_CURSE] = FL_DOOR_HEARTS,
        [FL_KIND_CHALLENGE] = FL_DOOR_HEALTH,   [FL_KIND_BOSS_CHALLENGE] = FL_DOOR_HEALTH,
        [FL_KIND_ARCADE] = FL_DOOR_COIN,        [FL_KIND_VAULT] = FL_DOOR_TWO_KEYS,
        [FL_KIND_CLEAN_BEDROOM] = FL_DOOR_BOMB, [FL_KIND_DIRTY_BEDROOM] = FL_DOOR_BOMB,
        [FL_KIND_PLANETARIUM] = FL_DOOR_KEY,
    };
    return (fl_door_price)(kind < FL_KIND_COUNT ? price[kind] : FL_DOOR_OPEN);
}

static fl_door_price price_of_room(const fl_room *room)
{
    return room->price ? (fl_door_price)(room->price - FL_FLOOR_PRICE) : fl_door_of_kind(room->kind);
}

fl_door_price fl_door_price_of(const fl_floor *floor, const fl_door *door)
{
    fl_door_price a = price_of_room(&floor->rooms[door->room_a]);
    fl_door_price b = price_of_room(&floor->rooms[door->room_b]);
    return door->is_wall ? FL_DOOR_WALL : a > b ? a : b;
}
