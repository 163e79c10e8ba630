/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Claims judged by a run. */
#include "experiments/run/run.h"
#include "experiments/verify/verify.h"
#include "tests/unit/small_claim_run.h"
#include "tests/unit/small_run.h"

#include <criterion/criterion.h>

#include <stdio.h>
#include <string.h>

/* Levels 1 and 4; no metric but two. */
static const char experiment[] =
    "name: small\ngenerator: classic\nvary: {level: [1, 4]}\nfloors: 20000\nseed: 7\n"
    "metrics: [rooms, plan_rooms]\nmaps: none\nstreams: shared\n";
static const char claims[] = "  - {id: rooms, source: s, text: t, type: distribution, metric: plan_rooms, "
                             "law: {7: 1/2, 8: 1/2}, tolerance: 0.05, "
                             "on: {again: confirmed, level_4: refuted}}\n"
                             "  - {id: loops, source: s, text: t, type: never, event: has_loop, tolerance: "
                             "0.01, on: {level_1: confirmed}}\n"
                             "  - {id: lacking, source: s, text: t, type: always, metric: kind_boss, values: "
                             "1, on: {level_1: confirmed}}\n"
                             "  - {id: same, source: s, text: t, type: equals, metric: rooms, between: "
                             "[level_1, level_4], expect: refuted}\n"
                             "  - {id: rises, source: s, text: t, type: order, metric: rooms, along: "
                             "[level_1, level_4], expect: confirmed}\n";

static void make_run(const char *path)
{
    small_run run;
    fl_run_options options = {.output = path, .command = "test", .threads = 1};
    fl_run_outcome result;
    small_run_open(&run, experiment, 0, 1);
    fl_program_progress_start(&options.progress, -1, true);
    cr_assert_eq(fl_run_execute(&run.setup, &options, &result, NULL), FL_OK);
    small_run_close(&run);
}

Test(judge_run, conditions_are_matched_by_their_settings)
{
    char folder[SMALL_RUN_FOLDER];
    char path[SMALL_RUN_FOLDER + 16];
    small_claim_run it;
    small_run_make_folder(folder);
    snprintf(path, sizeof path, "%s/run.h5", folder);
    make_run(path);
    small_claim_run_open(&it, claims);
    fl_judge_run again = {&it.claims, it.run.findings, it.run.findings_n, 1e-4, 0, 0, {0}};
    fl_run_result made;
    cr_assert_eq(fl_run_result_open(&made, path, NULL), FL_OK);
    cr_assert_eq(fl_verify_judge_counts(&again, &made.setup, made.totals, NULL), FL_OK);
    fl_run_result_close(&made);
    cr_expect_eq(again.floors, 40000u);
    cr_expect_eq(small_claim_run_find(&it, "rooms@again")->result.found.verdict, FL_VERDICT_CONFIRMED);
    cr_expect_eq(small_claim_run_find(&it, "rooms@level_4")->result.found.verdict, FL_VERDICT_REFUTED);
    cr_expect_eq(small_claim_run_find(&it, "loops")->result.found.verdict, FL_VERDICT_CONFIRMED);
    cr_expect_eq(small_claim_run_find(&it, "rises")->result.found.verdict, FL_VERDICT_CONFIRMED);
    cr_expect_not(small_claim_run_find(&it, "lacking")->is_counted, "the run has no such metric");
    cr_expect(again.left_out[FL_JUDGE_NOT_MEASURED] == 1 && again.left_out[FL_JUDGE_SHARED_FLOORS] == 1 &&
              again.left_out[FL_JUDGE_OTHER_SETTINGS] == 0 && again.left_out[FL_JUDGE_OTHER_GENERATOR] == 0);
    cr_expect_not(small_claim_run_find(&it, "same")->is_counted,
                  "conditions of a run share their random numbers");
    small_claim_run_close(&it);
    remove(path);
    remove(folder);
}
