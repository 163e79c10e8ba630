/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Pictures of many floors, read back with an XML parser. */
#include "gen/draw/draw.h"
#include "tests/unit/random_floor.h"

#include <criterion/criterion.h>
#include <expat.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SAID_MAX = 16000, FLOORS = FL_GALLERY_MAX };

/* What a picture says, as a reader of XML sees it. */
typedef struct reader {
    unsigned maps, rooms, legends, foreign;
    bool is_text;        /* inside <text>, <title> or <desc> */
    char said[SAID_MAX]; /* their contents, a line each */
    size_t said_n;
    int width, height;                /* of the picture */
    int map_x[FLOORS], map_y[FLOORS]; /* upper left corners of the maps */
} reader;

static fl_floor floor_;
static fl_text text;
static fl_gallery gallery;
static fl_gallery_options options;
static reader read_;

static void set_up(void)
{
    cr_assert_eq(fl_floor_init(&floor_, FL_FLOOR_SIDE_MAX * FL_FLOOR_SIDE_MAX), FL_OK);
    fl_text_init(&text);
    options = (fl_gallery_options){.title = "some floors"};
}

static void tear_down(void)
{
    fl_floor_free(&floor_);
    fl_text_free(&text);
}

TestSuite(gallery_svg, .init = set_up, .fini = tear_down);

static const char *attribute(const XML_Char **attributes, const char *name)
{
    for (; *attributes; attributes += 2) {
        if (strcmp(attributes[0], name) == 0) {
            return attributes[1];
        }
    }
    return "";
}

static void note_group(reader *self, const XML_Char **attributes)
{
    const char *class = attribute(attributes, "class");
    const char *transform = attribute(attributes, "transform");
    self->legends += strcmp(class, "legend") == 0;
    if (transform[0]) {
        cr_assert_lt(self->maps, FLOORS);
        int found = sscanf(transform, "translate(%d %d)", &self->map_x[self->maps], &self->map_y[self->maps]);
        cr_assert_eq(found, 2);
        self->maps++;
    }
}

static void XMLCALL on_start(void *user, const XML_Char *name, const XML_Char **attributes)
{
    reader *self = user;
    bool says = strcmp(name, "text") == 0 || strcmp(name, "title") == 0 || strcmp(name, "desc") == 0;
    if (strcmp(name, "svg") == 0) {
        self->width = atoi(attribute(attributes, "width"));
        self->height = atoi(attribute(attributes, "height"));
        cr_expect_str_eq(attribute(attributes, "role"), "img");
    } else if (strcmp(name, "g") == 0) {
        note_group(self, attributes);
    } else if (strcmp(name, "path") == 0) {
        self->rooms++;
    } else if (strcmp(name, "rect") != 0 && !says) {
        self->foreign++;
    }
    self->is_text = self->is_text || says;
}

static void XMLCALL on_end(void *user, const XML_Char *name)
{
    reader *self = user;
    if (self->is_text && self->said_n < SAID_MAX - 1) {
        self->said[self->said_n++] = '\n';
    }
    self->is_text = false;
    (void)name;
}

static void XMLCALL on_text(void *user, const XML_Char *part, int n)
{
    reader *self = user;
    if (self->is_text && self->said_n + (size_t)n < SAID_MAX) {
        memcpy(self->said + self->said_n, part, (size_t)n);
        self->said_n += (size_t)n;
    }
}

static void read_picture(void)
{
    cr_assert_eq(fl_text_check(&text), FL_OK);
    memset(&read_, 0, sizeof read_);
    XML_Parser parser = XML_ParserCreate("UTF-8");
    XML_SetUserData(parser, &read_);
    XML_SetElementHandler(parser, on_start, on_end);
    XML_SetCharacterDataHandler(parser, on_text);
    enum XML_Status status = XML_Parse(parser, fl_text_get(&text), (int)text.size, 1);
    unsigned long line = XML_GetCurrentLineNumber(parser);
    cr_assert_eq(status, XML_STATUS_OK, "line %lu: %s", line, XML_ErrorString(XML_GetErrorCode(parser)));
    XML_ParserFree(parser);
}

typedef void maker(unsigned i, char caption[400]); /* of floor number i */

/* Draws `n` floors in two passes and reads the picture; fails if it is no XML. */
static const char *drawn(unsigned n, maker *make)
{
    char caption[400];
    fl_text_clear(&text);
    fl_draw_gallery_init(&gallery, &options);
    for (unsigned i = 0; i < n; i++) {
        make(i, caption);
        fl_draw_gallery_measure(&gallery, &floor_, caption);
    }
    fl_draw_gallery_begin(&gallery, &text);
    for (unsigned i = 0; i < n; i++) {
        make(i, caption);
        fl_draw_gallery_add(&gallery, &floor_, caption);
    }
    fl_draw_gallery_end(&gallery);
    read_picture();
    return fl_text_get(&text);
}

static void expect_said(const char *line)
{
    char whole[SAID_MAX + 2];
    char wanted[500];
    snprintf(whole, sizeof whole, "\n%s", read_.said);
    snprintf(wanted, sizeof wanted, "\n%s\n", line);
    cr_expect_not_null(strstr(whole, wanted), "'%s' is not said in:%s", line, whole);
}

