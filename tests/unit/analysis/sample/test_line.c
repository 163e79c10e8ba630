/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Lines of floors: what they carry beside the floor. */
#include "analysis/sample/sample.h"
#include "tests/support/maker.h"

#include <criterion/criterion.h>
#include <string.h>

static fl_text text;

static void write(maker *m, const char *seed_text, const char *settings)
{
    static int32_t values[FL_METRIC_COUNT];
    for (unsigned i = 0; i < FL_METRIC_COUNT; i++) {
        values[i] = FL_GENERATOR_FACT_NONE;
    }
    values[FL_METRIC_ROOMS] = 9;
    values[FL_METRIC_FIRST_SHAPE] = 0;
    fl_text_clear(&text);
    fl_sample_add_line(&(fl_sample_line){.generator = m->generator,
                                         .rules = m->rules,
                                         .settings = &m->values,
                                         .settings_text = settings,
                                         .seed = 18446744073709551615ull,
                                         .index = 7,
                                         .seed_text = seed_text,
                                         .values = values},
                       &m->floor, &text);
}

static bool has(const char *part)
{
    return strstr(fl_text_get(&text), part) != NULL;
}

Test(line, it_names_all_that_makes_the_floor_again)
{
    maker m;
    maker_open(&m, "classic", "rules=demo level=3", 1);
    maker_make(&m, 7);
    write(&m, "", NULL);
    cr_expect(has("\"generator\":\"classic\"") && has("\"rules\":\"demo\"") && has("\"index\":7"));
    cr_expect(has("\"seed\":\"18446744073709551615\"") && has("\"level\":\"3\""), "%s", fl_text_get(&text));
    cr_expect_not(has("seed_text"));
    maker_close(&m);
}

Test(line, it_has_the_values_that_there_are)
{
    maker m;
    maker_open(&m, "classic", "", 1);
    maker_make(&m, 7);
    write(&m, "B911 99AC", "{\"own\":\"text\"}");
    cr_expect(has("\"metrics\":{\"rooms\":9}"), "%s", fl_text_get(&text));
    cr_expect(has("\"B911 99AC\"") && has("{\"own\":\"text\"}"));
    maker_close(&m);
}
