/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the files of experiments/show share: the floors of one journey. */
#ifndef FL_EXPERIMENTS_SHOW_SHOW_PRIVATE_H
#define FL_EXPERIMENTS_SHOW_SHOW_PRIVATE_H

#include "experiments/show/show.h"

/* A floor of a journey. */
typedef struct fl_journey_visited_floor {
    const fl_journey *journey;
    const fl_journey_walk *walk;  /* before the floor is left */
    const fl_journey_walk *after; /* and then */
    const fl_floor_maker *maker;  /* has the floor and its metrics */
    const fl_journey_seen *sight;
} fl_journey_visited_floor;

typedef fl_err (*fl_journey_visit_floor)(void *user, const fl_journey_visited_floor *floor, fl_diag *diag);

/* The walk of the maker's journey, not yet moved. */
void fl_show_journey_begin(const fl_floor_maker *maker, fl_journey_walk *out);

/* Walks a journey and passes each floor to `visit`; *walk is then where it ended. */
FL_NODISCARD fl_err fl_show_each_floor(const fl_journey *journey, fl_journey_walk *walk,
                                       fl_journey_visit_floor visit, void *user, fl_diag *diag);

/* How often journeys went from a stop to a stop (plan.c). */
typedef struct fl_show_plan {
    const fl_journey *journey;
    uint64_t journeys;
    uint64_t visits[FL_JOURNEY_STOPS];
    uint64_t ends[FL_JOURNEY_STOPS];   /* journeys that ended there */
    uint64_t deaths[FL_JOURNEY_STOPS]; /* that were lost there; not among the ends */
    uint64_t unfinished;
    uint64_t moves[FL_JOURNEY_STOPS][FL_JOURNEY_STOPS]; /* from, to */
} fl_show_plan;

/* Counts journeys from the maker's last one on. */
FL_NODISCARD fl_err fl_show_plan_count(fl_show_plan **out, fl_floor_maker *maker, fl_diag *diag);

/* The n-th stop that ways lead to from a stop, in the order in which the plan tries them; false if there are
 * fewer. */
bool fl_show_plan_next(const fl_show_plan *self, unsigned from, unsigned n, unsigned *to);

/* Adds the conditions of the ways from a stop to another. */
void fl_show_plan_conditions(const fl_show_plan *self, unsigned from, unsigned to, fl_text *out);

/* Adds a share: "4.9 %", and "< 0.1 %" for what is rarer. */
void fl_show_plan_share(uint64_t n, uint64_t of, fl_text *out);

/* Adds how many journeys come to a stop, as a share, or how often one does if some come again. */
void fl_show_plan_visits(const fl_show_plan *self, unsigned stop, fl_text *out);

#endif