static void expect_unsaid(const char *part)
{
    cr_expect_null(strstr(read_.said, part), "'%s' is said in %s", part, read_.said);
}

/* A start and a boss in a row of 2 to 7 cells. */
static void make_row(unsigned i, char caption[400])
{
    fl_floor_clear(&floor_, 9, 8);
    fl_floor_add(&floor_, FL_KIND_START, FL_SHAPE_1X1, 1, 1);
    for (int x = 2; x < 2 + (int)(i % 6); x++) {
        fl_floor_add(&floor_, FL_KIND_NORMAL, FL_SHAPE_1X1, x, 1);
    }
    fl_floor_add(&floor_, FL_KIND_BOSS, FL_SHAPE_1X1, 2 + (int)(i % 6), 1);
    fl_floor_link(&floor_);
    fl_floor_measure(&floor_);
    snprintf(caption, 400, "floor %u", i);
}

/* A square of 4 x 4 cells. */
static void make_square(unsigned i, char caption[400])
{
    fl_floor_clear(&floor_, 9, 8);
    fl_floor_add(&floor_, FL_KIND_START, FL_SHAPE_2X2, 0, 0);
    fl_floor_add(&floor_, FL_KIND_NORMAL, FL_SHAPE_2X2, 2, 0);
    fl_floor_add(&floor_, FL_KIND_NORMAL, FL_SHAPE_2X2, 0, 2);
    fl_floor_add(&floor_, FL_KIND_BOSS, FL_SHAPE_2X2, 2, 2);
    fl_floor_link(&floor_);
    snprintf(caption, 400, "floor %u", i);
}

static void make_second_failed(unsigned i, char caption[400])
{
    make_row(i, caption);
    if (i == 1) {
        floor_.rooms[0].kind = FL_KIND_SHOP;
        floor_.failure = "no layout <in> 100 attempts";
    }
}

static void make_failed(unsigned i, char caption[400])
{
    make_row(i, caption);
    floor_.failure = "none";
}

static void make_random(unsigned i, char caption[400])
{
    fl_random_floor_make(&floor_, i);
    floor_.failure = NULL;
    snprintf(caption, 400, "seed %u", i);
}

static void make_hostile(unsigned i, char caption[400])
{
    make_row(i, caption);
    floor_.rooms[0].tag = "<script>";
    snprintf(caption, 400, "%s", i == 0 ? "</text><script>x</script>" : "\xff\x01\xc3 & \"'");
}

static void make_long(unsigned i, char caption[400])
{
    make_row(i, caption);
    for (unsigned k = 0; k < 100; k++) {
        memcpy(caption + 2 * k, "\xc3\xa4", 3);
    }
}

static void make_secret(unsigned i, char caption[400])
{
    make_row(i, caption);
    if (i == 1) {
        fl_floor_add(&floor_, FL_KIND_SECRET, FL_SHAPE_1X1, 1, 2);
        fl_floor_link(&floor_);
    }
}

static void make_widest(unsigned i, char caption[400])
{
    fl_floor_clear(&floor_, 200, 200);
    fl_floor_add(&floor_, FL_KIND_START, FL_SHAPE_1X1, 0, 0);
    fl_floor_add(&floor_, FL_KIND_BOSS, FL_SHAPE_1X1, 199, 199);
    snprintf(caption, 400, "floor %u", i);
}

Test(gallery_svg, draws_every_floor_with_its_caption)
{
    drawn(5, make_row);
    cr_expect_eq(read_.maps, 5);
    cr_expect_eq(read_.rooms, 2 + 3 + 4 + 5 + 6);
    for (unsigned i = 0; i < 5; i++) {
        char caption[20];
        snprintf(caption, sizeof caption, "floor %u", i);
        expect_said(caption);
    }
    expect_said("some floors");
    cr_expect_eq(read_.foreign, 0);
}

Test(gallery_svg, has_one_legend_with_the_kinds_of_all_floors)
{
    drawn(3, make_secret);
    cr_expect_eq(read_.legends, 1);
    expect_said("start");
    expect_said("boss");
    expect_said("secret room");
    expect_said("hidden door");
    expect_unsaid("shop");
    drawn(1, make_row);
    expect_unsaid("normal room");
    expect_unsaid("secret room");
    expect_unsaid("hidden door");
}

Test(gallery_svg, describes_the_floors_to_those_who_cannot_see_them)
{
    drawn(3, make_row);
    expect_said("3 floors with 9 rooms: normal room 3, start 3, boss 3");
    drawn(1, make_row);
    expect_said("1 floor with 2 rooms: start 1, boss 1");
}

Test(gallery_svg, draws_no_map_of_failed_floors)
{
    drawn(3, make_second_failed);
    cr_expect_eq(read_.maps, 2);
    expect_unsaid("shop");
    cr_expect_not_null(strstr(read_.said, "floor 1: failed"));
    cr_expect_not_null(strstr(read_.said, "no layout <in> 100 attempts"));
    expect_said("2 floors with 6 rooms: normal room 2, start 2, boss 2. 1 more failed");
}

