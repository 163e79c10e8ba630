/* SPDX-License-Identifier: MIT */
/* Floors as bytes: about a hundred for a floor of fifteen rooms, where fl_floor takes two thousand.
 *
 * A floor is its values of the fields, its game seed, a byte of flags, width, height, facts and their values,
 * then the reason of its failure, or rooms, doors and rolls. Doors are left out if fl_floor_link makes the
 * same; rare data of a room have a flag. Numbers are in the machine's own order: the bytes never leave it. */
#include "gen/lines/lines_private.h"

#include <stdlib.h>
#include <string.h>

_Static_assert(FL_GENERATOR_FACT_COUNT <= 16, "a bit for each fact");
_Static_assert(FL_FLOOR_SIDE_MAX <= 255, "a byte for each side");

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
    fl_lines_fields_free(self);
    fl_lines_words_free(&self->tags);
    fl_text_free(&self->found.told);
    memset(self, 0, sizeof *self);
}

/* Writes a floor's bytes, or reads them, with one code. */
typedef struct coder {
    const fl_lines_floors *floors;
    fl_lines_floors *to; /* the target for writing; NULL = reading */
    fl_floor *floor;
    uint8_t *p;
    fl_err err;
    fl_diag *diag;
} coder;

static inline void code(coder *c, void *value, size_t size)
{
    memcpy(c->to ? c->p : value, c->to ? value : c->p, size);
    c->p += size;
}

static void code_word(coder *c, const char **word)
{
    uint16_t number = 0;
    if (c->to && !c->err) {
        c->err = fl_lines_words_number(&c->to->tags, *word, &number, c->diag);
    }
    code(c, &number, sizeof number);
    if (!c->to) {
        *word = c->floors->tags.word[number];
    }
}

static uint8_t flags_of(const fl_room *room)
{
    bool has_interior = room->variant != -1 || room->subtype != -1 || room->difficulty != -1;
    return (uint8_t)((room->is_added ? IS_ADDED : 0) | (room->is_end ? IS_END : 0) |
                     (room->tag ? HAS_TAG : 0) | (room->more_tags ? HAS_MORE_TAGS : 0) |
                     (room->price || room->rank ? HAS_DOOR_RULES : 0) | (has_interior ? HAS_INTERIOR : 0) |
                     (room->cells_n > 1 ? HAS_CELLS : 0) | (room->is_own_dead_end ? IS_OWN_DEAD_END : 0));
}

static void code_room(coder *c, unsigned index)
{
    fl_floor *floor = c->floor;
    fl_room *room = &floor->rooms[index];
    uint16_t cells_n = c->to ? room->cells_n : 1;
    uint8_t head[3] = {0};
    if (c->to) {
        head[0] = (uint8_t)room->kind;
        head[1] = (uint8_t)room->shape;
        head[2] = flags_of(room);
    }
    code(c, head, sizeof head);
    uint8_t flags = head[2];
    if (flags & HAS_CELLS) {
        code(c, &cells_n, sizeof cells_n);
    }
    code(c, c->to ? &floor->cells[room->cells_from] : floor->queue, cells_n * sizeof floor->queue[0]);
    if (!c->to) {
        (void)fl_floor_add_cells(floor, (fl_kind)head[0], floor->queue, cells_n);
        room->shape = (fl_shape)head[1];
        room->is_added = flags & IS_ADDED;
        room->is_end = flags & IS_END;
        room->is_own_dead_end = flags & IS_OWN_DEAD_END;
    }
    if (flags & HAS_TAG) {
        code_word(c, &room->tag);
    }
    if (flags & HAS_MORE_TAGS) {
        code_word(c, &room->more_tags);
    }
    if (flags & HAS_DOOR_RULES) {
        code(c, &room->price, sizeof room->price);
        code(c, &room->rank, sizeof room->rank);
    }
    if (flags & HAS_INTERIOR) {
        code(c, &room->variant, sizeof room->variant);
        code(c, &room->subtype, sizeof room->subtype);
        code(c, &room->difficulty, sizeof room->difficulty);
    }
    if (floor->has_own_measure) {
        code(c, &room->own_distance, sizeof room->own_distance);
    }
}

