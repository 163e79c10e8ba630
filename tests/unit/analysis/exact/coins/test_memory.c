/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "analysis/exact/coins/memory.h"

#include <criterion/criterion.h>
#include <gmp.h>
#include <stdint.h>

enum { RESERVE = 1 << 16 };

static _Alignas(max_align_t) unsigned char reserve[RESERVE];

static bool is_inside(const void *at)
{
    return (uintptr_t)at >= (uintptr_t)reserve && (uintptr_t)at < (uintptr_t)reserve + RESERVE;
}

Test(memory, numbers_come_from_the_reserve_and_their_room_is_used_again)
{
    fl_coins_memory memory;
    fl_coins_memory_begin(&memory, reserve, RESERVE);
    for (unsigned i = 0; i < 1000; i++) {
        mpz_t number, square;
        mpz_inits(number, square, NULL);
        mpz_ui_pow_ui(number, 3, 1000 + i);
        mpz_mul(square, number, number);
        cr_assert(is_inside(number->_mp_d) && is_inside(square->_mp_d), "round %u", i);
        mpz_fdiv_q(square, square, number);
        cr_assert_eq(mpz_cmp(square, number), 0);
        mpz_clears(number, square, NULL);
    }
    cr_expect_lt(memory.at - reserve, RESERVE / 2);
    fl_coins_memory_end(&memory);
}

Test(memory, what_is_too_large_comes_from_elsewhere)
{
    fl_coins_memory memory;
    mpz_t number, little;
    fl_coins_memory_begin(&memory, reserve, RESERVE);
    mpz_inits(number, little, NULL);
    mpz_ui_pow_ui(little, 3, 100);
    mpz_ui_pow_ui(number, 3, 1000000);
    cr_expect_not(is_inside(number->_mp_d));
    cr_expect(is_inside(little->_mp_d));
    mpz_clears(number, little, NULL);
    fl_coins_memory_end(&memory);
}

Test(memory, reserves_are_nested)
{
    static _Alignas(max_align_t) unsigned char other[RESERVE];
    fl_coins_memory outer, inner;
    mpz_t first, second;
    fl_coins_memory_begin(&outer, other, RESERVE);
    mpz_init_set_ui(first, 7);
    fl_coins_memory_begin(&inner, reserve, RESERVE);
    mpz_init_set_ui(second, 7);
    cr_expect(is_inside(second->_mp_d));
    cr_expect_not(is_inside(first->_mp_d));
    mpz_clear(second);
    fl_coins_memory_end(&inner);
    mpz_init_set_ui(second, 7);
    cr_expect(second->_mp_d > (mp_limb_t *)(void *)other &&
                  second->_mp_d < (mp_limb_t *)(void *)(other + RESERVE),
              "after the inner one the outer one serves again");
    mpz_clears(first, second, NULL);
    fl_coins_memory_end(&outer);
}
