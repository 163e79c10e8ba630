/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Both drawings are read tag by tag in step. */
#include "plots/render/render.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

/* A piece of a drawing. */
typedef struct span {
    const char *at;
    size_t n;
} span;

/* A tag, or the text up to the next one. */
typedef struct token {
    span all;  /* from '<' to '>', or the text */
    span name; /* of an element; empty for a text */
    span rest; /* its attributes */
    bool is_close, is_empty;
} token;

static bool is(span word, const char *text)
{
    return word.n == strlen(text) && memcmp(word.at, text, word.n) == 0;
}

static bool is_same(span a, span b)
{
    return a.n == b.n && (a.n == 0 || memcmp(a.at, b.at, a.n) == 0);
}

static bool is_among(span word, const char *const *list)
{
    for (; *list; list++) {
        if (is(word, *list)) {
            return true;
        }
    }
    return false;
}

/* The end of a tag that begins at p: the first '>' outside of quotes. */
static const char *end_of_tag(const char *p)
{
    char quote = 0;
    for (; *p && (quote || *p != '>'); p++) {
        if (quote ? *p == quote : *p == '"' || *p == '\'') {
            quote = quote ? 0 : *p;
        }
    }
    return p;
}

static void read_tag(const char *p, const char *end, token *out)
{
    out->is_close = p[1] == '/';
    p += 1 + out->is_close;
    out->name.at = p;
    while (p < end && !isspace((unsigned char)*p) && *p != '/') {
        p++;
    }
    out->name.n = (size_t)(p - out->name.at);
    out->is_empty = end > p && end[-1] == '/';
    out->rest = (span){p, (size_t)(end - out->is_empty - p)};
}

/* The next piece; false at the end. */
static bool next(const char **at, token *out)
{
    const char *p = *at;
    memset(out, 0, sizeof *out);
    if (!*p) {
        return false;
    }
    const char *end = *p == '<' ? end_of_tag(p) : p + strcspn(p, "<");
    if (*p == '<') {
        read_tag(p, end, out);
    }
    *at = end + (*p == '<' && *end);
    out->all = (span){p, (size_t)(*at - p)};
    return true;
}

/* The next attribute of a tag; false when there is none. */
static bool next_attribute(span *rest, span *name, span *value)
{
    const char *p = rest->at;
    const char *end = rest->at + rest->n;
    while (p < end && isspace((unsigned char)*p)) {
        p++;
    }
    name->at = p;
    while (p < end && !isspace((unsigned char)*p) && *p != '=') {
        p++;
    }
    name->n = (size_t)(p - name->at);
    while (p < end && *p != '"' && *p != '\'') {
        p++;
    }
    if (p >= end || name->n == 0) {
        return false;
    }
    char quote = *p++;
    value->at = p;
    while (p < end && *p != quote) {
        p++;
    }
    value->n = (size_t)(p - value->at);
    p += p < end;
    *rest = (span){p, (size_t)(end - p)};
    return true;
}

/* "#1a1a1a" for "rgb( 26, 26, 26)", "#1A1A1A", "black", "white". */
static bool read_colour(span value, char out[FL_LIGHT_DARK_COLOUR])
{
    char text[32];
    unsigned r, g, b;
    if (value.n >= sizeof text) {
        return false;
    }
    memcpy(text, value.at, value.n);
    text[value.n] = '\0';
    bool is_named = strcmp(text, "black") == 0 || strcmp(text, "white") == 0;
    if (is_named) {
        r = g = b = text[0] == 'w' ? 255 : 0;
    } else if (!(value.n == 7 && sscanf(text, "#%2x%2x%2x", &r, &g, &b) == 3) &&
               sscanf(text, "rgb(%u ,%u ,%u )", &r, &g, &b) != 3) {
        return false;
    }
    snprintf(out, FL_LIGHT_DARK_COLOUR, "#%02x%02x%02x", r & 255, g & 255, b & 255);
    return true;
}

