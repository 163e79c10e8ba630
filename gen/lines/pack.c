/* SPDX-License-Identifier: MIT */
/* Floors as bytes: about a hundred for a floor of fifteen rooms, where fl_floor takes two thousand.
 *
 * A floor is a byte of flags, width, height, facts and their values, then the reason of its failure, or
 * rooms, doors and gates. Doors are left out where they are those that fl_floor_link makes; what is seldom
 * said of a room is there only if a flag says so. Numbers are in the machine's own order: the bytes never
 * leave it. */
#include "gen/lines/lines_private.h"

#include <stdlib.h>
#include <string.h>

/* Of a floor. */
enum { HAS_FAILED = 1, IS_LINKED = 2, HAS_OWN_MEASURE = 4 };

/* Of a room. */
enum {
    IS_ADDED = 1,
    IS_END = 2,
    HAS_TAG = 4,
    HAS_MORE_TAGS = 8,
    HAS_DOOR_RULES = 16, /* price or rank */
    HAS_INTERIOR = 32,
    HAS_CELLS = 64, /* more than one */
    IS_OWN_DEAD_END = 128
};

void fl_lines_floors_free(fl_lines_floors *self)
{
    free(self->bytes);
    free(self->at);
    free(self->seed);
    free(self->read_as);
    fl_lines_fields_free(self);
    fl_lines_words_free(&self->tags);
    fl_text_free(&self->found.told);
    memset(self, 0, sizeof *self);
}

/* The most bytes of a floor. */
static size_t most_bytes(const fl_floor *floor)
{
    enum { HEAD = 64, ROOM = 32, DOOR = 8 };
    return HEAD + sizeof floor->fact + floor->rooms_n * (size_t)ROOM + floor->cells_n * sizeof(uint16_t) +
           floor->doors_n * (size_t)DOOR + 2 * FL_GATE_MAX;
}

/* Makes room for what is known of a floor beside its bytes. */
static fl_err reserve_floor(fl_lines_floors *self, fl_diag *diag)
{
    size_t size = self->at_size ? 2 * self->at_size : 1024;
    if (self->n < self->at_size) {
        return FL_OK;
    }
    size_t *at = realloc(self->at, size * sizeof *at);
    self->at = at ? at : self->at;
    uint32_t *seed = at ? realloc(self->seed, size * sizeof *seed) : NULL;
    self->seed = seed ? seed : self->seed;
    uint8_t *value = seed ? realloc(self->value, size * (self->fields_n + 1)) : NULL;
    self->value = value ? value : self->value;
    self->at_size = value ? size : self->at_size;
    return value ? FL_OK : fl_diag_memory(diag);
}

static fl_err reserve(fl_lines_floors *self, size_t more, fl_diag *diag)
{
    if (self->bytes_n + more > FL_LINES_MOST_BYTES) {
        fl_err err = fl_diag_set(diag, FL_ERR_INPUT, "", "the floors of this file take more than %llu MiB",
                                 (unsigned long long)(FL_LINES_MOST_BYTES >> 20));
        fl_diag_hint(diag, "cut the file into several and count each");
        return err;
    }
    if (self->bytes_n + more > self->bytes_size) {
        size_t size = 2 * (self->bytes_n + more);
        uint8_t *grown = realloc(self->bytes, size);
        if (!grown) {
            return fl_diag_memory(diag);
        }
        self->bytes = grown;
        self->bytes_size = size;
    }
    return reserve_floor(self, diag);
}

static uint8_t *put(uint8_t *p, const void *data, size_t size)
{
    memcpy(p, data, size);
    return p + size;
}

static uint8_t *put_facts(uint8_t *p, const fl_floor *floor)
{
    uint16_t known = 0;
    for (unsigned i = 0; i < FL_GENERATOR_FACT_COUNT; i++) {
        known |= (uint16_t)(floor->fact[i] == FL_GENERATOR_FACT_NONE ? 0 : 1u << i);
    }
    p = put(p, &known, sizeof known);
    for (unsigned i = 0; i < FL_GENERATOR_FACT_COUNT; i++) {
        p = known >> i & 1 ? put(p, &floor->fact[i], sizeof floor->fact[i]) : p;
    }
    return p;
}

