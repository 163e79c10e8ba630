/* The player of a journey: how a state is changed, what holds of it, its number among all states. */
#ifndef FL_GEN_JOURNEY_STATE_H
#define FL_GEN_JOURNEY_STATE_H

#include "gen/base/text.h"
#include "gen/journey/journey.h"

/* Conditions that hold always. */
void fl_journey_state_always(fl_journey_when *out);

/* Whether there is no condition, chance included. */
bool fl_journey_state_is_always(const fl_journey_when *when);

/* Whether all conditions but the chance hold. */
bool fl_journey_state_holds(const fl_journey_when *when, const fl_journey_state *state,
                            const fl_journey_seen *sight);

/* Whether a change happens behind a floor, chance aside. */
bool fl_journey_state_applies(const fl_journey_change *change, unsigned floor, const fl_journey_state *state,
                              const fl_journey_seen *sight);

/* Changes the state by value number `pick`; variables stay in their ranges. */
void fl_journey_state_change(const fl_journey *self, const fl_journey_change *change, unsigned pick,
                             fl_journey_state *state);

/* The state's number, less than fl_journey.states_n. */
uint64_t fl_journey_state_code(const fl_journey *self, const fl_journey_state *state);

/* The same for what a floor's generator wants to know, less than its codes_n. */
uint32_t fl_journey_state_seen(const fl_journey *self, const fl_journey_floor *floor,
                               const fl_journey_state *state);

/* The value of a variable as generators see it. */
int16_t fl_journey_state_given(const fl_journey *self, const fl_journey_state *state, unsigned variable);

/* In how many ways they can. */
uint32_t fl_journey_state_values(const fl_journey_variable *variable);

/* "hearts 6, minutes 0, polaroid". */
void fl_journey_state_write(const fl_journey *self, const fl_journey_state *state, fl_text *out);

#endif
