/* The claims of a plan: what is said about its runs. */
#ifndef FL_GEN_JOURNEY_CLAIM_H
#define FL_GEN_JOURNEY_CLAIM_H

#include "gen/journey/yaml_values.h"

/* `claims`; floors and players must be known. */
FL_NODISCARD fl_err fl_journey_claim_read(fl_journey_yaml *self, const fl_yaml_node *root);

/* "P(sacrifice by chapter 3)", "P(ends on sheol)". */
void fl_journey_claim_write(const fl_journey *journey, const fl_journey_claim *claim, fl_text *out);

#endif
