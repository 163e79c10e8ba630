/* Choosing a room's interior from a file of the pool, by weight (spec of the Rebirth floors, section 6).
 *
 * Sums are 32-bit floats added in the order of the file, as the game adds them. A chosen room's weight may be
 * lowered to a tenth for the rest of the floor; the weights are the floor's, the file is shared. */
#ifndef FL_GEN_REBIRTH_POOL_POOL_CHOICE_H
#define FL_GEN_REBIRTH_POOL_POOL_CHOICE_H

#include "gen/floor/shape.h"
#include "gen/rebirth/random/random.h"
#include "gen/rebirth/pool/interior.h"
#include "gen/rebirth/pool/pool.h"

#include <stdbool.h>
#include <stddef.h>

enum {
    FL_PICK_NONE = -1,
    FL_PICK_TYPES = 32,
    FL_PICK_TYPE_DEFAULT = 1,
    FL_PICK_SHELVES = FL_PICK_TYPES + FL_SHAPE_COUNT,
    FL_PICK_GROUPS = 64, /* of a shelf, at most */
};

/* What the choice looks at, of the rooms of one type (or of one shape, of the default type), in file order. */
typedef struct fl_pick_entry {
    uint32_t number; /* in the file */
    int32_t variant;
    int32_t subtype;
    uint8_t difficulty, doors, shape;
} fl_pick_entry;

/* A room once it is chosen. */
typedef struct fl_pick_room {
    fl_pick_interior interior;
    fl_weight weight; /* before it is lowered */
    uint8_t by_type,
        by_shape; /* its group on its type's shelf, and on its shape's: rooms that stand together */
} fl_pick_room;

typedef struct fl_pick_file {
    fl_pool_file pool;
    fl_pick_entry *entry;
    fl_pick_room *room;                 /* by number */
    uint32_t from[FL_PICK_SHELVES + 1]; /* where a shelf starts */
} fl_pick_file;

/* Takes over the pool's rooms. */
FL_NODISCARD fl_err fl_pick_init(fl_pick_file *self, fl_pool_file *pool, fl_diag *diag);
void fl_pick_free(fl_pick_file *self);

typedef struct fl_pick_wish {
    uint8_t type;
    uint8_t shape; /* 0: any */
    uint8_t doors; /* that must be there */
    bool lowers;   /* the chosen room's weight, to a tenth */
    uint8_t difficulty_least, difficulty_most;
    int16_t subtype; /* -1: any */
    int32_t variant_least, variant_most;
} fl_pick_wish;

/* A wish for special rooms of a type: any shape, any variant, difficulty 1…10, no doors asked for, lowering. */
static inline fl_pick_wish fl_pick_special(unsigned type)
{
    return (fl_pick_wish){.type = (uint8_t)type,
                          .variant_most = INT32_MAX,
                          .difficulty_least = 1,
                          .difficulty_most = 10,
                          .subtype = -1,
                          .lowers = true};
}

/* How rooms with just the doors asked for are preferred: comparing in 64 bits; or as the engine does, in 32 bits, and
 * never where no door is asked for. */
typedef enum fl_pick_width { FL_PICK_DOUBLE, FL_PICK_SINGLE } fl_pick_width;

/* A wish and how exact rooms are preferred, in two words that are quickly compared. */
typedef struct fl_pick_key {
    uint64_t what;
    uint64_t variants;
} fl_pick_key;

/* Where the parts of `what` begin. */
enum {
    FL_PICK_AT_SHAPE = 8,
    FL_PICK_AT_DOORS = 16,
    FL_PICK_AT_SUBTYPE = 24,
    FL_PICK_AT_LEAST = 40,
    FL_PICK_AT_MOST = 48,
    FL_PICK_AT_WIDTH = 56,
    FL_PICK_AT_LOWERS = 57,
};

