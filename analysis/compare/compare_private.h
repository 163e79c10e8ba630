/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What a tally says of one row. */
#ifndef FL_ANALYSIS_COMPARE_COMPARE_PRIVATE_H
#define FL_ANALYSIS_COMPARE_COMPARE_PRIVATE_H

#include "analysis/compare/compare.h"

/* The samples that have both values of joint number `i`. */
uint64_t fl_compare_joint_total(const fl_tally *tally, unsigned i);

#endif
