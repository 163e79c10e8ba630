/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Elements of an XML document, one after another (Extensible Markup Language 1.0, chapters 2 and 3). Names
 * and values are copied into one buffer for each element. Documents are well-formed in the end, or refused.
 */
#include "plots/page/doors/expat.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

enum { ATTRIBUTES = 64, DEPTH = 256 };

struct fl_xml {
    const char *at, *end;
    unsigned long line;
    enum XML_Error error;
    void *user;
    XML_StartElementHandler start;
    XML_EndElementHandler close;
    XML_StartDoctypeDeclHandler doctype;
    char *buffer; /* of the element at hand: as many bytes as the text has */
    size_t used;
    const char *names[DEPTH]; /* of the open elements, in the text */
    size_t lengths[DEPTH];
    unsigned depth;
    bool has_root;
};

static bool fail(XML_Parser self, enum XML_Error error)
{
    self->error = self->error ? self->error : error;
    return false;
}

static bool is_space(char letter)
{
    return letter == ' ' || letter == '\t' || letter == '\r' || letter == '\n';
}

static bool is_name(char letter, bool is_first)
{
    unsigned char low = (unsigned char)(letter | 0x20);
    return (low >= 'a' && low <= 'z') || letter == '_' || letter == ':' || (unsigned char)letter >= 0x80 ||
           (!is_first && ((letter >= '0' && letter <= '9') || letter == '-' || letter == '.'));
}

static void step(XML_Parser self)
{
    self->line += *self->at == '\n';
    self->at++;
}

static void skip_space(XML_Parser self)
{
    while (self->at < self->end && is_space(*self->at)) {
        step(self);
    }
}

static bool starts_with(const struct fl_xml *self, const char *word)
{
    size_t n = strlen(word);
    return (size_t)(self->end - self->at) >= n && memcmp(self->at, word, n) == 0;
}

/* Moves behind a word; false if it does not come. */
static bool skip_behind(XML_Parser self, const char *word)
{
    while (self->at < self->end && !starts_with(self, word)) {
        step(self);
    }
    if (self->at == self->end) {
        return fail(self, XML_ERROR_UNCLOSED_TOKEN);
    }
    self->at += strlen(word);
    return true;
}

static bool expect(XML_Parser self, char letter)
{
    if (self->at == self->end) {
        return fail(self, XML_ERROR_UNCLOSED_TOKEN);
    }
    if (*self->at != letter) {
        return fail(self, XML_ERROR_INVALID_TOKEN);
    }
    self->at++;
    return true;
}

/* The length of the name at hand, behind which the place is then. */
static size_t read_name(XML_Parser self)
{
    const char *from = self->at;
    while (self->at < self->end && is_name(*self->at, self->at == from)) {
        self->at++;
    }
    if (self->at == from) {
        fail(self, self->at == self->end ? XML_ERROR_UNCLOSED_TOKEN : XML_ERROR_INVALID_TOKEN);
    }
    return (size_t)(self->at - from);
}

static const char *keep(XML_Parser self, const char *text, size_t n)
{
    char *out = self->buffer + self->used;
    memcpy(out, text, n);
    out[n] = '\0';
    self->used += n + 1;
    return out;
}

/* &amp; and its like; characters by their numbers below 128. */
static bool add_entity(XML_Parser self)
{
    static const struct {
        const char *name;
        char letter;
    } rows[] = {{"&amp;", '&'}, {"&lt;", '<'}, {"&gt;", '>'}, {"&quot;", '"'}, {"&apos;", '\''}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        if (starts_with(self, rows[i].name)) {
            self->buffer[self->used++] = rows[i].letter;
            self->at += strlen(rows[i].name);
            return true;
        }
    }
    bool is_hex = starts_with(self, "&#x");
    unsigned value = 0;
    const char *at = self->at + (is_hex ? 3 : 2);
    for (; starts_with(self, "&#") && at < self->end && *at != ';' && value < 128; at++) {
        unsigned low = (unsigned char)(*at | 0x20);
        unsigned digit = *at >= '0' && *at <= '9'             ? (unsigned)(*at - '0')
                         : is_hex && low >= 'a' && low <= 'f' ? low - 'a' + 10
                                                              : 128;
        value = value * (is_hex ? 16 : 10) + digit;
    }
    if (!starts_with(self, "&#") || at >= self->end || value == 0 || value > 127) {
        return fail(self, XML_ERROR_UNDEFINED_ENTITY);
    }
    self->buffer[self->used++] = (char)value;
    self->at = at + 1;
    return true;
}

