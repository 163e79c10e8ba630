/* SPDX-License-Identifier: MIT */
/* Decides which columns are constants, which copies, and which the kernel computes. */
#include "analysis/metric/column/column.h"

#include "analysis/metric/column/column_private.h"

#include <string.h>

_Static_assert((int)FL_METRIC_FIRST_CLOSE <= (int)FL_COLUMN_TABLE, "wants is a set of 64 bits");

bool fl_column_knows(unsigned metric)
{
    return metric < FL_METRIC_FIRST_CLOSE || metric >= FL_METRIC_FIRST_SHAPE;
}

static bool is_wanted(const fl_columns *self, unsigned metric)
{
    return metric < FL_METRIC_FIRST_CLOSE && (self->wants >> metric & 1);
}

void fl_column_want(fl_columns *self, unsigned metric)
{
    if (metric == FL_METRIC_COUNT) { /* clustering_room: every room's clustering number is 0, so only the
                                        number of rooms is needed */
        self->wants |= 1ull << FL_METRIC_PLAN_ROOMS;
    } else if (metric >= FL_METRIC_FIRST_KIND) {
        self->want_kinds |= 1ull << (metric - FL_METRIC_FIRST_KIND);
    } else if (metric >= FL_METRIC_FIRST_SHAPE || metric == FL_METRIC_TILES) {
        self->wants |= 1ull << FL_METRIC_ROOMS;
    } else if (metric < FL_METRIC_FIRST_CLOSE) {
        self->wants |= 1ull << metric;
    }
}

void fl_column_want_events(fl_columns *self)
{
    self->wants |= 1ull << FL_METRIC_BOSS_DISTANCE | 1ull << FL_METRIC_ECCENTRICITY |
                   1ull << FL_METRIC_SECRET_NEIGHBOURS;
    self->wants_events = true;
}

/* A new column of bytes. */
static uint8_t *new_bytes(fl_columns *self, fl_column *column)
{
    fl_bug_assert(self->stores_n < FL_COLUMN_STORES, "floorlab run EXPERIMENT, with the one that was given");
    uint8_t *bytes = self->store[self->stores_n++];
    column->bytes = bytes;
    return bytes;
}

static int32_t *new_words(fl_columns *self, fl_column *column)
{
    fl_bug_assert(self->wide_n < FL_COLUMN_WIDE, "floorlab run EXPERIMENT, with the one that was given");
    int32_t *words = self->wide[self->wide_n++];
    column->words = words;
    return words;
}

