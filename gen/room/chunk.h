/* A chunk: 8 x 8 tiles and a byte of flags, drawn as the top left corner of a room (seed 004, "Our algorithm").
 *
 * A row is 32 bits, the leftmost tile in the lowest four. Packed, a chunk is 33 bytes: its rows from the top, two tiles
 * a byte with the left one in the upper half, then the flags. */
#ifndef FL_GEN_ROOM_CHUNK_H
#define FL_GEN_ROOM_CHUNK_H

#include "gen/room/tile.h"

#include <stdint.h>

enum {
    FL_CHUNK_SIDE = 8,
    FL_CHUNK_BYTES = 33,
    FL_CHUNK_NAME = 32,
    FL_CHUNK_CLUTTER_MAX = 31,
};

/* The byte of flags; what is left of it is the clutter. */
enum {
    FL_CHUNK_TOP = 0x80,  /* a door may open in the top wall, at the chunk's right end */
    FL_CHUNK_LEFT = 0x40, /* a door may open in the left wall, at the chunk's lower end */
    FL_CHUNK_PURE = 0x20, /* needs walls around it: never at the centre of a room */
    FL_CHUNK_CLUTTER = 0x1f,
};

/* How a chunk is turned: first mirrored in its diagonal, then left-right, then upside down. */
enum { FL_CHUNK_MIRROR_X = 1, FL_CHUNK_MIRROR_Y = 2, FL_CHUNK_TRANSPOSE = 4, FL_CHUNK_TURNS = 8 };

typedef struct fl_chunk {
    char name[FL_CHUNK_NAME];
    uint32_t row[FL_CHUNK_SIDE];
    uint8_t flags;
    unsigned line; /* of the file, 0 = none */
} fl_chunk;

static inline fl_tile fl_room_chunk_tile(const fl_chunk *self, unsigned x, unsigned y)
{
    return (fl_tile)(self->row[y] >> 4 * x & 15);
}

static inline unsigned fl_room_chunk_clutter(const fl_chunk *self)
{
    return self->flags & FL_CHUNK_CLUTTER;
}

/* The doors a chunk may have, FL_CHUNK_TOP and FL_CHUNK_LEFT, when it is transposed or not. */
unsigned fl_room_chunk_doors(const fl_chunk *self, bool is_transposed);

/* The rows of a chunk when it is turned. */
void fl_room_chunk_turn(const fl_chunk *self, unsigned turn, uint32_t out[FL_CHUNK_SIDE]);

void fl_room_chunk_pack(const fl_chunk *self, uint8_t out[FL_CHUNK_BYTES]);

/* Every 33 bytes are a chunk. The name is left to the caller. */
void fl_room_chunk_unpack(fl_chunk *self, const uint8_t in[FL_CHUNK_BYTES]);

#endif
