/* The table of facts. */
#include "gen/floor/generator_fact.h"

#include <string.h>

#define FL_FACT_ROW(symbol, name, meaning) {name, meaning},
static const fl_fact_row facts[FL_FACT_COUNT] = {FL_FACT_TABLE(FL_FACT_ROW)};
#undef FL_FACT_ROW

static const char *const curse_names[FL_CURSE_COUNT] = {"none",    "labyrinth", "lost", "darkness",
                                                        "unknown", "maze",      "blind"};

const fl_fact_row *fl_fact_of(fl_fact fact)
{
    return &facts[fact < FL_FACT_COUNT ? fact : FL_FACT_ATTEMPTS];
}

fl_fact fl_fact_named(const char *name)
{
    for (int i = 0; i < FL_FACT_COUNT; i++) {
        if (strcmp(facts[i].name, name) == 0) {
            return (fl_fact)i;
        }
    }
    return FL_FACT_COUNT;
}

const char *fl_fact_value_name(fl_fact fact, int32_t value)
{
    if (fact != FL_FACT_CURSE || value < 0 || value >= FL_CURSE_COUNT) {
        return NULL;
    }
    return curse_names[value];
}
