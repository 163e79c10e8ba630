/* SPDX-License-Identifier: MIT */
/* Room interiors: reading their files, and choosing one for a room of a floor.
 *
 *     fl_pool_load(&pool, folder, 0, diag);                  once: reads a stage file
 *     fl_pool_choice_init(&file, &pool, diag);               once: sorts its rooms into lists
 *     fl_pool_cache_begin(&cache, &file, weights);           for each floor
 *     fl_pool_cache_take(&cache, key.packed, key.variants, &stream);   for each room
 *
 * A file NN.name.xml holds the rooms of one stage (NN is its number; 00 holds the special rooms). Only data
 * for the choice is stored. One reader serves the built-in pool and a folder unpacked from the game. Files
 * are untrusted: sizes are limited, entities and document types are refused.
 *
 * Rules: gen/rebirth/RULES.md, "Room pools" and "Choosing an interior". Plain functions with the same
 * results: tests/oracle/rebirth/naive_pool.c. */
#ifndef FL_GEN_REBIRTH_POOL_POOL_H
#define FL_GEN_REBIRTH_POOL_POOL_H

#include "gen/base/files.h"
#include "gen/floor/shape.h"
#include "gen/rebirth/random/random.h"

#include <stdbool.h>
#include <stdint.h>

/* Numbers as in the files. */
typedef struct fl_pool_room {
    int32_t variant, subtype;
    uint8_t type;           /* 1 default, 2 shop, … */
    uint8_t shape;          /* 1…12, an fl_shape */
    uint8_t difficulty;     /* 0…255 */
    uint8_t doors;          /* bit k: the door slot k exists */
    uint16_t width, height; /* in tiles: 13 x 7 for one cell */
    float weight;           /* float: the rules add weights as floats; 0…FL_POOL_WEIGHT_MAX */
} fl_pool_room;

typedef struct fl_pool_file {
    fl_pool_room *rooms; /* in the order of the file */
    uint32_t rooms_n;
} fl_pool_file;

/* Reads stage file `number` from a folder and records its hash in `files`; reads the built-in one if `folder`
 * is NULL or empty. A missing file, or two files with that number, are errors that name the file. The content
 * of such files is never stored, so a closed list has no rooms. */
FL_NODISCARD fl_err fl_pool_load(fl_pool_file *self, const char *folder, unsigned number, fl_files *files,
                                 fl_diag *diag);

/* Frees a file's memory; may be called twice, or after an error. */
void fl_pool_free(fl_pool_file *self);

/* The interior of a room: as a pool offers it, and as a room of the board has it. */

typedef struct fl_pool_interior {
    bool is_there;
    uint8_t shape;         /* an fl_shape */
    uint8_t doors;         /* bit per slot */
    uint8_t type;          /* 1 default, 2 shop, … */
    uint8_t width, height; /* in cells */
    int16_t difficulty;    /* -1 = none */
    int16_t subtype;       /* -1 = none */
    int32_t variant;       /* -1 = none */
} fl_pool_interior;

/* ---- A file's rooms, ready for choosing ----
 *
 * Rooms are listed by type; those of the default type also by shape. The rooms of a list are divided into at
 * most 64 groups of neighbours: one word marks the groups with lowered weights. */

enum {
    FL_POOL_CHOICE_NONE = -1,
    FL_POOL_CHOICE_TYPES = 32,
    FL_POOL_CHOICE_TYPE_DEFAULT = 1,
    FL_POOL_CHOICE_ROOM_LISTS = FL_POOL_CHOICE_TYPES + FL_SHAPE_COUNT,
    FL_POOL_CHOICE_GROUPS = 64, /* of a list, at most */
};

/* A room's data for the choice; entries of a list are in the order of the file. */
typedef struct fl_pool_choice_entry {
    uint32_t number; /* in the file */
    int32_t variant;
    int32_t subtype;
    uint8_t difficulty, doors, shape;
} fl_pool_choice_entry;

/* The result of choosing a room. */
typedef struct fl_pool_choice_room {
    fl_pool_interior interior;
    fl_weight weight;          /* as in the file */
    uint8_t by_type, by_shape; /* its group in the list of its type, and in that of its shape */
} fl_pool_choice_room;

