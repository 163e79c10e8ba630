/* SPDX-License-Identifier: MIT */
/* The rooms of a floor line: the part of fl_floor_json_read that turns "rooms" into a floor's board, start and end. */
#ifndef FL_GEN_FLOOR_FLOOR_JSON_ROOMS_H
#define FL_GEN_FLOOR_FLOOR_JSON_ROOMS_H

#include "gen/base/json_reader.h"
#include "gen/floor/floor.h"

#include <stdbool.h>
#include <stddef.h>

typedef struct fl_floor_json_rooms {
    fl_json_reader place;
    fl_floor *floor;
    json_t *list;   /* "rooms" of the line; borrowed */
    size_t start;   /* where the start stands in the list; it is room 0 of the floor */
    bool has_start; /* a room says so */
} fl_floor_json_rooms;

/* Sizes the board and fills the floor with the rooms of the line `top`. Place and floor must be set. */
FL_NODISCARD fl_err fl_floor_json_rooms_read(fl_floor_json_rooms *self, const json_t *top);

/* Where room `number` of the floor stands in the line. */
size_t fl_floor_json_rooms_index(const fl_floor_json_rooms *self, size_t number);

/* The "kind" of a room or door; `out` is left alone where there is none. */
FL_NODISCARD fl_err fl_floor_json_rooms_kind(fl_floor_json_rooms *self, const json_t *object, fl_kind *out);

#endif
