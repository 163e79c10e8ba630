/* SPDX-License-Identifier: MIT */
/* A floor as SVG: the title above, the map, beside it the legend, and below that the lines of the caller. */
#include "gen/draw/draw.h"
#include "gen/draw/draw_private.h"

#include <string.h>

/* Pixels. */
enum {
    GUTTER = 28,        /* between the map and the legend */
    NOTHING_WIDTH = 84, /* of "(no rooms)" */
};

static int larger(int a, int b)
{
    return a > b ? a : b;
}

void fl_draw_floor_svg(const fl_floor *floor, const fl_floor_svg_options *options, fl_text *out)
{
    fl_svg svg;
    fl_picture map;
    size_t letters = fl_draw_svg_side_letters(options->side, options->side_n);
    int legend_width = 0;
    fl_draw_svg_init(&svg, out, options->is_dark);
    fl_draw_picture_init(&map, floor);
    fl_svg_legend legend = {
        .marking = options->marking, .kind_n = map.kind_n, .has_hidden_doors = map.has_hidden_doors};
    int legend_height = FL_SVG_LEGEND_LINE * (int)fl_draw_svg_measure_legend(&legend, &legend_width);
    int cell = fl_draw_svg_cell(options->cell, FL_DRAW_FLOOR_SVG_CELL);
    int map_width = map.width > 0 ? map.width * cell : NOTHING_WIDTH;
    int map_height = map.height > 0 ? map.height * cell : FL_SVG_LEGEND_LINE;
    int gap = legend_height > 0 ? FL_SVG_MARGIN / 2 : 0;
    int beside = legend_height + FL_SVG_SIDE_LINE * (int)options->side_n + (options->side_n > 0 ? gap : 0);
    int left = FL_SVG_MARGIN + map_width + GUTTER;
    int width = beside > 0 ? left + larger(legend_width, FL_SVG_LETTER * (int)letters) + FL_SVG_MARGIN
                           : 2 * FL_SVG_MARGIN + map_width;
    fl_draw_svg_lay_out(&svg, options->title, width);
    if (floor->failure) {
        letters = fl_draw_svg_letters(floor->failure) + 20;
        svg.width = larger(svg.width, 2 * FL_SVG_MARGIN + FL_SVG_LETTER * (int)letters);
        svg.top = FL_SVG_MARGIN + FL_SVG_TITLE_LINE * (svg.lines + 1) + FL_SVG_MARGIN / 2;
    }
    fl_draw_svg_open(&svg, larger(map_height, beside), "A dungeon floor");
    /* For screen readers: how many rooms of which kinds. */
    fl_text_add_format(out, "<desc>%u %s and %u %s", (unsigned)floor->rooms_n,
                       floor->rooms_n == 1 ? "room" : "rooms", (unsigned)floor->doors_n,
                       floor->doors_n == 1 ? "door" : "doors");
    fl_draw_svg_add_kinds(&svg, map.kind_n);
    if (floor->failure) {
        fl_text_add(out, ". This floor failed: ");
        fl_text_add_xml(out, floor->failure);
    }
    fl_draw_svg_add_paper(&svg);
    if (floor->failure) {
        fl_text_add_format(out, "<text x=\"%d\" y=\"%d\" font-size=\"14\" fill=\"%s\">This floor failed: ",
                           FL_SVG_MARGIN, FL_SVG_MARGIN + 14 + FL_SVG_TITLE_LINE * svg.lines, svg.look->ink);
        fl_text_add_xml(out, floor->failure);
        fl_text_add(out, "</text>\n");
    }
    fl_svg_place place = {
        .x = FL_SVG_MARGIN, .y = svg.top, .cell = cell, .has_tooltips = true, .marking = options->marking};
    if (map.width > 0) {
        fl_draw_svg_add_map(&svg, floor, &map, &place);
    } else {
        fl_text_add_format(out, "<text x=\"%d\" y=\"%d\" font-size=\"15\" fill=\"%s\">(no rooms)</text>\n",
                           FL_SVG_MARGIN, svg.top + 14, svg.look->faint);
    }
    legend.x = left;
    legend.y = svg.top;
    if (map.kinds_n > 0) {
        fl_draw_svg_add_legend(&svg, &legend);
        fl_text_add(out, "</g>\n");
    }
    if (options->side_n > 0) {
        fl_draw_svg_add_side(&svg, left, svg.top + legend_height + gap, options->side, options->side_n);
    }
    fl_text_add(out, "</svg>\n");
}
