/* SPDX-License-Identifier: GPL-2.0-or-later */
/* For tests: an experiment from a text, counted floor by floor without threads or batches. */
#ifndef FL_TESTS_UNIT_SMALL_RUN_H
#define FL_TESTS_UNIT_SMALL_RUN_H

#include "experiments/run/run.h"

enum { SMALL_RUN_FOLDER = 32, SMALL_RUN_PATH = 96 };

/* Two conditions of 5000 floors, failed floors among them, some metrics, a joint, maps. */
extern const char small_run_text[];

typedef struct small_run {
    fl_experiment experiment;
    fl_run_setup setup;
    fl_tally *totals; /* [conditions] */
} small_run;

/* Shard `shard` of `shards`, nothing counted yet. Fails the test when the text is refused. */
void small_run_open(small_run *self, const char *text, uint64_t shard, uint64_t shards);
void small_run_close(small_run *self);

/* Counts the samples [from, to) of the run. */
void small_run_count(small_run *self, uint64_t from, uint64_t to);

/* Whether two tallies of one setup are the same in every number. */
bool small_run_is_same(const fl_tally *a, const fl_tally *b);

/* All conditions of two runs. */
bool small_run_are_same(const small_run *a, const small_run *b);

/* A fresh folder below the current one; the path of a file in it; removing both. */
void small_run_make_folder(char folder[SMALL_RUN_FOLDER]);
const char *small_run_path(const char *folder, const char *name, char out[SMALL_RUN_PATH]);
void small_run_remove_folder(const char *folder);

#endif
