/* A ruleset file as rules: start, tags, rulesets, passes. Every refusal says file and line. */
#ifndef FL_GEN_GRID_READ_H
#define FL_GEN_GRID_READ_H

#include "gen/grid/rules.h"

/* Fills in everything the file says; `self->file` is its name in messages. What follows from it is not worked
 * out here. */
FL_NODISCARD fl_err fl_grid_read_group(fl_grid_rules *self, const char *text, size_t size, fl_diag *diag);

#endif
