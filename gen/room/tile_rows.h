/* Sixteen tiles a word: which of them are in a set, how many, and the word mirrored; without a look at single tiles. */
#ifndef FL_GEN_ROOM_TILE_ROWS_H
#define FL_GEN_ROOM_TILE_ROWS_H

#include <stdint.h>

#define FL_ROOM_TILE_ROWS_ONES 0x1111111111111111ULL

/* The lowest bit of every nibble whose value is in a set (bit v: value v). */
static inline uint64_t fl_room_tile_rows_in(uint64_t word, unsigned set)
{
    uint64_t bit[4] = {word & FL_ROOM_TILE_ROWS_ONES, word >> 1 & FL_ROOM_TILE_ROWS_ONES,
                       word >> 2 & FL_ROOM_TILE_ROWS_ONES, word >> 3 & FL_ROOM_TILE_ROWS_ONES};
    uint64_t low[4] = {~(bit[1] | bit[0]), bit[0] & ~bit[1], bit[1] & ~bit[0], bit[1] & bit[0]};
    uint64_t high[4] = {~(bit[3] | bit[2]), bit[2] & ~bit[3], bit[3] & ~bit[2], bit[3] & bit[2]};
    uint64_t found = 0;
    for (unsigned i = 0; i < 4; i++) {
        uint64_t any = 0;
        for (unsigned j = 0; j < 4; j++) {
            any |= low[j] & -(uint64_t)(set >> (4 * i + j) & 1);
        }
        found |= high[i] & any;
    }
    return found & FL_ROOM_TILE_ROWS_ONES;
}

/* How many nibbles have their lowest bit set, where no other bits are. */
static inline unsigned fl_room_tile_rows_count(uint64_t ones)
{
    uint64_t pairs = ones + (ones >> 4); /* at most 2 a byte, in its lower half */
    return (unsigned)(((pairs & 0x0f0f0f0f0f0f0f0fULL) * 0x0101010101010101ULL) >> 56);
}

/* Nibbles of two words that are the same. */
static inline unsigned fl_room_tile_rows_same(uint64_t a, uint64_t b)
{
    uint64_t differ = a ^ b;
    differ |= differ >> 2;
    differ |= differ >> 1;
    return 16 - fl_room_tile_rows_count(differ & FL_ROOM_TILE_ROWS_ONES);
}

/* The lowest bits of the nibbles side by side: bit x = nibble x. */
static inline uint32_t fl_room_tile_rows_gather(uint64_t ones)
{
    ones = (ones | ones >> 3) & 0x0303030303030303ULL;
    ones = (ones | ones >> 6) & 0x000f000f000f000fULL;
    ones = (ones | ones >> 12) & 0x000000ff000000ffULL;
    return (uint32_t)((ones | ones >> 24) & 0xffff);
}

/* The last nibble first. */
static inline uint64_t fl_room_tile_rows_mirror(uint64_t word)
{
    word = (word >> 4 & 0x0f0f0f0f0f0f0f0fULL) | (word & 0x0f0f0f0f0f0f0f0fULL) << 4;
    word = (word >> 8 & 0x00ff00ff00ff00ffULL) | (word & 0x00ff00ff00ff00ffULL) << 8;
    word = (word >> 16 & 0x0000ffff0000ffffULL) | (word & 0x0000ffff0000ffffULL) << 16;
    return word >> 32 | word << 32;
}

#endif
