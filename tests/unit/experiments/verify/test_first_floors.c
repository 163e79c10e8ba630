/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The first floors of a population are made twice, and again the same. */
#include "experiments/verify/verify_private.h"
#include "tests/unit/small_run.h"

#include <criterion/criterion.h>

#include <stdio.h>
#include <string.h>

static small_run run;
static fl_diag diag;
static fl_first_floors first;
static const fl_generator *real;
static fl_generator planted;

static void open_run(const char *generator, const char *settings)
{
    char text[300];
    snprintf(text, sizeof text, "name: x\ngenerator: %s\nsettings: {%s}\nfloors: 10\n", generator, settings);
    fl_diag_init(&diag);
    small_run_open(&run, text, 0, 1);
    real = run.setup.condition[0].opened.generator;
    planted = *real;
}

static fl_err look(void)
{
    fl_floor_maker maker;
    cr_assert_eq(fl_run_maker_open(&maker, &run.setup.condition[0].opened, NULL), FL_OK);
    fl_err err = fl_verify_first_floors(&run.setup.condition[0], &maker, &first, &diag);
    fl_run_maker_close(&maker);
    return err;
}

Test(first_floors, all_generators_make_the_same_sample_again)
{
    static const char *const cases[][2] = {{"classic", "level: 3"},
                                           {"rebirth", "stage: 2"},
                                           {"rebirth", "stage: 1, rng: isaac"},
                                           {"grid", ""},
                                           {"room", ""},
                                           {"journey", ""}};
    for (unsigned i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        open_run(cases[i][0], cases[i][1]);
        cr_expect_eq(look(), FL_OK, "%s: %s", cases[i][0], diag.what);
        cr_expect(first.draws > 0 || first.rooms > 0, "%s", cases[i][0]);
        small_run_close(&run);
    }
}

/* The planted fault: a floor depends on how many were made before it. */
static void make_with_memory(const void *rules, const fl_key *key, void *scratch, void *out)
{
    static unsigned made;
    fl_floor *floor = out;
    real->make(rules, key, scratch, out);
    floor->rooms[0].variant = (uint16_t)(made++ % 3);
}

Test(first_floors, a_floor_that_depends_on_others_is_named)
{
    open_run("rebirth", "stage: 2");
    planted.make = make_with_memory;
    run.setup.condition[0].opened.generator = &planted;
    cr_expect_eq(look(), FL_ERR_DEFECT);
    cr_expect(strstr(diag.what, "made twice: room 0's variant"), "%s", diag.what);
    cr_expect(strstr(diag.hint, "floorlab show rebirth --floor "), "%s", diag.hint);
    run.setup.condition[0].opened.generator = real;
    small_run_close(&run);
}

/* The planted fault: a door is forgotten. */
static void forget_a_door(const void *rules, const fl_key *key, void *scratch, void *out)
{
    fl_floor *floor = out;
    real->make(rules, key, scratch, out);
    floor->doors_n--;
}

Test(first_floors, what_is_no_floor_is_named)
{
    open_run("rebirth", "stage: 2");
    planted.make = forget_a_door;
    run.setup.condition[0].opened.generator = &planted;
    cr_expect_eq(look(), FL_ERR_DEFECT);
    cr_expect(strstr(diag.what, "is none: "), "%s", diag.what);
    run.setup.condition[0].opened.generator = real;
    small_run_close(&run);
}
