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

/* The numbers of the rules' own table: 1 = 1x1 … 12 = LBR. */
Test(shape, names_and_numbers_are_those_of_the_rules)
{
    static const char *const names[FL_SHAPE_COUNT] = {"free", "1x1", "IH",  "IV",  "1x2", "IIV", "2x1",
                                                      "IIH",  "2x2", "LTL", "LTR", "LBL", "LBR"};
    for (int i = 0; i < FL_SHAPE_COUNT; i++) {
        cr_expect_str_eq(form_of(i)->name, names[i]);
        cr_expect_eq(fl_shape_named(names[i]), (fl_shape)i);
    }
    cr_expect(fl_shape_named("3x3") == FL_SHAPE_COUNT && fl_shape_named("ltl") == FL_SHAPE_COUNT);
    cr_expect_str_eq(form_of(FL_SHAPE_COUNT)->name, "free", "a number beyond the table");
}

/* An L misses the corner it is named after. */
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
        int corner = i - FL_SHAPE_LTL;
        cr_expect(corner < 0 || !has_cell(form, corner & 1, corner >> 1), "%s", form->name);
    }
}

Test(shape, slots_lead_from_a_cell_of_the_room_to_one_outside)
{
    for (int i = FL_SHAPE_1X1; i < FL_SHAPE_COUNT; i++) {
        const fl_shape_row *form = form_of(i);
        for (unsigned slot = 0; slot < FL_SHAPE_SLOTS; slot++) {
            fl_offset to = form->target[slot];
            fl_offset step = fl_shape_step(slot);
            bool is_both = slot >= 4 && (form->slots >> slot & form->slots >> (slot - 4) & 1);
            const fl_offset *other = &form->target[slot & 3];
            cr_expect(!is_both || other->x != to.x || other->y != to.y, "%s, slot %u", form->name, slot);
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
