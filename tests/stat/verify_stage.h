/* SPDX-License-Identifier: GPL-2.0-or-later */
/* For tests of `verify`: a few claims, judged again and again with other seeds. */
#ifndef FL_TESTS_STAT_VERIFY_STAGE_H
#define FL_TESTS_STAT_VERIFY_STAGE_H

#include "experiments/verify/verify.h"

typedef struct verify_stage {
    fl_claim_set book;
    fl_claim_run census;
} verify_stage;

/* Opens claims; `setting` is an assignment as --set takes it, or NULL. Fails the test if it is refused. */
void verify_stage_open(verify_stage *self, const char *text, const char *setting);
void verify_stage_close(verify_stage *self);

/* Rows refuted with a seed on so many floors. */
unsigned verify_stage_refuted(verify_stage *self, uint64_t seed, uint64_t floors);

#endif
