/* SPDX-License-Identifier: MIT */
/* Chunk rooms (Team Kirby devlog 2020): the interior of a room, put together from parts of hand-drawn chunks.
 *
 * A row of the registry makes them (fl_room_generator); its parts are usable alone:
 *
 *     fl_room_rules_init(&values, &rules, diag);     once: reads the chunk set, makes the lists to draw from
 *     fl_room_key(seed, &key); key.index = i;        room i
 *     fl_room_make(rules, &key, &room);              pure, allocates nothing
 *     fl_room_tile(&room, x, y)
 *
 * Room i of (rules, seed) is always the same room. The walls around a room are not among its tiles; a door is
 * two tiles wide, in the middle of its side. An independent second generator is tests/oracle/room_naive.c. */
#ifndef FL_GEN_ROOM_ROOM_H
#define FL_GEN_ROOM_ROOM_H

#include "gen/floor/generator.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* ---- Tiles: sixteen types, so that a tile is four bits ----
 *
 * 0 to 9 are objects, 10 to 15 are places where enemies appear. */

typedef enum fl_tile {
    FL_TILE_FLOOR,
    FL_TILE_WALL,
    FL_TILE_PIT,
    FL_TILE_ROCK,
    FL_TILE_SPIKES,
    FL_TILE_WEB,
    FL_TILE_FIRE,
    FL_TILE_POT,
    FL_TILE_PICKUP,
    FL_TILE_BLOCK,
    FL_TILE_SPAWN, /* the first of the enemies */
    FL_TILE_WALKER = FL_TILE_SPAWN,
    FL_TILE_FLYER,
    FL_TILE_SHOOTER,
    FL_TILE_JUMPER,
    FL_TILE_CHARGER,
    FL_TILE_ENEMY,
    FL_TILE_COUNT
} fl_tile;

typedef struct fl_tile_row {
    const char *name;
    char sign;        /* character in chunk files and drawings */
    bool is_walkable; /* on foot, unharmed and without breaking anything */
    bool is_clutter;  /* an object, but no enemy or pickup */
    unsigned colour;  /* 0xRRGGBB in pictures */
} fl_tile_row;

const fl_tile_row *fl_room_tile_of(fl_tile tile);

/* The set of walkable tiles, and that of clutter: bit t is for tile t. */
unsigned fl_room_tile_walkable(void);
unsigned fl_room_tile_clutter(void);

/* ---- Chunks: 8 x 8 tiles and a byte of flags, drawn as the top left corner of a room (Team Kirby devlog
 * 2020, "Our algorithm") ----
 *
 * A row is 32 bits, the leftmost tile in the lowest four. Packed, a chunk is 33 bytes: its rows from the top,
 * two tiles a byte with the left one in the upper half, then the flags. */

enum {
    FL_CHUNK_SIDE = 8,
    FL_CHUNK_BYTES = 33,
    FL_CHUNK_NAME = 32,
    FL_CHUNK_CLUTTER_MAX = 31,
};

/* The byte of flags; the other bits are the clutter. */
enum {
    FL_CHUNK_TOP = 0x80,  /* a door may open in the top wall, at the chunk's right end */
    FL_CHUNK_LEFT = 0x40, /* a door may open in the left wall, at the chunk's lower end */
    FL_CHUNK_PURE = 0x20, /* needs walls around it: never at the centre of a room */
    FL_CHUNK_CLUTTER = 0x1f,
};

/* How a chunk is turned: first transposed, then mirrored left to right, then upside down. */
enum { FL_CHUNK_MIRROR_X = 1, FL_CHUNK_MIRROR_Y = 2, FL_CHUNK_TRANSPOSE = 4, FL_CHUNK_TURNS = 8 };

typedef struct fl_chunk {
    char name[FL_CHUNK_NAME];
    uint32_t row[FL_CHUNK_SIDE];
    uint8_t flags;
    unsigned line; /* in its file, 0 = none */
} fl_chunk;

static inline unsigned fl_room_chunk_clutter(const fl_chunk *self)
{
    return self->flags & FL_CHUNK_CLUTTER;
}

void fl_room_chunk_pack(const fl_chunk *self, uint8_t out[FL_CHUNK_BYTES]);

/* Any 33 bytes are a chunk. The caller sets the name. */
void fl_room_chunk_unpack(fl_chunk *self, const uint8_t in[FL_CHUNK_BYTES]);

