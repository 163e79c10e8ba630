/* SPDX-License-Identifier: MIT */
/* Run seeds as the game writes them: eight signs such as "B911 99AC", with a checksum inside. */
#ifndef FL_GEN_RANDOM_GAME_SEED_H
#define FL_GEN_RANDOM_GAME_SEED_H

#include "gen/base/diag.h"

#include <stdbool.h>
#include <stdint.h>

enum { FL_GAME_SEED_SIZE = 10 }; /* nine signs and the end */

/* "ABCD EFGH" */
void fl_game_seed_write(uint32_t seed, char out[FL_GAME_SEED_SIZE]);

/* Whether a word is meant as a seed's text rather than as a number: eight of its signs, blank or not. */
bool fl_game_seed_is_meant(const char *text);

/* The seed of a text; the blank in the middle may be left out, small letters will do. */
FL_NODISCARD fl_err fl_game_seed_read(const char *text, uint32_t *out, fl_diag *diag);

#endif
