/* SPDX-License-Identifier: MIT */
/* The rows of a stage file, through expat's events: rooms and their doors. Everything else in a room is
 * skipped.
 *
 * The text is untrusted: no document types (so no entities), bounded depth and attributes. It is parsed in
 * one call, so that no token is read twice and the time is linear. */
#include "gen/base/text.h"
#include "gen/rebirth/pool/pool_private.h"

#include <expat.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { DEPTH_MAX = 8, VALUE_MAX = 1000 };

typedef struct parse {
    XML_Parser parser;
    fl_text *out;
    unsigned depth;
    unsigned long line; /* of the previous row */
    bool is_refused;
} parse;

static void add_text(const char *text, fl_text *out)
{
    fl_text_add_bytes(out, text, strlen(text) + 1);
}

/* Begins a row. */
static void add_head(parse *c, char sign)
{
    unsigned long line = (unsigned long)XML_GetCurrentLineNumber(c->parser);
    fl_text_add_format(c->out, "%c%lu", sign, line - c->line);
    fl_text_add_bytes(c->out, "", 1);
    c->line = line;
}

/* Adds a row that refuses the file. */
static void refuse(parse *c, const char *what)
{
    if (!c->is_refused) {
        add_head(c, '!');
        add_text(what, c->out);
        c->is_refused = true;
        XML_StopParser(c->parser, XML_FALSE);
    }
}

/* Refuses an element that is not where it should be, or has too long an attribute. */
static void check(parse *c, const char *name, const char **attributes)
{
    static const char *const frame[] = {"rooms", "room"};
    char what[256];
    if (c->depth > DEPTH_MAX) {
        snprintf(what, sizeof what, "nested more than %d deep", DEPTH_MAX);
        refuse(c, what);
    } else if (c->depth <= 2 && strcmp(name, frame[c->depth - 1]) != 0) {
        snprintf(what, sizeof what, "found <%.40s>, expected <%s>%s", name, frame[c->depth - 1],
                 c->depth == 1 ? " around all rooms" : "");
        refuse(c, what);
    }
    for (; *attributes && (c->depth == 2 || c->depth == 3); attributes += 2) {
        if (strlen(attributes[1]) > VALUE_MAX) {
            snprintf(what, sizeof what, "attribute '%.40s' of <%s> is longer than %d bytes", attributes[0],
                     c->depth == 2 ? "room" : "door", VALUE_MAX);
            refuse(c, what);
        }
    }
}

static void XMLCALL on_start(void *context, const XML_Char *name, const XML_Char **attributes)
{
    static const char *const room[] = {FL_POOL_ROOM_ATTRIBUTES, NULL};
    static const char *const door[] = {FL_POOL_DOOR_ATTRIBUTES, NULL};
    parse *c = context;
    c->depth++;
    if (c->is_refused || (c->depth == 3 && strcmp(name, "door") != 0)) {
        return;
    }
    check(c, name, attributes);
    if (c->is_refused || (c->depth != 2 && c->depth != 3)) {
        return;
    }
    add_head(c, c->depth == 2 ? 'r' : 'd');
    for (const char *const *wanted = c->depth == 2 ? room : door; *wanted; wanted++) {
        const char *value = "";
        for (const char **p = attributes; *p; p += 2) {
            value = strcmp(*p, *wanted) != 0 ? value : p[1][0] ? p[1] : " "; /* there, but empty */
        }
        add_text(value, c->out);
    }
}

static void XMLCALL on_end(void *context, const XML_Char *name)
{
    parse *c = context;
    (void)name;
    c->depth--;
}

/* Expat calls this before it reads the declarations of a document type. */
static void XMLCALL on_doctype(void *context, const XML_Char *name, const XML_Char *system,
                               const XML_Char *public, int has_subset)
{
    (void)name, (void)system, (void)public, (void)has_subset;
    refuse(context, "<!DOCTYPE> is not allowed: a room file declares nothing");
}

fl_err fl_pool_rows(const char *text, size_t size, fl_text *out)
{
    static const XML_Memory_Handling_Suite memory = {malloc, realloc, free};
    parse c = {.parser = XML_ParserCreate_MM(NULL, &memory, NULL), .out = out};
    if (!c.parser) {
        return FL_ERR_MEMORY;
    }
    XML_SetUserData(c.parser, &c);
    XML_SetElementHandler(c.parser, on_start, on_end);
    XML_SetStartDoctypeDeclHandler(c.parser, on_doctype);
    fl_err err = FL_OK;
    if (XML_Parse(c.parser, text, (int)size, XML_TRUE) != XML_STATUS_OK && !c.is_refused) {
        char what[128];
        enum XML_Error code = XML_GetErrorCode(c.parser);
        snprintf(what, sizeof what, "this is not well-formed XML: %s", XML_ErrorString(code));
        err = code == XML_ERROR_NO_MEMORY ? FL_ERR_MEMORY : FL_OK;
        refuse(&c, what);
    }
    XML_ParserFree(c.parser);
    return err;
}