/* ---- Chunk sets: read from a text, written as a text, packed into bytes (for a cartridge) and back ----
 *
 * The text consists of lines "key: value"; a line that begins with # is a comment, except inside a picture:
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

enum {
    FL_CHUNK_SET_MAX = 255,
    FL_CHUNK_SET_FILE = 1 << 18, /* most bytes of a text */
    FL_CHUNK_SET_ABOUT = 96,
};

typedef struct fl_chunk_set {
    char name[FL_CHUNK_NAME];
    char about[FL_CHUNK_SET_ABOUT];
    unsigned bytes; /* limit of the packed set, 0 = none */
    unsigned n;
    fl_chunk chunk[FL_CHUNK_SET_MAX];
} fl_chunk_set;

/* Opens a built-in set ("cellar") or a file (its name has a / or ends in .txt). */
FL_NODISCARD fl_err fl_room_chunk_set_open(fl_chunk_set *self, const char *name, fl_files *files,
                                           fl_diag *diag);

/* Writes the set as a text that reads as the same set. */
void fl_room_chunk_set_print(const fl_chunk_set *self, fl_text *out);

/* 33 bytes a chunk, one after the other. Unpacked chunks are named chunk_1, chunk_2 … */
void fl_room_chunk_set_pack(const fl_chunk_set *self, fl_text *out);
FL_NODISCARD fl_err fl_room_chunk_set_unpack(fl_chunk_set *self, const void *data, size_t size,
                                             const char *name, fl_diag *diag);

/* ---- Slots: the parts of chunks and their places in a room ----
 *
 * A small room has four corners. A big room has four corners, four door chunks of two halves each, and a
 * centre. Every part but the centre is cut from a chunk that is mirrored for its corner. So one rule holds
 * for all: the part's walls are the top and the left wall of the chunk as it is drawn. */

enum { FL_ROOM_PART_MAX = 13, FL_ROOM_PART_SMALL = 16, FL_ROOM_PART_BIG = 24 };

/* Sides of a room; a set of doors has a bit for each. */
enum { FL_NORTH = 1, FL_EAST = 2, FL_SOUTH = 4, FL_WEST = 8, FL_ALL_SIDES = 15 };

typedef enum fl_room_part { FL_PART_CORNER, FL_PART_HALF, FL_PART_CENTRE } fl_room_part;

typedef struct fl_room_slot {
    const char *name;
    fl_room_part part;
    uint8_t x, y, width, height; /* in the room */
    uint8_t from_x, from_y;      /* the part of the mirrored chunk */
    uint8_t mirror;              /* FL_CHUNK_MIRROR_X and _Y */
    uint8_t top, left; /* the room's sides at which the chunk's top and left door would open; 0 = none */
} fl_room_slot;

/* The tiles inside the door of a side (one of the four bits): `which` = 0 is the western or northern one of
 * the two. */
void fl_room_parts_door(unsigned size, unsigned side, unsigned which, unsigned *x, unsigned *y);

/* A set of sides as a text, such as "NES"; "none" if it is empty. */
const char *fl_room_parts_sides(unsigned sides);

/* ---- Rules: a chunk set and settings, made into lists so that each part takes one draw ----
 *
 * A part needs a chunk with certain doors (none, top, left, both). For each need there is a list of entries
 * sorted by clutter. Each chunk has two entries: as drawn and transposed, or twice the one way that fits. An
 * even draw of an entry is thus an even draw of a chunk and then a coin, and the entries that fit a budget
 * are the first ones of the list. */

