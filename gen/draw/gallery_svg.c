/* SPDX-License-Identifier: MIT */
/* A grid whose columns and rows fit their maps. The best number of columns is found by trying all: there
 * are few floors, and the height of the picture is not known before. */
#include "gen/draw/draw.h"
#include "gen/draw/draw_private.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

/* Pixels. */
enum {
    GUTTER_X = 26, /* between columns */
    GUTTER_Y = 20, /* between rows, and between grid and legend */
    CAPTION = 22,  /* height, with the gap below it */
    LEGEND_GAP = 18,
};

/* A floor has a smaller scale if its map is wider or higher than so many pixels and so many times the
 * smallest floor's. */
enum { OWN_SCALE_PIXELS = 480, OWN_SCALE_TIMES = 4 };

/* The wanted aspect ratio. */
enum { ASPECT_X = 3, ASPECT_Y = 2 };

static const char failed[] = ": failed";

static int larger(int a, int b)
{
    return a > b ? a : b;
}

void fl_draw_gallery_init(fl_gallery *self, const fl_gallery_options *options)
{
    memset(self, 0, sizeof *self);
    self->options = *options;
}

/* Writes the caption, cut if it is long (out NULL: only measures it). Returns the number of letters. */
static size_t show_caption(const fl_floor *floor, const char *caption, fl_text *out)
{
    char line[4 * FL_GALLERY_CAPTION + 1];
    size_t letters = 0;
    size_t n = 0;
    while (caption[n] && n < sizeof line - 1) {
        letters += (caption[n] & 0xc0) != 0x80;
        if (letters > FL_GALLERY_CAPTION) {
            break;
        }
        line[n] = caption[n];
        n++;
    }
    line[n] = '\0';
    letters -= caption[n] && letters > FL_GALLERY_CAPTION ? 1 : 0;
    if (out) {
        fl_text_add_xml(out, line);
        fl_text_add(out, caption[n] ? "…" : "");
        fl_text_add(out, floor->failure ? failed : "");
    }
    return letters + (caption[n] ? 1 : 0) + (floor->failure ? sizeof failed - 1 : 0);
}

void fl_draw_gallery_measure(fl_gallery *self, const fl_floor *floor, const char *caption)
{
    fl_picture picture;
    self->first = self->floors_n == 0 ? floor->key : self->first;
    fl_bug_assert_sample(self->floors_n < FL_GALLERY_MAX, &self->first, " --count 257 --format svg");
    fl_gallery_picture *tile = &self->tile[self->floors_n++];
    tile->letters = (uint8_t)show_caption(floor, caption, NULL);
    if (floor->failure) {
        self->failed_n++;
        return;
    }
    fl_draw_picture_init(&picture, floor);
    tile->width = (uint8_t)picture.width;
    tile->height = (uint8_t)picture.height;
    self->rooms_n += floor->rooms_n;
    self->has_hidden_doors |= picture.has_hidden_doors;
    for (unsigned kind = 0; kind < FL_KIND_COUNT; kind++) {
        self->kind_n[kind] += picture.kind_n[kind];
    }
}

static int column_width(const fl_gallery *self, unsigned columns, unsigned column)
{
    int width = 0;
    for (unsigned i = column; i < self->floors_n; i += columns) {
        width = larger(width, self->tile[i].width * self->tile[i].cell);
        width = larger(width, self->tile[i].letters * FL_SVG_LETTER);
    }
    return width;
}

static int row_height(const fl_gallery *self, unsigned columns, unsigned row)
{
    int height = 0;
    for (unsigned i = row * columns; i < self->floors_n && i < (row + 1) * columns; i++) {
        height = larger(height, self->tile[i].height * self->tile[i].cell);
    }
    return CAPTION + height;
}

/* How many labels fit side by side. */
static unsigned legend_columns(const fl_gallery *self, int width)
{
    int each = self->label_width + LEGEND_GAP;
    int n = each > LEGEND_GAP ? (width - 2 * FL_SVG_MARGIN + LEGEND_GAP) / each : 1;
    unsigned items = self->entries_n;
    unsigned most = n < 1 ? 1 : (unsigned)n;
    unsigned rows = (items + most - 1) / most;
    return rows > 0 ? (items + rows - 1) / rows : 1; /* rows of about equal length */
}

static fl_gallery_grid lay_out(const fl_gallery *self, unsigned columns)
{
    fl_gallery_grid out = {.columns = columns};
    for (unsigned i = 0; i < columns; i++) {
        out.width += column_width(self, columns, i) + (i > 0 ? GUTTER_X : 0);
    }
    for (unsigned i = 0; i * columns < self->floors_n; i++) {
        out.height += row_height(self, columns, i) + (i > 0 ? GUTTER_Y : 0);
        out.places += columns;
    }
    fl_draw_svg_init(&out.svg, self->out, self->options.is_dark);
    fl_draw_svg_lay_out(&out.svg, self->options.title,
                        2 * FL_SVG_MARGIN + larger(out.width, self->label_width));
    if (self->entries_n > 0) {
        unsigned each = legend_columns(self, out.svg.width);
        out.legend = GUTTER_Y + FL_SVG_LEGEND_LINE * (int)((self->entries_n + each - 1) / each);
    }
    out.svg.height = out.svg.top + out.height + out.legend + FL_SVG_MARGIN;
    return out;
}

/* True if a layout is better: near to the wanted aspect ratio, with few empty places in the grid.
 * Compares, without division, the ratio of the longer to the shorter side (scaled so that the wanted
 * aspect is a square) times the number of places. */
