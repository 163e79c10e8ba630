/* SPDX-License-Identifier: MIT */
/* The parts of SVG pictures. Only maps are scaled, to the wanted size of a cell, so that text beside them
 * keeps its size. */
#include "gen/draw/draw.h"
#include "gen/draw/draw_private.h"

#include <string.h>

/* Columns of text. */
enum {
    COLUMNS_MIN = 56, /* a title is not broken into lines shorter than this */
    COLUMNS_MAX = 100,
    LINE_BYTES = 4 * COLUMNS_MAX + 8,
    SIDE_MAX = 400, /* letters of a line beside the map for which the picture is made wider */
};

/* Units of the map, of which a cell has FL_OUTLINE_CELL. */
enum { DOOR_WIDTH = 12, DOOR_OVERLAP = 3, SIGN = 22, NARROW_SIGN = 14, CORNER = 10, INNER_HALF = 13 };

static const fl_svg_look light = {"#ffffff", "#1b1f24", "#57606a", "#3d444d", "#f4f2ec"};
static const fl_svg_look dark = {"#12161c", "#e6e9ee", "#a3acb8", "#8b949e", "#4a525d"};

static const char dark_ink[] = "#111111";
static const char light_ink[] = "#ffffff";

/* The map being drawn. */
typedef struct map {
    const fl_svg *svg;
    fl_text *out;
    const fl_floor *floor;
    const fl_picture *picture;
    const fl_svg_place *place;
} map;

void fl_draw_svg_init(fl_svg *self, fl_text *out, bool is_dark)
{
    *self = (fl_svg){.out = out, .look = is_dark ? &dark : &light};
}

int fl_draw_svg_cell(int wanted, int initial)
{
    int cell = wanted > 0 ? wanted : initial;
    return cell < FL_SVG_CELL_MIN ? FL_SVG_CELL_MIN : cell > FL_SVG_CELL_MAX ? FL_SVG_CELL_MAX : cell;
}

/* Takes the next line of a long text: up to `columns` letters, broken at a blank if there is one. Returns
 * the rest. */
static const char *take_line(const char *text, size_t columns, char line[LINE_BYTES])
{
    size_t letters = 0;
    size_t n = 0;
    size_t blank = 0;
    for (; text[n] && n < LINE_BYTES - 5; n++) {
        letters += (text[n] & 0xc0) != 0x80; /* the first byte of a letter */
        if (letters > columns) {
            break;
        }
        blank = text[n] == ' ' ? n : blank;
    }
    n = text[n] && blank > 0 ? blank : n;
    memcpy(line, text, n);
    line[n] = '\0';
    return text + n + (text[n] == ' ');
}

size_t fl_draw_svg_letters(const char *text)
{
    size_t n = 0;
    for (; *text; text++) {
        n += (*text & 0xc0) != 0x80;
    }
    return n;
}

size_t fl_draw_svg_side_letters(const char *const *line, size_t n)
{
    size_t most = 0;
    for (size_t i = 0; i < n; i++) {
        size_t letters = fl_draw_svg_letters(line[i]);
        most = letters > most ? letters : most;
    }
    return most < SIDE_MAX ? most : SIDE_MAX;
}

void fl_draw_svg_lay_out(fl_svg *self, const char *title, int width)
{
    char line[LINE_BYTES];
    int columns = (width - 2 * FL_SVG_MARGIN) / (FL_SVG_LETTER + 1);
    columns = columns < COLUMNS_MIN ? COLUMNS_MIN : columns > COLUMNS_MAX ? COLUMNS_MAX : columns;
    self->title = title;
    self->columns = (size_t)columns;
    self->width = width;
    self->lines = 0;
    for (const char *text = title; text && *text; self->lines++) {
        text = take_line(text, self->columns, line);
        int taken = 2 * FL_SVG_MARGIN + (FL_SVG_LETTER + 1) * (int)fl_draw_svg_letters(line);
        self->width = taken > self->width ? taken : self->width;
    }
    self->top = FL_SVG_MARGIN + FL_SVG_TITLE_LINE * self->lines + (self->lines > 0 ? FL_SVG_MARGIN / 2 : 0);
}

