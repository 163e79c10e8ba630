/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "gen/classic/classic.h"
#include "tests/unit/analysis/exact/coins/small_law.h"

#include <criterion/criterion.h>

#include <string.h>

Test(terms, a_level_aims_at_two_numbers_of_rooms)
{
    small_law law;
    small_law_open_rules(&law, "level=4");
    cr_expect_null(law.terms.obstacle);
    cr_expect_eq(law.terms.sizes_n, 2);
    cr_expect_eq(law.terms.size[0].target, 15);
    cr_expect_eq(law.terms.size[1].least, 16);
    cr_expect_eq(law.terms.secret_area, 72);
    cr_expect_str_eq(law.terms.gate[0].name, "sacrifice");
    cr_expect_eq(law.terms.gate[0].second_of, 4);
    fl_classic.free(law.rules);
}

Test(terms, the_demo_has_no_number_of_rooms_but_limits)
{
    small_law law;
    small_law_open_rules(&law, "rules=demo");
    cr_expect_eq(law.terms.sizes_n, 1);
    cr_expect_eq(law.terms.size[0].target, 0);
    cr_expect_eq(law.terms.size[0].least, 7);
    cr_expect_eq(law.terms.size[0].most, 15);
    cr_expect(law.terms.boss_may_touch_start && law.terms.secret_forbids_boss_only);
    cr_expect_eq(law.terms.gates_n, 0);
    fl_classic.free(law.rules);
}

Test(terms, rules_that_are_not_grown_by_coins_alone_say_so)
{
    small_law law;
    small_law_open_rules(&law, "rules=flash");
    cr_expect(law.terms.obstacle && strstr(law.terms.obstacle, "flash"));
    fl_classic.free(law.rules);
}
