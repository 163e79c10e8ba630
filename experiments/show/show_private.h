/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the files of experiments/show share: the floors of one journey. */
#ifndef FL_EXPERIMENTS_SHOW_SHOW_PRIVATE_H
#define FL_EXPERIMENTS_SHOW_SHOW_PRIVATE_H

#include "experiments/show/show.h"

/* A floor of a journey, before it is left. */
typedef struct fl_journey_visited_floor {
    const fl_journey *journey;
    const fl_journey_walk *walk;
    const fl_floor_maker *maker; /* has the floor and its metrics */
    const fl_journey_seen *sight;
} fl_journey_visited_floor;

typedef fl_err (*fl_journey_visit_floor)(void *user, const fl_journey_visited_floor *floor, fl_diag *diag);

/* The walk of the maker's journey, not yet moved. */
void fl_show_journey_begin(const fl_floor_maker *maker, fl_journey_walk *out);

/* Walks a journey and passes each floor to `visit`; *walk is then where it ended. */
FL_NODISCARD fl_err fl_show_each_floor(const fl_journey *journey, fl_journey_walk *walk,
                                       fl_journey_visit_floor visit, void *user, fl_diag *diag);

#endif
