/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The drawing is copied tag by tag; colours, ids and what a page must not contain are replaced or left out on
 * the way. */
#include "plots/render/render_private.h"

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

/* The colours of plots/style.gp and of the templates that have a dark counterpart: as drawn, in the light, in
 * the dark. Those that style.gp draws a shade off (`themed`) have a light colour that also stands for
 * something else. */
static const fl_light_dark_colour fixed[] = {
    {0xffffff, 0xffffff, 0x16181d}, /* background */
    {0x1a1a1a, 0x1a1a1a, 0xe6e6e6}, /* ink */
    {0x666666, 0x666666, 0x9aa0a8}, /* muted */
    {0xe4e4e4, 0xe4e4e4, 0x343840}, /* faint */
    {0x0072b3, 0x0072b2, 0x4fa8e0}, /* the first three series */
    {0xd55e00, 0xd55e00, 0xf08a3c}, {0x009e74, 0x009e73, 0x2fc79a},
    {0xcfe0ee, 0xcfe0ee, 0x2c4a66}, /* the band of convergence.gp */
    {0xcccccc, 0xcccccc, 0x5a6070}, /* the bars of lines.gp */
    {0xfffffe, 0xffffff, 0x1a1a1a}, /* words on full cells */
    {0x1a1a1b, 0x1a1a1a, 0xffffff}, /* words on pale cells */
};

_Static_assert(sizeof fixed / sizeof fixed[0] + FL_LIGHT_DARK_PALETTE == FL_LIGHT_DARK_COLOURS,
               "room for all colours");

/* Where the palette of style.gp is given; between these points gnuplot interpolates. */
static const struct palette_point {
    double at;
    unsigned light, dark;
} points[] = {{0, 0xffffff, 0x16181d},   {0.02, 0xeef3f9, 0x1f2a44}, {0.25, 0xb5cfe6, 0x31508c},
              {0.5, 0x6b9fcb, 0x4f86b8}, {0.75, 0x2b6aa8, 0x8fc1b5}, {1, 0x08264f, 0xf6efb0}};

/* A colour between two, component by component, rounded as gnuplot does. */
static unsigned between(unsigned a, unsigned b, double share)
{
    unsigned out = 0;
    for (unsigned shift = 0; shift <= 16; shift += 8) {
        double from = (a >> shift & 255) / 255.0;
        double to = (b >> shift & 255) / 255.0;
        out |= (unsigned)(255 * (from + (to - from) * share) + 0.5) << shift;
    }
    return out;
}

static fl_light_dark_colour palette_colour(unsigned step)
{
    double at = step / (FL_LIGHT_DARK_PALETTE - 1.0);
    unsigned i = 1;
    while (points[i].at < at) {
        i++;
    }
    double share = (at - points[i - 1].at) / (points[i].at - points[i - 1].at);
    unsigned light = between(points[i - 1].light, points[i].light, share);
    return (fl_light_dark_colour){light, light, between(points[i - 1].dark, points[i].dark, share)};
}

void fl_render_light_dark_init(fl_light_dark *self)
{
    const unsigned fixed_n = sizeof fixed / sizeof fixed[0];
    memset(self, 0, sizeof *self);
    memcpy(self->colour, fixed, sizeof fixed);
    for (unsigned i = 0; i < FL_LIGHT_DARK_PALETTE; i++) {
        self->colour[fixed_n + i] = palette_colour(i);
    }
}

/* Reads "rgb( 26, 26, 26)", "#1A1A1A", "black" and "white". */
static bool read_colour(span value, unsigned *out)
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
    *out = (r & 255) << 16 | (g & 255) << 8 | (b & 255);
    return true;
}

/* The number of the variable of a colour, counted from 1 in the order of first use; 0 for a colour that is
 * the same in the dark. */
static unsigned variable_of(fl_light_dark *self, unsigned drawn)
{
    for (unsigned i = 0; i < FL_LIGHT_DARK_COLOURS; i++) {
        if (self->colour[i].drawn == drawn) {
            if (self->variable[i] == 0) {
                self->used[self->used_n] = (uint8_t)i;
                self->variable[i] = (uint8_t)++self->used_n;
            }
            return self->variable[i];
        }
    }
    return 0;
}

