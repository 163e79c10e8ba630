/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Scalars: plain, in quotes, and blocks of lines (YAML 1.1, chapters 9.1 to 9.3). Lines are folded: one line
 * break is a blank, of several the first is left out. */
#include "plots/page/doors/yaml_private.h"

#include <stdlib.h>
#include <string.h>

/* White space between two pieces of a scalar: blanks, or a line break and more of them. */
typedef struct gap {
    fl_yaml_string blanks, first, more;
    bool has_break;
} gap;

static void free_gap(gap *self)
{
    free(self->blanks.data);
    free(self->first.data);
    free(self->more.data);
}

static void add_string(fl_yaml_tokens *self, fl_yaml_string *out, fl_yaml_string *from)
{
    fl_yaml_add(self, out, from->data, from->n);
    from->n = 0;
}

/* Adds a gap to the text, folded, and empties it. */
static void fold(fl_yaml_tokens *self, gap *gap, fl_yaml_string *out)
{
    if (!gap->has_break) {
        add_string(self, out, &gap->blanks);
        return;
    }
    if (gap->first.n == 0 || gap->first.data[0] != '\n') {
        add_string(self, out, &gap->first);
    } else if (gap->more.n == 0) {
        fl_yaml_add(self, out, " ", 1);
    }
    add_string(self, out, &gap->more);
    gap->first.n = gap->blanks.n = 0;
    gap->has_break = false;
}

static void take_blank(fl_yaml_tokens *self, gap *gap)
{
    if (gap->has_break) {
        fl_yaml_skip(self);
    } else {
        fl_yaml_copy(self, &gap->blanks);
    }
}

static void take_break(fl_yaml_tokens *self, gap *gap)
{
    if (gap->has_break) {
        fl_yaml_skip_line(self, &gap->more);
        return;
    }
    gap->blanks.n = 0;
    gap->has_break = true;
    fl_yaml_skip_line(self, &gap->first);
}

static bool ends_plain(const fl_yaml_tokens *self)
{
    return (fl_yaml_is(self, ':') && fl_yaml_is_blankz(self, 1)) ||
           (self->flow_level > 0 && strchr(",[]{}", fl_yaml_peek(self, 0)));
}

/* The words up to the next white space; false where the scalar ends. */
static bool plain_words(fl_yaml_tokens *self, gap *gap, fl_yaml_string *out)
{
    while (!fl_yaml_is_blankz(self, 0)) {
        if (self->flow_level > 0 && fl_yaml_is(self, ':') && !fl_yaml_is_end(self, 1) &&
            strchr(",?[]{}", fl_yaml_peek(self, 1))) {
            return fl_yaml_fail(self, "found unexpected ':'");
        }
        if (ends_plain(self)) {
            return false;
        }
        if (gap->has_break || gap->blanks.n > 0) {
            fold(self, gap, out);
        }
        fl_yaml_copy(self, out);
    }
    return fl_yaml_is_blank(self, 0) || fl_yaml_is_break(self, 0);
}

static bool plain_gap(fl_yaml_tokens *self, size_t indent, gap *gap)
{
    while (fl_yaml_is_blank(self, 0) || fl_yaml_is_break(self, 0)) {
        if (fl_yaml_is_break(self, 0)) {
            take_break(self, gap);
        } else if (gap->has_break && self->mark.column < indent && fl_yaml_is(self, '\t')) {
            return fl_yaml_fail(self, "found a tab character that violates indentation");
        } else {
            take_blank(self, gap);
        }
    }
    return self->flow_level > 0 || self->mark.column >= indent;
}

bool fl_yaml_plain(fl_yaml_tokens *self, fl_yaml_string *out)
{
    size_t indent = (size_t)(self->indent + 1);
    gap gap = {0};
    while (!self->has_failed && !fl_yaml_is_document_mark(self) && !fl_yaml_is(self, '#') &&
           plain_words(self, &gap, out) && plain_gap(self, indent, &gap)) {}
    if (gap.has_break) {
        self->allows_key = true;
    }
    free_gap(&gap);
    return !self->has_failed;
}

static int hex_of(char letter)
{
    static const char digits[] = "0123456789abcdef";
    const char *at = letter ? strchr(digits, letter >= 'A' && letter <= 'F' ? letter + 32 : letter) : NULL;
    return at ? (int)(at - digits) : -1;
}

