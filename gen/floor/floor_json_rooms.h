/* SPDX-License-Identifier: MIT */
/* The rooms of a floor line: the part of fl_floor_json_read that makes the board, the rooms, the start and
 * the end. */
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
    size_t start;   /* index of the start in the list; it becomes room 0 of the floor */
    bool has_start; /* a room is of kind start */

    /* As in fl_floor_json_reader. */
    bool takes_any_kind;
    const char *other_kind, *other_key;
} fl_floor_json_rooms;

/* Sets the board's size and fills the floor with the rooms of the line `top`. `place` and `floor` must be
 * set. */
FL_NODISCARD fl_err fl_floor_json_rooms_read(fl_floor_json_rooms *self, const json_t *top);

/* Returns the index in the line's list of the floor's room `number`. */
size_t fl_floor_json_rooms_index(const fl_floor_json_rooms *self, size_t number);

/* Reads the "kind" of a room or door; if it is missing, *out stays. An unknown one is refused, or becomes
 * special. */
FL_NODISCARD fl_err fl_floor_json_rooms_kind(fl_floor_json_rooms *self, const json_t *object, fl_kind *out);

/* Records the first key of an object that is in neither list of words separated by blanks. */
void fl_floor_json_rooms_note_key(fl_floor_json_rooms *self, json_t *object, const char *known,
                                  const char *more);

#endif
