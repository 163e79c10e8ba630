/* SPDX-License-Identifier: GPL-2.0-or-later */
/* For tests of pictures: what a reader of XML finds in the last one. */
#ifndef FL_TESTS_UNIT_SVG_READER_H
#define FL_TESTS_UNIT_SVG_READER_H

#include "gen/base/text.h"

#include <stdbool.h>

enum { SVG_READER_SAID = 16000 };

/* Called for each element; true if what it contains is said. */
typedef bool svg_reader_element(const char *name, const char **attributes);

extern int svg_reader_width, svg_reader_height;
extern char svg_reader_said[SVG_READER_SAID]; /* a line each */

/* Reads a picture; fails the test unless it is XML. */
void svg_reader_read(const fl_text *picture, svg_reader_element *element);

/* An attribute's value, "" if there is none. */
const char *svg_reader_attribute(const char **attributes, const char *name);

void svg_reader_expect_said(const char *line);
void svg_reader_expect_unsaid(const char *part);

#endif
