/* SPDX-License-Identifier: GPL-2.0-or-later */
/* SVG pictures, read back with an XML parser. */
#include "gen/draw/draw.h"
#include "tests/unit/random_floor.h"
#include "tests/unit/svg_reader.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What a picture has, as a reader of XML sees it. */
typedef struct content {
    unsigned rooms, doors, hidden_doors, texts, foreign;
    const char *group; /* the last group with a class */
} content;

static fl_floor floor_;
static fl_text text;
static fl_floor_svg_options options;
static content read_;

static void set_up(void)
{
    cr_assert_eq(fl_floor_init(&floor_, FL_FLOOR_SIDE_MAX * FL_FLOOR_SIDE_MAX), FL_OK);
    fl_text_init(&text);
    options = (fl_floor_svg_options){.title = "a floor"};
    fl_floor_clear(&floor_, 9, 8);
}

static void tear_down(void)
{
    fl_floor_free(&floor_);
    fl_text_free(&text);
}

TestSuite(floor_svg, .init = set_up, .fini = tear_down);

static void note_group(const char *class)
{
    static const char *const classes[] = {"doors", "hidden-doors", "rooms", "legend"};
    for (unsigned i = 0; i < 4; i++) {
        if (strcmp(class, classes[i]) == 0 && strcmp(read_.group, "legend") != 0) {
            read_.group = classes[i];
        }
    }
}

static bool on_element(const char *name, const char **attributes)
{
    bool is_rect = strcmp(name, "rect") == 0;
    bool says = strcmp(name, "text") == 0 || strcmp(name, "title") == 0;
    if (strcmp(name, "g") == 0) {
        note_group(svg_reader_attribute(attributes, "class"));
    } else if (strcmp(name, "path") == 0) {
        read_.rooms++;
    } else if (!is_rect && !says && strcmp(name, "svg") != 0 && strcmp(name, "desc") != 0) {
        read_.foreign++;
    }
    read_.texts += says;
    read_.doors += is_rect && strcmp(read_.group, "doors") == 0;
    read_.hidden_doors += is_rect && strcmp(read_.group, "hidden-doors") == 0;
    return says;
}

/* Draws the floor and reads the picture; fails if it is no XML. */
static const char *drawn(void)
{
    fl_text_clear(&text);
    fl_draw_floor_svg(&floor_, &options, &text);
    read_ = (content){.group = ""};
    svg_reader_read(&text, on_element);
    return fl_text_get(&text);
}

static void make_three_rooms(void)
{
    fl_floor_add(&floor_, FL_KIND_START, FL_SHAPE_1X1, 3, 3);
    fl_floor_add(&floor_, FL_KIND_NORMAL, FL_SHAPE_1X1, 4, 3);
    fl_floor_add(&floor_, FL_KIND_TREASURE, FL_SHAPE_1X1, 4, 4);
    fl_floor_add(&floor_, FL_KIND_SECRET, FL_SHAPE_1X1, 3, 4);
    floor_.rooms[3].is_added = true;
    fl_floor_link(&floor_);
    fl_floor_measure(&floor_);
}

Test(floor_svg, draws_a_single_room_exactly)
{
    fl_floor_add(&floor_, FL_KIND_START, FL_SHAPE_1X1, 3, 5);
    fl_floor_measure(&floor_);
    cr_expect_str_eq(
        drawn(),
        "<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" width=\"174\" height=\"107\" viewBox=\"0 0 "
        "174 107\" font-family=\"Helvetica, Arial, 'DejaVu Sans', sans-serif\">\n"
        "<title>a floor</title>\n"
        "<desc>1 room and 0 doors: start 1</desc>\n"
        "<rect width=\"174\" height=\"107\" fill=\"#ffffff\"/>\n"
        "<text x=\"20\" y=\"34\" font-size=\"16\" font-weight=\"700\" fill=\"#1b1f24\">a floor</text>\n"
        "<g transform=\"translate(20 51) scale(1.00000)\">\n"
        "<g class=\"doors\" fill=\"#f4f2ec\" stroke=\"#3d444d\" stroke-width=\"1.5\">\n"
        "</g>\n"
        "<g class=\"rooms\" stroke=\"#3d444d\" stroke-width=\"1.5\" fill-rule=\"evenodd\">\n"
        "<path fill=\"#ffffff\" d=\"M27 4Q32 4 32 9L32 27Q32 32 27 32L9 32Q4 32 4 27L4 9Q4 4 9 "
        "4Z\"><title>room 0: start</title></path>\n"
        "</g>\n"
        "<g text-anchor=\"middle\" font-weight=\"700\" pointer-events=\"none\">\n"
        "<text x=\"18\" y=\"24\" font-size=\"18\" fill=\"#111111\">@</text>\n"
        "</g>\n"
        "</g>\n"
        "<g class=\"legend\" font-size=\"14\" fill=\"#1b1f24\">\n"
        "<rect x=\"84\" y=\"51\" width=\"20\" height=\"20\" rx=\"4\" fill=\"#ffffff\" stroke=\"#3d444d\" "
        "stroke-width=\"1.5\"/>\n"
        "<g text-anchor=\"middle\" font-weight=\"700\" pointer-events=\"none\">\n"
        "<text x=\"94\" y=\"66\" font-size=\"14\" fill=\"#111111\">@</text>\n"
        "</g>\n"
        "<text x=\"114\" y=\"66\">start</text>\n"
        "</g>\n"
        "</svg>\n");
}

