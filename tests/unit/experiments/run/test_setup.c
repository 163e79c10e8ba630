/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Setups: shards partition the floors; configurations share one tally. */
#include "experiments/run/run_private.h"
#include "tests/unit/small_run.h"

#include <criterion/criterion.h>

#include <stdio.h>
#include <stdlib.h>

static void text_of(unsigned floors, char out[200])
{
    snprintf(out, 200,
             "name: x\ngenerator: classic\nvary: {level: 1..3}\nmetrics: [rooms]\nmaps: none\nfloors: %u\n",
             floors);
}

/* Notes every floor. */
static void tick(const fl_run_setup *setup, unsigned char *seen, unsigned floors)
{
    for (uint64_t sample = 0; sample < setup->samples; sample++) {
        const fl_run_range *range = fl_run_range_find(setup->range, setup->conditions, sample);
        uint64_t floor = range->from + sample - range->before;
        cr_assert(range->condition < setup->conditions && floor < range->to && range->to <= floors);
        seen[range->condition * floors + floor]++;
    }
}

Test(setup, shards_cover_each_floor_once)
{
    static const unsigned floors[] = {1, 2, 1023, 1024, 1025, 2048, 10000};
    static const unsigned shards[] = {1, 2, 3, 7, 100};
    char text[200];
    for (unsigned f = 0; f < 7; f++) {
        for (unsigned s = 0; s < 5; s++) {
            unsigned char *seen = calloc(3, floors[f]);
            uint64_t end = 0;
            text_of(floors[f], text);
            for (unsigned i = 0; i < shards[s]; i++) {
                small_run run;
                small_run_open(&run, text, i, shards[s]);
                cr_expect_eq(run.setup.from, end, "shards follow one another");
                end = run.setup.to;
                tick(&run.setup, seen, floors[f]);
                small_run_close(&run);
            }
            cr_expect_eq(end, floors[f]);
            for (unsigned i = 0; i < 3 * floors[f]; i++) {
                cr_assert_eq(seen[i], 1, "floor %u of %u floors in %u shards", i, floors[f], shards[s]);
            }
            free(seen);
        }
    }
}

/* A census, of which only the first seeds are left, so that all of it can be counted. */
enum { SEEDS = 3000 };

static void open_census(small_run *run, uint64_t shard, uint64_t shards)
{
    small_run_open(run,
                   "name: x\ngenerator: rebirth\nsettings: {rng: isaac}\nfloors: all\nmetrics: [rooms]\n"
                   "events: [roll.curse.placed]\nmaps: none\n",
                   shard, shards);
    cr_assert_eq(fl_run_setup_seeds(&run->setup, 0), UINT32_MAX);
    cr_assert_eq(run->setup.condition[0].opened.first, 1, "from the first seed on");
    run->setup.condition[0].opened.last = SEEDS;
    run->setup.condition[0].listed = SEEDS;
    fl_run_setup_cut(&run->setup, shard, shards);
    small_run_count(run, 0, run->setup.samples);
}

Test(setup, a_census_in_shards_has_every_seed_once)
{
    small_run part;
    small_run whole;
    open_census(&whole, 0, 1);
    cr_expect_eq(fl_run_setup_seeds(&whole.setup, 0), SEEDS);
    cr_expect_eq(whole.totals[0].floors, SEEDS);
    uint64_t placed = 0;
    fl_floor_maker maker;
    cr_assert_eq(fl_run_maker_open(&maker, &whole.setup.condition[0].opened, NULL), FL_OK);
    for (uint64_t seed = 1; seed <= SEEDS; seed++) { /* by looking at every seed */
        fl_run_maker_make(&maker, seed, 1u << FL_METRIC_COUNTS);
        placed += maker.values[FL_METRIC_FIRST_KIND + FL_KIND_CURSE] > 0;
    }
    fl_run_maker_close(&maker);
    cr_expect_eq(fl_tally_event_hits(&whole.totals[0], 0), placed);
    cr_expect_eq(fl_tally_event_trials(&whole.totals[0], 0), SEEDS);
    for (uint64_t shard = 1; shard < 4; shard++) {
        open_census(&part, shard, 4);
        if (shard == 1) {
            small_run first;
            open_census(&first, 0, 4);
            fl_tally_merge(&part.totals[0], &first.totals[0]);
            small_run_close(&first);
            cr_expect_not(small_run_is_same(&part.totals[0], &whole.totals[0]));
            fl_tally_clear(&whole.totals[0]);
        }
        fl_tally_merge(&whole.totals[0], &part.totals[0]);
        small_run_close(&part);
    }
    cr_expect(fl_tally_has_once(&whole.totals[0], 1, SEEDS));
    cr_expect_eq(fl_tally_event_hits(&whole.totals[0], 0), placed);
    small_run_close(&whole);
}
