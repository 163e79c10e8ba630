/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the files of this folder share and nobody outside needs. */
#ifndef FL_ANALYSIS_TALLY_TALLY_PRIVATE_H
#define FL_ANALYSIS_TALLY_TALLY_PRIVATE_H

#include "analysis/tally/tally.h"

#include <stdint.h>

/* Tallies: what was counted on many floors, as exact integers.
 *
 * A plan says what is counted and where each count lies in one array of uint64; a tally is such an array. Merging two
 * tallies is adding their arrays (and taking the smaller minimum, the larger maximum), so the result is the same for any
 * split of the floors over threads, blocks, shards or interruptions. Adding a floor allocates nothing.
 *
 * Sums and sums of squares follow from the counts; only values beyond a metric's bins carry sums of their own. */

/* Counts as many floors that have a value (of metric number `i` of the plan, at least 0); its extremes are noted apart. */
static inline void fl_tally_count(fl_tally *self, unsigned i, int32_t value, uint64_t times)
{
    const fl_tally_metric *metric = &self->plan->metrics[i];
    fl_tally_extreme *extreme = &self->extreme[i];
    if ((uint32_t)value < metric->bins) {
        self->count[metric->at + (uint32_t)value] += times;
    } else {
        extreme->over_n += times;
        extreme->over_sum += (fl_tally_sum)times * (uint32_t)value;
        extreme->over_square += (fl_tally_sum)times * (uint32_t)value * (uint32_t)value;
    }
}

/* Notes that a floor has a value; floors come in rising order. */
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

/* Counting in columns without a branch per floor. Built once per backend from one source. */

enum {
    FL_TALLY_BATCH_KERNEL_STEP = 64,
    FL_TALLY_BATCH_KERNEL_NONE = UINT8_MAX,
    FL_TALLY_BATCH_KERNEL_SOME = 1024, /* bytes that are counted at once; whole steps */
};

/* Bytes are read in whole steps: behind the n-th stands FL_TALLY_BATCH_KERNEL_NONE, which is no value. */
typedef struct fl_tally_batch_kernel {
    /* The smallest and the largest value; the smallest is NONE where there is none. */
    void (*range)(const uint8_t *bytes, unsigned n, uint8_t out[2]);

    /* The same for numbers of which each is a value. */
    void (*word_range)(const int32_t *words, unsigned n, int32_t out[2]);

    /* Adds how often each value from range[0] to range[1] is there to count[value]. */
    void (*add)(const uint8_t *bytes, unsigned n, const uint8_t range[2], uint32_t count[256]);

    /* Adds how often each cell is there to count[cell]; other bytes are not counted. Nothing behind the n-th is read. */
    void (*cells)(const uint8_t *bytes, unsigned n, uint32_t count[FL_CLASSIC_BATCH_CELLS]);

    /* out[b] = how many of the numbers have bit b. Behind the n-th up to seven more are read. */
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

/* Maps straight from a batch: where rooms of each kind are, the same counts as fl_tally_add gives floor by floor. */

/* Counts the floors of a batch in the maps of the plan, of which there are some. */
void fl_tally_maps_add(fl_tally *self, const fl_classic_batch *batch);

/* One floor into the counts of a tally. */

/* All that fl_tally_add counts but the floors themselves. */
void fl_tally_one_add(fl_tally *self, const fl_floor *floor, const int32_t *values,
                      const fl_metric_work *work, uint64_t index);

#endif
