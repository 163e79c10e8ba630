/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Handles: what is refused and how, and that clones and threads do not disturb each other. */
#include "gen/floorlab.h"

#include <criterion/criterion.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

static floorlab_error error;

static floorlab_status open_one(const char *generator, const char *name, const char *value,
                                floorlab_generator **out)
{
    floorlab_options options = {
        .generator = generator, .seed = 1, .names = &name, .values = &value, .settings_n = name != NULL};
    memset(&error, 'x', sizeof error);
    return floorlab_open(&options, out, &error);
}

Test(handle, what_is_not_known_is_refused_with_the_nearest_name)
{
    floorlab_generator *g;
    cr_expect_eq(open_one("clasic", NULL, NULL, &g), FLOORLAB_REFUSED);
    cr_expect_str_eq(error.where, "generator");
    cr_expect_str_eq(error.hint, "did you mean 'classic'?");
    cr_expect_null(g);
    cr_expect_eq(open_one("classic", "levle", "3", &g), FLOORLAB_REFUSED);
    cr_expect(strstr(error.hint, "level") && strstr(error.where, "names[0]"), "%s %s", error.where,
              error.hint);
    cr_expect_eq(open_one("classic", "level", "99", &g), FLOORLAB_REFUSED);
    cr_expect_eq(open_one("program", "command", "true", &g), FLOORLAB_REFUSED);
    cr_expect(strstr(error.what, "programs"), "%s", error.what);
}

Test(handle, whatever_is_null_is_refused)
{
    floorlab_generator *g;
    floorlab_options options = {.generator = NULL};
    floorlab_request request = {.n = 1};
    const char *const names[] = {"rooms", NULL};
    int32_t values[2];
    cr_expect_eq(floorlab_open(NULL, &g, NULL), FLOORLAB_REFUSED);
    cr_expect_eq(floorlab_open(&options, NULL, NULL), FLOORLAB_REFUSED);
    cr_expect_eq(floorlab_open(&options, &g, NULL), FLOORLAB_REFUSED);
    cr_expect_eq(floorlab_clone(NULL, &g, NULL), FLOORLAB_REFUSED);
    cr_expect_eq(floorlab_values(NULL, &request, values, 2, NULL), FLOORLAB_REFUSED);
    options = (floorlab_options){.generator = "classic", .settings_n = 1};
    cr_expect_eq(floorlab_open(&options, &g, NULL), FLOORLAB_REFUSED);
    options = (floorlab_options){.generator = "classic", .files_n = 1};
    cr_expect_eq(floorlab_open(&options, &g, NULL), FLOORLAB_REFUSED);
    options =
        (floorlab_options){.generator = "classic", .names = names + 1, .values = names, .settings_n = 1};
    cr_expect_eq(floorlab_open(&options, &g, NULL), FLOORLAB_REFUSED);
    cr_assert_eq(open_one("classic", NULL, NULL, &g), FLOORLAB_OK);
    cr_expect_eq(floorlab_values(g, NULL, values, 2, NULL), FLOORLAB_REFUSED);
    request.metrics_n = 1;
    cr_expect_eq(floorlab_values(g, &request, values, 2, NULL), FLOORLAB_REFUSED);
    request = (floorlab_request){.n = 1, .metrics = names, .metrics_n = 2};
    cr_expect_eq(floorlab_values(g, &request, values, 2, NULL), FLOORLAB_REFUSED);
    request.metrics_n = 1;
    cr_expect_eq(floorlab_values(g, &request, NULL, 2, NULL), FLOORLAB_REFUSED);
    cr_expect_eq(floorlab_boards(g, &request, NULL, 99999, NULL), FLOORLAB_REFUSED);
    cr_expect_eq(floorlab_draw(g, 0, FLOORLAB_SVG, NULL, NULL), FLOORLAB_REFUSED);
    cr_expect_eq(floorlab_measure(g, NULL, &request, values, NULL), FLOORLAB_REFUSED);
    cr_expect_eq(floorlab_measure(g, "{}", NULL, values, NULL), FLOORLAB_REFUSED);
    cr_expect_eq(floorlab_number_of(g, NULL, NULL, NULL), FLOORLAB_REFUSED);
    cr_expect_eq(floorlab_describe(g, NULL, NULL), FLOORLAB_REFUSED);
    cr_expect_eq(floorlab_generators(NULL, NULL), FLOORLAB_REFUSED);
    floorlab_close(g);
}

Test(handle, members_of_later_versions_are_refused)
{
    floorlab_generator *g;
    floorlab_options options = {.generator = "classic", .reserved = {0, 0, 0, 1}};
    const char *const names[] = {"rooms"};
    floorlab_request request = {.n = 1, .metrics = names, .metrics_n = 1, .reserved = {7}};
    int32_t value;
    uint8_t board[200];
    cr_expect_eq(floorlab_open(&options, &g, &error), FLOORLAB_REFUSED);
    cr_expect(g == NULL && strcmp(error.where, "options") == 0 &&
              strcmp(error.what, "reserved[3] is not zero") == 0);
    cr_assert_eq(open_one("classic", NULL, NULL, &g), FLOORLAB_OK);
    cr_expect_eq(floorlab_values(g, &request, &value, 1, &error), FLOORLAB_REFUSED);
    cr_expect_str_eq(error.where, "request");
    cr_expect_eq(floorlab_boards(g, &request, board, sizeof board, &error), FLOORLAB_REFUSED);
    cr_expect_eq(floorlab_measure(g, "{\"rooms\":[{\"cells\":[[0,0]]}]}", &request, &value, &error),
                 FLOORLAB_REFUSED);
    cr_expect_str_eq(error.where, "request");
    floorlab_close(g);
}

