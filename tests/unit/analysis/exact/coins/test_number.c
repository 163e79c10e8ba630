/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "analysis/exact/coins/coins_private.h"

#include <criterion/criterion.h>

static void expect(unsigned long hits, const char *of, const char *decimal, const char *fraction)
{
    mpq_t number;
    fl_coins_chance found;
    mpq_init(number);
    mpq_set_ui(number, hits, 1);
    mpz_set_str(mpq_denref(number), of, 10);
    mpq_canonicalize(number);
    fl_coins_number_write(number, 7, &found);
    cr_expect_str_eq(found.decimal, decimal);
    cr_expect_str_eq(found.fraction, fraction);
    cr_expect_eq(found.value, 7);
    mpq_clear(number);
}

Test(number, short_fractions_are_written_beside_thirty_digits)
{
    expect(10, "28", "0.357142857142857142857142857143", "5/14");
    expect(2, "3", "0.666666666666666666666666666667", "2/3");
    expect(0, "5", "0", "0");
    expect(5, "5", "1", "1");
    expect(3, "2", "1.5", "3/2");
    expect(1000, "3", "333.333333333333333333333333333", "1000/3");
}

Test(number, small_numbers_have_exponents_and_all_digits)
{
    expect(1, "3000000000", "3.33333333333333333333333333333e-10", "1/3000000000");
    expect(1, "300000000", "0.00000000333333333333333333333333333333", "1/300000000");
}

/* 1 - 1e-31 is rounded to 1, and has one digit more before the point. */
Test(number, rounding_that_carries_over_is_right)
{
    mpq_t number, little;
    fl_coins_chance found;
    mpq_inits(number, little, NULL);
    mpq_set_ui(number, 1, 1);
    mpq_set_ui(little, 1, 1);
    mpz_ui_pow_ui(mpq_denref(little), 10, 31);
    mpq_sub(number, number, little);
    fl_coins_number_write(number, 0, &found);
    cr_expect_str_eq(found.decimal, "1");
    cr_expect_str_eq(found.fraction, "");
    mpq_clears(number, little, NULL);
}
