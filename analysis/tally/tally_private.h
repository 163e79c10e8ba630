/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Shared by the files of this folder: adding single values, and the counting kernels. */
#ifndef FL_ANALYSIS_TALLY_TALLY_PRIVATE_H
#define FL_ANALYSIS_TALLY_TALLY_PRIVATE_H

#include "analysis/tally/tally.h"

#include <stddef.h>
#include <stdint.h>

/* Counts a value >= 0 of metric number `i` of the spec `times` times; fl_tally_see records the extremes. */
static inline void fl_tally_count(fl_tally *self, unsigned i, int32_t value, uint64_t times)
{
    const fl_tally_metric *metric = &self->spec->metrics[i];
    fl_tally_extreme *extreme = &self->extreme[i];
    if ((uint32_t)value < metric->bins) {
        self->count[metric->at + (uint32_t)value] += times;
    } else {
        fl_bug_assert(value >= 0, "the same command"); /* the sums have no sign */
        extreme->over_n += times;
        extreme->over_sum += (fl_tally_sum)times * (uint32_t)value;
        extreme->over_square += (fl_tally_sum)times * (uint32_t)value * (uint32_t)value;
    }
}

/* Updates the extremes by a floor's value. Floors are added in rising order, so the first floor with an
 * extreme is kept. */
static inline void fl_tally_see(fl_tally_extreme *self, int32_t value, uint64_t index)
{
    if (value < self->min) {
        self->min = value;
        self->argmin = index;
    }
    if (value > self->max) {
        self->max = value;
        self->argmax = index;
    }
}

/* Records a sample of this number. False: it is left out, so that nothing of it is counted. */
static inline bool fl_tally_note(fl_tally *self, const fl_expression_sample *sample, uint64_t index)
{
    const fl_expression *where = self->spec->where;
    bool is_wanted = !where || fl_expression_test(where, sample);
    self->numbers.sum += index;
    self->numbers.squares += (fl_tally_sum)index * index;
    self->floors += is_wanted;
    if (!is_wanted) {
        self->count[self->spec->left_out_at]++;
    }
    return is_wanted;
}

/* Returns the step of a trace that sample number `index` belongs to, counted from the first of the
 * scenario. */
static inline unsigned fl_tally_step(uint64_t index)
{
    unsigned step = 63u - (unsigned)__builtin_clzll(index + 1 ? index + 1 : UINT64_MAX);
    return step < FL_TALLY_STEPS ? step : FL_TALLY_STEPS - 1;
}

/* conditions.c: events with a condition, of a sample and of the floors of a batch that are wanted. */
void fl_tally_conditions_add(fl_tally *self, const fl_expression_sample *sample, uint64_t index);
void fl_tally_conditions_add_batch(fl_tally *self, const fl_columns *columns, const uint8_t *wanted);

/* batch_kernel.c: counting in columns without a branch per floor. Built once per backend from one source. */

enum {
    FL_TALLY_BATCH_KERNEL_STEP = 64,
    FL_TALLY_BATCH_KERNEL_NONE = UINT8_MAX,
    FL_TALLY_BATCH_KERNEL_SOME = 1024, /* bytes that are counted at once; a multiple of the step */
};

/* Bytes are read in whole steps: the bytes after the n-th must be FL_TALLY_BATCH_KERNEL_NONE, the missing
 * value. */
typedef struct fl_tally_batch_kernel {
    /* The smallest and the largest value; the smallest is NONE where there are no values. */
    void (*range)(const uint8_t *bytes, unsigned n, uint8_t out[2]);

    /* Likewise for numbers without missing values. */
    void (*word_range)(const int32_t *words, unsigned n, int32_t out[2]);

    /* Adds how often each value from range[0] to range[1] occurs to count[value]. */
    void (*add)(const uint8_t *bytes, unsigned n, const uint8_t range[2], uint32_t count[256]);

    /* Adds how often each cell occurs to count[cell]; other bytes are ignored. Nothing after the n-th is
     * read. */
    void (*cells)(const uint8_t *bytes, unsigned n, uint32_t count[FL_CLASSIC_BATCH_CELLS]);

    /* out[b] = how many of the numbers have bit b. Up to seven numbers after the n-th are read. */
    void (*bits)(const uint64_t *numbers, unsigned n, uint32_t out[64]);
} fl_tally_batch_kernel;

extern const fl_tally_batch_kernel fl_tally_batch_kernel_portable;
extern const fl_tally_batch_kernel fl_tally_batch_kernel_avx2;
extern const fl_tally_batch_kernel fl_tally_batch_kernel_avx512;

static inline const fl_tally_batch_kernel *fl_tally_batch_kernel_of(fl_backend backend)
{
#if defined(__x86_64__)
    if (backend == FL_BACKEND_AVX512) {
        return &fl_tally_batch_kernel_avx512;
    }
    if (backend == FL_BACKEND_AVX2) {
        return &fl_tally_batch_kernel_avx2;
    }
#endif
    (void)backend;
    return &fl_tally_batch_kernel_portable;
}

/* tally_maps.c: counts the floors of a batch in the maps of the spec, which must have maps. The counts equal
 * those of fl_tally_add. `wanted` comes from fl_tally_batch_wanted; NULL = all. */
void fl_tally_maps_add(fl_tally *self, const fl_classic_batch *batch, const uint8_t *wanted);

/* tally_parts.c: adds a floor, a chunk room or a journey, or the floors of a batch to the sums by part, which
 * the spec must have. */
void fl_tally_parts_add(fl_tally *self, const fl_floor *floor, const int32_t *values,
                        const fl_metric_work *work, uint64_t index);
void fl_tally_parts_add_sample(fl_tally *self, const fl_sample_work *work, uint64_t index);
void fl_tally_parts_add_batch(fl_tally *self, const fl_columns *columns, const uint8_t *wanted);

/* tally_one.c: everything that fl_tally_add counts except the number of floors. */
void fl_tally_one_add(fl_tally *self, const fl_floor *floor, const int32_t *values,
                      const fl_metric_work *work, uint64_t index);

#endif
