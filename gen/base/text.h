/* SPDX-License-Identifier: MIT */
/* A growing text for drawings, floor lines and reports.
 *
 * Without memory, additions are lost and the loss is remembered: call fl_text_check at the end.
 *
 *     fl_text_init(&text);
 *     fl_text_add(&text, "three ");
 *     fl_text_add_number(&text, 3);
 *     err = fl_text_check(&text);
 *     fl_text_free(&text); */
#ifndef FL_GEN_BASE_TEXT_H
#define FL_GEN_BASE_TEXT_H

#include "gen/base/diag.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct fl_text {
    char *data; /* ends in NUL; NULL before anything was added */
    size_t size, capacity;
    bool is_short_of_memory;
} fl_text;

void fl_text_init(fl_text *self);
void fl_text_free(fl_text *self);

/* Frees a text that was added to `whole`, which remembers its losses. */
void fl_text_drop(fl_text *self, fl_text *whole);

/* Removes the content, keeps the memory. */
void fl_text_clear(fl_text *self);

/* FL_ERR_MEMORY if anything was lost since init. */
FL_NODISCARD fl_err fl_text_check(const fl_text *self);

void fl_text_add(fl_text *self, const char *text);
void fl_text_add_bytes(fl_text *self, const char *bytes, size_t n);
void fl_text_add_char(fl_text *self, char sign);
void fl_text_add_number(fl_text *self, int64_t number);
void fl_text_add_format(fl_text *self, const char *format, ...) FL_PRINTF(2, 3);

/* Adds a text without characters that control a terminal or turn the text around them (fl_diag_mask). */
void fl_text_add_masked(fl_text *self, const char *text);

/* Adds a text in double quotes, with JSON's escapes. Bytes that are not UTF-8 become U+FFFD. */
void fl_text_add_json(fl_text *self, const char *text);

/* Adds a text with the escapes of SVG and HTML, for content and quoted attributes. */
void fl_text_add_xml(fl_text *self, const char *text);

/* Returns the length in bytes of the UTF-8 character at p; 0 for an invalid one, including overlong forms and
 * surrogates. */
size_t fl_text_sequence(const unsigned char *p);

/* Returns the text so far; never NULL. */
const char *fl_text_get(const fl_text *self);

/* Replaces the content by that of a file of at most `most` bytes; `what` it is, such as "a chunk set", is for
 * messages. */
FL_NODISCARD fl_err fl_text_read_file(fl_text *self, const char *path, const char *what, size_t most,
                                      fl_diag *diag);

/* Returns the length of a name without its ending, ".h5"; the whole length if it has another ending, or
 * nothing before it. The second function is true if it has that ending. */
size_t fl_text_stem(const char *name, const char *end);
bool fl_text_has_end(const char *name, const char *end);

/* True if a name is that of a file rather than of something built-in: it contains a / or has the file's
 * ending. */
bool fl_text_is_path(const char *name, const char *end);

#endif
