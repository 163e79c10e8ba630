/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The kernels against the readable code: as they are they agree; planted differences are named. */
#include "experiments/verify/verify_private.h"
#include "tests/unit/small_run.h"

#include <criterion/criterion.h>

#include <stdio.h>
#include <string.h>

enum { PLANTED = 700 };

static small_run run;
static fl_diag diag;
static const fl_generator *real;
static fl_generator planted;
static void (*change)(fl_floor *floor);

static void open_run(const char *generator, const char *settings)
{
    char text[300];
    snprintf(text, sizeof text, "name: x\ngenerator: %s\nsettings: {%s}\nfloors: 10\nseed: 7\n", generator,
             settings);
    fl_diag_init(&diag);
    small_run_open(&run, text, 0, 1);
}

static fl_err check(void)
{
    fl_floor_maker maker;
    cr_assert_eq(fl_run_maker_open(&maker, &run.setup.condition[0].opened, NULL), FL_OK);
    fl_err err = fl_verify_check_kernel(&run.setup.condition[0], &maker, &diag);
    fl_run_maker_close(&maker);
    return err;
}

Test(kernel_check, kernels_make_what_the_readable_code_makes)
{
    static const char *const settings[] = {"level: 1", "level: 8", "rules: demo, rooms: 12", "specials: off"};
    for (unsigned i = 0; i < sizeof settings / sizeof settings[0]; i++) {
        open_run("classic", settings[i]);
        cr_expect(fl_verify_has_kernel(&run.setup.condition[0].opened), "%s", settings[i]);
        cr_expect_eq(check(), FL_OK, "%s: %s", settings[i], diag.what);
        small_run_close(&run);
    }
    open_run("journey", "");
    cr_expect(fl_verify_has_kernel(&run.setup.condition[0].opened));
    cr_expect_eq(check(), FL_OK, "%s", diag.what);
    small_run_close(&run);
    open_run("rebirth", "");
    cr_expect_not(fl_verify_has_kernel(&run.setup.condition[0].opened));
    small_run_close(&run);
}

static void make_planted(const void *rules, const fl_key *key, void *scratch, void *out)
{
    real->make(rules, key, scratch, out);
    if (key->index == PLANTED) {
        change(out);
    }
}

static void close_a_gate(fl_floor *floor)
{
    floor->gate[0] ^= 1u;
}

static void fail(fl_floor *floor)
{
    floor->failure = "planted";
}

static void swap_kinds(fl_floor *floor)
{
    for (unsigned i = 0; i < floor->rooms_n; i++) {
        uint8_t kind = (uint8_t)floor->rooms[i].kind;
        if (kind == FL_KIND_SHOP || kind == FL_KIND_TREASURE) {
            floor->rooms[i].kind = kind == FL_KIND_SHOP ? FL_KIND_TREASURE : FL_KIND_SHOP;
        }
    }
}

static void move_a_room(fl_floor *floor)
{
    floor->cells[floor->rooms_n - 1] = (uint16_t)(floor->cells[floor->rooms_n - 1] + 1);
}

/* One floor of 1,024 differs in one respect. */
Test(kernel_check, a_floor_that_differs_is_named_with_its_field)
{
    static const struct {
        void (*change)(fl_floor *floor);
        const char *field;
    } plants[] = {{close_a_gate, "the flags of gate '"},
                  {fail, "failed"},
                  {swap_kinds, "the cell of the"},
                  {move_a_room, "the"}};
    for (unsigned i = 0; i < sizeof plants / sizeof plants[0]; i++) {
        open_run("classic", "level: 2");
        real = run.setup.condition[0].opened.generator;
        planted = *real;
        planted.make = make_planted;
        change = plants[i].change;
        run.setup.condition[0].opened.generator = &planted;
        cr_expect_eq(check(), FL_ERR_DEFECT);
        cr_expect(strstr(diag.what, "floor 700: ") && strstr(diag.what, plants[i].field), "%s", diag.what);
        cr_expect(strstr(diag.hint, "floorlab show classic --floor 700 --seed ") &&
                      strstr(diag.hint, "level=2"),
                  "%s", diag.hint);
        run.setup.condition[0].opened.generator = real;
        small_run_close(&run);
    }
}

/* A kernel alone that differs: it makes the batch of the next floors, as one off by one would. */
static void make_next_batch(const void *rules, const fl_key *key, void *scratch, fl_classic_batch *out)
{
    out->first += PLANTED - 1;
    real->make_batch(rules, key, scratch, out);
    out->first -= PLANTED - 1;
}

Test(kernel_check, a_kernel_that_makes_other_floors_is_found)
{
    open_run("classic", "level: 5");
    real = run.setup.condition[0].opened.generator;
    planted = *real;
    planted.make_batch = make_next_batch;
    run.setup.condition[0].opened.generator = &planted;
    cr_expect_eq(check(), FL_ERR_DEFECT);
    cr_expect(strstr(diag.what, "by the kernel ("), "%s", diag.what);
    run.setup.condition[0].opened.generator = real;
    small_run_close(&run);
}