Test(floor_svg, draws_each_room_and_each_door_once)
{
    make_three_rooms();
    drawn();
    cr_expect_eq(read_.rooms, 4);
    cr_expect_eq(read_.doors, 2);
    cr_expect_eq(read_.hidden_doors, 2);
}

Test(floor_svg, puts_a_corridor_between_the_rooms_it_joins)
{
    make_three_rooms();
    drawn();
    cr_expect_not_null(strstr(fl_text_get(&text), "<rect x=\"29\" y=\"12\" width=\"14\" height=\"12\"/>"));
    cr_expect_not_null(strstr(fl_text_get(&text), "<rect x=\"48\" y=\"29\" width=\"12\" height=\"14\"/>"));
}

Test(floor_svg, lengthens_corridors_to_narrow_rooms)
{
    fl_floor_add(&floor_, FL_KIND_START, FL_SHAPE_1X1, 0, 0);
    fl_floor_add(&floor_, FL_KIND_NORMAL, FL_SHAPE_IH, 0, 1);
    fl_floor_link(&floor_);
    drawn();
    cr_expect_not_null(strstr(fl_text_get(&text), "<rect x=\"12\" y=\"29\" width=\"12\" height=\"21\"/>"));
}

Test(floor_svg, writes_small_signs_into_narrow_rooms)
{
    fl_floor_add(&floor_, FL_KIND_BOSS, FL_SHAPE_IIH, 0, 0);
    cr_expect_not_null(strstr(drawn(), "<text x=\"36\" y=\"23\" font-size=\"13\""));
    fl_floor_clear(&floor_, 9, 8);
    fl_floor_add(&floor_, FL_KIND_BOSS, FL_SHAPE_2X1, 0, 0);
    cr_expect_not_null(strstr(drawn(), "<text x=\"36\" y=\"24\" font-size=\"18\""));
}

Test(floor_svg, tells_of_each_room_in_a_tooltip)
{
    make_three_rooms();
    fl_floor_add(&floor_, FL_KIND_NORMAL, FL_SHAPE_1X1, 8, 7);
    fl_floor_measure(&floor_);
    floor_.rooms[1].tag = "armoury";
    drawn();
    svg_reader_expect_said("room 0: start");
    svg_reader_expect_said("room 1: armoury, 1 room from the start");
    svg_reader_expect_said("room 2: treasure, 2 rooms from the start");
    svg_reader_expect_said("room 4: normal, cut off from the start");
}

Test(floor_svg, lists_rooms_in_the_order_of_their_numbers)
{
    make_three_rooms();
    const char *p = drawn();
    for (int i = 0; i < 4; i++) {
        char room[20];
        snprintf(room, sizeof room, ">room %d:", i);
        p = strstr(p, room);
        cr_assert_not_null(p, "room %d", i);
    }
}

Test(floor_svg, names_in_the_legend_only_kinds_that_occur)
{
    make_three_rooms();
    drawn();
    svg_reader_expect_said("normal room");
    svg_reader_expect_said("start");
    svg_reader_expect_said("treasure room");
    svg_reader_expect_said("secret room");
    svg_reader_expect_said("hidden door");
    svg_reader_expect_unsaid("boss");
    svg_reader_expect_unsaid("super secret room");
    svg_reader_expect_unsaid("shop");
}

Test(floor_svg, explains_hidden_doors_only_where_there_are_some)
{
    fl_floor_add(&floor_, FL_KIND_START, FL_SHAPE_1X1, 0, 0);
    fl_floor_add(&floor_, FL_KIND_SHOP, FL_SHAPE_1X1, 1, 0);
    fl_floor_link(&floor_);
    drawn();
    cr_expect_eq(read_.doors, 1);
    svg_reader_expect_unsaid("hidden door");
}

