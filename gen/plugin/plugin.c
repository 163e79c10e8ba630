/* SPDX-License-Identifier: MIT */
/* The generator row, and the functions that plug-ins call while they make a floor. All input from a plug-in
 * is checked: a room off the board, on another room or of an unknown kind ends the run with an error. */
#include "gen/plugin/plugin.h"

#include "gen/plugin/plugin_private.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char failure[] = "the plug-in that makes the floors has failed";

/* The floor being made, and its scratch memory. */
struct floorlab_floor {
    fl_foreign_trouble trouble;
    const fl_plugin_rules *rules;
    fl_floor *out;
    fl_pcg rng;
    fl_floor second;                     /* made again */
    _Alignas(16) unsigned char memory[]; /* the plug-in's scratch memory */
};

_Static_assert((int)FLOORLAB_END == (int)FL_KIND_END, "the kinds of plug-ins are those of the table");
_Static_assert((int)FLOORLAB_SPECIAL == (int)FL_KIND_SPECIAL, "the kinds of plug-ins are those of the table");
_Static_assert(FLOORLAB_ROLL_PLACED == FL_ROLL_PLACED, "the flags of plug-ins' rolls are those of the table");

static uint32_t below(floorlab_floor *self, uint32_t n)
{
    return n > 1 ? fl_pcg_below(&self->rng, n) : 0;
}

/* Records the first error of a plug-in. */
static void blame(floorlab_floor *self, const char *what, long a, long b)
{
    if (!self->trouble.err) {
        char text[160];
        snprintf(text, sizeof text, what, a, b);
        self->trouble.err = fl_diag_set(
            &self->trouble.diag, FL_ERR_INPUT, self->rules->name, "floor %llu of seed %llu: %s",
            (unsigned long long)self->out->key.index, (unsigned long long)self->out->key.seed, text);
    }
}

static int add(floorlab_floor *self, floorlab_kind kind, const floorlab_cell *cells, unsigned n, unsigned is)
{
    fl_floor *out = self->out;
    uint16_t number[FL_FLOOR_SIDE_MAX];
    if ((unsigned)kind >= FL_KIND_COUNT || n < 1 || n > FL_FLOOR_SIDE_MAX || !cells) {
        blame(self, "a room of kind %ld with %ld cells", (long)kind, (long)n);
        return -1;
    }
    for (unsigned i = 0; i < n; i++) {
        int x = cells[i].x;
        int y = cells[i].y;
        if (x < 0 || y < 0 || x >= out->width || y >= out->height) {
            blame(self, "the cell [%ld,%ld] is not on the board", x, y);
            return -1;
        }
        number[i] = (uint16_t)(y * out->width + x);
        bool is_free = out->owner[number[i]] == FL_FLOOR_EMPTY;
        for (unsigned before = 0; before < i; before++) {
            is_free = is_free && number[before] != number[i];
        }
        if (!is_free) {
            blame(self, "the cell [%ld,%ld] belongs to a room already", x, y);
            return -1;
        }
    }
    unsigned room = fl_floor_add_cells(out, (fl_kind)kind, number, n);
    out->rooms[room].is_added = is & FLOORLAB_IS_ADDED;
    out->rooms[room].is_end = is & FLOORLAB_IS_END;
    return (int)room;
}

static int room_at(const floorlab_floor *self, int x, int y)
{
    return fl_floor_room_at(self->out, x, y);
}

static void change(floorlab_floor *self, int room, floorlab_kind kind, unsigned is)
{
    if (room < 0 || room >= self->out->rooms_n || (unsigned)kind >= FL_KIND_COUNT) {
        blame(self, "room %ld was to become one of kind %ld", room, (long)kind);
        return;
    }
    self->out->rooms[room].kind = (fl_kind)kind;
    self->out->rooms[room].is_added = is & FLOORLAB_IS_ADDED;
    self->out->rooms[room].is_end = is & FLOORLAB_IS_END;
}

static void roll(floorlab_floor *self, unsigned number, unsigned flags)
{
    if (number >= self->rules->known.rolls_n || flags >= 1u << FL_ROLL_FLAGS) {
        blame(self, "roll %ld has the flags %ld", (long)number, (long)flags);
        return;
    }
    self->out->roll[number] = (fl_roll)flags;
}

static void clear(floorlab_floor *self)
{
    const fl_plugin_rules *rules = self->rules;
    fl_floor_clear(self->out, rules->known.width, rules->known.height);
    self->out->roll_names = rules->known.roll_names;
    self->out->rolls_n = (uint16_t)rules->known.rolls_n;
    memset(self->out->roll, 0, sizeof self->out->roll);
}

static void fail(floorlab_floor *self, const char *why)
{
    self->out->failure = why ? why : "the plug-in gave the floor up";
}

const floorlab_host fl_plugin_host = {
    FLOORLAB_PLUGIN_VERSION, below, add, room_at, change, roll, clear, fail};