_Static_assert(FL_GENERATOR_FACT_COUNT <= 16, "a bit for each fact");
_Static_assert(FL_FLOOR_SIDE_MAX <= 255, "a byte for each side");

static uint8_t flags_of(const fl_room *room)
{
    bool has_interior = room->variant != -1 || room->subtype != -1 || room->difficulty != -1;
    return (uint8_t)((room->is_added ? IS_ADDED : 0) | (room->is_end ? IS_END : 0) |
                     (room->tag ? HAS_TAG : 0) | (room->more_tags ? HAS_MORE_TAGS : 0) |
                     (room->price || room->rank ? HAS_DOOR_RULES : 0) | (has_interior ? HAS_INTERIOR : 0) |
                     (room->cells_n > 1 ? HAS_CELLS : 0) | (room->is_own_dead_end ? IS_OWN_DEAD_END : 0));
}

static fl_err put_word(fl_lines_floors *self, const char *word, uint8_t **p, fl_diag *diag)
{
    uint16_t number = 0;
    fl_err err = fl_lines_words_number(&self->tags, word, &number, diag);
    *p = put(*p, &number, sizeof number);
    return err;
}

static fl_err put_room(fl_lines_floors *self, const fl_floor *floor, const fl_room *room, uint8_t **to,
                       fl_diag *diag)
{
    uint8_t *p = *to;
    uint8_t flags = flags_of(room);
    fl_err err = FL_OK;
    *p++ = (uint8_t)room->kind;
    *p++ = (uint8_t)room->shape;
    *p++ = flags;
    p = flags & HAS_CELLS ? put(p, &room->cells_n, sizeof room->cells_n) : p;
    p = put(p, &floor->cells[room->cells_from], room->cells_n * sizeof floor->cells[0]);
    if (flags & HAS_TAG) {
        err = put_word(self, room->tag, &p, diag);
    }
    if (!err && flags & HAS_MORE_TAGS) {
        err = put_word(self, room->more_tags, &p, diag);
    }
    if (flags & HAS_DOOR_RULES) {
        *p++ = room->price;
        p = put(p, &room->rank, sizeof room->rank);
    }
    if (flags & HAS_INTERIOR) {
        p = put(p, &room->variant, sizeof room->variant);
        p = put(p, &room->subtype, sizeof room->subtype);
        p = put(p, &room->difficulty, sizeof room->difficulty);
    }
    p = floor->has_own_measure ? put(p, &room->own_distance, sizeof room->own_distance) : p;
    *to = p;
    return err;
}

static uint8_t *put_doors(uint8_t *p, const fl_floor *floor)
{
    p = put(p, &floor->doors_n, sizeof floor->doors_n);
    for (uint32_t i = 0; i < floor->doors_n; i++) {
        const fl_door *door = &floor->doors[i];
        p = put(p, &door->cell_a, sizeof door->cell_a);
        p = put(p, &door->cell_b, sizeof door->cell_b);
        *p++ = (uint8_t)door->kind;
        *p++ = door->is_wall;
    }
    return p;
}

fl_err fl_lines_gate_number(fl_lines_floors *self, const char *name, unsigned *out, fl_diag *diag)
{
    static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-";
    size_t length = strlen(name);
    if (length == 0 || length >= FL_LINES_GATE || strspn(name, letters) != length) {
        return fl_diag_set(
            diag, FL_ERR_INPUT, "",
            "gates: '%.40s' cannot be a gate's name, expected 1 to %d letters, digits, - and _", name,
            FL_LINES_GATE - 1);
    }
    for (*out = 0; *out < self->gates_n && strcmp(self->gate[*out], name) != 0;) {
        ++*out;
    }
    if (*out == FL_GATE_MAX) {
        return fl_diag_set(diag, FL_ERR_INPUT, "", "gates: '%s' is one more than the %d gates of a file",
                           name, FL_GATE_MAX);
    }
    if (*out == self->gates_n) {
        strcpy(self->gate[self->gates_n], name);
        self->gate_names[self->gates_n] = self->gate[self->gates_n];
        self->gates_n++;
    }
    return FL_OK;
}

