/* SPDX-License-Identifier: MIT */
/* The eight conditions of a grid-based dungeon (Gao 2022, 4.1), for the floors of every generator. */
#ifndef FL_GEN_FLOOR_CHECK_H
#define FL_GEN_FLOOR_CHECK_H

#include "gen/base/diag.h"
#include "gen/floor/floor.h"

/* Tests the conditions from scratch. FL_ERR_INPUT for the first that fails, named as in "condition 7: …",
 * and for a floor that its generator marked as failed. `where` starts the message; usually it is the
 * command that shows the floor. Safe for any content of the floor's arrays, if they have the sizes that
 * fl_floor_init gave them. */
FL_NODISCARD fl_err fl_check_floor(const fl_floor *self, const char *where, fl_diag *diag);

#endif
