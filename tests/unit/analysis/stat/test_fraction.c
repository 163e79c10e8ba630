/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Documented numbers are kept exactly, and so is the distance of a count from its expectation. */
#include "analysis/stat/stat_private.h"

#include <criterion/criterion.h>

static void expect(const char *text, uint64_t num, uint64_t den)
{
    fl_fraction fraction = {0, 0};
    cr_expect_eq(fl_stat_fraction_read(text, &fraction), FL_OK, "%s", text);
    cr_expect(fraction.num == num && fraction.den == den, "%s gives %llu/%llu", text,
              (unsigned long long)fraction.num, (unsigned long long)fraction.den);
}

Test(fraction, is_read_as_it_is_written)
{
    expect("5/14", 5, 14);
    expect("0.25", 25, 100);
    expect("3", 3, 1);
    expect("0", 0, 1);
    expect("1/1", 1, 1);
    expect("10/20", 10, 20);
    expect("3.33", 333, 100);
    expect("999999999999999999", 999999999999999999u, 1);
}

Test(fraction, anything_else_is_refused)
{
    static const char *const wrong[] = {"",
                                        " 1",
                                        "1 ",
                                        "1/0",
                                        "/2",
                                        "1/",
                                        "1.",
                                        ".5",
                                        "-1",
                                        "1/2/3",
                                        "1e3",
                                        "0x1",
                                        "1,5",
                                        "half",
                                        "1..2",
                                        "1 /2",
                                        "1000000000000000000"};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        fl_fraction fraction;
        cr_expect_eq(fl_stat_fraction_read(wrong[i], &fraction), FL_ERR_INPUT, "'%s'", wrong[i]);
    }
}

Test(fraction, excess_is_exact_where_doubles_are_not)
{
    fl_fraction seventh = {1, 7};
    cr_expect_eq(fl_stat_fraction_excess(seventh, 142857142857u, 999999999999u), 0);
    cr_expect_eq(fl_stat_fraction_excess(seventh, 142857142856u, 999999999999u), 1);
    cr_expect_eq(fl_stat_fraction_excess(seventh, 142857142858u, 999999999999u), -1);
    cr_expect_eq(fl_stat_fraction_excess((fl_fraction){UINT32_MAX, UINT64_MAX / 2}, 0, 0), 0);
}