static void add_value(fl_light_dark *self, span value, fl_text *out)
{
    unsigned colour = 0;
    if (!read_colour(value, &colour)) {
        fl_text_add_bytes(out, value.at, value.n);
        return;
    }
    unsigned variable = variable_of(self, colour);
    if (variable > 0) {
        fl_text_add_format(out, "var(--c%u)", variable - 1);
    } else {
        fl_text_add_format(out, "#%06x", colour);
    }
}

/* Copies a reference; the ids it names get this picture's prefix. */
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

static void add_attribute(fl_light_dark *self, span name, span value, fl_text *out)
{
    bool is_id = is(name, "id");
    bool is_link = (is(name, "xlink:href") || is(name, "href")) && value.n > 0 && value.at[0] == '#';
    if (!is_id && !is_link && !is_among(name, kept_attributes)) {
        return;
    }
    fl_text_add_char(out, ' ');
    fl_text_add_bytes(out, is_link ? "href" : name.at, is_link ? 4 : name.n);
    fl_text_add(out, "=\"");
    if (is_id) {
        fl_text_add_format(out, "p%u-", self->pictures_n);
        fl_text_add_bytes(out, value.at, value.n);
    } else if (is_link || is(name, "clip-path")) {
        add_reference(self, value, out);
    } else {
        add_value(self, value, out);
    }
    fl_text_add_char(out, '"');
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

static void add_element(fl_light_dark *self, const token *tag, const char *label, fl_text *out)
{
    span rest = tag->rest;
    span name;
    span value;
    if (!is_among(tag->name, kept_elements)) {
        return;
    }
    fl_text_add(out, tag->is_close ? "</" : "<");
    fl_text_add_bytes(out, tag->name.at, tag->name.n);
    while (next_attribute(&rest, &name, &value)) {
        add_attribute(self, name, value, out);
    }
    if (is(tag->name, "svg") && !tag->is_close) {
        add_label(label, out);
    }
    fl_text_add(out, tag->is_empty ? "/>" : ">");
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

/* Removes a group without content from the end of `out`: gnuplot writes many. */
static bool drop_empty_group(fl_text *out, size_t group)
{
    if (group == 0 || !out->data) {
        return false;
    }
    out->size = group - 1;
    out->data[out->size] = '\0';
    return true;
}

void fl_render_light_dark_add(fl_light_dark *self, const char *picture, const char *label, fl_text *out)
{
    token piece;
    bool is_hidden = false; /* inside a title or description, which the label replaces */
    bool is_text = false;   /* inside a text, where blanks count */
    size_t group = 0;       /* 1 + where a group began that has had no content so far */
    self->pictures_n++;
    while (next(&picture, &piece)) {
        size_t start = out->size;
        if (is(piece.name, "title") || is(piece.name, "desc")) {
            is_hidden = !piece.is_close;
            continue;
        }
        is_text = is(piece.name, "text") ? !piece.is_close : is_text;
        if (is_hidden || (piece.name.n == 0 && !is_text && is_blank(piece.all))) {
            continue;
        }
        if (piece.name.n == 0) {
            fl_text_add_bytes(out, piece.all.at, piece.all.n);
        } else if (is(piece.name, "g") && piece.is_close && drop_empty_group(out, group)) {
            group = 0;
            continue;
        } else {
            add_element(self, &piece, label, out);
        }
        bool is_group = is(piece.name, "g") && !piece.is_close && !piece.is_empty;
        group = is_group ? start + 1 : 0;
    }
    fl_text_add_char(out, '\n');
}

void fl_render_light_dark_variables(const fl_light_dark *self, bool is_dark, fl_text *out)
{
    for (unsigned i = 0; i < self->used_n; i++) {
        const fl_light_dark_colour *colour = &self->colour[self->used[i]];
        fl_text_add_format(out, "--c%u:#%06x;", i, is_dark ? colour->dark : colour->light);
    }
}
