/* Tables of the steps to come; what is done with them is held against single draws in test_ahead_kernel. */
#include "gen/random/xorshift.h"
#include "gen/rebirth/random/random_private.h"

#include <criterion/criterion.h>
#include <string.h>

Test(random_ahead, weights_are_those_of_the_page)
{
    static const uint8_t page[FL_REBIRTH_RANDOM_AHEAD_OPTIONS] = {48, 24, 24, 24, 24, 72, 72,
                                                                  36, 36, 36, 36, 24, 24};
    cr_expect_arr_eq(fl_rebirth_random_ahead_weight, page, sizeof page);
}

Test(random_ahead, tables_hold_the_steps_of_single_bits)
{
    fl_rebirth_random_ahead table;
    fl_rebirth_random_ahead_init(&table, FL_BACKEND_PORTABLE);
    for (unsigned bit = 0; bit < 32; bit++) {
        fl_xorshift stream = FL_XORSHIFT_LEVEL(1u << bit);
        for (unsigned k = 0; k < FL_REBIRTH_RANDOM_AHEAD_STATES; k++) {
            uint32_t state = fl_xorshift_next(&stream);
            cr_expect_eq(table.states[bit / 4][1u << bit % 4][k], state, "%u %u", bit, k);
            cr_expect(k + 1 != FL_REBIRTH_RANDOM_AHEAD_OPTIONS ||
                      table.past_options[bit / 8][1u << bit % 8] == state);
        }
    }
}

Test(random_ahead, without_tables_draws_are_made_one_by_one)
{
    fl_rebirth_random_ahead table;
    fl_rebirth_random_ahead_init(&table, FL_BACKEND_REFERENCE);
    cr_expect_eq(fl_rebirth_random_ahead_kernel_of(NULL), &fl_rebirth_random_ahead_kernel_portable);
    cr_expect(memcmp(&table.kernel, &fl_rebirth_random_ahead_kernel_portable, sizeof table.kernel) == 0);
}