static void set_metrics(fl_columns *self, fl_column_kernel_out *out)
{
    static const unsigned bytes[] = {
        FL_METRIC_ROOMS,           FL_METRIC_PLAN_ROOMS,    FL_METRIC_SPECIAL_ROOMS, FL_METRIC_WIDTH,
        FL_METRIC_HEIGHT,          FL_METRIC_DEAD_ENDS,     FL_METRIC_END_ROOMS,     FL_METRIC_DOORS,
        FL_METRIC_DEGREE_1,        FL_METRIC_DEGREE_2,      FL_METRIC_DEGREE_3,      FL_METRIC_DEGREE_4,
        FL_METRIC_BRANCHING,       FL_METRIC_BOSS_DISTANCE, FL_METRIC_ECCENTRICITY,  FL_METRIC_DIAMETER_STEPS,
        FL_METRIC_START_NEIGHBOURS};
    static const unsigned secret[] = {FL_METRIC_SECRET_CRITERION, FL_METRIC_SECRET_NEIGHBOURS,
                                      FL_METRIC_CLUSTERING_SECRET};
    static const unsigned words[] = {FL_METRIC_ATTEMPTS, FL_METRIC_PATH_LENGTH_SUM,
                                     FL_METRIC_BOSS_DISTANCE_RATIO};
    static const uint64_t degrees = 31ull << FL_METRIC_DEGREE_1; /* the four and branching come together */
    self->wants |= self->wants & degrees ? degrees : 0;
    for (unsigned i = 0; i < sizeof bytes / sizeof bytes[0]; i++) {
        out->byte[bytes[i]] = is_wanted(self, bytes[i]) ? new_bytes(self, &self->metric[bytes[i]]) : NULL;
    }
    for (unsigned i = 0; i < 3 && self->batch->has_specials; i++) {
        out->byte[secret[i]] = is_wanted(self, secret[i]) ? new_bytes(self, &self->metric[secret[i]]) : NULL;
    }
    for (unsigned i = 0; i < sizeof words / sizeof words[0]; i++) {
        out->word[words[i]] = NULL;
        if (is_wanted(self, words[i])) {
            out->byte[words[i]] = self->narrow[self->wide_n];
            out->word[words[i]] = new_words(self, &self->metric[words[i]]);
        }
    }
    self->metric[FL_METRIC_TILES] = self->metric[FL_METRIC_ROOMS];
    self->metric[FL_METRIC_FIRST_SHAPE + FL_SHAPE_1X1 - 1] = self->metric[FL_METRIC_ROOMS];
    if (!self->batch->has_target) {
        self->metric[FL_METRIC_TARGET].constant = FL_GENERATOR_FACT_NONE;
    } else if (is_wanted(self, FL_METRIC_TARGET)) {
        memcpy(new_bytes(self, &self->metric[FL_METRIC_TARGET]), self->batch->target, self->batch->n);
    }
    if (self->batch->difficulties &&
        (is_wanted(self, FL_METRIC_DIFFICULTY_LEAST) || is_wanted(self, FL_METRIC_DIFFICULTY_MOST))) {
        uint8_t *least = new_bytes(self, &self->metric[FL_METRIC_DIFFICULTY_LEAST]);
        self->batch->difficulties(self->batch, least,
                                  new_bytes(self, &self->metric[FL_METRIC_DIFFICULTY_MOST]));
    }
    if (self->batch->has_tries) {
        self->metric[FL_METRIC_SECRET_TRIES].words = (const int32_t *)self->batch->tries;
    }
}

static void set_events(fl_columns *self, fl_column_kernel_out *out)
{
    static const int32_t bare[FL_EVENT_ROWS] = {
        [FL_EVENT_FLOOR_FAILED] = FL_EVENT_MISS,
        [FL_EVENT_BOSS_IS_DEAD_END] = FL_EVENT_HIT,
        [FL_EVENT_HAS_LOOP] = FL_EVENT_MISS,
        [FL_EVENT_HAS_OPEN_WAY] = FL_EVENT_HIT, /* special rooms are in dead ends */
    };
    static const unsigned walked[] = {FL_EVENT_BOSS_IS_FARTHEST, FL_EVENT_BOSS_TOUCHES_START};
    static const unsigned secret[] = {FL_EVENT_SECRET_TOUCHES_END_ROOM, FL_EVENT_SECRET_BEST_AVAILABLE};
    for (unsigned i = 0; i < FL_EVENT_ROWS; i++) {
        self->event[i] = (fl_column){.constant = bare[i]};
    }
    if (!self->wants_events) {
        return;
    }
    for (unsigned i = 0; i < 2; i++) {
        out->event[walked[i]] = new_bytes(self, &self->event[walked[i]]);
    }
    for (unsigned i = 0; i < 2 && self->batch->has_specials; i++) {
        out->event[secret[i]] = new_bytes(self, &self->event[secret[i]]);
    }
    self->event[FL_EVENT_HAS_SECRET].constant = self->batch->has_specials ? FL_EVENT_HIT : FL_EVENT_NOT_ASKED;
}

static fl_column_kernel_fill *kernel_of(fl_backend backend)
{
#if defined(__x86_64__)
    if (backend == FL_BACKEND_AVX512) {
        return fl_column_kernel_avx512;
    }
    if (backend == FL_BACKEND_AVX2) {
        return fl_column_kernel_avx2;
    }
#endif
    (void)backend;
    return fl_column_kernel_portable;
}

