/* analysis/exact: what the rest of the program may use of this folder. */
#ifndef FL_ANALYSIS_EXACT_EXACT_H
#define FL_ANALYSIS_EXACT_EXACT_H

#include "gen/room/room.h"

#include <stdint.h>

/* How many different rooms some rules can make, exactly: parts do not overlap, so their numbers multiply;
 * where a budget binds, they are counted by what they spend. */

__extension__ typedef unsigned __int128 fl_room_wide;

/* The same over all doors that the rules may draw; rooms with different doors are different. */
fl_room_wide fl_exact_assemblies_all(const fl_room_rules *rules);

void fl_exact_assemblies_print(fl_room_wide number, fl_text *out);

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

typedef enum fl_room_answer { FL_ROOM_PROVEN, FL_ROOM_BROKEN, FL_ROOM_UNDECIDED } fl_room_answer;

typedef struct fl_exact_room_proof {
    fl_room_answer answer;
    uint64_t steps;
    unsigned classes; /* of all parts, with the doors that have most */
    fl_interior room; /* that fails, when it is broken; or the doors it is undecided for */
} fl_exact_room_proof;

/* Over all doors that the rules may draw. */
FL_NODISCARD fl_err fl_exact_room_prove(const fl_room_rules *rules, fl_exact_room_proof *out, fl_diag *diag);

/* "proven", "broken", "undecided" */
const char *fl_exact_room_proof_name(fl_room_answer answer);

#endif
