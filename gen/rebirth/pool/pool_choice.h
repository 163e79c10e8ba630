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

/* The wish again. */
static inline fl_pool_request fl_pool_choice_request_of(fl_pool_choice_key key)
{
    return (fl_pool_request){.type = (uint8_t)key.what,
                             .shape = (uint8_t)(key.what >> FL_POOL_CHOICE_AT_SHAPE),
                             .doors = (uint8_t)(key.what >> FL_POOL_CHOICE_AT_DOORS),
                             .subtype = (int16_t)(key.what >> FL_POOL_CHOICE_AT_SUBTYPE),
                             .difficulty_least = (uint8_t)(key.what >> FL_POOL_CHOICE_AT_LEAST),
                             .difficulty_most = (uint8_t)(key.what >> FL_POOL_CHOICE_AT_MOST),
                             .lowers = key.what >> FL_POOL_CHOICE_AT_LOWERS & 1,
                             .variant_least = (int32_t)(uint32_t)key.variants,
                             .variant_most = (int32_t)(uint32_t)(key.variants >> 32)};
}

static inline fl_pool_choice_width fl_pool_choice_width_of(uint64_t what)
{
    return (fl_pool_choice_width)(what >> FL_POOL_CHOICE_AT_WIDTH & 1);
}

/* The number of the room chosen, or FL_POOL_CHOICE_NONE. `dice` is the choice's own stream. */
int32_t fl_pool_choice_choose(const fl_pool_choice_file *file, fl_weight *weight, const fl_pool_request *wish,
                              fl_pool_choice_width width, fl_rebirth_random *dice);

/* Whether the file has a room that meets a wish. */
uint32_t fl_pool_choice_count(const fl_pool_choice_file *file, const fl_pool_request *wish);

/* The rooms among which those that meet a wish are. */
typedef struct fl_pool_room_list {
    const fl_pool_choice_entry *first, *end;
    unsigned number;
} fl_pool_room_list;

/* The group of the room at a place of a shelf of so many. */
static inline unsigned fl_pool_choice_group(uint32_t place, uint32_t rooms)
{
    return (unsigned)((uint64_t)place * FL_POOL_CHOICE_GROUPS /
                      (rooms > FL_POOL_CHOICE_GROUPS ? rooms : FL_POOL_CHOICE_GROUPS));
}

fl_pool_room_list fl_pool_choice_list_of(const fl_pool_choice_file *file, const fl_pool_request *wish);

static inline bool fl_pool_choice_meets(const fl_pool_choice_entry *entry, const fl_pool_request *wish)
{
    return (entry->doors & wish->doors) == wish->doors && entry->difficulty >= wish->difficulty_least &&
           entry->difficulty <= wish->difficulty_most && entry->variant >= wish->variant_least &&
           entry->variant <= wish->variant_most && (wish->shape == 0 || entry->shape == wish->shape) &&
           (wish->subtype < 0 || entry->subtype == wish->subtype);
}

/* Whether only rooms with just the doors asked for come into question, by a roll; they weigh `exact` of `total`. */
static inline bool fl_pool_choice_takes_exact(fl_weight exact, fl_weight total, fl_pool_choice_width width,
                                              fl_weight roll)
{
    fl_weight share = exact / total;
    bool is_won = (double)share * 9.99 > (double)roll; /* float: as the public program compares */
    return width == FL_POOL_CHOICE_DOUBLE ? is_won : roll <= share * 9.99f;
}

/* To a tenth. */
static inline void fl_pool_choice_lower(fl_weight *weight)
{
    fl_weight lowered = *weight * 0.1f;
    *weight = lowered > 1e-7f ? lowered : 1e-7f;
}

#endif
