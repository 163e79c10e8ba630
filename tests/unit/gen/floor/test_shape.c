/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The shape table: names, cells, bounding boxes. */
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
