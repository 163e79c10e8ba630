/* SPDX-License-Identifier: MIT */
/* Reading floor lines: ours, and those of other people's generators.
 *
 * Only "rooms" with "cells" is required. Missing doors are all touching pairs, missing kinds are normal, missing
 * shapes free (1x1 for one cell), a missing board is the smallest that holds all cells. The start is the room of
 * kind start, which moves to the front, else the first room: a kind of its own is kept as its tag. The end is the
 * room with "end":true, else the first of kind end, else the first boss, else none. What follows from the rooms
 * (origin, distance, dead_end) is worked out, not read; unknown keys are ignored.
 *
 * Not done here: whether the floor is a floor (fl_check_floor), and what stands before and after it (generator,
 * seed, metrics). */
#ifndef FL_GEN_FLOOR_FLOOR_JSON_READ_H
#define FL_GEN_FLOOR_FLOOR_JSON_READ_H

#include "gen/base/diag.h"
#include "gen/floor/floor.h"

#include <stddef.h>

/* Reads line after line. Tags, gate names and the reason of a failed floor are borrowed by the floor: from the
 * reader, until it reads the next line or is freed. */
typedef struct fl_floor_json_reader {
    const char
        *where;     /* starts the messages, such as "floors.jsonl:7"; borrowed, may change with every line */
    void *document; /* the line read last, as a json_t */
    const char *gate_names[FL_GATE_MAX];
} fl_floor_json_reader;

void fl_floor_json_read_init(fl_floor_json_reader *self);
void fl_floor_json_read_free(fl_floor_json_reader *self);

/* Fills the floor from a line of `n` bytes. A line of a failed floor is read too: look at floor->failure.
 * FL_ERR_INPUT says what was found where in the line and what was expected; the floor is empty then. */
FL_NODISCARD fl_err fl_floor_json_read(fl_floor_json_reader *self, const char *text, size_t n,
                                       fl_floor *floor, fl_diag *diag);

#endif
