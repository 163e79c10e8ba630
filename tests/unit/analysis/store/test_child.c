/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Child processes: what they send arrives; how they end decides what is said. */
#include "analysis/store/store_private.h"
#include "tests/support/folder.h"

#include <criterion/criterion.h>
#include <errno.h>
#include <limits.h>
#include <signal.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static fl_diag diag;
static fl_store_child child;

static fl_err hear_the_end(void *context, fl_store_pipe *in, fl_diag *out)
{
    (void)context;
    return fl_store_pipe_take_end(in, out);
}

/* Limits of the child that is run next; 0 = none. */
static unsigned seconds, patience;

static fl_err run(void (*work)(void *context, fl_store_pipe *out), int number)
{
    unsigned open_before = folder_open_files();
    child = (fl_store_child){.task = "reads",
                             .path = "a.h5",
                             .work = work,
                             .listen = hear_the_end,
                             .context = &number,
                             .seconds = seconds,
                             .patience = patience};
    fl_diag_init(&diag);
    fl_err err = fl_store_child_run(&child, &diag);
    cr_expect_eq(folder_open_files(), open_before);
    cr_expect(waitpid(-1, NULL, WNOHANG) < 0 && errno == ECHILD, "a child is left");
    return err;
}

static void succeed(void *context, fl_store_pipe *out)
{
    (void)context;
    fl_store_pipe_put_end(out, NULL);
}

Test(child, success_is_success)
{
    cr_expect_eq(run(succeed, 0), FL_OK);
    cr_expect_not(child.is_crashed || child.is_slow);
}

static void refuse(void *context, fl_store_pipe *out)
{
    fl_diag mine;
    (void)context;
    fl_err err = fl_diag_set(&mine, FL_ERR_STOPPED, "there", "it is %d", 7);
    fl_diag_hint(&mine, "do this");
    fl_store_pipe_put_end(out, err ? &mine : NULL);
}

Test(child, an_error_arrives_with_all_its_words)
{
    cr_expect_eq(run(refuse, 0), FL_ERR_STOPPED);
    cr_expect_eq(diag.code, FL_ERR_STOPPED);
    cr_expect_str_eq(diag.where, "there");
    cr_expect_str_eq(diag.what, "it is 7");
    cr_expect_str_eq(diag.hint, "do this");
}

static void die(void *context, fl_store_pipe *out)
{
    (void)out;
    signal(*(int *)context, SIG_DFL);
    kill(getpid(), *(int *)context);
}

Test(child, a_crash_is_for_the_caller_to_judge)
{
    static const int signals[] = {SIGSEGV, SIGBUS, SIGABRT, SIGFPE, SIGILL};
    for (size_t i = 0; i < sizeof signals / sizeof signals[0]; i++) {
        cr_expect_eq(run(die, signals[i]), FL_ERR_DAMAGED);
        cr_expect(child.is_crashed && !child.is_slow, "%s", strsignal(signals[i]));
    }
}

/* Milliseconds of processor time; 0 = without end. */
static void compute(void *context, fl_store_pipe *out)
{
    struct timespec used = {0, 0};
    int most = *(int *)context;
    while (most == 0 || used.tv_sec * 1000 + used.tv_nsec / 1000000 < most) {
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used);
    }
    fl_store_pipe_put_end(out, NULL);
}

static void sleep_some(void *context, fl_store_pipe *out)
{
    struct timespec nap = {0, 100000000};
    for (int i = 0; i < *(int *)context; i++) {
        nanosleep(&nap, NULL);
    }
    fl_store_pipe_put_end(out, NULL);
}

static void expect_slow(const char *words)
{
    cr_expect(child.is_slow && !child.is_crashed);
    cr_expect_eq(diag.code, FL_ERR_IO);
    cr_expect_str_eq(diag.where, "a.h5");
    cr_expect(strstr(diag.what, words) != NULL, "%s", diag.what);
    cr_expect_null(strstr(diag.what, "damaged"));
    cr_expect(strstr(diag.hint, "try again") != NULL, "%s", diag.hint);
}

Test(child, one_without_processor_time_is_told_as_the_machines)
{
    cr_expect_eq(run(die, SIGXCPU), FL_ERR_IO);
    expect_slow("no processor time is left to the process that reads it");
}

Test(child, one_that_computes_for_ever_is_ended, .timeout = 120)
{
    seconds = 1;
    cr_expect_eq(run(compute, 0), FL_ERR_IO);
    expect_slow("no processor time is left");
}

