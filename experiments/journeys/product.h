/* The closed form of a plan: what the chances of single floors make of whole runs.
 *
 * Given the rules of each floor, floors are independent, whatever the player carries: so the chance that a run never has a
 * room of some kind is a product along its way, 1 - (1 - p1)(1 - p2)…, averaged over all ways on the chart. Where a
 * condition asks what a floor showed, the floor's chances are taken given the answer. The chances p come from counted
 * visits; everything else is exact. Runs that were measured must agree, or the harness is wrong. */
#ifndef FL_EXPERIMENTS_JOURNEYS_PRODUCT_H
#define FL_EXPERIMENTS_JOURNEYS_PRODUCT_H

#include "analysis/tally/journey_tally.h"

typedef struct fl_journey_product {
    double first[FL_KIND_COUNT][FL_JOURNEY_FLOORS]; /* P(a run first meets the kind there) */
    double ended[FL_JOURNEY_FLOORS];                /* P(a run ends there) */
    double unfinished;
    double floors;       /* mean of a run */
    bool is_independent; /* no floor decides where the run goes or what becomes of the player */
} fl_journey_product;

/* `visits` is what fl_journey_tally.visit holds, of these runs or of others. */
FL_NODISCARD fl_err fl_journeys_product_init(fl_journey_product *self, const fl_journey *journey,
                                             const uint64_t *visits, fl_diag *diag);

/* P(a run meets the kind for the first time in chapter 1…chapter), and at all. */
double fl_journeys_product_by_chapter(const fl_journey_product *self, const fl_journey *journey, fl_kind kind,
                                      unsigned chapter);
double fl_journeys_product_ever(const fl_journey_product *self, fl_kind kind);

#endif
