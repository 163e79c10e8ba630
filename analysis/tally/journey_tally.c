/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Tallies of journeys. Sums of squares stay below 2^64 for up to 10^12 journeys of ordinary length: a journey
 * has at most 64 floors of less than 2^16 rooms. Sums are not checked for overflow. */
#define XXH_STATIC_LINKING_ONLY /* a state on the stack */
#include "analysis/tally/tally_private.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

static const fl_journey_sum empty_sum = {.min = UINT64_MAX};

fl_err fl_tally_journey_init(fl_journey_tally *self, const fl_journey *journey)
{
    memset(self, 0, sizeof *self);
    self->journey = journey;
    self->floors = empty_sum;
    self->rooms = empty_sum;
    for (unsigned i = 0; i < FL_JOURNEY_VARIABLES; i++) {
        self->variable[i] = empty_sum;
    }
    for (unsigned i = 0; i < FL_KIND_COUNT; i++) {
        self->kind[i].each = empty_sum;
    }
    self->visit = calloc((size_t)journey->classes_n * FL_JOURNEY_TALLY_ROOMS, sizeof *self->visit);
    return self->visit ? FL_OK : FL_ERR_MEMORY;
}

void fl_tally_journey_free(fl_journey_tally *self)
{
    free(self->visit);
    self->visit = NULL;
}

void fl_tally_journey_begin(fl_journey_counts *counts)
{
    memset(counts, 0, sizeof *counts);
    memset(counts->first_floor, FL_JOURNEY_END, sizeof counts->first_floor);
}

void fl_tally_journey_visit(fl_journey_tally *self, fl_journey_counts *counts, const fl_journey_walk *walk,
                            const fl_visit_counts *visit)
{
    const fl_journey_rule *rule = &self->journey->rules[walk->rule];
    unsigned class = fl_journey_answer_class(&self->journey->stop[walk->stop], &visit->seen);
    uint64_t *count = &self->visit[(size_t)(rule->classes_from + class) * FL_JOURNEY_TALLY_ROOMS];
    count[0]++;
    counts->rooms += visit->rooms;
    counts->failed += visit->has_failed;
    for (uint64_t kinds = visit->seen.kinds; kinds; kinds &= kinds - 1) {
        unsigned kind = (unsigned)__builtin_ctzll(kinds);
        count[1 + kind]++;
        if (counts->first_floor[kind] == FL_JOURNEY_END) {
            counts->first_floor[kind] = walk->stop;
        }
        counts->kind_n[kind] = (uint16_t)(counts->kind_n[kind] + visit->kind_n[kind]);
    }
}

static void add(fl_journey_sum *self, uint64_t value)
{
    self->sum += value;
    self->square += value * value;
    self->min = value < self->min ? value : self->min;
    self->max = value > self->max ? value : self->max;
}

void fl_tally_journey_end(fl_journey_tally *self, const fl_journey_counts *counts,
                          const fl_journey_walk *walk)
{
    self->journeys++;
    self->failed += counts->failed;
    self->unfinished += walk->is_unfinished;
    self->ended[walk->last] += !walk->is_unfinished;
    self->length[walk->step]++;
    add(&self->floors, walk->step);
    add(&self->rooms, counts->rooms);
    for (unsigned i = 0; i < self->journey->variables_n; i++) {
        add(&self->variable[i], (uint64_t)(walk->state.variable[i] - self->journey->variable[i].min));
    }
    for (unsigned i = 0; i < self->journey->flags_n; i++) {
        self->flag[i] += walk->state.flags >> i & 1;
    }
    for (unsigned i = 0; i < FL_KIND_COUNT; i++) {
        fl_journey_kind_tally *kind = &self->kind[i];
        add(&kind->each, counts->kind_n[i]);
        if (counts->kind_n[i] > 0) {
            kind->journeys++;
            kind->first_floor[counts->first_floor[i]]++;
        }
    }
}

void fl_tally_journey_look(const fl_floor *floor, fl_visit_counts *out)
{
    memset(out->kind_n, 0, sizeof out->kind_n);
    fl_journey_walk_observe(floor, &out->seen);
    out->has_failed = floor->failure != NULL;
    out->rooms = out->has_failed ? 0 : floor->rooms_n;
    for (unsigned i = 0; i < out->rooms; i++) {
        out->kind_n[floor->rooms[i].kind]++;
    }
}

static void merge_sum(fl_journey_sum *self, const fl_journey_sum *other)
{
    self->sum += other->sum;
    self->square += other->square;
    self->min = other->min < self->min ? other->min : self->min;
    self->max = other->max > self->max ? other->max : self->max;
}

