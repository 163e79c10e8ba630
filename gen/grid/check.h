/* What is wrong with rules before a floor is made: rulesets that can place nothing, rooms that can stand nowhere, passes
 * whose counts cannot meet their size, floors without exactly one end. */
#ifndef FL_GEN_GRID_CHECK_H
#define FL_GEN_GRID_CHECK_H

#include "gen/grid/rules.h"

/* Of rules that are compiled and have their weights. */
FL_NODISCARD fl_err fl_grid_check_rules(const fl_grid_rules *self, fl_diag *diag);

#endif
