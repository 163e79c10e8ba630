/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Drawings for terminals: exact texts of small floors, and claims about large and odd ones. */
#include "gen/draw/draw.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

static fl_floor floor_;
static fl_text text;
static fl_floor_text_options options;

static void set_up(void)
{
    cr_assert_eq(fl_floor_init(&floor_, FL_FLOOR_SIDE_MAX * FL_FLOOR_SIDE_MAX), FL_OK);
    fl_text_init(&text);
    options = (fl_floor_text_options){.is_ascii = false};
    fl_floor_clear(&floor_, 9, 8);
}

static void tear_down(void)
{
    fl_floor_free(&floor_);
    fl_text_free(&text);
}

TestSuite(floor_text, .init = set_up, .fini = tear_down);

static const char *drawn(void)
{
    fl_text_clear(&text);
    fl_draw_floor_text(&floor_, &options, &text);
    cr_assert_eq(fl_text_check(&text), FL_OK);
    return fl_text_get(&text);
}

static void expect_drawing(const char *expected)
{
    cr_expect_str_eq(drawn(), expected, "drawn:\n%s\nexpected:\n%s", fl_text_get(&text), expected);
}

static size_t count(const char *piece)
{
    size_t n = 0;
    size_t size = strlen(piece);
    for (const char *p = fl_text_get(&text); *p;
         p++) { /* the sanitizer's strstr measures all the rest each time */
        if (*p == *piece && strncmp(p, piece, size) == 0) {
            n++;
            p += size - 1;
        }
    }
    return n;
}

/* A start with a shop at its right and a secret room below. */
static void make_three_rooms(void)
{
    fl_floor_add(&floor_, FL_KIND_START, FL_SHAPE_1X1, 3, 3);
    fl_floor_add(&floor_, FL_KIND_SHOP, FL_SHAPE_1X1, 4, 3);
    fl_floor_add(&floor_, FL_KIND_SECRET, FL_SHAPE_1X1, 3, 4);
    fl_floor_link(&floor_);
    fl_floor_measure(&floor_);
}

Test(floor_text, opens_walls_at_doors_and_dots_hidden_ones)
{
    make_three_rooms();
    expect_drawing("┌───┬───┐    @  start\n"
                   "│ @   $ │    $  shop\n"
                   "├╌╌╌┼───┘    ?  secret room\n"
                   "│ ? │        ┊  hidden door\n"
                   "└───┘\n");
}

Test(floor_text, draws_with_plain_signs_too)
{
    make_three_rooms();
    options.is_ascii = true;
    expect_drawing("+---+---+    @  start\n"
                   "| @   $ |    $  shop\n"
                   "+...+---+    ?  secret room\n"
                   "| ? |        :  hidden door\n"
                   "+---+\n");
}

Test(floor_text, writes_plain_bytes_only_when_asked_for_ascii)
{
    make_three_rooms();
    options.is_ascii = true;
    for (const char *p = drawn(); *p; p++) {
        cr_assert(*p == '\n' || (*p >= ' ' && *p <= '~'), "byte %d", *p);
    }
}

Test(floor_text, dots_hidden_doors_beside_each_other)
{
    fl_floor_add(&floor_, FL_KIND_NORMAL, FL_SHAPE_1X1, 0, 0);
    fl_floor_add(&floor_, FL_KIND_ULTRA_SECRET, FL_SHAPE_1X1, 1, 0);
    fl_floor_link(&floor_);
    expect_drawing("┌───┬───┐    *  ultra secret room\n"
                   "│   ┊ * │    ┊  hidden door\n"
                   "└───┴───┘\n");
}

Test(floor_text, keeps_the_wall_where_there_is_no_door)
{
    make_three_rooms();
    floor_.doors_n = 0;
    expect_drawing("┌───┬───┐    @  start\n"
                   "│ @ │ $ │    $  shop\n"
                   "├───┼───┘    ?  secret room\n"
                   "│ ? │\n"
                   "└───┘\n");
}

