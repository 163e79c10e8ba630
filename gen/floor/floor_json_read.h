/* SPDX-License-Identifier: MIT */
/* Reads floor lines of floor_json and of other generators.
 *
 * Only "rooms" with "cells" is required. Without "doors" every touching pair of cells has one; the default
 * kind is normal, the default shape free (1x1 for one cell), the default board the smallest that holds all
 * cells. The start is the room of kind start, which becomes room 0; if there is none, the first room, whose
 * kind becomes its tag. The end is the room with "end":true, else the first of kind end, else the first of
 * kind boss, else none. If every room has "distance" and "dead_end", they are the generator's own measure;
 * the floor's are computed anyway. Unknown keys are ignored. With `takes_any_kind` an unknown kind makes a
 * special room, and becomes its tag.
 *
 * The caller checks that the floor is valid (fl_check_floor), and reads the other keys of a line (generator,
 * seed, metrics). */
#ifndef FL_GEN_FLOOR_FLOOR_JSON_READ_H
#define FL_GEN_FLOOR_FLOOR_JSON_READ_H

#include "gen/base/diag.h"
#include "gen/floor/floor.h"

#include <stddef.h>

/* Reads one line after the other. The floor's tags, roll names and reason of failure belong to the reader:
 * they are valid until it reads the next line or is freed. */
typedef struct fl_floor_json_reader {
    const char *where; /* starts messages, such as "floors.jsonl:7"; borrowed, may change with every line */
    void *document;    /* the line read last, as a json_t */
    const char *roll_names[FL_ROLL_MAX];
    bool takes_any_kind;   /* unknown kinds are not refused */
    const char *more_keys; /* beside "rooms", which the caller reads, separated by blanks; NULL = none */

    /* The first unknown kind and key of the line read last; NULL = none. Keys are checked only with
     * takes_any_kind. */
    const char *other_kind, *other_key;
} fl_floor_json_reader;

void fl_floor_json_read_init(fl_floor_json_reader *self);
void fl_floor_json_read_free(fl_floor_json_reader *self);

/* Fills the floor from a line of `n` bytes; for the line of a failed floor, floor->failure is set. After
 * FL_ERR_INPUT the floor is empty, and the message has the place in the line, what was found and what was
 * expected. */
FL_NODISCARD fl_err fl_floor_json_read(fl_floor_json_reader *self, const char *text, size_t n,
                                       fl_floor *floor, fl_diag *diag);

#endif
