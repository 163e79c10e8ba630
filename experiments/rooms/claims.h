/* The claims of seed 004 about chunk rooms, decided: over every assembly of a set, and again on random rooms. */
#ifndef FL_EXPERIMENTS_ROOMS_CLAIMS_H
#define FL_EXPERIMENTS_ROOMS_CLAIMS_H

#include "experiments/rooms/stats.h"
#include "analysis/exact/room_proof.h"

typedef enum fl_room_verdict { FL_ROOM_CONFIRMED, FL_ROOM_REFUTED, FL_ROOM_OPEN } fl_room_verdict;

enum { FL_ROOMS_CLAIMS = 5, FL_ROOM_EVIDENCE = 320 };

typedef struct fl_room_claim {
    const char *id, *text;
    fl_room_verdict verdict;
    char evidence[FL_ROOM_EVIDENCE];
} fl_room_claim;

/* Judges all claims for the source's set and rules (not yet open), both sizes, all doors, `rooms` random rooms of each
 * size. */
FL_NODISCARD fl_err fl_rooms_claims_judge(fl_rooms_source *source, uint64_t rooms, unsigned threads,
                                          fl_room_claim out[FL_ROOMS_CLAIMS], fl_diag *diag);

/* "confirmed", "refuted", "undecided" */
const char *fl_rooms_claims_verdict(fl_room_verdict verdict);

#endif
