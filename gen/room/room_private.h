/* What the files of this folder share and nobody outside needs. */
#ifndef FL_GEN_ROOM_ROOM_PRIVATE_H
#define FL_GEN_ROOM_ROOM_PRIVATE_H

#include "gen/room/room.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What a tile of a room's interior can be: sixteen types, so that a tile is four bits.
 *
 * 0-9 are things, 10-15 places where enemies appear. Signs are those of chunk files and of drawings in
 * text. */

/* The tile of a sign, FL_TILE_COUNT for any other character. */
fl_tile fl_room_tile_of_sign(char sign);

/* A chunk: 8 x 8 tiles and a byte of flags, drawn as the top left corner of a room (Team Kirby devlog 2020, "Our
 * algorithm").
 *
 * A row is 32 bits, the leftmost tile in the lowest four. Packed, a chunk is 33 bytes: its rows from the top,
 * two tiles a byte with the left one in the upper half, then the flags. */

static inline fl_tile fl_room_chunk_tile(const fl_chunk *self, unsigned x, unsigned y)
{
    return (fl_tile)(self->row[y] >> 4 * x & 15);
}

/* The doors a chunk may have, FL_CHUNK_TOP and FL_CHUNK_LEFT, when it is transposed or not. */
unsigned fl_room_chunk_doors(const fl_chunk *self, bool is_transposed);

/* The rows of a chunk when it is turned. */
void fl_room_chunk_turn(const fl_chunk *self, unsigned turn, uint32_t out[FL_CHUNK_SIDE]);

/* A set of chunks: read from a text that people write, written as one, packed into a cartridge's bytes and
 * back.
 *
 * The text is lines of "key: value"; a line that begins with # is a comment, but not inside a picture:
 *
 *     set: cellar                  a name, a line about it, the bytes it may take when packed
 *     about: rocks and pits
 *     bytes: 1024
 *
 *     chunk: corner_rock           then chunk by chunk
 *     doors: top left              none, one or both (default none)
 *     pure_corner: yes             (default no)
 *     clutter: 1                   0 to 31 (default 0)
 *     picture:
 *     ........                     eight lines of eight signs (gen/room/tile.c) */

/* Reads a text; `name` stands in messages. */
FL_NODISCARD fl_err fl_room_chunk_set_read(fl_chunk_set *self, const char *text, size_t size,
                                           const char *name, fl_diag *diag);

/* Whether names are unique and the set fits its bytes. */
FL_NODISCARD fl_err fl_room_chunk_set_check(const fl_chunk_set *self, const char *name, fl_diag *diag);

/* The doors of a chunk as a text: "top left", "none". */
const char *fl_room_chunk_set_doors(unsigned flags);

/* The parts that rooms are put together from: which part of which corner chunk stands where.
 *
 * A small room is four corners. A big one is four corners, four door chunks of two halves each, and a centre.
 * Every part but the centre is cut from a chunk that is mirrored for its corner: so one rule holds for all,
 * and a part's own top and left walls are those of the chunk as it is drawn. */

/* The parts of a room of a size, in the order in which they are drawn. */
const fl_room_slot *fl_room_parts_all(unsigned size, unsigned *n);

/* Where one can walk in a room: rows of bits, spreading a step at a time. */

/* A door with a tile that cannot be walked on. */
bool fl_room_reach_blocked(const fl_room_reach *self);

/* Sixteen tiles a word: which of them are in a set, how many, and the word mirrored; without a look at single
 * tiles. */

/* The lowest bits of the nibbles side by side: bit x = nibble x. */
static inline uint32_t fl_room_tile_rows_gather(uint64_t ones)
{
    ones = (ones | ones >> 3) & 0x0303030303030303ULL;
    ones = (ones | ones >> 6) & 0x000f000f000f000fULL;
    ones = (ones | ones >> 12) & 0x000000ff000000ffULL;
    return (uint32_t)((ones | ones >> 24) & 0xffff);
}

#endif
