/* For tests: the rules of a layout, looked at literally (gen/rebirth/RULES.md, "Growth"). */
#ifndef FL_TESTS_UNIT_REPLAY_H
#define FL_TESTS_UNIT_REPLAY_H

#include "gen/rebirth/layout/layout.h"

/* What is wrong with a layout and its list of dead ends, or NULL. */
const char *replay_check(const fl_layout_board *board, const fl_layout_dead_ends *dead_ends,
                         const fl_layout_request *request);

#endif
