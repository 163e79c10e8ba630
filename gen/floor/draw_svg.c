/* Corridors first, then rooms over their ends, then signs over all. Measures are whole units; the map alone
 * is scaled to the wanted size of a cell, so that the writing beside it keeps its size. */
#include "gen/floor/draw_svg.h"

#include "gen/floor/drawing.h"
#include "gen/floor/outline.h"

#include <string.h>

/* Pixels, and columns of text. Letters are taken to be a bit wider than they are in most fonts. */
enum {
    MARGIN = 20,
    GUTTER = 28, /* between the map and the legend */
    LETTER = 8,  /* width of a letter of any size here */
    TITLE_LINE = 21,
    LEGEND_LINE = 26,
    SIDE_LINE = 18,
    SWATCH = 20,      /* of a colour in the legend */
    COLUMNS_MIN = 56, /* of the title before it is broken */
    COLUMNS_MAX = 100,
    LINE_BYTES = 4 * COLUMNS_MAX + 8,
    NOTHING_WIDTH = 84, /* of "(no rooms)" */
};

/* Units of the map, of which a cell has FL_OUTLINE_CELL. */
enum { DOOR_WIDTH = 12, DOOR_OVERLAP = 3, SIGN = 18, NARROW_SIGN = 13 };

typedef struct look {
    const char *paper, *ink, *faint; /* faint: side lines */
    const char *edge;                /* round rooms and corridors */
    const char *corridor;
} look;

static const look light = {"#ffffff", "#1b1f24", "#57606a", "#3d444d", "#f4f2ec"};
static const look dark = {"#12161c", "#e6e9ee", "#a3acb8", "#8b949e", "#4a525d"};

static const char dark_ink[] = "#111111";
static const char light_ink[] = "#ffffff";

typedef struct picture {
    const fl_floor *floor;
    const fl_draw_svg_options *options;
    const look *look;
    fl_text *out;
    fl_drawing plan;
    int cell; /* pixels */
    int width, height;
    int map_top;
    int beside; /* where the legend begins */
    unsigned title_lines;
    size_t title_columns;
} picture;

/* The next line of a long text: up to `columns` letters, broken at a blank if there is one. Returns what is
 * left of the text. */
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

static size_t letters_of(const char *text)
{
    size_t n = 0;
    for (; *text; text++) {
        n += (*text & 0xc0) != 0x80;
    }
    return n;
}

static int larger(int a, int b)
{
    return a > b ? a : b;
}

/* Pixels from the left of the legend to the right of it and of the side lines. */
static int beside_width(const picture *self)
{
    size_t letters = 0;
    int legend = 0;
    for (unsigned i = 0; i < self->plan.kinds_n; i++) {
        size_t n = strlen(fl_kind_of(self->plan.kinds[i])->label);
        legend = larger(legend, SWATCH + 10 + LETTER * (int)n);
    }
    for (size_t i = 0; i < self->options->side_n; i++) {
        size_t n = letters_of(self->options->side[i]);
        letters = n > letters ? n : letters;
    }
    letters = letters < 400 ? letters : 400;
    return larger(legend, LETTER * (int)letters);
}

static int legend_height(const picture *self)
{
    return LEGEND_LINE * ((int)self->plan.kinds_n + (self->plan.has_hidden_doors ? 1 : 0));
}

/* Breaks the title to about the width of what is below it. */
static void measure_title(picture *self)
{
    char line[LINE_BYTES];
    int columns = (self->width - 2 * MARGIN) / (LETTER + 1);
    columns = columns < COLUMNS_MIN ? COLUMNS_MIN : columns > COLUMNS_MAX ? COLUMNS_MAX : columns;
    self->title_columns = (size_t)columns;
    for (const char *text = self->options->title; text && *text;) {
        text = take_line(text, self->title_columns, line);
        self->width = larger(self->width, 2 * MARGIN + (LETTER + 1) * (int)letters_of(line));
        self->title_lines++;
    }
    if (self->floor->failure) {
        int letters = (int)letters_of(self->floor->failure) + 20;
        self->width = larger(self->width, 2 * MARGIN + LETTER * letters);
    }
}