static void add_character(fl_yaml_tokens *self, unsigned long value, fl_yaml_string *out)
{
    static const unsigned char heads[] = {0, 0, 0xc0, 0xe0, 0xf0};
    size_t n = value < 0x80 ? 1 : value < 0x800 ? 2 : value < 0x10000 ? 3 : 4;
    char bytes[4];
    for (size_t i = n; i-- > 1; value >>= 6) {
        bytes[i] = (char)(0x80 | (value & 0x3f));
    }
    bytes[0] = (char)(heads[n] | value);
    fl_yaml_add(self, out, bytes, n);
}

/* The digits behind \x, \u or \U. */
static bool add_number(fl_yaml_tokens *self, unsigned digits, fl_yaml_string *out)
{
    unsigned long value = 0;
    for (unsigned i = 0; i < digits; i++) {
        int digit = hex_of(fl_yaml_peek(self, i));
        if (digit < 0) {
            return fl_yaml_fail(self, "did not find expected hexdecimal number");
        }
        value = value << 4 | (unsigned)digit;
    }
    if ((value >= 0xd800 && value <= 0xdfff) || value > 0x10ffff) {
        return fl_yaml_fail(self, "found invalid Unicode character escape code");
    }
    add_character(self, value, out);
    for (unsigned i = 0; i < digits; i++) {
        fl_yaml_skip(self);
    }
    return true;
}

/* What follows a backslash, at which the scanner is. */
static bool add_escape(fl_yaml_tokens *self, fl_yaml_string *out)
{
    static const struct {
        char letter;
        unsigned short value;
    } rows[] = {{'0', 0},   {'a', 7},     {'b', 8},    {'t', 9},    {'\t', 9},     {'n', 10},
                {'v', 11},  {'f', 12},    {'r', 13},   {'e', 27},   {' ', ' '},    {'"', '"'},
                {'/', '/'}, {'\\', '\\'}, {'N', 0x85}, {'_', 0xa0}, {'L', 0x2028}, {'P', 0x2029}};
    char letter = fl_yaml_peek(self, 1);
    unsigned digits = letter == 'x' ? 2 : letter == 'u' ? 4 : letter == 'U' ? 8 : 0;
    if (digits > 0) {
        fl_yaml_skip(self);
        fl_yaml_skip(self);
        return add_number(self, digits, out);
    }
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        if (rows[i].letter == letter && !fl_yaml_is_end(self, 1)) {
            fl_yaml_skip(self);
            fl_yaml_skip(self);
            add_character(self, rows[i].value, out);
            return true;
        }
    }
    return fl_yaml_fail(self, "found unknown escape character");
}

/* The words up to white space or the closing quote. */
static bool quoted_words(fl_yaml_tokens *self, bool is_single, gap *gap, fl_yaml_string *out)
{
    char quote = is_single ? '\'' : '"';
    while (!fl_yaml_is_blankz(self, 0)) {
        if (is_single && fl_yaml_is(self, quote) && fl_yaml_peek(self, 1) == quote) {
            fl_yaml_skip(self);
            fl_yaml_copy(self, out);
        } else if (fl_yaml_is(self, quote)) {
            return true;
        } else if (!is_single && fl_yaml_is(self, '\\') && fl_yaml_is_break(self, 1)) {
            fl_yaml_skip(self);
            fl_yaml_skip_line(self, NULL);
            gap->has_break = true;
            return true;
        } else if (!is_single && fl_yaml_is(self, '\\')) {
            if (!add_escape(self, out)) {
                return false;
            }
        } else {
            fl_yaml_copy(self, out);
        }
    }
    return true;
}

bool fl_yaml_quoted(fl_yaml_tokens *self, bool is_single, fl_yaml_string *out)
{
    gap gap = {0};
    fl_yaml_skip(self);
    while (!self->has_failed) {
        if (fl_yaml_is_document_mark(self)) {
            fl_yaml_fail(self, "found unexpected document indicator");
        } else if (fl_yaml_is_end(self, 0)) {
            fl_yaml_fail(self, "found unexpected end of stream");
        } else if (quoted_words(self, is_single, &gap, out)) {
            if (!gap.has_break && fl_yaml_is(self, is_single ? '\'' : '"')) {
                break;
            }
            while (fl_yaml_is_blank(self, 0) || fl_yaml_is_break(self, 0)) {
                if (fl_yaml_is_blank(self, 0)) {
                    take_blank(self, &gap);
                } else {
                    take_break(self, &gap);
                }
            }
            fold(self, &gap, out);
        }
    }
    free_gap(&gap);
    if (!self->has_failed) {
        fl_yaml_skip(self);
    }
    return !self->has_failed;
}

