/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Counts a value by comparing the whole column with it: columns of floors have few values, so a few vector
 * compares per value replace a memory update per floor. */
#include "analysis/tally/batch_kernel_avx512.h"

#ifndef FL_TALLY_BATCH_KERNEL_NAME
#define FL_TALLY_BATCH_KERNEL_NAME fl_tally_batch_kernel_portable
#endif

enum { SIZE = FL_LANES_N > 1 ? 8 * FL_LANES_N : 16 }; /* every machine has sixteen bytes */

typedef uint8_t __attribute__((vector_size(SIZE))) bytes_of;

static inline bytes_of load(const uint8_t *from)
{
    bytes_of x;
    memcpy(&x, from, sizeof x);
    return x;
}

/* Sums all bytes. */
static inline uint32_t sum(bytes_of x)
{
    const uint64_t pairs = 0x00ff00ff00ff00ffu;
    uint64_t parts[SIZE / 8];
    uint64_t total = 0;
    memcpy(parts, &x, sizeof x);
    for (unsigned i = 0; i < SIZE / 8; i++) {
        total += (parts[i] & pairs) + (parts[i] >> 8 & pairs);
    }
    return (uint32_t)((total * 0x0001000100010001u) >> 48);
}

/* A plain loop, so that the compiler vectorizes it. */
static void range(const uint8_t *bytes, unsigned n, uint8_t out[2])
{
    uint8_t least = FL_TALLY_BATCH_KERNEL_NONE;
    uint8_t most = 0; /* of value + 1, so that NONE is the smallest */
    n = (n + FL_TALLY_BATCH_KERNEL_STEP - 1) / FL_TALLY_BATCH_KERNEL_STEP * FL_TALLY_BATCH_KERNEL_STEP;
    for (unsigned i = 0; i < n; i++) {
        uint8_t next = (uint8_t)(bytes[i] + 1);
        least = bytes[i] < least ? bytes[i] : least;
        most = next > most ? next : most;
    }
    out[0] = least;
    out[1] = (uint8_t)(most - 1);
}

static void word_range(const int32_t *words, unsigned n, int32_t out[2])
{
    int32_t least = INT32_MAX;
    int32_t most = INT32_MIN;
    for (unsigned i = 0; i < n; i++) {
        least = words[i] < least ? words[i] : least;
        most = words[i] > most ? words[i] : most;
    }
    out[0] = least;
    out[1] = most;
}

/* At most FL_TALLY_BATCH_KERNEL_SOME bytes: each byte of `hits` counts up to 64 matches, so it cannot
 * overflow. */
static void add_some(const uint8_t *bytes, unsigned n, const uint8_t ends[2], uint32_t count[256])
{
    unsigned value = ends[0];
#if defined(__AVX512BW__) && defined(__GFNI__)
    for (; value + 3 < ends[1] && value < 256 - 8 && ends[0] != FL_TALLY_BATCH_KERNEL_NONE; value += 8) {
        fl_tally_batch_avx512_count(bytes, n, (uint8_t)value, &count[value]);
    }
#endif
    for (; value <= ends[1] && value != FL_TALLY_BATCH_KERNEL_NONE; value++) {
        bytes_of hits = {0};
        for (unsigned i = 0; i < n; i += SIZE) {
            hits -= (bytes_of)(load(bytes + i) == (uint8_t)value);
        }
        count[value] += sum(hits);
    }
}

static inline unsigned smaller(unsigned a, unsigned b)
{
    return a < b ? a : b;
}

static void add(const uint8_t *bytes, unsigned n, const uint8_t ends[2], uint32_t count[256])
{
    for (unsigned from = 0; from < n; from += FL_TALLY_BATCH_KERNEL_SOME) {
        add_some(bytes + from, smaller(n - from, FL_TALLY_BATCH_KERNEL_SOME), ends, count);
    }
}

#if defined(__AVX512BW__) && defined(__GFNI__)

static void cells(const uint8_t *bytes, unsigned n, uint32_t count[FL_CLASSIC_BATCH_CELLS])
{
    uint8_t copy[FL_TALLY_BATCH_KERNEL_SOME];
    for (unsigned from = 0; from < n; from += FL_TALLY_BATCH_KERNEL_SOME) {
        const uint8_t *some = bytes + from;
        unsigned size = smaller(n - from, FL_TALLY_BATCH_KERNEL_SOME);
        if (size % FL_TALLY_BATCH_KERNEL_STEP != 0) {
            memset(copy, FL_TALLY_BATCH_KERNEL_NONE, sizeof copy);
            memcpy(copy, some, size);
            some = copy;
        }
        for (unsigned cell = 0; cell < FL_CLASSIC_BATCH_CELLS; cell += 8) {
            fl_tally_batch_avx512_count(some, size, (uint8_t)cell, &count[cell]);
        }
    }
}