Test(floor_svg, describes_the_floor_to_those_who_cannot_see_it)
{
    make_three_rooms();
    cr_expect_not_null(strstr(drawn(),
                              "<title>a floor</title>\n<desc>4 rooms and 4 doors: normal room 1, start 1, "
                              "treasure room 1, secret room 1</desc>"));
}

Test(floor_svg, escapes_hostile_titles_tags_and_lines)
{
    static const char evil[] = "</title><script>x</script>&amp;\"'";
    static const char *const side[] = {evil};
    make_three_rooms();
    floor_.rooms[2].tag = evil;
    floor_.failure = evil;
    options = (fl_floor_svg_options){.title = evil, .side = side, .side_n = 1};
    drawn();
    cr_expect_eq(read_.foreign, 0);
    cr_expect_eq(read_.rooms, 4);
    svg_reader_expect_said(evil);
    svg_reader_expect_said("room 2: </title><script>x</script>&amp;\"', 2 rooms from the start");
    svg_reader_expect_said("This floor failed: </title><script>x</script>&amp;\"'");
}

Test(floor_svg, stays_xml_with_broken_bytes_in_titles)
{
    make_three_rooms();
    floor_.rooms[2].tag = "\xff\x01\xc3";
    options.title = "a \xc3\xa4 \x80\x80\x80 \x1b[2m \xf0\x9f\x8f\xb0";
    drawn();
    cr_expect_eq(read_.rooms, 4);
    cr_expect_not_null(strstr(svg_reader_said, "a \xc3\xa4 "));
    cr_expect_not_null(strstr(svg_reader_said, "\xf0\x9f\x8f\xb0"));
}

Test(floor_svg, breaks_long_titles_at_blanks)
{
    options.title = "one two three four five six seven eight nine ten eleven twelve thirteen fourteen";
    make_three_rooms();
    drawn();
    svg_reader_expect_said("one two three four five six seven eight nine ten eleven");
    svg_reader_expect_said("twelve thirteen fourteen");
    svg_reader_expect_said(options.title); /* the picture's own title is whole */
}

Test(floor_svg, breaks_titles_without_blanks_between_letters)
{
    static char title[1001];
    for (int i = 0; i < 500; i++) {
        memcpy(title + 2 * i, "\xc3\xa4", 2);
    }
    options.title = title;
    drawn();
    cr_expect_lt(svg_reader_width, 1100);
    cr_expect_gt(read_.texts, 5);
    cr_expect_null(strstr(svg_reader_said, "\xef\xbf\xbd"), "a letter was cut in two");
}

Test(floor_svg, draws_a_ring_with_its_hole)
{
    static const uint16_t ring[] = {0, 1, 2, 9, 11, 18, 19, 20};
    fl_floor_add_cells(&floor_, FL_KIND_BOSS, ring, 8);
    drawn();
    cr_expect_eq(read_.rooms, 1);
    cr_expect_not_null(strstr(fl_text_get(&text), "fill-rule=\"evenodd\""));
    const char *path = strstr(fl_text_get(&text), " d=\"M");
    cr_assert_not_null(path);
    const char *hole = strstr(path, "ZM");
    cr_assert_not_null(hole);
    cr_expect_lt(hole, strchr(path + 4, '"'), "the hole belongs to the same path");
}

Test(floor_svg, scales_the_map_and_not_the_writing)
{
    make_three_rooms();
    drawn();
    int width = svg_reader_width;
    int height = svg_reader_height;
    options.cell = 360;
    cr_expect_not_null(strstr(drawn(), "scale(10.00000)"));
    cr_expect_not_null(strstr(fl_text_get(&text), "font-size=\"16\""));
    cr_expect_gt(svg_reader_height, height + 300);
    cr_expect_gt(svg_reader_width, width + 200);
    options.cell = 9;
    cr_expect_not_null(strstr(drawn(), "scale(0.25000)"));
}

Test(floor_svg, keeps_cells_to_a_sensible_size)
{
    make_three_rooms();
    options.cell = 2000000000;
    cr_expect_not_null(strstr(drawn(), "scale(11.11111)"));
    options.cell = 1;
    cr_expect_not_null(strstr(drawn(), "scale(0.11111)"));
    options.cell = -5;
    cr_expect_not_null(strstr(drawn(), "scale(1.00000)"));
}

