/* A plan file, from its tree to fl_journey: what stands there, without the checks of the graph. */
#ifndef FL_GEN_JOURNEY_READ_H
#define FL_GEN_JOURNEY_READ_H

#include "gen/base/yaml.h"
#include "gen/journey/journey.h"

FL_NODISCARD fl_err fl_journey_read(fl_journey *self, fl_yaml *yaml, const fl_journey_text *text,
                                    fl_diag *diag);

#endif
