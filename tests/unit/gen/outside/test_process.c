/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Starting, feeding, reading and ending a process. */
#define _GNU_SOURCE
#include "gen/outside/outside_private.h"

#include <criterion/criterion.h>
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static fl_outside_process process;
static fl_outside_command command;
static fl_diag diag;

static void set_up(void)
{
    signal(SIGPIPE, SIG_IGN);
    fl_diag_init(&diag);
    process = (fl_outside_process){.buffer = malloc(FL_OUTSIDE_BUFFER)};
}

static void tear_down(void)
{
    fl_outside_process_stop(&process);
    free(process.buffer);
}

TestSuite(process, .init = set_up, .fini = tear_down, .timeout = 30);

static void run(const char *script)
{
    command = (fl_outside_command){.word = {"sh", "-c", (char *)script}, .n = 3};
    cr_assert_eq(fl_outside_process_start(&process, &command, &diag), FL_OK, "%s", diag.what);
}

static void expect_line(const char *text)
{
    const char *line = NULL;
    size_t n = 0;
    cr_assert_eq(fl_outside_process_read(&process, 10, &line, &n), FL_OUTSIDE_HAS_LINE, "%s", text);
    cr_expect_eq(n, strlen(text));
    cr_expect(memcmp(line, text, n < strlen(text) ? n : strlen(text)) == 0, "%s, not %.*s", text, (int)n,
              line);
}

static fl_outside_reading read_one(unsigned seconds)
{
    const char *line = NULL;
    size_t n = 0;
    return fl_outside_process_read(&process, seconds, &line, &n);
}

static void expect_text(void (*add)(fl_outside_process *self, fl_text *out), const char *expected)
{
    fl_text text;
    fl_text_init(&text);
    add(&process, &text);
    cr_expect_str_eq(fl_text_get(&text), expected);
    fl_text_free(&text);
}

Test(process, reads_what_is_written)
{
    run("while read line; do echo \"got $line\"; echo; done; printf end");
    cr_expect(fl_outside_process_write(&process, "one\ntwo\n", 8));
    expect_line("got one");
    expect_line("got two");
    cr_expect(!fl_outside_process_has_more(&process), "an empty line is nothing");
    close(process.in);
    process.in = -1;
    expect_line("end");
    cr_expect_eq(read_one(5), FL_OUTSIDE_HAS_ENDED);
    expect_text(fl_outside_process_add_end, "ended with exit code 0");
}

Test(process, has_more_where_something_was_printed)
{
    run("echo one; echo two; exec sleep 100");
    expect_line("one");
    for (unsigned i = 0; i < 1000 && !fl_outside_process_has_more(&process); i++) {
        sched_yield();
    }
    cr_expect(fl_outside_process_has_more(&process));
    expect_line("two");
    cr_expect(!fl_outside_process_has_more(&process));
}

Test(process, silence_is_noticed_in_time)
{
    run("echo one; exec sleep 100");
    expect_line("one");
    cr_expect_eq(read_one(1), FL_OUTSIDE_HAS_NONE);
}

Test(process, a_line_that_comes_in_drops_has_no_more_time_than_another)
{
    run("while :; do printf x; sleep 0.2; done");
    cr_expect_eq(read_one(1), FL_OUTSIDE_HAS_NONE);
}

Test(process, tells_how_it_ended_and_what_it_said)
{
    run("for i in 1 2 3 4 5 6 7 8; do echo \"line $i\" >&2; done; exit 3");
    cr_expect_eq(read_one(5), FL_OUTSIDE_HAS_ENDED);
    expect_text(fl_outside_process_add_end, "ended with exit code 3");
    expect_text(fl_outside_process_add_said, "line 3 / line 4 / line 5 / line 6 / line 7 / line 8");
    fl_outside_process_stop(&process);
    run("kill -9 $$");
    cr_expect_eq(read_one(5), FL_OUTSIDE_HAS_ENDED);
    expect_text(fl_outside_process_add_end, "was ended by signal 9 (Killed)");
    expect_text(fl_outside_process_add_said, "");
    fl_outside_process_stop(&process);
    run("exec >&-; exec sleep 100");
    cr_expect_eq(read_one(5), FL_OUTSIDE_HAS_ENDED);
    expect_text(fl_outside_process_add_end, "has closed its output");
}

Test(process, what_it_says_does_not_block_it)
{
    run("head -c 300000 /dev/zero | tr '\\0' e >&2; echo done");
    expect_line("done");
    cr_expect_eq(process.said_n, (size_t)FL_OUTSIDE_SAID);
}

/* Whether no process of a group is left. */
static bool is_gone(pid_t group)
{
    for (unsigned i = 0; i < 200; i++) {
        if (kill(-group, 0) && errno == ESRCH) {
            return true;
        }
        usleep(10000);
    }
    return false;
}

Test(process, stopping_ends_it_and_what_it_started)
{
    static const char *const scripts[] = {"cat", "trap '' TERM; sleep 100 & sleep 100", "sleep 100 & exit 0",
                                          "trap 'exit 0' TERM; while :; do sleep 0.1; done"};
    for (unsigned i = 0; i < 4; i++) {
        run(scripts[i]);
        pid_t pid = process.pid;
        fl_outside_process_stop(&process);
        fl_outside_process_stop(&process);
        cr_expect(is_gone(pid), "%s", scripts[i]);
        cr_expect_eq(process.pid, 0);
    }
}

Test(process, a_child_has_no_other_files_of_ours)
{
    run("ls /proc/self/fd | tr '\\n' ' '; echo");
    expect_line("0 1 2 3 "); /* 3 is the folder that ls reads */
}

static void *start(void *unused)
{
    (void)unused;
    run("exec cat");
    cr_expect(fl_outside_process_is_own(&process));
    return NULL;
}

Test(process, belongs_to_the_thread_that_started_it)
{
    pthread_t thread;
    run("exec cat");
    cr_expect(fl_outside_process_is_own(&process));
    fl_outside_process_stop(&process);
    cr_assert_eq(pthread_create(&thread, NULL, start, NULL), 0);
    pthread_join(thread, NULL);
    cr_expect(!fl_outside_process_is_own(&process), "it ends with its thread");
}

Test(process, one_that_does_not_read_is_noticed)
{
    static char much[1 << 17];
    run("exec sleep 100");
    cr_expect(!fl_outside_process_write(&process, much, sizeof much), "more than a pipe holds");
}
