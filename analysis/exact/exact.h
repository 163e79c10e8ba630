/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Exact answers without sampling, or from counts that exist anyway: the number of rooms that rules of
 * gen/room can make, a proof that every one can be crossed, and the chances of whole journeys from those of
 * single floors. */
#ifndef FL_ANALYSIS_EXACT_EXACT_H
#define FL_ANALYSIS_EXACT_EXACT_H

#include "analysis/sample/sample.h"
#include "gen/room/room.h"

#include <stdint.h>

/* ---- How many different rooms there are ----
 *
 * Parts do not overlap, so their numbers of different pictures multiply; under a budget they are counted by
 * the clutter they spend. */

__extension__ typedef unsigned __int128 fl_room_wide;

/* The number of different rooms for all sets of doors that the rules can draw; different doors make different
 * rooms. */
fl_room_wide fl_exact_assemblies_all(const fl_room_rules *rules);

/* Writes the number in decimal digits. */
void fl_exact_assemblies_print(fl_room_wide number, fl_text *out);

/* ---- Proof that in every room no door is blocked and all doors reach each other ----
 *
 * Only a part's ports matter, the tiles where it touches other parts or a door: which of them are free, and
 * which reach each other inside the part. Chunks that are alike in this form a class. A class that is at
 * least as good as another everywhere is left out, because a room that fails with it fails with the worse
 * one, too.
 *
 * The search then counts each part that is not chosen yet as the worst of all its classes at once. If the
 * doors reach each other even so, all these rooms are proven; if not, one part is chosen, class by class. A
 * failure with all parts chosen is a room that breaks the rule. The answer is exact, and most sets need few
 * steps. */

typedef enum fl_room_answer { FL_ROOM_PROVEN, FL_ROOM_BROKEN, FL_ROOM_UNDECIDED } fl_room_answer;

typedef struct fl_exact_room_proof {
    fl_room_answer answer;
    uint64_t steps;
    unsigned classes; /* of all parts together, for the doors with the most */
    fl_interior room; /* broken: a room that fails; undecided: has the doors in question */
} fl_exact_room_proof;

/* Proves or disproves it for all sets of doors that the rules can draw. */
FL_NODISCARD fl_err fl_exact_room_prove(const fl_room_rules *rules, fl_exact_room_proof *out, fl_diag *diag);

/* "proven", "broken", "undecided" */
const char *fl_exact_room_proof_name(fl_room_answer answer);

/* ---- Chances of whole journeys from those of single floors ----
 *
 * Given the rules of each floor, floors are independent of what the player carries: so the chance that a
 * journey never meets a kind of room is a product along its way, 1 - (1 - p1)(1 - p2)…, averaged over all
 * paths through the plan. If a condition asks about a floor, the floor's chances are conditional on the
 * answer. The chances p come from counted visits; everything else is exact. Counted journeys must agree with
 * it, or the program has a bug. */

typedef struct fl_journey_product {
    double first[FL_KIND_COUNT][FL_JOURNEY_STOPS]; /* P(a journey first meets the kind there) */
    double ended[FL_JOURNEY_STOPS];                /* P(a journey ends there, and the player lives) */
    double died[FL_JOURNEY_STOPS];                 /* P(the player dies there) */
    double visits[FL_JOURNEY_STOPS];               /* mean number of visits by a journey */
    uint64_t circles; /* bit set of the stops that a journey can visit repeatedly; for others the mean number
                       * of visits is P(a journey visits it) */
    double unfinished;
    double floors;       /* mean number of a journey */
    bool is_independent; /* no floor decides the journey's path or the player's state */
} fl_journey_product;

/* Makes the product from a tally's counts of visits, of these journeys or of others. */
FL_NODISCARD fl_err fl_exact_journey_product_init(fl_journey_product *self, const fl_journey *journey,
                                                  const uint64_t *visits, fl_diag *diag);

/* P(a journey meets the kind by the end of a chapter), and P(it meets the kind at all). */
double fl_exact_journey_product_by_chapter(const fl_journey_product *self, const fl_journey *journey,
                                           fl_kind kind, unsigned chapter);
double fl_exact_journey_product_ever(const fl_journey_product *self, fl_kind kind);

#endif
