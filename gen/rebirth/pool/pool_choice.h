/* Choosing a room's interior from a file of the pool, by weight (gen/rebirth/RULES.md,
 * "Choosing an interior").
 *
 * Sums are 32-bit floats added in the order of the file, as the game adds them. A chosen room's weight may be
 * lowered to a tenth for the rest of the floor; the weights are the floor's, the file is shared. */
#ifndef FL_GEN_REBIRTH_POOL_POOL_CHOICE_H
#define FL_GEN_REBIRTH_POOL_POOL_CHOICE_H

#include "gen/rebirth/pool/pool.h"

#include <stdbool.h>
#include <stdint.h>

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
