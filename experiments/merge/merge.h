/* SPDX-License-Identifier: GPL-2.0-or-later */
/* experiments/merge: the shards of an experiment put together, thousands of them.
 *
 *     fl_merge_add            files and folders that hold them
 *     fl_merge_read           reads them one by one, adds them up, lists why they are not one run
 *     fl_merge_free
 *
 * The sum and one more shard are in memory. */
#ifndef FL_EXPERIMENTS_MERGE_MERGE_H
#define FL_EXPERIMENTS_MERGE_MERGE_H

#include "experiments/program/program.h"
#include "experiments/run/result/result.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Samples of a configuration, from the first to before the last. */
typedef struct fl_shard_range {
    uint64_t from, to;
} fl_shard_range;

typedef struct fl_shard {
    char *path;
    fl_shard_range *ranges; /* of each configuration; NULL if it could not be read */
    bool has_floors;        /* columns of single samples */
} fl_shard;

typedef struct fl_merge {
    fl_shard *shard;
    size_t n;
    bool has_folder;      /* a folder was given: the whole run is expected, not some of its shards */
    const char *left_out; /* a file of a folder that is not a shard: the output. May be NULL. */

    /* After reading: */
    fl_run_result sum; /* with the samples of all shards */
    bool has_sum;      /* some shard could be read */
    const char *first; /* the file that gave the experiment */
    uint64_t shards;   /* number of shards of the run; 0 = not stated */
    fl_text faults;    /* lines "file: what is wrong" */
    size_t faults_n;
} fl_merge;

/* Adds a file, or the files of a folder whose names end in ".h5", in order. */
FL_NODISCARD fl_err fl_merge_add(fl_merge *self, const char *path, fl_diag *diag);

/* Reads all and adds them up. A shard that cannot be read or belongs to another run is a fault, and so are
 * samples that no shard has; failures of the machine are errors. */
FL_NODISCARD fl_err fl_merge_read(fl_merge *self, fl_progress *progress, fl_diag *diag);

/* Safe after a failed reading, and twice. */
void fl_merge_free(fl_merge *self);

#endif
