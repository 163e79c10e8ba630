/* Chunk rooms (Team Kirby devlog 2020): the inside of a room, put together from parts of turned chunks.
 *
 * Room i of (rules, seed) is the same room for ever. Walls stand around the tiles and are not among them; a
 * door is two tiles wide, in the middle of its side. */
#ifndef FL_GEN_ROOM_ROOM_H
#define FL_GEN_ROOM_ROOM_H

#include "gen/base/setting_values.h"
#include "gen/random/key.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What a tile of a room's interior can be: sixteen types, so that a tile is four bits.
 *
 * 0-9 are things, 10-15 places where enemies appear. Signs are those of chunk files and of drawings in
 * text. */

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
    FL_TILE_SPAWN, /* the first that is an enemy's */
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
    char sign;
    bool is_walkable; /* on foot and unharmed, without breaking anything */
    bool is_clutter;  /* something stands or lies there that is neither enemy nor pickup */
    unsigned colour;  /* 0xRRGGBB in pictures */
} fl_tile_row;

const fl_tile_row *fl_room_tile_of(fl_tile tile);

/* Bit t: tile t is walkable, is clutter. */
unsigned fl_room_tile_walkable(void);
unsigned fl_room_tile_clutter(void);

/* A chunk: 8 x 8 tiles and a byte of flags, drawn as the top left corner of a room (Team Kirby devlog 2020, "Our
 * algorithm").
 *
 * A row is 32 bits, the leftmost tile in the lowest four. Packed, a chunk is 33 bytes: its rows from the top,
 * two tiles a byte with the left one in the upper half, then the flags. */

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

static inline unsigned fl_room_chunk_clutter(const fl_chunk *self)
{
    return self->flags & FL_CHUNK_CLUTTER;
}

void fl_room_chunk_pack(const fl_chunk *self, uint8_t out[FL_CHUNK_BYTES]);

/* Every 33 bytes are a chunk. The name is left to the caller. */
void fl_room_chunk_unpack(fl_chunk *self, const uint8_t in[FL_CHUNK_BYTES]);

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

enum {
    FL_CHUNK_SET_MAX = 255,
    FL_CHUNK_SET_FILE = 1 << 18, /* bytes of a text */
    FL_CHUNK_SET_ABOUT = 96,
};

typedef struct fl_chunk_set {
    char name[FL_CHUNK_NAME];
    char about[FL_CHUNK_SET_ABOUT];
    unsigned bytes; /* what it may take, 0 = no limit */
    unsigned n;
    fl_chunk chunk[FL_CHUNK_SET_MAX];
} fl_chunk_set;

/* A set that ships ("cellar"), or a file of one (with a / or ending in .txt). */
FL_NODISCARD fl_err fl_room_chunk_set_open(fl_chunk_set *self, const char *name, fl_diag *diag);

/* The text that reads as the same set. */
void fl_room_chunk_set_print(const fl_chunk_set *self, fl_text *out);

/* 33 bytes a chunk, one after the other; back they have the names chunk_1, chunk_2 … */
void fl_room_chunk_set_pack(const fl_chunk_set *self, fl_text *out);
FL_NODISCARD fl_err fl_room_chunk_set_unpack(fl_chunk_set *self, const void *data, size_t size,
                                             const char *name, fl_diag *diag);

/* The parts that rooms are put together from: which part of which corner chunk stands where.
 *
 * A small room is four corners. A big one is four corners, four door chunks of two halves each, and a centre.
 * Every part but the centre is cut from a chunk that is mirrored for its corner: so one rule holds for all,
 * and a part's own top and left walls are those of the chunk as it is drawn. */

enum { FL_ROOM_PART_MAX = 13, FL_ROOM_PART_SMALL = 16, FL_ROOM_PART_BIG = 24 };

/* Sides of a room, bits of a set of doors. */
enum { FL_NORTH = 1, FL_EAST = 2, FL_SOUTH = 4, FL_WEST = 8, FL_ALL_SIDES = 15 };

typedef enum fl_room_part { FL_PART_CORNER, FL_PART_HALF, FL_PART_CENTRE } fl_room_part;

typedef struct fl_room_slot {
    const char *name;
    fl_room_part part;
    uint8_t x, y, width, height; /* in the room */
    uint8_t from_x, from_y;      /* of the mirrored chunk */
    uint8_t mirror;              /* FL_CHUNK_MIRROR_X and _Y */
    uint8_t top,
        left; /* the sides of the room that are the chunk's, when a door could open there; 0 = none */
} fl_room_slot;

/* The two tiles of a room that are at the door of a side (one of the four bits); 0 = west or north of the
 * two. */
void fl_room_parts_door(unsigned size, unsigned side, unsigned which, unsigned *x, unsigned *y);

/* "NES" of a set of sides, "none" of no side. */
const char *fl_room_parts_sides(unsigned sides);

/* The rules of chunk rooms: a set of chunks and the settings, made into lists from which a part is one draw.
 *
 * A part needs chunks with certain doors (none, top, left, both). For every such need there is a list of
 * entries, sorted by clutter: a chunk stands in it twice, as drawn and transposed, or twice in the one way
 * that fits. So an even draw is a chunk drawn evenly and then a coin, and the entries that still fit a budget
 * are the first of the list. */