static void measure(picture *self)
{
    int cell = self->options->cell > 0 ? self->options->cell : FL_DRAW_SVG_CELL;
    self->cell = cell < 4 ? 4 : cell > 400 ? 400 : cell;
    int map_width = self->plan.width > 0 ? self->plan.width * self->cell : NOTHING_WIDTH;
    int map_height = self->plan.height > 0 ? self->plan.height * self->cell : LEGEND_LINE;
    int side = SIDE_LINE * (int)self->options->side_n;
    int legend = legend_height(self);
    int beside = legend + side + (legend > 0 && side > 0 ? MARGIN / 2 : 0);
    self->beside = MARGIN + map_width + GUTTER;
    self->width = beside > 0 ? self->beside + beside_width(self) + MARGIN : 2 * MARGIN + map_width;
    measure_title(self);
    int above = TITLE_LINE * ((int)self->title_lines + (self->floor->failure ? 1 : 0));
    self->map_top = MARGIN + above + (above > 0 ? MARGIN / 2 : 0);
    self->height = self->map_top + larger(map_height, beside) + MARGIN;
}

/* For those who hear the picture: how many rooms of which kinds. */
static void add_description(const picture *self)
{
    fl_text *out = self->out;
    fl_text_add_format(out, "<desc>%u %s and %u %s", (unsigned)self->floor->rooms_n,
                       self->floor->rooms_n == 1 ? "room" : "rooms", (unsigned)self->floor->doors_n,
                       self->floor->doors_n == 1 ? "door" : "doors");
    for (unsigned i = 0; i < self->plan.kinds_n; i++) {
        fl_kind kind = self->plan.kinds[i];
        fl_text_add(out, i == 0 ? ": " : ", ");
        fl_text_add_xml(out, fl_kind_of(kind)->label);
        fl_text_add_format(out, " %u", self->plan.kind_n[kind]);
    }
    if (self->floor->failure) {
        fl_text_add(out, ". This floor failed: ");
        fl_text_add_xml(out, self->floor->failure);
    }
    fl_text_add(out, "</desc>\n");
}

static void begin(const picture *self)
{
    fl_text *out = self->out;
    const char *title = self->options->title;
    fl_text_add_format(out,
                       "<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" width=\"%d\" height=\"%d\" "
                       "viewBox=\"0 0 %d %d\" font-family=\"Helvetica, Arial, 'DejaVu Sans', sans-serif\">\n",
                       self->width, self->height, self->width, self->height);
    fl_text_add(out, "<title>");
    fl_text_add_xml(out, title && *title ? title : "A dungeon floor");
    fl_text_add(out, "</title>\n");
    add_description(self);
    fl_text_add_format(out, "<rect width=\"%d\" height=\"%d\" fill=\"%s\"/>\n", self->width, self->height,
                       self->look->paper);
}

static void add_title(const picture *self)
{
    char line[LINE_BYTES];
    int y = MARGIN + 14;
    fl_text *out = self->out;
    for (const char *text = self->options->title; text && *text; y += TITLE_LINE) {
        text = take_line(text, self->title_columns, line);
        fl_text_add_format(out, "<text x=\"%d\" y=\"%d\" font-size=\"16\" font-weight=\"700\" fill=\"%s\">",
                           MARGIN, y, self->look->ink);
        fl_text_add_xml(out, line);
        fl_text_add(out, "</text>\n");
    }
    if (self->floor->failure) {
        fl_text_add_format(out,
                           "<text x=\"%d\" y=\"%d\" font-size=\"14\" fill=\"%s\">This floor failed: ", MARGIN,
                           y, self->look->ink);
        fl_text_add_xml(out, self->floor->failure);
        fl_text_add(out, "</text>\n");
    }
}

