/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Fractions as text; of this folder alone. */
#ifndef FL_ANALYSIS_EXACT_COINS_NUMBER_H
#define FL_ANALYSIS_EXACT_COINS_NUMBER_H

#include "analysis/exact/coins/coins.h"

#include <gmp.h>

/* Writes a chance that is not negative: as a fraction where that is short, and as decimals. */
void fl_coins_number_write(const mpq_t number, int32_t value, fl_coins_chance *out);

/* number x hits / of. */
void fl_coins_number_scale(mpq_t number, uint32_t hits, uint32_t of);

#endif
