/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the files of this folder share. */
#ifndef FL_ANALYSIS_EXACT_COINS_RARE_RARE_PRIVATE_H
#define FL_ANALYSIS_EXACT_COINS_RARE_RARE_PRIVATE_H

#include "analysis/exact/coins/rare/rare.h"

/* Distances are at most this. */
#define FL_RARE_FAR ((int64_t)1 << 40)

/* How far floor i of the columns is from a condition; 0: it holds. */
int64_t fl_rare_distance(const fl_expression *self, const fl_columns *columns, unsigned i);

#endif
