/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Counting compared with one plain loop: any number of threads, stops and saves at any moment. */
#include "experiments/run/result/result.h"
#include "gen/random/pcg.h"
#include "tests/support/scale.h"
#include "tests/unit/small_run.h"

#include <criterion/criterion.h>

#include <string.h>
#include <unistd.h>

static const char long_text[] = "name: long\ngenerator: classic\nvary: {level: [1, 2]}\nfloors: 60k\n"
                                "metrics: [rooms, dead_ends]\nmaps: none\n";

/* One who watches: stops or saves when chance says so. */
typedef struct watcher {
    small_run *run;
    uint64_t stop_at;   /* floors */
    uint64_t save_from; /* floors from which it saves at every look */
    unsigned saves, looks;
    uint64_t last_done;
    small_run *expected; /* what the plain loop has */
    uint64_t expected_blocks;
} watcher;

static fl_worker_pool_order watch(void *watcher_of, uint64_t floors_done)
{
    watcher *w = watcher_of;
    w->looks++;
    cr_assert_geq(floors_done, w->last_done, "progress goes back");
    w->last_done = floors_done;
    return floors_done >= w->stop_at     ? FL_WORKER_POOL_STOP
           : floors_done >= w->save_from ? FL_WORKER_POOL_SAVE
                                         : FL_WORKER_POOL_GO_ON;
}

/* While saving, the totals are those of the first done blocks, counted by the plain loop. */
static fl_err save(void *watcher_of, uint64_t done, fl_diag *diag)
{
    watcher *w = watcher_of;
    (void)diag;
    w->saves++;
    small_run_count(w->expected, w->expected_blocks, done);
    w->expected_blocks = done;
    cr_assert(small_run_are_same(w->expected, w->run), "a save sees no complete prefix");
    return FL_OK;
}

static fl_err run_to(watcher *w, unsigned threads, uint64_t *done)
{
    fl_run_count_job counting = {.setup = &w->run->setup,
                                 .threads = threads,
                                 .totals = w->run->totals,
                                 .done = *done,
                                 .context = w,
                                 .watch = watch,
                                 .save = save};
    w->last_done = 0;
    fl_err err = fl_run_count(&counting, NULL);
    *done = counting.done;
    return err;
}

Test(count, totals_equal_one_plain_loop_for_any_threads)
{
    static const unsigned threads[] = {1, 2, 3, 7, 16, 64};
    small_run expected;
    small_run_open(&expected, small_run_text, 0, 1);
    small_run_count(&expected, 0, expected.setup.samples);
    cr_expect_gt(expected.totals[0].failed, 0, "some floors should fail");
    for (unsigned i = 0; i < sizeof threads / sizeof threads[0]; i++) {
        small_run run;
        uint64_t done = 0;
        small_run_open(&run, small_run_text, 0, 1);
        watcher w = {.run = &run, .stop_at = UINT64_MAX, .save_from = UINT64_MAX};
        cr_assert_eq(run_to(&w, threads[i], &done), FL_OK);
        cr_expect(done == run.setup.samples && w.saves == 0);
        cr_expect(small_run_are_same(&run, &expected), "%u threads", threads[i]);
        small_run_close(&run);
    }
    small_run_close(&expected);
}

/* Two plans have one catalogue; rooms of both sizes have one map. */
Test(count, rooms_and_journeys_equal_one_plain_loop_as_well)
{
    static const char *const texts[] = {
        "name: rooms\ngenerator: room\nvary: {size: [small, big], doors: [N, random]}\nfloors: 3000\n",
        "name: trips\ngenerator: journey\nvary: {plan: [classic, isaac], player: [full]}\nfloors: 1100\n"
        "events: all\njoints: [[floors, rooms_seen]]\n"};
    static const unsigned threads[] = {1, 3};
    for (unsigned k = 0; k < 2; k++) {
        small_run expected;
        small_run_open(&expected, texts[k], 0, 1);
        small_run_count(&expected, 0, expected.setup.samples);
        for (unsigned i = 0; i < 2; i++) {
            small_run run;
            uint64_t done = 0;
            small_run_open(&run, texts[k], 0, 1);
            watcher w = {.run = &run, .stop_at = UINT64_MAX, .save_from = UINT64_MAX};
            cr_assert_eq(run_to(&w, threads[i], &done), FL_OK);
            cr_expect(small_run_are_same(&run, &expected), "%s: %u threads", texts[k], threads[i]);
            small_run_close(&run);
        }
        cr_expect_not(small_run_is_same(&expected.totals[0], &expected.totals[1]));
        small_run_close(&expected);
    }
}

/* Stopped at its first look again and again, resumed with another number of threads each time. */
Test(count, stops_leave_a_prefix_that_can_be_resumed)
{
    small_run run;
    small_run expected;
    uint64_t done = 0;
    unsigned parts = 0;
    small_run_open(&run, long_text, 0, 1);
    small_run_open(&expected, long_text, 0, 1);
    while (done < run.setup.samples && parts < 1000) {
        watcher w = {.run = &run, .stop_at = 0, .save_from = UINT64_MAX};
        uint64_t before = done;
        cr_assert_eq(run_to(&w, 1 + parts % 5, &done), FL_OK);
        small_run_count(&expected, before, done);
        cr_assert(small_run_are_same(&run, &expected), "part %u", parts);
        parts++;
    }
    cr_expect_eq(done, run.setup.samples);
    cr_expect_gt(parts, 1, "it was never stopped");
    small_run_close(&run);
    small_run_close(&expected);
}

