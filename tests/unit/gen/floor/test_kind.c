/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The table of kinds, held against what relies on it. */
#include "gen/floor/kind.h"

#include <criterion/criterion.h>
#include <ctype.h>
#include <stdbool.h>
#include <string.h>

Test(kind, names_lead_back_to_their_kinds)
{
    for (int i = 0; i < FL_KIND_COUNT; i++) {
        cr_expect_eq(fl_kind_named(fl_kind_of((fl_kind)i)->name), (fl_kind)i);
    }
    cr_expect_eq(fl_kind_named("throne"), FL_KIND_COUNT);
    cr_expect_eq(fl_kind_named(""), FL_KIND_COUNT);
    cr_expect_eq(fl_kind_named("Boss"), FL_KIND_COUNT);
}

Test(kind, names_need_no_escape_anywhere)
{
    for (int i = 0; i < FL_KIND_COUNT; i++) {
        const char *name = fl_kind_of((fl_kind)i)->name;
        cr_expect(name[0] != '\0' && strlen(name) < 16, "%s", name);
        for (const char *p = name; *p; p++) {
            cr_expect(islower((unsigned char)*p) || *p == '_', "%s", name);
        }
    }
}

Test(kind, signs_on_the_map_are_all_different)
{
    for (int i = 0; i < FL_KIND_COUNT; i++) {
        cr_expect(isprint(fl_kind_of((fl_kind)i)->sign));
        for (int k = 0; k < i; k++) {
            cr_expect_neq(fl_kind_of((fl_kind)i)->sign, fl_kind_of((fl_kind)k)->sign, "%s and %s",
                          fl_kind_of((fl_kind)i)->name, fl_kind_of((fl_kind)k)->name);
        }
    }
}

Test(kind, colours_and_labels_are_usable)
{
    for (int i = 0; i < FL_KIND_COUNT; i++) {
        cr_expect_leq(fl_kind_of((fl_kind)i)->colour, 0xffffffu);
        cr_expect_gt(strlen(fl_kind_of((fl_kind)i)->label), 0u);
    }
}

/* Gao 2022 wants unique priorities. */
Test(kind, ranks_are_unique)
{
    for (int i = 0; i < FL_KIND_COUNT; i++) {
        for (int k = 0; k < i; k++) {
            cr_expect_neq(fl_kind_of((fl_kind)i)->rank, fl_kind_of((fl_kind)k)->rank, "%s and %s",
                          fl_kind_of((fl_kind)i)->name, fl_kind_of((fl_kind)k)->name);
        }
    }
}

Test(kind, the_start_outranks_all_and_normal_none)
{
    for (int i = 0; i < FL_KIND_COUNT; i++) {
        cr_expect_leq(fl_kind_of((fl_kind)i)->rank, fl_kind_of(FL_KIND_START)->rank);
        cr_expect_geq(fl_kind_of((fl_kind)i)->rank, fl_kind_of(FL_KIND_NORMAL)->rank);
    }
}

Test(kind, secret_rooms_are_the_three_hidden_ones)
{
    for (int i = 0; i < FL_KIND_COUNT; i++) {
        bool is_secret = strstr(fl_kind_of((fl_kind)i)->name, "secret") != NULL;
        cr_expect_eq(fl_kind_is_secret((fl_kind)i), is_secret, "%s", fl_kind_of((fl_kind)i)->name);
    }
}

Test(kind, a_number_beyond_the_table_reads_as_normal)
{
    cr_expect_str_eq(fl_kind_of(FL_KIND_COUNT)->name, "normal");
}
