/* Sixteen states side by side where the processor has vectors, one by one elsewhere. Compiled once for each
 * backend. */
#include "gen/lanes/lanes.h"
#include "gen/rebirth/random/random.h"

#include <string.h>

#ifndef FL_REBIRTH_RANDOM_AHEAD_KERNEL_NAME
#define FL_REBIRTH_RANDOM_AHEAD_KERNEL_NAME fl_rebirth_random_ahead_kernel_portable
#endif

#if FL_LANES_N == 1

static inline uint32_t step(uint32_t x)
{
    x ^= x >> 5;
    x ^= x << 9;
    return x ^ x >> 7;
}

/* The weights as constants, so that the compiler replaces the divisions by multiplications. */
#define FL_OPTION_WEIGHTS(X)                                                                                 \
    X(0, 48)                                                                                                 \
    X(1, 24)                                                                                                 \
    X(2, 24) X(3, 24) X(4, 24) X(5, 72) X(6, 72) X(7, 36) X(8, 36) X(9, 36) X(10, 36) X(11, 24) X(12, 24)

static void lottery(const fl_rebirth_random_ahead *self, uint32_t *state, unsigned doors,
                    uint16_t won[FL_REBIRTH_RANDOM_AHEAD_DOORS])
{
    (void)self;
    uint32_t x = *state;
    for (unsigned door = 0; door < doors; door++) {
        unsigned bits = 0;
#define FL_OPTION(k, weight)                                                                                 \
    x = step(x);                                                                                             \
    bits |= (unsigned)(x % (weight) == 0) << (k);
        FL_OPTION_WEIGHTS(FL_OPTION)
#undef FL_OPTION
        won[door] = (uint16_t)bits;
    }
    *state = x;
}

static void fifths(const fl_rebirth_random_ahead *self, uint32_t *state, unsigned n,
                   uint8_t out[FL_REBIRTH_RANDOM_AHEAD_FIFTHS])
{
    (void)self;
    uint32_t x = *state;
    for (unsigned i = 0; i < n; i++) {
        x = step(x);
        out[i] = (uint8_t)(x % 5);
    }
    *state = x;
}

#else

typedef uint32_t __attribute__((vector_size(4 * FL_REBIRTH_RANDOM_AHEAD_STATES))) words;
typedef uint8_t __attribute__((vector_size(FL_REBIRTH_RANDOM_AHEAD_STATES))) bytes;

/* Vectors are passed by address: where the machine's are shorter, the compiler splits them. */
FL_LANES_INLINE static inline void xor_into(words *x, const uint32_t *with)
{
    words other;
    memcpy(&other, with, sizeof other);
    *x ^= other;
}

/* The sixteen states after this one. */
FL_LANES_INLINE static inline void find_states(const fl_rebirth_random_ahead *self, uint32_t x, words *out)
{
    words low = {0};
    words high = {0};
    xor_into(&low, self->states[0][x & 15]);
    xor_into(&high, self->states[1][x >> 4 & 15]);
    xor_into(&low, self->states[2][x >> 8 & 15]);
    xor_into(&high, self->states[3][x >> 12 & 15]);
    xor_into(&low, self->states[4][x >> 16 & 15]);
    xor_into(&high, self->states[5][x >> 20 & 15]);
    xor_into(&low, self->states[6][x >> 24 & 15]);
    xor_into(&high, self->states[7][x >> 28]);
    *out = low ^ high;
}

/* A bit for each number that does not exceed its limit. */
FL_LANES_INLINE static inline unsigned not_above(const words *x, const words *limit)
{
#if defined(__AVX512F__)
    return _mm512_cmple_epu32_mask((__m512i)*x, (__m512i)*limit);
#else
    words is_within = (words)(*x <= *limit);
    __m256 half[2];
    memcpy(half, &is_within, sizeof half);
    return (unsigned)_mm256_movemask_ps(half[0]) | (unsigned)_mm256_movemask_ps(half[1]) << 8;
#endif
}

static void lottery(const fl_rebirth_random_ahead *self, uint32_t *state, unsigned doors,
                    uint16_t won[FL_REBIRTH_RANDOM_AHEAD_DOORS])
{
    words inverse;
    words rotate;
    words limit;
    uint32_t x = *state;
    memcpy(&inverse, self->inverse, sizeof inverse);
    memcpy(&rotate, self->rotate, sizeof rotate);
    memcpy(&limit, self->limit, sizeof limit);
    for (unsigned door = 0; door < doors; door++) {
        words product;
        find_states(self, x, &product);
        product *= inverse;
        words quotient = product >> rotate | product << ((32 - rotate) & 31);
        won[door] = (uint16_t)(not_above(&quotient, &limit) & ((1u << FL_REBIRTH_RANDOM_AHEAD_OPTIONS) - 1));
        x = self->past_options[0][x & 255] ^ self->past_options[1][x >> 8 & 255] ^
            self->past_options[2][x >> 16 & 255] ^ self->past_options[3][x >> 24];
    }
    *state = x;
}

/* 256 and 65536 are 1 modulo 5, so halves and then bytes are added first; the small sum is reduced by a
 * multiplication. */
static void fifths(const fl_rebirth_random_ahead *self, uint32_t *state, unsigned n,
                   uint8_t out[FL_REBIRTH_RANDOM_AHEAD_FIFTHS])
{
    uint32_t x = *state;
    for (unsigned i = 0; i < n; i += FL_REBIRTH_RANDOM_AHEAD_STATES) {
        uint32_t all[FL_REBIRTH_RANDOM_AHEAD_STATES];
        words next;
        find_states(self, x, &next);
        words sum = (next >> 16) + (next & 0xffff);
        sum = (sum >> 8) + (sum & 0xff);
        sum -= 5 * (sum * 205 >> 10);
        bytes rest = __builtin_convertvector(sum, bytes);
        memcpy(out + i, &rest, sizeof rest);
        memcpy(all, &next, sizeof all);
        x = all[n - i < FL_REBIRTH_RANDOM_AHEAD_STATES ? n - i - 1 : FL_REBIRTH_RANDOM_AHEAD_STATES - 1];
    }
    *state = x;
}

#endif

const fl_rebirth_random_ahead_kernel FL_REBIRTH_RANDOM_AHEAD_KERNEL_NAME = {lottery, fifths};
