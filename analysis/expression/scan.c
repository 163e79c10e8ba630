/* SPDX-License-Identifier: MIT */
/* Cuts a text into words: numbers, names and operators. Names may have dots (roll.sacrifice.placed); names
 * with other characters are put in double quotes, unless they are known (degree_4+). */
#include "analysis/expression/expression_private.h"
#include "gen/base/parse_number.h"

#include <stdio.h>
#include <string.h>

/* Longer operators first. */
static const char *const signs[] = {"&&", "||", "==", "!=", "<=", ">=", "..", "<", ">",
                                    "+",  "-",  "*",  "/",  "%",  "!",  "(",  ")"};

static bool is_letter(char sign)
{
    return (sign >= 'a' && sign <= 'z') || (sign >= 'A' && sign <= 'Z') || sign == '_';
}

static bool is_digit(char sign)
{
    return sign >= '0' && sign <= '9';
}

/* Takes n bytes of the text as a name. */
static fl_err take_name(const fl_scan_text *self, size_t at, size_t n, fl_scan_word *out)
{
    if (n == 0 || n >= sizeof out->name) {
        return fl_expression_refuse(self, at, n == 0 ? "a name is empty" : "a name is too long");
    }
    memcpy(out->name, self->text + at, n);
    out->name[n] = '\0';
    out->sort = strcmp(out->name, "in") == 0 ? FL_SCAN_SIGN : FL_SCAN_NAME;
    return FL_OK;
}

/* Reads letters, digits and dots; a final + only if the name with it is known. */
static fl_err read_name(const fl_scan_text *self, fl_scan_word *out)
{
    const char *p = self->text + out->at;
    size_t n = 1;
    while (is_letter(p[n]) || is_digit(p[n]) || (p[n] == '.' && is_letter(p[n + 1])) ||
           (p[n] == '.' && is_digit(p[n + 1]) && !is_digit(p[n - 1]))) {
        n++;
    }
    out->n = n;
    fl_err err = take_name(self, out->at, n, out);
    if (!err && p[n] == '+' && out->sort == FL_SCAN_NAME && !fl_name_is_known(self->catalogue, out->name)) {
        fl_scan_word more = *out;
        bool is_longer = n + 1 < sizeof more.name;
        if (is_longer) {
            memcpy(more.name + n, "+", 2);
            is_longer = fl_name_is_known(self->catalogue, more.name);
        }
        if (is_longer) {
            *out = more;
            out->n = n + 1;
        }
    }
    return err;
}

static fl_err read_quoted(const fl_scan_text *self, fl_scan_word *out)
{
    const char *p = self->text + out->at;
    const char *end = strchr(p + 1, '"');
    if (!end) {
        return fl_expression_refuse(self, out->at, "the quote is not closed");
    }
    out->n = (size_t)(end - p) + 1;
    fl_err err = take_name(self, out->at + 1, out->n - 2, out);
    out->sort = FL_SCAN_NAME;
    return err;
}

static fl_err read_number(const fl_scan_text *self, fl_scan_word *out)
{
    char digits[64];
    uint64_t number = 0;
    const char *p = self->text + out->at;
    size_t n = 0;
    while (is_digit(p[n]) || is_letter(p[n])) {
        n++;
    }
    out->n = n;
    if (p[n] == '.' && is_digit(p[n + 1])) {
        return fl_expression_refuse(self, out->at, "only whole numbers; shares are measured in permille");
    }
    snprintf(digits, sizeof digits, "%.*s", (int)(n < sizeof digits ? n : sizeof digits - 1), p);
    bool is_good =
        n < sizeof digits && fl_parse_number_unsigned(digits, &number) == FL_OK && number <= INT64_MAX;
    out->sort = FL_SCAN_NUMBER;
    out->number = (int64_t)number;
    return is_good ? FL_OK
                   : fl_expression_refuse(self, out->at, "'%.40s' is not a whole number of 64 bits", digits);
}

static fl_err read_sign(const fl_scan_text *self, fl_scan_word *out)
{
    const char *p = self->text + out->at;
    for (size_t i = 0; i < sizeof signs / sizeof signs[0]; i++) {
        size_t n = strlen(signs[i]);
        if (strncmp(p, signs[i], n) == 0) {
            out->sort = FL_SCAN_SIGN;
            out->n = n;
            return FL_OK;
        }
    }
    if (strncmp(p, "=>", 2) == 0 || strncmp(p, "=<", 2) == 0) {
        return fl_expression_refuse(self, out->at, "unexpected '%.2s'; did you mean '%c='?", p, p[1]);
    }
    if (*p == '=' || *p == '&' || *p == '|') {
        return fl_expression_refuse(self, out->at, "unexpected '%c'; did you mean '%c%c'?", *p, *p, *p);
    }
    return fl_expression_refuse(self, out->at, "'%.*s' cannot be understood",
                                (int)(fl_text_sequence((const unsigned char *)p) > 0
                                          ? fl_text_sequence((const unsigned char *)p)
                                          : 1),
                                p);
}

fl_err fl_scan_next(const fl_scan_text *self, size_t at, fl_scan_word *out)
{
    at += strspn(self->text + at, " \t\r\n");
    *out = (fl_scan_word){.sort = FL_SCAN_END, .at = at};
    char first = self->text[at];
    return first == '\0'      ? FL_OK
           : first == '"'     ? read_quoted(self, out)
           : is_letter(first) ? read_name(self, out)
           : is_digit(first)  ? read_number(self, out)
                              : read_sign(self, out);
}

bool fl_scan_is(const fl_scan_text *self, const fl_scan_word *word, const char *sign)
{
    return word->sort == FL_SCAN_SIGN && word->n == strlen(sign) &&
           memcmp(self->text + word->at, sign, word->n) == 0;
}
