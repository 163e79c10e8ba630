/* Chunk rooms (seed 004): the inside of a room, put together from parts of turned chunks.
 *
 * Room i of (rules, seed) is the same room for ever. Walls stand around the tiles and are not among them; a door is two
 * tiles wide, in the middle of its side. */
#ifndef FL_GEN_ROOM_ROOM_H
#define FL_GEN_ROOM_ROOM_H

#include "gen/random/key.h"
#include "gen/room/rules.h"

/* A change of any room is a new version, and new golden digests. */
#define FL_ROOM_VERSION 1

typedef struct fl_interior {
    uint8_t size;                      /* 16 or 24 */
    uint8_t doors;                     /* sides with a door */
    uint16_t spent;                    /* clutter of all chunks that were drawn */
    uint16_t choice[FL_ROOM_PART_MAX]; /* entry of each slot: chunk * FL_CHUNK_TURNS + turn */
    uint64_t row[FL_ROOM_PART_BIG][2]; /* sixteen tiles a word, the leftmost in the lowest four bits */
} fl_interior;

static inline fl_tile fl_room_tile(const fl_interior *self, unsigned x, unsigned y)
{
    return (fl_tile)(self->row[y][x >> 4] >> 4 * (x & 15) & 15);
}

/* The key of room 0 of a seed. */
void fl_room_key(uint64_t seed, fl_key *out);

/* The room of a key. Pure, allocates nothing. */
void fl_room_make(const fl_room_rules *rules, const fl_key *key, fl_interior *out);

/* The room of given doors and choices, such as those of an assembly that room_check names. */
void fl_room_assemble(const fl_room_rules *rules, unsigned doors, const uint16_t *choice, fl_interior *out);

/* What is wrong with a room that was made by these rules; NULL when nothing is: every part is of a chunk that may stand
 * there, door tiles are free, all doors reach each other on foot. */
const char *fl_room_check(const fl_room_rules *rules, const fl_interior *room);

#endif