void fl_draw_svg_open(fl_svg *self, int below, const char *name)
{
    self->height = self->top + below + FL_SVG_MARGIN;
    fl_draw_svg_begin(self, self->width, self->height, self->lines > 0 ? self->title : name);
}

void fl_draw_svg_begin(const fl_svg *self, int width, int height, const char *title)
{
    fl_text_add_format(self->out,
                       "<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" width=\"%d\" height=\"%d\" "
                       "viewBox=\"0 0 %d %d\" font-family=\"Helvetica, Arial, 'DejaVu Sans', sans-serif\">\n",
                       width, height, width, height);
    fl_text_add(self->out, "<title>");
    fl_text_add_xml(self->out, title);
    fl_text_add(self->out, "</title>\n");
}

void fl_draw_svg_add_kinds(const fl_svg *self, const unsigned kind_n[FL_KIND_COUNT])
{
    const char *link = ": ";
    for (int kind = 0; kind < FL_KIND_COUNT; kind++) {
        if (kind_n[kind] > 0) {
            fl_text_add(self->out, link);
            fl_text_add_xml(self->out, fl_kind_of((fl_kind)kind)->label);
            fl_text_add_format(self->out, " %u", kind_n[kind]);
            link = ", ";
        }
    }
}

void fl_draw_svg_add_paper(const fl_svg *self)
{
    char line[LINE_BYTES];
    int y = FL_SVG_MARGIN + 14;
    fl_text *out = self->out;
    fl_text_add_format(out, "</desc>\n<rect width=\"%d\" height=\"%d\" fill=\"%s\"/>\n", self->width,
                       self->height, self->look->paper);
    for (const char *text = self->title; text && *text; y += FL_SVG_TITLE_LINE) {
        text = take_line(text, self->columns, line);
        fl_text_add_format(out, "<text x=\"%d\" y=\"%d\" font-size=\"16\" font-weight=\"700\" fill=\"%s\">",
                           FL_SVG_MARGIN, y, self->look->ink);
        fl_text_add_xml(out, line);
        fl_text_add(out, "</text>\n");
    }
}

void fl_draw_svg_add_words(const fl_svg *self, fl_picture_spot at, int size, bool is_name, const char *words)
{
    fl_text_add_format(self->out,
                       "<text x=\"%d\" y=\"%d\" font-size=\"%d\" text-anchor=\"middle\" fill=\"%s\">", at.x,
                       at.y, size, is_name ? self->look->ink : self->look->faint);
    fl_text_add_xml(self->out, words);
    fl_text_add(self->out, "</text>\n");
}

void fl_draw_svg_add_side(const fl_svg *self, int x, int y, const char *const *line, size_t n)
{
    fl_text_add_format(self->out,
                       "<g font-family=\"Menlo, Consolas, 'DejaVu Sans Mono', monospace\" font-size=\"12\" "
                       "fill=\"%s\" xml:space=\"preserve\">\n",
                       self->look->faint);
    for (size_t i = 0; i < n; i++, y += FL_SVG_SIDE_LINE) {
        fl_text_add_format(self->out, "<text x=\"%d\" y=\"%d\">", x, y + 12);
        fl_text_add_xml(self->out, line[i]);
        fl_text_add(self->out, "</text>\n");
    }
    fl_text_add(self->out, "</g>\n");
}

static void begin_doors(const fl_svg *self, bool is_hidden)
{
    fl_text_add_format(self->out, "<g class=\"%s\" fill=\"%s\" stroke=\"%s\" stroke-width=\"1.5\"%s>\n",
                       is_hidden ? "hidden-doors" : "doors",
                       is_hidden ? self->look->paper : self->look->corridor, self->look->edge,
                       is_hidden ? " stroke-dasharray=\"2 2\"" : "");
}