static fl_err put_gates(fl_lines_floors *self, const fl_floor *floor, uint8_t **to, fl_diag *diag)
{
    *(*to)++ = (uint8_t)floor->gates_n;
    for (unsigned i = 0; i < floor->gates_n; i++) {
        unsigned number = 0;
        fl_err err = fl_lines_gate_number(self, floor->gate_names[i], &number, diag);
        if (err) {
            return err;
        }
        *(*to)++ = (uint8_t)number;
        *(*to)++ = floor->gate[i];
    }
    return FL_OK;
}

/* Whether the doors are those that fl_floor_link makes; it has made them then. Otherwise they stay. */
static bool is_linked(fl_floor *floor, fl_door *kept)
{
    uint32_t n = floor->doors_n;
    memcpy(kept, floor->doors, n * sizeof *kept);
    fl_floor_link(floor);
    bool is_same = n == floor->doors_n;
    for (uint32_t i = 0; i < n && is_same; i++) {
        const fl_door *a = &kept[i];
        const fl_door *b = &floor->doors[i];
        is_same = a->cell_a == b->cell_a && a->cell_b == b->cell_b && a->kind == b->kind && !a->is_wall;
    }
    if (!is_same) {
        memcpy(floor->doors, kept, n * sizeof *kept);
        floor->doors_n = n;
    }
    return is_same;
}

static fl_err put_content(fl_lines_floors *self, fl_floor *floor, bool has_all_doors, uint8_t **p,
                          fl_diag *diag)
{
    fl_err err = FL_OK;
    *p = put(*p, &floor->rooms_n, sizeof floor->rooms_n);
    for (unsigned i = 0; i < floor->rooms_n && !err; i++) {
        err = put_room(self, floor, &floor->rooms[i], p, diag);
    }
    *p = has_all_doors ? *p : put_doors(*p, floor);
    return err ? err : put_gates(self, floor, p, diag);
}

fl_err fl_lines_pack(fl_lines_floors *self, fl_floor *floor, fl_diag *diag)
{
    fl_err err = reserve(self, most_bytes(floor), diag);
    fl_door *kept = err ? NULL : malloc((floor->doors_n + 1) * sizeof *kept);
    if (err || !kept) {
        return err ? err : fl_diag_memory(diag);
    }
    bool has_all_doors = is_linked(floor, kept);
    free(kept);
    uint8_t *p = self->bytes + self->bytes_n;
    *p++ = (uint8_t)((floor->failure ? HAS_FAILED : 0) | (has_all_doors ? IS_LINKED : 0) |
                     (floor->has_own_measure ? HAS_OWN_MEASURE : 0));
    *p++ = (uint8_t)floor->width;
    *p++ = (uint8_t)floor->height;
    p = put_facts(p, floor);
    err = floor->failure ? put_word(self, floor->failure, &p, diag)
                         : put_content(self, floor, has_all_doors, &p, diag);
    err = err ? err : fl_lines_fields_take(self, diag);
    if (!err) {
        self->seed[self->n] = self->next_seed;
        self->found.seeds += self->next_seed != 0;
        self->at[self->n++] = self->bytes_n;
        self->bytes_n = (size_t)(p - self->bytes);
        self->width = floor->width > self->width ? floor->width : self->width;
        self->height = floor->height > self->height ? floor->height : self->height;
        self->cells_most = floor->cells_n > self->cells_most ? floor->cells_n : self->cells_most;
    }
    return err;
}

static const uint8_t *get(const uint8_t *p, void *out, size_t size)
{
    memcpy(out, p, size);
    return p + size;
}

