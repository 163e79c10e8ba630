/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Shipped experiments are counted, stored and read as they are known; another digest is noticed. */
#include "experiments/verify/verify_private.h"
#include "gen/base/embedded.h"
#include "tests/unit/small_run.h"

#include <criterion/criterion.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static small_run run;
static fl_sweep_population population;
static fl_sweep_range range;
static fl_sweep_job job;
static fl_diag diag;

static void open_run(const char *generator)
{
    char text[100];
    snprintf(text, sizeof text, "name: x\ngenerator: %s\nfloors: 10\n", generator);
    fl_diag_init(&diag);
    small_run_open(&run, text, 0, 1);
    population = (fl_sweep_population){.condition = &run.setup.condition[0], .total = &run.totals[0]};
    range = (fl_sweep_range){.population = &population};
    job = (fl_sweep_job){.ranges = &range, .ranges_n = 1};
}

/* The lines that ship, with a change to one: `at` characters before its name. To be freed. */
static char *changed_lines(const char *name, size_t at)
{
    char *lines = strdup(fl_embedded_find("data/known_samples.txt")->data);
    char *found = strstr(lines, name);
    cr_assert_not_null(found, "%s", name);
    found[-(ptrdiff_t)at] = found[-(ptrdiff_t)at] == '7' ? '6' : '7';
    return lines;
}

Test(rehearsal, what_ships_is_what_is_counted)
{
    static const char *const generators[] = {"classic", "rebirth", "grid", "room", "journey"};
    for (unsigned i = 0; i < sizeof generators / sizeof generators[0]; i++) {
        open_run(generators[i]);
        cr_expect_eq(fl_verify_rehearse(&job, NULL, &diag), FL_OK, "%s: %s", diag.where, diag.what);
        small_run_close(&run);
    }
}

Test(rehearsal, another_count_is_noticed)
{
    char *lines = changed_lines("run room-clutter", 10);
    open_run("room");
    cr_expect_eq(fl_verify_rehearse(&job, lines, &diag), FL_ERR_DEFECT);
    cr_expect_str_eq(diag.where, "room-clutter");
    cr_expect_not_null(strstr(diag.hint, "floorlab verify --known"), "%s", diag.hint);
    small_run_close(&run);
    free(lines);
}

Test(rehearsal, other_versions_and_other_generators_are_not_held_against_it)
{
    char *version = changed_lines("run room-clutter", 2);
    char *other = changed_lines("run grid-rulesets", 10);
    open_run("room");
    cr_expect_eq(fl_verify_rehearse(&job, version, &diag), FL_OK, "%s", diag.what);
    cr_expect_eq(fl_verify_rehearse(&job, other, &diag), FL_OK, "%s", diag.what);
    small_run_close(&run);
    free(version);
    free(other);
}

/* Whoever changes a generator writes the lines anew. */
Test(rehearsal, the_lines_that_ship_can_be_written_again)
{
    fl_text text;
    fl_text_init(&text);
    cr_assert_eq(fl_verify_add_rehearsed(&text, NULL), FL_OK);
    cr_expect_not_null(strstr(fl_embedded_find("data/known_samples.txt")->data, fl_text_get(&text)));
    fl_text_free(&text);
}

static bool stop(void *context, uint64_t floors)
{
    (void)context;
    (void)floors;
    return false;
}

Test(rehearsal, stops_when_it_is_told)
{
    open_run("room");
    job.watch = stop;
    cr_expect_eq(fl_verify_rehearse(&job, NULL, &diag), FL_ERR_STOPPED);
    small_run_close(&run);
}
