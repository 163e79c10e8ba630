/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Numbers and times as short text for people. */
#include "experiments/program/program.h"

#include <string.h>

void fl_program_format_number(double number, fl_text *out)
{
    static const char suffix[] = {' ', 'k', 'M', 'G', 'T'};
    unsigned i = 0;
    while (number >= 999.5 && i < 4) { /* 999.5 would be rounded to 1000 */
        number /= 1000;
        i++;
    }
    fl_text_add_format(out,
                       i == 0           ? "%.0f"
                       : number < 9.995 ? "%.2f"
                       : number < 99.95 ? "%.1f"
                                        : "%.0f",
                       number);
    if (i > 0) {
        fl_text_add_char(out, suffix[i]);
    }
}

void fl_program_format_time(double seconds, fl_text *out)
{
    static const double longest = 999999.0 * 3600; /* keeps the conversion to an integer defined */
    uint64_t s = (uint64_t)((seconds < longest ? seconds : longest) + 0.5);
    if (s >= 3600) {
        fl_text_add_format(out, "%llu:%02u:%02u", (unsigned long long)(s / 3600), (unsigned)(s / 60 % 60),
                           (unsigned)(s % 60));
    } else {
        fl_text_add_format(out, "%u:%02u", (unsigned)(s / 60), (unsigned)(s % 60));
    }
}

void fl_program_format_word(const char *word, fl_text *out)
{
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-./=,:+@%";
    if (word[0] && word[strspn(word, plain)] == '\0') {
        fl_text_add(out, word);
        return;
    }
    fl_text_add_char(out, '\'');
    for (const char *p = word; *p; p++) {
        if (*p == '\'') {
            fl_text_add(out, "'\\''");
        } else {
            fl_text_add_char(out, *p);
        }
    }
    fl_text_add_char(out, '\'');
}
