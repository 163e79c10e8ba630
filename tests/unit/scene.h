/* SPDX-License-Identifier: GPL-2.0-or-later */
/* For tests of special rooms: one layout with many dead ends, on which special rooms are placed again and
 * again; or the layouts of many floors, without special rooms. */
#ifndef FL_TESTS_UNIT_SCENE_H
#define FL_TESTS_UNIT_SCENE_H

#include "gen/rebirth/rooms/rooms.h"
#include "tests/support/maker.h"

extern maker scene_maker;
extern fl_rebirth_state scene_start; /* the layout, before special rooms are placed */
extern fl_rebirth_state scene_work;  /* the result of the last scene_furnish */
extern bool scene_has_interiors;

/* Finds a layout with as many dead ends as its stage sometimes has. maker_close(&scene_maker) frees it. */
void scene_open(const char *settings);

/* Places special rooms on it, with new random numbers; false if a required room found no dead end. */
bool scene_furnish(void);

/* Opens rules that make layouts alone, and lays floor 1 out. */
void scene_open_bare(const char *settings);

/* Lays a floor out into scene_work. */
void scene_lay_out(uint64_t index);

/* The interior that a room has from a file; fails the test if it is not there. */
const fl_pool_room *scene_interior(const fl_pool_choice_file *file, const fl_layout_board_room *room);

/* The number of a gate's event. */
unsigned scene_event(const char *name);

#endif