Test(floor_text, draws_a_big_room_as_one)
{
    fl_floor_add(&floor_, FL_KIND_BOSS, FL_SHAPE_2X2, 2, 1);
    fl_floor_add(&floor_, FL_KIND_NORMAL, FL_SHAPE_1X1, 4, 2);
    fl_floor_link(&floor_);
    expect_drawing("┌───────┐        B  boss\n"
                   "│       │\n"
                   "│   B   ├───┐\n"
                   "│           │\n"
                   "└───────┴───┘\n");
}

Test(floor_text, draws_both_doors_between_two_big_rooms)
{
    fl_floor_add(&floor_, FL_KIND_NORMAL, FL_SHAPE_2X1, 0, 0);
    fl_floor_add(&floor_, FL_KIND_NORMAL, FL_SHAPE_2X1, 0, 1);
    fl_floor_link(&floor_);
    expect_drawing("┌───────┐\n"
                   "│       │\n"
                   "├╴ ╶─╴ ╶┤\n"
                   "│       │\n"
                   "└───────┘\n");
}

Test(floor_text, draws_an_l_round_another_room)
{
    fl_floor_add(&floor_, FL_KIND_TREASURE, FL_SHAPE_LBR, 5, 5);
    fl_floor_add(&floor_, FL_KIND_NORMAL, FL_SHAPE_1X1, 6, 6);
    fl_floor_link(&floor_);
    expect_drawing("┌───────┐    T  treasure room\n"
                   "│ T     │\n"
                   "│   ┌╴ ╶┤\n"
                   "│       │\n"
                   "└───┴───┘\n");
}

Test(floor_text, draws_a_ring_with_its_hole)
{
    static const uint16_t ring[] = {0, 1, 2, 9, 11, 18, 19, 20};
    fl_floor_add_cells(&floor_, FL_KIND_NORMAL, ring, 8);
    fl_floor_link(&floor_);
    expect_drawing("┌───────────┐\n"
                   "│           │\n"
                   "│   ┌───┐   │\n"
                   "│   │   │   │\n"
                   "│   └───┘   │\n"
                   "│           │\n"
                   "└───────────┘\n");
}

Test(floor_text, puts_side_lines_below_the_legend)
{
    static const char *const side[] = {"rooms   1", "loops   0"};
    fl_floor_add(&floor_, FL_KIND_END, FL_SHAPE_1X1, 8, 7);
    options.side = side;
    options.side_n = 2;
    expect_drawing("┌───┐    E  end\n"
                   "│ E │\n"
                   "└───┘    rooms   1\n"
                   "         loops   0\n");
}

Test(floor_text, names_in_the_legend_only_kinds_that_occur)
{
    for (int kind = 0; kind < FL_KIND_COUNT; kind++) {
        fl_floor_clear(&floor_, 1, 1);
        fl_floor_add(&floor_, (fl_kind)kind, FL_SHAPE_1X1, 0, 0);
        for (int other = 0; other < FL_KIND_COUNT; other++) {
            char line[80];
            drawn();
            snprintf(line, sizeof line, "    %c  %s\n", fl_kind_of((fl_kind)other)->sign,
                     fl_kind_of((fl_kind)other)->label);
            cr_expect_eq(count(line), other == kind && kind != FL_KIND_NORMAL, "kind %d: %s", kind, line);
        }
    }
}

Test(floor_text, says_that_there_are_no_rooms)
{
    static const char *const side[] = {"rooms   0"};
    expect_drawing("(no rooms)\n");
    options.side = side;
    options.side_n = 1;
    expect_drawing("(no rooms)    rooms   0\n");
}

