/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What a tally says of one row. */
#ifndef FL_ANALYSIS_COMPARE_COMPARE_PRIVATE_H
#define FL_ANALYSIS_COMPARE_COMPARE_PRIVATE_H

#include "analysis/compare/compare.h"

/* The mean of metric number `i`, and the number of its values; NAN of none. */
double fl_compare_mean(const fl_tally *tally, unsigned i, uint64_t *n);

/* Hits and trials of event number `i`. */
uint64_t fl_compare_hits(const fl_tally *tally, unsigned i, uint64_t *trials);

/* The samples that have both values of joint number `i`. */
uint64_t fl_compare_joint_total(const fl_tally *tally, unsigned i);

#endif
