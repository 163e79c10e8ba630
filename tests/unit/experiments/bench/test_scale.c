/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Threads compared with one thread and with processes. Times are not judged, only that all three were run. */
#define _DEFAULT_SOURCE /* MAP_ANONYMOUS */
#include "experiments/bench/bench.h"
#include "experiments/run/run.h"

#include <criterion/criterion.h>

#include <errno.h>
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

static const fl_bench_case level_one = {"classic", "level=1"};
static const fl_bench_scale_request briefly = {
    .threads = 2, .backend = FL_BACKEND_PORTABLE, .seconds = 0.002};

/* What is to go wrong. */
static int forks_left = 1000;
static bool children_fail, children_die;
static pid_t parent;

/* Floors that were counted by several threads, and by processes, each floor by its own weight: shared with
 * those. */
typedef struct ways {
    uint64_t threads, processes;
} ways;
static ways *counted;

pid_t __real_fork(void);
pid_t __wrap_fork(void);
fl_err __real_fl_run_count(fl_run_counting *self, fl_diag *diag);
fl_err __wrap_fl_run_count(fl_run_counting *self, fl_diag *diag);

pid_t __wrap_fork(void)
{
    if (forks_left == 0) {
        errno = EAGAIN;
        return -1;
    }
    forks_left--;
    return __real_fork();
}

fl_err __wrap_fl_run_count(fl_run_counting *self, fl_diag *diag)
{
    bool is_child = parent != 0 && getpid() != parent;
    if (is_child && children_die) {
        raise(SIGKILL);
    }
    if (is_child && children_fail) {
        return fl_diag_memory(diag);
    }
    if (counted && (is_child || self->threads > 1)) {
        uint64_t *way = is_child ? &counted->processes : &counted->threads;
        uint64_t from = self->setup->from, to = self->setup->to;
        __atomic_fetch_add(way, to * to - from * from, __ATOMIC_RELAXED); /* floor i weighs 2 i + 1 */
    }
    return __real_fl_run_count(self, diag);
}

static fl_err measure_briefly(fl_diag *diag)
{
    fl_bench_scale scale;
    parent = getpid();
    return fl_bench_scale_measure(&scale, &level_one, &briefly, diag);
}

Test(scale, tells_rates_and_ratios)
{
    const fl_bench_scale_request wish = {.threads = 3, .backend = FL_BACKEND_PORTABLE, .seconds = 0.004};
    fl_bench_scale scale;
    fl_diag diag;
    cr_assert_eq(fl_bench_scale_measure(&scale, &level_one, &wish, &diag), FL_OK, "%s", diag.what);
    cr_expect_eq(scale.what, &level_one);
    cr_expect_gt(scale.floors_per_second, 0);
    cr_expect_gt(scale.floors_per_second_threads, 0);
    cr_expect_gt(scale.ratio_threads, 0);
    cr_expect_gt(scale.ratio_processes, 0);
}

Test(scale, processes_share_the_floors_that_threads_count)
{
    fl_diag diag;
    void *map = mmap(NULL, sizeof *counted, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    cr_assert_neq(map, MAP_FAILED);
    counted = map;
    cr_assert_eq(measure_briefly(&diag), FL_OK, "%s", diag.what);
    cr_expect_gt(counted->threads, 0);
    cr_expect_eq(counted->processes, counted->threads);
}

Test(scale, leaves_no_process_behind)
{
    fl_diag diag;
    cr_assert_eq(measure_briefly(&diag), FL_OK, "%s", diag.what);
    cr_expect_eq(waitpid(-1, NULL, WNOHANG), -1);
}

/* The error is reported, and no process is left behind. */
static void expect_trouble(const char *what)
{
    fl_diag diag;
    cr_assert_eq(measure_briefly(&diag), FL_ERR_IO);
    cr_expect_not_null(strstr(diag.what, what), "%s", diag.what);
    cr_expect_eq(waitpid(-1, NULL, WNOHANG), -1);
}

Test(scale, a_process_that_fails_is_told)
{
    children_fail = true;
    expect_trouble("has failed");
}

Test(scale, a_process_that_is_killed_is_told)
{
    children_die = true;
    expect_trouble("has failed");
}

Test(scale, a_process_that_cannot_be_started_is_told_and_the_others_are_waited_for)
{
    forks_left = 1;
    expect_trouble("cannot start a process");
}

Test(scale, takes_a_case_with_several_settings)
{
    static const fl_bench_case what = {"rebirth", "rules=blade rng=isaac stage=1"};
    fl_bench_scale scale;
    fl_diag diag;
    cr_expect_eq(fl_bench_scale_measure(&scale, &what, &briefly, &diag), FL_OK, "%s", diag.what);
}

Test(scale, refuses_settings_that_are_none)
{
    static const fl_bench_case what = {"classic", "level=1 levle=2"};
    fl_bench_scale scale;
    fl_diag diag;
    cr_expect_eq(fl_bench_scale_measure(&scale, &what, &briefly, &diag), FL_ERR_INPUT);
    cr_expect_eq(diag.code, FL_ERR_INPUT);
}
