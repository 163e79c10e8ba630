/* SPDX-License-Identifier: GPL-2.0-or-later */
/* experiments/merge: the shards of an experiment put together, thousands of them.
 *
 *     fl_merge_add            files and folders that hold them
 *     fl_merge_read           reads all, in threads, and adds them up
 *     fl_merge_find_faults    what keeps them from being one run, all at once
 *     fl_merge_free
 *
 * Each thread has the sum of its shards and one more shard in memory. */
#ifndef FL_EXPERIMENTS_MERGE_MERGE_H
#define FL_EXPERIMENTS_MERGE_MERGE_H

#include "experiments/program/program.h"
#include "experiments/run/result/result.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum fl_shard_state {
    FL_SHARD_UNREAD,
    FL_SHARD_WHOLE,
    FL_SHARD_UNFINISHED, /* its run was stopped */
    FL_SHARD_FOREIGN,    /* of another experiment than most */
    FL_SHARD_BAD         /* damaged, of another version, no result file, not there */
} fl_shard_state;

/* Samples of a condition, from the first to before the last. */
typedef struct fl_shard_range {
    uint64_t from, to;
} fl_shard_range;

typedef struct fl_shard {
    char *path;
    fl_shard_state state;
    char *trouble;               /* what is wrong with it; NULL = nothing */
    uint64_t number, of;         /* as it was counted, "3 of 100"; 0 of 0 = the file does not say */
    fl_shard_range *ranges;      /* of each condition, or one for all where they are alike */
    uint64_t samples;            /* in all conditions */
    bool has_floors;             /* columns of single samples */
    char digest[FL_DIGEST_TEXT]; /* of its experiment */
    char *identity; /* the experiment in words; NULL where they are those of its worker's first shard */
} fl_shard;

/* What keeps shards from being one run. */
typedef struct fl_merge_faults {
    fl_text text; /* a line each: "file: what is wrong" */
    size_t n;
} fl_merge_faults;

typedef struct fl_merge {
    fl_shard *shard;
    size_t n, capacity;
    bool has_folder;      /* all of a run is expected, not some of its shards */
    bool may_be_empty;    /* a folder without a shard is no error */
    const char *left_out; /* a file of a folder that is no shard: the one to be written. May be NULL. */

    /* After reading: */
    fl_run_result *sum; /* NULL if no shard could be read */
    const char *digest; /* of the experiment of most shards, which is the sum's */
    uint64_t shards;    /* into how many most of them were cut; 0 = they do not say */
    struct fl_merge_worker *workers;
    unsigned workers_n;
    unsigned of_sum[FL_THREADS_MAX]; /* the workers whose shards are the sum's */
} fl_merge;

/* Adds a file, or the files of a folder whose names end in ".h5", in order. */
FL_NODISCARD fl_err fl_merge_add(fl_merge *self, const char *path, fl_diag *diag);

/* Reads all and adds them up. A shard that cannot be read or does not belong to the others only gets a state;
 * the machine's failures are errors. */
FL_NODISCARD fl_err fl_merge_read(fl_merge *self, unsigned threads, fl_progress *progress, fl_diag *diag);

/* Lists what is missing, doubled, foreign, damaged or unfinished. Afterwards, if that is nothing, the sum's
 * setup has the samples that were put together. */
FL_NODISCARD fl_err fl_merge_find_faults(fl_merge *self, fl_merge_faults *out, fl_diag *diag);

/* Fills a table with the shards that were read, and those of the folder that have only a checkpoint yet. */
FL_NODISCARD fl_err fl_merge_add_progress(const fl_merge *self, const char *folder, fl_table *out,
                                          fl_diag *diag);

/* Fine after a failed reading, and twice. */
void fl_merge_free(fl_merge *self);

#endif
