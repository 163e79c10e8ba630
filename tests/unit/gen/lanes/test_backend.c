/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Names of backends; what is here. */
#include "gen/lanes/backend.h"

#include <criterion/criterion.h>

Test(backend, names_are_found_again_and_unknown_ones_are_not)
{
    for (int i = 0; i < FL_BACKEND_COUNT; i++) {
        cr_expect_eq(fl_backend_named(fl_backend_name((fl_backend)i)), (fl_backend)i);
    }
    cr_expect_eq(fl_backend_named("sse"), FL_BACKEND_COUNT);
    cr_expect_eq(fl_backend_named(""), FL_BACKEND_COUNT);
}

Test(backend, the_best_one_is_here_and_none_here_is_better)
{
    fl_backend best = fl_backend_best();
    cr_expect(fl_backend_is_here(best));
    cr_expect(fl_backend_is_here(FL_BACKEND_REFERENCE) && fl_backend_is_here(FL_BACKEND_PORTABLE));
    for (int i = (int)best + 1; i < FL_BACKEND_COUNT; i++) {
        cr_expect_not(fl_backend_is_here((fl_backend)i));
    }
}