typedef struct fl_pool_choice_file {
    fl_pool_file pool;
    fl_pool_choice_entry *entry;
    fl_pool_choice_room *room;                    /* by number */
    uint32_t from[FL_POOL_CHOICE_ROOM_LISTS + 1]; /* where each list starts */
    bool is_borrowed;                             /* the memory belongs to another one */
} fl_pool_choice_file;

/* Takes ownership of the pool's rooms. After an error, fl_pool_choice_free frees the rest. */
FL_NODISCARD fl_err fl_pool_choice_init(fl_pool_choice_file *self, fl_pool_file *pool, fl_diag *diag);
void fl_pool_choice_free(fl_pool_choice_file *self);

/* Does both of the above. With a list of files (NULL: without), a stage file is read and sorted once for all
 * users of the list, which must outlive them. After an error nothing is left to free. */
FL_NODISCARD fl_err fl_pool_choice_load(fl_pool_choice_file *self, const char *folder, unsigned number,
                                        fl_files *files, fl_diag *diag);

typedef struct fl_pool_request {
    uint8_t type;
    uint8_t shape; /* 0: any */
    uint8_t doors; /* the room must have these */
    bool lowers;   /* lowers the chosen room's weight to a tenth for the rest of the floor */
    uint8_t difficulty_least, difficulty_most;
    int16_t subtype; /* -1: any */
    int32_t variant_least, variant_most;
} fl_pool_request;

/* A request for a special room of a type: any shape, any variant, difficulty 1…10, no doors needed, lowers
 * the weight. */
static inline fl_pool_request fl_pool_choice_special(unsigned type)
{
    return (fl_pool_request){.type = (uint8_t)type,
                             .variant_most = INT32_MAX,
                             .difficulty_least = 1,
                             .difficulty_most = 10,
                             .subtype = -1,
                             .lowers = true};
}

/* The comparison that prefers rooms with exactly the requested doors: in 64-bit floats, or as the engine does
 * it, in 32-bit floats and never if no door is requested. */
typedef enum fl_pool_choice_width { FL_POOL_CHOICE_DOUBLE, FL_POOL_CHOICE_SINGLE } fl_pool_choice_width;

/* A request and the width of that comparison, packed into two words that are compared quickly. */
typedef struct fl_pool_choice_key {
    uint64_t packed;
    uint64_t variants;
} fl_pool_choice_key;

/* The first bits of the parts of `packed`; the type is in the lowest byte. */
enum {
    FL_POOL_CHOICE_AT_SHAPE = 8,
    FL_POOL_CHOICE_AT_DOORS = 16,
    FL_POOL_CHOICE_AT_SUBTYPE = 24,
    FL_POOL_CHOICE_AT_LEAST = 40,
    FL_POOL_CHOICE_AT_MOST = 48,
    FL_POOL_CHOICE_AT_WIDTH = 56,
    FL_POOL_CHOICE_AT_LOWERS = 57,
};

static inline fl_pool_choice_key fl_pool_choice_key_of(const fl_pool_request *request,
                                                       fl_pool_choice_width width)
{
    uint64_t packed = request->type | (uint64_t)request->shape << FL_POOL_CHOICE_AT_SHAPE |
                      (uint64_t)request->doors << FL_POOL_CHOICE_AT_DOORS |
                      (uint64_t)(uint16_t)request->subtype << FL_POOL_CHOICE_AT_SUBTYPE |
                      (uint64_t)request->difficulty_least << FL_POOL_CHOICE_AT_LEAST |
                      (uint64_t)request->difficulty_most << FL_POOL_CHOICE_AT_MOST |
                      (uint64_t)width << FL_POOL_CHOICE_AT_WIDTH |
                      (uint64_t)request->lowers << FL_POOL_CHOICE_AT_LOWERS;
    return (fl_pool_choice_key){packed, (uint32_t)request->variant_least |
                                            (uint64_t)(uint32_t)request->variant_most << 32};
}

/* True if the choice finds a room for a request, and for one with fewer doors, whatever weights were lowered:
 * a room meets it, and no sum of weights is so small that a rounded target can reach it. */
bool fl_pool_choice_is_sure(const fl_pool_choice_file *file, const fl_pool_request *request);

/* How many rooms of the file meet a request. */
uint32_t fl_pool_choice_count(const fl_pool_choice_file *file, const fl_pool_request *request);

