/* A value is counted by comparing a whole column with it: a few compares per value replace a memory update per floor, and
 * columns of floors have few values. */
#include "analysis/tally/bulk_kernel.h"

#include "gen/core/lanes.h"

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

static void range(const uint8_t *bytes, unsigned n, uint8_t out[2])
{
    bytes_of least = (bytes_of){0} - 1;
    bytes_of most = {0}; /* of value + 1, so that NONE is the smallest */
    uint8_t parts[2][SIZE];
    for (unsigned i = 0; i < n; i += SIZE) {
        bytes_of x = load(bytes + i);
        bytes_of y = x + 1;
        bytes_of is_less = (bytes_of)(x < least);
        bytes_of is_more = (bytes_of)(y > most);
        least = (x & is_less) | (least & ~is_less);
        most = (y & is_more) | (most & ~is_more);
    }
    memcpy(parts[0], &least, SIZE);
    memcpy(parts[1], &most, SIZE);
    out[0] = FL_BULK_KERNEL_NONE;
    out[1] = 0;
    for (unsigned i = 0; i < SIZE; i++) {
        out[0] = parts[0][i] < out[0] ? parts[0][i] : out[0];
        out[1] = parts[1][i] > out[1] ? parts[1][i] : out[1];
    }
    out[1]--;
}

static void add(const uint8_t *bytes, unsigned n, const uint8_t of[2], uint32_t count[256])
{
    for (unsigned value = of[0]; value <= of[1] && value != FL_BULK_KERNEL_NONE; value++) {
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
