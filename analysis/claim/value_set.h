/* A set of whole numbers as documents name them: 7, 8, 50..59. */
#ifndef FL_ANALYSIS_CLAIM_VALUE_SET_H
#define FL_ANALYSIS_CLAIM_VALUE_SET_H

#include "gen/base/text.h"

enum { FL_VALUE_SET_PIECES = 64 };

typedef struct fl_value_set_piece {
    int32_t first, last;
} fl_value_set_piece;

typedef struct fl_value_set {
    fl_value_set_piece piece[FL_VALUE_SET_PIECES];
    unsigned pieces_n; /* 0: no set was given */
} fl_value_set;

/* Adds "7" or "7..8", 0 at the least. FL_ERR_INPUT for what is neither, and beyond 64 pieces. */
FL_NODISCARD fl_err fl_claim_value_set_add(fl_value_set *self, const char *text);

bool fl_claim_value_set_has(const fl_value_set *self, int64_t value);

/* The smallest and the largest number of a set that has any. */
fl_value_set_piece fl_claim_value_set_span(const fl_value_set *self);

/* "7, 8, 50…59" */
void fl_claim_value_set_print(const fl_value_set *self, fl_text *out);

#endif