static void code_doors(coder *c)
{
    fl_floor *floor = c->floor;
    code(c, &floor->doors_n, sizeof floor->doors_n);
    for (uint32_t i = 0; i < floor->doors_n; i++) {
        fl_door *door = &floor->doors[i];
        uint8_t what[2] = {(uint8_t)door->kind, door->is_wall};
        code(c, &door->cell_a, sizeof door->cell_a);
        code(c, &door->cell_b, sizeof door->cell_b);
        code(c, what, sizeof what);
        door->kind = (fl_kind)what[0];
        door->is_wall = what[1];
        door->room_a = (uint16_t)(floor->owner[door->cell_a] - 1);
        door->room_b = (uint16_t)(floor->owner[door->cell_b] - 1);
    }
}

/* A floor that was read has all rolls of its file; those missing in its line did nothing. */
static void code_rolls(coder *c)
{
    fl_floor *floor = c->floor;
    uint8_t rolls_n = (uint8_t)floor->rolls_n;
    code(c, &rolls_n, 1);
    for (unsigned i = 0; i < rolls_n && !c->err; i++) {
        unsigned number = 0;
        c->err = c->to ? fl_foreign_roll(&c->to->known, floor->roll_names[i], &number, c->diag) : FL_OK;
        uint8_t byte = (uint8_t)number;
        code(c, &byte, 1);
        code(c, &floor->roll[c->to ? i : byte], 1);
    }
    if (!c->to) {
        floor->rolls_n = (uint16_t)c->floors->known.rolls_n;
        floor->roll_names = c->floors->known.roll_names;
    }
}

/* Codes the data after flags and size. */
static void code_content(coder *c, unsigned flags)
{
    fl_floor *floor = c->floor;
    uint16_t facts = 0;
    uint16_t rooms_n = floor->rooms_n;
    for (unsigned i = 0; i < FL_GENERATOR_FACT_COUNT; i++) {
        facts |= (uint16_t)(floor->fact[i] == FL_GENERATOR_FACT_NONE ? 0 : 1u << i);
    }
    code(c, &facts, sizeof facts);
    for (unsigned i = 0; i < FL_GENERATOR_FACT_COUNT; i++) {
        if (facts >> i & 1) {
            code(c, &floor->fact[i], sizeof floor->fact[i]);
        }
    }
    if (flags & HAS_FAILED) {
        code_word(c, &floor->failure);
        return;
    }
    code(c, &rooms_n, sizeof rooms_n);
    for (unsigned i = 0; i < rooms_n && !c->err; i++) {
        code_room(c, i);
    }
    if (!(flags & IS_LINKED)) {
        code_doors(c);
    } else if (!c->to) {
        fl_floor_link(floor);
    }
    code_rolls(c);
}

/* Makes room for one more floor. */
static fl_err reserve(fl_lines_floors *self, const fl_floor *floor, fl_diag *diag)
{
    enum { HEAD = 64, ROOM = 32, DOOR = 8, FIRST = 1024 };
    size_t bytes = self->bytes_n + HEAD + sizeof floor->fact + floor->rooms_n * (size_t)ROOM +
                   floor->cells_n * sizeof(uint16_t) + floor->doors_n * (size_t)DOOR + 2 * FL_ROLL_MAX;
    if (bytes > FL_LINES_MOST_BYTES) {
        fl_err err = fl_diag_set(diag, FL_ERR_INPUT, "", "the floors of this file take more than %llu MiB",
                                 (unsigned long long)(FL_LINES_MOST_BYTES >> 20));
        fl_diag_hint(diag, "cut the file into several and count each");
        return err;
    }
    if (bytes > self->bytes_size) {
        uint8_t *grown = realloc(self->bytes, 2 * bytes);
        self->bytes = grown ? grown : self->bytes;
        self->bytes_size = grown ? 2 * bytes : 0;
    }
    if (self->n == self->at_size) {
        size_t size = self->at_size ? 2 * self->at_size : FIRST;
        size_t *grown = realloc(self->at, size * sizeof *grown);
        self->at = grown ? grown : self->at;
        self->at_size = grown ? size : 0;
    }
    return self->bytes_size && self->at_size ? FL_OK : fl_diag_memory(diag);
}

