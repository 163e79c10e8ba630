/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Sums are kept in lowest terms. A sum whose terms exceed 64 bits is refused: no documented distribution
 * needs them. */
#include "analysis/stat/stat_private.h"

#include <string.h>

enum { DIGITS = 18 };

/* Reads the digits at the start of a text; returns how many there are, 0 for more than DIGITS. */
static size_t read_digits(const char *text, uint64_t *out)
{
    size_t n = strspn(text, "0123456789");
    *out = 0;
    for (size_t i = 0; i < n && n <= DIGITS; i++) {
        *out = *out * 10 + (uint64_t)(text[i] - '0');
    }
    return n <= DIGITS ? n : 0;
}

fl_err fl_stat_fraction_read(const char *text, fl_fraction *out)
{
    uint64_t whole = 0;
    uint64_t rest = 0;
    size_t n = read_digits(text, &whole);
    if (n > 0 && !text[n]) {
        *out = (fl_fraction){whole, 1};
        return FL_OK;
    }
    size_t more = n > 0 ? read_digits(text + n + 1, &rest) : 0;
    if (more == 0 || text[n + 1 + more]) {
        return FL_ERR_INPUT;
    }
    if (text[n] == '/') {
        *out = (fl_fraction){whole, rest};
        return rest > 0 ? FL_OK : FL_ERR_INPUT;
    }
    if (text[n] != '.' || n + more > DIGITS) {
        return FL_ERR_INPUT;
    }
    *out = (fl_fraction){whole, 1};
    for (size_t i = 0; i < more; i++) {
        out->num *= 10;
        out->den *= 10;
    }
    out->num += rest;
    return FL_OK;
}

static fl_fraction_wide greatest_common_divisor(fl_fraction_wide a, fl_fraction_wide b)
{
    while (b > 0) {
        fl_fraction_wide rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

bool fl_stat_fraction_sums_to_one(const fl_fraction *part, size_t n)
{
    static const fl_fraction_wide most = INT64_MAX;
    fl_fraction_wide num = 0;
    fl_fraction_wide den = 1;
    for (size_t i = 0; i < n; i++) {
        fl_fraction_wide shared = greatest_common_divisor(part[i].num, part[i].den);
        fl_fraction_wide part_num = part[i].num / shared;
        fl_fraction_wide part_den = part[i].den / shared;
        if (part_num > most || part_den > most) {
            return false;
        }
        num = num * part_den + part_num * den;
        den *= part_den;
        shared = greatest_common_divisor(num, den);
        num /= shared;
        den /= shared;
        if (num > den || den > most) {
            return false;
        }
    }
    return num == den;
}
