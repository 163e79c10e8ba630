/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Texts: JSON that reads, lines that are the program's, memory that is too small. */
#include "gen/floorlab.h"

#include <criterion/criterion.h>
#include <jansson.h>
#include <string.h>

static floorlab_error error;
static char memory[1 << 20];

static floorlab_generator *open_one(const char *generator)
{
    floorlab_generator *out = NULL;
    floorlab_options options = {.generator = generator, .seed = 1};
    cr_assert_eq(floorlab_open(&options, &out, &error), FLOORLAB_OK, "%s: %s", error.where, error.what);
    return out;
}

static json_t *read_text(const floorlab_text *text)
{
    json_error_t why;
    cr_assert_lt(text->length, text->size);
    cr_assert_eq(strlen(text->data), text->length);
    json_t *out = json_loads(text->data, 0, &why);
    cr_assert(out, "%s at %d", why.text, why.position);
    return out;
}

Test(texts, every_generator_is_listed_and_describes_itself)
{
    floorlab_text text = {memory, sizeof memory, 0};
    size_t i;
    json_t *row;
    cr_assert_eq(floorlab_generators(&text, &error), FLOORLAB_OK);
    json_t *all = read_text(&text);
    cr_assert_gt(json_array_size(all), 4);
    json_array_foreach(all, i, row)
    {
        floorlab_generator *g = open_one(json_string_value(json_object_get(row, "name")));
        cr_assert_eq(floorlab_describe(g, &text, &error), FLOORLAB_OK);
        json_t *one = read_text(&text);
        cr_expect_gt(json_array_size(json_object_get(one, "metrics")), 3);
        cr_expect_str_eq(json_string_value(json_object_get(one, "makes")),
                         json_string_value(json_object_get(row, "makes")));
        json_decref(one);
        floorlab_close(g);
    }
    json_decref(all);
}

Test(texts, pictures_are_drawn_or_refused)
{
    static const struct {
        const char *generator;
        floorlab_status status[3]; /* line, plain, SVG */
    } cases[] = {
        {"classic", {FLOORLAB_OK, FLOORLAB_OK, FLOORLAB_OK}},
        {"room", {FLOORLAB_REFUSED, FLOORLAB_OK, FLOORLAB_OK}},
        {"journey", {FLOORLAB_REFUSED, FLOORLAB_REFUSED, FLOORLAB_REFUSED}},
    };
    for (unsigned i = 0; i < 3; i++) {
        floorlab_generator *g = open_one(cases[i].generator);
        for (unsigned form = 0; form < 3; form++) {
            floorlab_text text = {memory, sizeof memory, 0};
            cr_expect_eq(floorlab_draw(g, 0, (floorlab_form)form, &text, &error), cases[i].status[form],
                         "%s %u", cases[i].generator, form);
        }
        floorlab_text text = {memory, sizeof memory, 0};
        cr_expect_eq(floorlab_draw(g, 0, (floorlab_form)9, &text, &error), FLOORLAB_REFUSED);
        floorlab_close(g);
    }
}

Test(texts, what_does_not_fit_is_cut_and_its_length_told)
{
    char small[10];
    floorlab_text text = {small, sizeof small, 0};
    floorlab_text none = {NULL, 0, 0};
    floorlab_text wrong = {NULL, 5, 0};
    floorlab_generator *g = open_one("classic");
    cr_assert_eq(floorlab_draw(g, 7, FLOORLAB_SVG, &text, &error), FLOORLAB_OK);
    cr_assert_eq(floorlab_draw(g, 7, FLOORLAB_SVG, &none, &error), FLOORLAB_OK);
    cr_expect_eq(text.length, none.length);
    cr_expect_gt(text.length, 1000);
    cr_expect_eq(strlen(small), 9);
    cr_expect_eq(floorlab_draw(g, 7, FLOORLAB_SVG, &wrong, &error), FLOORLAB_REFUSED);
    floorlab_close(g);
}

Test(texts, game_seeds_have_numbers_where_there_are_some)
{
    uint64_t number = 0;
    const char *name = "rules";
    const char *value = "blade";
    floorlab_options options = {.generator = "rebirth", .names = &name, .values = &value, .settings_n = 1};
    floorlab_generator *g = NULL;
    cr_assert_eq(floorlab_open(&options, &g, &error), FLOORLAB_OK, "%s", error.what);
    cr_expect_eq(floorlab_number_of(g, "B911 99AC", &number, &error), FLOORLAB_OK, "%s", error.what);
    cr_expect_gt(number, 0);
    cr_expect_eq(floorlab_number_of(g, "nonsense", &number, &error), FLOORLAB_REFUSED);
    floorlab_close(g);
    g = open_one("classic");
    cr_expect_eq(floorlab_number_of(g, "B911 99AC", &number, &error), FLOORLAB_REFUSED);
    floorlab_close(g);
}