static const char *read_value(XML_Parser self)
{
    const char *out = self->buffer + self->used;
    char quote = self->at < self->end ? *self->at : '\0';
    if (quote != '"' && quote != '\'') {
        fail(self, XML_ERROR_INVALID_TOKEN);
        return NULL;
    }
    self->at++;
    while (self->at < self->end && *self->at != quote && *self->at != '<') {
        if (*self->at == '&') {
            if (!add_entity(self)) {
                return NULL;
            }
        } else {
            self->buffer[self->used++] = is_space(*self->at) ? ' ' : *self->at;
            step(self);
        }
    }
    if (!expect(self, quote)) {
        return NULL;
    }
    self->buffer[self->used++] = '\0';
    return out;
}

static bool read_attribute(XML_Parser self, const char **pairs, unsigned n)
{
    const char *name = self->at;
    size_t length = read_name(self);
    pairs[n] = self->error ? NULL : keep(self, name, length);
    for (unsigned i = 0; i < n && pairs[n]; i += 2) {
        if (strcmp(pairs[i], pairs[n]) == 0) {
            return fail(self, XML_ERROR_DUPLICATE_ATTRIBUTE);
        }
    }
    skip_space(self);
    if (self->error || !expect(self, '=')) {
        return false;
    }
    skip_space(self);
    pairs[n + 1] = read_value(self);
    return pairs[n + 1] != NULL;
}

static bool open_element(XML_Parser self, size_t length, const char *from)
{
    if (self->depth == DEPTH) {
        return fail(self, XML_ERROR_NO_MEMORY);
    }
    self->names[self->depth] = from;
    self->lengths[self->depth++] = length;
    self->has_root = true;
    return true;
}

static bool read_start(XML_Parser self)
{
    const char *pairs[2 * ATTRIBUTES + 1];
    unsigned n = 0;
    unsigned long line = self->line;
    self->used = 0;
    self->at++;
    const char *from = self->at;
    size_t length = read_name(self);
    if (self->error) {
        return false;
    }
    const char *name = keep(self, from, length);
    for (skip_space(self); self->at < self->end && *self->at != '>' && *self->at != '/'; skip_space(self)) {
        bool has_gap = n == 0 ? self->at > from + length : is_space(self->at[-1]);
        if (!has_gap || n == 2 * ATTRIBUTES || !read_attribute(self, pairs, n)) {
            return fail(self, XML_ERROR_INVALID_TOKEN);
        }
        n += 2;
    }
    pairs[n] = NULL;
    bool is_empty = starts_with(self, "/");
    self->at += is_empty;
    if (!expect(self, '>')) {
        return false;
    }
    unsigned long after = self->line;
    self->line = line; /* an event's line is that of its beginning */
    self->start(self->user, name, pairs);
    if (!self->error && is_empty) {
        self->close(self->user, name);
        self->has_root = true;
    }
    self->line = self->error ? line : after;
    return !self->error && (is_empty || open_element(self, length, from));
}

static bool read_end(XML_Parser self)
{
    self->used = 0;
    self->at += 2;
    const char *from = self->at;
    size_t length = read_name(self);
    skip_space(self);
    if (self->error || !expect(self, '>')) {
        return false;
    }
    if (self->depth == 0 || self->lengths[self->depth - 1] != length ||
        memcmp(self->names[self->depth - 1], from, length) != 0) {
        return fail(self, XML_ERROR_TAG_MISMATCH);
    }
    self->depth--;
    self->close(self->user, keep(self, from, length));
    return !self->error;
}

