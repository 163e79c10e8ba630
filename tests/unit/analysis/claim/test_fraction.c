/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Documented numbers, exactly. */
#include "analysis/claim/claim_private.h"

#include <criterion/criterion.h>

static void expect(const char *text, uint64_t num, uint64_t den)
{
    fl_fraction ratio = {0, 0};
    cr_expect_eq(fl_claim_fraction_read(text, &ratio), FL_OK, "%s", text);
    cr_expect(ratio.num == num && ratio.den == den, "%s gives %llu/%llu", text, (unsigned long long)ratio.num,
              (unsigned long long)ratio.den);
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
        fl_fraction ratio;
        cr_expect_eq(fl_claim_fraction_read(wrong[i], &ratio), FL_ERR_INPUT, "'%s'", wrong[i]);
    }
}

Test(fraction, sums_are_exact)
{
    static const fl_fraction thirds[] = {{1, 3}, {1, 3}, {1, 3}};
    static const fl_fraction decimals[] = {{1, 10}, {2, 10}, {7, 10}};
    static const fl_fraction nearly[] = {{333333, 1000000}, {333333, 1000000}, {333333, 1000000}};
    static const fl_fraction mixed[] = {{1, 7}, {2, 5}, {16, 35}};
    static const fl_fraction primes[] = {{1, 999999937}, {1, 999999929}, {1, 999999893}};
    cr_expect(fl_claim_fraction_is_whole(thirds, 3));
    cr_expect(fl_claim_fraction_is_whole(decimals, 3));
    cr_expect(fl_claim_fraction_is_whole(mixed, 3));
    cr_expect_not(fl_claim_fraction_is_whole(nearly, 3));
    cr_expect_not(fl_claim_fraction_is_whole(thirds, 2));
    cr_expect_not(fl_claim_fraction_is_whole(decimals, 0));
    cr_expect_not(fl_claim_fraction_is_whole(primes, 3), "beyond 64 bits nothing is a law");
}
