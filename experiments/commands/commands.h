/* The commands of the program: a row each, and the table of them. A new command is a file cmd_<name>.c and one line
 * in commands.c. */
#ifndef FL_EXPERIMENTS_COMMANDS_COMMANDS_H
#define FL_EXPERIMENTS_COMMANDS_COMMANDS_H

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
const fl_command *const *fl_commands_all(size_t *n);
const fl_command *fl_commands_find(const char *name);

/* The name nearest to a word that is no command, or NULL. */
const char *fl_commands_nearest(const char *word);

extern const fl_command fl_cmd_bench;
extern const fl_command fl_cmd_export;
extern const fl_command fl_cmd_fit;
extern const fl_command fl_cmd_help;
extern const fl_command fl_cmd_info;
extern const fl_command fl_cmd_journey;
extern const fl_command fl_cmd_list;
extern const fl_command fl_cmd_merge;
extern const fl_command fl_cmd_plot;
extern const fl_command fl_cmd_report;
extern const fl_command fl_cmd_room;
extern const fl_command fl_cmd_run;
extern const fl_command fl_cmd_show;
extern const fl_command fl_cmd_verify;

/* Options that mean the same everywhere. */
#define FL_CMD_HELP                                                                                          \
    {                                                                                                        \
        "help", 'h', false, NULL, "this page"                                                                \
    }
#define FL_CMD_SEED                                                                                          \
    {                                                                                                        \
        "seed", 0, false, "S", "seed of the random numbers (default 1)"                                      \
    }
#define FL_CMD_SET                                                                                           \
    {                                                                                                        \
        "set", 's', true, "K=V", "a setting of the generator; may stand several times"                       \
    }
#define FL_CMD_JSON                                                                                          \
    {                                                                                                        \
        "json", 0, false, NULL, "one JSON document instead of a table"                                       \
    }
#define FL_CMD_BACKEND                                                                                       \
    {                                                                                                        \
        "backend", 0, false, "NAME",                                                                         \
            "avx512, avx2, portable or reference (default: the fastest here); the floors are the same"       \
    }
#define FL_CMD_QUIET                                                                                         \
    {                                                                                                        \
        "quiet", 'q', false, NULL, "say nothing but results and errors"                                      \
    }
#define FL_CMD_COLOR                                                                                         \
    {                                                                                                        \
        "color", 0, false, "WHEN", "auto, always or never (NO_COLOR is honoured)"                            \
    }

#endif