/* Empty lines, and the indentation of the line behind them; *indent is found if it is 0. */
static bool block_breaks(fl_yaml_tokens *self, size_t *indent, fl_yaml_string *out)
{
    size_t most = 0;
    for (;;) {
        while ((*indent == 0 || self->mark.column < *indent) && fl_yaml_is(self, ' ')) {
            fl_yaml_skip(self);
        }
        most = self->mark.column > most ? self->mark.column : most;
        if ((*indent == 0 || self->mark.column < *indent) && fl_yaml_is(self, '\t')) {
            return fl_yaml_fail(self, "found a tab character where an indentation space is expected");
        }
        if (!fl_yaml_is_break(self, 0)) {
            break;
        }
        fl_yaml_skip_line(self, out);
    }
    if (*indent == 0) {
        size_t least = self->indent + 1 > 1 ? (size_t)(self->indent + 1) : 1;
        *indent = most > least ? most : least;
    }
    return true;
}

/* What stands behind | or >: whether line breaks at the end stay, and the indentation. */
static bool block_header(fl_yaml_tokens *self, int *keeps, size_t *indent)
{
    for (int i = 0; i < 2; i++) {
        char letter = fl_yaml_peek(self, 0);
        if (*keeps == 0 && (letter == '+' || letter == '-')) {
            *keeps = letter == '+' ? 1 : -1;
            fl_yaml_skip(self);
        } else if (*indent == 0 && letter >= '0' && letter <= '9') {
            if (letter == '0') {
                return fl_yaml_fail(self, "found an indentation indicator equal to 0");
            }
            *indent = (size_t)(letter - '0') + (self->indent >= 0 ? (size_t)self->indent : 0);
            fl_yaml_skip(self);
        }
    }
    while (fl_yaml_is_blank(self, 0)) {
        fl_yaml_skip(self);
    }
    while (fl_yaml_is(self, '#') && !fl_yaml_is_break(self, 0)) {
        do {
            fl_yaml_skip(self);
        } while (!fl_yaml_is_break(self, 0) && !fl_yaml_is_end(self, 0));
    }
    if (!fl_yaml_is_break(self, 0) && !fl_yaml_is_end(self, 0)) {
        return fl_yaml_fail(self, "did not find expected comment or line break");
    }
    if (fl_yaml_is_break(self, 0)) {
        fl_yaml_skip_line(self, NULL);
    }
    return true;
}

bool fl_yaml_block(fl_yaml_tokens *self, bool is_literal, fl_yaml_string *out)
{
    int keeps = 0;
    size_t indent = 0;
    bool was_blank = false;
    fl_yaml_string last = {0};
    fl_yaml_string more = {0};
    fl_yaml_skip(self);
    bool goes_on = block_header(self, &keeps, &indent) && block_breaks(self, &indent, &more);
    while (goes_on && self->mark.column == indent && !fl_yaml_is_end(self, 0)) {
        bool is_blank = fl_yaml_is_blank(self, 0);
        if (!is_literal && last.n > 0 && last.data[0] == '\n' && !was_blank && !is_blank) {
            fl_yaml_add(self, out, " ", more.n == 0);
            last.n = 0;
        }
        add_string(self, out, &last);
        add_string(self, out, &more);
        was_blank = is_blank;
        while (!fl_yaml_is_break(self, 0) && !fl_yaml_is_end(self, 0)) {
            fl_yaml_copy(self, out);
        }
        if (fl_yaml_is_break(self, 0)) {
            fl_yaml_skip_line(self, &last);
        }
        goes_on = block_breaks(self, &indent, &more);
    }
    if (keeps >= 0) {
        add_string(self, out, &last);
    }
    if (keeps > 0) {
        add_string(self, out, &more);
    }
    free(last.data);
    free(more.data);
    return !self->has_failed;
}
