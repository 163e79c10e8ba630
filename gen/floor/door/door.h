/* SPDX-License-Identifier: MIT */
/* Prices of doors, and paths that can never be blocked.
 *
 * A door can be blocked for good if it asks for anything that a player may lack: a key, a coin, hearts, a
 * bomb. Without a path of free doors from the start to the end, a game can become impossible to win (a
 * softlock; Gao 2022, 4.2). */
#ifndef FL_GEN_FLOOR_DOOR_DOOR_H
#define FL_GEN_FLOOR_DOOR_DOOR_H

#include "gen/floor/floor.h"

#include <stdbool.h>

/* symbol, name, meaning. Later ones are dearer: a door has the dearer price of its two rooms. */
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

/* Returns the table's row of a price. */
const fl_door_price_row *fl_door_row_of(fl_door_price price);

/* Returns the default price of a room's doors, by its kind. */
fl_door_price fl_door_of_kind(fl_kind kind);

/* Returns a door's price: the dearer of its two rooms' prices. */
fl_door_price fl_door_price_of(const fl_floor *floor, const fl_door *door);

/* True if a path of doors that can never be blocked joins two rooms. */
bool fl_door_has_open_way(const fl_floor *floor, unsigned from, unsigned to);

#endif
