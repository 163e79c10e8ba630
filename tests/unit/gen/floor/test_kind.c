/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The tables of kinds, roll flags and facts, held against what relies on them. */
#include "gen/floor/kind.h"

#include "gen/floor/generator_fact.h"
#include "gen/floor/roll.h"

#include <criterion/criterion.h>
#include <ctype.h>
#include <string.h>

static const fl_kind_row *row_of(int i)
{
    return fl_kind_of((fl_kind)i);
}

/* Gao 2022 wants unique priorities; lines and drawings need names and signs without escapes. */
Test(kind, every_kind_has_a_name_a_sign_and_a_rank_of_its_own)
{
    for (int i = 0; i < FL_KIND_COUNT; i++) {
        const fl_kind_row *row = row_of(i);
        cr_expect(row->name[0] && strlen(row->name) < 16, "%s", row->name);
        cr_expect_eq(strspn(row->name, "abcdefghijklmnopqrstuvwxyz_"), strlen(row->name));
        cr_expect_eq(fl_kind_named(row->name), (fl_kind)i);
        cr_expect(isprint(row->sign) && row->colour <= 0xffffff && row->label[0], "%s", row->name);
        cr_expect(row->rank <= row_of(FL_KIND_START)->rank && row->rank >= row_of(FL_KIND_NORMAL)->rank);
        cr_expect_eq(fl_kind_is_secret((fl_kind)i), strstr(row->name, "secret") != NULL, "%s", row->name);
        for (int k = 0; k < i; k++) {
            cr_expect(row->sign != row_of(k)->sign && row->rank != row_of(k)->rank, "%s and %s", row->name,
                      row_of(k)->name);
        }
    }
    cr_expect(fl_kind_named("throne") == FL_KIND_COUNT && fl_kind_named("") == FL_KIND_COUNT);
    cr_expect_str_eq(row_of(FL_KIND_COUNT)->name, "normal", "a number beyond the table");
}

Test(roll, flags_have_names_and_meanings)
{
    static const char *const names[] = {"rolled", "first_chance", "second_chance", "second_rolled",
                                        "won",    "placed",       "no_dead_end"};
    for (unsigned i = 0; i < FL_ROLL_FLAGS; i++) {
        unsigned k = 0;
        while (k < FL_ROLL_FLAGS && strcmp(names[k], fl_roll_flag_name(i)) != 0) {
            k++;
        }
        cr_expect(k < FL_ROLL_FLAGS, "%s", fl_roll_flag_name(i));
        cr_expect_str_neq(fl_roll_flag_meaning(i), fl_roll_flag_name(i));
        cr_expect_gt(strlen(fl_roll_flag_meaning(i)), 5u);
    }
}

Test(generator_fact, curses_alone_have_names)
{
    static const char *const names[FL_CURSE_COUNT] = {"none",    "labyrinth", "lost", "darkness",
                                                      "unknown", "maze",      "blind"};
    for (int i = 0; i < FL_GENERATOR_FACT_COUNT; i++) {
        bool is_curse = i == FL_GENERATOR_FACT_CURSE;
        cr_expect_gt(strlen(fl_generator_fact_of((fl_generator_fact)i)->meaning), 5u);
        for (int32_t k = 0; k < FL_CURSE_COUNT; k++) {
            const char *name = fl_generator_fact_value_name((fl_generator_fact)i, k);
            cr_expect(is_curse ? name && strcmp(name, names[k]) == 0 : !name);
        }
        cr_expect_null(fl_generator_fact_value_name((fl_generator_fact)i, FL_CURSE_COUNT));
        cr_expect_null(fl_generator_fact_value_name((fl_generator_fact)i, -1));
    }
}
