/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The journey is walked twice: first to measure the maps, then to draw them. */
#include "experiments/show/show_private.h"

#include <stdio.h>
#include <string.h>

enum { CELL = 16, COLUMNS = 4, NAME = 18, LINE = 16, ARROW = 44, GAP = 26, LETTERS = 26, LEGEND_EACH = 190 };

typedef struct journey_picture {
    fl_svg svg;
    const fl_journey *journey;
    unsigned floors, columns;
    unsigned lines;            /* of the player's state */
    int map_width, map_height; /* of the largest, in pixels */
    int tile_width;
    unsigned kind_n[FL_KIND_COUNT];
    bool has_hidden;
} journey_picture;

/* Moves at most LETTERS letters from a text to a line, breaking it at commas. */
static const char *take_line(const char *text, char *line, size_t size)
{
    size_t n = 0;
    while (text[n]) {
        size_t part = strcspn(text + n, ",");
        part += text[n + part] == ',' ? 2 : 0;
        if (n > 0 && n + part > LETTERS) {
            break;
        }
        n += part;
    }
    snprintf(line, size, "%.*s", (int)(n > 0 && text[n] ? n - 1 : n), text); /* without the last blank */
    return text + n;
}

/* Writes the player's state on a floor, and the events there: "3 hearts, keys 1, enters shop, dies here". */
static void write_player(const fl_journey_visited_floor *floor, fl_text *out)
{
    const char *link = "";
    fl_show_add_state(floor->journey, &floor->walk->state, out);
    for (uint64_t kinds = floor->after->entered; kinds; kinds &= kinds - 1) {
        link = out->size > 0 ? ", " : "";
        fl_text_add_format(out, "%senters %s", link, fl_kind_of((fl_kind)__builtin_ctzll(kinds))->name);
    }
    link = out->size > 0 ? ", " : "";
    if (floor->after->has_died) {
        fl_text_add_format(out, "%sdies here", link);
    }
}

static fl_err measure(void *picture_of, const fl_journey_visited_floor *floor, fl_diag *diag)
{
    journey_picture *self = picture_of;
    fl_picture picture;
    fl_text state;
    char line[128];
    unsigned lines = 0;
    (void)diag;
    self->floors++;
    fl_text_init(&state);
    write_player(floor, &state);
    for (const char *rest = fl_text_get(&state); *rest; lines++) {
        rest = take_line(rest, line, sizeof line);
    }
    fl_text_free(&state);
    self->lines = lines > self->lines ? lines : self->lines;
    if (floor->maker->floor.failure) {
        return FL_OK;
    }
    fl_draw_picture_init(&picture, &floor->maker->floor);
    self->map_width = picture.width * CELL > self->map_width ? picture.width * CELL : self->map_width;
    self->map_height = picture.height * CELL > self->map_height ? picture.height * CELL : self->map_height;
    self->has_hidden |= picture.has_hidden_doors;
    for (unsigned kind = 0; kind < FL_KIND_COUNT; kind++) {
        self->kind_n[kind] += picture.kind_n[kind];
    }
    return FL_OK;
}

static int tile_height(const journey_picture *self)
{
    return NAME + LINE * (int)self->lines + LINE + self->map_height + GAP;
}

