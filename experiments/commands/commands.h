/* The commands of the program: a row each, and the table of them. A new command is a file cmd_<name>.c and one line
 * in commands.c. */
#ifndef FL_EXPERIMENTS_COMMANDS_COMMANDS_H
#define FL_EXPERIMENTS_COMMANDS_COMMANDS_H

#include "experiments/program/program.h"

#include <stddef.h>

typedef struct fl_command {
    const char *name;
    const char *arguments; /* what stands behind the name in help */
    const char *summary;   /* one line */
    const char *details;   /* paragraphs, may be NULL */
    const char *examples;  /* one to a line */
    const fl_option *options;
    size_t options_n;
    size_t words_min, words_max; /* arguments that are no options */

    /* Runs it. The exit code is that of the error, or *exit_code (0 beforehand) when there is none. */
    fl_err (*run)(const fl_options *options, int *exit_code, fl_diag *diag);
} fl_command;

/* All commands, and the one of a name (NULL if there is none). */
const fl_command *const *fl_commands_all(size_t *n);
const fl_command *fl_commands_find(const char *name);

/* The name nearest to a word that is no command, or NULL. */
const char *fl_commands_nearest(const char *word);

/* Help pages, written from the tables. */

/* Prints the page of a command, or of the program for NULL. */
FL_NODISCARD fl_err fl_commands_print_page(const fl_command *command, fl_diag *diag);

/* The same, followed by the settings of the generator that the command line names. */
FL_NODISCARD fl_err fl_commands_print_help(const fl_command *command, const fl_options *options,
                                           fl_diag *diag);

#endif
