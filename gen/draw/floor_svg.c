/* SPDX-License-Identifier: MIT */
/* A floor as SVG: the title above, the map, beside it the legend, and below that the lines of the caller. */
#include "gen/draw/draw.h"
#include "gen/draw/draw_private.h"

#include <string.h>

/* Pixels. */
enum {
    GUTTER = 28, /* between the map and the legend */
    SIDE_LINE = 18,
    NOTHING_WIDTH = 84, /* of "(no rooms)" */
};

typedef struct picture {
    const fl_floor *floor;
    const fl_floor_svg_options *options;
    fl_svg svg;
    fl_picture map;
    fl_svg_title title;
    int cell;
    int width, height;
    int map_top;
    int beside; /* where the legend begins */
} picture;

static int larger(int a, int b)
{
    return a > b ? a : b;
}

/* The entries of the legend: of kinds, or of marks. */
static unsigned entries_n(const picture *self)
{
    return self->options->marking ? self->options->marking->marks_n : self->map.kinds_n;
}

static const char *label_of(const picture *self, unsigned entry)
{
    return self->options->marking ? self->options->marking->mark[entry].label
                                  : fl_kind_of(self->map.kinds[entry])->label;
}

/* The width of what is beside the map: of the legend or the side lines. */
static int beside_width(const picture *self)
{
    size_t letters = 0;
    int legend = 0;
    for (unsigned i = 0; i < entries_n(self); i++) {
        legend = larger(legend, FL_SVG_LABEL + FL_SVG_LETTER * (int)strlen(label_of(self, i)));
    }
    for (size_t i = 0; i < self->options->side_n; i++) {
        size_t n = fl_draw_svg_letters(self->options->side[i]);
        letters = n > letters ? n : letters;
    }
    letters = letters < 400 ? letters : 400;
    return larger(legend, FL_SVG_LETTER * (int)letters);
}

static int legend_height(const picture *self)
{
    return FL_SVG_LEGEND_LINE * ((int)entries_n(self) + (self->map.has_hidden_doors ? 1 : 0));
}

/* The title, and the line that says why the floor failed. */
static void measure_title(picture *self)
{
    fl_draw_svg_measure_title(&self->title, self->options->title, self->width);
    self->width = larger(self->width, 2 * FL_SVG_MARGIN + self->title.width);
    if (self->floor->failure) {
        int letters = (int)fl_draw_svg_letters(self->floor->failure) + 20;
        self->width = larger(self->width, 2 * FL_SVG_MARGIN + FL_SVG_LETTER * letters);
    }
}

static void measure(picture *self)
{
    self->cell = fl_draw_svg_cell(self->options->cell, FL_DRAW_FLOOR_SVG_CELL);
    int map_width = self->map.width > 0 ? self->map.width * self->cell : NOTHING_WIDTH;
    int map_height = self->map.height > 0 ? self->map.height * self->cell : FL_SVG_LEGEND_LINE;
    int side = SIDE_LINE * (int)self->options->side_n;
    int legend = legend_height(self);
    int beside = legend + side + (legend > 0 && side > 0 ? FL_SVG_MARGIN / 2 : 0);
    self->beside = FL_SVG_MARGIN + map_width + GUTTER;
    self->width =
        beside > 0 ? self->beside + beside_width(self) + FL_SVG_MARGIN : 2 * FL_SVG_MARGIN + map_width;
    measure_title(self);
    int above = FL_SVG_TITLE_LINE * ((int)self->title.lines + (self->floor->failure ? 1 : 0));
    self->map_top = FL_SVG_MARGIN + above + (above > 0 ? FL_SVG_MARGIN / 2 : 0);
    self->height = self->map_top + larger(map_height, beside) + FL_SVG_MARGIN;
}

