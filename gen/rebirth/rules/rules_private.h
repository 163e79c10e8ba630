/* SPDX-License-Identifier: MIT */
/* Used only by the files of this folder: the reader of a rule set's file under data/rebirth. */
#ifndef FL_GEN_REBIRTH_RULES_RULES_PRIVATE_H
#define FL_GEN_REBIRTH_RULES_RULES_PRIVATE_H

#include "gen/rebirth/rules/rules.h"

/* Reads the built-in file of a rule set: switches, odds, windows and rolls. The rules' values, stage and
 * `holds` must have been filled in before. */
FL_NODISCARD fl_err fl_rebirth_rules_read_file(fl_rebirth_rules *self, const char *set, fl_diag *diag);

#endif
