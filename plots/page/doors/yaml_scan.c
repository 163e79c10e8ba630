/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Tokens of a YAML document. Indentation becomes tokens that open and close blocks; a key is known as one
 * only when its colon comes, so that KEY (and perhaps the start of a map) is put in before tokens that are
 * there already. */
#include "plots/page/doors/yaml_private.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { KEY_LENGTH = 1024 };

void *fl_yaml_more(void *array, size_t n, size_t *room, size_t size)
{
    if (n < *room) {
        return array;
    }
    size_t more = *room ? 2 * *room : 64;
    void *out = more > SIZE_MAX / size ? NULL : realloc(array, more * size);
    *room = out ? more : *room;
    return out;
}

bool fl_yaml_fail(fl_yaml_tokens *self, const char *problem)
{
    if (!self->has_failed) {
        self->has_failed = true;
        self->parser->error = YAML_SCANNER_ERROR;
        self->parser->problem = problem;
        self->parser->problem_mark = self->mark;
    }
    return false;
}

bool fl_yaml_fail_memory(fl_yaml_tokens *self)
{
    self->has_failed = true;
    self->parser->error = YAML_MEMORY_ERROR;
    return false;
}

char fl_yaml_peek(const fl_yaml_tokens *self, size_t far)
{
    return (size_t)(self->end - self->at) > far ? self->at[far] : '\0';
}

bool fl_yaml_is(const fl_yaml_tokens *self, char letter)
{
    return self->at < self->end && *self->at == letter;
}

bool fl_yaml_is_end(const fl_yaml_tokens *self, size_t far)
{
    return fl_yaml_peek(self, far) == '\0';
}

bool fl_yaml_is_blank(const fl_yaml_tokens *self, size_t far)
{
    char letter = fl_yaml_peek(self, far);
    return letter == ' ' || letter == '\t';
}

/* The bytes of a line break: \n, \r, \r\n, and the three of Unicode. */
static size_t break_size(const fl_yaml_tokens *self, size_t far)
{
    const char *at = self->at + far;
    size_t n = (size_t)(self->end - self->at) > far ? (size_t)(self->end - at) : 0;
    if (n == 0 || (at[0] != '\n' && at[0] != '\r' && at[0] != '\xc2' && at[0] != '\xe2')) {
        return 0;
    }
    if (at[0] == '\n' || at[0] == '\r') {
        return n > 1 && at[0] == '\r' && at[1] == '\n' ? 2 : 1;
    }
    if (at[0] == '\xc2') {
        return n > 1 && at[1] == '\x85' ? 2 : 0;
    }
    return n > 2 && at[1] == '\x80' && (at[2] == '\xa8' || at[2] == '\xa9') ? 3 : 0;
}

bool fl_yaml_is_break(const fl_yaml_tokens *self, size_t far)
{
    return break_size(self, far) > 0;
}

bool fl_yaml_is_blankz(const fl_yaml_tokens *self, size_t far)
{
    return fl_yaml_is_blank(self, far) || fl_yaml_is_break(self, far) || fl_yaml_is_end(self, far);
}

bool fl_yaml_is_document_mark(const fl_yaml_tokens *self)
{
    return self->mark.column == 0 && self->end - self->at >= 3 &&
           (memcmp(self->at, "---", 3) == 0 || memcmp(self->at, "...", 3) == 0) && fl_yaml_is_blankz(self, 3);
}

static size_t width_at(const fl_yaml_tokens *self)
{
    unsigned char head = (unsigned char)*self->at;
    return head < 0x80 ? 1 : head < 0xe0 ? 2 : head < 0xf0 ? 3 : 4;
}

void fl_yaml_skip(fl_yaml_tokens *self)
{
    self->at += width_at(self);
    self->mark.index++;
    self->mark.column++;
}

void fl_yaml_skip_line(fl_yaml_tokens *self, fl_yaml_string *out)
{
    size_t n = break_size(self, 0);
    if (out) {
        fl_yaml_add(self, out, n == 3 ? self->at : "\n", n == 3 ? 3 : 1);
    }
    self->mark.index += fl_yaml_is(self, '\r') ? n : 1;
    self->at += n;
    self->mark.line++;
    self->mark.column = 0;
}

void fl_yaml_add(fl_yaml_tokens *self, fl_yaml_string *out, const char *text, size_t n)
{
    if (out->n + n + 1 > out->room) {
        size_t room = 2 * (out->n + n) + 16;
        char *data = realloc(out->data, room);
        if (!data) {
            fl_yaml_fail_memory(self);
            return;
        }
        out->data = data;
        out->room = room;
    }
    if (n > 0) {
        memcpy(out->data + out->n, text, n);
    }
    out->n += n;
    out->data[out->n] = '\0';
}

