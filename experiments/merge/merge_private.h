/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the files of experiments/merge share. */
#ifndef FL_EXPERIMENTS_MERGE_MERGE_PRIVATE_H
#define FL_EXPERIMENTS_MERGE_MERGE_PRIVATE_H

#include "experiments/merge/merge.h"

/* The experiment of a digest in words. */
const char *fl_merge_words(const fl_merge *self, const char *digest);

/* Whether all conditions have the same samples, so that a shard needs one range. */
bool fl_merge_is_uniform(const fl_run_setup *setup);

#endif
