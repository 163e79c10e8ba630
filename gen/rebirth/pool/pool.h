/* Room interiors as the game's XML files hold them: what a floor's rooms are chosen from.
 *
 * A file NN.name.xml holds the rooms of one stage file (NN = its number; 00 are the special rooms). Only what the
 * choice looks at is kept. The same reader serves the pool that ships with the program and a folder of the
 * owner of a game; a file is hostile text: sizes are limited, entities and document types are refused.
 * Source of the layout: gen/rebirth/RULES.md, "Room pools". */
#ifndef FL_GEN_REBIRTH_POOL_POOL_H
#define FL_GEN_REBIRTH_POOL_POOL_H

#include "gen/base/diag.h"
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
    float weight;           /* float: the rules add weights so; 0…FL_POOL_WEIGHT_MAX */
} fl_pool_room;

typedef struct fl_pool_file {
    fl_pool_room *rooms; /* in the order of the file */
    uint32_t rooms_n;
} fl_pool_file;

/* Reads the stage file of a number from a folder, or the one that ships with the program if `folder` is NULL or
 * empty. A file that is not there, or two files of that number, are errors that say what was looked for. */
FL_NODISCARD fl_err fl_pool_load(fl_pool_file *self, const char *folder, unsigned number, fl_diag *diag);

/* The memory of a file; twice, or after an error, does no harm. */
void fl_pool_free(fl_pool_file *self);

/* What a room is furnished with: as it is chosen from a pool, and as a room of the draft has it. */

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

/* Choosing a room's interior from a file of the pool, by weight (gen/rebirth/RULES.md,
 * "Choosing an interior").
 *
 * Sums are 32-bit floats added in the order of the file, as the game adds them. A chosen room's weight may be
 * lowered to a tenth for the rest of the floor; the weights are the floor's, the file is shared. */

enum {
    FL_POOL_CHOICE_NONE = -1,
    FL_POOL_CHOICE_TYPES = 32,
    FL_POOL_CHOICE_TYPE_DEFAULT = 1,
    FL_POOL_CHOICE_SHELVES = FL_POOL_CHOICE_TYPES + FL_SHAPE_COUNT,
    FL_POOL_CHOICE_GROUPS = 64, /* of a shelf, at most */
};

/* What the choice looks at, of the rooms of one type (or of one shape, of the default type), in file order. */
typedef struct fl_pool_choice_entry {
    uint32_t number; /* in the file */
    int32_t variant;
    int32_t subtype;
    uint8_t difficulty, doors, shape;
} fl_pool_choice_entry;

/* A room once it is chosen. */
typedef struct fl_pool_choice_room {
    fl_pool_interior interior;
    fl_weight weight; /* before it is lowered */
    uint8_t by_type,
        by_shape; /* its group on its type's shelf, and on its shape's: rooms that stand together */
} fl_pool_choice_room;

typedef struct fl_pool_choice_file {
    fl_pool_file pool;
    fl_pool_choice_entry *entry;
    fl_pool_choice_room *room;                 /* by number */
    uint32_t from[FL_POOL_CHOICE_SHELVES + 1]; /* where a shelf starts */
} fl_pool_choice_file;

/* Takes over the pool's rooms. */
FL_NODISCARD fl_err fl_pool_choice_init(fl_pool_choice_file *self, fl_pool_file *pool, fl_diag *diag);
void fl_pool_choice_free(fl_pool_choice_file *self);

typedef struct fl_pool_request {
    uint8_t type;
    uint8_t shape; /* 0: any */
    uint8_t doors; /* that must be there */
    bool lowers;   /* the chosen room's weight, to a tenth */
    uint8_t difficulty_least, difficulty_most;
    int16_t subtype; /* -1: any */
    int32_t variant_least, variant_most;
} fl_pool_request;

/* A wish for special rooms of a type: any shape, any variant, difficulty 1…10, no doors asked for, lowering. */
static inline fl_pool_request fl_pool_choice_special(unsigned type)
{
    return (fl_pool_request){.type = (uint8_t)type,
                             .variant_most = INT32_MAX,
                             .difficulty_least = 1,
                             .difficulty_most = 10,
                             .subtype = -1,
                             .lowers = true};
}

/* How rooms with just the doors asked for are preferred: comparing in 64 bits; or as the engine does, in 32 bits, and
 * never where no door is asked for. */
typedef enum fl_pool_choice_width { FL_POOL_CHOICE_DOUBLE, FL_POOL_CHOICE_SINGLE } fl_pool_choice_width;

/* A wish and how exact rooms are preferred, in two words that are quickly compared. */
typedef struct fl_pool_choice_key {
    uint64_t what;
    uint64_t variants;
} fl_pool_choice_key;

/* Where the parts of `what` begin. */
enum {
    FL_POOL_CHOICE_AT_SHAPE = 8,
    FL_POOL_CHOICE_AT_DOORS = 16,
    FL_POOL_CHOICE_AT_SUBTYPE = 24,
    FL_POOL_CHOICE_AT_LEAST = 40,
    FL_POOL_CHOICE_AT_MOST = 48,
    FL_POOL_CHOICE_AT_WIDTH = 56,
    FL_POOL_CHOICE_AT_LOWERS = 57,
};

