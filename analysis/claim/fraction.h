/* Documented numbers as they are written, exactly: 5/14, 0.25 (read as 25/100), 3. */
#ifndef FL_ANALYSIS_CLAIM_FRACTION_H
#define FL_ANALYSIS_CLAIM_FRACTION_H

#include "analysis/stat/ratio.h"
#include "gen/base/err.h"

#include <stdbool.h>
#include <stddef.h>

/* Digits, and a point or a slash between digits; up to 18 of them on a side. FL_ERR_INPUT for anything else. */
FL_NODISCARD fl_err fl_claim_fraction_read(const char *text, fl_fraction *out);

/* Whether the fractions sum to 1, without rounding. */
bool fl_claim_fraction_is_whole(const fl_fraction *part, size_t n);

#endif
