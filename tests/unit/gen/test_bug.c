/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What a defect does to the program. */
#include "gen/base/diag.h"

#include <criterion/criterion.h>
#include <signal.h>

enum { ONE = 1 };

Test(bug, a_defect_ends_the_process, .signal = SIGABRT)
{
    fl_bug_assert(ONE == 0, "this test");
}

Test(bug, a_condition_that_holds_goes_on)
{
    fl_bug_assert(ONE > 0, "this test");
    cr_expect(ONE > 0);
}