static inline fl_pick_key fl_pick_key_of(const fl_pick_wish *wish, fl_pick_width width)
{
    uint64_t what = wish->type | (uint64_t)wish->shape << FL_PICK_AT_SHAPE |
                    (uint64_t)wish->doors << FL_PICK_AT_DOORS |
                    (uint64_t)(uint16_t)wish->subtype << FL_PICK_AT_SUBTYPE |
                    (uint64_t)wish->difficulty_least << FL_PICK_AT_LEAST |
                    (uint64_t)wish->difficulty_most << FL_PICK_AT_MOST | (uint64_t)width << FL_PICK_AT_WIDTH |
                    (uint64_t)wish->lowers << FL_PICK_AT_LOWERS;
    return (fl_pick_key){what, (uint32_t)wish->variant_least | (uint64_t)(uint32_t)wish->variant_most << 32};
}

/* The wish again. */
static inline fl_pick_wish fl_pick_wish_of(fl_pick_key key)
{
    return (fl_pick_wish){.type = (uint8_t)key.what,
                          .shape = (uint8_t)(key.what >> FL_PICK_AT_SHAPE),
                          .doors = (uint8_t)(key.what >> FL_PICK_AT_DOORS),
                          .subtype = (int16_t)(key.what >> FL_PICK_AT_SUBTYPE),
                          .difficulty_least = (uint8_t)(key.what >> FL_PICK_AT_LEAST),
                          .difficulty_most = (uint8_t)(key.what >> FL_PICK_AT_MOST),
                          .lowers = key.what >> FL_PICK_AT_LOWERS & 1,
                          .variant_least = (int32_t)(uint32_t)key.variants,
                          .variant_most = (int32_t)(uint32_t)(key.variants >> 32)};
}

static inline fl_pick_width fl_pick_width_of(uint64_t what)
{
    return (fl_pick_width)(what >> FL_PICK_AT_WIDTH & 1);
}

/* The number of the room chosen, or FL_PICK_NONE. `dice` is the choice's own stream. */
int32_t fl_pick_choose(const fl_pick_file *file, fl_weight *weight, const fl_pick_wish *wish,
                       fl_pick_width width, fl_dice *dice);

/* Whether the file has a room that meets a wish. */
uint32_t fl_pick_count(const fl_pick_file *file, const fl_pick_wish *wish);

/* The rooms among which those that meet a wish are. */
typedef struct fl_pick_shelf {
    const fl_pick_entry *first, *end;
    unsigned number;
} fl_pick_shelf;

/* The group of the room at a place of a shelf of so many. */
static inline unsigned fl_pick_group(uint32_t place, uint32_t rooms)
{
    return (unsigned)((uint64_t)place * FL_PICK_GROUPS / (rooms > FL_PICK_GROUPS ? rooms : FL_PICK_GROUPS));
}

fl_pick_shelf fl_pick_shelf_of(const fl_pick_file *file, const fl_pick_wish *wish);

static inline bool fl_pick_meets(const fl_pick_entry *entry, const fl_pick_wish *wish)
{
    return (entry->doors & wish->doors) == wish->doors && entry->difficulty >= wish->difficulty_least &&
           entry->difficulty <= wish->difficulty_most && entry->variant >= wish->variant_least &&
           entry->variant <= wish->variant_most && (wish->shape == 0 || entry->shape == wish->shape) &&
           (wish->subtype < 0 || entry->subtype == wish->subtype);
}

/* Whether only rooms with just the doors asked for come into question, by a roll; they weigh `exact` of `total`. */
static inline bool fl_pick_takes_exact(fl_weight exact, fl_weight total, fl_pick_width width, fl_weight roll)
{
    fl_weight share = exact / total;
    bool is_won = (double)share * 9.99 > (double)roll; /* float: as the public program compares */
    return width == FL_PICK_DOUBLE ? is_won : roll <= share * 9.99f;
}

/* To a tenth. */
static inline void fl_pick_lower(fl_weight *weight)
{
    fl_weight lowered = *weight * 0.1f;
    *weight = lowered > 1e-7f ? lowered : 1e-7f;
}

#endif
