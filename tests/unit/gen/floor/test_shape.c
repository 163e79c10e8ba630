/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The shape table: cells, bounding boxes, doors. */
#include "gen/floor/shape.h"

#include <criterion/criterion.h>

static bool has_cell(const fl_shape_row *form, int x, int y)
{
    for (unsigned i = 0; i < form->cells_n; i++) {
        if (form->cells[i].x == x && form->cells[i].y == y) {
            return true;
        }
    }
    return false;
}

static const fl_shape_row *form_of(int shape)
{
    return fl_shape_of((fl_shape)shape);
}

Test(shape, names_lead_back_to_their_shapes)
{
    for (int i = 0; i < FL_SHAPE_COUNT; i++) {
        cr_expect_eq(fl_shape_named(form_of(i)->name), (fl_shape)i);
    }
    cr_expect_eq(fl_shape_named("3x3"), FL_SHAPE_COUNT);
    cr_expect_eq(fl_shape_named("ltl"), FL_SHAPE_COUNT);
}

/* The numbers of the rules' own table: 1 = 1x1 … 12 = LBR. */
Test(shape, numbers_are_those_of_the_rules)
{
    static const char *const names[] = {"free", "1x1", "IH",  "IV",  "1x2", "IIV", "2x1",
                                        "IIH",  "2x2", "LTL", "LTR", "LBL", "LBR"};
    cr_assert_eq(FL_SHAPE_COUNT, 13);
    for (int i = 0; i < FL_SHAPE_COUNT; i++) {
        cr_expect_str_eq(form_of(i)->name, names[i]);
    }
}

Test(shape, cells_fill_the_bounding_box_but_for_one_corner_of_an_l)
{
    for (int i = FL_SHAPE_1X1; i < FL_SHAPE_COUNT; i++) {
        const fl_shape_row *form = form_of(i);
        unsigned inside = 0;
        for (int y = 0; y < form->height; y++) {
            for (int x = 0; x < form->width; x++) {
                inside += has_cell(form, x, y);
            }
        }
        cr_expect_eq(inside, form->cells_n, "%s has cells twice or outside its box", form->name);
        cr_expect_eq(inside + (i >= FL_SHAPE_LTL), (unsigned)(form->width * form->height), "%s", form->name);
    }
}

Test(shape, an_l_misses_the_corner_it_is_named_after)
{
    static const fl_offset missing[] = {{0, 0}, {1, 0}, {0, 1}, {1, 1}};
    for (int i = FL_SHAPE_LTL; i <= FL_SHAPE_LBR; i++) {
        cr_expect_not(has_cell(form_of(i), missing[i - FL_SHAPE_LTL].x, missing[i - FL_SHAPE_LTL].y), "%s",
                      form_of(i)->name);
    }
}

Test(shape, slots_lead_from_a_cell_of_the_room_to_one_outside)
{
    for (int i = FL_SHAPE_1X1; i < FL_SHAPE_COUNT; i++) {
        const fl_shape_row *form = form_of(i);
        for (unsigned slot = 0; slot < FL_SHAPE_SLOTS; slot++) {
            fl_offset to = form->target[slot];
            fl_offset step = fl_shape_step(slot);
            if (form->slots >> slot & 1) {
                cr_expect_not(has_cell(form, to.x, to.y), "%s, slot %u", form->name, slot);
                cr_expect(has_cell(form, to.x - step.x, to.y - step.y), "%s, slot %u", form->name, slot);
            } else {
                cr_expect(to.x == 0 && to.y == 0, "%s has no slot %u", form->name, slot);
            }
        }
    }
}

/* In how many ways one can step out of the shape. */
static unsigned ways_out(const fl_shape_row *form)
{
    unsigned ways = 0;
    for (unsigned i = 0; i < form->cells_n * 4u; i++) {
        fl_offset step = fl_shape_step(i % 4);
        ways += !has_cell(form, form->cells[i / 4].x + step.x, form->cells[i / 4].y + step.y);
    }
    return ways;
}

Test(shape, wide_rooms_have_a_door_on_every_side_of_every_cell)
{
    for (int i = FL_SHAPE_1X1; i < FL_SHAPE_COUNT; i++) {
        const fl_shape_row *form = form_of(i);
        unsigned doors = (unsigned)__builtin_popcount(form->slots);
        if (form->full == (fl_shape)i) {
            cr_expect_eq(doors, ways_out(form), "%s", form->name);
        } else {
            cr_expect_eq(doors, 2u, "%s is narrow", form->name);
        }
    }
}

Test(shape, no_two_doors_are_the_same_step)
{
    for (int i = FL_SHAPE_1X1; i < FL_SHAPE_COUNT; i++) {
        const fl_shape_row *form = form_of(i);
        for (unsigned a = 0; a < 4; a++) {
            unsigned b = a + 4;
            bool has_both = (form->slots >> a & 1) && (form->slots >> b & 1);
            bool is_same = form->target[a].x == form->target[b].x && form->target[a].y == form->target[b].y;
            cr_expect_not(has_both && is_same, "%s, direction %u", form->name, a);
        }
    }
}

Test(shape, a_narrow_room_has_the_cells_of_its_full_counterpart)
{
    for (int i = FL_SHAPE_1X1; i < FL_SHAPE_COUNT; i++) {
        const fl_shape_row *form = form_of(i);
        const fl_shape_row *full = fl_shape_of(form->full);
        cr_expect_eq(full->full, form->full, "the counterpart of %s is full", form->name);
        cr_expect_eq(full->cells_n, form->cells_n);
        cr_expect_eq(form->slots & ~full->slots, 0, "%s has a door more than its counterpart", form->name);
        for (unsigned k = 0; k < form->cells_n; k++) {
            cr_expect(has_cell(full, form->cells[k].x, form->cells[k].y), "%s", form->name);
        }
    }
}

Test(shape, steps_undo_each_other_two_directions_on)
{
    for (unsigned direction = 0; direction < 4; direction++) {
        fl_offset there = fl_shape_step(direction);
        fl_offset back = fl_shape_step(direction + 2);
        cr_expect_eq(there.x + back.x, 0);
        cr_expect_eq(there.y + back.y, 0);
        cr_expect_eq(there.x * there.x + there.y * there.y, 1);
    }
    cr_expect_eq(fl_shape_step(FL_LEFT).x, -1);
    cr_expect_eq(fl_shape_step(FL_UP).y, -1);
}

Test(shape, a_number_beyond_the_table_reads_as_free)
{
    cr_expect_str_eq(fl_shape_of(FL_SHAPE_COUNT)->name, "free");
}
