/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Setups: shards partition the floors; conditions share one tally. */
#include "experiments/run/run_private.h"
#include "tests/unit/small_run.h"

#include "tests/support/folder.h"
#include "tests/support/grid_group.h"

#include <criterion/criterion.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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

Test(setup, the_largest_number_of_floors_fits)
{
    small_run run;
    small_run_open(&run, "name: x\ngenerator: classic\nfloors: 1000G\n", 999999, 1000000);
    cr_expect(run.setup.to == 1000000000000 && run.setup.from == 999999000000);
    cr_expect_eq(run.setup.samples, 1000000);
    cr_expect_eq(fl_run_range_find(run.setup.range, 1, 999999), run.setup.range);
    small_run_close(&run);
}

/* Rule sets list their gates differently; the setup has one list and says where each condition's gates
 * are. */
Test(setup, gates_of_all_conditions_share_one_list)
{
    small_run run;
    small_run_open(&run, "name: x\ngenerator: classic\nvary: {specials: [off, on]}\nfloors: 10\n", 0, 1);
    const char *const *names = NULL;
    unsigned n = run.experiment.generator->gates(run.setup.condition[1].opened.rules, &names);
    cr_assert(n > 3 && run.setup.catalogue[0].gates_n == n);
    for (unsigned i = 0; i < n; i++) {
        cr_expect_eq(run.setup.condition[0].binding.gate_of[i], FL_SAMPLE_NO_GATE);
        cr_expect_str_eq(names[run.setup.condition[1].binding.gate_of[i]],
                         run.setup.catalogue[0].gate_names[i]);
    }
    small_run_close(&run);
}

static void write_rules(const char *path, const char *more)
{
    FILE *file = fopen(path, "w");
    cr_assert_not_null(file);
    fprintf(file, "%s%s", grid_group_small, more);
    fclose(file);
}

/* Shipped rules add nothing to it, so that digests stay what they were. */
Test(setup, the_content_of_a_ruleset_file_is_part_of_the_identity)
{
    small_run run;
    folder own;
    char path[600];
    char text[800];
    fl_text identity[3];
    folder_open(&own);
    snprintf(path, sizeof path, "%s/mine.yaml", own.path);
    snprintf(text, sizeof text,
             "name: x\ngenerator: grid\nsettings: {rules: '%s'}\nfloors: 10\nmetrics: [rooms]\nmaps: none\n",
             path);
    for (unsigned i = 0; i < 3; i++) {
        write_rules(path, i == 2 ? "# other content\n" : "");
        small_run_open(&run, text, 0, 1);
        fl_text_init(&identity[i]);
        fl_run_experiment_add_identity(&run.experiment, &identity[i]);
        small_run_close(&run);
    }
    cr_expect_str_eq(fl_text_get(&identity[0]), fl_text_get(&identity[1]));
    cr_expect_str_neq(fl_text_get(&identity[0]), fl_text_get(&identity[2]));
    small_run_open(&run, "name: x\ngenerator: grid\nfloors: 10\nmetrics: [rooms]\nmaps: none\n", 0, 1);
    fl_text_clear(&identity[0]);
    fl_run_experiment_add_identity(&run.experiment, &identity[0]);
    cr_expect_null(strstr(fl_text_get(&identity[0]), "file"));
    small_run_close(&run);
    for (unsigned i = 0; i < 3; i++) {
        fl_text_free(&identity[i]);
    }
    folder_close(&own);
}

static uint64_t first_number(const char *more, unsigned condition)
{
    char text[300];
    small_run run;
    snprintf(text, sizeof text,
             "name: x\ngenerator: rebirth\nvary: {rng: [isaac, pcg], stage: [1, 2]}\nmetrics: [rooms]\n"
             "maps: none\n%s",
             more);
    small_run_open(&run, text, 0, 1);
    uint64_t first = run.setup.condition[condition].opened.first;
    cr_expect_geq(first, condition < 2 ? 1u : 0u);
    small_run_close(&run);
    return first;
}

/* Game seeds are numbers that no seed changes: another seed counts others of them. */
Test(setup, another_seed_counts_other_game_seeds)
{
    uint64_t first = first_number("floors: 1000\nseed: 1\n", 0);
    cr_expect_eq(first_number("floors: 1000\nseed: 1\n", 0), first);
    cr_expect_eq(first_number("floors: 2000\nseed: 1\n", 0), first, "more floors are the same and others");
    uint64_t other = first_number("floors: 1000\nseed: 2\n", 0);
    uint64_t apart = other > first ? other - first : first - other;
    cr_expect_gt(apart, 1000000u);
    cr_expect_neq(first_number("floors: 1000\nseed: 1\n", 1), first, "nor do two conditions share them");
    cr_expect_eq(first_number("floors: 1000\nstreams: shared\n", 1),
                 first_number("floors: 1000\nstreams: shared\n", 0), "but where streams are shared");
    cr_expect_eq(first_number("floors: 1000\nseed: 2\n", 2), 0u, "other floors are of their seed");
}

Test(setup, the_numbers_begin_where_all_have_room)
{
    for (uint64_t seed = 1; seed < 300; seed++) {
        fl_opened_generator opened = {.seed = seed, .first = 1, .last = UINT32_MAX};
        fl_run_generator_draw_first(&opened, UINT32_MAX / 2);
        cr_assert(opened.first >= 1 && opened.last == UINT32_MAX);
        cr_assert_leq(UINT32_MAX / 2 - 1, opened.last - opened.first);
    }
    fl_opened_generator opened = {.seed = 5, .first = 1, .last = UINT32_MAX};
    fl_run_generator_draw_first(&opened, UINT32_MAX / 2 + 1);
    cr_expect_eq(opened.first, 1u, "more than half of all");
    opened.last = UINT64_MAX;
    fl_run_generator_draw_first(&opened, 10);
    cr_expect_eq(opened.first, 1u, "numbers without an end");
}

/* A census, of which only the first seeds are left, so that all of it can be counted. */
enum { SEEDS = 3000 };

static void open_census(small_run *run, uint64_t shard, uint64_t shards)
{
    small_run_open(run,
                   "name: x\ngenerator: rebirth\nsettings: {rng: isaac}\nfloors: all\nmetrics: [rooms]\n"
                   "events: [gate.curse.placed]\nmaps: none\n",
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

/* Where samples are numbered by game seeds, a setup changes where they begin. */
Test(setup, a_second_one_finds_the_same_samples)
{
    static const char text[] = "name: x\npopulations:\n  a: {generator: classic, floors: 10}\n"
                               "  b: {generator: rebirth, floors: 20, settings: {rng: isaac}}\n";
    small_run run;
    small_run_open(&run, text, 0, 1);
    run.experiment.seed = 7;
    fl_run_setup_free_tallies(&run.setup, run.totals);
    run.totals = NULL;
    uint64_t first[2] = {0, 0};
    for (unsigned i = 0; i < 2; i++) {
        fl_run_setup_free(&run.setup);
        cr_assert_eq(fl_run_setup_init(&run.setup, &run.experiment, 0, 1, NULL), FL_OK);
        first[i] = run.setup.condition[1].opened.first;
    }
    cr_expect(first[0] > 1 && first[0] == first[1]);
    small_run_close(&run);
}
