/* SPDX-License-Identifier: GPL-2.0-or-later */
/* All journeys of a block take step k together, so that those with the same rules share a batch of the
 * generator's vector kernel. They are the journeys that gen/journey makes one by one. */
#include "experiments/run/run_private.h"

#include <stdlib.h>
#include <string.h>

enum { BATCH_LEAST = 4 /* floors; smaller batches are made one by one */ };

static unsigned generator_of(const fl_journey_block *self, const fl_generator *generator)
{
    unsigned i = 0;
    while (i < self->generators_n && self->generator[i] != generator) {
        i++;
    }
    return i;
}

/* Allocates scratch memory for each generator, sized for its largest rules. */
static fl_err open_generators(fl_journey_block *self)
{
    size_t size[FL_JOURNEY_BLOCK_GENERATORS] = {0};
    uint32_t cells = 0;
    const fl_journey *journey = self->journey;
    for (unsigned i = 0; i < journey->rules_n; i++) {
        const fl_generator *generator = journey->rules[i].generator;
        unsigned at = generator_of(self, generator);
        size_t needed = generator->scratch_size(journey->rules[i].rules);
        self->generator[at] = generator;
        self->generators_n += at == self->generators_n;
        size[at] = needed > size[at] ? needed : size[at];
        cells = generator->cells_max > cells ? generator->cells_max : cells;
    }
    fl_err err = fl_floor_init(&self->floor, cells);
    self->floor.unseen = FL_FLOOR_INTERIORS | FL_FLOOR_CELLS; /* players meet kinds of rooms and curses */
    for (unsigned i = 0; i < self->generators_n && !err; i++) {
        self->scratch[i] = calloc(1, size[i] > 0 ? size[i] : 1);
        err = self->scratch[i] ? FL_OK : FL_ERR_MEMORY;
    }
    return err;
}

fl_err fl_run_journeys_init(fl_journey_block **out, const fl_journey *journey, fl_backend backend)
{
    size_t size = (sizeof **out + 63) / 64 * 64;
    fl_journey_block *self = aligned_alloc(64, size);
    *out = self;
    if (!self) {
        return FL_ERR_MEMORY;
    }
    memset(self, 0, size);
    self->journey = journey;
    self->backend = backend;
    self->batch.backend = backend;
    fl_column_want(&self->columns, FL_METRIC_ROOMS);
    for (unsigned kind = 0; kind < FL_KIND_COUNT; kind++) {
        fl_column_want(&self->columns, FL_METRIC_FIRST_KIND + kind);
    }
    fl_err err = open_generators(self);
    if (err) {
        fl_run_journeys_free(self);
        *out = NULL;
    }
    return err;
}

void fl_run_journeys_free(fl_journey_block *self)
{
    if (self) {
        for (unsigned i = 0; i < self->generators_n; i++) {
            free(self->scratch[i]);
        }
        fl_floor_free(&self->floor);
        free(self);
    }
}

static void *key_of(fl_journey_block *self, const fl_journey_walk *walk, fl_key *key)
{
    const fl_generator *generator = self->journey->rules[walk->rule].generator;
    fl_key_init(key, generator->name, generator->version, walk->floor_seed);
    key->index = walk->key.index;
    key->settings = &self->journey->rules[walk->rule].values;
    return self->scratch[generator_of(self, generator)];
}

fl_err fl_run_journeys_use(fl_journey_block **self, const fl_journey *journey, fl_backend backend)
{
    if (*self && (*self)->journey == journey && (*self)->backend == backend) {
        return FL_OK;
    }
    fl_run_journeys_free(*self);
    return fl_run_journeys_init(self, journey, backend);
}

/* Every living journey enters its floor and joins the list of its rules. */
static void enter_all(fl_journey_block *self)
{
    self->used_n = 0;
    for (unsigned i = 0; i < self->alive_n; i++) {
        uint16_t run = self->alive[i];
        fl_journey_walk *walk = &self->trip[run].walk;
        fl_journey_walk_enter(walk, self->journey);
        self->next[run] = 0;
        if (self->head[walk->rule] == 0) {
            self->head[walk->rule] = (uint16_t)(run + 1);
            self->used[self->used_n++] = walk->rule;
        } else {
            self->next[self->tail[walk->rule] - 1] = (uint16_t)(run + 1);
        }
        self->tail[walk->rule] = (uint16_t)(run + 1);
    }
}

static int32_t value_of(const fl_column *column, unsigned i)
{
    return column->bytes ? column->bytes[i] : column->words ? column->words[i] : column->constant;
}

