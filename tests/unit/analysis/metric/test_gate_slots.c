/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What came of the gates, on floors whose gates are set by hand. */
#include "analysis/metric/metric_private.h"

#include <criterion/criterion.h>

typedef struct scene {
    fl_floor floor;
    int32_t value[FL_METRIC_COUNT];
} scene;

static const char *const names[] = {
    "dice_or_sacrifice", "dice",          "library", "challenge", "arcade_or_vault", "vault",
    "bedroom",           "clean_bedroom", "curse",   "miniboss"};

static void begin(scene *self)
{
    cr_assert_eq(fl_floor_init(&self->floor, 16), FL_OK);
    fl_floor_clear(&self->floor, 4, 4);
    fl_floor_add(&self->floor, FL_KIND_START, FL_SHAPE_1X1, 0, 0);
    self->floor.gate_names = names;
    self->floor.gates_n = sizeof names / sizeof names[0];
}

static int32_t count(scene *self, fl_metric metric)
{
    fl_metric_gate_slots_count(&self->floor, self->value);
    return self->value[metric];
}

Test(gate_slots, nothing_one_kind_or_the_other)
{
    scene s;
    begin(&s);
    s.floor.gate[0] = FL_GATE_ROLLED;
    cr_expect_eq(count(&s, FL_METRIC_SLOT_DICE_OR_SACRIFICE), 0);
    s.floor.gate[0] = FL_GATE_ROLLED | FL_GATE_PASSED | FL_GATE_PLACED;
    s.floor.gate[1] = FL_GATE_ROLLED | FL_GATE_PASSED;
    cr_expect_eq(count(&s, FL_METRIC_SLOT_DICE_OR_SACRIFICE), 1);
    s.floor.gate[1] |= FL_GATE_PLACED;
    cr_expect_eq(count(&s, FL_METRIC_SLOT_DICE_OR_SACRIFICE), 2);
    s.floor.gate[4] = FL_GATE_PLACED;
    s.floor.gate[5] = FL_GATE_PLACED;
    cr_expect_eq(count(&s, FL_METRIC_SLOT_ARCADE_OR_VAULT), 2);
    s.floor.gate[6] = FL_GATE_PLACED;
    cr_expect_eq(count(&s, FL_METRIC_SLOT_BEDROOM), 1);
    fl_floor_free(&s.floor);
}

Test(gate_slots, without_a_dead_end_there_is_no_value)
{
    scene s;
    begin(&s);
    s.floor.gate[2] = FL_GATE_ROLLED | FL_GATE_PASSED | FL_GATE_NO_DEAD_END;
    s.floor.gate[8] = FL_GATE_PLACED | FL_GATE_NO_DEAD_END; /* offered twice, placed once */
    cr_expect_eq(count(&s, FL_METRIC_SLOT_LIBRARY), FL_GENERATOR_FACT_NONE);
    cr_expect_eq(count(&s, FL_METRIC_SLOT_CURSE), 1);
    fl_floor_free(&s.floor);
}

Test(gate_slots, challenge_kind_is_that_of_the_room)
{
    scene s;
    begin(&s);
    s.floor.gate[3] = FL_GATE_PLACED;
    cr_expect_eq(count(&s, FL_METRIC_SLOT_CHALLENGE), 1);
    fl_floor_add(&s.floor, FL_KIND_BOSS_CHALLENGE, FL_SHAPE_1X1, 1, 0);
    cr_expect_eq(count(&s, FL_METRIC_SLOT_CHALLENGE), 2);
    fl_floor_free(&s.floor);
}

Test(gate_slots, a_gate_the_rules_do_not_have_has_no_value)
{
    static const char *const few[] = {"sacrifice"};
    scene s;
    begin(&s);
    cr_expect_eq(count(&s, FL_METRIC_SLOT_PLANETARIUM), FL_GENERATOR_FACT_NONE);
    s.floor.gate_names = few;
    s.floor.gates_n = 1;
    s.floor.gate[0] = FL_GATE_PLACED;
    cr_expect_eq(count(&s, FL_METRIC_SLOT_DICE_OR_SACRIFICE), 1, "one kind only: the article's rules");
    cr_expect_eq(count(&s, FL_METRIC_SLOT_MINIBOSS), FL_GENERATOR_FACT_NONE);
    fl_floor_free(&s.floor);
}
