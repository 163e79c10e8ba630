/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Want of memory in GMP, which has no way to say that there is none left; of this folder alone. */
#ifndef FL_ANALYSIS_EXACT_COINS_MEMORY_H
#define FL_ANALYSIS_EXACT_COINS_MEMORY_H

#include "gen/base/diag.h"

/* Calls `work`. Where GMP gets no memory in it, the numbers that were being made are lost, and the error is
 * FL_ERR_MEMORY. */
typedef fl_err fl_coins_memory_work(void *context, fl_diag *diag);
FL_NODISCARD fl_err fl_coins_memory_try(fl_coins_memory_work *work, void *context, fl_diag *diag);

#endif
