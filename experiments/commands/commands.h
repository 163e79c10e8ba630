/* SPDX-License-Identifier: GPL-2.0-or-later */
/* experiments/commands: the commands of the program, a file cmd_<name>.c each, and the help pages. Only these
 * files and main.c print. main.c finds a command, parses its options and calls `run`. */
#ifndef FL_EXPERIMENTS_COMMANDS_COMMANDS_H
#define FL_EXPERIMENTS_COMMANDS_COMMANDS_H

#include "experiments/program/program.h"

#include <stddef.h>

typedef struct fl_command {
    const char *name;
    const char *arguments; /* follows the name in help */
    const char *summary;   /* one line */
    const char *details;   /* paragraphs of at most 80 columns, may be NULL */
    const char *examples;  /* one to a line */
    const fl_option *options;
    size_t options_n;
    size_t words_min, words_max; /* limits on the number of arguments that are not options */

    /* Runs the command. The program exits with the code of the error, or else with *exit_code, which is 0 at
     * first. */
    fl_err (*run)(const fl_options *options, int *exit_code, fl_diag *diag);
} fl_command;

/* All commands; the command of a name, NULL if there is none. */
const fl_command *const *fl_commands_all(size_t *n);
const fl_command *fl_commands_named(const char *name);

/* The command that a mistyped word probably means, or NULL. */
const char *fl_commands_nearest(const char *word);

/* Help pages (help/cmd_help.c), made from the tables. */

/* Prints the page of a command, or of the program for NULL; if the command line names a generator, the page
 * says where to read about it. */
FL_NODISCARD fl_err fl_commands_print_page(const fl_command *command, const fl_options *options,
                                           fl_diag *diag);

#endif
