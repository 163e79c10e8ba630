/* Help pages, written from the tables. */
#ifndef FL_EXPERIMENTS_PROGRAM_HELP_PAGE_H
#define FL_EXPERIMENTS_PROGRAM_HELP_PAGE_H

#include "experiments/program/command.h"
#include "gen/base/text.h"

/* What the program is and its commands. */
void fl_page_program(fl_text *out);

/* One command: usage, options, examples. */
void fl_page_command(const fl_command *command, fl_text *out);

/* The page of a command or of a generator's settings. */
FL_NODISCARD fl_err fl_page_topic(const char *word, fl_text *out, fl_diag *diag);

#endif
