/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Pictures of any floors are XML and whole; tests/golden/draw.txt has what they look like. */
#include "gen/draw/draw.h"

#include "tests/support/room_group.h"
#include "tests/unit/random_floor.h"
#include "tests/unit/svg_reader.h"

#include <criterion/criterion.h>
#include <string.h>

static fl_floor floor_;
static fl_text text;
static unsigned paths, rects, others;

static void set_up(void)
{
    cr_assert_eq(fl_floor_init(&floor_, FL_FLOOR_SIDE_MAX * FL_FLOOR_SIDE_MAX), FL_OK);
}

static void tear_down(void)
{
    fl_floor_free(&floor_);
    fl_text_free(&text);
}

TestSuite(draw, .init = set_up, .fini = tear_down);

/* Pictures can stand in a page with others: no ids, styles or links. */
static bool on_element(const char *name, const char **attributes)
{
    static const char *const known[] = {"svg", "g", "title", "desc", "text", "polygon", "circle"};
    bool is_known = false;
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        is_known = is_known || strcmp(name, known[i]) == 0;
    }
    paths += strcmp(name, "path") == 0;
    rects += strcmp(name, "rect") == 0;
    others += !is_known && strcmp(name, "path") != 0 && strcmp(name, "rect") != 0;
    cr_assert(!svg_reader_attribute(attributes, "id")[0] && !svg_reader_attribute(attributes, "style")[0] &&
              !svg_reader_attribute(attributes, "href")[0]);
    return strcmp(name, "text") == 0 || strcmp(name, "title") == 0;
}

/* Reads the picture; fails if it is no XML. */
static void read_picture(void)
{
    paths = rects = others = 0;
    svg_reader_read(&text, on_element);
    cr_assert_eq(others, 0);
}

static void draw_svg(const fl_floor_svg_options *options)
{
    fl_text_clear(&text);
    fl_draw_floor_svg(&floor_, options, &text);
    read_picture();
}

/* Each room is a path, each door a rectangle; the others are the paper and the legend. */
Test(draw, random_floors_are_drawn_whole)
{
    static fl_gallery gallery;
    unsigned all = 0;
    fl_draw_gallery_init(&gallery, &(fl_gallery_options){.title = "\xff\x01\xc3 <"});
    for (uint64_t seed = 0; seed < 200; seed++) {
        fl_picture picture;
        fl_random_floor_make(&floor_, seed);
        floor_.rooms[0].tag = "\xff\x01\xc3 & \x1b[2m";
        floor_.failure = NULL;
        fl_draw_picture_init(&picture, &floor_);
        draw_svg(&(fl_floor_svg_options){.title = "a \xc3\xa4 \x80\x80\x80 \x1b[2m \xf0\x9f\x8f\xb0"});
        cr_assert_eq(paths, floor_.rooms_n);
        cr_assert_eq(rects, floor_.doors_n + 1 + picture.kinds_n + picture.has_hidden_doors);
        cr_assert(strstr(svg_reader_said, "a ä ") && strstr(svg_reader_said, "🏰"));
        fl_draw_gallery_measure(&gallery, &floor_, "\xff\x01\xc3 & \"'");
        all += floor_.rooms_n;
    }
    fl_text_clear(&text);
    fl_draw_gallery_begin(&gallery, &text);
    for (uint64_t seed = 0; seed < 200; seed++) {
        fl_random_floor_make(&floor_, seed);
        floor_.failure = NULL;
        fl_draw_gallery_add(&gallery, &floor_, "\xff\x01\xc3 & \"'");
    }
    fl_draw_gallery_end(&gallery);
    read_picture();
    cr_expect_eq(paths, all);
    cr_expect(svg_reader_width * 10 > svg_reader_height * 11 && svg_reader_width < 2 * svg_reader_height);
}

Test(draw, random_rooms_are_drawn)
{
    static const char *const settings[] = {"doors=random", "size=big doors=random", "doors=none rules=kirby"};
    fl_interior rooms[9];
    for (size_t s = 0; s < sizeof settings / sizeof settings[0]; s++) {
        fl_room_rules *rules = room_group_open(NULL, settings[s]);
        fl_key key;
        fl_room_key(4, &key);
        for (key.index = 0; key.index < 9; key.index++) {
            fl_room_make(rules, &key, &rooms[key.index]);
        }
        fl_text_clear(&text);
        fl_draw_room_svg(rooms, 9, &(fl_room_svg_options){.title = "x < y"}, &text);
        read_picture();
        fl_room_rules_free(rules);
    }
}
