/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Values and boards are those of the generators and metrics inside; other people's floors are measured alike.
 */
#include "analysis/metric/metric.h"
#include "gen/floor/floor_json.h"
#include "gen/floorlab.h"
#include "tests/support/maker.h"

#include <criterion/criterion.h>
#include <stdio.h>

enum { FLOORS = 5000, FIRST = 17 }; /* more than one batch of the kernel */

static floorlab_error error;

static floorlab_generator *open_one(const char *generator, const char *name, const char *value)
{
    floorlab_generator *out = NULL;
    floorlab_options options = {
        .generator = generator, .seed = 5, .names = &name, .values = &value, .settings_n = name != NULL};
    cr_assert_eq(floorlab_open(&options, &out, &error), FLOORLAB_OK, "%s: %s", error.where, error.what);
    return out;
}

/* All floors' values of some metrics, as the library and as the metrics say. */
static void compare(const char *generator, const char *name, const char *value)
{
    const char *const names[] = {"rooms", "dead_ends", "secret_neighbours", "attempts"};
    const unsigned metrics[] = {FL_METRIC_ROOMS, FL_METRIC_DEAD_ENDS, FL_METRIC_SECRET_NEIGHBOURS,
                                FL_METRIC_ATTEMPTS};
    static int32_t values[4 * FLOORS];
    int32_t own[FL_METRIC_COUNT];
    char settings[64] = "";
    fl_metric_work work;
    maker m;
    if (name) {
        snprintf(settings, sizeof settings, "%s=%s", name, value);
    }
    floorlab_generator *g = open_one(generator, name, value);
    floorlab_request request = {.first = FIRST, .n = FLOORS, .metrics = names, .metrics_n = 4};
    cr_assert_eq(floorlab_values(g, &request, values, 4 * FLOORS, &error), FLOORLAB_OK, "%s", error.what);
    maker_open(&m, generator, settings, 5);
    cr_assert_eq(fl_metric_init(&work, m.generator->cells_max), FL_OK);
    for (unsigned i = 0; i < FLOORS; i++) {
        maker_make(&m, FIRST + i);
        fl_metric_compute(&work, &m.floor, FL_METRIC_ALL_GROUPS, own);
        for (unsigned k = 0; k < 4; k++) {
            cr_assert_eq(values[k * FLOORS + i], m.floor.failure ? FLOORLAB_NONE : own[metrics[k]],
                         "%s %s, floor %u", generator, names[k], i);
        }
    }
    fl_metric_free(&work);
    maker_close(&m);
    floorlab_close(g);
}

Test(values, they_are_the_metrics_own)
{
    compare("classic", "level", "3"); /* by the kernel */
    compare("classic", "rules", "demo");
    compare("rebirth", "stage", "5");
    compare("grid", NULL, NULL);
}

Test(values, floors_that_fail_have_none)
{
    const char *const names[] = {"rooms", "boss_is_farthest"};
    int32_t values[2 * 200];
    floorlab_generator *g = open_one("classic", "max_attempts", "1");
    floorlab_request request = {.n = 200, .metrics = names, .metrics_n = 2};
    unsigned none = 0;
    cr_assert_eq(floorlab_values(g, &request, values, 400, &error), FLOORLAB_OK, "%s", error.what);
    for (unsigned i = 0; i < 200; i++) {
        none += values[i] == FLOORLAB_NONE;
        cr_assert_eq(values[i] == FLOORLAB_NONE, values[200 + i] == FLOORLAB_NONE);
    }
    cr_expect(none > 10 && none < 190, "%u", none);
    floorlab_close(g);
}