/* For screen readers: how many rooms of which kinds. */
static void add_description(const picture *self)
{
    fl_text *out = self->svg.out;
    fl_text_add_format(out, "<desc>%u %s and %u %s", (unsigned)self->floor->rooms_n,
                       self->floor->rooms_n == 1 ? "room" : "rooms", (unsigned)self->floor->doors_n,
                       self->floor->doors_n == 1 ? "door" : "doors");
    fl_draw_svg_add_kinds(&self->svg, self->map.kind_n);
    if (self->floor->failure) {
        fl_text_add(out, ". This floor failed: ");
        fl_text_add_xml(out, self->floor->failure);
    }
    fl_text_add(out, "</desc>\n");
}

static void begin(const picture *self)
{
    const char *title = self->options->title;
    fl_draw_svg_begin(&self->svg, self->width, self->height, title && *title ? title : "A dungeon floor");
    add_description(self);
    fl_draw_svg_add_paper(&self->svg, self->width, self->height);
    fl_draw_svg_add_title(&self->svg, &self->title);
    if (self->floor->failure) {
        fl_text_add_format(
            self->svg.out,
            "<text x=\"%d\" y=\"%d\" font-size=\"14\" fill=\"%s\">This floor failed: ", FL_SVG_MARGIN,
            FL_SVG_MARGIN + 14 + FL_SVG_TITLE_LINE * (int)self->title.lines, self->svg.look->ink);
        fl_text_add_xml(self->svg.out, self->floor->failure);
        fl_text_add(self->svg.out, "</text>\n");
    }
}

static void add_map(const picture *self)
{
    fl_svg_place place = {.x = FL_SVG_MARGIN,
                          .y = self->map_top,
                          .cell = self->cell,
                          .has_tooltips = true,
                          .marking = self->options->marking};
    if (self->map.width > 0) {
        fl_draw_svg_add_map(&self->svg, self->floor, &self->map, &place);
        return;
    }
    fl_text_add_format(self->svg.out,
                       "<text x=\"%d\" y=\"%d\" font-size=\"15\" fill=\"%s\">(no rooms)</text>\n",
                       FL_SVG_MARGIN, self->map_top + 14, self->svg.look->faint);
}

/* Swatches with signs and labels, then a piece of hidden corridor. */
static void add_legend(const picture *self)
{
    int y = self->map_top;
    fl_draw_svg_begin_legend(&self->svg);
    for (unsigned i = 0; i < entries_n(self); i++, y += FL_SVG_LEGEND_LINE) {
        if (self->options->marking) {
            fl_draw_svg_add_mark(&self->svg, &self->options->marking->mark[i], self->beside, y);
        } else {
            fl_draw_svg_add_swatch(&self->svg, self->map.kinds[i], self->beside, y);
        }
    }
    if (self->map.has_hidden_doors) {
        fl_draw_svg_add_hidden(&self->svg, self->beside, y);
    }
    fl_text_add(self->svg.out, "</g>\n");
}

/* In a monospaced font and with blanks preserved, because the lines form columns. */
static void add_side(const picture *self)
{
    fl_text *out = self->svg.out;
    int legend = legend_height(self);
    int y = self->map_top + legend + (legend > 0 ? FL_SVG_MARGIN / 2 : 0) + 12;
    fl_text_add_format(out,
                       "<g font-family=\"Menlo, Consolas, 'DejaVu Sans Mono', monospace\" font-size=\"12\" "
                       "fill=\"%s\" xml:space=\"preserve\">\n",
                       self->svg.look->faint);
    for (size_t i = 0; i < self->options->side_n; i++, y += SIDE_LINE) {
        fl_text_add_format(out, "<text x=\"%d\" y=\"%d\">", self->beside, y);
        fl_text_add_xml(out, self->options->side[i]);
        fl_text_add(out, "</text>\n");
    }
    fl_text_add(out, "</g>\n");
}

void fl_draw_floor_svg(const fl_floor *floor, const fl_floor_svg_options *options, fl_text *out)
{
    picture self = {.floor = floor, .options = options};
    fl_draw_svg_init(&self.svg, out, options->is_dark);
    fl_draw_picture_init(&self.map, floor);
    measure(&self);
    begin(&self);
    add_map(&self);
    if (self.map.kinds_n > 0) {
        add_legend(&self);
    }
    if (options->side_n > 0) {
        add_side(&self);
    }
    fl_text_add(out, "</svg>\n");
}
