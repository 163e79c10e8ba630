/* SPDX-License-Identifier: MIT */
/* What doors ask of those who pass them, and the ways that can never be blocked.
 *
 * A door can be blocked for good if it asks for anything that a player may lack: a key, a coin, hearts, a
 * bomb. Gao 2022, 4.2: from the start to the end there should be a way without such doors, or the game can
 * come to a point where it cannot be won (a softlock). */
#ifndef FL_GEN_FLOOR_DOOR_DOOR_H
#define FL_GEN_FLOOR_DOOR_DOOR_H

#include "gen/floor/floor.h"

#include <stdbool.h>

/* symbol, name, meaning. Later ones are dearer: a door asks for the dearer price of its two rooms. */
#define FL_DOOR_PRICE_TABLE(X)                                                                               \
    X(FL_DOOR_OPEN, "open", "nothing")                                                                       \
    X(FL_DOOR_COIN, "coin", "a coin")                                                                        \
    X(FL_DOOR_KEY, "key", "a key")                                                                           \
    X(FL_DOOR_TWO_KEYS, "two_keys", "two keys")                                                              \
    X(FL_DOOR_HEALTH, "health", "a certain health, which it does not take (a challenge room)")               \
    X(FL_DOOR_HEARTS, "hearts", "hearts, which it takes (a curse room)")                                     \
    X(FL_DOOR_BOMB, "bomb", "an explosion (a secret room)")                                                  \
    X(FL_DOOR_WALL, "wall", "what nobody has: there is no door in the wall")

#define FL_DOOR_ENUM(symbol, name, meaning) symbol,
typedef enum fl_door_price { FL_DOOR_PRICE_TABLE(FL_DOOR_ENUM) FL_DOOR_PRICES } fl_door_price;
#undef FL_DOOR_ENUM

typedef struct fl_door_price_row {
    const char *name;
    const char *meaning;
} fl_door_price_row;

/* The table's row of a price. */
const fl_door_price_row *fl_door_row_of(fl_door_price price);

/* What the doors of a room ask for, if its rules say nothing else: by its kind. */
fl_door_price fl_door_of_kind(fl_kind kind);

/* What a door asks for: the dearer of its two rooms' prices. */
fl_door_price fl_door_price_of(const fl_floor *floor, const fl_door *door);

/* Whether a way of doors that can never be blocked leads from one room to the other. */
bool fl_door_has_open_way(const fl_floor *floor, unsigned from, unsigned to);

#endif
