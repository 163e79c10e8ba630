/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Single values of ruleset files. */
#include "gen/grid/grid_private.h"
#include "tests/support/grid_group.h"

#include <criterion/criterion.h>

#include <string.h>

Test(yaml_values, decimals_are_read_exactly)
{
    static const struct {
        const char *text;
        int64_t value;
    } table[] = {
        {"0", 0},
        {"1", 1000000000},
        {"0.5", 500000000},
        {".5", 500000000},
        {"3.", 3000000000},
        {"0.000000001", 1},
        {"0.123456789", 123456789},
        {"999999999", 999999999000000000},
        {"007.25", 7250000000},
    };
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
        int64_t value = -1;
        cr_expect_eq(fl_grid_yaml_parse(table[i].text, &value), FL_OK, "%s", table[i].text);
        cr_expect_eq(value, table[i].value, "%s: %lld", table[i].text, (long long)value);
    }
}

Test(yaml_values, what_is_no_decimal_is_refused)
{
    static const char *const table[] = {"",     ".",   "-1",  "+1",    "1e3",          "0x1",
                                        "1,5",  " 1",  "1 ",  "0.5.5", "0.1234567891", "1234567890",
                                        "half", "1/2", "nan", "inf",   "0..1",         "."};
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
        int64_t value = -1;
        cr_expect_eq(fl_grid_yaml_parse(table[i], &value), FL_ERR_INPUT, "%s", table[i]);
        cr_expect_eq(value, -1, "%s", table[i]);
    }
}

static void refuses(const char *old, const char *new, const char *where, const char *what)
{
    grid_group g;
    grid_group_try_edited(&g, grid_group_small, old, new);
    cr_expect_eq(g.err, FL_ERR_INPUT, "%s", new);
    cr_expect_str_eq(g.diag.where, where, "%s: %s", new, g.diag.where);
    cr_expect(strstr(g.diag.what, what), "%s: %s", new, g.diag.what);
    grid_group_close(&g);
}

Test(yaml_values, numbers_out_of_range_name_the_range)
{
    refuses("max: 6", "max: 50000", "test.yaml:6", "'max' is a whole number from 1 to 40000, not '50000'");
    refuses("max: 6", "max: 6.5", "test.yaml:6", "whole number");
    refuses("p: 0.5", "p: 1.5", "test.yaml:14", "'p' is a number from 0 to 1, not '1.5'");
    refuses("p: 0.5", "p: -0.5", "test.yaml:14", "'p' is a number from 0 to 1");
    refuses("connections: 4", "connections: -1", "test.yaml:9", "from 0 to 130");
    refuses("weight: 1,", "weight: much,", "test.yaml:9",
            "'weight' is a number from 0 to 1000000, not 'much'");
}

Test(yaml_values, flags_are_true_or_false)
{
    refuses("propagate_higher: true", "propagate_higher: yes", "test.yaml:13", "true or false, not 'yes'");
    refuses("propagate_higher: true", "propagate_higher: 1", "test.yaml:13", "true or false");
}

Test(yaml_values, texts_are_neither_empty_nor_endless)
{
    refuses("name: small", "name: ''", "test.yaml:1", "1 to 47 bytes");
    refuses("name: small",
            "name: aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
            "test.yaml:1", "1 to 47 bytes");
}
