/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A defect in a call ends the call, not the process, and the handle is known to be broken. */
#include "analysis/library/library_private.h"

#include <criterion/criterion.h>
#include <signal.h>
#include <string.h>

static fl_err fall(floorlab_generator *self, const void *call, fl_diag *diag)
{
    (void)call;
    (void)diag;
    fl_bug_assert(!self, "floorlab show classic --floor 7");
    return FL_OK;
}

Test(defect, it_ends_the_call_and_is_told)
{
    floorlab_generator handle = {.is_broken = false};
    floorlab_error error;
    cr_expect_eq(fl_library_call(&handle, fall, NULL, &error), FLOORLAB_DEFECT);
    cr_expect(strstr(error.where, "test_defect.c"), "%s", error.where);
    cr_expect_str_eq(error.what, "!self does not hold");
    cr_expect(strstr(error.hint, "floorlab show classic --floor 7"), "%s", error.hint);
}

Test(defect, outside_of_a_call_it_ends_the_process, .signal = SIGABRT)
{
    fl_bug_report("here", "this", "that");
}