void fl_yaml_copy(fl_yaml_tokens *self, fl_yaml_string *out)
{
    fl_yaml_add(self, out, self->at, width_at(self));
    fl_yaml_skip(self);
}

/* Puts a token in at a place. */
static fl_yaml_token *put(fl_yaml_tokens *self, size_t place, fl_yaml_token_type type, yaml_mark_t mark)
{
    fl_yaml_token *token = fl_yaml_more(self->token, self->n, &self->room, sizeof *token);
    if (!token) {
        fl_yaml_fail_memory(self);
        return NULL;
    }
    self->token = token;
    memmove(token + place + 1, token + place, (self->n - place) * sizeof *token);
    token[place] = (fl_yaml_token){.type = type, .mark = mark};
    self->n++;
    return &token[place];
}

static fl_yaml_token *add(fl_yaml_tokens *self, fl_yaml_token_type type)
{
    return put(self, self->n, type, self->mark);
}

/* Opens a block if the column is farther to the right than the indentation. */
static void open_block(fl_yaml_tokens *self, size_t column, size_t place, yaml_mark_t mark)
{
    fl_yaml_token_type type = place == SIZE_MAX ? FL_YAML_BLOCK_LIST : FL_YAML_BLOCK_MAP;
    if (self->flow_level > 0 || self->indent >= (int)column) {
        return;
    }
    int *indents = fl_yaml_more(self->indents, self->indents_n, &self->indents_room, sizeof *indents);
    if (!indents) {
        fl_yaml_fail_memory(self);
        return;
    }
    self->indents = indents;
    indents[self->indents_n++] = self->indent;
    self->indent = (int)column;
    put(self, place == SIZE_MAX ? self->n : place, type, mark);
}

static void close_blocks(fl_yaml_tokens *self, int column)
{
    while (self->flow_level == 0 && self->indent > column) {
        add(self, FL_YAML_BLOCK_END);
        self->indent = self->indents[--self->indents_n];
    }
}

static fl_yaml_maybe *key_of(fl_yaml_tokens *self)
{
    return &self->keys[self->flow_level];
}

/* A key that must have been one, and whose line is over, lacks its colon. */
static bool is_key_alive(fl_yaml_tokens *self, fl_yaml_maybe *key)
{
    if (!key->is_possible) {
        return false;
    }
    if (key->mark.line < self->mark.line || key->mark.index + KEY_LENGTH < self->mark.index) {
        key->is_possible = false;
        return key->is_required ? fl_yaml_fail(self, "could not find expected ':'") : false;
    }
    return true;
}

static void drop_key(fl_yaml_tokens *self)
{
    fl_yaml_maybe *key = key_of(self);
    if (key->is_possible && key->is_required) {
        fl_yaml_fail(self, "could not find expected ':'");
    } else {
        key->is_possible = false;
    }
}

/* What comes next may be a key. */
static void note_key(fl_yaml_tokens *self)
{
    if (self->allows_key) {
        drop_key(self);
        *key_of(self) = (fl_yaml_maybe){
            .is_possible = true,
            .is_required = self->flow_level == 0 && self->indent == (int)self->mark.column,
            .token = self->n,
            .mark = self->mark,
        };
    }
}

static void scan_flow_start(fl_yaml_tokens *self, fl_yaml_token_type type)
{
    note_key(self);
    fl_yaml_maybe *keys = fl_yaml_more(self->keys, self->flow_level + 1, &self->keys_room, sizeof *keys);
    if (!keys) {
        fl_yaml_fail_memory(self);
        return;
    }
    self->keys = keys;
    self->flow_level++;
    *key_of(self) = (fl_yaml_maybe){0};
    self->allows_key = true;
    add(self, type);
    fl_yaml_skip(self);
}

static void scan_flow_end(fl_yaml_tokens *self, fl_yaml_token_type type)
{
    drop_key(self);
    self->flow_level -= self->flow_level > 0;
    self->allows_key = false;
    add(self, type);
    fl_yaml_skip(self);
}

static void scan_flow_entry(fl_yaml_tokens *self)
{
    drop_key(self);
    self->allows_key = true;
    add(self, FL_YAML_FLOW_ENTRY);
    fl_yaml_skip(self);
}

static void scan_block_entry(fl_yaml_tokens *self)
{
    if (self->flow_level == 0 && !self->allows_key) {
        fl_yaml_fail(self, "block sequence entries are not allowed in this context");
        return;
    }
    open_block(self, self->mark.column, SIZE_MAX, self->mark);
    drop_key(self);
    self->allows_key = true;
    add(self, FL_YAML_BLOCK_ENTRY);
    fl_yaml_skip(self);
}

