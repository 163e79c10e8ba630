/* SPDX-License-Identifier: MIT */
/* Facts about a floor that only its generator knows, as whole numbers; the values of some have names. */
#ifndef FL_GEN_FLOOR_GENERATOR_FACT_H
#define FL_GEN_FLOOR_GENERATOR_FACT_H

#include <stdint.h>

/* The missing value of a fact. */
#define FL_GENERATOR_FACT_NONE INT32_MIN

/* symbol, name, meaning */
#define FL_GENERATOR_FACT_TABLE(X)                                                                           \
    X(FL_GENERATOR_FACT_ATTEMPTS, "attempts", "layouts tried until one was accepted")                        \
    X(FL_GENERATOR_FACT_TARGET, "target", "rooms wanted")                                                    \
    X(FL_GENERATOR_FACT_END_ROOMS, "end_rooms", "length of the generator's own list of end rooms")           \
    X(FL_GENERATOR_FACT_EXTRA_ROOMS, "extra_rooms", "rooms added to the grown layout")                       \
    X(FL_GENERATOR_FACT_SECRET_CRITERION, "secret_criterion",                                                \
      "neighbours that were demanded when the secret room was found (3, 2 or 1; 0 = no secret room)")        \
    X(FL_GENERATOR_FACT_SECRET_TRIES, "secret_tries", "random tries the secret room took")                   \
    X(FL_GENERATOR_FACT_SECRET_BEST, "secret_best",                                                          \
      "cells with at least three neighbours open to the secret room")                                        \
    X(FL_GENERATOR_FACT_CURSE, "curse", "the floor's curse")                                                 \
    X(FL_GENERATOR_FACT_FORCED_ENDS, "forced_ends", "dead ends added to layouts that had too few")           \
    X(FL_GENERATOR_FACT_BOSS, "boss", "number of the boss")                                                  \
    X(FL_GENERATOR_FACT_SECOND_BOSS, "second_boss", "number of a labyrinth's second boss")

#define FL_GENERATOR_FACT_ENUM(symbol, name, meaning) symbol,
typedef enum fl_generator_fact {
    FL_GENERATOR_FACT_TABLE(FL_GENERATOR_FACT_ENUM) FL_GENERATOR_FACT_COUNT
} fl_generator_fact;
#undef FL_GENERATOR_FACT_ENUM

typedef enum fl_curse {
    FL_CURSE_NONE,
    FL_CURSE_LABYRINTH,
    FL_CURSE_LOST,
    FL_CURSE_DARKNESS,
    FL_CURSE_UNKNOWN,
    FL_CURSE_MAZE,
    FL_CURSE_BLIND,
    FL_CURSE_COUNT
} fl_curse;

typedef struct fl_generator_fact_row {
    const char *name;
    const char *meaning;
} fl_generator_fact_row;

const fl_generator_fact_row *fl_generator_fact_of(fl_generator_fact fact);

/* Returns the name of a fact's value; NULL if its values have no names (all facts but the curse). */
const char *fl_generator_fact_value_name(fl_generator_fact fact, int32_t value);

#endif
