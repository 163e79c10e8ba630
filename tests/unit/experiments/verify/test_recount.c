/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What several threads count is what one counts; samples that depend on more than their number are noticed.
 */
#include "experiments/verify/verify_private.h"
#include "tests/unit/small_run.h"

#include <criterion/criterion.h>

#include <stdatomic.h>
#include <stdio.h>
#include <string.h>

static small_run run;
static fl_sweep_population population[2];
static fl_sweep_range range[2];
static fl_sweep_job job;
static fl_diag diag;
static const fl_generator *real;
static fl_generator planted;
static atomic_uint made;

static void open_run(const char *generator, const char *settings)
{
    char text[300];
    snprintf(text, sizeof text, "name: x\ngenerator: %s\nvary: {%s}\nfloors: 10\nseed: 7\n", generator,
             settings);
    fl_diag_init(&diag);
    small_run_open(&run, text, 0, 1);
    for (unsigned i = 0; i < 2; i++) {
        population[i] = (fl_sweep_population){.condition = &run.setup.condition[i], .total = &run.totals[i]};
        range[i] = (fl_sweep_range){.population = &population[i]};
    }
    job = (fl_sweep_job){.ranges = range, .ranges_n = 2};
}

Test(recount, threads_count_what_one_counts)
{
    static const char *const of[][2] = {{"classic", "level: [1, 8]"},
                                        {"rebirth", "stage: [1, 9]"},
                                        {"grid", "rules: [cave, walk]"},
                                        {"room", "size: [small, big]"},
                                        {"journey", "plan: [isaac, classic]"}};
    for (unsigned i = 0; i < sizeof of / sizeof of[0]; i++) {
        open_run(of[i][0], of[i][1]);
        cr_expect_eq(fl_verify_recount(&job, 0, &diag), FL_OK, "%s: %s", of[i][0], diag.what);
        cr_expect_eq(run.totals[0].floors, 0, "the populations' own counts stay");
        small_run_close(&run);
    }
}

/* Every hundredth floor that is made, whatever its number, has a dead end more. */
static void make_planted(const void *rules, const fl_key *key, void *scratch, void *out)
{
    real->make(rules, key, scratch, out);
    fl_floor *floor = out;
    for (unsigned i = 0; atomic_fetch_add(&made, 1) % 100 == 99 && i < floor->rooms_n; i++) {
        floor->rooms[i].is_dead_end = true;
    }
}

Test(recount, samples_that_depend_on_the_others_are_noticed)
{
    open_run("rebirth", "stage: [1, 9]");
    real = run.setup.condition[0].opened.generator;
    planted = *real;
    planted.make = make_planted;
    for (unsigned i = 0; i < 2; i++) {
        run.setup.condition[i].opened.generator = &planted;
    }
    cr_expect_eq(fl_verify_recount(&job, 0, &diag), FL_ERR_DEFECT);
    cr_expect_not_null(strstr(diag.what, "floors counted twice: "), "%s", diag.what);
    cr_expect_not_null(strstr(diag.what, "by several"), "%s", diag.what);
    for (unsigned i = 0; i < 2; i++) {
        run.setup.condition[i].opened.generator = real;
    }
    small_run_close(&run);
}

static bool stop(void *context, uint64_t floors)
{
    (void)context;
    (void)floors;
    return false;
}

Test(recount, stops_when_it_is_told)
{
    open_run("classic", "level: [1, 8]");
    job.watch = stop;
    cr_expect_eq(fl_verify_recount(&job, 0, &diag), FL_ERR_STOPPED);
    small_run_close(&run);
}
