/* SPDX-License-Identifier: GPL-2.0-or-later */
/* An independent second generator of chunk rooms, written from the document with plain characters: no rows of
 * bits, no lists made in advance. It shares the random numbers, the order of the draws and the format of
 * chunk files with the first one. */
#ifndef FL_TESTS_ORACLE_ROOM_NAIVE_H
#define FL_TESTS_ORACLE_ROOM_NAIVE_H

#include "gen/random/key.h"

#include <stdbool.h>

enum { ROOM_NAIVE_CHUNKS = 64, ROOM_NAIVE_SIDE = 24 };

typedef struct room_naive_chunk {
    char tile[8][8]; /* [y][x], signs */
    bool top, left, pure;
    int clutter;
} room_naive_chunk;

typedef struct room_naive {
    room_naive_chunk chunk[ROOM_NAIVE_CHUNKS];
    int chunks_n;
    bool big, transposes, kinds, any_closed;
    int min, max, budget;
    char doors[8]; /* letters of NESW, "random" */
} room_naive;

typedef struct room_naive_room {
    int size;
    char doors[5];                               /* letters of NESW in this order */
    char tile[ROOM_NAIVE_SIDE][ROOM_NAIVE_SIDE]; /* [y][x] */
} room_naive_room;

/* Reads the text of a set, which must have no errors. */
void room_naive_read(room_naive *self, const char *text);

void room_naive_make(const room_naive *self, const fl_key *key, room_naive_room *out);

#endif