Test(floor_text, tells_why_a_floor_failed)
{
    floor_.failure = "no layout in 100 attempts";
    expect_drawing("This floor failed: no layout in 100 attempts\n\n(no rooms)\n");
    fl_floor_add(&floor_, FL_KIND_START, FL_SHAPE_1X1, 3, 3);
    expect_drawing("This floor failed: no layout in 100 attempts\n\n"
                   "┌───┐    @  start\n"
                   "│ @ │\n"
                   "└───┘\n");
}

Test(floor_text, paints_rooms_with_their_own_ink_and_paper)
{
    fl_floor_add(&floor_, FL_KIND_SUPER_SECRET, FL_SHAPE_1X1, 0, 0);
    options.is_coloured = true;
    expect_drawing("\x1b[2m┌───┐\x1b[0m   \x1b[1;38;5;231;48;5;25m ! \x1b[0m super secret room\n"
                   "\x1b[2m│\x1b[0m\x1b[1;38;5;231;48;5;25m ! \x1b[0m\x1b[2m│\x1b[0m\n"
                   "\x1b[2m└───┘\x1b[0m\n");
}

Test(floor_text, leaves_no_colour_on_at_the_end_of_a_line)
{
    make_three_rooms();
    options.is_coloured = true;
    bool is_on = false;
    size_t switched = 0;
    for (const char *p = drawn(); *p; p++) {
        if (*p == '\x1b') {
            is_on = strncmp(p, "\x1b[0m", 4) != 0;
            switched++;
        }
        cr_assert(*p != '\n' || !is_on, "before %s", p);
    }
    cr_expect_gt(switched, 20);
}

/* The drawing without its escape sequences. */
static void strip_colours(char *out)
{
    for (const char *p = fl_text_get(&text); *p; p++) {
        if (*p == '\x1b') {
            p = strchr(p, 'm');
        } else {
            *out++ = *p;
        }
    }
    *out = '\0';
}

Test(floor_text, draws_the_same_with_and_without_colours)
{
    static char stripped[10000];
    make_three_rooms();
    fl_floor_add(&floor_, FL_KIND_BOSS, FL_SHAPE_LTL, 4, 4);
    fl_floor_link(&floor_);
    options.is_coloured = true;
    drawn();
    strip_colours(stripped);
    options.is_coloured = false;
    cr_expect_str_eq(stripped, drawn());
}

Test(floor_text, ends_no_line_in_blanks)
{
    make_three_rooms();
    drawn();
    cr_expect_eq(count(" \n"), 0);
    cr_expect_eq(count("\n"), 5);
}

Test(floor_text, draws_the_largest_board)
{
    fl_floor_clear(&floor_, 200, 200);
    for (int i = 0; i < 200 * 200; i++) {
        fl_floor_add(&floor_, i == 0 ? FL_KIND_START : FL_KIND_BOSS, FL_SHAPE_1X1, i % 200, i / 200);
    }
    fl_floor_link(&floor_);
    drawn();
    cr_expect_eq(count("\n"), 401);
    cr_expect_eq(count(" B "), 200u * 200 - 1 + 1);
    cr_expect_eq(count("╴ ╶"), 200u * 199);
    cr_expect_eq(count("┼"), 199u * 199);
}

Test(floor_text, adds_to_what_was_there)
{
    fl_text_add(&text, "above\n");
    fl_draw_floor_text(&floor_, &options, &text);
    cr_expect_str_eq(fl_text_get(&text), "above\n(no rooms)\n");
}

Test(floor_text, groups_take_the_place_of_kinds)
{
    static const uint8_t group[] = {0, 1, 2};
    make_three_rooms();
    options.group = group;
    expect_drawing("┌───┬───┐    ┊  hidden door\n"
                   "│ 0   1 │\n"
                   "├╌╌╌┼───┘\n"
                   "│ 2 │\n"
                   "└───┘\n");
    options.is_coloured = true;
    drawn();
    cr_expect_eq(count("\x1b[1;38;5;16;48;5;231m"), 1u, "the start, in white");
    cr_expect_eq(count(";48;5;"), 3u, "each room once");
}
