/* SPDX-License-Identifier: MIT */
/* Ends the process on a defect. In a file of its own, because the library (analysis/library) replaces it: the
 * host process must continue. */
#include "gen/base/diag.h"

#include <stdio.h>
#include <stdlib.h>

void fl_bug_report(const char *place, const char *condition, const char *command)
{
    fprintf(stderr, "floorlab: a defect at %s: %s does not hold. To see it again: %s\n", place, condition,
            command);
    abort();
}
