/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Labels are built character by character; forbidden ones become a blank or a look-alike. */
#include "plots/figure/figure_private.h"

#include <string.h>

/* The replacement of the character at p, which is *n bytes long; NULL = it stays. */
static const char *replacement(const unsigned char *p, size_t *n)
{
    static const char unknown[] = "\xef\xbf\xbd";
    /* characters that change the direction of what follows, or end a line */
    bool is_general = p[0] == 0xe2 && p[1] == 0x80;
    bool is_isolate = p[0] == 0xe2 && p[1] == 0x81 && p[2] >= 0xa6 && p[2] <= 0xa9;
    bool is_mark =
        is_isolate || (is_general && ((p[2] >= 0x8b && p[2] <= 0x8f) || (p[2] >= 0xa8 && p[2] <= 0xae)));
    *n = fl_text_sequence(p);
    if (*n == 0) {
        *n = 1;
        return unknown;
    }
    if (*p < ' ' || *p == 0x7f || (p[0] == 0xc2 && p[1] < 0xa1) || (*n == 3 && is_mark)) {
        return " ";
    }
    if (*n == 3 && p[0] == 0xef && p[1] == 0xbf && p[2] >= 0xbe) { /* U+FFFE and U+FFFF are not characters */
        return unknown;
    }
    return *p == '\\' ? "\xe2\x88\x96" : NULL;
}

void fl_figure_label_add(fl_text *out, const char *text, unsigned signs)
{
    static const char *const quotes[2] = {"\xe2\x80\x9c", "\xe2\x80\x9d"};
    unsigned used = 0;
    unsigned quotes_n = 0;
    unsigned brackets = 0; /* consecutive closing ones: XML forbids ]]>, and gnuplot does not escape it */
    bool is_blank_due = false;
    for (const unsigned char *p = (const unsigned char *)text; *p;) {
        size_t n = 0;
        const char *instead = replacement(p, &n);
        instead = *p == '"' ? quotes[quotes_n++ % 2] : *p == '>' && brackets > 1 ? "\xe2\x80\xba" : instead;
        brackets = *p == ']' ? brackets + 1 : 0;
        if ((instead && *instead == ' ') || *p == ' ') {
            is_blank_due = used > 0;
            p += n;
            continue;
        }
        if (used + is_blank_due + 1 > signs) {
            fl_text_add(out, "\xe2\x80\xa6");
            return;
        }
        fl_text_add(out, is_blank_due ? " " : "");
        used += 1 + is_blank_due;
        is_blank_due = false;
        if (instead) {
            fl_text_add(out, instead);
        } else {
            fl_text_add_bytes(out, (const char *)p, n);
        }
        p += n;
    }
    fl_text_add(out, used == 0 ? "-" : "");
}

void fl_figure_label_add_quoted(fl_text *out, const char *text, unsigned signs)
{
    static const char apostrophe[] = "\xe2\x80\x99";
    fl_text plain;
    fl_text_init(&plain);
    fl_figure_label_add(&plain, text, signs);
    fl_text_add_char(out, '\'');
    for (const char *p = fl_text_get(&plain); *p; p++) {
        /* a doubled quote is the escape of one, but gnuplot 5.4 misreads several in a row */
        bool is_quote = *p == '\'';
        fl_text_add_bytes(out, is_quote ? apostrophe : p, is_quote ? sizeof apostrophe - 1 : 1);
    }
    fl_text_add_char(out, '\'');
    fl_text_drop(&plain, out);
}

void fl_figure_label_add_words(fl_text *out, const char *name)
{
    fl_text words;
    fl_text_init(&words);
    for (const char *p = name; *p; p++) {
        fl_text_add_char(&words, *p == '_' ? ' ' : *p);
    }
    fl_figure_label_add(out, fl_text_get(&words), FL_FIGURE_LABEL_SIGNS);
    fl_text_drop(&words, out);
}