/* symbol, name, type, min, max, default, choices, meaning */
#define FL_ROOM_SETTINGS(X)                                                                                  \
    X(RULES, "rules", CHOICE, 0, 0, "paper", "paper kirby",                                                  \
      "paper = as the document says; kirby = as its game does: kinds and a budget of clutter")               \
    X(SET, "set", TEXT, 0, 0, "", "",                                                                        \
      "chunks: a set that ships (cellar, kirby), or a file (with a / or .txt); empty = as the rules say")    \
    X(SIZE, "size", CHOICE, 0, 0, "small", "small big", "16 x 16 or 24 x 24 tiles")                          \
    X(DOORS, "doors", CHOICE, 0, 0, "NESW", "none N E NE S NS ES NES W NW EW NEW SW NSW ESW NESW random",    \
      "sides with a door; random = any of the sixteen, evenly")                                              \
    X(CLUTTER_MIN, "clutter_min", NUMBER, 0, FL_CHUNK_CLUTTER_MAX, "0", "",                                  \
      "least clutter of a chunk (clutter=2 or clutter=1..2 sets both)")                                      \
    X(CLUTTER_MAX, "clutter_max", NUMBER, 0, FL_CHUNK_CLUTTER_MAX, "31", "", "most clutter of a chunk")      \
    X(TRANSPOSE, "transpose", FLAG, 0, 1, "on", "", "chunks may be mirrored in their diagonal, by a coin")   \
    X(KINDS, "kinds", FLAG, 0, 1, "off", "",                                                                 \
      "first draw how many doors the chunk could have: with one door half the time two, without a third "    \
      "each")                                                                                                \
    X(BUDGET, "budget", NUMBER, 0, 403, "403", "",                                                           \
      "clutter that a room may spend, chunk by chunk; 403 never binds")                                      \
    X(CLOSED, "closed_sides", CHOICE, 0, 0, "flagged", "flagged any",                                        \
      "big rooms: what a side without a door is made of, door chunks all the same or any chunks")

#define FL_ROOM_ENUM(symbol, ...) FL_ROOM_SETTING_##symbol,
typedef enum fl_room_setting { FL_ROOM_SETTINGS(FL_ROOM_ENUM) FL_ROOM_SETTINGS_N } fl_room_setting;
#undef FL_ROOM_ENUM

extern const fl_setting fl_room_rules_settings[FL_ROOM_SETTINGS_N];

enum {
    FL_ROOM_NEEDS = 4,       /* bit 0 = top, bit 1 = left */
    FL_ROOM_DOOR_COUNTS = 4, /* chunks with 0, 1, 2 doors; all */
    FL_ROOM_ANY_DOOR_COUNT = 3,
    FL_ROOM_LEVELS = FL_CHUNK_CLUTTER_MAX + 1,
    FL_ROOM_LIST = 2 * FL_CHUNK_SET_MAX,
    FL_ROOM_RANDOM_DOORS = 16,
};

typedef struct fl_room_list {
    uint16_t entry[FL_ROOM_LIST]; /* chunk * FL_CHUNK_TURNS + turn, sorted by clutter */
    uint16_t fit[FL_ROOM_LEVELS]; /* entries with at most so much clutter */
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
    fl_room_list centre; /* not transposed: any of eight turns is drawn */
    uint32_t turned[FL_CHUNK_SET_MAX][FL_CHUNK_TURNS][FL_CHUNK_SIDE]; /* rows of a chunk in a turn */
} fl_room_rules;

/* Reads the set and makes the lists; `values` is completed with the preset. */
FL_NODISCARD fl_err fl_room_rules_init(fl_setting_values *values, fl_room_rules **out, fl_diag *diag);

/* The same with a set at hand (copied), whatever `set` says. */
FL_NODISCARD fl_err fl_room_rules_from(fl_setting_values *values, const fl_chunk_set *set,
                                       fl_room_rules **out, fl_diag *diag);
void fl_room_rules_free(fl_room_rules *self);

/* Whether the budget can ever keep a chunk out. */
bool fl_room_rules_is_bounded(const fl_room_rules *self);

/* Whether a room with these doors can be made of chunks of this clutter alone: every need has a chunk. */
bool fl_room_rules_covers(const fl_room_rules *self, unsigned doors, unsigned clutter);

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

/* What is wrong with a room that was made by these rules; NULL when nothing is: every part is of a chunk that
 * may stand there, door tiles are free, all doors reach each other on foot. */
const char *fl_room_check(const fl_room_rules *rules, const fl_interior *room);

/* Where one can walk in a room: rows of bits, spreading a step at a time. */

enum { FL_ROOM_REACH_NEVER = -1 };

typedef struct fl_room_reach {
    const fl_interior *room;         /* borrowed */
    uint32_t open[FL_ROOM_PART_BIG]; /* bit x: the tile can be walked on */
    uint32_t seen[FL_ROOM_PART_BIG]; /* reached from where the last walk began */
} fl_room_reach;

void fl_room_reach_init(fl_room_reach *self, const fl_interior *room);

/* Two open doors that do not reach each other. Fills `seen` with what the first open door reaches (nothing
 * without). */
bool fl_room_reach_parted(fl_room_reach *self);

/* Steps of the shortest ways from the door of a side to those of a set of sides, by side: from the nearest
 * tile of one to the nearest of the other; FL_ROOM_REACH_NEVER when there is none. */
void fl_room_reach_ways(fl_room_reach *self, unsigned from, unsigned to, int steps[FL_ALL_SIDES + 1]);

/* Sixteen tiles a word: which of them are in a set, how many, and the word mirrored; without a look at single
 * tiles. */

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

/* The last nibble first. */
static inline uint64_t fl_room_tile_rows_mirror(uint64_t word)
{
    word = (word >> 4 & 0x0f0f0f0f0f0f0f0fULL) | (word & 0x0f0f0f0f0f0f0f0fULL) << 4;
    word = (word >> 8 & 0x00ff00ff00ff00ffULL) | (word & 0x00ff00ff00ff00ffULL) << 8;
    word = (word >> 16 & 0x0000ffff0000ffffULL) | (word & 0x0000ffff0000ffffULL) << 16;
    return word >> 32 | word << 32;
}

#endif
