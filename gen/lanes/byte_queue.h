/* SPDX-License-Identifier: MIT */
/* A queue of up to eight bytes in each lane; the first byte is the lowest. */
#ifndef FL_GEN_LANES_BYTE_QUEUE_H
#define FL_GEN_LANES_BYTE_QUEUE_H

#include "gen/lanes/lanes.h"

typedef struct fl_byte_queue {
    fl_lanes bytes;
    fl_lanes bits; /* length: 8 times the number of bytes */
} fl_byte_queue;

/* Each lane by its own number of bits; the result is 0 for 64 bits and more. */
FL_LANES_INLINE static inline fl_lanes fl_byte_queue_shift_left(fl_lanes a, fl_lanes by)
{
#if defined(__AVX512F__)
    return (fl_lanes)_mm512_sllv_epi64((__m512i)a, (__m512i)by);
#elif FL_LANES_N == 1
    return by < 64 ? a << by : 0;
#else
    return (fl_lanes)_mm256_sllv_epi64((__m256i)a, (__m256i)by);
#endif
}

FL_LANES_INLINE static inline fl_lanes fl_byte_queue_shift_right(fl_lanes a, fl_lanes by)
{
#if defined(__AVX512F__)
    return (fl_lanes)_mm512_srlv_epi64((__m512i)a, (__m512i)by);
#elif FL_LANES_N == 1
    return by < 64 ? a >> by : 0;
#else
    return (fl_lanes)_mm256_srlv_epi64((__m256i)a, (__m256i)by);
#endif
}

/* Appends a byte in the lanes of the mask. A ninth byte is lost, but the length still counts it. */
FL_LANES_INLINE static inline void fl_byte_queue_push(fl_byte_queue *self, fl_lanes_mask m, fl_lanes byte)
{
    self->bytes |= fl_lanes_keep(m, fl_byte_queue_shift_left(byte, self->bits));
    self->bits += fl_lanes_keep(m, fl_lanes_splat(8));
}

/* Removes and returns the first byte of every lane. An empty queue gives 0, and its length is wrong from
 * then on. */
FL_LANES_INLINE static inline fl_lanes fl_byte_queue_pop(fl_byte_queue *self)
{
    fl_lanes byte = self->bytes & 0xff;
    self->bytes >>= 8;
    self->bits -= 8;
    return byte;
}

#endif
