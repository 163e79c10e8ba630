/* What only the files of this folder need: the weights of the shape lottery. */
#ifndef FL_GEN_REBIRTH_RANDOM_RANDOM_PRIVATE_H
#define FL_GEN_REBIRTH_RANDOM_RANDOM_PRIVATE_H

#include "gen/rebirth/random/random.h"

#include <stdint.h>

/* Option k is won with chance 1 in weight (gen/rebirth/RULES.md, "Candidates at a door"). */
extern const uint8_t fl_rebirth_random_ahead_weight[FL_REBIRTH_RANDOM_AHEAD_OPTIONS];

#endif
