/* Writing results: every byte arrives, or there is an error that says why. */
#ifndef FL_EXPERIMENTS_PROGRAM_OUTPUT_H
#define FL_EXPERIMENTS_PROGRAM_OUTPUT_H

#include "gen/base/diag.h"
#include "gen/base/text.h"

#include <stdbool.h>

/* Writes all of a text to an open file. A reader that went away is FL_ERR_CLOSED and needs no message. */
FL_NODISCARD fl_err fl_program_output_write(int file, const fl_text *text, fl_diag *diag);

/* A file with that text and no other, which appears under its name when it is whole. */
FL_NODISCARD fl_err fl_program_output_replace(const char *path, const fl_text *text, fl_diag *diag);

/* Whether to colour what goes to a file: --color, NO_COLOR, TERM and whether it is a terminal decide. */
FL_NODISCARD fl_err fl_program_output_colour(int file, const char *when, bool *out, fl_diag *diag);

#endif
