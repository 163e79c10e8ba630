/* What the files of this folder share and nobody outside needs. */
#ifndef FL_GEN_REBIRTH_RANDOM_RANDOM_PRIVATE_H
#define FL_GEN_REBIRTH_RANDOM_RANDOM_PRIVATE_H

#include "gen/rebirth/random/random.h"

#include <stdint.h>

/* Many draws of the layout's stream at once (`rng: isaac`).
 *
 * A step of the game's generator is linear over bits: the next sixteen states are the exclusive or of what each four
 * bits of the state alone would become, which tables know. The lots behind a door take thirteen draws, a secret room
 * one for every open cell. The same numbers as fl_xorshift_next, one by one. */

/* The weights of the lots (gen/rebirth/RULES.md, "Candidates at a door"). */
extern const uint8_t fl_rebirth_random_ahead_weight[FL_REBIRTH_RANDOM_AHEAD_LOTS];

#endif