Test(child, one_that_stays_within_its_time_is_heard, .timeout = 120)
{
    seconds = 5;
    cr_expect_eq(run(compute, 1200), FL_OK, "%s", diag.what);
    cr_expect_not(child.is_slow);
}

Test(child, one_that_is_silent_for_ever_is_ended, .timeout = 120)
{
    patience = 1;
    cr_expect_eq(run(sleep_some, INT_MAX), FL_ERR_IO);
    expect_slow("said nothing for 1 seconds");
}

Test(child, one_that_sleeps_but_speaks_in_time_is_heard, .timeout = 120)
{
    patience = 60;
    cr_expect_eq(run(sleep_some, 12), FL_OK, "%s", diag.what);
    cr_expect_not(child.is_slow);
}

Test(child, limits_are_lowered_only, .timeout = 120)
{
    struct rlimit was = {.rlim_cur = 30, .rlim_max = 50};
    cr_assert_eq(setrlimit(RLIMIT_CPU, &was), 0);
    fl_store_child_limit(RLIMIT_CPU, 40);
    cr_assert_eq(getrlimit(RLIMIT_CPU, &was), 0);
    cr_expect(was.rlim_cur == 30 && was.rlim_max == 41, "a lower one of the shell's stays");
    fl_store_child_limit(RLIMIT_CPU, 20);
    cr_assert_eq(getrlimit(RLIMIT_CPU, &was), 0);
    cr_expect(was.rlim_cur == 20 && was.rlim_max == 21, "a warning comes before the end");
    fl_store_child_limit(RLIMIT_CPU, 99);
    cr_assert_eq(getrlimit(RLIMIT_CPU, &was), 0);
    cr_expect(was.rlim_cur == 20 && was.rlim_max == 21);
}

Test(child, a_signal_from_outside_is_the_machines)
{
    static const int signals[] = {SIGKILL, SIGTERM, SIGHUP, SIGINT, SIGQUIT, SIGPIPE, SIGUSR1, SIGALRM};
    for (size_t i = 0; i < sizeof signals / sizeof signals[0]; i++) {
        cr_expect_eq(run(die, signals[i]), FL_ERR_IO);
        cr_expect(strstr(diag.what, "the process that reads it was ended from outside") != NULL, "%s",
                  diag.what);
        cr_expect_str_eq(diag.where, "a.h5");
        cr_expect_not(child.is_crashed || child.is_slow);
    }
}

static void leave(void *context, fl_store_pipe *out)
{
    (void)out;
    _exit(*(int *)context);
}

Test(child, leaving_without_a_word_is_a_crash)
{
    cr_expect_eq(run(leave, 0), FL_ERR_DAMAGED);
    cr_expect(child.is_crashed);
    cr_expect_eq(run(leave, 255), FL_ERR_DAMAGED);
    cr_expect(child.is_crashed);
}

static void be_mute(void *context, fl_store_pipe *out)
{
    (void)context;
    int file = out->file;
    out->file = -1;
    fl_store_pipe_put_end(out, NULL);
    out->file = file;
}

Test(child, a_child_that_cannot_send_is_the_machines)
{
    cr_expect_eq(run(be_mute, 0), FL_ERR_IO);
    cr_expect(strstr(diag.what, "could not report") != NULL, "%s", diag.what);
}

static void send_for_ever(void *context, fl_store_pipe *out)
{
    (void)context;
    while (!out->is_broken) {
        fl_store_pipe_put_number(out, "a", 1);
    }
    pause();
}

/* A pipe that cannot be read. */
static fl_err hear_nothing(void *context, fl_store_pipe *in, fl_diag *out)
{
    (void)context;
    int file = in->file;
    in->file = -1;
    fl_err err = fl_store_pipe_take_end(in, out);
    in->file = file;
    return err;
}

Test(child, a_pipe_that_cannot_be_read_does_not_hang, .timeout = 60)
{
    child = (fl_store_child){
        .task = "reads", .path = "a.h5", .work = send_for_ever, .listen = hear_nothing, .context = NULL};
    cr_expect_eq(fl_store_child_run(&child, &diag), FL_ERR_IO);
    cr_expect(strstr(diag.what, "cannot hear from the process that reads it") != NULL, "%s", diag.what);
    cr_expect(waitpid(-1, NULL, WNOHANG) < 0 && errno == ECHILD);
    cr_expect_not(child.is_crashed);
}

Test(child, a_stream_of_something_else_ends_the_child, .timeout = 60)
{
    cr_expect_neq(run(send_for_ever, 0), FL_OK);
    cr_expect(waitpid(-1, NULL, WNOHANG) < 0 && errno == ECHILD);
}
