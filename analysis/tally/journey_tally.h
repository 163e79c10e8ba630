/* What runs came to: one note for each run, and exact sums of notes.
 *
 * Beside the runs every visit of a floor is counted by the rules it was made with and by what it answers to the
 * conditions behind it, with the kinds of rooms it has. Merging is addition; the digest covers every number. */
#ifndef FL_ANALYSIS_TALLY_JOURNEY_TALLY_H
#define FL_ANALYSIS_TALLY_JOURNEY_TALLY_H

#include "gen/journey/walk.h"

enum { FL_JOURNEY_TALLY_DIGEST = 33, FL_JOURNEY_TALLY_ROOMS = 1 + FL_KIND_COUNT };

/* A visit of a floor. */
typedef struct fl_visit_counts {
    fl_journey_seen sight;
    bool has_failed; /* then it has no rooms */
    uint16_t rooms;
    uint16_t kind_n[FL_KIND_COUNT];
} fl_visit_counts;

/* What a run came to so far. */
typedef struct fl_run_counts {
    uint32_t rooms;
    uint8_t failed;                 /* floors that could not be made */
    uint16_t kind_n[FL_KIND_COUNT]; /* rooms of each kind, on all floors */
    uint8_t
        first_floor[FL_KIND_COUNT]; /* of the plan, where the kind was first met; FL_JOURNEY_END = nowhere */
} fl_run_counts;

typedef struct fl_journey_sum {
    uint64_t sum, square, min, max; /* min > max: nothing was added */
} fl_journey_sum;

typedef struct fl_journey_kind_tally {
    uint64_t runs; /* with at least one */
    fl_journey_sum each;
    uint64_t first_floor[FL_JOURNEY_FLOORS]; /* runs by the floor where it was first met */
} fl_journey_kind_tally;

typedef struct fl_journey_tally {
    const fl_journey *journey; /* borrowed */
    uint64_t runs, failed, unfinished;
    uint64_t ended[FL_JOURNEY_FLOORS];     /* runs that ended on a floor */
    uint64_t length[FL_JOURNEY_STEPS + 1]; /* runs by floors */
    fl_journey_sum floors, rooms;
    fl_journey_sum variable[FL_JOURNEY_VARIABLES]; /* at the end, from the least value */
    uint64_t flag[FL_JOURNEY_FLAGS];               /* runs that ended with it */
    fl_journey_kind_tally kind[FL_KIND_COUNT];
    uint64_t
        *visit; /* [classes_n][FL_JOURNEY_TALLY_ROOMS]: visits, and those with at least one room of a kind */
} fl_journey_tally;

FL_NODISCARD fl_err fl_tally_journey_init(fl_journey_tally *self, const fl_journey *journey);
void fl_tally_journey_free(fl_journey_tally *self);

/* A run begins. */
void fl_tally_journey_begin(fl_run_counts *note);

/* It was on a floor; before fl_journey_walk_leave. */
void fl_tally_journey_visit(fl_journey_tally *self, fl_run_counts *note, const fl_journey_walk *walk,
                            const fl_visit_counts *visit);

/* It is over. */
void fl_tally_journey_end(fl_journey_tally *self, const fl_run_counts *note, const fl_journey_walk *walk);

/* The visit that a floor is. */
void fl_tally_journey_look(const fl_floor *floor, fl_visit_counts *out);

void fl_tally_journey_merge(fl_journey_tally *self, const fl_journey_tally *other);

/* Runs whose first room of a kind was met in chapter 1…chapter. */
uint64_t fl_tally_journey_by_chapter(const fl_journey_tally *self, fl_kind kind, unsigned chapter);

/* Visits of a floor. */
uint64_t fl_tally_journey_visits(const fl_journey_tally *self, unsigned floor);

/* A hash of all numbers, as text. */
void fl_tally_journey_digest(const fl_journey_tally *self, char out[FL_JOURNEY_TALLY_DIGEST]);

#endif
