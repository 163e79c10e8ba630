/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A program of the time when binary interface 0 began: it calls each stable function with members and types
 * as they were, and prints sizes, places and results. Compiled with -DTODAY it has today's header instead. */
#ifdef TODAY
#include "gen/floorlab.h"
#else
#include "tests/library/abi_0.h"
#endif

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Each function as it was; another parameter or result does not compile. */
static const char *(*const version)(void) = floorlab_version;
static floorlab_status (*const generators)(floorlab_text *, floorlab_error *) = floorlab_generators;
static floorlab_status (*const open_one)(const floorlab_options *, floorlab_generator **,
                                         floorlab_error *) = floorlab_open;
static floorlab_status (*const clone_of)(const floorlab_generator *, floorlab_generator **,
                                         floorlab_error *) = floorlab_clone;
static void (*const close_one)(floorlab_generator *) = floorlab_close;
static floorlab_status (*const describe)(floorlab_generator *, floorlab_text *,
                                         floorlab_error *) = floorlab_describe;
static floorlab_status (*const values)(floorlab_generator *, const floorlab_request *, int32_t *, size_t,
                                       floorlab_error *) = floorlab_values;
static floorlab_status (*const boards)(floorlab_generator *, const floorlab_request *, uint8_t *, size_t,
                                       floorlab_error *) = floorlab_boards;
static floorlab_status (*const draw)(floorlab_generator *, uint64_t, floorlab_form, floorlab_text *,
                                     floorlab_error *) = floorlab_draw;
static floorlab_status (*const measure)(floorlab_generator *, const char *, const floorlab_request *,
                                        int32_t *, floorlab_error *) = floorlab_measure;
static floorlab_status (*const number_of)(floorlab_generator *, const char *, uint64_t *,
                                          floorlab_error *) = floorlab_number_of;
static floorlab_status (*const interval)(uint64_t, uint64_t, double, double *,
                                         floorlab_error *) = floorlab_interval;

#define PLACE(type, member) printf(#type "." #member " %zu\n", offsetof(type, member))

static void print_layout(void)
{
    printf("error %zu text %zu file %zu options %zu request %zu\n", sizeof(floorlab_error),
           sizeof(floorlab_text), sizeof(floorlab_file), sizeof(floorlab_options), sizeof(floorlab_request));
    PLACE(floorlab_error, where);
    PLACE(floorlab_error, what);
    PLACE(floorlab_error, hint);
    PLACE(floorlab_text, data);
    PLACE(floorlab_text, size);
    PLACE(floorlab_text, length);
    PLACE(floorlab_file, name);
    PLACE(floorlab_file, text);
    PLACE(floorlab_options, generator);
    PLACE(floorlab_options, seed);
    PLACE(floorlab_options, names);
    PLACE(floorlab_options, values);
    PLACE(floorlab_options, settings_n);
    PLACE(floorlab_options, files);
    PLACE(floorlab_options, files_n);
    PLACE(floorlab_request, first);
    PLACE(floorlab_request, n);
    PLACE(floorlab_request, metrics);
    PLACE(floorlab_request, metrics_n);
    printf("none %d, status %d %d %d %d, form %d %d %d\n", FLOORLAB_NONE, FLOORLAB_OK, FLOORLAB_REFUSED,
           FLOORLAB_TROUBLE, FLOORLAB_DEFECT, FLOORLAB_LINE, FLOORLAB_PLAIN, FLOORLAB_SVG);
}

static void must(floorlab_status status, const floorlab_error *error)
{
    if (status != FLOORLAB_OK) {
        printf("%d %s: %s (%s)\n", (int)status, error->where, error->what, error->hint);
        exit(EXIT_FAILURE);
    }
}

static void use(floorlab_generator *floors)
{
    static char memory[1 << 20];
    static uint8_t cells[2 * 8 * 9];
    const char *const names[] = {"rooms", "dead_ends", "roll.sacrifice.won"};
    const floorlab_request request = {.first = 7, .n = 2, .metrics = names, .metrics_n = 3};
    floorlab_text text = {memory, sizeof memory, 0};
    floorlab_error error;
    int32_t numbers[6];
    int filled = 0;
    must(values(floors, &request, numbers, 6, &error), &error);
    printf("values %d %d %d %d %d %d\n", numbers[0], numbers[1], numbers[2], numbers[3], numbers[4],
           numbers[5]);
    must(boards(floors, &request, cells, sizeof cells, &error), &error);
    for (size_t i = 0; i < sizeof cells; i++) {
        filled += cells[i] > 0;
    }
    printf("cells %d\n", filled);
    must(measure(floors, "{\"rooms\":[{\"cells\":[[0,0]]},{\"cells\":[[1,0]],\"kind\":\"boss\"}]}", &request,
                 numbers, &error),
         &error);
    printf("measured %d %d\n", numbers[0], numbers[1]);
    for (int form = FLOORLAB_LINE; form <= FLOORLAB_SVG; form++) {
        must(draw(floors, 7, (floorlab_form)form, &text, &error), &error);
        printf("drawn %d %.5s\n", text.length > 100, memory);
    }
    must(describe(floors, &text, &error), &error);
    printf("described %d\n", strstr(memory, "\"level\":\"3\"") || strstr(memory, "\"level\":3"));
}

static void refuse(floorlab_generator *floors)
{
    floorlab_error error;
    uint64_t number = 0;
    const char *const names[] = {"dead_end"};
    const floorlab_request request = {.n = 1, .metrics = names, .metrics_n = 1};
    int32_t value;
    printf("refused %d ", (int)values(floors, &request, &value, 1, &error));
    printf("%s %d\n", error.where, error.what[0] != 0 && error.hint[0] != 0);
    printf("refused %d\n", (int)number_of(floors, "B911 99AC", &number, NULL));
}

int main(void)
{
    static char memory[1 << 20];
    const char *const names[] = {"level", "rules"};
    const char *const texts[] = {"3", "flash"};
    const floorlab_file file = {"unused.yaml", "{}"};
    const floorlab_options options = {.generator = "classic",
                                      .seed = 1,
                                      .names = names,
                                      .values = texts,
                                      .settings_n = 2,
                                      .files = &file,
                                      .files_n = 1};
    floorlab_text text = {memory, sizeof memory, 0};
    floorlab_generator *floors = NULL;
    floorlab_generator *others = NULL;
    floorlab_error error;
    double limits[2];
    print_layout();
    must(generators(&text, &error), &error);
    printf("generators %d, version %d\n", strstr(memory, "\"rebirth\"") != NULL, version()[0] != 0);
    must(open_one(&options, &floors, &error), &error);
    must(clone_of(floors, &others, &error), &error);
    close_one(floors);
    use(others);
    refuse(others);
    close_one(others);
    must(interval(3301, 9316, 0.05, limits, &error), &error);
    printf("interval %.6f %.6f\n", limits[0], limits[1]);
    return EXIT_SUCCESS;
}
