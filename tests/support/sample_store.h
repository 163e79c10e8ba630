/* SPDX-License-Identifier: GPL-2.0-or-later */
/* For tests: a small store that holds every kind of item. */
#ifndef FL_TESTS_SUPPORT_SAMPLE_STORE_H
#define FL_TESTS_SUPPORT_SAMPLE_STORE_H

#include <stdbool.h>

#include "analysis/store/store.h"

enum {
    SAMPLE_CONDITIONS = 3,
    SAMPLE_VALUES = 5,
    SAMPLE_FLOORS = 100000,
    SAMPLE_HEIGHT = 4,
    SAMPLE_WIDTH = 6
};

/* Fills an initialized store: scales, counts, texts, maps, one single text; with_floors: streamed columns,
 * too. Every value follows from its place, `salt` makes another content of the same shape. */
FL_NODISCARD fl_err sample_store_fill(fl_store *self, bool with_floors, unsigned salt);

/* Value `at` of column `column` (0 = U8, 1 = U16, 2 = I32) in row `row`. */
int32_t sample_store_value(unsigned column, uint64_t row, uint64_t at);

/* Why two stores differ, as a text for people; NULL when they hold the same (values that stay out of memory
 * aside). */
const char *sample_store_difference(const fl_store *a, const fl_store *b);

#endif