/* The hidden doors, or all others, as a group. */
static void add_doors(const map *self, bool is_hidden)
{
    begin_doors(self->svg, is_hidden);
    for (unsigned i = 0; i < self->floor->doors_n; i++) {
        const fl_door *door = &self->floor->doors[i];
        if (!door->is_wall && fl_draw_picture_is_hidden(self->floor, door) == is_hidden) {
            /* a corridor, whose ends are hidden by the two rooms */
            const fl_floor *floor = self->floor;
            unsigned cell;
            bool is_sideways = fl_draw_picture_is_sideways(floor, door, &cell);
            const fl_room *first = &floor->rooms[cell == door->cell_a ? door->room_a : door->room_b];
            const fl_room *second = &floor->rooms[cell == door->cell_a ? door->room_b : door->room_a];
            int back = fl_draw_outline_inset(first, is_sideways ? FL_RIGHT : FL_DOWN) + DOOR_OVERLAP;
            int length = back + fl_draw_outline_inset(second, is_sideways ? FL_LEFT : FL_UP) + DOOR_OVERLAP;
            int x = ((int)cell % floor->width - self->picture->left) * FL_OUTLINE_CELL;
            int y = ((int)cell / floor->width - self->picture->top) * FL_OUTLINE_CELL;
            int aside = (FL_OUTLINE_CELL - DOOR_WIDTH) / 2;
            x += is_sideways ? FL_OUTLINE_CELL - back : aside;
            y += is_sideways ? aside : FL_OUTLINE_CELL - back;
            fl_text_add_format(self->out, "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\"/>\n", x, y,
                               is_sideways ? length : DOOR_WIDTH, is_sideways ? DOOR_WIDTH : length);
        }
    }
    fl_text_add(self->out, "</g>\n");
}

static void add_tooltip(const map *self, unsigned number)
{
    const fl_room *room = &self->floor->rooms[number];
    fl_text *out = self->out;
    fl_text_add_format(out, "<title>room %u: ", number);
    fl_text_add_xml(out, room->tag ? room->tag : fl_kind_of(room->kind)->name);
    if (room->distance < 0) {
        fl_text_add(out, ", cut off from the start");
    } else if (room->distance > 0) {
        fl_text_add_format(out, ", %d %s from the start", room->distance,
                           room->distance == 1 ? "room" : "rooms");
    }
    if (self->place->marking) {
        fl_text_add(out, "; ");
        fl_text_add_xml(out, self->place->marking->mark[self->place->marking->mark_of[number]].label);
    }
    fl_text_add(out, "</title>");
}

/* The beginning of a room's path, up to its colour and line. */
static void begin_room(const map *self, unsigned number)
{
    const fl_svg_marks *marking = self->place->marking;
    if (!marking) {
        fl_text_add_format(self->out, "<path fill=\"#%06x\"",
                           fl_kind_of(self->floor->rooms[number].kind)->colour);
        return;
    }
    const fl_svg_mark *mark = &marking->mark[marking->mark_of[number]];
    fl_text_add_format(self->out, "<path fill=\"#%06x\" stroke-width=\"%s\"", mark->colour, mark->line);
    if (mark->dash) {
        fl_text_add_format(self->out, " stroke-dasharray=\"%s\"", mark->dash);
    }
}

/* A sign on a colour. */
typedef struct sign {
    const char *text; /* nothing is drawn if it begins with a blank or is empty */
    unsigned on;
} sign;

/* Adds a sign centred at a spot; the height of a capital is about 7/10 of the font size. */
static void add_sign(const fl_svg *self, const sign *sign, fl_picture_spot spot, int size)
{
    if (sign->text[0] == ' ' || sign->text[0] == '\0') {
        return;
    }
    fl_text_add_format(self->out, "<text x=\"%d\" y=\"%d\" font-size=\"%d\" fill=\"%s\">", spot.x,
                       spot.y + (size * 7 + 10) / 20, size,
                       fl_draw_picture_wants_dark_ink(sign->on) ? dark_ink : light_ink);
    fl_text_add_xml(self->out, sign->text);
    fl_text_add(self->out, "</text>\n");
}

static void add_kind_sign(const fl_svg *self, fl_kind kind, fl_picture_spot spot, int size)
{
    const char text[2] = {fl_kind_of(kind)->sign, '\0'};
    add_sign(self, &(sign){text, fl_kind_of(kind)->colour}, spot, size);
}

/* Returns how many earlier kinds have this one's colour; dark corners distinguish them. */
static unsigned twins_before(fl_kind kind)
{
    unsigned n = 0;
    for (int i = 0; i < (int)kind; i++) {
        n += fl_kind_of((fl_kind)i)->colour == fl_kind_of(kind)->colour;
    }
    return n;
}

