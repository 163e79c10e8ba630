/* SPDX-License-Identifier: MIT */
/* Names and meanings of the facts. */
#include "gen/floor/generator_fact.h"

#include <string.h>

#define FL_GENERATOR_FACT_ROW(symbol, name, meaning) {name, meaning},
static const fl_generator_fact_row facts[FL_GENERATOR_FACT_COUNT] = {
    FL_GENERATOR_FACT_TABLE(FL_GENERATOR_FACT_ROW)};
#undef FL_GENERATOR_FACT_ROW

static const char *const curse_names[FL_CURSE_COUNT] = {"none",    "labyrinth", "lost", "darkness",
                                                        "unknown", "maze",      "blind"};

const fl_generator_fact_row *fl_generator_fact_of(fl_generator_fact fact)
{
    return &facts[fact < FL_GENERATOR_FACT_COUNT ? fact : FL_GENERATOR_FACT_ATTEMPTS];
}

fl_generator_fact fl_generator_fact_named(const char *name)
{
    for (int i = 0; i < FL_GENERATOR_FACT_COUNT; i++) {
        if (strcmp(facts[i].name, name) == 0) {
            return (fl_generator_fact)i;
        }
    }
    return FL_GENERATOR_FACT_COUNT;
}

const char *fl_generator_fact_value_name(fl_generator_fact fact, int32_t value)
{
    if (fact != FL_GENERATOR_FACT_CURSE || value < 0 || value >= FL_CURSE_COUNT) {
        return NULL;
    }
    return curse_names[value];
}
