/* Generator rules of a plan: made once for each distinct settings that a run can meet, found by a table.
 *
 * A variable of the player that has a setting's name is handed to the generator, and so is a flag; a flag may also be a
 * word of a set, such as an item. What the floor itself sets stays. */
#ifndef FL_GEN_JOURNEY_RULES_H
#define FL_GEN_JOURNEY_RULES_H

#include "gen/base/yaml.h"
#include "gen/journey/journey.h"
#include "gen/journey/state_graph.h"

/* Finds out what the generators want to know of the player. */
FL_NODISCARD fl_err fl_journey_rules_begin(fl_journey *self, fl_yaml *yaml, fl_diag *diag);

/* Makes the rules of all variants of a floor that can be entered in a state. */
FL_NODISCARD fl_err fl_journey_rules_need(fl_journey *self, const fl_journey_vertex *vertex, fl_yaml *yaml,
                                          fl_diag *diag);
void fl_journey_rules_free(fl_journey *self);

/* The number of the rules; they must have been needed. */
unsigned fl_journey_rules_of(const fl_journey *self, unsigned floor, unsigned variant,
                             const fl_journey_state *state);

#endif