/* Fills corners of a square around a spot, of which `half` is half a side: one, two that face each other,
 * three or all. */
static void add_corners(const fl_svg *self, fl_kind kind, fl_picture_spot spot, int half)
{
    static const int corners[][2] = {{-1, -1}, {1, 1}, {1, -1}, {-1, 1}};
    unsigned n = twins_before(kind);
    int size = CORNER * half / (FL_OUTLINE_CELL / 2);
    for (unsigned i = 0; i < n && i < sizeof corners / sizeof corners[0]; i++) {
        int x = corners[i][0];
        int y = corners[i][1];
        fl_picture_spot end = {spot.x + x * half, spot.y + y * half};
        fl_text_add_format(self->out, "<polygon points=\"%d,%d %d,%d %d,%d\" fill=\"%s\"/>\n", end.x, end.y,
                           end.x - x * size, end.y, end.x, end.y - y * size,
                           fl_draw_picture_wants_dark_ink(fl_kind_of(kind)->colour) ? dark_ink : light_ink);
    }
}

static void begin_signs(const fl_svg *self)
{
    fl_text_add(self->out, "<g text-anchor=\"middle\" font-weight=\"700\" pointer-events=\"none\">\n");
}

void fl_draw_svg_add_map(const fl_svg *self, const fl_floor *floor, const fl_picture *picture,
                         const fl_svg_place *place)
{
    map map = {.svg = self, .out = self->out, .floor = floor, .picture = picture, .place = place};
    int scale = (place->cell * 100000 + FL_OUTLINE_CELL / 2) / FL_OUTLINE_CELL;
    fl_text_add_format(self->out, "<g transform=\"translate(%d %d) scale(%d.%05d)\">\n", place->x, place->y,
                       scale / 100000, scale % 100000);
    add_doors(&map, false);
    if (picture->has_hidden_doors) {
        add_doors(&map, true);
    }
    fl_outline outline;
    fl_text *out = map.out;
    fl_draw_outline_init(&outline, map.floor, map.picture->left, map.picture->top);
    fl_text_add_format(out, "<g class=\"rooms\" stroke=\"%s\" stroke-width=\"1.5\" fill-rule=\"evenodd\">\n",
                       map.svg->look->edge);
    for (unsigned i = 0; i < map.floor->rooms_n; i++) {
        const fl_room *room = &map.floor->rooms[i];
        begin_room(&map, i);
        fl_text_add(out, " d=\"");
        fl_draw_outline_add(&outline, room, out);
        if (map.place->has_tooltips) {
            fl_text_add(out, "\">");
            add_tooltip(&map, i);
            fl_text_add(out, "</path>\n");
        } else {
            fl_text_add(out, "\"/>\n");
        }
    }
    fl_text_add(out, "</g>\n");
    begin_signs(map.svg);
    for (unsigned i = 0; i < map.floor->rooms_n; i++) {
        const fl_room *room = &map.floor->rooms[i];
        if (room->cells_n > 0) {
            fl_picture_spot spot = fl_draw_picture_sign_spot(map.floor, room);
            bool is_narrow = fl_shape_of(room->shape)->full != room->shape;
            spot.x = (spot.x - 2 * map.picture->left) * FL_OUTLINE_CELL / 2;
            spot.y = (spot.y - 2 * map.picture->top) * FL_OUTLINE_CELL / 2;
            /* the symbol of a room, by its mark or by its kind */
            int size = is_narrow ? NARROW_SIGN : SIGN;
            const fl_svg_marks *marking = map.place->marking;
            if (marking) {
                add_sign(map.svg, &(sign){marking->sign[i], marking->mark[marking->mark_of[i]].colour}, spot,
                         size);
            } else {
                fl_kind kind = map.floor->rooms[i].kind;
                if (map.floor->rooms[i].cells_n == 1 && size == SIGN) {
                    add_corners(map.svg, kind, spot, INNER_HALF);
                }
                add_kind_sign(map.svg, kind, spot, size);
            }
        }
    }
    fl_text_add(map.out, "</g>\n");
    fl_text_add(self->out, "</g>\n");
}

