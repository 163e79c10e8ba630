/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "tests/unit/svg_reader.h"

#include <criterion/criterion.h>
#include <expat.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int svg_reader_width, svg_reader_height;
char svg_reader_said[SVG_READER_SAID];
static size_t said_n;
static bool is_text;
static svg_reader_element *visit;

const char *svg_reader_attribute(const char **attributes, const char *name)
{
    for (; *attributes; attributes += 2) {
        if (strcmp(attributes[0], name) == 0) {
            return attributes[1];
        }
    }
    return "";
}

static void XMLCALL on_start(void *user, const XML_Char *name, const XML_Char **attributes)
{
    (void)user;
    if (strcmp(name, "svg") == 0) {
        svg_reader_width = atoi(svg_reader_attribute(attributes, "width"));
        svg_reader_height = atoi(svg_reader_attribute(attributes, "height"));
        cr_expect_str_eq(svg_reader_attribute(attributes, "role"), "img");
    }
    is_text = visit(name, attributes) || is_text;
}

static void XMLCALL on_end(void *user, const XML_Char *name)
{
    if (is_text && said_n < SVG_READER_SAID - 1) {
        svg_reader_said[said_n++] = '\n';
    }
    is_text = false;
    (void)user;
    (void)name;
}

static void XMLCALL on_text(void *user, const XML_Char *part, int n)
{
    (void)user;
    if (is_text && said_n + (size_t)n < SVG_READER_SAID) {
        memcpy(svg_reader_said + said_n, part, (size_t)n);
        said_n += (size_t)n;
    }
}

void svg_reader_read(const fl_text *picture, svg_reader_element *element)
{
    cr_assert_eq(fl_text_check(picture), FL_OK);
    memset(svg_reader_said, 0, sizeof svg_reader_said);
    said_n = 0;
    is_text = false;
    visit = element;
    XML_Parser parser = XML_ParserCreate("UTF-8");
    XML_SetElementHandler(parser, on_start, on_end);
    XML_SetCharacterDataHandler(parser, on_text);
    enum XML_Status status = XML_Parse(parser, fl_text_get(picture), (int)picture->size, 1);
    unsigned long line = XML_GetCurrentLineNumber(parser);
    cr_assert_eq(status, XML_STATUS_OK, "line %lu: %s", line, XML_ErrorString(XML_GetErrorCode(parser)));
    XML_ParserFree(parser);
}

void svg_reader_expect_said(const char *line)
{
    char whole[SVG_READER_SAID + 2];
    char wanted[4000];
    snprintf(whole, sizeof whole, "\n%s", svg_reader_said);
    snprintf(wanted, sizeof wanted, "\n%s\n", line);
    cr_expect_not_null(strstr(whole, wanted), "'%s' is not said in:%s", line, whole);
}

void svg_reader_expect_unsaid(const char *part)
{
    cr_expect_null(strstr(svg_reader_said, part), "'%s' is said in %s", part, svg_reader_said);
}
