/* SPDX-License-Identifier: MIT */
/* Makes the lists of entries from a chunk set and settings. */
#include "gen/room/room_private.h"

#include <stdlib.h>
#include <string.h>

#define FL_ROOM_ROW(symbol, name, type, min, max, initial, choices, meaning)                                 \
    {name, FL_SETTING_##type, min, max, initial, choices, meaning},
const fl_setting fl_room_rules_settings[FL_ROOM_SETTINGS_N] = {FL_ROOM_SETTINGS(FL_ROOM_ROW)};
#undef FL_ROOM_ROW

static unsigned bits_of(unsigned chunk_doors)
{
    return (chunk_doors & FL_CHUNK_TOP ? 1u : 0) | (chunk_doors & FL_CHUNK_LEFT ? 2u : 0);
}

static bool is_in_range(const fl_room_rules *self, const fl_chunk *chunk)
{
    unsigned clutter = fl_room_chunk_clutter(chunk);
    return clutter >= self->clutter_min && clutter <= self->clutter_max;
}

/* Each chunk that fits a need has two entries. */
static void fill_list(fl_room_rules *self, unsigned need, unsigned door_count)
{
    fl_room_list *list = &self->list[need][door_count];
    unsigned n = 0;
    for (unsigned clutter = 0; clutter < FL_ROOM_LEVELS; clutter++) {
        for (unsigned i = 0; i < self->set.n; i++) {
            const fl_chunk *chunk = &self->set.chunk[i];
            unsigned doors = bits_of(chunk->flags);
            bool has_door_count =
                door_count == FL_ROOM_ANY_DOOR_COUNT || (doors & 1) + (doors >> 1) == door_count;
            bool as_drawn = (bits_of(fl_room_chunk_doors(chunk, false)) & need) == need;
            bool transposed = self->transposes && (bits_of(fl_room_chunk_doors(chunk, true)) & need) == need;
            if (fl_room_chunk_clutter(chunk) == clutter && has_door_count && is_in_range(self, chunk) &&
                (as_drawn || transposed)) {
                unsigned first = i * FL_CHUNK_TURNS;
                list->entry[n++] = (uint16_t)(as_drawn ? first : first + FL_CHUNK_TRANSPOSE);
                list->entry[n++] = (uint16_t)(transposed ? first + FL_CHUNK_TRANSPOSE : first);
            }
        }
        list->fit[clutter] = (uint16_t)n;
    }
}

static void fill_centre(fl_room_rules *self)
{
    unsigned n = 0;
    for (unsigned clutter = 0; clutter < FL_ROOM_LEVELS; clutter++) {
        for (unsigned i = 0; i < self->set.n; i++) {
            const fl_chunk *chunk = &self->set.chunk[i];
            if (fl_room_chunk_clutter(chunk) == clutter && !(chunk->flags & FL_CHUNK_PURE) &&
                is_in_range(self, chunk)) {
                self->centre.entry[n++] = (uint16_t)(i * FL_CHUNK_TURNS);
            }
        }
        self->centre.fit[clutter] = (uint16_t)n;
    }
}

static void fill_needs_and_turns(fl_room_rules *self)
{
    for (unsigned doors = 0; doors <= FL_ALL_SIDES; doors++) {
        for (unsigned i = 0; i < self->slots_n; i++) {
            const fl_room_slot *slot = &self->slot[i];
            bool is_flagged = slot->part == FL_PART_HALF && self->closed_are_flagged;
            unsigned open = is_flagged ? FL_ALL_SIDES : doors;
            self->need[doors][i] = (uint8_t)((open & slot->top ? 1 : 0) | (open & slot->left ? 2 : 0));
        }
    }
    for (unsigned i = 0; i < self->set.n; i++) {
        const fl_chunk *chunk = &self->set.chunk[i];
        uint8_t bytes[FL_CHUNK_BYTES];
        fl_chunk back;
        fl_room_chunk_pack(chunk, bytes);
        fl_room_chunk_unpack(&back, bytes);
        self->is_lossy[i] = memcmp(back.row, chunk->row, sizeof back.row) != 0 || back.flags != chunk->flags;
        for (unsigned turn = 0; turn < FL_CHUNK_TURNS; turn++) {
            fl_room_chunk_turn(chunk, turn, self->turned[i][turn]);
        }
    }
}

bool fl_room_rules_is_bounded(const fl_room_rules *self)
{
    return self->budget < self->slots_n * FL_CHUNK_CLUTTER_MAX;
}

/* Refuses a list from which a draw could fail: it needs a chunk, and under a budget one without clutter. */
static fl_err check_list(const fl_room_rules *self, const fl_room_list *list, const char *what, fl_diag *diag)
{
    if (list->fit[FL_CHUNK_CLUTTER_MAX] == 0) {
        fl_err err = fl_diag_set(diag, FL_ERR_INPUT, self->set.name, "no chunk with clutter %u to %u %s",
                                 self->clutter_min, self->clutter_max, what);
        fl_diag_hint(diag,
                     "add one to the set, or ask for other doors, another size or a wider range of clutter");
        return err;
    }
    if (fl_room_rules_is_bounded(self) && list->fit[0] == 0) {
        return fl_diag_set(diag, FL_ERR_INPUT, self->set.name,
                           "with a budget of %u there must be a chunk of clutter 0 that %s", self->budget,
                           what);
    }
    return FL_OK;
}

static fl_err check_lists(const fl_room_rules *self, fl_diag *diag)
{
    static const char *const whats[] = {"stands in a corner", "may have a top door", "may have a left door",
                                        "may have a top and a left door"};
    bool all = self->doors == FL_ROOM_RANDOM_DOORS;
    fl_err err = FL_OK;
    for (unsigned doors = all ? 0 : self->doors; doors <= (all ? FL_ALL_SIDES : self->doors) && !err;
         doors++) {
        for (unsigned i = 0; i < self->slots_n && !err; i++) {
            unsigned need = self->need[doors][i];
            bool is_centre = self->slot[i].part == FL_PART_CENTRE;
            err = is_centre ? check_list(self, &self->centre, "may stand at a centre", diag)
                            : check_list(self, &self->list[need][FL_ROOM_ANY_DOOR_COUNT], whats[need], diag);
        }
    }
    return err;
}

static fl_err fill(fl_room_rules *self, const fl_setting_values *values, fl_diag *diag)
{
    self->size = fl_setting_values_get(values, FL_ROOM_SETTING_SIZE) ? FL_ROOM_PART_BIG : FL_ROOM_PART_SMALL;
    self->doors = (unsigned)fl_setting_values_get(values, FL_ROOM_SETTING_DOORS);
    self->clutter_min = (unsigned)fl_setting_values_get(values, FL_ROOM_SETTING_CLUTTER_MIN);
    self->clutter_max = (unsigned)fl_setting_values_get(values, FL_ROOM_SETTING_CLUTTER_MAX);
    self->budget = (unsigned)fl_setting_values_get(values, FL_ROOM_SETTING_BUDGET);
    self->transposes = fl_setting_values_get(values, FL_ROOM_SETTING_TRANSPOSE);
    self->draws_door_count = fl_setting_values_get(values, FL_ROOM_SETTING_KINDS);
    self->closed_are_flagged = fl_setting_values_get(values, FL_ROOM_SETTING_CLOSED) == 0;
    self->slot = fl_room_parts_all(self->size, &self->slots_n);
    if (self->clutter_min > self->clutter_max) {
        return fl_diag_set(diag, FL_ERR_INPUT, "clutter_min", "%u is more than clutter_max, %u",
                           self->clutter_min, self->clutter_max);
    }
    fill_needs_and_turns(self);
    for (unsigned need = 0; need < FL_ROOM_NEEDS; need++) {
        for (unsigned door_count = 0; door_count < FL_ROOM_DOOR_COUNTS; door_count++) {
            fill_list(self, need, door_count);
        }
    }
    fill_centre(self);
    return check_lists(self, diag);
}

fl_err fl_room_rules_from(fl_setting_values *values, const fl_chunk_set *set, fl_room_rules **out,
                          fl_diag *diag)
{
    *out = NULL;
    bool is_kirby = fl_setting_values_get(values, FL_ROOM_SETTING_RULES) == 1;
    fl_err err = FL_OK;
    if (values->text[0][0] == '\0') {
        strcpy(values->text[0], is_kirby ? "kirby" : "cellar");
    }
    if (is_kirby) {
        err = fl_setting_values_preset(values, "kinds", "on", diag);
        err = err ? err : fl_setting_values_preset(values, "budget", "20", diag);
    }
    fl_room_rules *self = err ? NULL : calloc(1, sizeof *self);
    if (!err && !self) {
        return fl_diag_memory(diag);
    }
    if (!err && set) {
        self->set = *set;
    } else if (!err) {
        err = fl_room_chunk_set_open(&self->set, values->text[0], values->files, diag);
    }
    err = err ? err : fill(self, values, diag);
    if (err) {
        free(self);
    } else {
        *out = self;
    }
    return err;
}

fl_err fl_room_rules_init(fl_setting_values *values, fl_room_rules **out, fl_diag *diag)
{
    return fl_room_rules_from(values, NULL, out, diag);
}

void fl_room_rules_free(fl_room_rules *self)
{
    free(self);
}

bool fl_room_rules_covers(const fl_room_rules *self, unsigned doors, unsigned clutter)
{
    for (unsigned i = 0; i < self->slots_n; i++) {
        unsigned need = self->need[doors & FL_ALL_SIDES][i];
        bool is_centre = self->slot[i].part == FL_PART_CENTRE;
        const fl_room_list *list = is_centre ? &self->centre : &self->list[need][FL_ROOM_ANY_DOOR_COUNT];
        if (list->fit[clutter] <= (clutter > 0 ? list->fit[clutter - 1] : 0)) {
            return false;
        }
    }
    return true;
}
