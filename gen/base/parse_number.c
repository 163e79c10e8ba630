/* SPDX-License-Identifier: MIT */
/* A strict number reader: no locale, no leading blanks; overflow is an error. */
#include "gen/base/parse_number.h"

#include <stdio.h>
#include <string.h>

static int digit_of(char sign, unsigned base)
{
    int value = sign >= '0' && sign <= '9'   ? sign - '0'
                : sign >= 'a' && sign <= 'f' ? sign - 'a' + 10
                : sign >= 'A' && sign <= 'F' ? sign - 'A' + 10
                                             : 99;
    return value < (int)base ? value : -1;
}

/* Returns the factor of a suffix; 0 for an unknown one. */
static uint64_t factor_of(const char *suffix)
{
    static const struct {
        char sign;
        uint64_t factor;
    } table[] = {{'k', 1000}, {'K', 1000}, {'M', 1000000}, {'G', 1000000000}, {'T', 1000000000000}};
    if (suffix[0] == '\0') {
        return 1;
    }
    for (unsigned i = 0; i < sizeof table / sizeof table[0]; i++) {
        if (table[i].sign == suffix[0] && suffix[1] == '\0') {
            return table[i].factor;
        }
    }
    return 0;
}

fl_err fl_parse_number_unsigned(const char *text, uint64_t *out)
{
    unsigned base = text[0] == '0' && (text[1] == 'x' || text[1] == 'X') ? 16 : 10;
    const char *p = base == 16 ? text + 2 : text;
    uint64_t value = 0;
    bool after_digit = false;
    for (;; p++) {
        int digit = digit_of(*p, base);
        if (digit < 0 && *p == '_' && after_digit && digit_of(p[1], base) >= 0) {
            continue;
        }
        if (digit < 0) {
            break;
        }
        if (__builtin_mul_overflow(value, (uint64_t)base, &value) ||
            __builtin_add_overflow(value, (uint64_t)digit, &value)) {
            return FL_ERR_INPUT;
        }
        after_digit = true;
    }
    uint64_t factor = factor_of(p);
    if (!after_digit || factor == 0 || (base == 16 && factor != 1) ||
        __builtin_mul_overflow(value, factor, &value)) {
        return FL_ERR_INPUT;
    }
    *out = value;
    return FL_OK;
}

fl_err fl_parse_number_signed(const char *text, int64_t *out)
{
    bool minus = text[0] == '-';
    uint64_t size = 0;
    fl_err err = fl_parse_number_unsigned(text + (minus || text[0] == '+'), &size);
    if (err || size > (uint64_t)INT64_MAX + minus) {
        return FL_ERR_INPUT;
    }
    *out = minus ? (int64_t)(0 - size) : (int64_t)size;
    return FL_OK;
}

bool fl_parse_number_is_range(const char *text, int64_t *first, int64_t *last)
{
    char low[32];
    const char *dots = strstr(text, "..");
    if (!dots || dots == text || (size_t)(dots - text) >= sizeof low) {
        return false;
    }
    snprintf(low, sizeof low, "%.*s", (int)(dots - text), text);
    return fl_parse_number_signed(low, first) == FL_OK && fl_parse_number_signed(dots + 2, last) == FL_OK;
}
