/* SPDX-License-Identifier: MIT */
/* Two passes: the first finds the size of the board and the start, the second fills the floor. Lines may
 * come from anywhere, so every number is checked before it is used. */
#include "gen/floor/floor_json_rooms.h"
#include "gen/base/setting.h"
#include "gen/floor/door/door.h"

#include <string.h>

static const fl_json_field room_keys[] = {
    {"id", JSON_INTEGER, "a whole number"},
    {"kind", JSON_STRING, "a kind of room"},
    {"shape", JSON_STRING, "a shape of room"},
    {"cells", JSON_ARRAY, "a list of cells"},
    {"tag", JSON_STRING, "a text"},
    {"more_tags", JSON_STRING, "a text"},
    {"clustering", JSON_INTEGER, "a whole number"},
    {"price", JSON_STRING, "what a door asks for"},
    {"variant", JSON_INTEGER, "a whole number"},
    {"subtype", JSON_INTEGER, "a whole number"},
    {"difficulty", JSON_INTEGER, "a whole number"},
    {"priority", JSON_INTEGER, "a whole number"},
    {"added", JSON_TRUE, "true or false"},
    {"end", JSON_TRUE, "true or false"},
};

/* Keys that are read, and keys that repeat derived data. */
static const char known_keys[] =
    "id kind shape cells tag more_tags clustering price variant subtype difficulty priority added end origin "
    "distance dead_end shape_id type_id";

/* Reads an integer; if it is missing, *out stays. */
static fl_err read_optional(fl_floor_json_rooms *self, const json_t *object, const char *key, int max,
                            int *out)
{
    const json_t *found = json_object_get(object, key);
    fl_json_reader_key(&self->place, key, -1);
    return found ? fl_json_reader_integer(&self->place, found, -1, max, out) : FL_OK;
}

fl_err fl_floor_json_rooms_kind(fl_floor_json_rooms *self, const json_t *object, fl_kind *out)
{
    const json_t *found = json_object_get(object, "kind");
    if (!found) {
        return FL_OK;
    }
    fl_kind kind = fl_kind_named(json_string_value(found));
    if (kind == FL_KIND_COUNT && self->takes_any_kind && json_string_length(found) > 0) {
        self->other_kind = self->other_kind ? self->other_kind : json_string_value(found);
        *out = FL_KIND_SPECIAL;
        return FL_OK;
    }
    if (kind == FL_KIND_COUNT) {
        fl_json_reader_key(&self->place, "kind", -1);
        const fl_kind_row *rows = fl_kind_of((fl_kind)0);
        return fl_json_reader_unknown(&self->place, json_string_value(found), rows, FL_KIND_COUNT,
                                      sizeof *rows);
    }
    *out = kind;
    return FL_OK;
}

void fl_floor_json_rooms_note_key(fl_floor_json_rooms *self, json_t *object, const char *known,
                                  const char *more)
{
    const char *key = NULL;
    json_t *value = NULL;
    if (!self->takes_any_kind || self->other_key) {
        return;
    }
    json_object_foreach(object, key, value)
    {
        if (fl_setting_word(known, key, strlen(key)) < 0 && fl_setting_word(more, key, strlen(key)) < 0) {
            self->other_key = key;
            return;
        }
    }
}

/* First pass, one room: keys, cells and whether it is the start. Enlarges `size` to hold its cells. */
static fl_err survey_room(fl_floor_json_rooms *self, size_t index, int size[2])
{
    static const int sides[2] = {FL_FLOOR_SIDE_MAX, FL_FLOOR_SIDE_MAX};
    json_t *room = json_array_get(self->list, index);
    fl_json_reader_go(&self->place, "rooms", index);
    if (!json_is_object(room)) {
        return fl_json_reader_found(&self->place, room, "a room, such as {\"cells\":[[6,6]]}");
    }
    fl_floor_json_rooms_note_key(self, room, known_keys, "");
    fl_kind kind = FL_KIND_NORMAL;
    fl_err err = fl_json_reader_check(&self->place, room, room_keys, sizeof room_keys / sizeof room_keys[0]);
    err = err ? err : fl_floor_json_rooms_kind(self, room, &kind);
    const json_t *cells = json_object_get(room, "cells");
    if (!err && json_array_size(cells) == 0) {
        return fl_json_reader_refuse(&self->place,
                                     "a room without cells, expected \"cells\":[[x,y], and so on]");
    }
    for (size_t i = 0; !err && i < json_array_size(cells); i++) {
        int at[2];
        fl_json_reader_key(&self->place, "cells", (int)i);
        err = fl_json_reader_point(&self->place, json_array_get(cells, i), sides, at);
        for (size_t k = 0; !err && k < 2; k++) {
            size[k] = at[k] + 1 > size[k] ? at[k] + 1 : size[k];
        }
    }
    if (!err && kind == FL_KIND_START) {
        if (self->has_start) {
            fl_json_reader_key(&self->place, "kind", -1);
            return fl_json_reader_refuse(&self->place, "two starts: rooms[%zu] is the other one",
                                         self->start);
        }
        self->has_start = true;
        self->start = index;
    }
    return err;
}

