/* What the files of this folder share and nobody outside needs. */
#ifndef FL_ANALYSIS_EXACT_EXACT_PRIVATE_H
#define FL_ANALYSIS_EXACT_EXACT_PRIVATE_H

#include "analysis/exact/exact.h"

/* How many different rooms some rules can make, exactly: parts do not overlap, so their numbers multiply;
 * where a budget binds, they are counted by what they spend. */

/* Rooms of these doors that differ in at least one tile. */
fl_room_wide fl_exact_assemblies_distinct(const fl_room_rules *rules, unsigned doors);

/* Proves that every room of some rules keeps the promise: no open door is blocked, and all of them reach each
 * other.
 *
 * Rooms are far too many to make, but a part matters only by its ports, the tiles where it touches other
 * parts or a door: which of them are free, and which reach each other inside the part. Chunks that are alike
 * in this are one class; a class that is better everywhere than another is left out, because a room that
 * fails with it fails with the worse one, too. Then the search: parts that are not chosen yet count as the
 * worst of all their classes at once. If the doors reach each other even so, all these rooms are proven; if
 * not, one part is chosen, class by class. What is left when all parts are chosen is a room that fails. So
 * the answer is exact, and most sets need few steps. */

enum { FL_EXACT_ROOM_PROOF_STEPS = 3000000 /* after so many the search gives up */ };

#endif
