/* SPDX-License-Identifier: MIT */
/* jansson parses the line. Rooms are read first (floor_json_rooms), because everything else refers to
 * them. */
#include "gen/floor/floor_json_read.h"

#include "gen/floor/floor_json_rooms.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { DOOR_RIGHT = 1, DOOR_DOWN = 2 /* doors of a cell, recorded in the floor's queue */ };

static const fl_json_field top_keys[] = {
    {"width", JSON_INTEGER, "a whole number"}, {"height", JSON_INTEGER, "a whole number"},
    {"rooms", JSON_ARRAY, "a list of rooms"},  {"doors", JSON_ARRAY, "a list of doors"},
    {"facts", JSON_OBJECT, "an object"},       {"rolls", JSON_OBJECT, "an object"},
    {"failed", JSON_TRUE, "true or false"},    {"reason", JSON_STRING, "a text"},
};

static const fl_json_field door_keys[] = {
    {"rooms", JSON_ARRAY, "two room numbers"},
    {"cells", JSON_ARRAY, "two cells"},
    {"kind", JSON_STRING, "a kind of room"},
    {"wall", JSON_TRUE, "true or false"},
    {"tag", JSON_STRING, "a text"},
    {"more_tags", JSON_STRING, "a text"},
    {"price", JSON_STRING, "a price"},
};

/* Reads the two cells of a door, which must touch and be of two rooms. */
static fl_err read_door_cells(fl_floor_json_rooms *self, const json_t *json, unsigned cell[2])
{
    const fl_floor *floor = self->floor;
    const int size[2] = {floor->width, floor->height};
    const json_t *cells = json_object_get(json, "cells");
    int at[2][2] = {{0, 0}, {0, 0}};
    fl_json_reader_key(&self->place, "cells", -1);
    if (json_array_size(cells) != 2) {
        return fl_json_reader_refuse(
            &self->place,
            "expected the door's two cells, [[x,y],[x,y]]; a floor without \"doors\" has them all");
    }
    for (int i = 0; i < 2; i++) {
        fl_json_reader_key(&self->place, "cells", i);
        fl_err err = fl_json_reader_point(&self->place, json_array_get(cells, (size_t)i), size, at[i]);
        if (err) {
            return err;
        }
        if (fl_floor_room_at(floor, at[i][0], at[i][1]) == FL_FLOOR_NO_ROOM) {
            return fl_json_reader_refuse(&self->place, "no room has the cell [%d,%d]", at[i][0], at[i][1]);
        }
        cell[i] = (unsigned)(at[i][1] * floor->width + at[i][0]);
    }
    int dx = at[0][0] - at[1][0];
    int dy = at[0][1] - at[1][1];
    fl_json_reader_key(&self->place, "cells", -1);
    if (dx * dx + dy * dy != 1) {
        return fl_json_reader_refuse(&self->place, "[%d,%d] and [%d,%d] do not touch", at[0][0], at[0][1],
                                     at[1][0], at[1][1]);
    }
    if (floor->owner[cell[0]] == floor->owner[cell[1]]) {
        return fl_json_reader_refuse(&self->place, "both are cells of rooms[%zu]",
                                     fl_floor_json_rooms_index(self, floor->owner[cell[0]] - 1u));
    }
    return FL_OK;
}

/* Checks that the rooms a door names, if it names any, are those of its cells. */
static fl_err check_door_rooms(fl_floor_json_rooms *self, const json_t *json, const unsigned cell[2])
{
    const json_t *rooms = json_object_get(json, "rooms");
    fl_json_reader_key(&self->place, "rooms", -1);
    if (rooms && json_array_size(rooms) != 2) {
        return fl_json_reader_refuse(&self->place, "found %zu room numbers, expected two",
                                     json_array_size(rooms));
    }
    for (int i = 0; rooms && i < 2; i++) {
        const json_t *found = json_array_get(rooms, (size_t)i);
        size_t index = fl_floor_json_rooms_index(self, self->floor->owner[cell[i]] - 1u);
        const json_t *id = json_object_get(json_array_get(self->list, index), "id");
        json_int_t wanted = id ? json_integer_value(id) : (json_int_t)index;
        fl_json_reader_key(&self->place, "rooms", i);
        if (!json_is_integer(found) || json_integer_value(found) != wanted) {
            char expected[64];
            snprintf(expected, sizeof expected, "%lld, the room of cells[%d]", (long long)wanted, i);
            return fl_json_reader_found(&self->place, found, expected);
        }
    }
    return FL_OK;
}

