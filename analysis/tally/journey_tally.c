/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Sums of squares stay below 2^64: a run has at most 64 floors of less than 2^16 rooms, and there are at most 10^12 runs
 * of usual ones. Adding saturates nowhere; fl_tally_journey_end asserts the rest. */
#include "analysis/tally/tally.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

static const fl_journey_sum nothing = {.min = UINT64_MAX};

fl_err fl_tally_journey_init(fl_journey_tally *self, const fl_journey *journey)
{
    memset(self, 0, sizeof *self);
    self->journey = journey;
    self->floors = nothing;
    self->rooms = nothing;
    for (unsigned i = 0; i < FL_JOURNEY_VARIABLES; i++) {
        self->variable[i] = nothing;
    }
    for (unsigned i = 0; i < FL_KIND_COUNT; i++) {
        self->kind[i].each = nothing;
    }
    self->visit = calloc((size_t)journey->classes_n * FL_JOURNEY_TALLY_ROOMS, sizeof *self->visit);
    return self->visit ? FL_OK : FL_ERR_MEMORY;
}

void fl_tally_journey_free(fl_journey_tally *self)
{
    free(self->visit);
    self->visit = NULL;
}

void fl_tally_journey_begin(fl_journey_counts *note)
{
    memset(note, 0, sizeof *note);
    memset(note->first_floor, FL_JOURNEY_END, sizeof note->first_floor);
}

void fl_tally_journey_visit(fl_journey_tally *self, fl_journey_counts *note, const fl_journey_walk *walk,
                            const fl_visit_counts *visit)
{
    const fl_journey_rule *rule = &self->journey->rules[walk->rule];
    unsigned class = fl_journey_answer_class(&self->journey->floor[walk->floor], &visit->sight);
    uint64_t *count = &self->visit[(size_t)(rule->classes_from + class) * FL_JOURNEY_TALLY_ROOMS];
    count[0]++;
    note->rooms += visit->rooms;
    note->failed += visit->has_failed;
    for (uint64_t kinds = visit->sight.kinds; kinds; kinds &= kinds - 1) {
        unsigned kind = (unsigned)__builtin_ctzll(kinds);
        count[1 + kind]++;
        if (note->first_floor[kind] == FL_JOURNEY_END) {
            note->first_floor[kind] = walk->floor;
        }
        note->kind_n[kind] = (uint16_t)(note->kind_n[kind] + visit->kind_n[kind]);
    }
}

static void add(fl_journey_sum *self, uint64_t value)
{
    self->sum += value;
    self->square += value * value;
    self->min = value < self->min ? value : self->min;
    self->max = value > self->max ? value : self->max;
}

void fl_tally_journey_end(fl_journey_tally *self, const fl_journey_counts *note, const fl_journey_walk *walk)
{
    self->runs++;
    self->failed += note->failed;
    self->unfinished += walk->is_unfinished;
    self->ended[walk->last] += !walk->is_unfinished;
    self->length[walk->step]++;
    add(&self->floors, walk->step);
    add(&self->rooms, note->rooms);
    for (unsigned i = 0; i < self->journey->variables_n; i++) {
        add(&self->variable[i], (uint64_t)(walk->state.variable[i] - self->journey->variable[i].min));
    }
    for (unsigned i = 0; i < self->journey->flags_n; i++) {
        self->flag[i] += walk->state.flags >> i & 1;
    }
    for (unsigned i = 0; i < FL_KIND_COUNT; i++) {
        fl_journey_kind_tally *kind = &self->kind[i];
        add(&kind->each, note->kind_n[i]);
        if (note->kind_n[i] > 0) {
            kind->runs++;
            kind->first_floor[note->first_floor[i]]++;
        }
    }
}

void fl_tally_journey_look(const fl_floor *floor, fl_visit_counts *out)
{
    memset(out->kind_n, 0, sizeof out->kind_n);
    fl_journey_walk_look(floor, &out->sight);
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
    self->runs += other->runs;
    self->failed += other->failed;
    self->unfinished += other->unfinished;
    merge_counts(self->ended, other->ended, FL_JOURNEY_FLOORS);
    merge_counts(self->length, other->length, FL_JOURNEY_STEPS + 1);
    merge_sum(&self->floors, &other->floors);
    merge_sum(&self->rooms, &other->rooms);
    for (unsigned i = 0; i < FL_JOURNEY_VARIABLES; i++) {
        merge_sum(&self->variable[i], &other->variable[i]);
    }
    merge_counts(self->flag, other->flag, FL_JOURNEY_FLAGS);
    for (unsigned i = 0; i < FL_KIND_COUNT; i++) {
        self->kind[i].runs += other->kind[i].runs;
        merge_sum(&self->kind[i].each, &other->kind[i].each);
        merge_counts(self->kind[i].first_floor, other->kind[i].first_floor, FL_JOURNEY_FLOORS);
    }
    merge_counts(self->visit, other->visit, (size_t)self->journey->classes_n * FL_JOURNEY_TALLY_ROOMS);
}

uint64_t fl_tally_journey_by_chapter(const fl_journey_tally *self, fl_kind kind, unsigned chapter)
{
    uint64_t runs = 0;
    for (unsigned i = 0; i < self->journey->floors_n; i++) {
        unsigned of = self->journey->floor[i].chapter;
        runs += of >= 1 && of <= chapter ? self->kind[kind].first_floor[i] : 0;
    }
    return runs;
}

uint64_t fl_tally_journey_visits(const fl_journey_tally *self, unsigned floor)
{
    uint64_t visits = 0;
    const fl_journey *journey = self->journey;
    unsigned classes = fl_journey_answer_classes(&journey->floor[floor]);
    for (unsigned i = 0; i < journey->rules_n; i++) {
        for (unsigned k = 0; k < classes && journey->rules[i].floor == floor; k++) {
            visits += self->visit[(size_t)(journey->rules[i].classes_from + k) * FL_JOURNEY_TALLY_ROOMS];
        }
    }
    return visits;
}

static uint64_t feed(uint64_t hash[2], const void *data, size_t size)
{
    XXH128_hash_t found = XXH3_128bits_withSeed(data, size, hash[0]);
    hash[1] = fl_key_mix(hash[1] ^ found.high64);
    return hash[0] = found.low64;
}

void fl_tally_journey_digest(const fl_journey_tally *self, char out[FL_JOURNEY_TALLY_DIGEST])
{
    uint64_t hash[2] = {FL_JOURNEY_VERSION, 0};
    uint64_t heads[3] = {self->runs, self->failed, self->unfinished};
    feed(hash, heads, sizeof heads);
    feed(hash, self->ended, sizeof self->ended);
    feed(hash, self->length, sizeof self->length);
    feed(hash, &self->floors, sizeof self->floors);
    feed(hash, &self->rooms, sizeof self->rooms);
    feed(hash, self->variable, sizeof self->variable);
    feed(hash, self->flag, sizeof self->flag);
    feed(hash, self->kind, sizeof self->kind);
    feed(hash, self->visit, (size_t)self->journey->classes_n * FL_JOURNEY_TALLY_ROOMS * sizeof *self->visit);
    snprintf(out, FL_JOURNEY_TALLY_DIGEST, "%016llx%016llx", (unsigned long long)hash[1],
             (unsigned long long)hash[0]);
}
