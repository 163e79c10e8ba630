/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The table of facts. */
#include "gen/floor/generator_fact.h"

#include <criterion/criterion.h>
#include <string.h>

Test(generator_fact, names_lead_back_to_their_facts)
{
    for (int i = 0; i < FL_GENERATOR_FACT_COUNT; i++) {
        cr_expect_eq(fl_generator_fact_named(fl_generator_fact_of((fl_generator_fact)i)->name),
                     (fl_generator_fact)i);
        cr_expect_gt(strlen(fl_generator_fact_of((fl_generator_fact)i)->meaning), 5u);
    }
    cr_expect_eq(fl_generator_fact_named("weather"), FL_GENERATOR_FACT_COUNT);
}

Test(generator_fact, curses_have_names_of_their_own)
{
    for (int32_t i = 0; i < FL_CURSE_COUNT; i++) {
        cr_assert_not_null(fl_generator_fact_value_name(FL_GENERATOR_FACT_CURSE, i), "curse %d", i);
        for (int32_t k = 0; k < i; k++) {
            cr_expect_str_neq(fl_generator_fact_value_name(FL_GENERATOR_FACT_CURSE, i),
                              fl_generator_fact_value_name(FL_GENERATOR_FACT_CURSE, k));
        }
    }
    cr_expect_str_eq(fl_generator_fact_value_name(FL_GENERATOR_FACT_CURSE, FL_CURSE_NONE), "none");
    cr_expect_str_eq(fl_generator_fact_value_name(FL_GENERATOR_FACT_CURSE, FL_CURSE_LABYRINTH), "labyrinth");
    cr_expect_str_eq(fl_generator_fact_value_name(FL_GENERATOR_FACT_CURSE, FL_CURSE_BLIND), "blind");
}

Test(generator_fact, values_beyond_the_names_have_none)
{
    cr_expect_null(fl_generator_fact_value_name(FL_GENERATOR_FACT_CURSE, FL_CURSE_COUNT));
    cr_expect_null(fl_generator_fact_value_name(FL_GENERATOR_FACT_CURSE, -1));
    cr_expect_null(fl_generator_fact_value_name(FL_GENERATOR_FACT_CURSE, FL_GENERATOR_FACT_NONE));
}

Test(generator_fact, plain_numbers_have_no_names)
{
    for (int i = 0; i < FL_GENERATOR_FACT_COUNT; i++) {
        if (i != FL_GENERATOR_FACT_CURSE) {
            cr_expect_null(fl_generator_fact_value_name((fl_generator_fact)i, 0), "%s",
                           fl_generator_fact_of((fl_generator_fact)i)->name);
        }
    }
}
