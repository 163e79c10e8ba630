/* SPDX-License-Identifier: MIT */
/* Used only by the files of this folder. */
#ifndef FL_GEN_ROOM_ROOM_PRIVATE_H
#define FL_GEN_ROOM_ROOM_PRIVATE_H

#include "gen/room/room.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* ---- Tiles and chunks ---- */

/* Returns the tile with a character; FL_TILE_COUNT for any other one. */
fl_tile fl_room_tile_of_sign(char sign);

static inline fl_tile fl_room_chunk_tile(const fl_chunk *self, unsigned x, unsigned y)
{
    return (fl_tile)(self->row[y] >> 4 * x & 15);
}

/* The doors that a chunk can have (FL_CHUNK_TOP, FL_CHUNK_LEFT), transposed or not. */
unsigned fl_room_chunk_doors(const fl_chunk *self, bool is_transposed);

/* The rows of a turned chunk. */
void fl_room_chunk_turn(const fl_chunk *self, unsigned turn, uint32_t out[FL_CHUNK_SIDE]);

/* ---- Chunk sets ---- */

/* Reads a text; messages call it `name`. */
FL_NODISCARD fl_err fl_room_chunk_set_read(fl_chunk_set *self, const char *text, size_t size,
                                           const char *name, fl_diag *diag);

/* Refuses a set with two chunks of one name, or one that exceeds its bytes. */
FL_NODISCARD fl_err fl_room_chunk_set_check(const fl_chunk_set *self, const char *name, fl_diag *diag);

/* ---- Slots, walking, words of tiles ---- */

/* The slots of a room of a size, in the order in which they are drawn. */
const fl_room_slot *fl_room_parts_all(unsigned size, unsigned *n);

/* Gathers the lowest bits of the nibbles: bit x is that of nibble x. */
static inline uint32_t fl_room_tile_rows_gather(uint64_t ones)
{
    ones = (ones | ones >> 3) & 0x0303030303030303ULL;
    ones = (ones | ones >> 6) & 0x000f000f000f000fULL;
    ones = (ones | ones >> 12) & 0x000000ff000000ffULL;
    return (uint32_t)((ones | ones >> 24) & 0xffff);
}

#endif
