/* SPDX-License-Identifier: MIT */
/* The vector types of lanes.h, and the primitives that need no intrinsics. */
#ifndef FL_GEN_LANES_LANES_TYPE_H
#define FL_GEN_LANES_LANES_TYPE_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#ifndef FL_LANES_N
#define FL_LANES_N 1
#endif

enum {
    FL_LANES_TABLE_ENTRIES = 96, /* entries of the table of fl_lanes_look_up */
    FL_LANES_TABLE_BYTES = 64,   /* of the table of fl_lanes_look_up_byte */
};

#define FL_LANES_INLINE __attribute__((always_inline))

#if FL_LANES_N == 1
typedef uint64_t fl_lanes;
typedef unsigned fl_lanes_mask;
#else
typedef uint64_t __attribute__((vector_size(8 * FL_LANES_N))) fl_lanes;
typedef int64_t __attribute__((vector_size(8 * FL_LANES_N))) fl_lanes_signed;
typedef uint8_t __attribute__((vector_size(FL_LANES_N))) fl_lanes_bytes;
typedef int32_t __attribute__((vector_size(4 * FL_LANES_N))) fl_lanes_words;
#if defined(__AVX512F__)
typedef uint8_t fl_lanes_mask;
#else
typedef fl_lanes fl_lanes_mask;
#endif
#endif

/* fl_lanes_mask is a set of lanes. Combine masks with & and |, complement them with fl_lanes_mask_not: how
 * a mask is stored depends on the backend. */

/* The same number in every lane. */
FL_LANES_INLINE static inline fl_lanes fl_lanes_splat(uint64_t x)
{
    const fl_lanes none = {0};
    return x - none;
}

/* The value of one lane. */
FL_LANES_INLINE static inline uint64_t fl_lanes_get(fl_lanes x, unsigned lane)
{
#if FL_LANES_N == 1
    (void)lane;
    return x;
#else
    return x[lane];
#endif
}

FL_LANES_INLINE static inline fl_lanes fl_lanes_load(const uint64_t *from)
{
    fl_lanes x;
    memcpy(&x, from, sizeof x);
    return x;
}

FL_LANES_INLINE static inline void fl_lanes_store(uint64_t *to, fl_lanes x)
{
    memcpy(to, &x, sizeof x);
}

#endif