Test(gallery_svg, may_consist_of_failed_floors)
{
    drawn(2, make_failed);
    cr_expect_eq(read_.maps, 0);
    cr_expect_eq(read_.legends, 0);
    cr_expect_not_null(strstr(read_.said, "floor 1: failed"));
    expect_said("0 floors with 0 rooms. 2 more failed");
}

Test(gallery_svg, keeps_to_the_columns_asked_for)
{
    options.columns = 2;
    drawn(6, make_square);
    for (unsigned i = 0; i < 6; i++) {
        cr_expect_eq(read_.map_x[i], read_.map_x[i % 2]);
        cr_expect_eq(read_.map_y[i], read_.map_y[i / 2 * 2]);
    }
    cr_expect_gt(read_.map_x[1], read_.map_x[0] + 4 * FL_GALLERY_CELL);
    cr_expect_gt(read_.map_y[2], read_.map_y[0] + 4 * FL_GALLERY_CELL);
}

Test(gallery_svg, is_about_half_as_wide_again_as_high)
{
    for (unsigned n = 12; n <= 64; n += 13) {
        drawn(n, make_square);
        cr_expect_gt(read_.width * 10, read_.height * 11, "%u floors: %d x %d", n, read_.width, read_.height);
        cr_expect_lt(read_.width * 10, read_.height * 20, "%u floors: %d x %d", n, read_.width, read_.height);
    }
}

Test(gallery_svg, fills_its_last_row_when_it_can)
{
    drawn(12, make_square);
    int balance = 0; /* maps in the first row less maps in the last */
    for (unsigned i = 0; i < 12; i++) {
        balance += (read_.map_y[i] == read_.map_y[0]) - (read_.map_y[i] == read_.map_y[11]);
    }
    cr_expect_eq(balance, 0);
}

Test(gallery_svg, lets_no_two_maps_touch)
{
    drawn(40, make_random);
    for (unsigned i = 1; i < 40; i++) {
        int cells = gallery.tile[i - 1].width;
        cr_expect(read_.map_y[i] != read_.map_y[i - 1] ||
                  read_.map_x[i] > read_.map_x[i - 1] + cells * FL_GALLERY_CELL);
        cr_expect_leq(read_.map_x[i] + gallery.tile[i].width * FL_GALLERY_CELL, read_.width);
        cr_expect_leq(read_.map_y[i] + gallery.tile[i].height * FL_GALLERY_CELL, read_.height);
    }
}

Test(gallery_svg, draws_all_floors_to_one_scale)
{
    options.cell = 9;
    const char *picture = drawn(2, make_row);
    const char *first = strstr(picture, "scale(0.25000)");
    cr_expect(first && strstr(first + 1, "scale(0.25000)"));
}

Test(gallery_svg, escapes_hostile_titles_and_captions)
{
    options.title = "</title><script>x</script>&amp;\"'";
    drawn(2, make_hostile);
    cr_expect_eq(read_.foreign, 0);
    cr_expect_eq(read_.maps, 2);
    expect_said(options.title);
    expect_said("</text><script>x</script>");
}

Test(gallery_svg, cuts_long_captions_between_letters)
{
    drawn(1, make_long);
    cr_expect_not_null(strstr(read_.said, "\xc3\xa4\xe2\x80\xa6\n"));
    cr_expect_null(strstr(read_.said, "\xef\xbf\xbd"), "a letter was cut in two");
    cr_expect_lt(read_.width, 600);
}

Test(gallery_svg, draws_light_on_dark_when_asked)
{
    cr_expect_not_null(strstr(drawn(2, make_row), "fill=\"#ffffff\"/>\n<text"));
    options.is_dark = true;
    cr_expect_not_null(strstr(drawn(2, make_row), "fill=\"#12161c\"/>\n<text"));
}

Test(gallery_svg, can_stand_in_a_page_with_others)
{
    const char *picture = drawn(3, make_random);
    cr_expect_null(strstr(picture, " id="));
    cr_expect_null(strstr(picture, "<style"));
    cr_expect_null(strstr(picture, "href"));
}

Test(gallery_svg, needs_no_title)
{
    options.title = NULL;
    drawn(2, make_row);
    expect_said("Dungeon floors");
    cr_expect_eq(read_.maps, 2);
}

Test(gallery_svg, holds_as_many_and_as_large_floors_as_it_says)
{
    drawn(FL_GALLERY_MAX, make_row);
    cr_expect_eq(read_.maps, FL_GALLERY_MAX);
    options.cell = 400;
    drawn(4, make_widest);
    cr_expect_eq(read_.maps, 4);
    cr_expect_gt(read_.width, 2 * 200 * 400);
}

Test(gallery_svg, gives_equal_bytes_for_equal_floors)
{
    drawn(9, make_random);
    fl_text first = text;
    text = (fl_text){0};
    cr_expect_str_eq(drawn(9, make_random), fl_text_get(&first));
    fl_text_free(&first);
}
