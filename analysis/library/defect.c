/* SPDX-License-Identifier: MIT */
/* Ends the call on a defect and not the process, so that a game or a notebook keeps running. Replaces
 * gen/bug.c. */
#include "analysis/library/library_private.h"

#include <stdlib.h>

static _Thread_local fl_library_rescue *current;

fl_library_rescue *fl_library_set_rescue(fl_library_rescue *rescue)
{
    fl_library_rescue *before = current;
    current = rescue;
    return before;
}

void fl_bug_report(const char *place, const char *condition, const char *command)
{
    if (!current) {
        abort(); /* every call of the library sets one */
    }
    fl_err err = fl_diag_set(current->diag, FL_ERR_DEFECT, place, "%s does not hold", condition);
    fl_diag_hint(current->diag, "this is a defect of floorlab: please report it; to see it again: %.500s",
                 command);
    longjmp(current->place, (int)err);
}
