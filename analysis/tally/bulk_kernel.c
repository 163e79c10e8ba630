/* A value is counted by comparing a whole column with it: a few compares per value replace a memory update per floor, and
 * columns of floors have few values. */
#include "analysis/tally/bulk_kernel.h"

#include "analysis/tally/bulk_eight.h"

#ifndef FL_BULK_KERNEL_NAME
#define FL_BULK_KERNEL_NAME fl_bulk_kernel_portable
#endif

enum { SIZE = FL_LANES_N > 1 ? 8 * FL_LANES_N : 16 }; /* every machine has sixteen bytes */

typedef uint8_t __attribute__((vector_size(SIZE))) bytes_of;

static inline bytes_of load(const uint8_t *from)
{
    bytes_of x;
    memcpy(&x, from, sizeof x);
    return x;
}

/* The sum of all bytes. */
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

/* Plain loops that the compiler turns into vectors of bytes. */
static void range(const uint8_t *bytes, unsigned n, uint8_t out[2])
{
    uint8_t least = FL_BULK_KERNEL_NONE;
    uint8_t most = 0; /* of value + 1, so that NONE is the smallest */
    n = (n + FL_BULK_KERNEL_STEP - 1) / FL_BULK_KERNEL_STEP * FL_BULK_KERNEL_STEP;
    for (unsigned i = 0; i < n; i++) {
        uint8_t next = (uint8_t)(bytes[i] + 1);
        least = bytes[i] < least ? bytes[i] : least;
        most = next > most ? next : most;
    }
    out[0] = least;
    out[1] = (uint8_t)(most - 1);
}

static void add(const uint8_t *bytes, unsigned n, const uint8_t of[2], uint32_t count[256])
{
    unsigned value = of[0];
#if defined(__AVX512BW__) && defined(__GFNI__)
    for (; value + 3 < of[1] && value < 256 - 8 && of[0] != FL_BULK_KERNEL_NONE; value += 8) {
        fl_bulk_eight_count(bytes, n, (uint8_t)value, &count[value]);
    }
#endif
    for (; value <= of[1] && value != FL_BULK_KERNEL_NONE; value++) {
        bytes_of hits = {0};
        for (unsigned i = 0; i < n; i += SIZE) {
            hits -= (bytes_of)(load(bytes + i) == (uint8_t)value);
        }
        count[value] += sum(hits);
    }
}

static void bits(const uint64_t *numbers, unsigned n, uint32_t out[64])
{
    enum { MOST = 248 }; /* additions that a byte can take */
    const uint64_t lowest = 0x0101010101010101u;
    memset(out, 0, 64 * sizeof *out);
    for (unsigned from = 0; from < n;) {
        fl_lanes column[8];
        memset(column, 0, sizeof column);
        for (unsigned i = 0; i < MOST && from < n; i++, from += FL_LANES_N) {
            fl_lanes x = fl_lanes_load(numbers + from);
            for (unsigned bit = 0; bit < 8; bit++) {
                column[bit] += x >> bit & lowest;
            }
        }
        for (unsigned bit = 0; bit < 64; bit++) {
            for (unsigned lane = 0; lane < FL_LANES_N; lane++) {
                out[bit] += (uint8_t)(fl_lanes_get(column[bit % 8], lane) >> (bit / 8 * 8));
            }
        }
    }
}

const fl_bulk_kernel FL_BULK_KERNEL_NAME = {.range = range, .add = add, .bits = bits};
