/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The flags of gates. */
#include "gen/floor/gate.h"

#include <criterion/criterion.h>

Test(gate, flags_are_the_bits_in_the_order_of_their_names)
{
#define FL_TEST_FLAG(symbol, bit, name, meaning)                                                             \
    cr_expect_eq((unsigned)symbol, 1u << (bit));                                                             \
    cr_expect_str_eq(fl_gate_flag_name(bit), name);
    FL_GATE_TABLE(FL_TEST_FLAG)
#undef FL_TEST_FLAG
}

Test(gate, all_flags_fit_into_one_gate)
{
    cr_expect_leq((unsigned)FL_GATE_FLAGS, 8 * sizeof(fl_gate));
    cr_expect_not_null(fl_gate_flag_name(FL_GATE_FLAGS - 1));
}

Test(gate, no_two_flags_share_a_name)
{
    for (unsigned i = 0; i < FL_GATE_FLAGS; i++) {
        for (unsigned k = 0; k < i; k++) {
            cr_expect_str_neq(fl_gate_flag_name(i), fl_gate_flag_name(k));
        }
    }
}

Test(gate, the_flag_count_is_the_length_of_the_table)
{
    unsigned rows = 0;
#define FL_TEST_ROW(symbol, bit, name, meaning) rows++;
    FL_GATE_TABLE(FL_TEST_ROW)
#undef FL_TEST_ROW
    cr_expect_eq(rows, (unsigned)FL_GATE_FLAGS);
}
