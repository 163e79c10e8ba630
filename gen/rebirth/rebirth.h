/* SPDX-License-Identifier: MIT */
/* Floors of the remakes (Rebirth and its expansions): the generator row `rebirth`.
 *
 * The row's settings are in gen/rebirth/rules/rules.h. The code is optimized; plain functions in
 * tests/oracle/rebirth/naive*.c make the same floors and document it: `_grid`, `_layout`, `_ends` and
 * `_secret` document layout/, `_pool` documents pool/, `_specials`, `_optional`, `_boss` and `_identity`
 * document rooms/. */
#ifndef FL_GEN_REBIRTH_REBIRTH_H
#define FL_GEN_REBIRTH_REBIRTH_H

#include "gen/floor/generator.h"

/* A change of the floors of all rule sets needs a new version, above that of every rule set, and new golden
 * digests; a change of one rule set's floors only a new `version` in its file. */
#define FL_REBIRTH_VERSION 3

extern const fl_generator fl_rebirth;

#endif