/* ---- The choice, with a cache of lists ----
 *
 * A worker makes a list of the rooms that meet a request, with the running sums of their weights, when the
 * request first occurs, and keeps it for all floors. The same rooms are chosen as by fl_pool_choice_choose,
 * draw for draw. Sums are 32-bit floats added in the order of the file, as the game adds them, so a lowered
 * weight changes its own sum and all later ones: those are computed again, the earlier ones are read from the
 * list. The memory has a fixed size; for a request whose list does not fit, the choice is made without the
 * cache. */

enum {
    FL_POOL_CACHE_SLOTS = 8192, /* a power of two */
    FL_POOL_CACHE_LISTS_MAX = 4096,
    FL_POOL_CACHE_BLOCK = 16,       /* rows are padded to multiples of it */
    FL_POOL_CACHE_ROWS = 1 << 17,   /* of all lists together */
    FL_POOL_CACHE_STARTS = 1 << 18, /* of all lists together */
    FL_POOL_CACHE_LONGEST = 512,
    FL_POOL_CACHE_CHANGED =
        256, /* number of changed weights that are remembered; if there are more, all are restored */
    FL_POOL_CACHE_AT_ONCE = 8, /* how many of them are restored together */
};

/* Sixteen rows of a list; a row is a room, in file order. */
typedef struct fl_pool_cache_block {
    fl_weight sum[FL_POOL_CACHE_BLOCK]; /* of the file's weights, up to and including this room */
    uint16_t number[FL_POOL_CACHE_BLOCK];
} fl_pool_cache_block;

typedef struct fl_pool_cache_range {
    uint32_t rows; /* where its rows start; a multiple of the block */
    uint32_t n;
    fl_weight total; /* of the file's weights */
} fl_pool_cache_range;

/* The list of one request: all rooms that meet it, and those with exactly the doors asked for. */
typedef struct fl_pool_cache_list {
    uint64_t packed, variants; /* its key */
    uint64_t groups;           /* a bit for each group of the room list with a room that meets the request */
    fl_pool_cache_range all, exact;
    uint32_t starts; /* where its group starts are, one for each group */
    uint32_t room_list;
} fl_pool_cache_list;

/* The first row that can belong to a group, in either range of a list, or a row before it. */
typedef struct fl_pool_cache_start {
    uint8_t all, exact;
} fl_pool_cache_start;

typedef struct fl_pool_cache {
    const fl_pool_choice_file *file; /* borrowed; the lists hold its rooms */
    fl_weight *weight;               /* borrowed; the current ones of the file's rooms */
    uint32_t lists_n, rows_n, starts_n;
    uint32_t changed_n; /* FL_POOL_CACHE_CHANGED + 1: more than are remembered */
    uint16_t changed[FL_POOL_CACHE_CHANGED];
    uint64_t
        lowered[FL_POOL_CHOICE_ROOM_LISTS]; /* by room list: a bit for each group with a lowered weight */
    uint16_t slot[FL_POOL_CACHE_SLOTS];     /* number of a list + 1, by a hash of its request; 0 = none */
    fl_pool_cache_list list[FL_POOL_CACHE_LISTS_MAX];
    fl_pool_cache_block block[FL_POOL_CACHE_ROWS / FL_POOL_CACHE_BLOCK];
    fl_pool_cache_start start[FL_POOL_CACHE_STARTS];
} fl_pool_cache;

/* Begins a floor: restores all weights. The lists are kept as long as file and weights are the same. `self`
 * must have been zeroed once; `weight` has one number for each room of the file. */
void fl_pool_cache_begin(fl_pool_cache *self, const fl_pool_choice_file *file, fl_weight *weight);

/* Chooses a room by the two words of a key (apart, so that they stay in registers); NULL if none meets the
 * request. */
const fl_pool_choice_room *fl_pool_cache_take(fl_pool_cache *self, uint64_t packed, uint64_t variants,
                                              fl_rebirth_random *stream);

/* Adds the rows of a stage file, as data/embed.py writes those of built-in files: r for a room or d for a
 * door, the number of lines since the previous row, and its attributes, empty if missing; each ends in NUL. A
 * row of ! has an error instead, and is the last. Fails without memory. */
FL_NODISCARD fl_err fl_pool_rows(const char *text, size_t size, fl_text *out);

#endif
