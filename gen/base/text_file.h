/* SPDX-License-Identifier: MIT */
/* Reading a whole file that a person named: rules, chunks, plans. */
#ifndef FL_GEN_BASE_TEXT_FILE_H
#define FL_GEN_BASE_TEXT_FILE_H

#include "gen/base/diag.h"

#include <stdbool.h>
#include <stddef.h>

/* Reads a file of at most `most` bytes; `what` it is, such as "a chunk set", is for messages. The caller frees
 * *out. */
FL_NODISCARD fl_err fl_text_file_read(const char *path, const char *what, size_t most, char **out,
                                      size_t *size, fl_diag *diag);

/* Whether a name is that of a file rather than of something that ships: it has a / or ends like one. */
bool fl_text_file_is_path(const char *name, const char *end);

#endif