/* Reads the board's size; if it is missing, the size that the cells need stays. */
static fl_err read_size(fl_floor_json_rooms *self, const json_t *top, int size[2])
{
    static const char *const keys[2] = {"width", "height"};
    fl_json_reader_go(&self->place, NULL, 0);
    for (size_t k = 0; k < 2; k++) {
        const json_t *found = json_object_get(top, keys[k]);
        fl_json_reader_key(&self->place, keys[k], -1);
        fl_err err =
            found ? fl_json_reader_integer(&self->place, found, size[k], FL_FLOOR_SIDE_MAX, &size[k]) : FL_OK;
        if (err) {
            fl_diag_hint(self->place.diag, "the cells of the rooms need %d, and %d is the largest board",
                         size[k], FL_FLOOR_SIDE_MAX);
            return err;
        }
    }
    if ((uint32_t)(size[0] * size[1]) > self->floor->cells_max) {
        fl_json_reader_go(&self->place, NULL, 0);
        return fl_json_reader_refuse(&self->place, "a board of %d x %d, expected at most %u cells", size[0],
                                     size[1], (unsigned)self->floor->cells_max);
    }
    return FL_OK;
}

size_t fl_floor_json_rooms_index(const fl_floor_json_rooms *self, size_t number)
{
    return number == 0 ? self->start : number <= self->start ? number - 1 : number;
}

/* Collects a room's cells in the floor's queue, and reserves them on the board. */
static fl_err read_cells(fl_floor_json_rooms *self, const json_t *cells)
{
    fl_floor *floor = self->floor;
    const int size[2] = {floor->width, floor->height};
    for (size_t i = 0; i < json_array_size(cells); i++) {
        int at[2] = {0, 0};
        fl_json_reader_key(&self->place, "cells", (int)i);
        fl_err err = fl_json_reader_point(&self->place, json_array_get(cells, i), size, at);
        if (err) {
            return err;
        }
        int cell = at[1] * floor->width + at[0];
        if (floor->owner[cell] == FL_FLOOR_RESERVED) {
            return fl_json_reader_refuse(&self->place, "[%d,%d] is listed twice", at[0], at[1]);
        }
        if (floor->owner[cell] != FL_FLOOR_EMPTY) {
            return fl_json_reader_refuse(&self->place, "[%d,%d] belongs to rooms[%zu] already", at[0], at[1],
                                         fl_floor_json_rooms_index(self, floor->owner[cell] - 1u));
        }
        floor->owner[cell] = FL_FLOOR_RESERVED;
        floor->queue[i] = (uint16_t)cell;
    }
    return FL_OK;
}

static fl_err read_shape(fl_floor_json_rooms *self, const json_t *json, unsigned number)
{
    const json_t *found = json_object_get(json, "shape");
    if (!found) {
        return FL_OK;
    }
    fl_shape shape = fl_shape_named(json_string_value(found));
    fl_json_reader_key(&self->place, "shape", -1);
    if (shape == FL_SHAPE_COUNT) {
        const fl_shape_row *rows = fl_shape_of((fl_shape)0);
        return fl_json_reader_unknown(&self->place, json_string_value(found), rows, FL_SHAPE_COUNT,
                                      sizeof *rows);
    }
    fl_room *room = &self->floor->rooms[number];
    const fl_shape_row *form = fl_shape_of(shape);
    bool has_size = form->cells_n == room->cells_n;
    bool has_shape = has_size || shape == FL_SHAPE_FREE;
    for (unsigned i = 0; has_size && i < form->cells_n; i++) {
        has_shape &= fl_floor_room_at(self->floor, room->origin_x + form->cells[i].x,
                                      room->origin_y + form->cells[i].y) == (int)number;
    }
    if (!has_shape) {
        return fl_json_reader_refuse(&self->place, "the room's cells do not form a %s", form->name);
    }
    room->shape = shape;
    return FL_OK;
}

/* Reads the price of the room's doors, if given. */
static fl_err read_price(fl_floor_json_rooms *self, const json_t *json, fl_room *room)
{
    const json_t *found = json_object_get(json, "price");
    for (int i = 0; found && i < FL_DOOR_PRICES; i++) {
        if (strcmp(json_string_value(found), fl_door_row_of((fl_door_price)i)->name) == 0) {
            room->price = (uint8_t)(i + FL_FLOOR_PRICE);
            return FL_OK;
        }
    }
    fl_json_reader_key(&self->place, "price", -1);
    const fl_door_price_row *rows = fl_door_row_of((fl_door_price)0);
    return found ? fl_json_reader_unknown(&self->place, json_string_value(found), rows, FL_DOOR_PRICES,
                                          sizeof *rows)
                 : FL_OK;
}

