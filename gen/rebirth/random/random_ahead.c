/* SPDX-License-Identifier: MIT */
/* The tables for many draws at once, and the choice of the kernel that uses them. */
#include "gen/random/xorshift.h"
#include "gen/rebirth/random/random.h"

const uint8_t fl_rebirth_random_ahead_weight[FL_REBIRTH_RANDOM_AHEAD_OPTIONS] = {48, 24, 24, 24, 24, 72, 72,
                                                                                 36, 36, 36, 36, 24, 24};

static uint32_t state_after(uint32_t state, unsigned steps)
{
    fl_xorshift stream = FL_XORSHIFT_LEVEL(state);
    for (unsigned i = 0; i < steps; i++) {
        fl_xorshift_next(&stream);
    }
    return stream.state;
}

void fl_rebirth_random_ahead_init(fl_rebirth_random_ahead *self, fl_backend backend)
{
    for (unsigned place = 0; place < 8; place++) {
        for (uint32_t bits = 0; bits < 16; bits++) {
            for (unsigned k = 0; k < FL_REBIRTH_RANDOM_AHEAD_STATES; k++) {
                self->states[place][bits][k] = state_after(bits << 4 * place, k + 1);
            }
        }
    }
    for (unsigned place = 0; place < 4; place++) {
        for (uint32_t bits = 0; bits < 256; bits++) {
            self->past_options[place][bits] = state_after(bits << 8 * place, FL_REBIRTH_RANDOM_AHEAD_OPTIONS);
        }
    }
    /* Tests divisibility without dividing: multiply by the inverse of the weight's odd part, rotate right by
     * t where the even part is 2^t. For a multiple that is the quotient; for any other number it is more than
     * the greatest quotient. */
    for (unsigned k = 0; k < FL_REBIRTH_RANDOM_AHEAD_STATES; k++) {
        uint32_t weight = k < FL_REBIRTH_RANDOM_AHEAD_OPTIONS ? fl_rebirth_random_ahead_weight[k] : 1;
        self->rotate[k] = (uint32_t)__builtin_ctz(weight);
        self->inverse[k] = fl_rebirth_random_inverse(weight >> self->rotate[k]);
        self->limit[k] = UINT32_MAX / weight;
    }
    self->kernel = fl_rebirth_random_ahead_kernel_portable;
#if defined(__x86_64__)
    self->kernel = backend == FL_BACKEND_AVX512 ? fl_rebirth_random_ahead_kernel_avx512
                   : backend == FL_BACKEND_AVX2 ? fl_rebirth_random_ahead_kernel_avx2
                                                : fl_rebirth_random_ahead_kernel_portable;
#else
    (void)backend;
#endif
}
