/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A small file of claims for the tests of analysis/claim and experiments/verify. */
#ifndef FL_TESTS_UNIT_SMALL_CLAIM_SET_H
#define FL_TESTS_UNIT_SMALL_CLAIM_SET_H

#include "analysis/claim/claim.h"

/* Three scenarios, `level_1`, `again` (the same floors) and `level_4`, then a list of claims. */
extern const char small_claim_set_head[];

/* Reads a file of that head and these claims. */
fl_err small_claim_set_add(fl_claim_set *set, const char *claims, fl_diag *diag);

/* The same, and makes the rows; fails the test if that fails. */
void small_claim_set_open(fl_claim_set *set, const char *claims);

#endif