static void merge_counts(uint64_t *self, const uint64_t *other, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        self[i] += other[i];
    }
}

void fl_tally_journey_merge(fl_journey_tally *self, const fl_journey_tally *other)
{
    self->journeys += other->journeys;
    self->failed += other->failed;
    self->unfinished += other->unfinished;
    merge_counts(self->ended, other->ended, FL_JOURNEY_STOPS);
    merge_counts(self->length, other->length, FL_JOURNEY_STEPS + 1);
    merge_sum(&self->floors, &other->floors);
    merge_sum(&self->rooms, &other->rooms);
    for (unsigned i = 0; i < FL_JOURNEY_VARIABLES; i++) {
        merge_sum(&self->variable[i], &other->variable[i]);
    }
    merge_counts(self->flag, other->flag, FL_JOURNEY_FLAGS);
    for (unsigned i = 0; i < FL_KIND_COUNT; i++) {
        self->kind[i].journeys += other->kind[i].journeys;
        merge_sum(&self->kind[i].each, &other->kind[i].each);
        merge_counts(self->kind[i].first_floor, other->kind[i].first_floor, FL_JOURNEY_STOPS);
    }
    merge_counts(self->visit, other->visit, (size_t)self->journey->classes_n * FL_JOURNEY_TALLY_ROOMS);
}

uint64_t fl_tally_journey_by_chapter(const fl_journey_tally *self, fl_kind kind, unsigned chapter)
{
    uint64_t journeys = 0;
    for (unsigned i = 0; i < self->journey->stops_n; i++) {
        unsigned of = self->journey->stop[i].chapter;
        journeys += of >= 1 && of <= chapter ? self->kind[kind].first_floor[i] : 0;
    }
    return journeys;
}

uint64_t fl_tally_journey_visits(const fl_journey_tally *self, unsigned floor)
{
    uint64_t visits = 0;
    const fl_journey *journey = self->journey;
    unsigned classes = fl_journey_answer_classes(&journey->stop[floor]);
    for (unsigned i = 0; i < journey->rules_n; i++) {
        for (unsigned k = 0; k < classes && journey->rules[i].stop == floor; k++) {
            visits += self->visit[(size_t)(journey->rules[i].classes_from + k) * FL_JOURNEY_TALLY_ROOMS];
        }
    }
    return visits;
}

/* Hashes a section of 64-bit numbers, with the hash of the sections before it as the seed. */
static void feed(uint64_t hash[2], const uint64_t *numbers, size_t n)
{
    XXH3_state_t state;
    XXH3_INITSTATE(&state);
    XXH3_128bits_reset_withSeed(&state, hash[0]);
    fl_tally_digest_feed(&state, numbers, n);
    XXH128_hash_t found = XXH3_128bits_digest(&state);
    hash[1] = fl_key_mix(hash[1] ^ found.high64);
    hash[0] = found.low64;
}

/* Sections that are structs consist of 64-bit numbers alone. */
_Static_assert(sizeof(fl_journey_sum) == 4 * sizeof(uint64_t), "a sum is four numbers");
_Static_assert(sizeof(fl_journey_kind_tally) == (5 + FL_JOURNEY_STOPS) * sizeof(uint64_t),
               "a kind's tally is numbers");

void fl_tally_journey_digest(const fl_journey_tally *self, char out[FL_JOURNEY_TALLY_DIGEST])
{
    enum { SUM = 4, KIND = 5 + FL_JOURNEY_STOPS };
    uint64_t hash[2] = {FL_JOURNEY_VERSION, 0};
    const uint64_t heads[3] = {self->journeys, self->failed, self->unfinished};
    feed(hash, heads, 3);
    feed(hash, self->ended, FL_JOURNEY_STOPS);
    feed(hash, self->length, FL_JOURNEY_STEPS + 1);
    feed(hash, (const uint64_t *)&self->floors, SUM);
    feed(hash, (const uint64_t *)&self->rooms, SUM);
    feed(hash, (const uint64_t *)self->variable, (size_t)SUM * FL_JOURNEY_VARIABLES);
    feed(hash, self->flag, FL_JOURNEY_FLAGS);
    feed(hash, (const uint64_t *)self->kind, (size_t)KIND * FL_KIND_COUNT);
    feed(hash, self->visit, (size_t)self->journey->classes_n * FL_JOURNEY_TALLY_ROOMS);
    snprintf(out, FL_JOURNEY_TALLY_DIGEST, "%016llx%016llx", (unsigned long long)hash[1],
             (unsigned long long)hash[0]);
}