static void add_label(const fl_svg *self, int x, int y, const char *label)
{
    fl_text_add_format(self->out, "<text x=\"%d\" y=\"%d\">", x + FL_SVG_LABEL, y + 15);
    fl_text_add_xml(self->out, label);
    fl_text_add(self->out, "</text>\n");
}

static bool has_entry(const fl_svg_legend *self, unsigned entry)
{
    return self->marking ? entry < self->marking->marks_n : entry < FL_KIND_COUNT && self->kind_n[entry] > 0;
}

unsigned fl_draw_svg_measure_legend(const fl_svg_legend *self, int *width)
{
    unsigned n = self->has_hidden_doors;
    *width = 0;
    for (unsigned i = 0; i < (self->marking ? self->marking->marks_n : FL_KIND_COUNT); i++) {
        if (has_entry(self, i)) {
            const char *label = self->marking ? self->marking->mark[i].label : fl_kind_of((fl_kind)i)->label;
            int taken = FL_SVG_LABEL + FL_SVG_LETTER * (int)strlen(label);
            *width = taken > *width ? taken : *width;
            n++;
        }
    }
    return n;
}

void fl_draw_svg_add_legend(const fl_svg *self, const fl_svg_legend *legend)
{
    unsigned columns = legend->columns > 0 ? legend->columns : 1;
    unsigned n = 0;
    fl_text_add_format(self->out, "<g class=\"legend\" font-size=\"14\" fill=\"%s\">\n", self->look->ink);
    for (unsigned i = 0; i < (legend->marking ? legend->marking->marks_n : FL_KIND_COUNT); i++) {
        if (has_entry(legend, i)) {
            /* A square with the sign and the label of a kind, or of a mark. */
            fl_kind kind = (fl_kind)i;
            const fl_svg_mark *mark = legend->marking ? &legend->marking->mark[i] : NULL;
            int x = legend->x + legend->each * (int)(n % columns);
            int y = legend->y + FL_SVG_LEGEND_LINE * (int)(n / columns);
            fl_picture_spot middle = {x + FL_SVG_SWATCH / 2, y + FL_SVG_SWATCH / 2};
            fl_text_add_format(self->out,
                               "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" rx=\"4\" fill=\"#%06x\" "
                               "stroke=\"%s\" stroke-width=\"%s\"",
                               x, y, FL_SVG_SWATCH, FL_SVG_SWATCH,
                               mark ? mark->colour : fl_kind_of(kind)->colour, self->look->edge,
                               mark ? mark->line : "1.5");
            if (mark && mark->dash) {
                fl_text_add_format(self->out, " stroke-dasharray=\"%s\"", mark->dash);
            }
            fl_text_add(self->out, "/>\n");
            begin_signs(self);
            if (mark) {
                add_sign(self, &(sign){mark->sign, mark->colour}, middle, 14);
            } else {
                add_corners(self, kind, middle, FL_SVG_SWATCH / 2 - 1);
                add_kind_sign(self, kind, middle, 14);
            }
            fl_text_add(self->out, "</g>\n");
            add_label(self, x, y, mark ? mark->label : fl_kind_of(kind)->label);
            n++;
        }
    }
    if (legend->has_hidden_doors) { /* a piece of hidden corridor */
        int x = legend->x + legend->each * (int)(n % columns);
        int y = legend->y + FL_SVG_LEGEND_LINE * (int)(n / columns);
        begin_doors(self, true);
        fl_text_add_format(self->out, "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"12\"/>\n</g>\n", x,
                           y + 4, FL_SVG_SWATCH);
        add_label(self, x, y, "hidden door");
    }
}

int fl_draw_svg_add_tiles(const fl_svg *self, unsigned used, int x, int y)
{
    for (unsigned tile = 0; tile < FL_TILE_COUNT; tile++) {
        if (used >> tile & 1) {
            fl_interior swatch = {.size = 1, .row = {{tile, 0}}};
            fl_room_svg_place place = {.x = x, .y = y, .tile = FL_SVG_SWATCH};
            fl_draw_room_svg_tiles(&swatch, &place, self->out);
            add_label(self, x, y, fl_room_tile_of((fl_tile)tile)->name);
            y += FL_SVG_LEGEND_LINE;
        }
    }
    return y;
}