/* symbol, name, type, min, max, default, choices, meaning */
#define FL_ROOM_SETTINGS(X)                                                                                  \
    X(RULES, "rules", CHOICE, 0, 0, "paper", "paper kirby",                                                  \
      "paper = as the document says; kirby = as its game does: kinds and a budget of clutter")               \
    X(SET, "set", TEXT, 0, 0, "", "",                                                                        \
      "chunks: a set that ships (basement, cellar, kirby), or a file (with a / or .txt); empty = as the "    \
      "rules say")                                                                                           \
    X(SIZE, "size", CHOICE, 0, 0, "small", "small big", "16 x 16 or 24 x 24 tiles")                          \
    X(DOORS, "doors", CHOICE, 0, 0, "NESW", "none N E NE S NS ES NES W NW EW NEW SW NSW ESW NESW random",    \
      "sides with a door; random = any of the sixteen sets, equally likely")                                 \
    X(CLUTTER_MIN, "clutter_min", NUMBER, 0, FL_CHUNK_CLUTTER_MAX, "0", "", "least clutter of a chunk")      \
    X(CLUTTER_MAX, "clutter_max", NUMBER, 0, FL_CHUNK_CLUTTER_MAX, "31", "", "most clutter of a chunk")      \
    X(TRANSPOSE, "transpose", FLAG, 0, 1, "on", "", "a coin decides whether a chunk is transposed")          \
    X(KINDS, "kinds", FLAG, 0, 1, "off", "",                                                                 \
      "first draw how many doors the chunk could have: 1 or 2 for a part with one door, 0 to 2 without "     \
      "one, equally likely")                                                                                 \
    X(BUDGET, "budget", NUMBER, 0, 403, "403", "",                                                           \
      "most clutter of all chunks of a room together; 403 is no limit")                                      \
    X(CLOSED, "closed_sides", CHOICE, 0, 0, "flagged", "flagged any",                                        \
      "big rooms: a side without a door is made of door chunks nevertheless (flagged), or of any chunks")

#define FL_ROOM_ENUM(symbol, ...) FL_ROOM_SETTING_##symbol,
typedef enum fl_room_setting { FL_ROOM_SETTINGS(FL_ROOM_ENUM) FL_ROOM_SETTINGS_N } fl_room_setting;
#undef FL_ROOM_ENUM

extern const fl_setting fl_room_rules_settings[FL_ROOM_SETTINGS_N];

enum {
    FL_ROOM_NEEDS = 4,       /* bit 0 = top, bit 1 = left */
    FL_ROOM_DOOR_COUNTS = 4, /* lists of chunks with 0, 1, 2 doors; of all chunks */
    FL_ROOM_ANY_DOOR_COUNT = 3,
    FL_ROOM_LEVELS = FL_CHUNK_CLUTTER_MAX + 1,
    FL_ROOM_LIST = 2 * FL_CHUNK_SET_MAX,
    FL_ROOM_RANDOM_DOORS = 16,
};

typedef struct fl_room_list {
    uint16_t entry[FL_ROOM_LIST]; /* chunk * FL_CHUNK_TURNS + turn, sorted by clutter */
    uint16_t fit[FL_ROOM_LEVELS]; /* by clutter: how many entries have at most that much */
} fl_room_list;

typedef struct fl_room_rules {
    fl_chunk_set set;
    unsigned size;  /* 16 or 24 */
    unsigned doors; /* a set of sides, or FL_ROOM_RANDOM_DOORS */
    unsigned clutter_min, clutter_max, budget;
    bool transposes, draws_door_count, closed_are_flagged;
    const fl_room_slot *slot;
    unsigned slots_n;
    uint8_t need[FL_ALL_SIDES + 1][FL_ROOM_PART_MAX]; /* by doors and slot */
    fl_room_list list[FL_ROOM_NEEDS][FL_ROOM_DOOR_COUNTS];
    fl_room_list centre;             /* one entry a chunk; its turn, any of eight, is drawn, too */
    bool is_lossy[FL_CHUNK_SET_MAX]; /* the chunk does not survive a conversion to 33 bytes */
    uint32_t turned[FL_CHUNK_SET_MAX][FL_CHUNK_TURNS][FL_CHUNK_SIDE]; /* the rows of a chunk in each turn */
} fl_room_rules;

/* Reads the chunk set and makes the lists; completes `values` with the preset of `rules`. */
FL_NODISCARD fl_err fl_room_rules_init(fl_setting_values *values, fl_room_rules **out, fl_diag *diag);

/* The same with a given chunk set, which is copied; the setting `set` is ignored. */
FL_NODISCARD fl_err fl_room_rules_from(fl_setting_values *values, const fl_chunk_set *set,
                                       fl_room_rules **out, fl_diag *diag);
void fl_room_rules_free(fl_room_rules *self);

/* True if the budget can exclude a chunk at all. */
bool fl_room_rules_is_bounded(const fl_room_rules *self);

/* True if a room with these doors can be made only of chunks with this clutter. */
bool fl_room_rules_covers(const fl_room_rules *self, unsigned doors, unsigned clutter);

