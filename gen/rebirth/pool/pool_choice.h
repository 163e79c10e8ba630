/* SPDX-License-Identifier: MIT */
/* Chooses a room from a file without a cache, by weight (gen/rebirth/RULES.md, "Choosing an interior"), and
 * shares the parts of that choice with the cache.
 *
 * Sums are 32-bit floats added in the order of the file, as the game adds them. The weights belong to the
 * floor being made; the file is shared. */
#ifndef FL_GEN_REBIRTH_POOL_POOL_CHOICE_H
#define FL_GEN_REBIRTH_POOL_POOL_CHOICE_H

#include "gen/rebirth/pool/pool.h"

#include <stdbool.h>
#include <stdint.h>

/* Unpacks a key. */
static inline fl_pool_request fl_pool_choice_request_of(fl_pool_choice_key key)
{
    return (fl_pool_request){.type = (uint8_t)key.packed,
                             .shape = (uint8_t)(key.packed >> FL_POOL_CHOICE_AT_SHAPE),
                             .doors = (uint8_t)(key.packed >> FL_POOL_CHOICE_AT_DOORS),
                             .subtype = (int16_t)(key.packed >> FL_POOL_CHOICE_AT_SUBTYPE),
                             .difficulty_least = (uint8_t)(key.packed >> FL_POOL_CHOICE_AT_LEAST),
                             .difficulty_most = (uint8_t)(key.packed >> FL_POOL_CHOICE_AT_MOST),
                             .lowers = key.packed >> FL_POOL_CHOICE_AT_LOWERS & 1,
                             .variant_least = (int32_t)(uint32_t)key.variants,
                             .variant_most = (int32_t)(uint32_t)(key.variants >> 32)};
}

static inline fl_pool_choice_width fl_pool_choice_width_of(uint64_t packed)
{
    return (fl_pool_choice_width)(packed >> FL_POOL_CHOICE_AT_WIDTH & 1);
}

/* The number of the chosen room, or FL_POOL_CHOICE_NONE. `stream` is the choice's own. */
int32_t fl_pool_choice_choose(const fl_pool_choice_file *file, fl_weight *weight,
                              const fl_pool_request *request, fl_pool_choice_width width,
                              fl_rebirth_random *stream);

/* The room list that holds all rooms which can meet a request. */
typedef struct fl_pool_room_list {
    const fl_pool_choice_entry *first, *end;
    unsigned number;
} fl_pool_room_list;

/* The group of a room by its position in a list of `rooms`. */
static inline unsigned fl_pool_choice_group(uint32_t place, uint32_t rooms)
{
    return (unsigned)((uint64_t)place * FL_POOL_CHOICE_GROUPS /
                      (rooms > FL_POOL_CHOICE_GROUPS ? rooms : FL_POOL_CHOICE_GROUPS));
}

fl_pool_room_list fl_pool_choice_list_of(const fl_pool_choice_file *file, const fl_pool_request *request);

static inline bool fl_pool_choice_meets(const fl_pool_choice_entry *entry, const fl_pool_request *request)
{
    return (entry->doors & request->doors) == request->doors &&
           entry->difficulty >= request->difficulty_least && entry->difficulty <= request->difficulty_most &&
           entry->variant >= request->variant_least && entry->variant <= request->variant_most &&
           (request->shape == 0 || entry->shape == request->shape) &&
           (request->subtype < 0 || entry->subtype == request->subtype);
}

/* True if `roll` limits the choice to rooms with exactly the doors asked for; those weigh `exact` of
 * `total`. */
static inline bool fl_pool_choice_takes_exact(fl_weight exact, fl_weight total, fl_pool_choice_width width,
                                              fl_weight roll)
{
    fl_weight share = exact / total;
    bool is_won = (double)share * 9.99 > (double)roll; /* float: as the public program compares */
    return width == FL_POOL_CHOICE_DOUBLE ? is_won : roll <= share * 9.99f;
}

/* The smallest weight after lowering. */
#define FL_POOL_CHOICE_LIGHTEST 1e-7f

/* Lowers a weight to a tenth. */
static inline void fl_pool_choice_lower(fl_weight *weight)
{
    fl_weight lowered = *weight * 0.1f;
    *weight = lowered > FL_POOL_CHOICE_LIGHTEST ? lowered : FL_POOL_CHOICE_LIGHTEST;
}

#endif