/* A corridor from under the one room to under the other. */
static void add_door(const picture *self, const fl_door *door)
{
    const fl_floor *floor = self->floor;
    unsigned cell;
    bool is_sideways = fl_drawing_is_sideways(floor, door, &cell);
    const fl_room *first = &floor->rooms[cell == door->cell_a ? door->room_a : door->room_b];
    const fl_room *second = &floor->rooms[cell == door->cell_a ? door->room_b : door->room_a];
    int back = fl_outline_inset(first, is_sideways ? FL_RIGHT : FL_DOWN) + DOOR_OVERLAP;
    int length = back + fl_outline_inset(second, is_sideways ? FL_LEFT : FL_UP) + DOOR_OVERLAP;
    int x = ((int)cell % floor->width - self->plan.left) * FL_OUTLINE_CELL;
    int y = ((int)cell / floor->width - self->plan.top) * FL_OUTLINE_CELL;
    int aside = (FL_OUTLINE_CELL - DOOR_WIDTH) / 2;
    x += is_sideways ? FL_OUTLINE_CELL - back : aside;
    y += is_sideways ? aside : FL_OUTLINE_CELL - back;
    fl_text_add_format(self->out, "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\"/>\n", x, y,
                       is_sideways ? length : DOOR_WIDTH, is_sideways ? DOOR_WIDTH : length);
}

static void begin_doors(const picture *self, bool is_hidden)
{
    fl_text_add_format(self->out, "<g class=\"%s\" fill=\"%s\" stroke=\"%s\" stroke-width=\"1.5\"%s>\n",
                       is_hidden ? "hidden-doors" : "doors",
                       is_hidden ? self->look->paper : self->look->corridor, self->look->edge,
                       is_hidden ? " stroke-dasharray=\"2 2\"" : "");
}

/* The doors of one sort in a group. */
static void add_doors(const picture *self, bool is_hidden)
{
    begin_doors(self, is_hidden);
    for (unsigned i = 0; i < self->floor->doors_n; i++) {
        if (fl_drawing_is_hidden(self->floor, &self->floor->doors[i]) == is_hidden) {
            add_door(self, &self->floor->doors[i]);
        }
    }
    fl_text_add(self->out, "</g>\n");
}

static void add_tooltip(const picture *self, unsigned number)
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
    fl_text_add(out, "</title>");
}

static void add_rooms(const picture *self)
{
    fl_outline outline;
    fl_text *out = self->out;
    fl_outline_init(&outline, self->floor, self->plan.left, self->plan.top);
    fl_text_add_format(out, "<g class=\"rooms\" stroke=\"%s\" stroke-width=\"1.5\" fill-rule=\"evenodd\">\n",
                       self->look->edge);
    for (unsigned i = 0; i < self->floor->rooms_n; i++) {
        const fl_room *room = &self->floor->rooms[i];
        fl_text_add_format(out, "<path fill=\"#%06x\" d=\"", fl_kind_of(room->kind)->colour);
        fl_outline_add(&outline, room, out);
        fl_text_add(out, "\">");
        add_tooltip(self, i);
        fl_text_add(out, "</path>\n");
    }
    fl_text_add(out, "</g>\n");
}

static const char *ink_on(fl_kind kind)
{
    return fl_drawing_wants_dark_ink(fl_kind_of(kind)->colour) ? dark_ink : light_ink;
}

/* A sign about the middle x, y: capitals are about 7/10 of the size high. */
static void add_sign(const picture *self, fl_kind kind, fl_drawing_spot spot, int size)
{
    char sign[2] = {fl_kind_of(kind)->sign, '\0'};
    if (sign[0] == ' ') {
        return;
    }
    fl_text_add_format(self->out, "<text x=\"%d\" y=\"%d\" font-size=\"%d\" fill=\"%s\">", spot.x,
                       spot.y + (size * 7 + 10) / 20, size, ink_on(kind));
    fl_text_add_xml(self->out, sign);
    fl_text_add(self->out, "</text>\n");
}

static void begin_signs(const picture *self)
{
    fl_text_add(self->out, "<g text-anchor=\"middle\" font-weight=\"700\" pointer-events=\"none\">\n");
}

static void add_signs(const picture *self)
{
    begin_signs(self);
    for (unsigned i = 0; i < self->floor->rooms_n; i++) {
        const fl_room *room = &self->floor->rooms[i];
        if (room->cells_n > 0) {
            fl_drawing_spot spot = fl_drawing_sign_spot(self->floor, room);
            bool is_narrow = fl_shape_of(room->shape)->full != room->shape;
            spot.x = (spot.x - 2 * self->plan.left) * FL_OUTLINE_CELL / 2;
            spot.y = (spot.y - 2 * self->plan.top) * FL_OUTLINE_CELL / 2;
            add_sign(self, room->kind, spot, is_narrow ? NARROW_SIGN : SIGN);
        }
    }
    fl_text_add(self->out, "</g>\n");
}

