/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Numbers as people write them. */
#include "gen/base/parse_number.h"

#include <criterion/criterion.h>

Test(parse_number, reads_what_people_write)
{
    static const struct {
        const char *text;
        uint64_t value;
    } rows[] = {
        {"0", 0},
        {"007", 7},
        {"2_000", 2000},
        {"1k", 1000},
        {"10M", 10000000},
        {"3G", 3000000000},
        {"2T", 2000000000000},
        {"5K", 5000},
        {"0x2A", 42},
        {"0XfF", 255},
        {"0xdead_beef", 0xdeadbeef},
        {"1_0_0", 100},
        {"18446744073709551615", UINT64_MAX},
        {"0xffffffffffffffff", UINT64_MAX},
        {"18446744T", 18446744000000000000u},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        uint64_t value = 1;
        cr_expect_eq(fl_parse_number_unsigned(rows[i].text, &value), FL_OK, "%s", rows[i].text);
        cr_expect_eq(value, rows[i].value, "%s", rows[i].text);
    }
}

Test(parse_number, refuses_what_is_no_number)
{
    static const char *const rows[] = {
        "",
        " 1",
        "1 ",
        "-1",
        "+1",
        "1.5",
        "1e3",
        "_1",
        "1_",
        "1__0",
        "0x",
        "x1",
        "k",
        "1kk",
        "1m",
        "1ki",
        "0x1k",
        "1,000",
        "1\n",
        "0b1",
        "0x_1",
        "1_k",
        "0xg",
        "\xc2\xb2",
        "12a",
        "18446744073709551616",
        "0x10000000000000000",
        "18446744074T",
        "99999999999999999999",
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        uint64_t value = 12345;
        cr_expect_eq(fl_parse_number_unsigned(rows[i], &value), FL_ERR_INPUT, "'%s'", rows[i]);
        cr_expect_eq(value, 12345u, "'%s' changed the result", rows[i]);
    }
}

Test(parse_number, signed_numbers_reach_both_ends)
{
    static const struct {
        const char *text;
        int64_t value;
    } rows[] = {
        {"-1", -1},
        {"+1", 1},
        {"-0", 0},
        {"-2k", -2000},
        {"-0x10", -16},
        {"9223372036854775807", INT64_MAX},
        {"-9223372036854775808", INT64_MIN},
        {"-9223372036854775807", -INT64_MAX},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        int64_t value = 5;
        cr_expect_eq(fl_parse_number_signed(rows[i].text, &value), FL_OK, "%s", rows[i].text);
        cr_expect_eq(value, rows[i].value, "%s", rows[i].text);
    }
}

Test(parse_number, signed_numbers_beyond_the_ends_are_refused)
{
    static const char *const rows[] = {
        "9223372036854775808",  "-9223372036854775809", "--1", "+-1", "-", "+", "- 1",
        "18446744073709551615", "-18446744073709551615"};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        int64_t value = 5;
        cr_expect_eq(fl_parse_number_signed(rows[i], &value), FL_ERR_INPUT, "'%s'", rows[i]);
        cr_expect_eq(value, 5);
    }
}

Test(parse_number, knows_ranges_from_other_texts)
{
    static const char *const others[] = {"",     "..",   "1",     "1..", "..3",
                                         "a..b", "1..b", "1...3", "1-3", "../1..3"};
    int64_t first = 0;
    int64_t last = 0;
    cr_expect(fl_parse_number_is_range("1..12", &first, &last));
    cr_expect_eq(first, 1);
    cr_expect_eq(last, 12);
    cr_expect(fl_parse_number_is_range("-3..1k", &first, &last));
    cr_expect_eq(first, -3);
    cr_expect_eq(last, 1000);
    cr_expect(fl_parse_number_is_range("9..2", &first, &last));
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++) {
        cr_expect_not(fl_parse_number_is_range(others[i], &first, &last), "%s", others[i]);
    }
}