static inline fl_pool_choice_key fl_pool_choice_key_of(const fl_pool_request *wish,
                                                       fl_pool_choice_width width)
{
    uint64_t what = wish->type | (uint64_t)wish->shape << FL_POOL_CHOICE_AT_SHAPE |
                    (uint64_t)wish->doors << FL_POOL_CHOICE_AT_DOORS |
                    (uint64_t)(uint16_t)wish->subtype << FL_POOL_CHOICE_AT_SUBTYPE |
                    (uint64_t)wish->difficulty_least << FL_POOL_CHOICE_AT_LEAST |
                    (uint64_t)wish->difficulty_most << FL_POOL_CHOICE_AT_MOST |
                    (uint64_t)width << FL_POOL_CHOICE_AT_WIDTH |
                    (uint64_t)wish->lowers << FL_POOL_CHOICE_AT_LOWERS;
    return (fl_pool_choice_key){what,
                                (uint32_t)wish->variant_least | (uint64_t)(uint32_t)wish->variant_most << 32};
}

/* Whether the file has a room that meets a wish. */
uint32_t fl_pool_choice_count(const fl_pool_choice_file *file, const fl_pool_request *wish);

/* The choice of gen/rebirth/pick from lists made once: the rooms that meet a wish, with the running sums of their weights.
 *
 * The same rooms as fl_pool_choice_choose, draw for draw. A worker makes a list when a wish is first met and keeps it for all
 * floors; a choice then looks at few rooms. Sums are 32-bit floats added one by one, so a lowered weight is added anew
 * with all that follow it; what stands before it is taken from the list. Memory is set aside once: a list that does not
 * fit is chosen from the plain way. */

enum {
    FL_POOL_CACHE_SLOTS = 8192, /* a power of two */
    FL_POOL_CHOICE_LISTS_MAX = 4096,
    FL_POOL_CACHE_BLOCK = 16,      /* rows are filled up to multiples of it */
    FL_POOL_CACHE_ROWS = 1 << 17,  /* of all lists together */
    FL_POOL_CACHE_TURNS = 1 << 18, /* of all lists together */
    FL_POOL_CACHE_LONGEST = 512,
    FL_POOL_CACHE_CHANGED = 256, /* rooms whose weights are put back one by one */
    FL_POOL_CACHE_AT_ONCE = 8,   /* so many of them are put back together */
};

/* Rows: rooms in file order. */
typedef struct fl_pool_cache_block {
    fl_weight sum
        [FL_POOL_CACHE_BLOCK]; /* up to and with a room, all weights as in the file; none is past the end */
    uint16_t number[FL_POOL_CACHE_BLOCK];
} fl_pool_cache_block;

typedef struct fl_pool_cache_stretch {
    uint32_t rows; /* where its rows start: at a block */
    uint32_t n;
    fl_weight total; /* of all weights as in the file */
} fl_pool_cache_stretch;

/* What is known of one wish: all rooms that meet it, and those with just the doors wished. */
typedef struct fl_pool_cache {
    uint64_t what, variants; /* its key */
    uint64_t groups;         /* of the shelf, a bit for each that has a room of the list */
    fl_pool_cache_stretch all, exact;
    uint32_t turns; /* where its turns start: each group of the shelf has one */
    uint32_t shelf;
} fl_pool_cache;

/* The first row in both runs of a list that a group's rooms may have, or one a little before it. */
typedef struct fl_pool_cache_turn {
    uint8_t all, exact;
} fl_pool_cache_turn;

typedef struct fl_pool_choice_lists {
    const fl_pool_choice_file *file; /* borrowed; lists are of this file */
    fl_weight *weight;               /* borrowed; of the file's rooms, as they are now */
    uint32_t lists_n, rows_n, turns_n;
    uint32_t changed_n; /* FL_POOL_CACHE_CHANGED + 1: more than are remembered */
    uint16_t changed[FL_POOL_CACHE_CHANGED];
    uint64_t lowered[FL_POOL_CHOICE_SHELVES]; /* a bit for each group with a room whose weight was lowered */
    uint16_t slot[FL_POOL_CACHE_SLOTS];       /* number of a list + 1, by its wish; 0 = none */
    fl_pool_cache list[FL_POOL_CHOICE_LISTS_MAX];
    fl_pool_cache_block block[FL_POOL_CACHE_ROWS / FL_POOL_CACHE_BLOCK];
    fl_pool_cache_turn turn[FL_POOL_CACHE_TURNS];
} fl_pool_choice_lists;

/* Begins a floor: all weights are the file's. The lists stay as long as the file does. `self` was zeroed once, `weight`
 * holds one number for each room. */
void fl_pool_cache_begin(fl_pool_choice_lists *self, const fl_pool_choice_file *file, fl_weight *weight);

/* The room chosen by the words of a key, one by one, so that they stay in registers; NULL if there is none. */
const fl_pool_choice_room *fl_pool_cache_take(fl_pool_choice_lists *self, uint64_t what, uint64_t variants,
                                              fl_rebirth_random *dice);

#endif
