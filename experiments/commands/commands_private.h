/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Shared by the files of experiments/commands: the rows of the commands, common options. */
#ifndef FL_EXPERIMENTS_COMMANDS_COMMANDS_PRIVATE_H
#define FL_EXPERIMENTS_COMMANDS_COMMANDS_PRIVATE_H

#include "experiments/commands/commands.h"
#include "gen/floor/generator.h"
#include "plots/figure/figure.h"

#include <stdbool.h>
#include <stddef.h>

/* The rows of the commands. A new one is declared below and added to the table in commands.c. */

extern const fl_command fl_commands_bench;
extern const fl_command fl_commands_check;
extern const fl_command fl_commands_compare;
extern const fl_command fl_commands_complete_words;
extern const fl_command fl_commands_exact;
extern const fl_command fl_commands_export;
extern const fl_command fl_commands_find;
extern const fl_command fl_commands_fit;
extern const fl_command fl_commands_help;
extern const fl_command fl_commands_import;
extern const fl_command fl_commands_info;
extern const fl_command fl_commands_list;
extern const fl_command fl_commands_merge;
extern const fl_command fl_commands_pack;
extern const fl_command fl_commands_plot;
extern const fl_command fl_commands_print;
extern const fl_command fl_commands_rare;
extern const fl_command fl_commands_report;
extern const fl_command fl_commands_run;
extern const fl_command fl_commands_show;
extern const fl_command fl_commands_verify;

/* True if a figure is wanted: --figure names it, or nothing and it is not one drawn only on request. */
bool fl_cmd_figure_is_wanted(const fl_options *options, const fl_figure *figure);

/* Checks the names that --figure gives. */
FL_NODISCARD fl_err fl_cmd_figures_check(const fl_options *options, fl_diag *diag);

/* Options that mean the same in every command. */
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
        "set", 's', true, "K=V", "give a setting of the generator a value; may be repeated"                  \
    }
#define FL_CMD_JSON                                                                                          \
    {                                                                                                        \
        "json", 0, false, NULL, "print one JSON document instead of text"                                    \
    }
#define FL_CMD_BACKEND                                                                                       \
    {                                                                                                        \
        "backend", 0, false, "avx512|avx2|portable|reference",                                               \
            "changes only the speed (default: the fastest that runs here)"                                   \
    }
#define FL_CMD_PATIENCE                                                                                      \
    {                                                                                                        \
        "patience", 0, false, "SECONDS",                                                                     \
            "give up when a sample has not come to an end for so long (default 30; 0: never)"                \
    }
#define FL_CMD_FIGURE                                                                                        \
    {                                                                                                        \
        "figure", 'f', true, "FIGURE", "draw only this figure; may be repeated (floorlab list figures)"      \
    }
#define FL_CMD_FORCE                                                                                         \
    {                                                                                                        \
        "force", 0, false, NULL, "replace the file that has the name of the output"                          \
    }
#define FL_CMD_QUIET                                                                                         \
    {                                                                                                        \
        "quiet", 'q', false, NULL, "print only results and errors"                                           \
    }
#define FL_CMD_PROGRESS                                                                                      \
    {                                                                                                        \
        "progress", 0, false, NULL,                                                                          \
            "tell how far it is also where standard error is no terminal, every ten seconds"                 \
    }
#define FL_CMD_COLOR                                                                                         \
    {                                                                                                        \
        "color", 0, false, "auto|always|never", "auto, the default, obeys NO_COLOR"                          \
    }

/* Reads an option that is a number between 0 and 1, ends excluded; `otherwise` is the default. */
FL_NODISCARD fl_err fl_commands_read_share(const fl_options *options, const char *name, double otherwise,
                                           double *out, fl_diag *diag);

/* Fills a table with a list of `floorlab list`; `only` is a generator's name, NULL = all. */
FL_NODISCARD fl_err fl_commands_list_fill(const char *list, const char *only, fl_table *table, fl_diag *diag);

/* Adds the version of a generator's samples, and of rule sets with versions of their own: "1, flash 2". */
void fl_commands_add_versions(const fl_generator *generator, fl_text *out);

/* check FILE (check_file.c): true if a word of the command line means a file; then a row with the file's
 * name, what it is and which command uses it. */
bool fl_commands_check_is_file(const char *word);
FL_NODISCARD fl_err fl_commands_check_file(const char *path, fl_table *out, fl_diag *diag);

#endif
