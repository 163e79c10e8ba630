/* Plans by name: those that ship, or files. */
#ifndef FL_EXPERIMENTS_JOURNEYS_LOAD_H
#define FL_EXPERIMENTS_JOURNEYS_LOAD_H

#include "experiments/run/opened_generator.h"
#include "gen/journey/walk.h"

/* Opens the plan of a name or path (NULL = isaac) with the options --player and --set. */
FL_NODISCARD fl_err fl_journeys_load(fl_journey **out, const char *name, const fl_options *options,
                                     fl_diag *diag);

/* The same with a player who is named by the caller (NULL = the first). */
FL_NODISCARD fl_err fl_journeys_load_as(fl_journey **out, const char *name, const char *player,
                                        const fl_options *options, fl_diag *diag);

/* The run number an option names: a whole number, or a run seed such as "B911 99AC" where the plan's generator knows
 * those. Without the option the first. */
FL_NODISCARD fl_err fl_journeys_load_number(const fl_journey *journey, const fl_options *options,
                                            const char *name, uint64_t *out, fl_diag *diag);

/* The floor where a walk stands, as a source of floors whose rules are borrowed: do not close it. */
void fl_journeys_load_source(const fl_journey *journey, const fl_journey_walk *walk,
                             fl_opened_generator *out);

#endif