/* The name of a pair of colours, -1 when there are too many. */
static int name_pair(fl_light_dark *self, const char *light, const char *dark)
{
    for (unsigned i = 0; i < self->pairs_n; i++) {
        if (strcmp(self->pair[i][0], light) == 0 && strcmp(self->pair[i][1], dark) == 0) {
            return (int)i;
        }
    }
    if (self->pairs_n == FL_LIGHT_DARK_PAIRS) {
        return -1;
    }
    memcpy(self->pair[self->pairs_n][0], light, FL_LIGHT_DARK_COLOUR);
    memcpy(self->pair[self->pairs_n][1], dark, FL_LIGHT_DARK_COLOUR);
    return (int)self->pairs_n++;
}

/* A value of both drawings; false where they differ in more than colour. */
static bool add_value(fl_light_dark *self, span light, span dark, fl_text *out)
{
    char colour[2][FL_LIGHT_DARK_COLOUR];
    if (!read_colour(light, colour[0]) || !read_colour(dark, colour[1])) {
        fl_text_add_bytes(out, light.at, light.n);
        return light.n == dark.n && memcmp(light.at, dark.at, light.n) == 0;
    }
    int name = strcmp(colour[0], colour[1]) == 0 ? -1 : name_pair(self, colour[0], colour[1]);
    if (name >= 0) {
        fl_text_add_format(out, "var(--c%d)", name);
    } else {
        fl_text_add(out, colour[0]);
    }
    return true;
}

/* Names of other elements get this picture's letters. */
static void add_reference(const fl_light_dark *self, span value, fl_text *out)
{
    for (size_t i = 0; i < value.n; i++) {
        fl_text_add_char(out, value.at[i]);
        if (value.at[i] == '#') {
            fl_text_add_format(out, "p%u-", self->pictures_n);
        }
    }
}

static const char *const kept_attributes[] = {"class",
                                              "clip-path",
                                              "color",
                                              "cx",
                                              "cy",
                                              "d",
                                              "dx",
                                              "dy",
                                              "fill",
                                              "fill-opacity",
                                              "fill-rule",
                                              "font-family",
                                              "font-size",
                                              "font-style",
                                              "font-weight",
                                              "height",
                                              "points",
                                              "pointer-events",
                                              "r",
                                              "role",
                                              "rx",
                                              "ry",
                                              "shape-rendering",
                                              "stroke",
                                              "stroke-dasharray",
                                              "stroke-linecap",
                                              "stroke-linejoin",
                                              "stroke-opacity",
                                              "stroke-width",
                                              "text-anchor",
                                              "transform",
                                              "viewBox",
                                              "width",
                                              "x",
                                              "x1",
                                              "x2",
                                              "xml:space",
                                              "y",
                                              "y1",
                                              "y2",
                                              NULL};

static bool add_attribute(fl_light_dark *self, span name, const span value[2], fl_text *out)
{
    bool is_id = is(name, "id");
    bool is_link = (is(name, "xlink:href") || is(name, "href")) && value[0].n > 0 && value[0].at[0] == '#';
    if (!is_id && !is_link && !is_among(name, kept_attributes)) {
        return true;
    }
    fl_text_add_char(out, ' ');
    fl_text_add_bytes(out, is_link ? "href" : name.at, is_link ? 4 : name.n);
    fl_text_add(out, "=\"");
    bool is_same = true;
    if (is_id) {
        fl_text_add_format(out, "p%u-", self->pictures_n);
        fl_text_add_bytes(out, value[0].at, value[0].n);
    } else if (is_link || is(name, "clip-path")) {
        add_reference(self, value[0], out);
    } else {
        is_same = add_value(self, value[0], value[1], out);
    }
    fl_text_add_char(out, '"');
    return is_same;
}

static bool add_tag(fl_light_dark *self, const token both[2], fl_text *out)
{
    span rest[2] = {both[0].rest, both[1].rest};
    span name[2];
    span value[2];
    fl_text_add(out, both[0].is_close ? "</" : "<");
    fl_text_add_bytes(out, both[0].name.at, both[0].name.n);
    while (next_attribute(&rest[0], &name[0], &value[0])) {
        if (!next_attribute(&rest[1], &name[1], &value[1]) || !is_same(name[0], name[1]) ||
            !add_attribute(self, name[0], value, out)) {
            return false;
        }
    }
    return true;
}