static void scan_key(fl_yaml_tokens *self)
{
    if (self->flow_level == 0 && !self->allows_key) {
        fl_yaml_fail(self, "mapping keys are not allowed in this context");
        return;
    }
    open_block(self, self->mark.column, self->n, self->mark);
    drop_key(self);
    self->allows_key = self->flow_level == 0;
    add(self, FL_YAML_KEY);
    fl_yaml_skip(self);
}

static void scan_value(fl_yaml_tokens *self)
{
    fl_yaml_maybe key = *key_of(self);
    if (is_key_alive(self, key_of(self))) {
        put(self, key.token, FL_YAML_KEY, key.mark);
        open_block(self, key.mark.column, key.token, key.mark);
        key_of(self)->is_possible = false;
        self->allows_key = false;
    } else if (self->flow_level == 0 && !self->allows_key) {
        fl_yaml_fail(self, "mapping values are not allowed in this context");
        return;
    } else {
        open_block(self, self->mark.column, self->n, self->mark);
        self->allows_key = self->flow_level == 0;
    }
    add(self, FL_YAML_VALUE);
    fl_yaml_skip(self);
}

static bool is_word(const fl_yaml_tokens *self)
{
    char letter = fl_yaml_peek(self, 0);
    return (letter >= '0' && letter <= '9') || (letter >= 'A' && letter <= 'Z') ||
           (letter >= 'a' && letter <= 'z') || letter == '_' || letter == '-';
}

/* Anchors and aliases; of both only that they are there matters. */
static void scan_anchor(fl_yaml_tokens *self, fl_yaml_token_type type)
{
    note_key(self);
    self->allows_key = false;
    yaml_mark_t mark = self->mark;
    fl_yaml_skip(self);
    size_t n = 0;
    for (; is_word(self); n++) {
        fl_yaml_skip(self);
    }
    if (n == 0 || !(fl_yaml_is_blankz(self, 0) || strchr("?:,]}%@`", fl_yaml_peek(self, 0)))) {
        fl_yaml_fail(self, "did not find expected alphabetic or numeric character");
        return;
    }
    put(self, self->n, type, mark);
}

static void scan_tag(fl_yaml_tokens *self)
{
    note_key(self);
    self->allows_key = false;
    add(self, FL_YAML_TAG);
    while (!fl_yaml_is_blankz(self, 0) && !(self->flow_level > 0 && strchr(",[]{}", fl_yaml_peek(self, 0)))) {
        fl_yaml_skip(self);
    }
}

static void scan_text(fl_yaml_tokens *self, char style)
{
    bool is_block = style == '|' || style == '>';
    fl_yaml_string text = {0};
    yaml_mark_t mark;
    if (is_block) {
        drop_key(self);
        self->allows_key = true;
    } else {
        note_key(self);
        self->allows_key = false;
    }
    mark = self->mark;
    fl_yaml_add(self, &text, "", 0);
    bool is_good =
        !self->has_failed && (is_block                        ? fl_yaml_block(self, style == '|', &text)
                              : style == '"' || style == '\'' ? fl_yaml_quoted(self, style == '\'', &text)
                                                              : fl_yaml_plain(self, &text));
    fl_yaml_token *token = is_good ? put(self, self->n, FL_YAML_TEXT, mark) : NULL;
    if (token) {
        token->text = text.data;
        token->length = text.n;
    } else {
        free(text.data);
    }
}

static void scan_document_mark(fl_yaml_tokens *self)
{
    close_blocks(self, -1);
    drop_key(self);
    self->allows_key = false;
    add(self, fl_yaml_is(self, '-') ? FL_YAML_DOCUMENT_START : FL_YAML_DOCUMENT_END);
    for (int i = 0; i < 3; i++) {
        fl_yaml_skip(self);
    }
}

static void scan_directive(fl_yaml_tokens *self)
{
    close_blocks(self, -1);
    drop_key(self);
    self->allows_key = false;
    add(self, FL_YAML_DIRECTIVE);
    fl_yaml_skip(self);
    if (!is_word(self)) {
        fl_yaml_fail(self, "could not find expected directive name");
    }
    while (!fl_yaml_is_break(self, 0) && !fl_yaml_is_end(self, 0)) {
        fl_yaml_skip(self);
    }
}

static void skip_space(fl_yaml_tokens *self)
{
    for (;;) {
        while (fl_yaml_is(self, ' ') ||
               ((self->flow_level > 0 || !self->allows_key) && fl_yaml_is(self, '\t'))) {
            fl_yaml_skip(self);
        }
        if (fl_yaml_is(self, '#')) {
            while (!fl_yaml_is_break(self, 0) && !fl_yaml_is_end(self, 0)) {
                fl_yaml_skip(self);
            }
        }
        if (!fl_yaml_is_break(self, 0)) {
            return;
        }
        fl_yaml_skip_line(self, NULL);
        self->allows_key = self->allows_key || self->flow_level == 0;
    }
}

