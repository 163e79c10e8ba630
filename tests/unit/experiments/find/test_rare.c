/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Combinations are counted exactly, and the rarest are picked in order. */
#include "experiments/find/find.h"

#include <criterion/criterion.h>

/* Values (a, b) with a < 20, b < 30 occur 1 + (a * 31 + b * 17) % 50 times; `parts` tables are put together.
 */
static void fill(fl_find_rare *out, unsigned parts)
{
    fl_find_rare part[4] = {{0}};
    uint64_t index = 0;
    for (unsigned round = 0; round < 50; round++) {
        for (int a = 0; a < 20; a++) {
            for (int b = 0; b < 30; b++) {
                fl_find_combination one = {.value = {a, b}, .count = 1, .first = index++};
                if (round < 1 + (unsigned)(a * 31 + b * 17) % 50) {
                    cr_assert_eq(fl_find_rare_add(&part[index % parts], &one, NULL), FL_OK);
                }
            }
        }
    }
    for (unsigned i = 0; i < parts; i++) {
        for (uint64_t k = 0; k < part[i].size; k++) {
            if (part[i].entry[k].count > 0) {
                cr_assert_eq(fl_find_rare_add(out, &part[i].entry[k], NULL), FL_OK);
            }
        }
        fl_find_rare_free(&part[i]);
    }
}

Test(rare, counts_and_picks_the_same_in_any_number_of_parts)
{
    for (unsigned parts = 1; parts <= 4; parts++) {
        fl_find_rare rare = {0};
        fl_find_combination rarest[601];
        fill(&rare, parts);
        cr_assert_eq(rare.n, 600);
        cr_assert_eq(fl_find_rare_pick(&rare, rarest, 601), 600);
        for (unsigned i = 0; i < 600; i++) {
            int a = rarest[i].value[0];
            int b = rarest[i].value[1];
            cr_assert_eq(rarest[i].count, 1 + (unsigned)(a * 31 + b * 17) % 50);
            cr_assert_eq(rarest[i].first, (unsigned)(a * 30 + b));
            cr_assert(i == 0 || rarest[i - 1].count < rarest[i].count ||
                      (rarest[i - 1].count == rarest[i].count && rarest[i - 1].first < rarest[i].first));
        }
        fl_find_combination few[3];
        cr_assert_eq(fl_find_rare_pick(&rare, few, 3), 3);
        cr_expect_eq(few[2].first, rarest[2].first);
        cr_expect_eq(fl_find_rare_pick(&rare, few, 0), 0);
        fl_find_rare_free(&rare);
    }
}
