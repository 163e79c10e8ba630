/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Single values of plan files. */
#include "gen/journey/journey_private.h"

#include <criterion/criterion.h>

#include <string.h>

static fl_err read_chance(const char *text, fl_journey_chance *out)
{
    fl_yaml *yaml = NULL;
    fl_diag diag;
    fl_diag_init(&diag);
    cr_assert_eq(fl_yaml_read(text, strlen(text), "test.yaml", &yaml, &diag), FL_OK);
    fl_journey_yaml source = {.yaml = yaml, .diag = &diag};
    fl_err err = fl_journey_yaml_chance(&source, fl_yaml_root(yaml)->first, out);
    fl_yaml_free(yaml);
    return err;
}

Test(yaml_values, chances_are_fractions_and_decimals)
{
    static const struct {
        const char *text;
        uint32_t hits, of;
    } table[] = {{"c: 1/3", 1, 3},   {"c: 0.25", 25, 100},  {"c: 1", 1, 1},
                 {"c: 0", 0, 1},     {"c: 1.0", 10, 10},    {"c: 0/5", 0, 5},
                 {"c: 5/14", 5, 14}, {"c: 0.001", 1, 1000}, {"c: 1/999999999", 1, 999999999}};
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
        fl_journey_chance chance;
        cr_expect_eq(read_chance(table[i].text, &chance), FL_OK, "%s", table[i].text);
        cr_expect_eq(chance.hits, table[i].hits, "%s", table[i].text);
        cr_expect_eq(chance.of, table[i].of, "%s", table[i].text);
    }
}

Test(yaml_values, names_have_limits_and_plain_signs)
{
    fl_yaml *yaml = NULL;
    char out[FL_JOURNEY_NAME];
    fl_journey_yaml source = {0};
    cr_assert_eq(fl_yaml_read("a: b", 4, "test.yaml", &yaml, NULL), FL_OK);
    source.yaml = yaml;
    const fl_yaml_node *node = fl_yaml_root(yaml);
    cr_expect_eq(fl_journey_yaml_name(&source, node, "caves_1-b", out), FL_OK);
    cr_expect_str_eq(out, "caves_1-b");
    cr_expect_eq(fl_journey_yaml_name(&source, node, "", out), FL_ERR_INPUT);
    cr_expect_eq(fl_journey_yaml_name(&source, node, NULL, out), FL_ERR_INPUT);
    cr_expect_eq(fl_journey_yaml_name(&source, node, "a\"b", out), FL_ERR_INPUT);
    cr_expect_eq(fl_journey_yaml_name(&source, node, "a234567890123456789012345678901", out), FL_OK);
    cr_expect_eq(fl_journey_yaml_name(&source, node, "a2345678901234567890123456789012", out), FL_ERR_INPUT);
    fl_yaml_free(yaml);
}
