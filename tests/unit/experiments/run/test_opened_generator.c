/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A failed assertion on a floor prints the command that makes this floor again. */
#include "experiments/run/run.h"

#include <criterion/criterion.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { MESSAGE = 1000, FLOOR = 8 };

/* Makes a floor in a child process and reads what the process says before it aborts. */
static void make_broken(fl_opened_generator_worker *worker, char message[MESSAGE])
{
    int ends[2];
    int status = 0;
    size_t size = 0;
    ssize_t n = 0;
    cr_assert_eq(pipe(ends), 0);
    pid_t child = fork();
    if (child == 0) {
        dup2(ends[1], STDERR_FILENO);
        fl_run_generator_make(worker, FLOOR, FL_METRIC_ALL_GROUPS);
        _exit(0);
    }
    close(ends[1]);
    while (size < MESSAGE - 1 && (n = read(ends[0], message + size, MESSAGE - 1 - size)) > 0) {
        size += (size_t)n;
    }
    message[size] = '\0';
    close(ends[0]);
    cr_assert_eq(waitpid(child, &status, 0), child);
    cr_assert(WIFSIGNALED(status), "the floor was made: %d", status);
    cr_assert_eq(WTERMSIG(status), SIGABRT);
}

static void expect_command(const char *generator, const char *settings, const char *command)
{
    fl_opened_generator source = {.seed = 5};
    fl_opened_generator_worker worker;
    fl_diag diag;
    char message[MESSAGE];
    fl_diag_init(&diag);
    cr_assert_eq(fl_run_generator_open_words(&source, generator, settings, &diag), FL_OK, "%s", diag.what);
    source.seed = 5;
    cr_assert_eq(fl_run_generator_hire(&worker, &source, &diag), FL_OK);
    fl_run_generator_make(&worker, FLOOR, FL_METRIC_ALL_GROUPS);
    worker.floor.cells_max = 10; /* the planted defect: the board does not fit any more */
    make_broken(&worker, message);
    const char *found = strstr(message, "To see it again: ");
    cr_assert_not_null(found, "%s", message);
    cr_expect_str_eq(found + strlen("To see it again: "), command, "%s", message);
    cr_expect(strstr(message, "floor.c:"), "%s", message);
    fl_run_generator_dismiss(&worker);
    fl_run_generator_close(&source);
}

Test(opened_generator, a_broken_floor_of_any_generator_names_its_command)
{
    expect_command("classic", "", "floorlab show classic --floor 8 --seed 5\n");
    expect_command("classic", "rules=flash level=3",
                   "floorlab show classic --floor 8 --seed 5 --set rules=flash --set level=3\n");
    expect_command("rebirth", "stage=2", "floorlab show rebirth --floor 8 --seed 5 --set stage=2\n");
    expect_command("grid", "rules=cave", "floorlab show grid --floor 8 --seed 5 --set rules=cave\n");
}
