/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "analysis/exact/coins/coins_private.h"
#include "tests/support/scale.h"

#include <criterion/criterion.h>
#include <gmp.h>
#include <sys/resource.h>

#ifndef FL_TEST_SANITIZED /* its malloc ends the process where there is no memory */
static fl_err square(void *bits, fl_diag *diag)
{
    mpz_t number;
    (void)diag;
    mpz_init(number);
    mpz_ui_pow_ui(number, 2, *(unsigned long *)bits);
    mpz_clear(number);
    return FL_OK;
}

Test(memory, a_number_that_is_too_large_is_an_error)
{
    fl_diag diag;
    unsigned long little = 1000;
    unsigned long much = 1ul << 35;
    const struct rlimit most = {1ul << 31, 1ul << 31};
    fl_diag_init(&diag);
    cr_assert_eq(setrlimit(RLIMIT_AS, &most), 0);
    cr_expect_eq(fl_coins_memory_try(square, &much, &diag), FL_ERR_MEMORY);
    cr_expect_eq(fl_coins_memory_try(square, &little, &diag), FL_OK);
}
#endif