static fl_err draw(void *picture_of, const fl_journey_visited_floor *floor, fl_diag *diag)
{
    journey_picture *self = picture_of;
    fl_picture picture;
    fl_text state;
    char line[128];
    (void)diag;
    unsigned column = floor->walk->step % self->columns;
    int left = FL_SVG_MARGIN + (int)column * (self->tile_width + ARROW);
    int middle = left + self->tile_width / 2;
    int top = self->svg.top + (int)(floor->walk->step / self->columns) * tile_height(self);
    snprintf(line, sizeof line, "%u  %s", floor->walk->step + 1u,
             fl_journey_label(self->journey, floor->walk->stop, floor->walk->variant));
    fl_draw_svg_add_words(&self->svg, (fl_picture_spot){middle, top + 14}, 14, true, line);
    fl_text_init(&state);
    write_player(floor, &state);
    int y = top + NAME + 12;
    for (const char *rest = fl_text_get(&state); *rest; y += LINE) {
        rest = take_line(rest, line, sizeof line);
        fl_draw_svg_add_words(&self->svg, (fl_picture_spot){middle, y}, 11, false, line);
    }
    fl_text_free(&state);
    if (floor->walk->step > 0) { /* an arrow from the previous floor */
        int at = column > 0 ? left - ARROW + 10 : FL_SVG_MARGIN - 14;
        int mid = top + NAME + LINE * (int)self->lines + self->map_height / 2;
        fl_text_add_format(self->svg.out,
                           "<path d=\"M%d %d h%d m-7 -5 l7 5 l-7 5\" fill=\"none\" stroke=\"%s\" "
                           "stroke-width=\"2\"/>\n",
                           at, mid, column > 0 ? ARROW - 20 : 10, self->svg.look->edge);
    }
    if (floor->maker->floor.failure) {
        fl_draw_svg_add_words(&self->svg, (fl_picture_spot){middle, y + LINE}, 11, false,
                              floor->maker->floor.failure);
        return FL_OK;
    }
    fl_draw_picture_init(&picture, &floor->maker->floor);
    int map_top = top + NAME + LINE * (int)self->lines + 6;
    fl_svg_place place = {.x = middle - picture.width * CELL / 2,
                          .y = map_top + (self->map_height - picture.height * CELL) / 2,
                          .cell = CELL};
    fl_draw_svg_add_map(&self->svg, &floor->maker->floor, &picture, &place);
    return FL_OK;
}

fl_err fl_show_journey_svg(const fl_floor_maker *maker, const fl_show_look *look, fl_text *out, fl_diag *diag)
{
    fl_journey_walk first;
    const fl_journey *journey = maker->opened->rules;
    journey_picture self = {.journey = journey};
    fl_show_journey_begin(maker, &first);
    fl_journey_walk second = first;
    fl_err err = fl_show_each_floor(journey, &first, measure, &self, diag);
    if (err) {
        return err;
    }
    int label = LETTERS * FL_SVG_LETTER * 3 / 4;
    self.columns = self.floors < COLUMNS ? self.floors : COLUMNS;
    self.tile_width = self.map_width > label ? self.map_width : label;
    int maps = (int)((self.floors + self.columns - 1) / self.columns) * tile_height(&self);
    fl_draw_svg_init(&self.svg, out, look->is_dark);
    fl_draw_svg_lay_out(&self.svg, look->title,
                        2 * FL_SVG_MARGIN + (int)self.columns * (self.tile_width + ARROW) - ARROW);
    fl_svg_legend legend = {.kind_n = self.kind_n,
                            .has_hidden_doors = self.has_hidden,
                            .x = FL_SVG_MARGIN,
                            .y = self.svg.top + maps,
                            .columns = (unsigned)(self.svg.width - 2 * FL_SVG_MARGIN) / LEGEND_EACH,
                            .each = LEGEND_EACH};
    legend.columns = legend.columns > 0 ? legend.columns : 1;
    unsigned entries = fl_draw_svg_measure_legend(&legend, &label);
    fl_draw_svg_open(&self.svg,
                     maps + (int)((entries + legend.columns - 1) / legend.columns) * FL_SVG_LEGEND_LINE,
                     look->title);
    fl_text_add_format(out, "<desc>A journey of %u %s through the plan %s", self.floors,
                       self.floors == 1 ? "floor" : "floors", journey->name);
    fl_draw_svg_add_kinds(&self.svg, self.kind_n);
    fl_draw_svg_add_paper(&self.svg);
    err = fl_show_each_floor(journey, &second, draw, &self, diag);
    fl_draw_svg_add_legend(&self.svg, &legend);
    fl_text_add(out, "</g>\n</svg>\n");
    return err;
}
