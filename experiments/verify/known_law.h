/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Exact laws that ship with the program. */
#ifndef FL_EXPERIMENTS_VERIFY_KNOWN_LAW_H
#define FL_EXPERIMENTS_VERIFY_KNOWN_LAW_H

#include "analysis/exact/coins/coins.h"

enum { FL_KNOWN_LAW_LEVELS = 4 }; /* of the levels 1 to 4 of the article */

/* The law of floors by these rules, where it is one that ships. Free it also where it is not known. */
FL_NODISCARD fl_err fl_verify_known_law_open(const fl_classic_terms *terms, fl_coins_law *out, bool *is_known,
                                             fl_diag *diag);

/* The plan by which the sums that ship are walked through. */
FL_NODISCARD fl_err fl_verify_known_law_plan(const fl_classic_terms *terms, fl_coins *out, fl_diag *diag);

#endif