#else

/* Four tables in turn, so that an increment need not wait for the one before it on the same cell. */
static void cells(const uint8_t *bytes, unsigned n, uint32_t count[FL_CLASSIC_BATCH_CELLS])
{
    uint32_t table[4][256];
    memset(table, 0, sizeof table);
    for (unsigned i = 0; i < n / 4 * 4; i += 4) {
        table[0][bytes[i]]++;
        table[1][bytes[i + 1]]++;
        table[2][bytes[i + 2]]++;
        table[3][bytes[i + 3]]++;
    }
    for (unsigned i = n / 4 * 4; i < n; i++) {
        table[0][bytes[i]]++;
    }
    for (unsigned cell = 0; cell < FL_CLASSIC_BATCH_CELLS; cell++) {
        count[cell] += table[0][cell] + table[1][cell] + table[2][cell] + table[3][cell];
    }
}

#endif

/* sum + 2 carry = sum + a + b, bit by bit. */
FL_LANES_INLINE static inline fl_lanes add_bits(fl_lanes *sum, fl_lanes a, fl_lanes b)
{
    fl_lanes odd = a ^ b;
    fl_lanes carry = (a & b) | (odd & *sum);
    *sum ^= odd;
    return carry;
}

enum { PLANES = 4, BYTES = 8, EIGHTH = 8 };

/* Adds bit 8 j + i of a plane, times its weight, to byte j of column i. */
FL_LANES_INLINE static inline void add_plane(fl_lanes column[BYTES], fl_lanes plane, unsigned weight)
{
    for (unsigned bit = 0; bit < BYTES; bit++) {
        column[bit] += (plane >> bit & 0x0101010101010101u) * weight;
    }
}

/* Adds the bytes of all lanes to the counts. */
static void add_columns(const fl_lanes column[BYTES], uint32_t out[64])
{
    for (unsigned bit = 0; bit < BYTES; bit++) {
        const uint64_t even = 0x00ff00ff00ff00ffu;
        uint64_t sums[2] = {0, 0};
        for (unsigned lane = 0; lane < FL_LANES_N; lane++) {
            sums[0] += fl_lanes_get(column[bit], lane) & even;
            sums[1] += fl_lanes_get(column[bit], lane) >> 8 & even;
        }
        for (unsigned byte = 0; byte < BYTES; byte++) {
            out[8 * byte + bit] += (uint16_t)(sums[byte % 2] >> (byte / 2 * 16));
        }
    }
}

/* Up to 224 vectors of numbers: eight numbers are summed in bit planes by carry-save adders before they are
 * added to bytes, which then cannot overflow. */
static void bits_of_some(const uint64_t *numbers, unsigned n, uint32_t out[64])
{
    fl_lanes column[BYTES];
    fl_lanes plane[PLANES - 1];
    memset(column, 0, sizeof column);
    memset(plane, 0, sizeof plane);
    unsigned i = 0;
    for (; i + EIGHTH * FL_LANES_N <= n; i += EIGHTH * FL_LANES_N) {
        fl_lanes carry[4];
        for (unsigned k = 0; k < 4; k++) {
            carry[k] = add_bits(&plane[0], fl_lanes_load(numbers + i + 2 * k * FL_LANES_N),
                                fl_lanes_load(numbers + i + (2 * k + 1) * FL_LANES_N));
        }
        fl_lanes fours = add_bits(&plane[1], carry[0], carry[1]);
        fl_lanes more = add_bits(&plane[1], carry[2], carry[3]);
        add_plane(column, add_bits(&plane[2], fours, more), 8);
    }
    for (; i < n; i += FL_LANES_N) {
        add_plane(column, fl_lanes_load(numbers + i), 1);
    }
    for (unsigned k = 0; k < PLANES - 1; k++) {
        add_plane(column, plane[k], 1u << k);
    }
    add_columns(column, out);
}

static void bits(const uint64_t *numbers, unsigned n, uint32_t out[64])
{
    const unsigned most =
        224 / 8 * 8 * FL_LANES_N; /* a byte holds 255: 224, plus what planes and a rest add */
    memset(out, 0, 64 * sizeof *out);
    for (unsigned from = 0; from < n; from += most) {
        bits_of_some(numbers + from, n - from < most ? n - from : most, out);
    }
}

const fl_tally_batch_kernel FL_TALLY_BATCH_KERNEL_NAME = {
    .range = range, .word_range = word_range, .add = add, .cells = cells, .bits = bits};