Test(values, events_are_values_too)
{
    const char *const names[] = {"roll.sacrifice.won", "boss_is_farthest", "kind_sacrifice"};
    enum { N = 20000 };
    static int32_t values[3 * N];
    floorlab_generator *g = open_one("classic", "level", "3");
    floorlab_request request = {.n = N, .metrics = names, .metrics_n = 3};
    unsigned asked = 0;
    unsigned passed = 0;
    cr_assert_eq(floorlab_values(g, &request, values, 3 * N, &error), FLOORLAB_OK, "%s", error.what);
    for (unsigned i = 0; i < N; i++) {
        cr_assert(values[i] == FLOORLAB_NONE || values[i] == 0 || values[i] == 1);
        cr_assert(values[N + i] == 0 || values[N + i] == 1);
        asked += values[i] != FLOORLAB_NONE;
        passed += values[i] == 1;
    }
    cr_expect(asked > N / 2 && asked < N && passed > 0 && passed < asked, "%u, %u", asked, passed);
    floorlab_close(g);
}

Test(values, wrong_sizes_and_numbers_are_refused)
{
    const char *const names[] = {"rooms", "nothing"};
    int32_t values[10];
    floorlab_generator *g = open_one("classic", NULL, NULL);
    floorlab_request request = {.n = 11, .metrics = names, .metrics_n = 1};
    cr_expect_eq(floorlab_values(g, &request, values, 10, &error), FLOORLAB_REFUSED);
    cr_expect_str_eq(error.where, "out_n");
    request = (floorlab_request){.n = UINT64_MAX, .metrics = names, .metrics_n = 1};
    cr_expect_eq(floorlab_values(g, &request, values, 10, &error), FLOORLAB_REFUSED);
    cr_expect_eq(floorlab_boards(g, &request, (uint8_t *)values, 10, &error), FLOORLAB_REFUSED);
    request = (floorlab_request){.first = UINT64_MAX, .n = 2, .metrics = names, .metrics_n = 1};
    cr_expect_eq(floorlab_values(g, &request, values, 10, &error), FLOORLAB_REFUSED);
    request = (floorlab_request){.n = 1, .metrics = names, .metrics_n = 2};
    cr_expect_eq(floorlab_values(g, &request, values, 10, &error), FLOORLAB_REFUSED);
    cr_expect_str_eq(error.where, "metrics[1]");
    request = (floorlab_request){.n = 0};
    cr_expect_eq(floorlab_values(g, &request, NULL, 0, &error), FLOORLAB_OK);
    floorlab_close(g);
}

Test(values, lines_of_others_are_measured)
{
    const char *const names[] = {"rooms", "boss_distance", "roll.sacrifice.won"};
    int32_t values[3] = {-1, -1, -1};
    floorlab_generator *g = open_one("classic", NULL, NULL);
    floorlab_request request = {.metrics = names, .metrics_n = 3};
    const char line[] =
        "{\"rooms\":[{\"cells\":[[0,0]],\"kind\":\"start\"},{\"cells\":[[1,0]],\"kind\":\"hut\"},"
        "{\"cells\":[[2,0]],\"kind\":\"boss\"}],\"rolls\":{\"sacrifice\":[\"rolled\",\"won\"]}}";
    cr_assert_eq(floorlab_measure(g, line, &request, values, &error), FLOORLAB_OK, "%s: %s", error.where,
                 error.what);
    cr_expect(values[0] == 3 && values[1] == 2 && values[2] == 1, "%d %d %d", values[0], values[1],
              values[2]);
    cr_expect_eq(floorlab_measure(g, "{\"rooms\":[{\"cells\":[[0,0]]},{\"cells\":[[0,0]]}]}", &request,
                                  values, &error),
                 FLOORLAB_REFUSED);
    cr_expect_eq(floorlab_measure(g, "{\"rooms\":[{\"cells\":[[150,150]]}]}", &request, values, &error),
                 FLOORLAB_REFUSED);
    cr_expect_eq(floorlab_measure(g, "\xff", &request, values, &error), FLOORLAB_REFUSED);
    cr_assert_eq(floorlab_measure(g, line, &request, values, &error), FLOORLAB_OK, "still usable");
    floorlab_close(g);
}