/* Reads a room's optional keys besides kind, shape and cells. */
static fl_err read_extras(fl_floor_json_rooms *self, const json_t *json, fl_room *room)
{
    const json_t *tag = json_object_get(json, "tag");
    const json_t *added = json_object_get(json, "added");
    int subtype = -1;
    int difficulty = -1;
    int priority = -1;
    room->is_added = added ? json_is_true(added) : fl_kind_is_added(room->kind);
    if (tag && json_string_length(tag) == 0) {
        fl_json_reader_key(&self->place, "tag", -1);
        return fl_json_reader_refuse(&self->place, "an empty tag; leave it out");
    }
    if (tag && strcmp(json_string_value(tag), fl_kind_of(room->kind)->name) != 0) {
        room->tag = json_string_value(tag);
    }
    const json_t *more = json_object_get(json, "more_tags");
    room->more_tags = json_string_length(more) > 0 ? json_string_value(more) : NULL;
    fl_err err = read_price(self, json, room);
    err = err ? err : read_optional(self, json, "variant", INT32_MAX, &room->variant);
    err = err ? err : read_optional(self, json, "subtype", INT16_MAX, &subtype);
    err = err ? err : read_optional(self, json, "difficulty", INT16_MAX, &difficulty);
    err = err ? err : read_optional(self, json, "priority", INT16_MAX - FL_FLOOR_RANK, &priority);
    room->subtype = (int16_t)subtype;
    room->difficulty = (int16_t)difficulty;
    room->rank = (int16_t)(priority < 0 ? 0 : priority + FL_FLOOR_RANK);
    if (!err && json_is_true(json_object_get(json, "end"))) {
        int other = fl_floor_end(self->floor);
        fl_json_reader_key(&self->place, "end", -1);
        if (other != FL_FLOOR_NO_ROOM) {
            return fl_json_reader_refuse(&self->place, "two ends: rooms[%zu] is the other one",
                                         fl_floor_json_rooms_index(self, (size_t)other));
        }
        room->is_end = true;
    }
    return err;
}

/* Reads the generator's own distance and dead end. Other programs may use these words differently: an
 * impossible distance counts as missing. */
static void read_own_measure(fl_floor_json_rooms *self, const json_t *json, fl_room *room)
{
    const json_t *dead_end = json_object_get(json, "dead_end");
    const json_t *found = json_object_get(json, "distance");
    json_int_t distance = json_integer_value(found);
    bool is_right = json_is_integer(found) && distance >= FL_FLOOR_UNREACHED && distance <= INT16_MAX;
    room->own_distance = (int16_t)(is_right ? distance : FL_FLOOR_UNREACHED);
    room->is_own_dead_end = json_is_true(dead_end);
    self->floor->has_own_measure &= is_right && json_is_boolean(dead_end);
}

/* Second pass, one room. The first one is made the start. */
static fl_err read_room(fl_floor_json_rooms *self, size_t number)
{
    size_t index = fl_floor_json_rooms_index(self, number);
    const json_t *json = json_array_get(self->list, index);
    const json_t *cells = json_object_get(json, "cells");
    fl_kind kind = FL_KIND_NORMAL;
    fl_json_reader_go(&self->place, "rooms", index);
    fl_err err = fl_floor_json_rooms_kind(self, json, &kind);
    err = err ? err : read_cells(self, cells);
    if (err) {
        return err;
    }
    unsigned added = fl_floor_add_cells(self->floor, number == 0 ? FL_KIND_START : kind, self->floor->queue,
                                        (unsigned)json_array_size(cells));
    fl_room *room = &self->floor->rooms[added];
    const char *word = json_string_value(json_object_get(json, "kind"));
    if (word && kind != FL_KIND_NORMAL && strcmp(word, fl_kind_of(room->kind)->name) != 0) {
        room->tag = word; /* of an unknown kind, or of the first room, which is the start */
    }
    err = read_shape(self, json, added);
    read_own_measure(self, json, room);
    return err ? err : read_extras(self, json, room);
}

fl_err fl_floor_json_rooms_read(fl_floor_json_rooms *self, const json_t *top)
{
    int size[2] = {1, 1};
    fl_json_reader_go(&self->place, NULL, 0);
    fl_json_reader_key(&self->place, "rooms", -1);
    self->list = json_object_get(top, "rooms");
    if (json_array_size(self->list) == 0) {
        return fl_json_reader_refuse(&self->place,
                                     "no rooms, expected \"rooms\":[{\"cells\":[[6,6]]}, and so on]");
    }
    fl_err err = FL_OK;
    for (size_t i = 0; !err && i < json_array_size(self->list); i++) {
        err = survey_room(self, i, size);
    }
    err = err ? err : read_size(self, top, size);
    if (err) {
        return err;
    }
    fl_floor_clear(self->floor, size[0], size[1]);
    self->floor->has_own_measure = true; /* cleared if a room has none */
    for (size_t i = 0; !err && i < json_array_size(self->list); i++) {
        err = read_room(self, i);
    }
    if (!err && fl_floor_end(self->floor) == FL_FLOOR_NO_ROOM) {
        fl_floor_choose_end(self->floor);
    }
    return err;
}