Test(count, a_save_in_the_middle_sees_a_complete_prefix)
{
    unsigned saves = 0;
    for (unsigned threads = 1; threads <= 5; threads += 2) {
        small_run run;
        small_run expected;
        uint64_t done = 0;
        small_run_open(&run, long_text, 0, 1);
        small_run_open(&expected, long_text, 0, 1);
        watcher w = {.run = &run, .expected = &expected, .stop_at = UINT64_MAX, .save_from = 0};
        cr_assert_eq(run_to(&w, threads, &done), FL_OK);
        cr_expect_eq(done, run.setup.samples);
        saves += w.saves;
        small_run_close(&run);
        small_run_close(&expected);
    }
    cr_expect_gt(saves, 0, "it never saved");
}

/* Totals of a run of one experiment on a backend. */
static void expect_backend(const char *text, fl_backend backend, unsigned threads,
                           char digest[FL_DIGEST_TEXT])
{
    small_run run;
    small_run_open(&run, text, 0, 1);
    watcher w = {.run = &run, .stop_at = UINT64_MAX, .save_from = UINT64_MAX};
    fl_run_count_job counting = {.setup = &run.setup,
                                 .threads = threads,
                                 .backend = backend,
                                 .totals = run.totals,
                                 .context = &w,
                                 .watch = watch,
                                 .save = save};
    cr_assert_eq(fl_run_count(&counting, NULL), FL_OK);
    cr_assert_eq(fl_run_result_digest(&run.setup, run.totals, digest, NULL), FL_OK);
    small_run_close(&run);
}

Test(count, digests_are_the_same_for_every_backend_and_thread_count)
{
    static const char *const texts[] = {small_run_text, long_text,
                                        "name: all\ngenerator: classic\nvary: {level: [1, 5], rules: "
                                        "[article, demo, flash]}\nfloors: 3000\n"};
    for (unsigned i = 0; i < 3; i++) {
        char expected[FL_DIGEST_TEXT];
        char digest[FL_DIGEST_TEXT];
        expect_backend(texts[i], FL_BACKEND_REFERENCE, 1, expected);
        for (int backend = FL_BACKEND_REFERENCE; backend < FL_BACKEND_COUNT; backend++) {
            for (unsigned threads = 1; threads <= 3 && fl_backend_is_here((fl_backend)backend);
                 threads += SCALE_LEAN > 1 ? 2 : 1) {
                expect_backend(texts[i], (fl_backend)backend, threads, digest);
                cr_expect_str_eq(digest, expected, "text %u, %s, %u threads", i,
                                 fl_backend_name((fl_backend)backend), threads);
            }
        }
    }
}

/* A block that is counted twice or left out is found at the end of a run, after resuming, and after merging.
 */
Test(count, totals_are_checked_for_blocks_counted_twice_or_left_out)
{
    small_run run;
    fl_diag diag;
    fl_diag_init(&diag);
    small_run_open(&run, long_text, 0, 1);
    uint64_t done = run.setup.samples / 3;
    small_run_count(&run, 0, done);
    cr_expect_eq(fl_run_setup_check_totals(&run.setup, run.totals, done, &diag), FL_OK);
    cr_expect_eq(fl_run_setup_check_totals(&run.setup, run.totals, done + 1, &diag), FL_ERR_DEFECT);
    small_run_count(&run, done, run.setup.samples);
    cr_expect_eq(fl_run_setup_check_totals(&run.setup, run.totals, run.setup.samples, &diag), FL_OK);
    small_run_count(&run, 3, 4);
    cr_expect_eq(fl_run_setup_check_totals(&run.setup, run.totals, run.setup.samples, &diag), FL_ERR_DEFECT);
    cr_expect(strstr(diag.what, "60000 samples") && strstr(diag.what, "60001"), "%s", diag.what);
    cr_expect(strstr(diag.hint, "floorlab show classic --floor 0"), "%s", diag.hint);
    small_run_close(&run);
}

/* The planted fault: floor 2500 of level 2 never comes to an end. */
static const fl_generator *real;
enum { ENDLESS = 2500 };

static void make_endless(const void *rules, const fl_key *key, void *scratch, void *out)
{
    static volatile bool for_ever = true;
    while (key->index == ENDLESS && for_ever) {}
    real->make(rules, key, scratch, out);
}

static bool fits_no_batch(const void *rules)
{
    (void)rules;
    return false;
}

static void end_process(fl_err err, const fl_diag *diag)
{
    bool is_named = strstr(diag->what, "floor 2500 is not finished") &&
                    strstr(diag->hint, "floorlab show classic --floor 2500");
    _exit(is_named ? fl_diag_exit_code(err) : 99);
}

Test(count, a_floor_that_never_ends_ends_the_process, .timeout = 60, .exit_code = 3)
{
    fl_generator endless;
    small_run run;
    fl_program_pool_on_stuck(end_process);
    small_run_open(&run, long_text, 0, 1);
    real = run.setup.condition[1].opened.generator;
    endless = *real;
    endless.make = make_endless;
    endless.fits_batch = fits_no_batch;
    run.setup.condition[1].opened.generator = &endless;
    run.setup.catalogue[0].generator = &endless;
    run.setup.condition[0].opened.generator = &endless;
    fl_run_count_job counting = {.setup = &run.setup, .threads = 2, .totals = run.totals, .patience = 0.5};
    cr_assert_eq(fl_run_count(&counting, NULL), FL_OK);
}
