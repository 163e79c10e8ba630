/* A run told floor by floor: as text with a map of each, or as a line of JSON. */
#ifndef FL_EXPERIMENTS_JOURNEYS_TEXT_H
#define FL_EXPERIMENTS_JOURNEYS_TEXT_H

#include "analysis/tally/journey_tally.h"
#include "experiments/journeys/load.h"

/* A floor of a run, before it is left. */
typedef struct fl_journey_tale_floor {
    const fl_journey *journey;
    const fl_journey_walk *walk;
    const fl_opened_generator_worker *worker; /* its floor and metrics */
    const fl_journey_seen *sight;
} fl_journey_tale_floor;

typedef fl_err (*fl_journey_tale_visit)(void *user, const fl_journey_tale_floor *floor, fl_diag *diag);

/* Walks a run and shows each floor; *walk is where it ended. */
FL_NODISCARD fl_err fl_journeys_text_each(const fl_journey *journey, fl_journey_walk *walk,
                                          fl_journey_tale_visit visit, void *user, fl_diag *diag);

typedef struct fl_journey_tale_how {
    bool is_coloured, is_ascii;
    bool is_quiet; /* no commands */
    bool is_brief; /* no maps */
} fl_journey_tale_how;

/* The run as text. */
FL_NODISCARD fl_err fl_journeys_text_text(const fl_journey *journey, fl_journey_walk *walk,
                                          const fl_journey_tale_how *how, fl_text *out, fl_diag *diag);

/* The run as one line of JSON. */
FL_NODISCARD fl_err fl_journeys_text_line(const fl_journey *journey, fl_journey_walk *walk, fl_text *out,
                                          fl_diag *diag);

/* "9 floors, ended on The Chest with hearts 6". */
void fl_journeys_text_end(const fl_journey *journey, const fl_journey_walk *walk, fl_text *out);

#endif
