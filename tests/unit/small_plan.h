/* SPDX-License-Identifier: GPL-2.0-or-later */
/* For tests: a dungeon plan small enough to follow by hand, with four stops, a condition of every sort and a
 * way back. */
#ifndef FL_TESTS_UNIT_SMALL_PLAN_H
#define FL_TESTS_UNIT_SMALL_PLAN_H

#include "gen/journey/journey.h"

extern const char small_plan_text[];

/* Opens the plan with the first `old` in its text replaced by `new`; NULL changes nothing. */
fl_err small_plan_open(fl_journey **out, const char *old, const char *new, const char *player, fl_diag *diag);

/* Opens the unchanged plan; the test fails if it is refused. */
fl_journey *small_plan_get(const char *player);

/* Opens a shipped plan. */
/* One who pays keys and hearts at doors and dies, on floor two and four by chance, anywhere without hearts.
 */
fl_journey *small_plan_mortal(void);

fl_journey *small_plan_shipped(const char *name, const char *player);

/* Whether two trips that ended are the same, floor by floor. */
bool small_plan_same_trip(const fl_journey_trip *a, const fl_journey_trip *b);

#endif
