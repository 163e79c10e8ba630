/* The players of a plan: variables, flags, how each player starts and what changes behind a floor; and conditions. */
#ifndef FL_GEN_JOURNEY_PLAYER_H
#define FL_GEN_JOURNEY_PLAYER_H

#include "gen/journey/yaml_values.h"

/* `variables`, `seen_as`, `flags`. */
FL_NODISCARD fl_err fl_journey_player_names(fl_journey_yaml *self, const fl_yaml_node *root);

/* `players`; the floors' names must be known. */
FL_NODISCARD fl_err fl_journey_player_read(fl_journey_yaml *self, const fl_yaml_node *root);

/* Conditions; `node` may be NULL. */
FL_NODISCARD fl_err fl_journey_player_when(fl_journey_yaml *self, const fl_yaml_node *node,
                                           fl_journey_when *out);

#endif
