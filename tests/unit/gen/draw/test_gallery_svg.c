/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Pictures of many floors, read back with an XML parser. */
#include "gen/draw/draw.h"
#include "tests/unit/random_floor.h"
#include "tests/unit/svg_reader.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FLOORS = FL_GALLERY_MAX };

/* What a picture has, as a reader of XML sees it. */
typedef struct content {
    unsigned maps, rooms, legends, foreign;
    int map_x[FLOORS], map_y[FLOORS]; /* upper left corners of the maps */
} content;

static fl_floor floor_;
static fl_text text;
static fl_gallery gallery;
static fl_gallery_options options;
static content read_;

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

static void note_group(const char **attributes)
{
    const char *transform = svg_reader_attribute(attributes, "transform");
    read_.legends += strcmp(svg_reader_attribute(attributes, "class"), "legend") == 0;
    if (transform[0]) {
        cr_assert_lt(read_.maps, FLOORS);
        int found = sscanf(transform, "translate(%d %d)", &read_.map_x[read_.maps], &read_.map_y[read_.maps]);
        cr_assert_eq(found, 2);
        read_.maps++;
    }
}

static bool on_element(const char *name, const char **attributes)
{
    bool says = strcmp(name, "text") == 0 || strcmp(name, "title") == 0 || strcmp(name, "desc") == 0;
    if (strcmp(name, "g") == 0) {
        note_group(attributes);
    } else if (strcmp(name, "path") == 0) {
        read_.rooms++;
    } else if (strcmp(name, "rect") != 0 && strcmp(name, "svg") != 0 && !says) {
        read_.foreign++;
    }
    return says;
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
    memset(&read_, 0, sizeof read_);
    svg_reader_read(&text, on_element);
    return fl_text_get(&text);
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
        svg_reader_expect_said(caption);
    }
    svg_reader_expect_said("some floors");
    cr_expect_eq(read_.foreign, 0);
}

Test(gallery_svg, has_one_legend_with_the_kinds_of_all_floors)
{
    drawn(3, make_secret);
    cr_expect_eq(read_.legends, 1);
    svg_reader_expect_said("start");
    svg_reader_expect_said("boss");
    svg_reader_expect_said("secret room");
    svg_reader_expect_said("hidden door");
    svg_reader_expect_unsaid("shop");
    drawn(1, make_row);
    svg_reader_expect_unsaid("normal room");
    svg_reader_expect_unsaid("secret room");
    svg_reader_expect_unsaid("hidden door");
}

Test(gallery_svg, describes_the_floors_to_those_who_cannot_see_them)
{
    drawn(3, make_row);
    svg_reader_expect_said("3 floors with 9 rooms: normal room 3, start 3, boss 3");
    drawn(1, make_row);
    svg_reader_expect_said("1 floor with 2 rooms: start 1, boss 1");
}

Test(gallery_svg, draws_no_map_of_failed_floors)
{
    drawn(3, make_second_failed);
    cr_expect_eq(read_.maps, 2);
    svg_reader_expect_unsaid("shop");
    cr_expect_not_null(strstr(svg_reader_said, "floor 1: failed"));
    cr_expect_not_null(strstr(svg_reader_said, "no layout <in> 100 attempts"));
    svg_reader_expect_said("2 floors with 6 rooms: normal room 2, start 2, boss 2. 1 more failed");
}

Test(gallery_svg, may_consist_of_failed_floors)
{
    drawn(2, make_failed);
    cr_expect_eq(read_.maps, 0);
    cr_expect_eq(read_.legends, 0);
    cr_expect_not_null(strstr(svg_reader_said, "floor 1: failed"));
    svg_reader_expect_said("0 floors with 0 rooms. 2 more failed");
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
        cr_expect_gt(svg_reader_width * 10, svg_reader_height * 11, "%u floors: %d x %d", n, svg_reader_width,
                     svg_reader_height);
        cr_expect_lt(svg_reader_width * 10, svg_reader_height * 20, "%u floors: %d x %d", n, svg_reader_width,
                     svg_reader_height);
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
        cr_expect_leq(read_.map_x[i] + gallery.tile[i].width * FL_GALLERY_CELL, svg_reader_width);
        cr_expect_leq(read_.map_y[i] + gallery.tile[i].height * FL_GALLERY_CELL, svg_reader_height);
    }
}

Test(gallery_svg, draws_all_floors_to_one_scale)
{
    const char *picture = drawn(2, make_row);
    const char *first = strstr(picture, "scale(0.50000)");
    cr_expect(first && strstr(first + 1, "scale(0.50000)"));
}

Test(gallery_svg, escapes_hostile_titles_and_captions)
{
    options.title = "</title><script>x</script>&amp;\"'";
    drawn(2, make_hostile);
    cr_expect_eq(read_.foreign, 0);
    cr_expect_eq(read_.maps, 2);
    svg_reader_expect_said(options.title);
    svg_reader_expect_said("</text><script>x</script>");
}

Test(gallery_svg, cuts_long_captions_between_letters)
{
    drawn(1, make_long);
    cr_expect_not_null(strstr(svg_reader_said, "\xc3\xa4\xe2\x80\xa6\n"));
    cr_expect_null(strstr(svg_reader_said, "\xef\xbf\xbd"), "a letter was cut in two");
    cr_expect_lt(svg_reader_width, 600);
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
    svg_reader_expect_said("Dungeon floors");
    cr_expect_eq(read_.maps, 2);
}

Test(gallery_svg, holds_as_many_and_as_large_floors_as_it_says)
{
    drawn(FL_GALLERY_MAX, make_row);
    cr_expect_eq(read_.maps, FL_GALLERY_MAX);
    drawn(4, make_widest);
    cr_expect_eq(read_.maps, 4);
    cr_expect_gt(svg_reader_width, 2 * 200 * FL_GALLERY_CELL);
}

Test(gallery_svg, gives_equal_bytes_for_equal_floors)
{
    drawn(9, make_random);
    fl_text first = text;
    text = (fl_text){0};
    cr_expect_str_eq(drawn(9, make_random), fl_text_get(&first));
    fl_text_free(&first);
}
