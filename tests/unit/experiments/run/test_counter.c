/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Columns, journeys side by side and samples one by one: the counts of a plain loop, and each sample's
 * metrics are handed on with its block and place. */
#include "experiments/run/run_private.h"
#include "tests/unit/small_run.h"

#include <criterion/criterion.h>

#include <stdlib.h>
#include <string.h>

/* Sums that only the right values at the right places give. */
typedef struct kept {
    uint64_t samples, weighed;
    uint64_t fails_at; /* 0 = never */
} kept;

static fl_err keep(void *context, uint64_t block, unsigned n, const int32_t *const *values)
{
    kept *it = context;
    fl_err err = FL_OK;
    for (unsigned i = 0; i < n && !err; i++) {
        it->samples++;
        it->weighed += (block + i + 1) * (uint32_t)values[i][0];
        err = it->samples == it->fails_at ? FL_ERR_IO : FL_OK;
    }
    return err;
}

enum { TOGETHER = 64 };

static fl_err count(const small_run *run, fl_backend backend, kept *it, fl_tally *tally)
{
    const fl_run_condition *condition = &run->setup.condition[0];
    fl_floor_maker maker;
    fl_run_counter *counter = aligned_alloc(64, (sizeof *counter + 63) / 64 * 64);
    fl_err err = FL_OK;
    cr_assert_not_null(counter);
    memset(counter, 0, sizeof *counter);
    cr_assert_eq(fl_tally_init(tally, condition->spec), FL_OK);
    tally->gate_of = condition->binding.gate_of;
    cr_assert_eq(fl_run_maker_open(&maker, &condition->opened, NULL), FL_OK);
    fl_run_columns_init(&counter->columns, condition->spec, backend);
    for (uint64_t sample = 0; sample < run->setup.samples && !err; sample += TOGETHER) {
        uint64_t left = run->setup.samples - sample;
        fl_counter_range range = {.first = condition->opened.first + sample,
                                  .n = left < TOGETHER ? left : TOGETHER,
                                  .groups = condition->spec->groups,
                                  .backend = backend,
                                  .keep = keep,
                                  .context = it,
                                  .sample = sample};
        range.has_columns = fl_run_columns_can_count(&condition->opened, condition->spec, backend);
        err = fl_run_counter_count(counter, &maker, &range, tally);
    }
    fl_run_counter_free(counter);
    free(counter);
    fl_run_maker_close(&maker);
    return err;
}

static void expect_same(const char *text)
{
    small_run run;
    fl_tally ways[2];
    kept it[2] = {{0}, {0}};
    small_run_open(&run, text, 0, 1);
    small_run_count(&run, 0, run.setup.samples);
    cr_assert_eq(count(&run, FL_BACKEND_REFERENCE, &it[0], &ways[0]), FL_OK);
    cr_assert_eq(count(&run, FL_BACKEND_PORTABLE, &it[1], &ways[1]), FL_OK);
    cr_expect(small_run_is_same(&ways[0], &run.totals[0]), "%s", text);
    cr_expect(small_run_is_same(&ways[1], &run.totals[0]), "%s", text);
    cr_expect_eq(it[0].samples, run.totals[0].floors);
    cr_expect_eq(it[0].weighed, it[1].weighed, "%s", text);
    fl_tally_free(&ways[0]);
    fl_tally_free(&ways[1]);
    small_run_close(&run);
}

Test(counter, every_way_gives_the_counts_of_a_plain_loop)
{
    expect_same("name: a\ngenerator: classic\nmaps: none\nevents: none\nfloors: 3000\n");
    expect_same("name: a\ngenerator: classic\nsettings: {level: 3, curse: random, curse_odds: 7}\nmaps: all\n"
                "events: all\nfloors: 3000\n");
    expect_same("name: a\ngenerator: rebirth\nfloors: 1100\n");
    expect_same("name: a\ngenerator: rebirth\nmetrics: [attempts]\nevents: none\nfloors: 1000\n");
    expect_same("name: a\ngenerator: room\nfloors: 1100\n");
    expect_same("name: a\ngenerator: journey\nsettings: {plan: classic}\nfloors: 1100\n");
}

Test(counter, a_keeper_that_fails_ends_the_count)
{
    static const char *const texts[] = {
        "name: a\ngenerator: classic\nmaps: none\nevents: none\nfloors: 2100\n",
        "name: a\ngenerator: room\nfloors: 1100\n",
        "name: a\ngenerator: journey\nsettings: {plan: classic}\nfloors: 1100\n",
    };
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        small_run run;
        fl_tally tally;
        kept it = {.fails_at = 1050};
        small_run_open(&run, texts[i], 0, 1);
        cr_expect_eq(count(&run, FL_BACKEND_PORTABLE, &it, &tally), FL_ERR_IO);
        cr_expect_eq(it.samples, 1050);
        fl_tally_free(&tally);
        small_run_close(&run);
    }
}
