/* SPDX-License-Identifier: MIT */
/* Game seeds as the remakes show them: eight characters such as "B911 99AC", which contain a checksum. */
#ifndef FL_GEN_RANDOM_GAME_SEED_H
#define FL_GEN_RANDOM_GAME_SEED_H

#include "gen/base/diag.h"

#include <stdbool.h>
#include <stdint.h>

enum { FL_GAME_SEED_SIZE = 10 }; /* with blank and NUL */

/* Writes "ABCD EFGH". */
void fl_game_seed_write(uint32_t seed, char out[FL_GAME_SEED_SIZE]);

/* Whether a word is meant as a game seed rather than as a number: eight letters and digits with at least
 * one letter, or with a blank in the middle. */
bool fl_game_seed_is_meant(const char *text);

/* Reads a game seed. The blank may be left out, and letters may be lower case. */
FL_NODISCARD fl_err fl_game_seed_read(const char *text, uint32_t *out, fl_diag *diag);

#endif
