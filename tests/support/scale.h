/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Scale of a test: `./lab test --thorough` counts all that is promised, --full a tenth, and every day
 * the oracles compare an eighth of that. What another compiler or a wrong byte changes shows on the first
 * floors, so that only gcc's build counts everything. */
#ifndef FL_TESTS_SUPPORT_SCALE_H
#define FL_TESTS_SUPPORT_SCALE_H

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

#if defined(__SANITIZE_ADDRESS__)
#define FL_TEST_SANITIZED 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define FL_TEST_SANITIZED 1
#endif
#endif

/* Repetitions that gcc's build makes in full are divided by one of these in clang's and under the address
 * sanitizer: by the small one where the test also judges what it counted. */
#if defined(FL_TEST_SANITIZED) || defined(__clang__)
enum { SCALE_LEAN = 10, SCALE_SLIM = 4 };
#else
enum { SCALE_LEAN = 1, SCALE_SLIM = 1 };
#endif

static inline bool scale_is_thorough(void)
{
    return getenv("FLOORLAB_THOROUGH") != NULL;
}

/* Floors that an oracle compares: all in a full test, an eighth every day. */
static inline uint32_t scale_oracle(uint32_t full)
{
    return getenv("FLOORLAB_EVERYDAY") ? (full + 7) / 8 : full;
}

/* Random attempts of a unit test: a quarter every day and under the sanitizers, where a wrong byte shows
 * early. */
static inline unsigned scale_attempts(unsigned full)
{
    return getenv("FLOORLAB_EVERYDAY") ? (full + 3) / 4 : full;
}

/* A tenth of `full`, or all of it when FLOORLAB_THOROUGH is set. */
static inline uint32_t scale_count(uint32_t full)
{
    return scale_is_thorough() ? full : full / 10;
}

#endif
