/* A set of whole numbers as documents name them: 7, 8, 50..59. */
#ifndef FL_ANALYSIS_CLAIM_VALUE_SET_H
#define FL_ANALYSIS_CLAIM_VALUE_SET_H

#include "gen/base/text.h"

enum { FL_EXTENT_PIECES = 64 };

typedef struct fl_extent_piece {
    int32_t first, last;
} fl_extent_piece;

typedef struct fl_extent {
    fl_extent_piece piece[FL_EXTENT_PIECES];
    unsigned pieces_n; /* 0: no set was given */
} fl_extent;

/* Adds "7" or "7..8", 0 at the least. FL_ERR_INPUT for what is neither, and beyond 64 pieces. */
FL_NODISCARD fl_err fl_extent_add(fl_extent *self, const char *text);

bool fl_extent_has(const fl_extent *self, int64_t value);

/* The smallest and the largest number of a set that has any. */
fl_extent_piece fl_extent_span(const fl_extent *self);

/* "7, 8, 50…59" */
void fl_extent_print(const fl_extent *self, fl_text *out);

#endif
