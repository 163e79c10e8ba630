/* Rules as a ruleset file: what grid_read reads, with the facade's knobs turned into the numbers they mean. */
#ifndef FL_GEN_GRID_WRITE_H
#define FL_GEN_GRID_WRITE_H

#include "gen/base/text.h"
#include "gen/grid/rules.h"

/* Floors by the written file are floors by these rules. */
void fl_grid_write_rules(const fl_grid_rules *self, fl_text *out);

#endif
