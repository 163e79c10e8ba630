/* SPDX-License-Identifier: MIT */
/* A growing text: what drawings, floor lines and reports are written into.
 *
 * Running out of memory is remembered, not reported at once: ask fl_text_check at the end. */
#ifndef FL_GEN_BASE_TEXT_H
#define FL_GEN_BASE_TEXT_H

#include "gen/base/err.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct fl_text {
    char *data; /* always ends in NUL once something was added */
    size_t size, capacity;
    bool is_short_of_memory;
} fl_text;

void fl_text_init(fl_text *self);
void fl_text_free(fl_text *self);

/* Forgets the content, keeps the memory. */
void fl_text_clear(fl_text *self);

/* FL_ERR_MEMORY if anything was lost since init. */
FL_NODISCARD fl_err fl_text_check(const fl_text *self);

void fl_text_add(fl_text *self, const char *text);
void fl_text_add_bytes(fl_text *self, const char *bytes, size_t n);
void fl_text_add_char(fl_text *self, char sign);
void fl_text_add_number(fl_text *self, int64_t number);
void fl_text_add_format(fl_text *self, const char *format, ...) FL_PRINTF(2, 3);

/* In double quotes, with JSON's escapes; bytes that are no UTF-8 become U+FFFD. */
void fl_text_add_json(fl_text *self, const char *text);

/* For SVG and HTML, in text and in quoted attributes. */
void fl_text_add_xml(fl_text *self, const char *text);

/* Length of the UTF-8 sequence at p (shortest form, no surrogates), 0 if there is none. */
size_t fl_text_sequence(const unsigned char *p);

/* The text so far; never NULL. */
const char *fl_text_get(const fl_text *self);

#endif
