/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A plan small enough to walk by hand: four floors, a condition of every sort, a way back. */
#ifndef FL_TESTS_UNIT_SMALL_PLAN_H
#define FL_TESTS_UNIT_SMALL_PLAN_H

#include "gen/journey/journey.h"

extern const char small_plan_text[];

/* Opens the plan, with the first `old` in its text replaced by `new` (NULL = as it is). */
fl_err small_plan_open(fl_journey **out, const char *old, const char *new, const char *player, fl_diag *diag);

/* The plan as it is; the test ends if it is refused. */
fl_journey *small_plan_get(const char *player);

/* A plan that ships. */
fl_journey *small_plan_shipped(const char *name, const char *player);

#endif
