/* SPDX-License-Identifier: MIT */
/* Reads integers as people write them: 10M, 2_000, 0x2A, 1k. */
#ifndef FL_GEN_BASE_PARSE_NUMBER_H
#define FL_GEN_BASE_PARSE_NUMBER_H

#include "gen/base/diag.h"

#include <stdbool.h>
#include <stdint.h>

/* Decimal with optional underscores between digits and an optional k, M, G or T (powers of 1000) at the
 * end, or hexadecimal after 0x. FL_ERR_INPUT if the whole text is not such a number, or if it does not
 * fit. */
FL_NODISCARD fl_err fl_parse_number_unsigned(const char *text, uint64_t *out);

/* Like fl_parse_number_unsigned, with an optional + or -. */
FL_NODISCARD fl_err fl_parse_number_signed(const char *text, int64_t *out);

/* True if a text is a range of such numbers, "1..12". The last may be less than the first; the caller may
 * refuse that. */
bool fl_parse_number_is_range(const char *text, int64_t *first, int64_t *last);

#endif