static bool is_better(const fl_gallery_grid *a, const fl_gallery_grid *b)
{
    int64_t a_x = (int64_t)a->svg.width * ASPECT_Y;
    int64_t a_y = (int64_t)a->svg.height * ASPECT_X;
    int64_t b_x = (int64_t)b->svg.width * ASPECT_Y;
    int64_t b_y = (int64_t)b->svg.height * ASPECT_X;
    int64_t a_long = a_x > a_y ? a_x : a_y;
    int64_t b_long = b_x > b_y ? b_x : b_y;
    return a_long * (b_x + b_y - b_long) * a->places < b_long * (a_x + a_y - a_long) * b->places;
}

void fl_draw_gallery_begin(fl_gallery *self, fl_text *out)
{
    fl_gallery_grid *grid = &self->grid;
    unsigned drawn = self->floors_n - self->failed_n;
    /* Chooses the scale of each floor. */
    int smallest = FL_FLOOR_SIDE_MAX;
    for (unsigned i = 0; i < self->floors_n; i++) {
        int side = larger(self->tile[i].width, self->tile[i].height);
        smallest = side > 0 && side < smallest ? side : smallest;
    }
    int most = larger(OWN_SCALE_PIXELS, OWN_SCALE_TIMES * smallest * FL_GALLERY_CELL);
    for (unsigned i = 0; i < self->floors_n; i++) {
        int side = larger(self->tile[i].width, self->tile[i].height);
        bool is_far_larger = side * FL_GALLERY_CELL > most;
        self->tile[i].cell = is_far_larger ? larger(1, most / side) : FL_GALLERY_CELL;
    }
    fl_svg_legend legend = {.kind_n = self->kind_n, .has_hidden_doors = self->has_hidden_doors};
    self->entries_n = fl_draw_svg_measure_legend(&legend, &self->label_width);
    self->out = out;
    *grid = lay_out(self, self->options.columns > 0 ? self->options.columns : 1);
    for (unsigned columns = 2; self->options.columns == 0 && columns <= self->floors_n; columns++) {
        fl_gallery_grid other = lay_out(self, columns);
        *grid = is_better(&other, grid) ? other : *grid;
    }
    fl_draw_svg_open(&grid->svg, grid->height + grid->legend, "Dungeon floors");
    fl_text_add_format(out, "<desc>%u %s with %u %s", drawn, drawn == 1 ? "floor" : "floors", self->rooms_n,
                       self->rooms_n == 1 ? "room" : "rooms");
    fl_draw_svg_add_kinds(&grid->svg, self->kind_n);
    if (self->failed_n > 0) {
        fl_text_add_format(out, ". %u more failed", self->failed_n);
    }
    fl_draw_svg_add_paper(&grid->svg);
}

void fl_draw_gallery_add(fl_gallery *self, const fl_floor *floor, const char *caption)
{
    const fl_gallery_grid *grid = &self->grid;
    fl_picture picture;
    assert(grid->columns > 0); /* fl_draw_gallery_begin was called */
    unsigned column = self->next % grid->columns;
    fl_bug_assert_sample(self->next < self->floors_n, &self->first,
                         " --format svg, with the --count or --vary that was given");
    int cell = self->tile[self->next].cell;
    fl_picture_spot spot = {(grid->svg.width - grid->width) / 2, grid->svg.top};
    for (unsigned i = 0; i < column; i++) {
        spot.x += column_width(self, grid->columns, i) + GUTTER_X;
    }
    for (unsigned i = 0; i < self->next / grid->columns; i++) {
        spot.y += row_height(self, grid->columns, i) + GUTTER_Y;
    }
    self->next++;
    spot.x += column_width(self, grid->columns, column) / 2;
    /* The caption, centred over its column; a failed floor's has the reason as a tooltip. */
    fl_text_add_format(self->out,
                       "<text x=\"%d\" y=\"%d\" font-size=\"13\" text-anchor=\"middle\" fill=\"%s\">", spot.x,
                       spot.y + 12, grid->svg.look->faint);
    show_caption(floor, caption, self->out);
    if (floor->failure) {
        fl_text_add(self->out, "<title>");
        fl_text_add_xml(self->out, floor->failure);
        fl_text_add(self->out, "</title></text>\n");
        return;
    }
    if (cell < FL_GALLERY_CELL) {
        fl_text_add_format(self->out, " (scale 1:%d)", FL_GALLERY_CELL / cell);
    }
    fl_text_add(self->out, "</text>\n");
    fl_draw_picture_init(&picture, floor);
    fl_svg_place place = {.x = spot.x - picture.width * cell / 2, .y = spot.y + CAPTION, .cell = cell};
    fl_draw_svg_add_map(&grid->svg, floor, &picture, &place);
}

void fl_draw_gallery_end(fl_gallery *self)
{
    const fl_svg *svg = &self->grid.svg;
    unsigned columns = legend_columns(self, svg->width);
    int each = self->label_width + LEGEND_GAP;
    fl_svg_legend legend = {.kind_n = self->kind_n,
                            .has_hidden_doors = self->has_hidden_doors,
                            .x = (svg->width - (int)columns * each + LEGEND_GAP) / 2,
                            .y = svg->top + self->grid.height + GUTTER_Y,
                            .columns = columns,
                            .each = each};
    if (self->entries_n > 0) {
        fl_draw_svg_add_legend(svg, &legend);
        fl_text_add(self->out, "</g>\n");
    }
    fl_text_add(self->out, "</svg>\n");
}
