/* SPDX-License-Identifier: MIT */
/* Draws the entry of each slot and puts its rows in place; checks finished rooms. */
#include "gen/room/room.h"

#include "gen/room/room_private.h"

#include <assert.h>
#include <string.h>

void fl_room_key(uint64_t seed, fl_key *out)
{
    fl_key_init(out, "room", FL_ROOM_VERSION, seed);
}

/* Draws how many doors the next chunk can have. */
static unsigned draw_door_count(unsigned need, fl_pcg *rng)
{
    if (need == 3) {
        return 2;
    }
    return need ? 1 + fl_pcg_below(rng, 2) : fl_pcg_below(rng, 3);
}

static unsigned draw_corner(const fl_room_rules *rules, unsigned need, unsigned level, fl_pcg *rng)
{
    const fl_room_list *list = &rules->list[need][FL_ROOM_ANY_DOOR_COUNT];
    if (rules->draws_door_count) {
        const fl_room_list *only = &rules->list[need][draw_door_count(need, rng)];
        list = only->fit[level] > 0 ? only : list;
    }
    assert(list->fit[level] > 0); /* the rules were checked: some chunk always fits */
    return list->entry[fl_pcg_below(rng, list->fit[level])];
}

static unsigned draw_centre(const fl_room_rules *rules, unsigned level, fl_pcg *rng)
{
    unsigned drawn = fl_pcg_below(rng, FL_CHUNK_TURNS * (unsigned)rules->centre.fit[level]);
    return rules->centre.entry[drawn / FL_CHUNK_TURNS] + drawn % FL_CHUNK_TURNS;
}

/* Puts a part in place; its rows of 4 or 8 tiles lie within one word. */
static inline void place(const fl_room_rules *rules, unsigned slot_number, unsigned entry, fl_interior *out)
{
    const fl_room_slot *slot = &rules->slot[slot_number];
    const uint32_t *rows = rules->turned[entry / FL_CHUNK_TURNS][(entry % FL_CHUNK_TURNS) ^ slot->mirror];
    uint64_t mask = ((uint64_t)1 << 4 * slot->width) - 1;
    unsigned from = 4 * slot->from_x;
    unsigned to = 4 * (slot->x & 15);
    uint64_t(*row)[2] = &out->row[slot->y];
    for (unsigned y = 0; y < slot->height; y++) {
        row[y][slot->x >> 4] |= (rows[slot->from_y + y] >> from & mask) << to;
    }
    out->choice[slot_number] = (uint16_t)entry;
    out->spent = (uint16_t)(out->spent + fl_room_chunk_clutter(&rules->set.chunk[entry / FL_CHUNK_TURNS]));
}

static void begin(const fl_room_rules *rules, unsigned doors, fl_interior *out)
{
    memset(out, 0, sizeof *out);
    out->size = (uint8_t)rules->size;
    out->doors = (uint8_t)doors;
}

void fl_room_make(const fl_room_rules *rules, const fl_key *key, fl_interior *out)
{
    fl_pcg rng;
    fl_key_stream(key, 0, &rng);
    fl_room_make_from(rules, &rng, out);
}

void fl_room_make_from(const fl_room_rules *rules, fl_pcg *rng, fl_interior *out)
{
    begin(rules, rules->doors == FL_ROOM_RANDOM_DOORS ? fl_pcg_next(rng) >> 28 : rules->doors, out);
    for (unsigned i = 0; i < rules->slots_n; i++) {
        unsigned left = rules->budget - out->spent;
        unsigned level = left < FL_CHUNK_CLUTTER_MAX ? left : FL_CHUNK_CLUTTER_MAX;
        unsigned need = rules->need[out->doors][i];
        bool is_centre = rules->slot[i].part == FL_PART_CENTRE;
        unsigned entry = is_centre ? draw_centre(rules, level, rng) : draw_corner(rules, need, level, rng);
        place(rules, i, entry, out);
    }
}

void fl_room_assemble(const fl_room_rules *rules, unsigned doors, const uint16_t *choice, fl_interior *out)
{
    begin(rules, doors, out);
    for (unsigned i = 0; i < rules->slots_n; i++) {
        place(rules, i, choice[i], out);
    }
}

/* True if an entry is allowed in a slot. */
static bool may_stand(const fl_room_rules *rules, const fl_interior *room, unsigned slot)
{
    unsigned entry = room->choice[slot];
    if (rules->slot[slot].part == FL_PART_CENTRE) {
        return !(rules->set.chunk[entry / FL_CHUNK_TURNS].flags & FL_CHUNK_PURE);
    }
    const fl_chunk *chunk = &rules->set.chunk[entry / FL_CHUNK_TURNS];
    bool is_transposed = entry & FL_CHUNK_TRANSPOSE;
    unsigned doors = fl_room_chunk_doors(chunk, is_transposed);
    unsigned need = rules->need[room->doors][slot];
    unsigned wanted = (need & 1 ? FL_CHUNK_TOP : 0u) | (need & 2 ? FL_CHUNK_LEFT : 0u);
    return (doors & wanted) == wanted && (!is_transposed || rules->transposes) &&
           fl_room_chunk_clutter(chunk) >= rules->clutter_min &&
           fl_room_chunk_clutter(chunk) <= rules->clutter_max;
}

const char *fl_room_check(const fl_room_rules *rules, const fl_interior *room)
{
    fl_room_reach reach;
    for (unsigned i = 0; i < rules->slots_n; i++) {
        if (!may_stand(rules, room, i)) {
            return rules->slot[i].part == FL_PART_CENTRE ? "a chunk that needs walls stands at the centre"
                                                         : "a chunk stands where it may not";
        }
    }
    fl_room_reach_init(&reach, room);
    return fl_room_reach_blocked(&reach)  ? "a door is blocked"
           : fl_room_reach_parted(&reach) ? "two doors do not reach each other"
                                          : NULL;
}
