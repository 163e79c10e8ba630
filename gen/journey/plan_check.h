/* Checks of a plan's graph, floor by floor: what is refused is named with file, line and floor. */
#ifndef FL_GEN_JOURNEY_PLAN_CHECK_H
#define FL_GEN_JOURNEY_PLAN_CHECK_H

#include "gen/base/yaml.h"
#include "gen/journey/journey.h"

/* One start; an unconditional last edge behind every floor that is no exit; every floor can be reached, and from every
 * floor an exit. */
FL_NODISCARD fl_err fl_journey_plan_check_check(fl_journey *self, fl_yaml *yaml, fl_diag *diag);

#endif
