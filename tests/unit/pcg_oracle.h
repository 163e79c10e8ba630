/* SPDX-License-Identifier: GPL-2.0-or-later */
/* libpcg-cpp's pcg32, for C. */
#ifndef FL_TESTS_UNIT_PCG_ORACLE_H
#define FL_TESTS_UNIT_PCG_ORACLE_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The first n words of a stream. */
void fl_pcg_oracle_draw(uint64_t seed, uint64_t stream, uint32_t *out, size_t n);

/* The word `forwards` steps into the stream, and then the one `back` steps before the next. */
void fl_pcg_oracle_jump(uint64_t seed, uint64_t stream, uint64_t forwards, uint64_t back, uint32_t out[2]);

#ifdef __cplusplus
}
#endif

#endif
