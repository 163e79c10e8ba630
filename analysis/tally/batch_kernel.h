/* Counting in columns without a branch per floor. Built once per backend from one source. */
#ifndef FL_ANALYSIS_TALLY_BATCH_KERNEL_H
#define FL_ANALYSIS_TALLY_BATCH_KERNEL_H

#include "gen/floor/classic_batch.h"

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

#endif
