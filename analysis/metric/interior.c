/* SPDX-License-Identifier: MIT */
/* Metrics of the interiors of normal rooms. */
#include "analysis/metric/metric_private.h"
#include "gen/random/key.h"

/* The smallest and largest value so far. */
typedef struct range {
    int32_t least, most; /* least > most: none so far */
} range;

static inline void widen(range *self, int32_t value, bool counts)
{
    self->least = (counts & (value < self->least)) ? value : self->least;
    self->most = (counts & (value > self->most)) ? value : self->most;
}

/* True if a normal room placed before has the same interior. */
static bool is_repeat(const fl_floor *floor, unsigned number)
{
    const fl_room *room = &floor->rooms[number];
    bool is = false;
    for (unsigned i = 0; i < number && room->variant >= 0 && !is; i++) {
        const fl_room *other = &floor->rooms[i];
        is = other->kind == FL_KIND_NORMAL && other->variant == room->variant && other->type == room->type &&
             other->shape == room->shape;
    }
    return is;
}

static void count_shares(const fl_floor *floor, int32_t *out)
{
    static const struct {
        unsigned metric;
        int difficulty;
    } share[] = {{FL_METRIC_DIFFICULTY_1_SHARE, 1},
                 {FL_METRIC_DIFFICULTY_5_SHARE, 5},
                 {FL_METRIC_DIFFICULTY_10_SHARE, 10},
                 {FL_METRIC_DIFFICULTY_15_SHARE, 15}};
    int32_t n[4] = {0};
    int32_t repeats = 0;
    int32_t rooms = 0;
    for (unsigned i = 0; i < floor->rooms_n; i++) {
        const fl_room *room = &floor->rooms[i];
        bool counts = room->kind == FL_KIND_NORMAL && room->variant >= 0;
        rooms += counts;
        repeats += counts && is_repeat(floor, i);
        for (unsigned k = 0; k < 4; k++) {
            n[k] += counts && room->difficulty == share[k].difficulty;
        }
    }
    out[FL_METRIC_INTERIOR_REPEATS] = rooms > 0 ? repeats : FL_GENERATOR_FACT_NONE;
    for (unsigned k = 0; k < 4; k++) {
        out[share[k].metric] = rooms > 0 ? n[k] * 1000 / rooms : FL_GENERATOR_FACT_NONE;
    }
}

/* Classic interiors (type 0) have bits in the subtype: 1, 2, 4 for their variations. Chunk rooms also have 8,
 * 16, 32, 64 for their contents, and a chapter of 128 or more. */
enum { BITS = 7, VARIATIONS = 3, CHAPTER = 128 };

void fl_metric_interior_count(const fl_floor *floor, int32_t *out)
{
    static const unsigned metrics[BITS] = {
        FL_METRIC_CHAMPION_ROOMS, FL_METRIC_TINTED_ROOMS, FL_METRIC_RED_FIRE_ROOMS, FL_METRIC_ROCK_ROOMS,
        FL_METRIC_PIT_ROOMS,      FL_METRIC_FIRE_ROOMS,   FL_METRIC_ENEMY_ROOMS};
    range difficulty = {INT32_MAX, FL_GENERATOR_FACT_NONE};
    range number = {INT32_MAX, FL_GENERATOR_FACT_NONE};
    int32_t n[BITS] = {0};
    bool has_any = false;
    bool has_chunks = false;
    for (unsigned i = 0; i < floor->rooms_n; i++) {
        const fl_room *room = &floor->rooms[i];
        bool is_normal = room->kind == FL_KIND_NORMAL;
        bool is_classic = is_normal & (room->variant >= 0) & (room->type == 0);
        int32_t bits = (is_classic & (room->subtype >= 0)) ? room->subtype : 0;
        widen(&difficulty, room->difficulty, is_normal & (room->difficulty >= 0));
        widen(&number, room->variant, is_normal & (room->variant >= 0));
        has_any |= is_classic;
        has_chunks |= bits >= CHAPTER;
        for (unsigned bit = 0; bit < BITS && bits > 0; bit++) {
            n[bit] += bits >> bit & 1;
        }
    }
    out[FL_METRIC_DIFFICULTY_LEAST] =
        difficulty.most == FL_GENERATOR_FACT_NONE ? FL_GENERATOR_FACT_NONE : difficulty.least;
    out[FL_METRIC_DIFFICULTY_MOST] = difficulty.most;
    out[FL_METRIC_INTERIOR_FIRST] =
        number.most == FL_GENERATOR_FACT_NONE ? FL_GENERATOR_FACT_NONE : number.least;
    out[FL_METRIC_INTERIOR_LAST] = number.most;
    count_shares(floor, out);
    for (unsigned bit = 0; bit < BITS; bit++) {
        bool is_known = bit < VARIATIONS ? has_any : has_chunks;
        out[metrics[bit]] = is_known ? n[bit] : FL_GENERATOR_FACT_NONE;
    }
}

/* Writes the difficulty of one normal room, chosen by the floor's number. Rooms of a floor are drawn from the
 * same rooms of a pool, so they are not independent trials; one room of each floor is. */

static inline bool counts(const fl_room *room)
{
    return room->kind == FL_KIND_NORMAL && room->difficulty >= 0;
}

void fl_metric_difficulty_measure(const fl_floor *floor, int32_t *out)
{
    uint64_t n = 0;
    for (unsigned i = 0; i < floor->rooms_n; i++) {
        n += counts(&floor->rooms[i]);
    }
    out[FL_METRIC_DIFFICULTY_OF_ONE] = FL_GENERATOR_FACT_NONE;
    uint64_t left = n ? fl_key_mix(floor->key.index + 1) % n : 0;
    for (unsigned i = 0; i < floor->rooms_n; i++) {
        const fl_room *room = &floor->rooms[i];
        if (counts(room) && left-- == 0) {
            out[FL_METRIC_DIFFICULTY_OF_ONE] = room->difficulty;
        }
    }
}