static fl_err read_door(fl_floor_json_rooms *self, const json_t *json)
{
    fl_floor *floor = self->floor;
    unsigned cell[2] = {0, 0};
    if (!json_is_object(json)) {
        return fl_json_reader_found(&self->place, json, "a door, such as {\"cells\":[[6,6],[7,6]]}");
    }
    fl_err err = fl_json_reader_check(&self->place, json, door_keys, sizeof door_keys / sizeof door_keys[0]);
    err = err ? err : read_door_cells(self, json, cell);
    err = err ? err : check_door_rooms(self, json, cell);
    if (err) {
        return err;
    }
    unsigned first = cell[0] < cell[1] ? cell[0] : cell[1];
    uint16_t way =
        cell[0] % (unsigned)floor->width == cell[1] % (unsigned)floor->width ? DOOR_DOWN : DOOR_RIGHT;
    fl_json_reader_key(&self->place, "cells", -1);
    if (floor->queue[first] & way) {
        return fl_json_reader_refuse(&self->place, "an earlier door joins the same two cells");
    }
    floor->queue[first] |= way;
    bool is_turned = floor->owner[cell[0]] > floor->owner[cell[1]];
    fl_door *door = &floor->doors[floor->doors_n++];
    door->cell_a = (uint16_t)cell[is_turned];
    door->cell_b = (uint16_t)cell[!is_turned];
    door->room_a = (uint16_t)(floor->owner[door->cell_a] - 1);
    door->room_b = (uint16_t)(floor->owner[door->cell_b] - 1);
    const fl_room *a = &floor->rooms[door->room_a];
    const fl_room *b = &floor->rooms[door->room_b];
    door->is_wall = json_is_true(json_object_get(json, "wall"));
    door->kind = fl_floor_rank(b) > fl_floor_rank(a) ? b->kind : a->kind;
    return fl_floor_json_rooms_kind(self, json, &door->kind);
}

static fl_err read_doors(fl_floor_json_rooms *self, const json_t *top)
{
    const json_t *doors = json_object_get(top, "doors");
    if (!doors) {
        fl_floor_link(self->floor);
        return FL_OK;
    }
    size_t cells = (size_t)(self->floor->width * self->floor->height);
    memset(self->floor->queue, 0, cells * sizeof *self->floor->queue);
    fl_err err = FL_OK;
    for (size_t i = 0; !err && i < json_array_size(doors); i++) {
        fl_json_reader_go(&self->place, "doors", i);
        err = read_door(self, json_array_get(doors, i));
    }
    return err;
}

/* Reads the value of a fact that is given by name. */
static fl_err read_named(const fl_floor_json_rooms *self, fl_generator_fact fact, const char *word,
                         int32_t *out)
{
    enum { NAMES = 64 };
    const char *names[NAMES];
    size_t n = 0;
    for (; n < NAMES && fl_generator_fact_value_name(fact, (int32_t)n); n++) {
        names[n] = fl_generator_fact_value_name(fact, (int32_t)n);
        if (strcmp(names[n], word) == 0) {
            *out = (int32_t)n;
            return FL_OK;
        }
    }
    return fl_json_reader_unknown(&self->place, word, names, n, sizeof names[0]);
}

static fl_err read_facts(fl_floor_json_rooms *self, const json_t *top)
{
    const json_t *facts = json_object_get(top, "facts");
    fl_err err = FL_OK;
    fl_json_reader_go(&self->place, "facts", FL_JSON_READER_WHOLE);
    for (int i = 0; !err && i < FL_GENERATOR_FACT_COUNT; i++) {
        const json_t *found = json_object_get(facts, fl_generator_fact_of((fl_generator_fact)i)->name);
        fl_json_reader_key(&self->place, fl_generator_fact_of((fl_generator_fact)i)->name, -1);
        if (json_is_string(found) && fl_generator_fact_value_name((fl_generator_fact)i, 0)) {
            err = read_named(self, (fl_generator_fact)i, json_string_value(found), &self->floor->fact[i]);
        } else if (found) {
            err = fl_json_reader_integer(&self->place, found, 0, INT32_MAX, &self->floor->fact[i]);
        }
    }
    return err;
}

/* Reads the flags of one roll. */
static fl_err read_flags(fl_floor_json_rooms *self, const json_t *found, fl_roll *out)
{
    const char *names[FL_ROLL_FLAGS];
    for (unsigned bit = 0; bit < FL_ROLL_FLAGS; bit++) {
        names[bit] = fl_roll_flag_name(bit);
    }
    if (!json_is_array(found)) {
        return fl_json_reader_found(&self->place, found, "a list of what the roll did");
    }
    for (size_t i = 0; i < json_array_size(found); i++) {
        const char *word = json_string_value(json_array_get(found, i));
        unsigned bit = 0;
        while (word && bit < FL_ROLL_FLAGS && strcmp(word, names[bit]) != 0) {
            bit++;
        }
        fl_json_reader_key(&self->place, self->place.key, (int)i);
        if (!word) {
            return fl_json_reader_found(&self->place, json_array_get(found, i),
                                        "what the roll did, such as \"rolled\"");
        }
        if (bit == FL_ROLL_FLAGS) {
            return fl_json_reader_unknown(&self->place, word, names, FL_ROLL_FLAGS, sizeof names[0]);
        }
        *out |= (fl_roll)(1u << bit);
    }
    return FL_OK;
}