static bool read_markup(XML_Parser self)
{
    if (starts_with(self, "<!--")) {
        return skip_behind(self, "-->");
    }
    if (starts_with(self, "<?")) {
        return skip_behind(self, "?>");
    }
    if (starts_with(self, "<![CDATA[") && self->depth > 0) {
        return skip_behind(self, "]]>");
    }
    if (starts_with(self, "<!")) {
        self->doctype(self->user, "", NULL, NULL, 0);
        return fail(self, XML_ERROR_SYNTAX);
    }
    if (starts_with(self, "</")) {
        return read_end(self);
    }
    return self->depth == 0 && self->has_root ? fail(self, XML_ERROR_JUNK_AFTER_DOC_ELEMENT)
                                              : read_start(self);
}

enum XML_Status XML_Parse(XML_Parser self, const char *text, int size, int is_final)
{
    (void)is_final; /* the whole text comes at once */
    self->at = text;
    self->end = text + size;
    self->line = 1;
    self->buffer = malloc((size_t)size + 2 * ATTRIBUTES + 2);
    if (!self->buffer) {
        fail(self, XML_ERROR_NO_MEMORY);
    }
    if (!self->error && starts_with(self, "\xef\xbb\xbf")) {
        self->at += 3;
    }
    while (!self->error && self->at < self->end) {
        if (*self->at == '<') {
            read_markup(self);
        } else if (self->depth == 0 && !is_space(*self->at)) {
            fail(self, XML_ERROR_SYNTAX);
        } else {
            step(self);
        }
    }
    if (!self->error && (self->depth > 0 || !self->has_root)) {
        fail(self, XML_ERROR_NO_ELEMENTS);
    }
    free(self->buffer);
    self->buffer = NULL;
    return self->error ? XML_STATUS_ERROR : XML_STATUS_OK;
}

XML_Parser XML_ParserCreate_MM(const XML_Char *encoding, const XML_Memory_Handling_Suite *memory,
                               const XML_Char *separator)
{
    (void)encoding;
    (void)separator;
    XML_Parser self = memory->malloc_fcn(sizeof *self);
    if (self) {
        memset(self, 0, sizeof *self);
    }
    return self;
}

void XML_ParserFree(XML_Parser self)
{
    free(self);
}

void XML_SetUserData(XML_Parser self, void *user)
{
    self->user = user;
}

void XML_SetElementHandler(XML_Parser self, XML_StartElementHandler start, XML_EndElementHandler end)
{
    self->start = start;
    self->close = end;
}

void XML_SetStartDoctypeDeclHandler(XML_Parser self, XML_StartDoctypeDeclHandler doctype)
{
    self->doctype = doctype;
}

enum XML_Status XML_StopParser(XML_Parser self, int is_resumable)
{
    (void)is_resumable;
    fail(self, XML_ERROR_ABORTED);
    return XML_STATUS_OK;
}

enum XML_Error XML_GetErrorCode(XML_Parser self)
{
    return self->error;
}

const char *XML_ErrorString(enum XML_Error code)
{
    static const char *const texts[] = {
        [XML_ERROR_NONE] = "",
        [XML_ERROR_NO_MEMORY] = "out of memory",
        [XML_ERROR_SYNTAX] = "syntax error",
        [XML_ERROR_NO_ELEMENTS] = "no element found",
        [XML_ERROR_INVALID_TOKEN] = "not well-formed (invalid token)",
        [XML_ERROR_UNCLOSED_TOKEN] = "unclosed token",
        [XML_ERROR_TAG_MISMATCH] = "mismatched tag",
        [XML_ERROR_DUPLICATE_ATTRIBUTE] = "duplicate attribute",
        [XML_ERROR_JUNK_AFTER_DOC_ELEMENT] = "junk after document element",
        [XML_ERROR_UNDEFINED_ENTITY] = "undefined entity",
        [XML_ERROR_ABORTED] = "parsing aborted",
    };
    return texts[code];
}

unsigned long XML_GetCurrentLineNumber(XML_Parser self)
{
    return self->line;
}
