/* The program's commands: one row each. */
#ifndef FL_EXPERIMENTS_PROGRAM_COMMAND_H
#define FL_EXPERIMENTS_PROGRAM_COMMAND_H

#include "experiments/program/option.h"

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
const fl_command *const *fl_command_all(size_t *n);
const fl_command *fl_command_find(const char *name);

/* The name nearest to a word that is no command, or NULL. */
const char *fl_command_nearest(const char *word);

#endif
