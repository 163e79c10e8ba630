/* Rolls, and dead ends taken and given back. The odds themselves are held against the documents in
 * test_special.c. */
#include "gen/rebirth/rooms/rooms_private.h"
#include "tests/unit/scene.h"

#include <criterion/criterion.h>

static const fl_pool_interior single = {.is_there = true,
                                        .shape = FL_SHAPE_1X1,
                                        .doors = 0x0f,
                                        .type = FL_INTERIORS_LIBRARY,
                                        .width = 1,
                                        .height = 1,
                                        .subtype = -1,
                                        .variant = 7};

static void open_stage(void)
{
    scene_open("rules=blade stage=5 curse=none");
    scene_work = scene_start;
}

Test(gate_roll, certain_and_impossible_chances_do_as_they_say)
{
    fl_rebirth_gate gate = {.first = {1, 1}, .event = 3};
    open_stage();
    cr_expect(fl_rebirth_rooms_gate_roll(&scene_work, &gate));
    cr_expect_eq(scene_work.gate[3], FL_GATE_ROLLED | FL_GATE_FIRST | FL_GATE_PASSED);
    gate = (fl_rebirth_gate){.first = {0, 5}, .second = {1, 1}, .second_counts = true, .event = 4};
    cr_expect(fl_rebirth_rooms_gate_roll(&scene_work, &gate));
    cr_expect_eq(scene_work.gate[4],
                 FL_GATE_ROLLED | FL_GATE_SECOND_ROLLED | FL_GATE_SECOND | FL_GATE_PASSED);
    gate.second_counts = false;
    gate.event = 5;
    uint32_t before = scene_work.stage.level.drawn;
    cr_expect_not(fl_rebirth_rooms_gate_roll(&scene_work, &gate));
    cr_expect_eq(scene_work.gate[5], FL_GATE_ROLLED);
    cr_expect_eq(scene_work.stage.level.drawn, before + 2,
                 "a second chance is drawn even if it does not count");
    maker_close(&scene_maker);
}

Test(gate_roll, without_a_chance_nothing_is_rolled)
{
    fl_rebirth_gate gate = {.event = 3};
    open_stage();
    uint32_t before = scene_work.stage.level.drawn;
    cr_expect(fl_rebirth_rooms_gate_roll(&scene_work, &gate));
    cr_expect_eq(scene_work.gate[3], FL_GATE_PASSED);
    cr_expect_eq(scene_work.stage.level.drawn, before);
    maker_close(&scene_maker);
}

Test(gate_roll, a_dead_end_that_is_kept_becomes_the_room)
{
    fl_rebirth_gate gate = {.event = 3};
    open_stage();
    unsigned n = scene_work.dead_ends.n;
    int number = fl_rebirth_rooms_gate_take_dead_end(&scene_work, &gate, &single);
    cr_assert_neq(number, FL_LAYOUT_DEAD_ENDS_NONE);
    cr_expect_eq(scene_work.dead_ends.n, n - 1);
    cr_expect(fl_rebirth_rooms_gate_place(&scene_work, &gate,
                                          fl_rebirth_rooms_gate_keep_dead_end(&scene_work, number, true),
                                          &single, FL_KIND_LIBRARY));
    cr_expect_eq(scene_work.board.room[number].kind, FL_KIND_LIBRARY);
    cr_expect_eq(scene_work.board.room[number].interior.variant, 7);
    cr_expect_eq(scene_work.gate[3], FL_GATE_PLACED);
    maker_close(&scene_maker);
}

Test(gate_roll, a_dead_end_that_is_not_kept_goes_to_the_end_of_the_list)
{
    fl_rebirth_gate gate = {.event = 3};
    open_stage();
    unsigned n = scene_work.dead_ends.n;
    int number = fl_rebirth_rooms_gate_take_dead_end(&scene_work, &gate, &single);
    cr_expect_eq(fl_rebirth_rooms_gate_keep_dead_end(&scene_work, number, false), FL_LAYOUT_DEAD_ENDS_NONE);
    cr_expect_eq(scene_work.dead_ends.n, n);
    cr_expect_eq(scene_work.dead_ends.room[n - 1], number);
    cr_expect_not(
        fl_rebirth_rooms_gate_place(&scene_work, &gate, FL_LAYOUT_DEAD_ENDS_NONE, &single, FL_KIND_LIBRARY));
    cr_expect_eq(scene_work.board.room[number].kind, FL_KIND_NORMAL);
    maker_close(&scene_maker);
}

Test(gate_roll, without_an_interior_no_dead_end_is_taken)
{
    fl_rebirth_gate gate = {.event = 3};
    fl_pool_interior none = {.is_there = false};
    open_stage();
    unsigned n = scene_work.dead_ends.n;
    cr_expect_eq(fl_rebirth_rooms_gate_take_dead_end(&scene_work, &gate, &none), FL_LAYOUT_DEAD_ENDS_NONE);
    cr_expect_eq(scene_work.dead_ends.n, n);
    cr_expect_eq(scene_work.gate[3], FL_GATE_NO_DEAD_END);
    maker_close(&scene_maker);
}
