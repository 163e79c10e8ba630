/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A run of a few claims about classic floors. */
#ifndef FL_TESTS_UNIT_SMALL_CLAIM_RUN_H
#define FL_TESTS_UNIT_SMALL_CLAIM_RUN_H

#include "experiments/verify/verify.h"

typedef struct small_claim_run {
    fl_claim_set claims;
    fl_claim_run run;
} small_claim_run;

/* Reads small_claim_set_head and these claims; one thread, alpha 10^-4 a row, no limit. */
void small_claim_run_open(small_claim_run *self, const char *claims);
void small_claim_run_close(small_claim_run *self);

/* Runs it; fails the test if that fails. */
void small_claim_run_run(small_claim_run *self);

/* The finding of a row's id. */
const fl_finding *small_claim_run_find(const small_claim_run *self, const char *id);

#endif
