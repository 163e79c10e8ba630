/* For tests of special rooms: one layout with many dead ends that is furnished again and again. */
#ifndef FL_TESTS_UNIT_SCENE_H
#define FL_TESTS_UNIT_SCENE_H

#include "gen/rebirth/rooms/rooms.h"
#include "tests/support/maker.h"

extern maker scene_maker;
extern fl_rebirth_state scene_start; /* what each furnishing starts from */
extern fl_rebirth_state scene_work;  /* what came of the last */
extern bool scene_has_interiors;

/* A layout with as many dead ends as its stage now and then has. maker_close(&scene_maker) ends it. */
void scene_open(const char *settings);

/* Furnishes it once more; false if a room that must come found no place. */
bool scene_furnish(void);

/* The number of a gate's event. */
unsigned scene_event(const char *name);

#endif
