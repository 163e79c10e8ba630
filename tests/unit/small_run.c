/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The reference for worker pool, checkpoints and result files: one plain loop. */
#include "tests/unit/small_run.h"
#include "experiments/run/run_private.h"

#include <criterion/criterion.h>

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

const char small_run_text[] = "name: small-run\n"
                              "about: \"a test: two levels, \\\"quoted\\\"\"\n"
                              "generator: classic\n"
                              "settings: {max_attempts: 2, secret_tries: on}\n"
                              "vary: {level: [1, 4]}\n"
                              "floors: 5000\n"
                              "seed: 7\n"
                              "metrics: [rooms, attempts, dead_ends, secret_tries, boss_distance,\n"
                              "          clustering_room, kind_curse]\n"
                              "joints: [[rooms, dead_ends]]\n";

void small_run_open(small_run *self, const char *text, uint64_t shard, uint64_t shards)
{
    fl_diag diag;
    fl_diag_init(&diag);
    fl_err err = fl_run_experiment_read(&self->experiment, text, strlen(text), "small", &diag);
    cr_assert_eq(err, FL_OK, "%s: %s", diag.where, diag.what);
    err = fl_run_setup_init(&self->setup, &self->experiment, shard, shards, &diag);
    cr_assert_eq(err, FL_OK, "%s: %s", diag.where, diag.what);
    cr_assert_eq(fl_run_setup_make_tallies(&self->setup, &self->totals, &diag), FL_OK);
}

void small_run_close(small_run *self)
{
    fl_run_setup_free_tallies(&self->setup, self->totals);
    fl_run_setup_free(&self->setup);
    fl_run_experiment_free(&self->experiment);
}

void small_run_count(small_run *self, uint64_t from, uint64_t to)
{
    fl_floor_maker maker;
    uint64_t at = UINT64_MAX; /* the condition whose samples the maker makes */
    for (uint64_t sample = from; sample < to; sample++) {
        const fl_run_range *range = fl_run_range_find(self->setup.range, self->setup.conditions, sample);
        uint64_t c = range->condition;
        if (c != at && at != UINT64_MAX) {
            fl_run_maker_close(&maker);
        }
        if (c != at) {
            cr_assert_eq(fl_run_maker_open(&maker, &self->setup.condition[c].opened, NULL), FL_OK);
            self->totals[c].roll_of = self->setup.condition[c].binding.roll_of;
            at = c;
        }
        fl_run_maker_make(&maker, maker.opened->first + range->from + sample - range->before,
                          self->setup.condition[c].spec->groups);
        fl_run_maker_count(&maker, &self->totals[c]);
    }
    if (at != UINT64_MAX) {
        fl_run_maker_close(&maker);
    }
}

bool small_run_is_same(const fl_tally *a, const fl_tally *b)
{
    const fl_tally_spec *spec = a->spec;
    return a->floors == b->floors && a->failed == b->failed && a->numbers.sum == b->numbers.sum &&
           a->numbers.squares == b->numbers.squares &&
           memcmp(a->count, b->count, spec->counts_n * sizeof *a->count) == 0 &&
           memcmp(a->extreme, b->extreme, spec->metrics_n * sizeof *a->extreme) == 0;
}

bool small_run_are_same(const small_run *a, const small_run *b)
{
    bool are_same = a->setup.conditions == b->setup.conditions;
    for (uint64_t c = 0; c < a->setup.conditions && are_same; c++) {
        are_same = small_run_is_same(&a->totals[c], &b->totals[c]);
    }
    return are_same;
}

void small_run_make_folder(char folder[SMALL_RUN_FOLDER])
{
    strcpy(folder, "small-run-XXXXXX");
    cr_assert_not_null(mkdtemp(folder));
}

const char *small_run_path(const char *folder, const char *name, char out[SMALL_RUN_PATH])
{
    snprintf(out, SMALL_RUN_PATH, "%s/%s", folder, name);
    return out;
}

void small_run_remove_folder(const char *folder)
{
    char path[SMALL_RUN_PATH + 256];
    DIR *entries = opendir(folder);
    for (struct dirent *entry = readdir(entries); entry; entry = readdir(entries)) {
        snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
        (void)unlink(path);
    }
    closedir(entries);
    cr_assert_eq(rmdir(folder), 0);
}