static void add_map(const picture *self)
{
    fl_text *out = self->out;
    if (self->plan.width == 0) {
        fl_text_add_format(out, "<text x=\"%d\" y=\"%d\" font-size=\"15\" fill=\"%s\">(no rooms)</text>\n",
                           MARGIN, self->map_top + 14, self->look->faint);
        return;
    }
    int scale = (self->cell * 100000 + FL_OUTLINE_CELL / 2) / FL_OUTLINE_CELL;
    fl_text_add_format(out, "<g transform=\"translate(%d %d) scale(%d.%05d)\">\n", MARGIN, self->map_top,
                       scale / 100000, scale % 100000);
    add_doors(self, false);
    if (self->plan.has_hidden_doors) {
        add_doors(self, true);
    }
    add_rooms(self);
    add_signs(self);
    fl_text_add(out, "</g>\n");
}

static void add_label(const picture *self, int y, const char *label)
{
    fl_text_add_format(self->out, "<text x=\"%d\" y=\"%d\">", self->beside + SWATCH + 10, y + 15);
    fl_text_add_xml(self->out, label);
    fl_text_add(self->out, "</text>\n");
}

/* Swatches, signs over them and labels; last a piece of hidden corridor. */
static void add_legend(const picture *self)
{
    fl_text *out = self->out;
    fl_text_add_format(out, "<g class=\"legend\" font-size=\"14\" fill=\"%s\">\n", self->look->ink);
    for (unsigned i = 0; i < self->plan.kinds_n; i++) {
        fl_kind kind = self->plan.kinds[i];
        int y = self->map_top + LEGEND_LINE * (int)i;
        fl_text_add_format(out,
                           "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" rx=\"4\" fill=\"#%06x\" "
                           "stroke=\"%s\" stroke-width=\"1.5\"/>\n",
                           self->beside, y, SWATCH, SWATCH, fl_kind_of(kind)->colour, self->look->edge);
        begin_signs(self);
        add_sign(self, kind, (fl_drawing_spot){self->beside + SWATCH / 2, y + SWATCH / 2}, 14);
        fl_text_add(out, "</g>\n");
        add_label(self, y, fl_kind_of(kind)->label);
    }
    if (self->plan.has_hidden_doors) {
        int y = self->map_top + LEGEND_LINE * (int)self->plan.kinds_n;
        begin_doors(self, true);
        fl_text_add_format(out, "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"12\"/>\n</g>\n", self->beside,
                           y + 4, SWATCH);
        add_label(self, y, "hidden door");
    }
    fl_text_add(out, "</g>\n");
}

/* In letters of one width and with their blanks: the lines are columns. */
static void add_side(const picture *self)
{
    fl_text *out = self->out;
    int legend = legend_height(self);
    int y = self->map_top + legend + (legend > 0 ? MARGIN / 2 : 0) + 12;
    fl_text_add_format(out,
                       "<g font-family=\"Menlo, Consolas, 'DejaVu Sans Mono', monospace\" font-size=\"12\" "
                       "fill=\"%s\" xml:space=\"preserve\">\n",
                       self->look->faint);
    for (size_t i = 0; i < self->options->side_n; i++, y += SIDE_LINE) {
        fl_text_add_format(out, "<text x=\"%d\" y=\"%d\">", self->beside, y);
        fl_text_add_xml(out, self->options->side[i]);
        fl_text_add(out, "</text>\n");
    }
    fl_text_add(out, "</g>\n");
}

void fl_draw_svg_write(const fl_floor *floor, const fl_draw_svg_options *options, fl_text *out)
{
    picture self = {
        .floor = floor, .options = options, .look = options->is_dark ? &dark : &light, .out = out};
    fl_drawing_init(&self.plan, floor);
    measure(&self);
    begin(&self);
    add_title(&self);
    add_map(&self);
    if (self.plan.kinds_n > 0) {
        add_legend(&self);
    }
    if (options->side_n > 0) {
        add_side(&self);
    }
    fl_text_add(out, "</svg>\n");
}
