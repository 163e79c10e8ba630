/* SPDX-License-Identifier: MIT */
/* The message for an error: where it is, what was found and expected, what to do.
 *
 * Code that reads user input takes an fl_diag as its last argument; NULL is allowed everywhere and drops
 * the message. */
#ifndef FL_GEN_BASE_DIAG_H
#define FL_GEN_BASE_DIAG_H

#include "gen/base/err.h"

enum { FL_DIAG_TEXT = 640 };

typedef struct fl_diag {
    fl_err code;
    char where[256];         /* file:line, option or dataset; may be empty */
    char what[FL_DIAG_TEXT]; /* found and expected */
    char hint[FL_DIAG_TEXT]; /* what to do; may be empty */
} fl_diag;

void fl_diag_init(fl_diag *self);

/* Records an error, and removes an earlier one with its hint. Returns the code, so that one can write
 * `return fl_diag_set(…)`. */
FL_NODISCARD fl_err fl_diag_set(fl_diag *self, fl_err code, const char *where, const char *format, ...)
    FL_PRINTF(4, 5);

/* Adds advice to the recorded error. */
void fl_diag_hint(fl_diag *self, const char *format, ...) FL_PRINTF(2, 3);

/* Records FL_ERR_MEMORY. */
FL_NODISCARD fl_err fl_diag_memory(fl_diag *self);

#endif
