/* How many different rooms some rules can make, exactly: parts do not overlap, so their numbers multiply; where a budget
 * binds, they are counted by what they spend. */
#ifndef FL_ANALYSIS_EXACT_ASSEMBLIES_H
#define FL_ANALYSIS_EXACT_ASSEMBLIES_H

#include "gen/base/text.h"
#include "gen/room/rules.h"

__extension__ typedef unsigned __int128 fl_room_wide;

/* Rooms of these doors that differ in at least one tile. */
fl_room_wide fl_exact_assemblies_distinct(const fl_room_rules *rules, unsigned doors);

/* The same over all doors that the rules may draw; rooms with different doors are different. */
fl_room_wide fl_exact_assemblies_all(const fl_room_rules *rules);

void fl_exact_assemblies_print(fl_room_wide number, fl_text *out);

#endif
