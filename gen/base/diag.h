/* SPDX-License-Identifier: MIT */
/* What to tell a person about an error: where it is, what was found and expected, what to do.
 *
 * Code that touches user input takes a last `fl_diag *`; NULL is allowed everywhere (nobody listens). */
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

/* Notes an error and returns its code, so that `return fl_diag_set(…)` reads well. */
FL_NODISCARD fl_err fl_diag_set(fl_diag *self, fl_err code, const char *where, const char *format, ...)
    FL_PRINTF(4, 5);

/* Adds advice to the error noted last. */
void fl_diag_hint(fl_diag *self, const char *format, ...) FL_PRINTF(2, 3);

/* Out of memory, said once and the same everywhere. */
FL_NODISCARD fl_err fl_diag_memory(fl_diag *self);

#endif
