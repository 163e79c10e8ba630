/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Exact answers about all rooms that some rules of gen/room can make: how many there are, and whether
 * every one of them can be crossed. There are far too many rooms to make one by one, so neither answer
 * makes them. */
#ifndef FL_ANALYSIS_EXACT_EXACT_H
#define FL_ANALYSIS_EXACT_EXACT_H

#include "gen/room/room.h"

#include <stdint.h>

/* ---- How many different rooms there are ----
 *
 * Parts do not overlap, so their numbers of different pictures multiply; under a budget they are counted by
 * the clutter they spend. */

__extension__ typedef unsigned __int128 fl_room_wide;

/* The number of different rooms for all sets of doors that the rules can draw; different doors make different
 * rooms. */
fl_room_wide fl_exact_assemblies_all(const fl_room_rules *rules);

/* Writes the number in decimal digits. */
void fl_exact_assemblies_print(fl_room_wide number, fl_text *out);

/* ---- Whether in every room no door is blocked and all doors reach each other ----
 *
 * Only a part's ports matter, the tiles where it touches other parts or a door: which of them are free, and
 * which reach each other inside the part. Chunks that are alike in this form a class. A class that is at
 * least as good as another everywhere is left out, because a room that fails with it fails with the worse
 * one, too.
 *
 * The search then counts each part that is not chosen yet as the worst of all its classes at once. If the
 * doors reach each other even so, all these rooms are proven; if not, one part is chosen, class by class. A
 * failure with all parts chosen is a room that breaks the rule. The answer is exact, and most sets need few
 * steps. */

typedef enum fl_room_answer { FL_ROOM_PROVEN, FL_ROOM_BROKEN, FL_ROOM_UNDECIDED } fl_room_answer;

typedef struct fl_exact_room_proof {
    fl_room_answer answer;
    uint64_t steps;
    unsigned classes; /* of all parts together, for the doors with the most */
    fl_interior room; /* broken: a room that fails; undecided: has the doors in question */
} fl_exact_room_proof;

/* Decides it for all sets of doors that the rules can draw. */
FL_NODISCARD fl_err fl_exact_room_prove(const fl_room_rules *rules, fl_exact_room_proof *out, fl_diag *diag);

/* "proven", "broken", "undecided" */
const char *fl_exact_room_proof_name(fl_room_answer answer);

#endif