Test(handle, files_are_texts_and_nothing_is_opened)
{
    const char *name = "rules";
    const char *value = "./mine.yaml";
    floorlab_generator *g;
    cr_expect_eq(open_one("grid", name, value, &g), FLOORLAB_REFUSED);
    cr_expect(strstr(error.what, "was not given"), "%s: %s", error.where, error.what);
    cr_expect_eq(open_one("lines", "file", "/etc/passwd", &g), FLOORLAB_REFUSED);
    cr_expect(strstr(error.what, "was not given"), "%s", error.what);
    cr_expect_eq(open_one("plugin", "file", "./mine.so", &g), FLOORLAB_REFUSED);
    const floorlab_file file = {"./mine.yaml", "nonsense: [\n"};
    floorlab_options options = {
        .generator = "grid", .names = &name, .values = &value, .settings_n = 1, .files = &file, .files_n = 1};
    cr_expect_eq(floorlab_open(&options, &g, &error), FLOORLAB_REFUSED);
    cr_expect(strstr(error.where, "mine.yaml"), "%s: %s", error.where, error.what);
    const floorlab_file lines = {"mine.jsonl", "{\"rooms\":[{\"cells\":[[0,0]]},{\"cells\":[[1,0]]}]}\n"};
    name = "file";
    value = "mine.jsonl";
    options = (floorlab_options){.generator = "lines",
                                 .names = &name,
                                 .values = &value,
                                 .settings_n = 1,
                                 .files = &lines,
                                 .files_n = 1};
    cr_expect_eq(floorlab_open(&options, &g, &error), FLOORLAB_OK, "%s: %s", error.where, error.what);
    floorlab_close(g);
}

enum { FLOORS = 3000, THREADS = 4 };

static floorlab_generator *shared;
static int32_t expected[FLOORS];
static atomic_int refused;

static void *work(void *handle)
{
    const char *const names[] = {"path_length_sum"};
    floorlab_request request = {.n = FLOORS, .metrics = names, .metrics_n = 1};
    int32_t *values = calloc(FLOORS, sizeof *values);
    bool is_same = values && floorlab_values(handle, &request, values, FLOORS, NULL) == FLOORLAB_OK &&
                   memcmp(values, expected, sizeof expected) == 0;
    free(values);
    return is_same ? handle : NULL;
}

Test(handle, clones_make_the_same_floors_in_threads)
{
    pthread_t thread[THREADS];
    floorlab_generator *clone[THREADS];
    const char *const names[] = {"path_length_sum"};
    floorlab_request request = {.n = FLOORS, .metrics = names, .metrics_n = 1};
    cr_assert_eq(open_one("rebirth", "stage", "4", &shared), FLOORLAB_OK);
    cr_assert_eq(floorlab_values(shared, &request, expected, FLOORS, NULL), FLOORLAB_OK);
    for (int i = 0; i < THREADS; i++) {
        cr_assert_eq(floorlab_clone(shared, &clone[i], NULL), FLOORLAB_OK);
    }
    floorlab_close(shared); /* what they share lives on */
    for (int i = 0; i < THREADS; i++) {
        cr_assert_eq(pthread_create(&thread[i], NULL, work, clone[i]), 0);
    }
    for (int i = 0; i < THREADS; i++) {
        void *back = NULL;
        pthread_join(thread[i], &back);
        cr_expect_eq(back, clone[i]);
        floorlab_close(clone[i]);
    }
}

/* Whether a call was refused because the other thread was in the handle. */
static bool is_told(floorlab_generator *handle, int32_t *values, uint64_t n)
{
    floorlab_error why;
    const char *const names[] = {"rooms"};
    floorlab_request request = {.n = n, .metrics = names, .metrics_n = 1};
    return floorlab_values(handle, &request, values, n, &why) == FLOORLAB_REFUSED &&
           strstr(why.what, "another thread") && strstr(why.hint, "floorlab_clone");
}

static void *disturb(void *handle)
{
    int32_t value = 0;
    for (int i = 0; i < 2000000 && atomic_load(&refused) == 0; i++) {
        atomic_fetch_add(&refused, is_told(handle, &value, 1));
    }
    return NULL;
}

Test(handle, two_threads_in_one_handle_are_told)
{
    enum { MANY = 200000 };
    pthread_t thread;
    int32_t *values = calloc(MANY, sizeof *values);
    cr_assert_eq(open_one("rebirth", NULL, NULL, &shared), FLOORLAB_OK);
    cr_assert_eq(pthread_create(&thread, NULL, disturb, shared), 0);
    for (int i = 0; i < 50 && atomic_load(&refused) == 0; i++) {
        atomic_fetch_add(&refused, is_told(shared, values, MANY));
    }
    pthread_join(thread, NULL);
    cr_expect_gt(atomic_load(&refused), 0);
    free(values);
    floorlab_close(shared);
}
