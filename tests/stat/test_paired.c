/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Intervals of paired differences cover the truth as often as they promise: 95 % of 1000 small runs of two
 * levels that share their random numbers, with seeds 1 to 1000.
 *
 * What is true: the odds of a roll are the same on both levels (difference 0); the levels' dead ends and
 * corridors differ by what two million other floors of each level say, whose error is a thirtieth of a small
 * run's. Intervals that are right cover between 92.5 % and 97.2 % of 1000 truths but once in a thousand
 * times, over all seeds. Planted: sums whose parts are no pairs, as of independent conditions; they cover too
 * often. */
#include "analysis/stat/stat.h"
#include "experiments/run/result/result.h"
#include "gen/lanes/backend.h"
#include "tests/unit/small_run.h"

#include <criterion/criterion.h>

#include <math.h>
#include <stdio.h>

enum { RUNS = 1000, SAMPLES = 2048, SURE = 2000000, COUNTED = 5, PARTS = FL_TALLY_PARTS };

static const double lowest = 0.925;
static const double highest = 0.972;

/* Metrics first; of rolls the truth is known. */
static const char *const counted[COUNTED] = {"dead_ends", "degree_2", "roll.sacrifice.won", "roll.curse.won",
                                             "roll.miniboss.won"};
enum { METRICS = 2 };

static void count_text(small_run *run, const char *text)
{
    fl_diag diag;
    fl_diag_init(&diag);
    small_run_open(run, text, 0, 1);
    fl_run_count_job counting = {
        .setup = &run->setup, .threads = 1, .backend = fl_backend_best(), .totals = run->totals};
    cr_assert_eq(fl_run_count(&counting, &diag), FL_OK, "%s", diag.what);
}

static void count(small_run *run, unsigned samples, unsigned seed)
{
    char text[512];
    snprintf(text, sizeof text,
             "name: pairs\ngenerator: classic\nvary: {level: [3, 4]}\nstreams: shared\nmaps: none\n"
             "metrics: [%s, %s]\nevents: [%s, %s, %s]\nfloors: %u\nseed: %u\n",
             counted[0], counted[1], counted[2], counted[3], counted[4], samples, seed);
    count_text(run, text);
}

/* The sums of a condition; `turned`: each part has those of the next one. */
static void sums_of(const small_run *run, unsigned condition, unsigned i, bool turned, uint64_t out[2][PARTS])
{
    const fl_tally *tally = &run->totals[condition];
    int at = i < METRICS ? fl_run_result_metric_in(tally->spec, counted[i], 0)
                         : fl_run_result_event_in(tally->spec, counted[i], 0);
    cr_assert_geq(at, 0, "%s", counted[i]);
    const uint64_t *from = tally->count + (i < METRICS ? fl_tally_metric_parts(tally->spec, (unsigned)at)
                                                       : fl_tally_event_parts(tally->spec, (unsigned)at));
    for (unsigned k = 0; k < 2 * PARTS; k++) {
        out[k / PARTS][k % PARTS] = from[k / PARTS * PARTS + (k + turned) % PARTS];
    }
}

static fl_paired compare(const small_run *run, unsigned i, bool turned)
{
    uint64_t base[2][PARTS];
    uint64_t other[2][PARTS];
    sums_of(run, 0, i, false, base);
    sums_of(run, 1, i, turned, other);
    return fl_stat_paired(&(fl_paired_sums){base[0], base[1]}, &(fl_paired_sums){other[0], other[1]}, PARTS);
}

static bool covers(const fl_paired *found, double truth)
{
    return fabs(found->difference - truth) <= fl_stat_paired_reach(found->error, found->freedom, 0.05);
}

/* The shares of runs whose intervals cover the truth, as pairs and with the planted fault. */
static void cover(double share[2][COUNTED])
{
    double truth[COUNTED] = {0};
    small_run run;
    count(&run, SURE, RUNS + 1);
    for (unsigned i = 0; i < METRICS; i++) {
        truth[i] = compare(&run, i, false).difference;
    }
    small_run_close(&run);
    for (unsigned seed = 1; seed <= RUNS; seed++) {
        count(&run, SAMPLES, seed);
        for (unsigned k = 0; k < 2 * COUNTED; k++) {
            fl_paired found = compare(&run, k % COUNTED, k >= COUNTED);
            share[k / COUNTED][k % COUNTED] += (double)covers(&found, truth[k % COUNTED]) / RUNS;
        }
        small_run_close(&run);
    }
}

Test(stat, paired_intervals_cover_as_often_as_promised, .timeout = 600)
{
    double share[2][COUNTED] = {{0}};
    cover(share);
    for (unsigned i = 0; i < COUNTED; i++) {
        cr_log_info("%s: %.3f, planted %.3f", counted[i], share[0][i], share[1][i]);
        cr_expect(share[0][i] >= lowest && share[0][i] <= highest, "%s: %.3f", counted[i], share[0][i]);
        cr_expect_gt(share[1][i], highest, "planted fault, %s: %.3f", counted[i], share[1][i]);
    }
}

/* Interiors change nothing of a floor's layout: no difference, and no doubt. */
Test(stat, a_setting_that_does_not_matter_makes_no_difference)
{
    small_run run;
    count_text(&run, "name: same\ngenerator: classic\nsettings: {level: 3}\nvary: {interiors: [off, on]}\n"
                     "floors: 3000\nstreams: shared\n");
    for (unsigned i = 0; i < COUNTED; i++) {
        fl_paired found = compare(&run, i, false);
        cr_expect(found.difference == 0 && found.error == 0 && found.unpaired_error > 0, "%s", counted[i]);
    }
    small_run_close(&run);
}