static const uint8_t *get_word(const fl_lines_floors *self, const uint8_t *p, const char **out)
{
    uint16_t number = 0;
    p = get(p, &number, sizeof number);
    *out = self->tags.word[number];
    return p;
}

static const uint8_t *get_facts(const uint8_t *p, fl_floor *out)
{
    uint16_t known = 0;
    p = get(p, &known, sizeof known);
    for (unsigned i = 0; i < FL_GENERATOR_FACT_COUNT; i++) {
        p = known >> i & 1 ? get(p, &out->fact[i], sizeof out->fact[i]) : p;
    }
    return p;
}

static const uint8_t *get_room(const fl_lines_floors *self, const uint8_t *p, fl_floor *out)
{
    fl_kind kind = (fl_kind)*p++;
    fl_shape shape = (fl_shape)*p++;
    uint8_t flags = *p++;
    uint16_t cells_n = 1;
    p = flags & HAS_CELLS ? get(p, &cells_n, sizeof cells_n) : p;
    p = get(p, out->queue, cells_n * sizeof out->queue[0]);
    fl_room *room = &out->rooms[fl_floor_add_cells(out, kind, out->queue, cells_n)];
    room->shape = shape;
    room->is_added = flags & IS_ADDED;
    room->is_end = flags & IS_END;
    p = flags & HAS_TAG ? get_word(self, p, &room->tag) : p;
    p = flags & HAS_MORE_TAGS ? get_word(self, p, &room->more_tags) : p;
    if (flags & HAS_DOOR_RULES) {
        room->price = *p++;
        p = get(p, &room->rank, sizeof room->rank);
    }
    if (flags & HAS_INTERIOR) {
        p = get(p, &room->variant, sizeof room->variant);
        p = get(p, &room->subtype, sizeof room->subtype);
        p = get(p, &room->difficulty, sizeof room->difficulty);
    }
    room->is_own_dead_end = flags & IS_OWN_DEAD_END;
    return out->has_own_measure ? get(p, &room->own_distance, sizeof room->own_distance) : p;
}

static const uint8_t *get_doors(const uint8_t *p, fl_floor *out)
{
    p = get(p, &out->doors_n, sizeof out->doors_n);
    for (uint32_t i = 0; i < out->doors_n; i++) {
        fl_door *door = &out->doors[i];
        p = get(p, &door->cell_a, sizeof door->cell_a);
        p = get(p, &door->cell_b, sizeof door->cell_b);
        door->kind = (fl_kind)*p++;
        door->is_wall = *p++;
        door->room_a = (uint16_t)(out->owner[door->cell_a] - 1);
        door->room_b = (uint16_t)(out->owner[door->cell_b] - 1);
    }
    return p;
}

/* A floor has all gates of its file; those that its line does not name did nothing. */
static void get_gates(const fl_lines_floors *self, const uint8_t *p, fl_floor *out)
{
    unsigned n = *p++;
    out->gates_n = (uint16_t)self->gates_n;
    out->gate_names = self->gate_names;
    for (unsigned i = 0; i < n; i++, p += 2) {
        out->gate[p[0]] = p[1];
    }
}

void fl_lines_unpack(const fl_lines_floors *self, size_t index, fl_floor *out)
{
    const uint8_t *p = self->bytes + self->at[index];
    uint8_t flags = *p++;
    int width = *p++;
    int height = *p++;
    fl_floor_clear(out, width, height);
    out->has_own_measure = flags & HAS_OWN_MEASURE;
    p = get_facts(p, out);
    if (flags & HAS_FAILED) {
        (void)get_word(self, p, &out->failure);
        return;
    }
    uint16_t rooms_n = 0;
    p = get(p, &rooms_n, sizeof rooms_n);
    for (unsigned i = 0; i < rooms_n; i++) {
        p = get_room(self, p, out);
    }
    if (flags & IS_LINKED) {
        fl_floor_link(out);
    } else {
        p = get_doors(p, out);
    }
    get_gates(self, p, out);
    fl_floor_measure(out);
}
