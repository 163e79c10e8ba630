/* SPDX-License-Identifier: MIT */
/* Turns and packs chunks by swapping nibbles. */
#include "gen/room/room_private.h"

#include <string.h>

unsigned fl_room_chunk_doors(const fl_chunk *self, bool is_transposed)
{
    unsigned doors = self->flags & (FL_CHUNK_TOP | FL_CHUNK_LEFT);
    unsigned swapped = (doors & FL_CHUNK_TOP) >> 1 | (doors & FL_CHUNK_LEFT) << 1;
    return is_transposed ? swapped : doors;
}

static uint32_t swap_bytes(uint32_t row)
{
    return row >> 24 | (row >> 8 & 0xff00) | (row << 8 & 0xff0000) | row << 24;
}

static uint32_t swap_nibbles(uint32_t row)
{
    return (row >> 4 & 0x0f0f0f0f) | (row & 0x0f0f0f0f) << 4;
}

static uint32_t mirror(uint32_t row)
{
    return swap_nibbles(swap_bytes(row));
}

static void transpose(const uint32_t in[FL_CHUNK_SIDE], uint32_t out[FL_CHUNK_SIDE])
{
    for (unsigned y = 0; y < FL_CHUNK_SIDE; y++) {
        out[y] = 0;
        for (unsigned x = 0; x < FL_CHUNK_SIDE; x++) {
            out[y] |= (in[x] >> 4 * y & 15) << 4 * x;
        }
    }
}

void fl_room_chunk_turn(const fl_chunk *self, unsigned turn, uint32_t out[FL_CHUNK_SIDE])
{
    uint32_t row[FL_CHUNK_SIDE];
    if (turn & FL_CHUNK_TRANSPOSE) {
        transpose(self->row, row);
    } else {
        memcpy(row, self->row, sizeof row);
    }
    for (unsigned y = 0; y < FL_CHUNK_SIDE; y++) {
        uint32_t from = row[turn & FL_CHUNK_MIRROR_Y ? FL_CHUNK_SIDE - 1 - y : y];
        out[y] = turn & FL_CHUNK_MIRROR_X ? mirror(from) : from;
    }
}

void fl_room_chunk_pack(const fl_chunk *self, uint8_t out[FL_CHUNK_BYTES])
{
    for (unsigned y = 0; y < FL_CHUNK_SIDE; y++) {
        uint32_t row = swap_nibbles(self->row[y]);
        for (unsigned i = 0; i < 4; i++) {
            *out++ = (uint8_t)(row >> 8 * i);
        }
    }
    *out = self->flags;
}

void fl_room_chunk_unpack(fl_chunk *self, const uint8_t in[FL_CHUNK_BYTES])
{
    for (unsigned y = 0; y < FL_CHUNK_SIDE; y++) {
        uint32_t row = 0;
        for (unsigned i = 0; i < 4; i++) {
            row |= (uint32_t)*in++ << 8 * i;
        }
        self->row[y] = swap_nibbles(row);
    }
    self->flags = *in;
    self->line = 0;
}