/* Kinds of rooms that floors of a batch can have. */
typedef struct kind_columns {
    unsigned n;
    struct {
        unsigned kind;
        const fl_column *column;
    } at[FL_KIND_COUNT];
} kind_columns;

static void find_kinds(const fl_columns *columns, kind_columns *out)
{
    out->n = 0;
    for (unsigned kind = 0; kind < FL_KIND_COUNT; kind++) {
        const fl_column *column = &columns->metric[FL_METRIC_FIRST_KIND + kind];
        if (column->bytes || column->words || column->constant > 0) {
            out->at[out->n].kind = kind;
            out->at[out->n++].column = column;
        }
    }
}

static void look(const fl_journey_block *self, const kind_columns *kinds, unsigned i, fl_journey_met *out)
{
    out->seen = (fl_journey_seen){.curse = FL_CURSE_NONE};
    out->has_failed = fl_classic_batch_is_failed(&self->batch, i);
    out->rooms = out->has_failed ? 0 : (uint16_t)value_of(&self->columns.metric[FL_METRIC_ROOMS], i);
    for (unsigned k = 0; k < kinds->n && !out->has_failed; k++) {
        int32_t n = value_of(kinds->at[k].column, i);
        out->kind_n[kinds->at[k].kind] = (uint16_t)n;
        out->seen.kinds |= n > 0 ? 1ull << kinds->at[k].kind : 0;
    }
}

static void make_batch(fl_journey_block *self, uint16_t rule)
{
    fl_key key;
    kind_columns kinds;
    fl_journey_met visit;
    unsigned place = 0;
    const fl_journey_rule *r = &self->journey->rules[rule];
    void *scratch = key_of(self, &self->trip[self->head[rule] - 1].walk, &key);
    for (unsigned run = self->head[rule]; run; run = self->next[run - 1]) {
        self->number[place++] = self->trip[run - 1].walk.key.index;
    }
    self->batch.number = self->number;
    self->batch.n = place;
    r->generator->make_batch(r->rules, &key, scratch, &self->batch);
    fl_column_fill(&self->columns, &self->batch);
    find_kinds(&self->columns, &kinds);
    place = 0;
    for (unsigned run = self->head[rule]; run; run = self->next[run - 1]) {
        look(self, &kinds, place++, &visit);
        fl_journey_trip_leave(&self->trip[run - 1], self->journey, &visit);
    }
}

static void make_each(fl_journey_block *self, uint16_t rule)
{
    const fl_journey_rule *r = &self->journey->rules[rule];
    for (unsigned run = self->head[rule]; run; run = self->next[run - 1]) {
        fl_key key;
        fl_journey_met met;
        void *scratch = key_of(self, &self->trip[run - 1].walk, &key);
        r->generator->make(r->rules, &key, scratch, &self->floor);
        fl_journey_trip_look(&self->floor, &met);
        fl_journey_trip_leave(&self->trip[run - 1], self->journey, &met);
    }
}

static bool wants_batch(const fl_journey_block *self, uint16_t rule)
{
    const fl_journey_rule *r = &self->journey->rules[rule];
    unsigned runs = 0;
    if (self->backend == FL_BACKEND_REFERENCE || !r->generator->fits_batch ||
        !r->generator->fits_batch(r->rules)) {
        return false;
    }
    for (unsigned run = self->head[rule]; run && runs < BATCH_LEAST; run = self->next[run - 1]) {
        runs++;
    }
    return runs == BATCH_LEAST;
}

/* Keeps the living journeys, in order. */
static void drop_ended(fl_journey_block *self)
{
    unsigned n = 0;
    for (unsigned i = 0; i < self->alive_n; i++) {
        uint16_t run = self->alive[i];
        if (!self->trip[run].walk.is_over) {
            self->alive[n++] = run;
        }
    }
    self->alive_n = n;
}

void fl_run_journeys_walk(fl_journey_block *self, uint64_t seed, uint64_t first, unsigned n)
{
    self->alive_n = n;
    for (unsigned i = 0; i < n; i++) {
        self->alive[i] = (uint16_t)i;
        fl_journey_trip_begin(&self->trip[i], self->journey, seed, first + i);
    }
    while (self->alive_n > 0) {
        enter_all(self);
        for (unsigned i = 0; i < self->used_n; i++) {
            uint16_t rule = self->used[i];
            if (wants_batch(self, rule)) {
                make_batch(self, rule);
            } else {
                make_each(self, rule);
            }
            self->head[rule] = 0;
        }
        drop_ended(self);
    }
}
