/* Help pages, written from the tables. */
#ifndef FL_EXPERIMENTS_COMMANDS_HELP_PAGE_H
#define FL_EXPERIMENTS_COMMANDS_HELP_PAGE_H

#include "experiments/commands/commands.h"
#include "gen/base/text.h"

/* What the program is and its commands. */
void fl_commands_page_program(fl_text *out);

/* One command: usage, options, examples. */
void fl_commands_page_command(const fl_command *command, fl_text *out);

/* The page of a command or of a generator's settings. */
FL_NODISCARD fl_err fl_commands_page_topic(const char *word, fl_text *out, fl_diag *diag);

/* Prints the page of a command, or of the program for NULL. */
FL_NODISCARD fl_err fl_commands_print_page(const fl_command *command, fl_diag *diag);

/* The same, followed by the settings of the generator that the command line names. */
FL_NODISCARD fl_err fl_commands_print_help(const fl_command *command, const fl_options *options, fl_diag *diag);

#endif