static fl_err read_rolls(fl_floor_json_rooms *self, const json_t *top, fl_floor_json_reader *reader)
{
    fl_floor *floor = self->floor;
    json_t *rolls = json_object_get(top, "rolls");
    const char *name = NULL;
    json_t *flags = NULL;
    fl_json_reader_go(&self->place, "rolls", FL_JSON_READER_WHOLE);
    json_object_foreach(rolls, name, flags)
    {
        fl_json_reader_key(&self->place, name, -1);
        if (floor->rolls_n == FL_ROLL_MAX) {
            return fl_json_reader_refuse(&self->place, "one roll too many, expected at most %d", FL_ROLL_MAX);
        }
        reader->roll_names[floor->rolls_n] = name;
        fl_err err = read_flags(self, flags, &floor->roll[floor->rolls_n++]);
        if (err) {
            return err;
        }
    }
    floor->roll_names = reader->roll_names;
    return FL_OK;
}

static fl_err read_top(fl_floor_json_rooms *self, json_t *top, fl_floor_json_reader *reader)
{
    static const char known[] =
        "generator version settings rules seed seed_text index width height rooms doors facts "
        "rolls metrics failed reason";
    if (!json_is_object(top)) {
        return fl_json_reader_found(&self->place, top,
                                    "an object, {\"rooms\":[{\"cells\":[[6,6]]}, and so on]}");
    }
    fl_floor_json_rooms_note_key(self, top, known, reader->more_keys ? reader->more_keys : "");
    fl_err err = fl_json_reader_check(&self->place, top, top_keys, sizeof top_keys / sizeof top_keys[0]);
    if (!err && json_is_true(json_object_get(top, "failed"))) {
        const char *reason = json_string_value(json_object_get(top, "reason"));
        self->floor->failure = reason ? reason : "no reason given";
        return read_facts(self, top);
    }
    err = err ? err : fl_floor_json_rooms_read(self, top);
    err = err ? err : read_doors(self, top);
    err = err ? err : read_facts(self, top);
    err = err ? err : read_rolls(self, top, reader);
    if (!err) {
        fl_floor_measure(self->floor);
    }
    return err;
}

/* Parses the text into the reader. When jansson runs out of memory it may report a syntax error, so a failed
 * text is parsed once more while there is memory. */
static fl_err parse(fl_floor_json_reader *self, const char *text, size_t n, fl_diag *diag)
{
    enum { LEAST = 1 << 16, FOR_BYTE = 64 /* the memory that a line may take */ };
    json_error_t error;
    bool is_short = false;
    fl_floor_json_read_free(self);
    self->document = json_loadb(text, n, JSON_REJECT_DUPLICATES, &error);
    if (!self->document) {
        void *volatile block = malloc(LEAST + n * FOR_BYTE);
        is_short = block == NULL;
        free(block);
        self->document = is_short ? NULL : json_loadb(text, n, JSON_REJECT_DUPLICATES, &error);
    }
    if (self->document) {
        return FL_OK;
    }
    if (is_short || json_error_code(&error) == json_error_out_of_memory) {
        return fl_diag_memory(diag);
    }
    return fl_diag_set(diag, FL_ERR_INPUT, self->where, "not JSON at byte %d: %s", error.position,
                       error.text);
}

void fl_floor_json_read_init(fl_floor_json_reader *self)
{
    memset(self, 0, sizeof *self);
}

void fl_floor_json_read_free(fl_floor_json_reader *self)
{
    json_decref(self->document);
    self->document = NULL;
}

fl_err fl_floor_json_read(fl_floor_json_reader *self, const char *text, size_t n, fl_floor *floor,
                          fl_diag *diag)
{
    fl_floor_json_rooms rooms = {.floor = floor, .takes_any_kind = self->takes_any_kind};
    fl_json_reader_init(&rooms.place, self->where, diag);
    fl_floor_clear(floor, 0, 0);
    fl_err err = parse(self, text, n, diag);
    err = err ? err : read_top(&rooms, self->document, self);
    self->other_kind = rooms.other_kind;
    self->other_key = rooms.other_key;
    if (err) {
        fl_floor_clear(floor, 0, 0);
    }
    return err;
}
