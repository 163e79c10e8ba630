/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Numbers as people write them. */
#include "gen/base/parse_number.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

/* Calls a test for each of some texts between bars. */
static void for_each(const char *texts, void (*test)(const char *text))
{
    for (const char *p = texts; *p; p += strcspn(p, "|") + 1) {
        char text[64];
        snprintf(text, sizeof text, "%.*s", (int)strcspn(p, "|"), p);
        test(text);
    }
}

/* "text=value" */
static void expect_unsigned(const char *row)
{
    char text[64];
    uint64_t value = 1;
    uint64_t expected = 0;
    cr_assert_eq(sscanf(row, "%[^=]=%lu", text, &expected), 2);
    cr_expect_eq(fl_parse_number_unsigned(text, &value), FL_OK, "%s", text);
    cr_expect_eq(value, expected, "%s", text);
}

static void expect_signed(const char *row)
{
    char text[64];
    int64_t value = 1;
    int64_t expected = 0;
    cr_assert_eq(sscanf(row, "%[^=]=%ld", text, &expected), 2);
    cr_expect_eq(fl_parse_number_signed(text, &value), FL_OK, "%s", text);
    cr_expect_eq(value, expected, "%s", text);
}

Test(parse_number, reads_what_people_write)
{
    for_each("0=0|007=7|2_000=2000|1k=1000|10M=10000000|3G=3000000000|2T=2000000000000|5K=5000|0x2A=42|"
             "0XfF=255|0xdead_beef=3735928559|1_0_0=100|18446744T=18446744000000000000|"
             "18446744073709551615=18446744073709551615|0xffffffffffffffff=18446744073709551615|",
             expect_unsigned);
    for_each("-1=-1|+1=1|-0=0|-2k=-2000|-0x10=-16|9223372036854775807=9223372036854775807|"
             "-9223372036854775807=-9223372036854775807|-9223372036854775808=-9223372036854775808|",
             expect_signed);
}

static void expect_refused(const char *text)
{
    uint64_t value = 12345;
    int64_t other = 5;
    bool has_sign = strchr("+-", text[0]);
    cr_expect(fl_parse_number_unsigned(text, &value) == FL_ERR_INPUT && value == 12345, "'%s'", text);
    cr_expect(has_sign || (fl_parse_number_signed(text, &other) == FL_ERR_INPUT && other == 5), "%s", text);
}

static void expect_refused_with_sign(const char *text)
{
    int64_t value = 5;
    cr_expect(fl_parse_number_signed(text, &value) == FL_ERR_INPUT && value == 5, "'%s'", text);
}

Test(parse_number, refuses_what_is_no_number_and_changes_nothing)
{
    for_each("| 1|1 |-1|+1|1.5|1e3|_1|1_|1__0|0x|x1|k|1kk|1m|1ki|0x1k|1,000|1\n|0b1|0x_1|1_k|0xg|²|12a|"
             "18446744073709551616|0x10000000000000000|18446744074T|99999999999999999999|",
             expect_refused);
    for_each("--1|+-1|-|+|- 1|9223372036854775808|-9223372036854775809|-18446744073709551615|",
             expect_refused_with_sign);
}

static void expect_no_range(const char *text)
{
    int64_t end[2];
    cr_expect_not(fl_parse_number_is_range(text, &end[0], &end[1]), "%s", text);
}

Test(parse_number, knows_ranges_from_other_texts)
{
    int64_t first = 0;
    int64_t last = 0;
    cr_expect(fl_parse_number_is_range("-3..1k", &first, &last) && first == -3 && last == 1000);
    cr_expect(fl_parse_number_is_range("9..2", &first, &last) && first == 9 && last == 2);
    for_each("|..|1|1..|..3|a..b|1..b|1...3|1-3|../1..3|", expect_no_range);
}
