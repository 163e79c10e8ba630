/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What both drawings share: the crop, the kinds, the spots of signs, the ink. */
#include "gen/draw/draw.h"

#include <criterion/criterion.h>

static fl_floor floor_;

static void set_up(void)
{
    cr_assert_eq(fl_floor_init(&floor_, 100), FL_OK);
    fl_floor_clear(&floor_, 10, 10);
}

static void tear_down(void)
{
    fl_floor_free(&floor_);
}

TestSuite(picture, .init = set_up, .fini = tear_down);

static void expect_sign_at(unsigned number, int x, int y)
{
    fl_picture_spot spot = fl_draw_picture_sign_spot(&floor_, &floor_.rooms[number]);
    cr_expect(spot.x == x && spot.y == y, "room %u: %d %d, not %d %d", number, spot.x, spot.y, x, y);
}

Test(picture, crops_to_the_rooms)
{
    fl_picture plan;
    fl_floor_add(&floor_, FL_KIND_START, FL_SHAPE_1X1, 3, 7);
    fl_floor_add(&floor_, FL_KIND_NORMAL, FL_SHAPE_LTL, 4, 5);
    fl_draw_picture_init(&plan, &floor_);
    cr_expect_eq(plan.left, 3);
    cr_expect_eq(plan.top, 5);
    cr_expect_eq(plan.width, 3);
    cr_expect_eq(plan.height, 3);
}

Test(picture, lists_the_kinds_that_occur)
{
    fl_picture plan;
    fl_floor_add(&floor_, FL_KIND_START, FL_SHAPE_1X1, 3, 7);
    fl_floor_add(&floor_, FL_KIND_SHOP, FL_SHAPE_1X1, 4, 7);
    fl_floor_add(&floor_, FL_KIND_BOSS, FL_SHAPE_1X1, 5, 7);
    fl_floor_add(&floor_, FL_KIND_SHOP, FL_SHAPE_1X1, 6, 7);
    fl_draw_picture_init(&plan, &floor_);
    cr_assert_eq(plan.kinds_n, 3);
    cr_expect_eq(plan.kinds[0], FL_KIND_START);
    cr_expect_eq(plan.kinds[1], FL_KIND_BOSS);
    cr_expect_eq(plan.kinds[2], FL_KIND_SHOP);
    cr_expect_eq(plan.kind_n[FL_KIND_SHOP], 2);
    cr_expect_eq(plan.kind_n[FL_KIND_NORMAL], 0);
}

Test(picture, puts_signs_into_the_middle)
{
    expect_sign_at(fl_floor_add(&floor_, FL_KIND_BOSS, FL_SHAPE_1X1, 0, 0), 1, 1);
    expect_sign_at(fl_floor_add(&floor_, FL_KIND_BOSS, FL_SHAPE_2X2, 2, 0), 6, 2);
    expect_sign_at(fl_floor_add(&floor_, FL_KIND_BOSS, FL_SHAPE_2X1, 5, 0), 12, 1);
    expect_sign_at(fl_floor_add(&floor_, FL_KIND_BOSS, FL_SHAPE_IIV, 8, 0), 17, 2);
}

Test(picture, puts_signs_into_the_bend_of_an_l)
{
    expect_sign_at(fl_floor_add(&floor_, FL_KIND_BOSS, FL_SHAPE_LTL, 0, 0), 3, 3);
    expect_sign_at(fl_floor_add(&floor_, FL_KIND_BOSS, FL_SHAPE_LTR, 4, 0), 9, 3);
    expect_sign_at(fl_floor_add(&floor_, FL_KIND_BOSS, FL_SHAPE_LBL, 0, 4), 3, 9);
    expect_sign_at(fl_floor_add(&floor_, FL_KIND_BOSS, FL_SHAPE_LBR, 4, 4), 9, 9);
}

Test(picture, keeps_the_sign_of_a_ring_off_its_hole)
{
    static const uint16_t ring[] = {0, 1, 2, 10, 12, 20, 21, 22};
    expect_sign_at(fl_floor_add_cells(&floor_, FL_KIND_BOSS, ring, 8), 3, 1);
}

Test(picture, knows_a_hidden_door_beside_the_start)
{
    fl_picture plan;
    fl_floor_add(&floor_, FL_KIND_START, FL_SHAPE_1X1, 0, 0);
    fl_floor_add(&floor_, FL_KIND_SECRET, FL_SHAPE_1X1, 1, 0);
    fl_floor_add(&floor_, FL_KIND_SHOP, FL_SHAPE_1X1, 0, 1);
    fl_floor_link(&floor_);
    fl_draw_picture_init(&plan, &floor_);
    cr_assert_eq(floor_.doors_n, 2);
    cr_expect(plan.has_hidden_doors);
    cr_expect(fl_draw_picture_is_hidden(&floor_, &floor_.doors[0]));
    cr_expect(!fl_draw_picture_is_hidden(&floor_, &floor_.doors[1]));
}

Test(picture, knows_a_hidden_door_whichever_room_is_older)
{
    fl_floor_add(&floor_, FL_KIND_SECRET, FL_SHAPE_1X1, 1, 0);
    fl_floor_add(&floor_, FL_KIND_START, FL_SHAPE_1X1, 0, 0);
    fl_floor_link(&floor_);
    cr_assert_eq(floor_.doors_n, 1);
    cr_expect_eq(floor_.doors[0].kind, FL_KIND_START);
    cr_expect(fl_draw_picture_is_hidden(&floor_, &floor_.doors[0]));
}

Test(picture, finds_the_first_cell_of_a_door_whichever_room_is_older)
{
    unsigned first = 99;
    fl_floor_add(&floor_, FL_KIND_START, FL_SHAPE_1X1, 5, 5);
    fl_floor_add(&floor_, FL_KIND_NORMAL, FL_SHAPE_1X1, 4, 5);
    fl_floor_add(&floor_, FL_KIND_NORMAL, FL_SHAPE_1X1, 5, 6);
    fl_floor_link(&floor_);
    cr_assert_eq(floor_.doors_n, 2);
    for (unsigned i = 0; i < 2; i++) {
        bool is_left = floor_.doors[i].cell_b == 54;
        cr_expect_eq(fl_draw_picture_is_sideways(&floor_, &floor_.doors[i], &first), is_left);
        cr_expect_eq(first, is_left ? 54 : 55);
    }
}

/* Relative luminance of WCAG 2, here with a square in place of the power 2.2: near enough to compare. */
static double luminance(unsigned colour)
{
    double red = (double)(colour >> 16 & 0xff) / 255;
    double green = (double)(colour >> 8 & 0xff) / 255;
    double blue = (double)(colour & 0xff) / 255;
    return 0.2126 * red * red + 0.7152 * green * green + 0.0722 * blue * blue;
}

Test(picture, chooses_the_ink_of_higher_contrast_on_all_kinds)
{
    for (int i = 0; i < FL_KIND_COUNT; i++) {
        unsigned colour = fl_kind_of((fl_kind)i)->colour;
        double with_dark = (luminance(colour) + 0.05) / 0.05;
        double with_light = 1.05 / (luminance(colour) + 0.05);
        cr_expect_eq(fl_draw_picture_wants_dark_ink(colour), with_dark > with_light, "%s: %g %g",
                     fl_kind_of((fl_kind)i)->name, with_dark, with_light);
    }
    cr_expect(!fl_draw_picture_wants_dark_ink(0x000000));
}
