/* Help pages, written from the tables. */
#ifndef FL_EXPERIMENTS_PAGE_H
#define FL_EXPERIMENTS_PAGE_H

#include "experiments/command.h"
#include "gen/core/text.h"

/* What the program is and its commands. */
void fl_page_program(fl_text *out);

/* One command: usage, options, examples. */
void fl_page_command(const fl_command *command, fl_text *out);

/* The page of a command or of a generator's settings. */
FL_NODISCARD fl_err fl_page_topic(const char *word, fl_text *out, fl_diag *diag);

#endif
