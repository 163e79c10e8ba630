/* All that can happen when a floor is left: the states and floors that may follow, with their chances.
 *
 * Conditions may ask about the floor just left; floors that answer all of them alike are one class. */
#ifndef FL_GEN_JOURNEY_ANSWER_CLASS_H
#define FL_GEN_JOURNEY_ANSWER_CLASS_H

#include "gen/journey/journey.h"

enum { FL_JOURNEY_ANSWER_FACTORS = 2 * FL_JOURNEY_CHANGES + FL_JOURNEY_EDGES };

typedef struct fl_answer_class {
    fl_journey_state state; /* afterwards */
    unsigned to;            /* floor, or FL_JOURNEY_END */
    unsigned factors_n;
    fl_journey_chance factor[FL_JOURNEY_ANSWER_FACTORS]; /* their product is the chance of it */
} fl_answer_class;

/* Says whether to go on. */
typedef bool (*fl_journey_answer_visit)(void *user, const fl_answer_class *branch);

typedef struct fl_journey_answer_walk {
    const fl_journey *journey;
    unsigned floor;
    fl_journey_seen sight;
    fl_journey_answer_visit visit;
    void *user;
    fl_answer_class branch; /* where it stands; the caller sets nothing */
} fl_journey_answer_walk;

/* Visits what can follow a floor that was entered in a state; false if a visit stopped it. */
bool fl_journey_answer_each(fl_journey_answer_walk *self, const fl_journey_state *state);

/* How many classes there are behind a floor, the class of a sight, and a sight of each class. */
unsigned fl_journey_answer_classes(const fl_journey_floor *floor);
unsigned fl_journey_answer_class(const fl_journey_floor *floor, const fl_journey_seen *sight);
void fl_journey_answer_seen(const fl_journey_floor *floor, unsigned class, fl_journey_seen *out);

#endif
