/* SPDX-License-Identifier: MIT */
/* What a defect does: it ends the process. Alone in its file, as the library (analysis/library) has another
 * answer: a process of other people goes on. */
#include "gen/base/diag.h"

#include <stdio.h>
#include <stdlib.h>

void fl_bug_report(const char *place, const char *condition, const char *command)
{
    fprintf(stderr, "floorlab: a defect at %s: %s does not hold. To see it again: %s\n", place, condition,
            command);
    abort();
}