/* True if the doors equal those of fl_floor_link, which it then has made. Otherwise they stay. */
static fl_err relink(fl_floor *floor, bool *is_linked, fl_diag *diag)
{
    uint32_t n = floor->doors_n;
    fl_door *kept = malloc((n + 1) * sizeof *kept);
    if (!kept) {
        return fl_diag_memory(diag);
    }
    memcpy(kept, floor->doors, n * sizeof *kept);
    fl_floor_link(floor);
    *is_linked = n == floor->doors_n;
    for (uint32_t i = 0; i < n && *is_linked; i++) {
        const fl_door *a = &kept[i];
        const fl_door *b = &floor->doors[i];
        *is_linked = a->cell_a == b->cell_a && a->cell_b == b->cell_b && a->kind == b->kind && !a->is_wall;
    }
    if (!*is_linked) {
        memcpy(floor->doors, kept, n * sizeof *kept);
        floor->doors_n = n;
    }
    free(kept);
    return FL_OK;
}

fl_err fl_lines_pack(fl_lines_floors *self, fl_floor *floor, fl_diag *diag)
{
    bool is_linked = false;
    fl_foreign *known = &self->known;
    fl_err err = reserve(self, floor, diag);
    err = err ? err : relink(floor, &is_linked, diag);
    if (err) {
        return err;
    }
    coder c = {.floors = self, .to = self, .floor = floor, .diag = diag};
    uint8_t head[3] = {(uint8_t)((floor->failure ? HAS_FAILED : 0) | (is_linked ? IS_LINKED : 0) |
                                 (floor->has_own_measure ? HAS_OWN_MEASURE : 0)),
                       (uint8_t)floor->width, (uint8_t)floor->height};
    self->at[self->n] = self->bytes_n;
    c.p = self->bytes + self->bytes_n + self->fields_n;
    code(&c, &self->next_seed, sizeof self->next_seed);
    code(&c, head, sizeof head);
    code_content(&c, head[0]);
    err = c.err ? c.err : fl_lines_fields_take(self, diag);
    if (!err) {
        self->n++;
        self->found.seeds += self->next_seed != 0;
        self->bytes_n = (size_t)(c.p - self->bytes);
        known->width = floor->width > known->width ? floor->width : known->width;
        known->height = floor->height > known->height ? floor->height : known->height;
        known->cells_most = floor->cells_n > known->cells_most ? floor->cells_n : known->cells_most;
    }
    return err;
}

uint32_t fl_lines_game_seed(const fl_lines_floors *self, size_t index)
{
    uint32_t seed = 0;
    memcpy(&seed, self->bytes + self->at[index] + self->fields_n, sizeof seed);
    return seed;
}

void fl_lines_unpack(const fl_lines_floors *self, size_t index, fl_floor *out)
{
    coder c = {.floors = self, .floor = out};
    uint8_t head[3] = {0};
    c.p = self->bytes + self->at[index] + self->fields_n + sizeof self->next_seed;
    code(&c, head, sizeof head);
    fl_floor_clear(out, head[1], head[2]);
    out->has_own_measure = head[0] & HAS_OWN_MEASURE;
    code_content(&c, head[0]);
    if (!out->failure) {
        fl_floor_measure(out);
    }
}