void fl_column_fill(fl_columns *self, const fl_classic_batch *batch)
{
    fl_column_kernel_out out;
    uint64_t high[FL_COLUMN_TABLE];
    memset(&out, 0, sizeof out);
    out.high = high;
    self->batch = batch;
    self->stores_n = self->wide_n = 0;
    /* The metrics that no floor of a batch has, or that are equal for all. */
    static const unsigned none[] = {FL_METRIC_EXTRA_ROOMS,          FL_METRIC_SECRET_TRIES,
                                    FL_METRIC_FORCED_ENDS,          FL_METRIC_BOSS_IDENTITY,
                                    FL_METRIC_SECOND_BOSS_IDENTITY, FL_METRIC_SUPER_SECRET_NEIGHBOURS,
                                    FL_METRIC_DIFFICULTY_LEAST,     FL_METRIC_DIFFICULTY_MOST};
    static const unsigned of_secret[] = {FL_METRIC_SECRET_CRITERION, FL_METRIC_SECRET_NEIGHBOURS,
                                         FL_METRIC_CLUSTERING_SECRET};
    for (unsigned i = 0; i < FL_METRIC_COUNT; i++) {
        self->metric[i] = (fl_column){.constant = 0};
    }
    for (unsigned i = 0; i < sizeof none / sizeof none[0]; i++) {
        self->metric[none[i]].constant = FL_GENERATOR_FACT_NONE;
    }
    for (unsigned i = FL_METRIC_FIRST_CLOSE; i < FL_METRIC_FIRST_SHAPE; i++) {
        self->metric[i].constant = FL_GENERATOR_FACT_NONE;
    }
    self->metric[FL_METRIC_LARGEST_ROOM].constant = 1;
    self->metric[FL_METRIC_SINGLE_SHARE].constant = 1000;
    for (unsigned i = 0; i < 3 && !self->batch->has_specials; i++) {
        self->metric[of_secret[i]].constant = FL_GENERATOR_FACT_NONE;
    }
    for (unsigned i = 0; i < self->batch->kinds_n; i++) {
        self->metric[FL_METRIC_FIRST_KIND + self->batch->kind[i]].constant = 1;
    }
    set_metrics(self, &out);
    for (unsigned i = 0; i < self->batch->rolls_n; i++) {
        unsigned kind = self->batch->roll_kind[i];
        if (self->want_kinds >> kind & 1) {
            out.kind[kind] = new_bytes(self, &self->metric[FL_METRIC_FIRST_KIND + kind]);
        }
    }
    if (self->want_kinds >> FL_KIND_NORMAL & 1) {
        out.kind[FL_KIND_NORMAL] = new_bytes(self, &self->metric[FL_METRIC_FIRST_KIND + FL_KIND_NORMAL]);
    }
    set_events(self, &out);
    kernel_of(batch->backend)(batch, &out);
    for (unsigned i = 0; i < self->stores_n; i++) { /* after the last floor: a value that no floor has */
        memset(self->store[i] + batch->n, UINT8_MAX, FL_COLUMN_BYTES - FL_CLASSIC_BATCH_FLOORS);
    }
    for (unsigned i = 0; i < FL_COLUMN_TABLE; i++) {
        if (out.word[i] && high[i] < UINT8_MAX) {
            memset(out.byte[i] + batch->n, UINT8_MAX, FL_COLUMN_BYTES - FL_CLASSIC_BATCH_FLOORS);
            self->metric[i].bytes = out.byte[i];
        }
    }
}

void fl_column_values(const fl_columns *self, unsigned i, int32_t out[FL_METRIC_COUNT])
{
    bool is_failed = fl_classic_batch_is_failed(self->batch, i);
    for (unsigned metric = 0; metric < FL_METRIC_COUNT; metric++) {
        out[metric] = is_failed ? FL_GENERATOR_FACT_NONE : fl_column_at(&self->metric[metric], i);
    }
    if (is_failed) {
        out[FL_METRIC_ATTEMPTS] =
            (int32_t)fl_classic_batch_fact_of(self->batch, i, FL_CLASSIC_BATCH_ATTEMPTS);
        out[FL_METRIC_TARGET] = fl_column_at(&self->metric[FL_METRIC_TARGET], i);
        out[FL_METRIC_CURSE] = FL_CURSE_NONE;
    }
}
