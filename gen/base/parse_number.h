/* SPDX-License-Identifier: MIT */
/* Numbers as people write them: 10M, 2_000, 0x2A, 1k. Integers only. */
#ifndef FL_GEN_BASE_PARSE_NUMBER_H
#define FL_GEN_BASE_PARSE_NUMBER_H

#include "gen/base/err.h"

#include <stdbool.h>
#include <stdint.h>

/* Decimal (or 0x…) with optional underscores between digits and one of k M G T behind it (powers of 1000). The
 * whole text must be the number. FL_ERR_INPUT when it is not, or does not fit. */
FL_NODISCARD fl_err fl_parse_number_unsigned(const char *text, uint64_t *out);

/* The same with an optional sign. */
FL_NODISCARD fl_err fl_parse_number_signed(const char *text, int64_t *out);

/* Whether a text is a range of such numbers, "1..12". It may fall; that is for the caller to refuse. */
bool fl_parse_number_is_range(const char *text, int64_t *first, int64_t *last);

#endif
