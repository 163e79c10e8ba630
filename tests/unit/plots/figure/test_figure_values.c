/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Names of bosses come from data/bosses.yaml. */
#include "plots/figure/figure.h"

#include <criterion/criterion.h>

Test(figure_values, names_bosses_as_those_of_the_generator)
{
    fl_yaml *names = NULL;
    fl_diag diag;
    fl_diag_init(&diag);
    cr_assert_eq(fl_figure_bosses_open(&names, &diag), FL_OK, "%s: %s", diag.where, diag.what);
    cr_expect_str_eq(fl_figure_bosses_name(names, "rebirth", 1), "Monstro");
    cr_expect_str_eq(fl_figure_bosses_name(names, "rebirth", 8), "Mom’s Heart");
    cr_expect_str_eq(fl_figure_bosses_name(names, "rebirth", 102), "Clutch");
    cr_expect_null(fl_figure_bosses_name(names, "rebirth", 71));
    cr_expect_null(fl_figure_bosses_name(names, "rebirth", -1));
    cr_expect_null(fl_figure_bosses_name(names, "classic", 1));
    cr_expect_null(fl_figure_bosses_name(NULL, "rebirth", 1));
    fl_yaml_free(names);
}