static void add_label(const char *label, fl_text *out)
{
    fl_text_add(out, " role=\"img\" aria-label=\"");
    fl_text_add_xml(out, label);
    fl_text_add_char(out, '"');
}

static const char *const kept_elements[] = {"svg",     "g",        "path",     "rect", "circle", "ellipse",
                                            "polygon", "polyline", "line",     "use",  "defs",   "text",
                                            "tspan",   "title",    "clipPath", "desc", NULL};

/* Adds a tag; false where the drawings differ. */
static bool add_element(fl_light_dark *self, const token both[2], const char *label, fl_text *out)
{
    if (!is_among(both[0].name, kept_elements)) {
        return true;
    }
    if (!add_tag(self, both, out)) {
        return false;
    }
    if (label && is(both[0].name, "svg") && !both[0].is_close) {
        add_label(label, out);
    }
    fl_text_add(out, both[0].is_empty ? "/>" : ">");
    return true;
}

static bool is_blank(span text)
{
    for (size_t i = 0; i < text.n; i++) {
        if (!isspace((unsigned char)text.at[i])) {
            return false;
        }
    }
    return true;
}

/* Takes a group without content off the end: gnuplot writes many. */
static bool drop_empty_group(fl_text *out, size_t group)
{
    if (group == 0 || !out->data) {
        return false;
    }
    out->size = group - 1;
    out->data[out->size] = '\0';
    return true;
}

static bool merge(fl_light_dark *self, const char *const drawing[2], const char *label, fl_text *out)
{
    const char *at[2] = {drawing[0], drawing[1]};
    token both[2];
    bool is_hidden = false; /* in a title or description that the label replaces */
    bool is_text = false;   /* blanks count */
    size_t group = 0;       /* 1 + where a group began that has nothing in it so far */
    while (next(&at[0], &both[0])) {
        const token *one = &both[0];
        size_t start = out->size;
        if (!next(&at[1], &both[1]) || !is_same(one->name, both[1].name) ||
            one->is_close != both[1].is_close) {
            return false;
        }
        if (label && (is(one->name, "title") || is(one->name, "desc"))) {
            is_hidden = !one->is_close;
            continue;
        }
        is_text = is(one->name, "text") ? !one->is_close : is_text;
        if (is_hidden || (one->name.n == 0 && !is_text && is_blank(one->all))) {
            continue;
        }
        if (one->name.n == 0) {
            fl_text_add_bytes(out, one->all.at, one->all.n);
        } else if (is(one->name, "g") && one->is_close && drop_empty_group(out, group)) {
            group = 0;
            continue;
        } else if (!add_element(self, both, label, out)) {
            return false;
        }
        bool is_group = is(one->name, "g") && !one->is_close && !one->is_empty;
        group = is_group ? start + 1 : 0;
    }
    return true;
}

void fl_render_light_dark_init(fl_light_dark *self)
{
    memset(self, 0, sizeof *self);
}

void fl_render_light_dark_add(fl_light_dark *self, const char *light, const char *dark, const char *label,
                              fl_text *out)
{
    fl_text picture;
    fl_text_init(&picture);
    self->pictures_n++;
    if (!merge(self, (const char *const[2]){light, dark}, label, &picture)) {
        fl_text_clear(&picture);
        (void)merge(self, (const char *const[2]){light, light}, label, &picture);
    }
    fl_text_add(out, fl_text_get(&picture));
    fl_text_add_char(out, '\n');
    out->is_short_of_memory |= picture.is_short_of_memory;
    fl_text_free(&picture);
}

void fl_render_light_dark_colours(const fl_light_dark *self, bool is_dark, fl_text *out)
{
    for (unsigned i = 0; i < self->pairs_n; i++) {
        fl_text_add_format(out, "--c%u:%s;", i, self->pair[i][is_dark ? 1 : 0]);
    }
}
