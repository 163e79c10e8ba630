/* What the files of this folder share and nobody outside needs. */
#ifndef FL_GEN_REBIRTH_RULES_RULES_PRIVATE_H
#define FL_GEN_REBIRTH_RULES_RULES_PRIVATE_H

#include "gen/rebirth/rules/rules.h"

#include <stddef.h>

/* Reading a rule set's file under data/rebirth into rules. */

/* Fills in switches, odds, windows and gates; values, stage and `holds` must be there already. */
FL_NODISCARD fl_err fl_rebirth_rules_read_file(fl_rebirth_rules *self, const char *set, fl_diag *diag);

/* The same from a text; `name` stands in messages, as "name:line". */
FL_NODISCARD fl_err fl_rebirth_rules_parse_file(fl_rebirth_rules *self, const char *text, size_t size,
                                                const char *name, fl_diag *diag);

#endif
