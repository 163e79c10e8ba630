/* Whole files in: small ones, read into memory. */
#ifndef FL_EXPERIMENTS_PROGRAM_FILE_H
#define FL_EXPERIMENTS_PROGRAM_FILE_H

#include "gen/base/diag.h"

#include <stdbool.h>
#include <stddef.h>

bool fl_program_file_exists(const char *path);

/* Reads a regular file of up to 1 GiB; *text ends in NUL and is the caller's. */
FL_NODISCARD fl_err fl_program_file_read(const char *path, char **text, size_t *size, fl_diag *diag);

#endif