/* ---- Rooms ---- */

/* A change of any room needs a new version and new golden digests. */
#define FL_ROOM_VERSION 1

typedef struct fl_interior {
    uint8_t size;                      /* 16 or 24 */
    uint8_t doors;                     /* sides with a door */
    uint16_t spent;                    /* the clutter of all its chunks */
    uint16_t choice[FL_ROOM_PART_MAX]; /* by slot: chunk * FL_CHUNK_TURNS + turn */
    uint64_t row[FL_ROOM_PART_BIG][2]; /* sixteen tiles a word, the leftmost in the lowest four bits */
} fl_interior;

static inline fl_tile fl_room_tile(const fl_interior *self, unsigned x, unsigned y)
{
    return (fl_tile)(self->row[y][x >> 4] >> 4 * (x & 15) & 15);
}

/* The key of room 0 of a seed. */
void fl_room_key(uint64_t seed, fl_key *out);

extern const fl_generator fl_room_generator;

/* Makes the room of a key. */
void fl_room_make(const fl_room_rules *rules, const fl_key *key, fl_interior *out);

/* The same from the start of the key's stream 0, which advances. */
void fl_room_make_from(const fl_room_rules *rules, fl_pcg *rng, fl_interior *out);

/* Makes the room with these doors and choices, such as those that `floorlab check room` finds. */
void fl_room_assemble(const fl_room_rules *rules, unsigned doors, const uint16_t *choice, fl_interior *out);

/* Returns the error of a room made by these rules, NULL if it is valid: every part is cut from a chunk
 * allowed there, door tiles are free, and all doors reach each other on foot. */
const char *fl_room_check(const fl_room_rules *rules, const fl_interior *room);

/* ---- Walking in a room: rows of bits that spread one step at a time ---- */

enum { FL_ROOM_REACH_NEVER = -1 };

typedef struct fl_room_reach {
    const fl_interior *room;         /* borrowed */
    uint32_t open[FL_ROOM_PART_BIG]; /* bit x: the tile can be walked on */
    uint32_t seen[FL_ROOM_PART_BIG]; /* bit x: the tile was reached from the last starting point */
} fl_room_reach;

void fl_room_reach_init(fl_room_reach *self, const fl_interior *room);

/* True if a door has a tile that cannot be walked on. */
bool fl_room_reach_blocked(const fl_room_reach *self);

/* True if there are two doors that do not reach each other. Fills `seen` with what the first door reaches. */
bool fl_room_reach_parted(fl_room_reach *self);

/* Computes the steps of the shortest paths from the door of a side to the doors of a set of sides, by side,
 * between the nearest tiles of the doors; FL_ROOM_REACH_NEVER if there is no path. */
void fl_room_reach_ways(fl_room_reach *self, unsigned from, unsigned to, int steps[FL_ALL_SIDES + 1]);

/* ---- Sixteen tiles a word, treated together ---- */

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

/* How many nibbles are 1, if all are 0 or 1. */
static inline unsigned fl_room_tile_rows_count(uint64_t ones)
{
    uint64_t pairs = ones + (ones >> 4); /* at most 2 a byte, in its lower half */
    return (unsigned)(((pairs & 0x0f0f0f0f0f0f0f0fULL) * 0x0101010101010101ULL) >> 56);
}

/* How many nibbles of two words are equal. */
static inline unsigned fl_room_tile_rows_same(uint64_t a, uint64_t b)
{
    uint64_t differ = a ^ b;
    differ |= differ >> 2;
    differ |= differ >> 1;
    return 16 - fl_room_tile_rows_count(differ & FL_ROOM_TILE_ROWS_ONES);
}

/* Reverses the nibbles. */
static inline uint64_t fl_room_tile_rows_mirror(uint64_t word)
{
    word = (word >> 4 & 0x0f0f0f0f0f0f0f0fULL) | (word & 0x0f0f0f0f0f0f0f0fULL) << 4;
    word = (word >> 8 & 0x00ff00ff00ff00ffULL) | (word & 0x00ff00ff00ff00ffULL) << 8;
    word = (word >> 16 & 0x0000ffff0000ffffULL) | (word & 0x0000ffff0000ffffULL) << 16;
    return word >> 32 | word << 32;
}

#endif
