/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the files of experiments/merge share. */
#ifndef FL_EXPERIMENTS_MERGE_MERGE_PRIVATE_H
#define FL_EXPERIMENTS_MERGE_MERGE_PRIVATE_H

#include "experiments/merge/merge.h"

/* The experiment of a digest in words. */
const char *fl_merge_words(const fl_merge *self, const char *digest);

/* The samples [from, to) of shard `number` of `of`, counted from 0, where a condition has so many. */
fl_shard_range fl_merge_cut(uint64_t samples, uint64_t number, uint64_t of);

/* Whether all conditions have the same samples, so that a shard needs one range. */
bool fl_merge_is_uniform(const fl_run_setup *setup);

/* Whether a shard's samples count as taken: it is whole or was begun. */
bool fl_merge_is_ours(const fl_merge *self, const fl_shard *shard);

/* The condition that has most samples: no shard of it is empty unless all are. */
uint64_t fl_merge_longest(const fl_merge *self);

/* Finds the samples of a condition that no shard has: calls `tell` for each gap, and `doubled` (which may be
 * NULL) for each pair of shards that have the same samples. */
typedef struct fl_merge_walk {
    void *context;
    void (*gap)(void *context, fl_shard_range missing);
    void (*doubled)(void *context, const fl_shard *a, const fl_shard *b, fl_shard_range both);
} fl_merge_walk;

FL_NODISCARD fl_err fl_merge_walk_ranges(const fl_merge *self, uint64_t c, const fl_merge_walk *walk,
                                         fl_diag *diag);

#endif