Test(floor_svg, can_stand_in_a_page_with_others)
{
    make_three_rooms();
    drawn();
    cr_expect_null(strstr(fl_text_get(&text), " id="));
    cr_expect_null(strstr(fl_text_get(&text), "<style"));
    cr_expect_null(strstr(fl_text_get(&text), "href"));
    cr_expect_not_null(strstr(fl_text_get(&text), " class="));
}

Test(floor_svg, draws_light_on_dark_when_asked)
{
    make_three_rooms();
    cr_expect_not_null(strstr(drawn(), "fill=\"#ffffff\"/>\n<text"));
    options.is_dark = true;
    cr_expect_null(strstr(drawn(), "fill=\"#ffffff\"/>\n<text"));
    cr_expect_not_null(strstr(fl_text_get(&text), "fill=\"#12161c\"/>\n<text"));
}

Test(floor_svg, shows_side_lines_with_their_blanks)
{
    static const char *const side[] = {"rooms      4", "loops      1"};
    make_three_rooms();
    options.side = side;
    options.side_n = 2;
    drawn();
    svg_reader_expect_said("rooms      4");
    svg_reader_expect_said("loops      1");
    cr_expect_not_null(strstr(fl_text_get(&text), "xml:space=\"preserve\""));
}

Test(floor_svg, marks_stand_in_place_of_kinds)
{
    static const fl_svg_mark mark[] = {{"near", "n", 0xffffff, NULL, "1.5"},
                                       {"far", "f", 0x101010, "2 2", "3"}};
    static const uint8_t of[] = {0, 0, 1, 0};
    static const char sign[][FL_SVG_SIGN] = {"<10", "", "12", ""};
    const fl_svg_marking marking = {mark, 2, of, sign};
    options.marking = &marking;
    make_three_rooms();
    const char *picture = drawn();
    svg_reader_expect_said("<10");
    svg_reader_expect_said("12");
    svg_reader_expect_said("near");
    svg_reader_expect_said("far");
    svg_reader_expect_said("room 2: treasure, 2 rooms from the start; far");
    svg_reader_expect_unsaid("treasure room");
    cr_expect_not_null(
        strstr(picture, "<path fill=\"#101010\" stroke-width=\"3\" stroke-dasharray=\"2 2\" d="));
    cr_expect_not_null(strstr(picture, "fill=\"#ffffff\">12<"));
}

Test(floor_svg, says_that_there_are_no_rooms)
{
    drawn();
    svg_reader_expect_said("(no rooms)");
    cr_expect_eq(read_.rooms, 0);
    options = (fl_floor_svg_options){.title = NULL};
    drawn();
    svg_reader_expect_said("A dungeon floor");
    svg_reader_expect_said("(no rooms)");
}

Test(floor_svg, tells_why_a_floor_failed)
{
    floor_.failure = "no layout in 100 attempts";
    drawn();
    svg_reader_expect_said("This floor failed: no layout in 100 attempts");
}

Test(floor_svg, gives_equal_bytes_for_equal_floors)
{
    make_three_rooms();
    drawn();
    fl_text first = text;
    fl_text_init(&text);
    fl_floor_clear(&floor_, 9, 8);
    make_three_rooms();
    cr_expect_str_eq(drawn(), fl_text_get(&first));
    floor_.rooms[2].kind = FL_KIND_SHOP;
    cr_expect_str_neq(drawn(), fl_text_get(&first));
    fl_text_free(&first);
}

Test(floor_svg, draws_random_floors_whole)
{
    for (uint64_t seed = 0; seed < 200; seed++) {
        fl_random_floor_make(&floor_, seed);
        drawn();
        cr_assert_eq(read_.rooms, floor_.rooms_n);
        cr_assert_eq(read_.doors + read_.hidden_doors, floor_.doors_n);
        cr_assert_eq(read_.foreign, 0);
    }
}

Test(floor_svg, draws_the_largest_board)
{
    fl_floor_clear(&floor_, 200, 200);
    for (int i = 0; i < 200 * 200; i++) {
        fl_floor_add(&floor_, i == 0 ? FL_KIND_START : FL_KIND_NORMAL, FL_SHAPE_1X1, i % 200, i / 200);
    }
    fl_floor_link(&floor_);
    fl_floor_measure(&floor_);
    options.cell = 4;
    drawn();
    cr_expect_eq(read_.rooms, 40000);
    cr_expect_eq(read_.doors, 2u * 200 * 199);
    cr_expect_eq(svg_reader_height, 20 + 21 + 10 + 800 + 20);
}
