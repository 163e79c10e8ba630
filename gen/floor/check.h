/* SPDX-License-Identifier: MIT */
/* The eight conditions a grid-based dungeon must fulfil (seed 002, 4.1), for the floors of every generator. */
#ifndef FL_GEN_FLOOR_CHECK_H
#define FL_GEN_FLOOR_CHECK_H

#include "gen/base/diag.h"
#include "gen/floor/floor.h"

/* Derives the conditions from scratch and names the first that fails, as "condition 7: …". FL_ERR_INPUT then,
 * and also for a floor its generator gave up. `where` starts the message, usually the command that shows the
 * floor. Safe on any content of the arrays; they must have the sizes fl_floor_init gave them. */
FL_NODISCARD fl_err fl_check_floor(const fl_floor *self, const char *where, fl_diag *diag);

#endif
