/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The parts of SVG pictures; the pictures themselves are tested in test_draw_svg.c and test_draw_gallery.c.
 */
#include "gen/draw/draw.h"
#include "gen/draw/draw_private.h"

#include <criterion/criterion.h>
#include <string.h>

static fl_text text;
static fl_svg svg;

static void set_up(void)
{
    fl_text_init(&text);
    fl_draw_svg_init(&svg, &text, false);
}

static void tear_down(void)
{
    fl_text_free(&text);
}

TestSuite(svg, .init = set_up, .fini = tear_down);

Test(svg, counts_letters_not_bytes)
{
    cr_expect_eq(fl_draw_svg_letters(""), 0);
    cr_expect_eq(fl_draw_svg_letters("abc"), 3);
    cr_expect_eq(fl_draw_svg_letters("\xc3\xa4\xf0\x9f\x8f\xb0"), 2);
}

Test(svg, keeps_cells_within_their_limits)
{
    cr_expect_eq(fl_draw_svg_cell(0, 18), 18);
    cr_expect_eq(fl_draw_svg_cell(-3, 18), 18);
    cr_expect_eq(fl_draw_svg_cell(1, 18), FL_SVG_CELL_MIN);
    cr_expect_eq(fl_draw_svg_cell(20, 18), 20);
    cr_expect_eq(fl_draw_svg_cell(1000, 18), FL_SVG_CELL_MAX);
}

Test(svg, breaks_titles_to_the_width_below_them)
{
    static const char words[] = "one two three four five six seven eight nine ten eleven twelve thirteen";
    fl_draw_svg_lay_out(&svg, words, 0);
    cr_expect_eq(svg.lines, 2);
    fl_draw_svg_lay_out(&svg, words, 200 + 9 * (int)strlen(words));
    cr_expect_eq(svg.lines, 1);
    cr_expect_eq(svg.top, FL_SVG_MARGIN + FL_SVG_TITLE_LINE + 10);
    fl_draw_svg_lay_out(&svg, NULL, 2000);
    cr_expect_eq(svg.lines, 0);
    cr_expect_eq(svg.width, 2000);
    cr_expect_eq(svg.top, FL_SVG_MARGIN);
}

Test(svg, lists_kinds_in_the_order_of_the_table)
{
    unsigned kind_n[FL_KIND_COUNT] = {[FL_KIND_BOSS] = 2, [FL_KIND_NORMAL] = 7};
    fl_draw_svg_add_kinds(&svg, kind_n);
    cr_expect_str_eq(fl_text_get(&text), ": normal room 7, boss 2");
    fl_text_clear(&text);
    memset(kind_n, 0, sizeof kind_n);
    fl_draw_svg_add_kinds(&svg, kind_n);
    cr_expect_str_eq(fl_text_get(&text), "");
}

Test(svg, leaves_tooltips_out_when_asked)
{
    fl_floor floor;
    fl_picture plan;
    fl_svg_place place = {.x = 5, .y = 6, .cell = 18};
    cr_assert_eq(fl_floor_init(&floor, 4), FL_OK);
    fl_floor_clear(&floor, 2, 2);
    fl_floor_add(&floor, FL_KIND_START, FL_SHAPE_1X1, 1, 1);
    fl_floor_measure(&floor);
    fl_draw_picture_init(&plan, &floor);
    fl_draw_svg_add_map(&svg, &floor, &plan, &place);
    cr_expect_not_null(strstr(fl_text_get(&text), "translate(5 6) scale(0.50000)"));
    cr_expect_null(strstr(fl_text_get(&text), "<title>"));
    place.has_tooltips = true;
    fl_draw_svg_add_map(&svg, &floor, &plan, &place);
    cr_expect_not_null(strstr(fl_text_get(&text), "<title>room 0: start</title>"));
    fl_floor_free(&floor);
}
