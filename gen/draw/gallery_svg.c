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

/* A floor has its own, smaller scale when its map is wider or higher than so many pixels and so many times
 * the smallest floor's. */
enum { OWN_SCALE_PIXELS = 480, OWN_SCALE_TIMES = 4 };

/* The wanted aspect ratio. */
enum { ASPECT_X = 3, ASPECT_Y = 2 };

static const char failed[] = ": failed";

/* The gallery with some number of columns. */
typedef struct layout {
    unsigned columns, places;
    int grid_width, grid_height;
    int width, height;
    int top;
} layout;

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

static layout lay_out(const fl_gallery *self, unsigned columns)
{
    layout out = {.columns = columns};
    fl_svg_title title;
    unsigned items = self->entries_n;
    for (unsigned i = 0; i < columns; i++) {
        out.grid_width += column_width(self, columns, i) + (i > 0 ? GUTTER_X : 0);
    }
    for (unsigned i = 0; i * columns < self->floors_n; i++) {
        out.grid_height += row_height(self, columns, i) + (i > 0 ? GUTTER_Y : 0);
        out.places += columns;
    }
    out.width = 2 * FL_SVG_MARGIN + larger(out.grid_width, self->label_width);
    fl_draw_svg_measure_title(&title, self->options.title, out.width);
    out.width = larger(out.width, 2 * FL_SVG_MARGIN + title.width);
    int above = FL_SVG_TITLE_LINE * (int)title.lines;
    out.top = FL_SVG_MARGIN + above + (above > 0 ? FL_SVG_MARGIN / 2 : 0);
    out.height = out.top + out.grid_height + FL_SVG_MARGIN;
    if (items > 0) {
        unsigned each = legend_columns(self, out.width);
        out.height += GUTTER_Y + FL_SVG_LEGEND_LINE * (int)((items + each - 1) / each);
    }
    return out;
}

/* Whether a layout is better: near to the wanted aspect ratio, with few empty places in the grid.
 * Compares, without division, the ratio of the longer to the shorter side (scaled so that the wanted
 * aspect is a square) times the number of places. */
static bool is_better(const layout *a, const layout *b)
{
    int64_t a_x = (int64_t)a->width * ASPECT_Y;
    int64_t a_y = (int64_t)a->height * ASPECT_X;
    int64_t b_x = (int64_t)b->width * ASPECT_Y;
    int64_t b_y = (int64_t)b->height * ASPECT_X;
    int64_t a_long = a_x > a_y ? a_x : a_y;
    int64_t b_long = b_x > b_y ? b_x : b_y;
    return a_long * (b_x + b_y - b_long) * a->places < b_long * (a_x + a_y - a_long) * b->places;
}

static layout best_layout(const fl_gallery *self)
{
    layout best = lay_out(self, self->options.columns > 0 ? self->options.columns : 1);
    for (unsigned columns = 2; self->options.columns == 0 && columns <= self->floors_n; columns++) {
        layout other = lay_out(self, columns);
        best = is_better(&other, &best) ? other : best;
    }
    return best;
}

/* For screen readers. */
static void add_description(const fl_gallery *self)
{
    fl_text *out = self->svg.out;
    unsigned drawn = self->floors_n - self->failed_n;
    fl_text_add_format(out, "<desc>%u %s with %u %s", drawn, drawn == 1 ? "floor" : "floors", self->rooms_n,
                       self->rooms_n == 1 ? "room" : "rooms");
    fl_draw_svg_add_kinds(&self->svg, self->kind_n);
    if (self->failed_n > 0) {
        fl_text_add_format(out, ". %u more failed", self->failed_n);
    }
}

void fl_draw_gallery_begin(fl_gallery *self, fl_text *out)
{
    const char *words = self->options.title;
    fl_svg_title title;
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
    layout best = best_layout(self);
    self->columns = best.columns;
    self->grid_width = best.grid_width;
    self->grid_height = best.grid_height;
    self->width = best.width;
    self->height = best.height;
    self->left = (best.width - best.grid_width) / 2;
    self->top = best.top;
    fl_draw_svg_init(&self->svg, out, self->options.is_dark);
    fl_draw_svg_measure_title(&title, words, self->width);
    fl_draw_svg_begin(&self->svg, self->width, self->height, words && *words ? words : "Dungeon floors");
    add_description(self);
    fl_draw_svg_add_paper(&self->svg, self->width, self->height, &title);
}

/* The caption, centred over its column; a failed floor's has the reason as a tooltip. */
static void add_caption(const fl_gallery *self, const fl_floor *floor, const char *caption,
                        fl_picture_spot spot)
{
    fl_text *out = self->svg.out;
    int cell = self->tile[self->next - 1].cell;
    fl_text_add_format(out, "<text x=\"%d\" y=\"%d\" font-size=\"13\" text-anchor=\"middle\" fill=\"%s\">",
                       spot.x, spot.y + 12, self->svg.look->faint);
    show_caption(floor, caption, out);
    if (!floor->failure && cell < FL_GALLERY_CELL) {
        fl_text_add_format(out, " (scale 1:%d)", FL_GALLERY_CELL / cell);
    }
    if (floor->failure) {
        fl_text_add(out, "<title>");
        fl_text_add_xml(out, floor->failure);
        fl_text_add(out, "</title>");
    }
    fl_text_add(out, "</text>\n");
}

void fl_draw_gallery_add(fl_gallery *self, const fl_floor *floor, const char *caption)
{
    fl_picture picture;
    assert(self->columns > 0); /* fl_draw_gallery_begin was called */
    unsigned column = self->next % self->columns;
    unsigned row = self->next / self->columns;
    fl_bug_assert_sample(self->next < self->floors_n, &self->first,
                         " --format svg, with the --count or --vary that was given");
    self->next++;
    fl_picture_spot spot = {self->left, self->top};
    for (unsigned i = 0; i < column; i++) {
        spot.x += column_width(self, self->columns, i) + GUTTER_X;
    }
    for (unsigned i = 0; i < row; i++) {
        spot.y += row_height(self, self->columns, i) + GUTTER_Y;
    }
    spot.x += column_width(self, self->columns, column) / 2;
    add_caption(self, floor, caption, spot);
    if (floor->failure) {
        return;
    }
    fl_draw_picture_init(&picture, floor);
    int cell = self->tile[self->next - 1].cell;
    fl_svg_place place = {.x = spot.x - picture.width * cell / 2, .y = spot.y + CAPTION, .cell = cell};
    fl_draw_svg_add_map(&self->svg, floor, &picture, &place);
}

void fl_draw_gallery_end(fl_gallery *self)
{
    unsigned columns = legend_columns(self, self->width);
    int each = self->label_width + LEGEND_GAP;
    fl_svg_legend legend = {.kind_n = self->kind_n,
                            .has_hidden_doors = self->has_hidden_doors,
                            .x = (self->width - (int)columns * each + LEGEND_GAP) / 2,
                            .y = self->top + self->grid_height + GUTTER_Y,
                            .columns = columns,
                            .each = each};
    if (self->entries_n > 0) {
        fl_draw_svg_add_legend(&self->svg, &legend);
        fl_text_add(self->svg.out, "</g>\n");
    }
    fl_text_add(self->svg.out, "</svg>\n");
}
