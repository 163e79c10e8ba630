/* SPDX-License-Identifier: GPL-2.0-or-later */
/* libFuzzer: the library's calls with any words. Whatever is refused is told in words, and a handle stays
 * usable.
 *
 * Journeys are opened for one input in 64, as that takes long and plans have a fuzzer of their own. What is
 * told of samples, boards, pictures and lines, is asked for with one input in 16: little of an input gets
 * there, and a line is measured in every way there is, which takes longer than all the rest.
 *
 * The input is words that end in NUL: the generator, how many settings, these with their values, the name and
 * the text of a file, metrics. The last word is also a floor's line and a game seed. */
#include "gen/floorlab.h"
#include "tests/fuzz/edit.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { WORDS = 40, FLOORS = 3, CELLS = FLOORS * 200 * 200, LONGEST = 1 << 16 };

typedef struct input {
    char bytes[LONGEST + 1];
    const char *word[WORDS];
    size_t n;
} input;

static void must(int holds, const char *what)
{
    if (!holds) {
        fprintf(stderr, "%s\n", what);
        abort();
    }
}

/* What is not well has words, and texts end. */
static void check(floorlab_status status, const floorlab_error *error)
{
    must(status != FLOORLAB_DEFECT, error->what);
    must((status == FLOORLAB_OK) == (error->what[0] == '\0'), "an error without words");
    must(memchr(error->where, 0, sizeof error->where) && memchr(error->hint, 0, sizeof error->hint),
         "a text without an end");
}

/* What is told of a handle and its samples. */
static void tell(floorlab_generator *g, uint64_t number)
{
    static uint8_t cells[CELLS];
    char memory[100];
    floorlab_text text = {memory, sizeof memory, 0};
    floorlab_request request = {.first = number, .n = FLOORS};
    floorlab_error error;
    check(floorlab_boards(g, &request, cells, sizeof cells, &error), &error);
    check(floorlab_describe(g, &text, &error), &error);
    for (int form = -1; form < 4; form++) {
        check(floorlab_draw(g, number, (floorlab_form)form, &text, &error), &error);
    }
}

static void use(floorlab_generator *g, const input *in, size_t metrics, bool is_told)
{
    static int32_t values[FLOORS * WORDS];
    const char *last = in->word[in->n - 1];
    floorlab_error error;
    uint64_t number = 0;
    floorlab_request request = {.n = FLOORS, .metrics = &in->word[metrics], .metrics_n = in->n - metrics};
    check(floorlab_number_of(g, last, &number, &error), &error);
    check(floorlab_values(g, &request, values, FLOORS * WORDS, &error), &error);
    request.first = number;
    if (is_told) {
        tell(g, number);
    }
    check(floorlab_measure(g, last, &request, values, &error), &error);
}

static void split(input *in, const uint8_t *data, size_t size)
{
    in->n = 0;
    memcpy(in->bytes, data, size);
    in->bytes[size] = '\0';
    for (size_t at = 0; at <= size && in->n < WORDS; at += strlen(&in->bytes[at]) + 1) {
        in->word[in->n++] = &in->bytes[at];
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static input in;
    const char *names[WORDS];
    const char *values[WORDS];
    if (size > LONGEST) {
        return 0;
    }
    split(&in, data, size);
    size_t settings_n = in.n > 1 ? (size_t)(in.word[1][0] & 7) : 0;
    size_t rest = 2 + 2 * settings_n;
    bool is_slow = strcmp(in.word[0], "journey") == 0 && !edit_is_one_in(64, data, size);
    if (in.n < rest + 2 || is_slow) {
        return 0;
    }
    for (size_t i = 0; i < settings_n; i++) {
        names[i] = in.word[2 + 2 * i];
        values[i] = in.word[3 + 2 * i];
    }
    floorlab_file file = {in.word[rest], in.word[rest + 1]};
    double limits[2] = {0, 1};
    floorlab_error told;
    const uint64_t hits = (uint64_t)in.word[0][0] << (size & 63);
    check(floorlab_interval(hits, (uint64_t)in.n << (hits & 63), (double)in.word[1][0] / 64, limits, &told),
          &told);
    must(limits[0] >= 0 && limits[0] <= limits[1] && limits[1] <= 1, "an interval that is none");
    floorlab_options options = {.generator = in.word[0],
                                .seed = size,
                                .names = names,
                                .values = values,
                                .settings_n = settings_n,
                                .files = &file,
                                .files_n = 1};
    floorlab_generator *g = NULL;
    floorlab_generator *clone = NULL;
    floorlab_error error;
    check(floorlab_open(&options, &g, &error), &error);
    if (g) {
        check(floorlab_clone(g, &clone, &error), &error);
        use(g, &in, rest + 2, edit_is_one_in(16, data, size));
        floorlab_close(g);
        floorlab_close(clone);
    }
    return 0;
}
