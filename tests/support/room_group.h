/* SPDX-License-Identifier: GPL-2.0-or-later */
/* For tests: rules of chunk rooms from a text and settings. */
#ifndef FL_TESTS_SUPPORT_ROOM_GROUP_H
#define FL_TESTS_SUPPORT_ROOM_GROUP_H

#include "gen/room/room.h"

/* Four chunks: an open one for all places, one with a rock at each door, a wall for corners, a web at the
 * centre. */
extern const char *const room_group_small;

/* A set whose rooms can fail: a dam keeps doors apart. */
extern const char *const room_group_dam;

/* Rules of a set's text (NULL = the shipped set) and settings with blanks between; on refusal NULL and the
 * message. */
fl_room_rules *room_group_try(const char *text, const char *settings, fl_diag *diag);

/* The same; fails the test on refusal. */
fl_room_rules *room_group_open(const char *text, const char *settings);

/* A room from 16 lines of 16 signs or 24 of 24, with blanks or line ends between. */
void room_group_draw(const char *picture, unsigned size, unsigned doors, fl_interior *out);

#endif
