/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The program: finds the command, runs it, reports its error, ends the process. */
#include "experiments/commands/commands.h"

#include <fcntl.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { EXITS = 64 /* limit of threads that call exit at once */ };

static bool is_running; /* a command is running: it must return, and never call exit */

/* Called by exit. A plug-in that calls exit must not look like a command that succeeded. If several threads
 * call it, each takes one of the registered calls: the first ends the process, the others wait. */
static void refuse_exit(void)
{
    static atomic_flag is_called = ATOMIC_FLAG_INIT;
    static const char message[] =
        "floorlab: a plug-in called exit, which ends everything without a result\n"
        "  a plug-in returns; it reports a floor that it cannot make by host->fail\n";
    while (is_running && atomic_flag_test_and_set(&is_called)) {
        pause();
    }
    if (is_running) {
        fputs(message, stderr);
        _exit(fl_diag_exit_code(FL_ERR_STUCK));
    }
}

static int report(fl_err err, const fl_diag *diag)
{
    if (err != FL_ERR_CLOSED) {
        const char *what = diag->what[0] ? diag->what : fl_diag_text(err);
        fprintf(stderr, "floorlab: %s%s%s\n", diag->where, diag->where[0] ? ": " : "", what);
        if (diag->hint[0]) {
            fprintf(stderr, "  %s\n", diag->hint);
        }
    }
    return fl_diag_exit_code(err);
}

static void end_stuck(fl_err err, const fl_diag *diag)
{
    _exit(report(err, diag));
}

static fl_err print_version(fl_diag *diag)
{
    fl_text out;
    fl_text_init(&out);
    fl_text_add_format(&out, "floorlab %s (commit %s)\n", fl_program_host_code_version(),
                       fl_program_host_commit());
    fl_err err = fl_program_output_write(STDOUT_FILENO, &out, diag);
    fl_text_free(&out);
    return err;
}

/* "missing argument: floorlab export GENERATOR" */
static fl_err refuse_words(const fl_command *command, bool is_short, fl_diag *diag)
{
    fl_err err =
        fl_diag_set(diag, FL_ERR_USAGE, "", "%s: floorlab %s %s",
                    is_short ? "missing argument" : "too many arguments", command->name, command->arguments);
    fl_diag_hint(diag, "for example: %.*s; 'floorlab help %s' has more",
                 (int)strcspn(command->examples, "\n"), command->examples, command->name);
    return err;
}

static fl_err run_command(const fl_command *command, char **arguments, int *exit_code, fl_diag *diag)
{
    fl_options options;
    fl_err err = fl_program_option_read(&options, command->options, command->options_n, arguments, diag);
    if (err) {
        return err;
    }
    if (fl_program_option_get(&options, "help")) {
        return fl_commands_print_page(command, &options, diag);
    }
    if (options.words_n < command->words_min || options.words_n > command->words_max) {
        return refuse_words(command, options.words_n < command->words_min, diag);
    }
    is_running = true;
    err = command->run(&options, exit_code, diag);
    is_running = false;
    return err;
}

static fl_err refuse_command(const char *word, fl_diag *diag)
{
    fl_err err = fl_diag_set(diag, FL_ERR_USAGE, "", "there is no command '%.80s'", word);
    const char *near = fl_commands_nearest(word);
    if (word[0] == '-') {
        fl_diag_hint(diag, "options follow the command: floorlab COMMAND %.80s", word);
        return err;
    }
    fl_diag_hint(diag, near ? "did you mean '%s'?" : "'floorlab %s' lists the commands",
                 near ? near : "help");
    return err;
}

/* Opens closed standard streams on /dev/null: otherwise the next file opened would get the descriptor of one,
 * and messages would be written into it. */
static void fill_streams(void)
{
    int file = 0;
    do {
        file = open("/dev/null", O_RDONLY | O_CLOEXEC);
    } while (file >= 0 && file <= STDERR_FILENO);
    if (file >= 0) {
        close(file);
    }
}

int main(int argc, char **argv)
{
    fl_diag diag;
    int exit_code = 0;
    fl_err err = FL_OK;
    fl_diag_init(&diag);
    signal(SIGPIPE, SIG_IGN); /* a write to a closed pipe returns an error instead */
    signal(SIGXFSZ, SIG_IGN);
    fill_streams();
    for (int i = 0; i < EXITS; i++) {
        (void)atexit(refuse_exit);
    }
    fl_program_pool_on_stuck(end_stuck);
    const char *word = argc > 1 ? argv[1] : "--help";
    if (strcmp(word, "--version") == 0 || strcmp(word, "-V") == 0 || strcmp(word, "version") == 0) {
        err = print_version(&diag);
        return err ? report(err, &diag) : 0;
    }
    if (strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0) {
        fl_options none = {.values_n = 0};
        err = fl_commands_print_page(NULL, &none, &diag);
        exit_code = argc > 1 ? 0 : 2;
    } else {
        const fl_command *command = fl_commands_named(word);
        err = command ? run_command(command, argv + 2, &exit_code, &diag) : refuse_command(word, &diag);
    }
    return err ? report(err, &diag) : exit_code;
}