/* Sets the end: the first room that the plug-in marks, else one by its kind. */
static void find_end(fl_floor *out)
{
    unsigned ends_n = 0;
    for (unsigned i = 0; i < out->rooms_n; i++) {
        ends_n += out->rooms[i].is_end;
        out->rooms[i].is_end = out->rooms[i].is_end && ends_n == 1;
    }
    if (ends_n == 0) {
        fl_floor_choose_end(out);
    }
}

static void make_once(floorlab_floor *self, const fl_key *key, fl_floor *out)
{
    const fl_plugin_rules *rules = self->rules;
    self->out = out;
    out->key = *key;
    clear(self);
    fl_key_stream(key, 0, &self->rng);
    rules->row->make(rules->settings, self->memory, self);
    if (!out->failure && out->rooms_n == 0) {
        blame(self, "it has no rooms", 0, 0);
    }
    if (self->trouble.err || out->failure) {
        const char *why = self->trouble.err ? failure : out->failure;
        clear(self);
        out->failure = why;
        return;
    }
    out->rooms[0].kind = FL_KIND_START;
    find_end(out);
    fl_floor_link(out);
    fl_floor_measure(out);
}

static bool are_same(const fl_floor *a, const fl_floor *b)
{
    bool same = a->rooms_n == b->rooms_n && a->cells_n == b->cells_n && !a->failure == !b->failure &&
                memcmp(a->roll, b->roll, a->rolls_n) == 0 &&
                memcmp(a->cells, b->cells, a->cells_n * sizeof *a->cells) == 0;
    for (unsigned i = 0; same && i < a->rooms_n; i++) {
        same = a->rooms[i].kind == b->rooms[i].kind && a->rooms[i].cells_n == b->rooms[i].cells_n &&
               a->rooms[i].is_added == b->rooms[i].is_added && a->rooms[i].is_end == b->rooms[i].is_end;
    }
    return same;
}

static void make(const void *rules, const fl_key *key, void *scratch, void *floor)
{
    floorlab_floor *self = scratch;
    if (self->rules != rules) { /* other settings, perhaps another plug-in: zero memory at first */
        self->rules = rules;
        memset(self->memory, 0, self->rules->row->scratch_size);
    }
    make_once(self, key, floor);
    if (key->index % FL_FOREIGN_AGAIN == FL_FOREIGN_AGAIN_AT && !self->trouble.err) {
        make_once(self, key, &self->second);
        if (!self->trouble.err && !are_same(floor, &self->second)) {
            blame(self, "made twice, it was two different floors", 0, 0);
            fl_diag_hint(
                &self->trouble.diag,
                "a floor depends on its settings and the host's random numbers alone, not on what was "
                "made before");
        }
    }
}

static void close_scratch(void *scratch)
{
    floorlab_floor *self = scratch;
    fl_floor_free(&self->second);
}

static fl_err open_scratch(const void *rules_of, void *scratch, fl_diag *diag)
{
    const fl_plugin_rules *rules = rules_of;
    floorlab_floor *self = scratch;
    self->rules = rules;
    if (!rules->row) {
        bool is_named = rules->name[0];
        fl_err err = fl_diag_set(diag, FL_ERR_INPUT, is_named ? rules->name : "file",
                                 is_named ? "a result file names this plug-in" : "no plug-in is named");
        fl_diag_hint(diag, is_named
                               ? "floorlab does not load code that a file names; run the experiment again"
                               : "--set file=./mine.so loads one; see 'floorlab help import'");
        return err;
    }
    return fl_floor_init(&self->second, FL_FLOOR_SIDE_MAX * FL_FLOOR_SIDE_MAX) ? fl_diag_memory(diag) : FL_OK;
}

static void free_rules(void *rules)
{
    if (rules) {
        fl_plugin_unload(rules);
    }
    free(rules);
}

static fl_err init(fl_setting_values *values, void **rules, fl_diag *diag)
{
    fl_plugin_rules *self = calloc(1, sizeof *self);
    fl_err err = self ? fl_plugin_load(self, values, diag) : fl_diag_memory(diag);
    if (err) {
        free_rules(self);
        self = NULL;
    }
    *rules = self;
    return err;
}

static unsigned rules_version(const void *rules)
{
    return ((const fl_plugin_rules *)rules)->version;
}

static size_t scratch_size(const void *rules)
{
    const fl_plugin_rules *self = rules;
    return sizeof(floorlab_floor) + (self->row ? self->row->scratch_size : 0);
}

static const fl_setting settings[] = {FL_PLUGIN_SETTINGS(FL_FOREIGN_SETTING)};

const fl_generator fl_plugin = {
    .name = "plugin",
    .version = FL_PLUGIN_ROW_VERSION,
    .meaning = "floors of a shared object of your own (floorlab.h), at full speed and in threads",
    .init = init,
    .free = free_rules,
    FL_FOREIGN_ROW,
    .rules_version = rules_version,
    .scratch_size = scratch_size,
    .open = open_scratch,
    .close = close_scratch,
    .check = fl_foreign_check,
    .make = make,
};
