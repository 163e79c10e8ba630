/* Who the boss is (spec of the Rebirth floors, section 8).
 *
 * Some bosses come once a run; a floor alone starts with nobody met. The flags go on across the attempts of a floor. */
#ifndef FL_GEN_REBIRTH_ROOMS_BOSS_H
#define FL_GEN_REBIRTH_ROOMS_BOSS_H

#include "gen/rebirth/random/random.h"

typedef struct fl_boss_run {
    uint64_t met[2];             /* bit per boss that comes once */
    bool flag_a, flag_b, flag_r; /* coins thrown on odd stages and kept for the even ones */
} fl_boss_run;

typedef struct fl_boss_stage {
    unsigned stage, stage_type;
    bool devil_visited;
} fl_boss_stage;

/* The boss's number. */
unsigned fl_rebirth_rooms_boss_draw(fl_boss_run *run, const fl_boss_stage *at, fl_rebirth_random *level);

/* The first variant of a double trouble room, or 0. */
int32_t fl_rebirth_rooms_boss_draw_double(unsigned stage, fl_rebirth_random *level);

#endif
