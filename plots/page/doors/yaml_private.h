/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Tokens of a YAML document, as scanner and parser share them. */
#ifndef FL_PLOTS_PAGE_DOORS_YAML_PRIVATE_H
#define FL_PLOTS_PAGE_DOORS_YAML_PRIVATE_H

#include "plots/page/doors/yaml.h"

#include <stdbool.h>

typedef enum fl_yaml_token_type {
    FL_YAML_END,
    FL_YAML_DIRECTIVE,
    FL_YAML_DOCUMENT_START,
    FL_YAML_DOCUMENT_END,
    FL_YAML_BLOCK_LIST,
    FL_YAML_BLOCK_MAP,
    FL_YAML_BLOCK_END,
    FL_YAML_FLOW_LIST,
    FL_YAML_FLOW_LIST_END,
    FL_YAML_FLOW_MAP,
    FL_YAML_FLOW_MAP_END,
    FL_YAML_BLOCK_ENTRY,
    FL_YAML_FLOW_ENTRY,
    FL_YAML_KEY,
    FL_YAML_VALUE,
    FL_YAML_ALIAS,
    FL_YAML_ANCHOR,
    FL_YAML_TAG,
    FL_YAML_TEXT,
    FL_YAML_FAULT, /* what the scanner refuses: an error once the parser gets there */
} fl_yaml_token_type;

typedef struct fl_yaml_token {
    fl_yaml_token_type type;
    yaml_mark_t mark;
    char *text; /* of FL_YAML_TEXT, owned */
    size_t length;
} fl_yaml_token;

/* A scalar or flow collection that may turn out to be a key, if a colon follows. */
typedef struct fl_yaml_maybe {
    bool is_possible, is_required;
    size_t token; /* where KEY goes then */
    yaml_mark_t mark;
} fl_yaml_maybe;

typedef struct fl_yaml_string {
    char *data;
    size_t n, room;
} fl_yaml_string;

typedef struct fl_yaml_tokens {
    yaml_parser_t *parser; /* borrowed: gets the error */
    const char *at, *end;
    yaml_mark_t mark;
    fl_yaml_token *token;
    size_t n, room;
    size_t next; /* of the parser */

    int *indents; /* the enclosing ones */
    size_t indents_n, indents_room;
    int indent;
    fl_yaml_maybe *keys; /* one for each level of flow collections, from 0 */
    size_t keys_room;
    size_t flow_level;
    bool allows_key;
    bool has_failed;

    int *states; /* of the parser, see yaml_parse.c */
    size_t states_n, states_room;
    int state;
} fl_yaml_tokens;

/* What stands at the scanner's place, and `far` bytes behind it. */
bool fl_yaml_is(const fl_yaml_tokens *self, char letter);
char fl_yaml_peek(const fl_yaml_tokens *self, size_t far);
bool fl_yaml_is_end(const fl_yaml_tokens *self, size_t far);
bool fl_yaml_is_blank(const fl_yaml_tokens *self, size_t far);
bool fl_yaml_is_break(const fl_yaml_tokens *self, size_t far);
bool fl_yaml_is_blankz(const fl_yaml_tokens *self, size_t far);
bool fl_yaml_is_document_mark(const fl_yaml_tokens *self);

/* Moves on by a character; by a line break, which is added to a string unless that is NULL. */
void fl_yaml_skip(fl_yaml_tokens *self);
void fl_yaml_skip_line(fl_yaml_tokens *self, fl_yaml_string *out);

/* Adds the character at the scanner's place, and moves on. */
void fl_yaml_copy(fl_yaml_tokens *self, fl_yaml_string *out);
void fl_yaml_add(fl_yaml_tokens *self, fl_yaml_string *out, const char *text, size_t n);

/* Records an error at the scanner's place; the first one counts. Returns false. */
bool fl_yaml_fail(fl_yaml_tokens *self, const char *problem);
bool fl_yaml_fail_memory(fl_yaml_tokens *self);

/* An array that has room for one more entry: it, perhaps moved; NULL without memory. */
void *fl_yaml_more(void *array, size_t n, size_t *room, size_t size);

/* Read a scalar at the scanner's place into a new string. */
bool fl_yaml_plain(fl_yaml_tokens *self, fl_yaml_string *out);
bool fl_yaml_quoted(fl_yaml_tokens *self, bool is_single, fl_yaml_string *out);
bool fl_yaml_block(fl_yaml_tokens *self, bool is_literal, fl_yaml_string *out);

/* Cuts the whole input into tokens. */
void fl_yaml_scan(fl_yaml_tokens *self);

#endif
