/* SPDX-License-Identifier: GPL-2.0-or-later */
/* For tests: the exact distribution of classic floors with some settings, walked through by one thread. */
#ifndef FL_TESTS_UNIT_ANALYSIS_EXACT_COINS_SMALL_LAW_H
#define FL_TESTS_UNIT_ANALYSIS_EXACT_COINS_SMALL_LAW_H

#include "analysis/exact/coins/coins.h"

typedef struct small_law {
    fl_setting_values values;
    void *rules;
    fl_classic_terms terms;
    fl_coins coins;
    fl_coins_tally tally;
    fl_coins_law law;
} small_law;

/* Opens the rules alone; settings are separated by blanks: "level=2 hearts=2". */
void small_law_open_rules(small_law *self, const char *settings);

/* Makes the plan; asks for what only cells of the secret room tell, too, if `is_fine`. */
void small_law_plan(small_law *self, const char *settings, bool is_fine);

/* Walks through all blocks, and works out the distribution. */
void small_law_open(small_law *self, const char *settings, bool is_fine);

void small_law_close(small_law *self);

/* The chance of a value of a metric, 0 where it has none. */
double small_law_chance(const small_law *self, const char *metric, int value);

#endif