static void scan_end(fl_yaml_tokens *self)
{
    if (self->mark.column != 0) {
        self->mark.column = 0;
        self->mark.line++;
    }
    close_blocks(self, -1);
    drop_key(self);
    add(self, FL_YAML_END);
}

static bool starts_plain(const fl_yaml_tokens *self)
{
    char letter = fl_yaml_peek(self, 0);
    return !strchr("\t-?:,[]{}#&*!|>'\"%@`", letter) || (letter == '-' && !fl_yaml_is_blank(self, 1)) ||
           (self->flow_level == 0 && (letter == '?' || letter == ':') && !fl_yaml_is_blankz(self, 1));
}

/* Indicators of one character. */
static bool scan_indicator(fl_yaml_tokens *self)
{
    char letter = fl_yaml_peek(self, 0);
    bool is_alone = fl_yaml_is_blankz(self, 1);
    switch (letter) {
    case '[':
    case '{':
        scan_flow_start(self, letter == '[' ? FL_YAML_FLOW_LIST : FL_YAML_FLOW_MAP);
        return true;
    case ']':
    case '}':
        scan_flow_end(self, letter == ']' ? FL_YAML_FLOW_LIST_END : FL_YAML_FLOW_MAP_END);
        return true;
    case ',':
        scan_flow_entry(self);
        return true;
    case '*':
    case '&':
        scan_anchor(self, letter == '*' ? FL_YAML_ALIAS : FL_YAML_ANCHOR);
        return true;
    case '!':
        scan_tag(self);
        return true;
    case '-':
        return is_alone ? scan_block_entry(self), true : false;
    case '?':
        return is_alone || self->flow_level > 0 ? scan_key(self), true : false;
    case ':':
        return is_alone || self->flow_level > 0 ? scan_value(self), true : false;
    default:
        return false;
    }
}

static void scan_token(fl_yaml_tokens *self)
{
    close_blocks(self, (int)self->mark.column);
    char letter = fl_yaml_peek(self, 0);
    if (letter == '\0') {
        scan_end(self);
    } else if (self->mark.column == 0 && letter == '%') {
        scan_directive(self);
    } else if (fl_yaml_is_document_mark(self)) {
        scan_document_mark(self);
    } else if (scan_indicator(self)) {
        return;
    } else if (letter == '"' || letter == '\'' ||
               (self->flow_level == 0 && (letter == '|' || letter == '>')) || starts_plain(self)) {
        scan_text(self, letter);
    } else {
        fl_yaml_fail(self, "found character that cannot start any token");
    }
}

/* Whether a token could still become a key at a mark. */
static bool is_open(const fl_yaml_maybe *key, yaml_mark_t mark)
{
    return key->is_possible && key->mark.line >= mark.line && key->mark.index + KEY_LENGTH >= mark.index;
}

/* The parser gets no token that could still become a key, nor what was found together with it. */
static void cut_back(fl_yaml_tokens *self, size_t cut, yaml_mark_t mark)
{
    if (self->parser->error == YAML_MEMORY_ERROR) {
        return;
    }
    for (size_t level = 0; level <= self->flow_level; level++) {
        const fl_yaml_maybe *key = &self->keys[level];
        cut = is_open(key, mark) && key->token < cut ? key->token : cut;
    }
    while (self->n > cut) {
        free(self->token[--self->n].text);
    }
    self->has_failed = false;
    add(self, FL_YAML_FAULT);
    self->has_failed = true;
}

static void scan_next(fl_yaml_tokens *self)
{
    yaml_mark_t mark = self->mark;
    size_t begin = is_open(&self->keys[0], mark) ? self->keys[0].token : self->n;
    skip_space(self);
    scan_token(self);
    if (!self->has_failed) {
        size_t token = self->keys[0].token;
        is_key_alive(self, &self->keys[0]);
        begin = self->has_failed && token < begin ? token : begin;
    }
    if (self->has_failed) {
        cut_back(self, begin, mark);
    }
}

void fl_yaml_scan(fl_yaml_tokens *self)
{
    self->indent = -1;
    self->allows_key = true;
    self->keys = fl_yaml_more(NULL, 0, &self->keys_room, sizeof *self->keys);
    if (!self->keys) {
        fl_yaml_fail_memory(self);
        return;
    }
    self->keys[0] = (fl_yaml_maybe){0};
    if (self->end - self->at >= 3 && memcmp(self->at, "\xef\xbb\xbf", 3) == 0) {
        self->at += 3;
    }
    while (!self->has_failed && (self->n == 0 || self->token[self->n - 1].type != FL_YAML_END)) {
        scan_next(self);
    }
}
