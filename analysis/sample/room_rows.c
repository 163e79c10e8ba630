/* SPDX-License-Identifier: MIT */
/* Countable things of chunk rooms: the table of analysis/metric/room, three events, and a map for each type
 * of tile. */
#include "analysis/sample/sample_private.h"

#include <string.h>

enum { BROKEN, DOOR_BLOCKED, DOORS_PARTED, NEEDS_WALLS, CHUNK_LOST, EVENTS };

static const struct event {
    const char *name, *meaning;
} events[EVENTS] = {
    [BROKEN] = {"broken", "the room breaks a rule of its chunks, a door is blocked, or doors are parted"},
    [DOOR_BLOCKED] = {"door_blocked", "given a door: the tiles inside some door cannot be walked on"},
    [DOORS_PARTED] = {"doors_parted", "given two doors: some door cannot be reached on foot from another"},
    [NEEDS_WALLS] = {"centre_needs_walls", "given a centre: its chunk is one that needs walls around it"},
    [CHUNK_LOST] = {"chunk_lost", "some chunk of the room does not come back from its 33 bytes"},
};

fl_err fl_sample_room_add(fl_catalogue *self, const void *rules, fl_diag *diag)
{
    (void)rules;
    if (self->metrics_n > 0) {
        return FL_OK;
    }
    for (unsigned i = 0; i < FL_METRIC_ROOM_COUNT; i++) {
        const fl_metric_room_row *row = fl_metric_room_of((fl_metric_room_id)i);
        self->metric[self->metrics_n++] = (fl_catalogue_metric){.name = row->name,
                                                                .unit = row->unit,
                                                                .meaning = row->meaning,
                                                                .bins = FL_METRIC_ROOM_MAX + 1,
                                                                .is_known = true,
                                                                .is_default = true};
    }
    for (int tile = 0; tile < FL_TILE_COUNT; tile++) {
        const char *name = fl_room_tile_of((fl_tile)tile)->name;
        self->map[self->maps_n++] = (fl_catalogue_map){name, name, tile};
    }
    for (unsigned i = 0; i < EVENTS; i++) {
        if (!fl_sample_add_event(self, events[i].name, events[i].meaning)) {
            return fl_diag_memory(diag);
        }
    }
    return FL_OK;
}

static void ask_chunks(fl_sample_work *self, const fl_room_rules *rules, const fl_interior *room)
{
    self->trials[CHUNK_LOST] = 1;
    self->trials[NEEDS_WALLS] = 0;
    self->hits[CHUNK_LOST] = 0;
    self->hits[NEEDS_WALLS] = 0;
    for (unsigned i = 0; i < rules->slots_n; i++) {
        const fl_chunk *chunk = &rules->set.chunk[room->choice[i] / FL_CHUNK_TURNS];
        if (rules->slot[i].part == FL_PART_CENTRE) {
            self->trials[NEEDS_WALLS] = 1;
            self->hits[NEEDS_WALLS] = (chunk->flags & FL_CHUNK_PURE) != 0;
        }
        self->hits[CHUNK_LOST] |= rules->is_lossy[room->choice[i] / FL_CHUNK_TURNS];
    }
}

static void ask(fl_sample_work *self, const fl_room_rules *rules, const fl_interior *room)
{
    fl_room_reach reach;
    unsigned doors = (unsigned)__builtin_popcount(room->doors);
    bool is_broken = fl_room_check(rules, room) != NULL; /* checks doors, too */
    self->trials[BROKEN] = 1;
    self->trials[DOOR_BLOCKED] = doors >= 1;
    self->trials[DOORS_PARTED] = doors >= 2;
    self->hits[BROKEN] = is_broken;
    self->hits[DOOR_BLOCKED] = 0;
    self->hits[DOORS_PARTED] = 0;
    if (is_broken) {
        fl_room_reach_init(&reach, room);
        self->hits[DOOR_BLOCKED] = doors >= 1 && fl_room_reach_blocked(&reach);
        self->hits[DOORS_PARTED] = doors >= 2 && fl_room_reach_parted(&reach);
    }
    ask_chunks(self, rules, room);
}

void fl_sample_room_measure(fl_sample_work *self, const fl_room_rules *rules, const fl_interior *room)
{
    fl_metric_room_compute(room, self->values);
    for (unsigned i = 0; i < FL_METRIC_ROOM_COUNT; i++) {
        if (self->values[i] == FL_METRIC_ROOM_NONE) {
            self->values[i] = FL_GENERATOR_FACT_NONE;
        }
    }
    ask(self, rules, room);
    self->width = room->size;
    self->height = room->size;
    for (unsigned y = 0; y < room->size; y++) {
        for (unsigned x = 0; x < room->size; x++) {
            self->tile[y * room->size + x] = (uint8_t)fl_room_tile(room, x, y);
        }
    }
}
